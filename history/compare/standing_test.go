package compare_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"
)

// Every part of two states is compared: a difference that no list shows would be told as none.
func TestWhateverDiffersIsTold(t *testing.T) {
	begin := func(more ...events.Payload) *aggregate.State {
		s := aggregate.NewState()
		for _, p := range append([]events.Payload{events.SideEntered{Side: "Red", Player: "Ann"}, events.PlayerKnown{Player: "Ann", Status: aggregate.StatusActive}}, more...) {
			s.Apply(p)
		}
		return s
	}
	for _, c := range []struct {
		about string
		more  events.Payload
		want  compare.Pair[string]
	}{
		{"warmth", events.SideAttributeSet{Attribute: "warm", Side: "Red", On: true}, compare.Pair[string]{Name: "Red, warm", After: "yes"}},
		{"a side that is away", events.SideAttributeSet{Attribute: "away", On: true, Side: "Red"}, compare.Pair[string]{Name: "Red, away", After: "yes"}},
		{"a vacation", events.PlayerKnown{Player: "Ann", Status: aggregate.StatusVacation}, compare.Pair[string]{Name: "player Ann", Before: "active", After: "vacation"}},
		{"the office", events.OfficeHeld{Office: "umpire", Player: "Ann"}, compare.Pair[string]{Name: "umpire", After: "Ann"}},
		{"who plays next", events.TurnPromised{Side: "Red"}, compare.Pair[string]{Name: "promised the next turn", After: "Red"}},
	} {
		t.Run(c.about, func(t *testing.T) {
			d, err := compare.States(begin(), begin(c.more))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]compare.Pair[string]{c.want}, d.Status); diff != "" || d.Same {
				t.Errorf("same: %t (-want +got):\n%s", d.Same, diff)
			}
		})
	}
}

// A side may let another one play before the next of the list (encore.yaml §2). The play behind that is the same play of the same side on the same list in both histories,
// and ends the turn: where the side never gave way, the next of the list plays, and what the play does differs for no other reason.
func TestAPlayAfterWhichAnotherPlaysRestsOnWhoWasPromisedTheTurn(t *testing.T) {
	st, ctx := another(t), context.Background()
	l, err := ledger.Open(ctx, st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	submit := func(p events.Payload, actor string) uint64 {
		t.Helper()
		res, err := l.Submit(ctx, p, actor, l.Last().Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		if r, _ := res.Outcomes[0].Payload.(events.Ruled); r.Verdict != aggregate.Accepted {
			t.Fatalf("%+v: %+v", p, r)
		}
		return res.Input.Sequence
	}
	encore := amended(t, 2, "../../systems/partychess/amendments/encore.yaml")
	p, err := events.DecodePayload(encore.Type, encore.Payload)
	if err != nil {
		t.Fatal(err)
	}
	rule := p.(events.RuleAmended)
	submit(events.RuleEnacted(rule), "Odile")
	order := l.State().Order()
	side, other := order[0], order[len(order)-1]
	if len(order) < 3 || l.State().ToPlay() != side {
		t.Fatalf("%s is to play of %v: expected the first of three or more", l.State().ToPlay(), order)
	}
	player := func(name string) string { s, _ := l.State().Side(name); return s.Player }
	gave := submit(events.PowerUsed{Power: "give-way", Player: player(side), Side: side, On: other}, player(side))
	play := submit(events.PlaySubmitted{Side: side, Text: "pass"}, player(side))
	if to := l.State().ToPlay(); to != other {
		t.Fatalf("%s plays: expected %s", to, other)
	}
	r := candidate(t, st, readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: gave}}})
	in := input(t, r, play)
	if c := in.Cause; c.Kind != compare.ByBoard || !c.Next || c.Turn || !slices.Equal(c.Inputs, []uint64{gave}) {
		t.Errorf("the play differs by %+v: expected who plays next since #%d", c, gave)
	}
	if r.End.ToPlay != (compare.Pair[string]{Before: other, After: order[1]}) {
		t.Errorf("to play: %+v", r.End.ToPlay)
	}
}
