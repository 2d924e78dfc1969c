package history

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"slices"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/store"
)

// An Audit derives again what the notes of this package hold (states, what rulings rested on,
// where listed events stand) and says which notes hold something else.
type Audit struct {
	due   []Audited           // by At
	open  []Stretch           // being followed again
	next  []Audited           // stretches that have not begun, by From
	at    map[string][]uint64 // what an index lists, by the kind of its notes
	lists map[string][]*index // those that list events of a type
	false []store.Note
	buf   []events.Outcome
}

// Audited is a note that is to be audited. What it holds is not kept: there are as many as a stream is long.
type Audited struct {
	store.Note
	sum   [sha256.Size]byte
	from  uint64 // of a stretch
	wrong bool   // it holds nothing that a note of its kind can hold
}

// Auditable returns a note as it is to be audited; ok is false of kinds of other packages.
func Auditable(n store.Note) (d Audited, ok bool) {
	d = Audited{Note: n, sum: sha256.Sum256(n.Data)}
	d.Data = nil
	switch {
	case n.Kind == StateNote, n.Kind == HeadNote:
		d.sum = sha256.Sum256(presently(n.Data))
	case indexOf(n.Kind) != nil:
	case stretches(n.Kind):
		var s Stretch
		d.wrong = json.Unmarshal(n.Data, &s) != nil || s.From == 0 || s.To != uint64(n.At) || s.From > s.To
		d.from = s.From
	default:
		return d, false
	}
	return d, true
}

// NewAudit returns an audit of some notes on one stream.
func NewAudit(notes []Audited) *Audit {
	a := &Audit{at: map[string][]uint64{}, lists: map[string][]*index{}}
	for _, d := range notes {
		if d.wrong {
			a.false = append(a.false, d.Note)
			continue
		}
		if stretches(d.Kind) {
			a.next = append(a.next, d)
		}
		a.due = append(a.due, d)
	}
	byAt := func(x, y Audited) int { return cmp.Compare(x.At, y.At) }
	slices.SortStableFunc(a.due, byAt)
	slices.SortStableFunc(a.next, func(x, y Audited) int { return cmp.Compare(x.from, y.from) })
	a.begin(0, aggregate.NewState())
	return a
}

// Idle reports whether there is nothing to audit.
func (a *Audit) Idle() bool { return len(a.due) == 0 }

// Add takes the next act of the stream, and the state behind it, which it only reads.
func (a *Audit) Add(act *events.Act, after *aggregate.State) {
	for e := range act.All() {
		for _, x := range a.listing(e.Type) {
			a.at[x.note] = append(a.at[x.note], e.Sequence)
		}
		// An index may end anywhere, the others end with an input's outcomes.
		for i := range a.due {
			if d := &a.due[i]; uint64(d.At) > e.Sequence {
				break
			} else if indexOf(d.Kind) != nil && uint64(d.At) == e.Sequence {
				a.hold(d, mustJSON(scanned{Last: e.ID, At: a.at[d.Kind]}))
			}
		}
	}
	a.close(act, after)
}

// listing returns the indexes that list events of a type.
func (a *Audit) listing(wire string) []*index {
	list, known := a.lists[wire]
	if !known {
		for _, x := range indexes {
			if x.lists(wire) {
				list = append(list, x)
			}
		}
		a.lists[wire] = list
	}
	return list
}

// End returns the notes that do not hold what the events come to.
func (a *Audit) End() []store.Note {
	for i := range a.due {
		if !a.due[i].held() {
			a.false = append(a.false, a.due[i].Note) // beyond the end, or amid an input
		}
	}
	return a.false
}

func (d *Audited) held() bool { return d.Stream == "" }

// hold compares a note with what it ought to hold, and is done with it.
func (a *Audit) hold(d *Audited, want []byte) {
	if sha256.Sum256(want) != d.sum {
		a.false = append(a.false, d.Note)
	}
	d.Stream = ""
}

// close is done with an input and its outcomes: notes may be about the point after them.
func (a *Audit) close(act *events.Act, after *aggregate.State) {
	last := act.Last()
	outcomes := a.buf[:0]
	in := aggregate.Input{Payload: act.Input.Payload}
	if len(a.open) > 0 {
		in.Reading() // once for all stretches
		for i := range act.Outcomes {
			outcomes = append(outcomes, events.Outcome{Payload: act.Outcomes[i].Payload})
		}
	}
	a.buf = outcomes
	for i := range a.open {
		s := &a.open[i]
		s.Add(in, outcomes)
		s.To, s.Last = last.Sequence, last.ID
	}
	for len(a.due) > 0 && uint64(a.due[0].At) <= last.Sequence {
		if d := &a.due[0]; !d.held() {
			a.look(d, last.ID, after)
		}
		a.due = a.due[1:]
	}
	a.open = slices.DeleteFunc(a.open, func(s Stretch) bool {
		return !slices.ContainsFunc(a.due, func(d Audited) bool { return stretches(d.Kind) && d.from == s.From })
	})
	a.begin(last.Sequence, after)
}

// begin follows the stretches that begin behind an event, in a state.
func (a *Audit) begin(after uint64, state *aggregate.State) {
	for len(a.next) > 0 && a.next[0].from <= after+1 {
		if from := a.next[0].from; from == after+1 && !slices.ContainsFunc(a.open, func(s Stretch) bool { return s.From == from }) {
			s := Stretch{From: from}
			s.Begin(state)
			a.open = append(a.open, s)
		}
		a.next = a.next[1:]
	}
}

// stretches reports whether notes of a kind hold stretches.
func stretches(kind string) bool { return kind == StretchNote || kind == headStretchNote }

// look compares a note about the point after an input's last event.
func (a *Audit) look(d *Audited, last uuid.UUID, state *aggregate.State) {
	switch d.Kind {
	case StateNote, HeadNote:
		text, err := state.Snapshot(nil)
		if err == nil {
			a.hold(d, append(bytes.Clone(last[:]), text...))
			return
		}
	case StretchNote, headStretchNote:
		if i := slices.IndexFunc(a.open, func(s Stretch) bool { return s.From == d.from && s.To == uint64(d.At) }); i >= 0 {
			a.hold(d, mustJSON(&a.open[i]))
			return
		}
	}
	a.false = append(a.false, d.Note)
	d.Stream = ""
}

// presently is what a note about a state would hold if this program had kept it: earlier ones wrote the same state otherwise. What is no state is left
// as it is.
func presently(data []byte) []byte {
	id := len(uuid.UUID{})
	if len(data) < id {
		return data
	}
	text, err := aggregate.Renewed(data[id:])
	if err != nil {
		return data
	}
	return slices.Concat(data[:id], text)
}

func mustJSON(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		return nil // which no note holds
	}
	return data
}
