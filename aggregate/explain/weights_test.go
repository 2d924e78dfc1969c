package explain_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/aggregate/explain"
	"adjudicate/events"
)

// TestEveryPostedWeightIsTheSumOfItsPieces takes every posting of the sample season and adds
// up what the pieces of each side add.
func TestEveryPostedWeightIsTheSumOfItsPieces(t *testing.T) {
	postings, pieces := 0, 0
	playSeason(t, "../../fixtures/season/autumn.season", func(j *aggregate.Judge, in aggregate.Input, d aggregate.Decision) {
		for i, o := range d.Outcomes {
			posted, ok := o.Payload.(events.WeightsPosted)
			if !ok {
				continue
			}
			postings++
			var got []events.Weight
			for _, a := range explain.Weights(j.After(d.Outcomes[:i])) {
				sum := a.Sum()
				if !a.Weighs {
					sum = 0
				}
				if sum != a.Weight {
					t.Errorf("%s: the pieces of %s add up to %v, it weighs %v", in.ID, a.Side, sum, a.Weight)
				}
				got = append(got, events.Weight{Side: a.Side, Weight: sum})
				for k := range a.Pieces {
					pieces++
					checkAccount(t, in.ID, &a.Pieces[k])
				}
			}
			if diff := cmp.Diff(posted.Weights, got); diff != "" {
				t.Errorf("%s: posted and explained differ (-posted +explained):\n%s", in.ID, diff)
			}
		}
	})
	if postings < 150 || pieces < 3000 {
		t.Errorf("only %d postings with %d pieces", postings, pieces)
	}
}

// checkAccount works 1230.3 out again for one piece: value, mobility from the moves listed,
// 5 for attacking, 4 for defending.
func checkAccount(t *testing.T, where string, a *explain.PieceAccount) {
	t.Helper()
	least, greatest := 0, 0
	for i, m := range a.Moves {
		if i == 0 || m.Distance < least {
			least = m.Distance
		}
		greatest = max(greatest, m.Distance)
	}
	mobility := events.Whole(greatest)
	if len(a.Moves) > 0 && least > 1 && greatest-least <= 2 {
		mobility = events.Half(len(a.Moves))
	}
	adds := a.Value + mobility
	if len(a.Attacks) > 0 {
		adds += events.Whole(5)
	}
	if len(a.Defends) > 0 {
		adds += events.Whole(4)
	}
	if least != a.Least || greatest != a.Greatest || mobility != a.Mobility || adds != a.Adds {
		t.Errorf("%s: %s %s on %s: %d to %d, mobility %v, adds %v; by 1230.3 it is %d to %d, %v, %v",
			where, a.Type, a.ID, a.At, a.Least, a.Greatest, a.Mobility, a.Adds, least, greatest, mobility, adds)
	}
}
