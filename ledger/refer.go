package ledger

import (
	"context"
	"fmt"
	"reflect"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
)

// What an edition restates is often what there was before: a change is withdrawn, or made once more. Such outcomes are not written again; an event says where they
// are stated (package history). Two look for that place:
//
//	whoever adopts    tries what the input was first recorded with, and the last editions that hold the same changes, and refers to what is the same to the letter
//	whoever verifies  follows the references that are recorded, and finds each wrong that leads nowhere, or to anything but what the input comes to
//
// So a verifier does not depend on which of several equal statements was chosen, nor on whether any was: an edition of a program that repeats everything is
// made again as it stands. A reference that it does not find right it does not make, and the edition differs where it stands.

// mostAlike is how many editions with the same changes are tried.
const mostAlike = 3

// referable reports whether an edition may refer to what the input of a step has come to: an input as it was recorded, that no change is about.
func referable(s *readjudicate.Step) bool {
	return s.Place.Change == "" && s.Change == "" && s.Standing == history.Recorded && len(s.After) > 0
}

// A referring finds where what inputs come to has been stated, for an edition that is adopted.
type referring struct {
	ctx   context.Context
	read  *history.Statements
	alike []*history.Edition // the newest first; the last one is the first edition
	tried []int
}

func newReferring(ctx context.Context, run *readjudicate.Run) *referring {
	cat := run.Catalogue()
	r := &referring{ctx: ctx, read: cat.Statements()}
	wanted, list := asked(run.Changes), cat.Editions()
	for i := len(list) - 1; i > 0 && len(r.alike) < mostAlike; i-- {
		if reflect.DeepEqual(asked(list[i].Changes), wanted) {
			r.alike = append(r.alike, &list[i])
		}
	}
	r.alike = append(r.alike, &list[0])
	return r
}

// asked are changes without what differs where they are made once more: their ids, and what time has made due.
func asked(changes []events.Change) []events.Change {
	list := make([]events.Change, 0, len(changes))
	for _, c := range changes {
		if c.ID = ""; !c.Due {
			list = append(list, c)
		}
	}
	return list
}

// as returns the edition that states what an input has come to, 0 if none is known.
func (r *referring) as(s *readjudicate.Step) (int, error) {
	r.tried = r.tried[:0]
next:
	for _, e := range r.alike {
		in, err := r.read.Where(r.ctx, e, s.Place.Input)
		if err != nil {
			return 0, err
		}
		for _, as := range r.tried {
			if as == in.As {
				continue next
			}
		}
		r.tried = append(r.tried, in.As)
		stated, err := r.read.At(r.ctx, in)
		if err != nil {
			return 0, err
		}
		if readjudicate.Repeats(s.After, stated, false) {
			return in.As, nil
		}
	}
	return 0, nil
}

// refer adds an input to those that the adoption refers to: to the last event, if that refers to inputs before it, or in an event of its own.
func (a *adoption) refer(in events.InputStated, apart bool) error {
	last := len(a.list) - 1
	if p, ok := a.list[last].Payload.(events.InputsRestated); ok && !apart && len(p.Inputs) < history.MostTogether && p.Inputs[len(p.Inputs)-1].Input < in.Input {
		p.Inputs = append(p.Inputs, in)
		a.list[last].Payload = p
		return nil
	}
	return a.put(len(a.list), events.InputsRestated{Inputs: []events.InputStated{in}}, 0, a.list[0].ID, nil)
}

// A following goes along the references of an adoption that is recorded while it is made again.
type following struct {
	ctx      context.Context
	read     *history.Statements
	edition  int
	adopted  uint64
	recorded []events.Envelope // the outcomes of the adoption
	right    *referred
	wrong    map[uint64]string // what is wrong with an event that refers, by its sequence
}

// at is what is recorded as the event of an adoption that stands behind so many; false if that refers to nothing.
func (f *following) at(behind int) (events.InputsRestated, bool) {
	if behind < 1 || behind > len(f.recorded) {
		return events.InputsRestated{}, false
	}
	p, ok := f.recorded[behind-1].Payload.(events.InputsRestated)
	return p, ok
}

// follow makes the reference that is recorded for the input of a step, if it is right; false means that there is none.
func (f *following) follow(a *adoption, s *readjudicate.Step) (bool, error) {
	n := len(a.list)
	p, apart := f.at(n)
	here, done := n, 0
	if have, ok := a.list[n-1].Payload.(events.InputsRestated); ok {
		if amid, refers := f.at(n - 1); refers && len(have.Inputs) < len(amid.Inputs) {
			p, apart, here, done = amid, false, n-1, len(have.Inputs)
		}
	}
	if done == len(p.Inputs) {
		return false, nil
	}
	in := p.Inputs[done]
	if why := f.why(p, in, s); why != "" {
		f.wrong[f.adopted+uint64(here)] = why
		return false, nil
	}
	return true, a.refer(in, apart)
}

// why says what is wrong with a reference for the input of a step, "" for nothing.
func (f *following) why(p events.InputsRestated, in events.InputStated, s *readjudicate.Step) string {
	if err := history.CheckStated(p, f.adopted, f.edition); err != nil {
		return err.Error()
	}
	if !referable(s) || in.Input != s.Place.Input {
		return fmt.Sprintf("refers for input %d to edition %d: expected what it makes of entry %s", in.Input, in.As, s.Place.Address())
	}
	if f.right.has(in, s.After) {
		return ""
	}
	stated, err := f.read.At(f.ctx, in)
	if err != nil {
		return err.Error()
	}
	if !readjudicate.Repeats(s.After, stated, true) {
		return fmt.Sprintf("refers for input %d to edition %d, in which it has other outcomes", in.Input, in.As)
	}
	f.right.add(in, s.After)
	return ""
}

// mostReferred is how many references are remembered.
const mostReferred = 1 << 14

// referred are references that were found right: what is recorded of an input in an edition stays, so that the same outcomes are never held against it twice. Outcomes are the
// same if they are one list in memory, as a readjudicate.Tree remembers them.
type referred map[events.InputStated]*events.Outcome

func (r referred) has(in events.InputStated, outcomes []events.Outcome) bool {
	return len(outcomes) > 0 && r[in] == &outcomes[0]
}

func (r *referred) add(in events.InputStated, outcomes []events.Outcome) {
	if *r == nil || len(*r) >= mostReferred {
		*r = referred{}
	}
	if len(outcomes) > 0 {
		(*r)[in] = &outcomes[0]
	}
}
