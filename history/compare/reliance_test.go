package compare

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
)

// A play that falls because an earlier one fell was made in reliance on it if its author could have seen that one
// stand: not if they had sent it before, and nobody knows where it was not recorded.
func TestPlaysMadeInReliance(t *testing.T) {
	input := func(at uint64, seen uint64, from *Input) *Input {
		return &Input{From: from, Point: at, Standing: history.Recorded, Differs: "verdict", Before: &Ruling{Verdict: aggregate.Accepted}, After: &Ruling{Verdict: aggregate.Rejected},
			seen: sightOf(events.PlaySubmitted{Side: "Blue", Text: "pass", Seen: seen, Edition: int(min(seen, 1))}), Cause: Cause{Kind: ByBoard}}
	}
	first := input(10, 9, nil)
	later := input(30, 9, first)
	stood := input(50, 49, first)
	stood.After.Verdict = aggregate.Stands
	r := &Report{Inputs: []*Input{first, input(20, 15, first), later, input(40, 0, later), stood}}
	r.rely()
	want := []Relied{{Input: 20, On: 10, Seen: 15, Edition: 1, Could: true}, {Input: 30, On: 10, Seen: 9, Edition: 1}, {Input: 40, On: 10}}
	if d := cmp.Diff(want, r.Relied); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
