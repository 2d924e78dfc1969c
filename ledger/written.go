package ledger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/season"
	"adjudicate/store"
)

// WriteSeason writes a ledger as the season that imports to it, up to and including sequence upTo; 0 means its
// end. See season.Of. It is played before it is written (rehearsed.go): a ruling that the judge would not give is an error that names the entry and wraps
// season.ErrUnsayable; so is a game that comes to something else in the end.
//
// A season has one history. Where the umpire adopted an edition the season is the game as it stands in the edition in force, and says so at its head: what
// the edition corrects or inserts stands at its place, what never happened is left out, and so are the docket and the adoptions. It imports to a ledger
// of one edition, with other sequences. Lots that would be drawn otherwise are supplied, and an illegal play that stands is an error too.
func WriteSeason(ctx context.Context, st store.Store, name string, out io.Writer, upTo uint64) error {
	s, err := seasonAsRecorded(ctx, st, name, upTo)
	if errors.Is(err, season.ErrEdition) {
		s, err = seasonOfEdition(ctx, st, name, upTo)
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, s.String())
	return err
}

// seasonAsRecorded is a ledger as a season, entry by entry.
func seasonAsRecorded(ctx context.Context, st store.Store, name string, upTo uint64) (*season.Season, error) {
	w := &standing{}
	whole := true // it is not an entry that upTo ends in
	for e, err := range Events(ctx, st, name, 1) {
		if err != nil {
			return nil, err
		}
		if upTo != 0 && e.Sequence > upTo {
			whole = events.IsInput(e.Payload.Kind())
			break
		}
		if adopted, ok := e.Payload.(events.EditionAdopted); ok {
			if _, taken := season.Takes(adopted); !taken {
				return nil, fmt.Errorf("event %d: %w", e.Sequence, season.ErrEdition)
			}
		}
		w.record(e)
	}
	var end *aggregate.State
	if whole {
		v, err := history.Look(ctx, st, name, history.Where{At: upTo})
		if err == nil {
			end, err = v.State(ctx)
		}
		if err != nil {
			return nil, err
		}
	}
	if err := w.play(ctx, name, end); err != nil {
		return nil, err
	}
	return season.Of(w.events(), season.Beside(nil))
}

// record takes an event as it was recorded.
func (w *standing) record(e events.Envelope) {
	if events.IsInput(e.Payload.Kind()) {
		w.entries = append(w.entries, stands{in: e, place: history.Place{Input: e.Sequence}})
		return
	}
	if r, ok := e.Payload.(events.Ruled); ok && len(w.entries) > 0 {
		if x := &w.entries[len(w.entries)-1]; x.ruled.Verdict == "" {
			x.ruled = r
		}
	}
}

// seasonOfEdition is the game as it stands in the edition in force after a sequence, 0 for the end.
func seasonOfEdition(ctx context.Context, st store.Store, name string, upTo uint64) (*season.Season, error) {
	v, err := history.Look(ctx, st, name, history.Where{At: upTo})
	if err != nil {
		return nil, err
	}
	w := &standing{edition: v.Edition, notes: map[int][]string{}}
	for e, err := range v.Catalogue.History(ctx, v.Edition, history.Range{}) {
		if err == nil {
			err = w.take(e)
		}
		if err != nil {
			return nil, err
		}
	}
	end, err := v.State(ctx)
	if err != nil {
		return nil, err
	}
	w.finish(end.Holder(events.KnownOffice))
	if err := w.play(ctx, name, end); err != nil {
		return nil, err
	}
	s, err := season.Of(w.events(), season.Beside(nil))
	if err != nil {
		return nil, err
	}
	s.Head = append([]string{
		fmt.Sprintf("%s as it stands in edition %d, adopted on %s: not as it was first recorded.", name, v.Edition.Number, season.WriteMoment(v.Edition.Recorded.UTC())),
		"The docket and the adoptions of editions are left out, and so is what authors had seen.",
	}, s.Head...)
	rulebook := len(w.entries) - len(s.Entries) // rules that one entry enacts, at the beginning
	for i, notes := range w.notes {
		if i >= len(w.entries) {
			s.Tail = append(s.Tail, notes...)
			continue
		}
		e := &s.Entries[max(0, i-rulebook)]
		e.Notes = append(e.Notes, notes...)
	}
	return s, nil
}

// A standing gathers what stands in an edition, or what a ledger has recorded.
type standing struct {
	edition *history.Edition // nil: as recorded
	entries []stands
	notes   map[int][]string // by the entry that they stand above; behind the last: at the end
	last    time.Time
	late    time.Time // of what time made due behind the last entry
	came    brought   // by that

	labels map[string]string // of the pieces of the edition: what they are called in the season
}

// stands is an input as it stands, with the ruling on it.
type stands struct {
	in    events.Envelope
	ruled events.Ruled
	place history.Place
	comes bool // it comes about by itself
	brought
}

// take takes what an entry is in the edition.
func (w *standing) take(e *history.Entry) error {
	if !e.Judged {
		return nil
	}
	if _, supplied := e.Input.Payload.(events.LotSupplied); !supplied {
		for i := range e.Outcomes {
			w.came.add(e.Outcomes[i].Payload)
		}
	}
	if history.Unnoticed(&e.Input) {
		w.late = e.Input.Recorded
		return nil
	}
	x := stands{in: e.Input, ruled: e.Ruled(), place: e.Place}
	play, isPlay := x.in.Payload.(events.PlaySubmitted)
	what := "#" + e.Place.Address()
	if isPlay {
		what = fmt.Sprintf("%s (%s: %s)", what, play.Side, strings.Join(strings.Fields(play.Text), " "))
		if play.Signature == "" {
			play.Seen, play.Edition = 0, 0
		}
		x.in.Payload = play
	}
	switch {
	case x.ruled.Verdict == aggregate.Voided:
		w.note(what + " never happened.")
		return nil
	case x.ruled.Verdict == aggregate.Rejected && w.changed(e.Place, history.Rule):
		w.note(what + " was ruled illegal.")
		return nil
	case x.ruled.Verdict == aggregate.Stands:
		return w.unsayable(x, "it stands though it is illegal")
	case x.ruled.Verdict == aggregate.Replaced:
		w.note("In place of " + what + " stands the default play.")
		play.Text, play.Signature, play.Seen = x.ruled.Play, "", 0
		x.in.Payload, x.ruled.Verdict = play, aggregate.Accepted
	case e.Standing == history.Corrected:
		w.note(what + " was corrected.")
	case e.Standing == history.Inserted:
		w.note(what + " was inserted.")
	}
	if x.in.Recorded.Before(w.last) {
		x.in.Recorded = w.last // where moments were corrected
	}
	w.enter(x)
	return nil
}

// enter puts an entry behind the others, with what it and what was due before it have brought about.
func (w *standing) enter(x stands) {
	x.brought, w.came = w.came, brought{}
	w.last, w.late = x.in.Recorded, time.Time{}
	w.entries = append(w.entries, x)
}

// changed reports whether the edition does something with the entry of a place.
func (w *standing) changed(at history.Place, what string) bool {
	for i := range w.edition.Changes {
		if c := &w.edition.Changes[i]; c.What == what && history.PlaceOf(c) == at {
			return true
		}
	}
	return false
}

// note puts a comment above the entry that comes next.
func (w *standing) note(text string) {
	w.notes[len(w.entries)] = append(w.notes[len(w.entries)], text)
}

func (w *standing) unsayable(x stands, why string) error {
	if w.edition == nil {
		return fmt.Errorf("#%s: %w: %s", x.place.Address(), season.ErrUnsayable, why)
	}
	return fmt.Errorf("#%s in edition %d: %w: %s", x.place.Address(), w.edition.Number, season.ErrUnsayable, why)
}

// events are the inputs with their rulings, but for those that come about by themselves before another one.
func (w *standing) events() iter.Seq2[events.Envelope, error] {
	return func(yield func(events.Envelope, error) bool) {
		last := len(w.entries) - 1
		for last >= 0 && w.entries[last].comes {
			last--
		}
		for i := range w.entries {
			x := &w.entries[i]
			if x.comes && i < last {
				continue
			}
			if !yield(x.in, nil) || x.ruled.Verdict != "" && !yield(events.Envelope{Sequence: x.in.Sequence, Recorded: x.in.Recorded, Payload: x.ruled}, nil) {
				return
			}
		}
	}
}

// ruledAs is a ruling in short.
func ruledAs(r *events.Ruled) string {
	if r.Play != "" {
		return r.Verdict + " as " + r.Play
	}
	return cmp.Or(r.Verdict, "not ruled on")
}
