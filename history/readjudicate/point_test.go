package readjudicate_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
)

func TestTheStatesAtAPointAreThoseOfTheTwoEditions(t *testing.T) {
	st, l := copied(t)
	head := l.Head()
	plan := readjudicate.Plan{Changes: []events.Change{
		insert(t, 700, events.InterpretationAdopted{Entry: "gess-adjacent", Reading: "no"}),
		{What: history.Void, Input: 745},
	}}
	adopt(t, l, plan)
	cat, err := history.Load(ctx, st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	differ := 0
	for _, point := range []uint64{1, 300, 699, 700, 744, 745, 746, 800, 1200, head} {
		for _, thorough := range []bool{false, true} {
			plan.Thorough = thorough
			c, err := become(t, plan, readjudicate.Options{Point: point})
			if err != nil {
				t.Fatal(err)
			}
			for number, got := range map[int]string{1: written(t, c.At.Before), 2: written(t, c.At.After)} {
				e, _ := cat.Edition(number)
				want, err := cat.StateAt(ctx, e, point)
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(unlabelled(written(t, want)), unlabelled(got)); d != "" {
					t.Errorf("edition %d at %d, thorough %t (-stored +run):\n%s", number, point, thorough, d)
				}
			}
			if written(t, c.At.Before) != written(t, c.At.After) {
				differ++
			}
		}
	}
	if differ == 0 {
		t.Error("the two are the same everywhere: nothing was compared")
	}
	var beyond *history.PointError
	if _, err := become(t, plan, readjudicate.Options{Point: head + 1}); !errors.As(err, &beyond) || beyond.Last != head {
		t.Errorf("beyond the end: %v", err)
	}
	if c, err := become(t, plan, readjudicate.Options{}); err != nil || c.At != nil {
		t.Errorf("without a point: %v, %v", c.At, err)
	}
}

func TestAnInsertionIsDatedBetweenItsNeighbours(t *testing.T) {
	st, l := copied(t)
	var before, play events.Envelope
	for _, e := range recorded(t, st) {
		if !events.IsInput(e.Type) {
			continue
		}
		if _, ok := e.Payload.(events.PlaySubmitted); ok && e.Sequence > 700 && e.Recorded.Sub(before.Recorded) > time.Hour {
			play = e
			break
		}
		before = e
	}
	late, soon := play.Recorded.Add(-time.Minute), before.Recorded.Add(time.Minute)
	gift := func(account string, at *time.Time) events.Change {
		c := insert(t, play.Sequence, events.TransactionRecorded{Account: account, Asset: "money", Amount: 2})
		c.At, c.Actor = at, "Odile"
		return c
	}
	// The second is dated by its neighbour, the third before the one that it follows.
	plan := readjudicate.Plan{Changes: []events.Change{gift("Bruno", &late), gift("Odile", nil), gift("Treasury", &soon)}}
	var run, read []time.Time
	if _, _, err := l.Adopt(ctx, plan, "", "Ursula", l.Last(), func(s *readjudicate.Step) error {
		if s.Standing == history.Inserted {
			run = append(run, s.Input.Recorded)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	cat, err := history.Load(ctx, st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range []uint64{0, play.Sequence} {
		read = nil
		for e, err := range cat.History(ctx, cat.Current(), history.Range{From: from}) {
			if err != nil {
				t.Fatal(err)
			}
			if e.Standing == history.Inserted {
				read = append(read, e.Input.Recorded)
				if e.Input.Actor != "Odile" {
					t.Errorf("it was made by %q", e.Input.Actor)
				}
			}
		}
		if d := cmp.Diff([]time.Time{late, late, late}, read); d != "" {
			t.Errorf("read from %d (-want +got):\n%s", from, d)
		}
	}
	if d := cmp.Diff([]time.Time{late, late, late}, run); d != "" {
		t.Errorf("judged (-want +got):\n%s", d)
	}
	change := cat.Current().Changes[1]
	if change.At == nil || !change.At.Equal(before.Recorded) {
		t.Errorf("an insertion that tells no moment is recorded as made at %v; the input before it came at %v", change.At, before.Recorded)
	}
}

// A move is an insertion at one point and a void at the other.
func TestAnEntryThatIsMovedStandsAtItsNewPointAlone(t *testing.T) {
	st, l := copied(t)
	var bought, earlier events.Envelope // a purchase and the play before it
	for _, e := range recorded(t, st) {
		switch p := e.Payload.(type) {
		case events.PlaySubmitted:
			earlier = e
		case events.PurchaseRequested:
			if p.Type == "Kamikaze" && earlier.Sequence != 0 && bought.Sequence == 0 {
				bought = e
			}
		}
		if bought.Sequence != 0 {
			break
		}
	}
	moved := insert(t, earlier.Sequence, bought.Payload)
	moved.Actor = bought.Actor
	adopt(t, l, readjudicate.Plan{Changes: []events.Change{moved, {What: history.Void, Input: bought.Sequence}}})
	cat, err := history.Load(ctx, st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	at := func(number int, before uint64) int {
		e, _ := cat.Edition(number)
		s, err := cat.Before(ctx, e, before)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for range s.PiecesOf(bought.Payload.(events.PurchaseRequested).Side) {
			n++
		}
		return n
	}
	if one, two := at(1, bought.Sequence), at(2, bought.Sequence); two != one+1 {
		t.Errorf("before the recorded purchase: %d pieces, moved %d", one, two)
	}
	if one, two := at(1, bought.Sequence+1), at(2, bought.Sequence+1); two != one {
		t.Errorf("after the recorded purchase: %d pieces, moved %d", one, two)
	}
	for e, err := range cat.History(ctx, cat.Current(), history.Range{}) {
		if err != nil {
			t.Fatal(err)
		}
		if e.Place.Input == bought.Sequence && e.Ruled().Verdict != "void" {
			t.Errorf("where it was recorded it is %s", e.Ruled().Verdict)
		}
		if e.Standing == history.Inserted && (e.Place.Input != earlier.Sequence || e.Input.Actor != bought.Actor || e.Ruled().Verdict != "accepted") {
			t.Errorf("put in at %d by %q: %s", e.Place.Input, e.Input.Actor, e.Ruled().Verdict)
		}
	}
}
