package invariants

import (
	"bytes"
	"context"
	"fmt"
	"testing"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"

	"pgregory.net/rapid"
)

// editions adopts a few random editions, some of them made from earlier ones; every other one
// undoes a single input.
func (c *chronicle) editions(most int) {
	for i := range rapid.IntRange(1, most).Draw(c.t, "editions") {
		plan := readjudicate.Plan{Policy: policy(c.t)}
		if newest := len(c.catalogue().Editions()); rapid.Bool().Draw(c.t, "from an earlier one") {
			plan.Base = rapid.IntRange(1, newest).Draw(c.t, "base")
		}
		if i%2 == 0 {
			at := c.h.inputs[rapid.IntRange(0, len(c.h.inputs)-1).Draw(c.t, "undone")]
			plan.Changes = []events.Change{{What: history.Void, Input: at.Sequence}}
		} else {
			plan.Changes = c.changes("changes")
		}
		_, err := c.adopt(plan)
		refused(c.t, err)
	}
}

// everywhere calls see with every entry of every edition.
func (c *chronicle) everywhere(see func(number int, e *history.Entry)) {
	cat := c.catalogue()
	for i := range cat.Editions() {
		e := &cat.Editions()[i]
		for entry, err := range cat.History(context.Background(), e, history.Range{}) {
			if err != nil {
				c.t.Fatal(err)
			}
			see(e.Number, entry)
		}
	}
}

func TestUndoingOneCreationRenamesNothingInAnyEdition(t *testing.T) {
	// Of all editions together, what the same input creates at the same place has one label,
	// and a label is of what one input created at one place.
	rapid.Check(t, func(r *rapid.T) {
		c := open(r, anyHistory(r, t))
		if c.l.State().Format() < 2 {
			r.Fatal("the generated ledgers are of format 1, in which each history numbers its pieces")
		}
		c.editions(4)
		labels, origins := map[string]string{}, map[string]string{}
		c.everywhere(func(number int, e *history.Entry) {
			count := map[string]int{}
			for _, o := range e.Outcomes {
				label, what := "", ""
				if p, ok := o.Payload.(events.PieceCreated); ok {
					label, what = p.Piece, "piece"
				}
				if p, ok := o.Payload.(events.LotDrawn); ok && len(p.Among) > 0 {
					label, what = p.Draw, "lot for "+p.Draw[:bytes.LastIndexByte([]byte(p.Draw), ':')]
				}
				if what == "" {
					continue
				}
				count[what]++
				origin := fmt.Sprintf("%s %d of %s", what, count[what], e.Place.Address())
				if have, known := labels[origin]; known && have != label {
					r.Errorf("edition %d calls %s %s, another calls it %s", number, origin, label, have)
				}
				if have, known := origins[label]; known && have != origin {
					r.Errorf("edition %d calls %s %s, which is %s in another", number, origin, label, have)
				}
				labels[origin], origins[label] = label, origin
			}
		})
	})
}

func TestAnAddressMeansTheSameEntryInEveryEditionThatHasIt(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := open(r, anyHistory(r, t))
		c.editions(4)
		type meaning struct{ event, input, at string }
		means := map[string]meaning{}
		seen := map[string]bool{}
		c.everywhere(func(number int, e *history.Entry) {
			one := fmt.Sprintf("%d: %s", number, e.Place.Address())
			if seen[one] {
				r.Errorf("edition %d has two entries %s", number, e.Place.Address())
			}
			seen[one] = true
			if e.Standing == history.Corrected {
				return // it is what somebody says it ought to have been
			}
			_, data, err := events.EncodePayload(e.Input.Payload)
			if err != nil {
				r.Fatal(err)
			}
			m := meaning{e.Input.ID.String(), string(data), e.Input.Recorded.String()}
			if have, known := means[e.Place.Address()]; known && have != m {
				r.Errorf("entry %s is %+v in edition %d, and %+v in another", e.Place.Address(), m, number, have)
			}
			means[e.Place.Address()] = m
		})
	})
}
