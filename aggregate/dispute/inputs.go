package dispute

import (
	"sort"
	"time"

	"adjudicate/events"
)

// A Subject is an input that somebody may dispute.
type Subject struct {
	Sequence uint64
	Kind     string    // "play-submitted"
	At       time.Time // when it was recorded
	Verdict  string    // on it, in the newest edition
}

// inputs is what a docket knows of all inputs of the ledger: enough to say what an event is
// and how it was ruled on, and no more.
type inputs struct {
	list     []Subject
	restated []restatement // of adoptions, in order
	next     *Subject      // whose ruling comes next; nil: nobody's
}

// restatement says that from an event on outcomes answer an input; 0: none any more.
type restatement struct{ from, input uint64 }

// apply notes inputs, rulings on them, and where an adoption restates them.
func (x *inputs) apply(e *events.Envelope) {
	switch p := e.Payload.(type) {
	case events.Ruled:
		if x.next != nil {
			x.next.Verdict, x.next = p.Verdict, nil
		}
		return
	case events.InputRestated:
		x.restated = append(x.restated, restatement{e.Sequence, p.Input})
		x.next = nil
		if p.Standing == "recorded" || p.Standing == "corrected" {
			x.next = x.at(p.Input)
		}
		return
	case events.StateRestated:
		x.restated = append(x.restated, restatement{e.Sequence, 0})
		return
	}
	if kind := e.Payload.Kind(); events.IsInput(kind) {
		x.list = append(x.list, Subject{Sequence: e.Sequence, Kind: kind, At: e.Recorded})
		x.next = &x.list[len(x.list)-1]
	}
}

// at is the input of a sequence.
func (x *inputs) at(sequence uint64) *Subject {
	i := sort.Search(len(x.list), func(i int) bool { return x.list[i].Sequence >= sequence })
	if i == len(x.list) || x.list[i].Sequence != sequence {
		return nil
	}
	return &x.list[i]
}

// Input returns the input that an event belongs to, as the input itself or as an outcome of
// it; what an adopted edition restates belongs to the input that it answers. It answers for
// every sequence up to that of the last input applied, and beyond.
func (d *Docket) Input(sequence uint64) (Subject, bool) {
	x := &d.inputs
	if i := sort.Search(len(x.restated), func(i int) bool { return x.restated[i].from > sequence }); i > 0 {
		if r := x.restated[i-1]; r.input != 0 {
			if s := x.at(r.input); s != nil {
				return *s, true
			}
		}
	}
	i := sort.Search(len(x.list), func(i int) bool { return x.list[i].Sequence > sequence })
	if sequence == 0 || i == 0 {
		return Subject{}, false
	}
	return x.list[i-1], true
}
