package readjudicate_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"
	"adjudicate/store"
)

// A year mistyped in the announcement of 4 October: Red's limit seemed to have expired, and its play
// came at the moment of that slip.
const mistyped = `
on 1998-10-03
10:00 announce
on 2062-10-04
10:00 announce
10:00 Red: pass
`

// dated is a correction of a moment alone.
func dated(t *testing.T, input uint64, moment string, p events.Payload) events.Change {
	t.Helper()
	c := insertion(t, input, moment, p)
	c.What, c.Actor = history.Correct, ""
	return c
}

func slips(t *testing.T, st store.Store) (announced, played uint64) {
	t.Helper()
	for e, err := range ledger.Events(context.Background(), st, "due", 1) {
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case e.Recorded.Year() == 2062 && e.Type == "state-announced.v1":
			announced = e.Sequence
		case e.Type == "play-submitted.v1":
			played = e.Sequence
		}
	}
	if announced == 0 || played == 0 {
		t.Fatal("the slip is not recorded")
	}
	return announced, played
}

// The limit of Red runs from 3 October for three days (1230.2 §4): in 2062 it was over, on the 4th and
// the 5th it is not.
func TestCorrectedMomentsDecideWhatIsDue(t *testing.T) {
	tests := []struct {
		name         string
		announcement string // "": it is voided
		play         string
		how          string // Red's last play
	}{
		{"both in time", "1998-10-04T10:00:00Z", "1998-10-05T10:00:00Z", aggregate.HowSubmitted},
		{"the announcement void, the play in time", "", "1998-10-06T09:59:59Z", aggregate.HowSubmitted},
		{"the play too late", "1998-10-04T10:00:00Z", "1998-10-07T10:00:00Z", aggregate.HowDefault},
		{"both too late", "1998-10-06T10:00:00Z", "1998-10-06T10:00:00Z", aggregate.HowDefault},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			st, l := kept(t, mistyped)
			announced, played := slips(t, st)
			plan := readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: announced}}}
			if tt.announcement != "" {
				plan.Changes[0] = dated(t, announced, tt.announcement, events.StateAnnounced{})
			}
			plan.Changes = append(plan.Changes, dated(t, played, tt.play, events.PlaySubmitted{Side: "Red", Text: "pass"}))
			c := adopted(t, st, l, plan)
			if side, _ := c.After.Side("Red"); side.Last.How != tt.how {
				t.Errorf("the last play of Red is %+v, want %s", side.Last, tt.how)
			}
			// What comes next begins from there, and without the corrections everything is as recorded.
			back := adopted(t, st, l, readjudicate.Plan{Withdraw: []string{"*"}})
			if side, _ := back.After.Side("Red"); side.Last.How != aggregate.HowDefault {
				t.Errorf("with all changes withdrawn the last play of Red is %+v", side.Last)
			}
		})
	}
}

// What was recorded as due can be voided together with the entry by which it was.
func TestWhatAVoidEntryMadeDueNeverHappened(t *testing.T) {
	st, l := kept(t, strings.TrimSuffix(mistyped, "10:00 Red: pass\n"))
	var tick, announced uint64
	for e, err := range ledger.Events(context.Background(), st, "due", 1) {
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case e.Type == "time-passed.v1":
			tick = e.Sequence
		case e.Recorded.Year() == 2062 && events.IsInput(e.Type):
			announced = e.Sequence
		}
	}
	for _, inputs := range [][]uint64{{announced}, {tick, announced}, {announced, tick}} {
		var plan readjudicate.Plan
		for _, n := range inputs {
			plan.Changes = append(plan.Changes, events.Change{What: history.Void, Input: n})
		}
		c := adopted(t, st, l, plan)
		side, _ := c.After.Side("Red")
		limit, running := c.After.Limit()
		if side.Last.How != "" || !running || limit.Side != "Red" {
			t.Errorf("void %d: the last play of Red is %+v, the limit %+v", inputs, side.Last, limit)
		}
		adopted(t, st, l, readjudicate.Plan{Withdraw: []string{"*"}})
	}
}

func TestCorrectedMomentsKeepTheOrderOfEntries(t *testing.T) {
	st, l := kept(t, mistyped)
	announced, played := slips(t, st)
	play := func(moment string) events.Change {
		return dated(t, played, moment, events.PlaySubmitted{Side: "Red", Text: "pass"})
	}
	tests := []struct {
		name    string
		changes []events.Change
		want    string
	}{
		{"the entry before it is not corrected", []events.Change{play("1998-10-05T10:00:00Z")}, "before the preceding one, 2062-10-04T10:00:00Z"},
		{"the two exchanged", []events.Change{dated(t, announced, "1998-10-05T10:00:00Z", events.StateAnnounced{}), play("1998-10-04T10:00:00Z")},
			"is dated 1998-10-04T10:00:00Z, before the preceding one, 1998-10-05T10:00:00Z"},
		{"before the entries before both", []events.Change{dated(t, announced, "1998-10-01T10:00:00Z", events.StateAnnounced{})}, "before the preceding one, 1998-10-03T10:00:00Z"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var refused *readjudicate.ChangeError
			_, _, err := l.Adopt(context.Background(), readjudicate.Plan{Changes: tt.changes}, "", "Ursula", l.Last(), nil)
			if !errors.As(err, &refused) || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("found %v, want %q", err, tt.want)
			}
		})
	}
	if v, err := ledger.Verify(context.Background(), st, "due", ledger.Options{Engine: "test"}); err != nil || len(v.Differences) > 0 {
		t.Errorf("verify finds %+v, %v", v, err)
	}
}

// With the slip corrected the clock goes on from the last entry of the edition.
func TestAnEditionThatCorrectsMomentsSetsTheClockBack(t *testing.T) {
	ctx := context.Background()
	st, l := kept(t, mistyped)
	announced, played := slips(t, st)
	plan := readjudicate.Plan{Changes: []events.Change{
		dated(t, announced, "1998-10-04T10:00:00Z", events.StateAnnounced{}),
		dated(t, played, "1998-10-05T10:00:00Z", events.PlaySubmitted{Side: "Red", Text: "pass"}),
	}}
	noon := time.Date(1998, 10, 5, 12, 0, 0, 0, time.UTC)
	var backwards *ledger.TimeError
	if _, _, err := l.Adopt(ctx, readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: played}}}, "", "Ursula", noon, nil); !errors.As(err, &backwards) {
		t.Errorf("an edition that corrects no moment: %v", err)
	}
	if _, _, err := l.Adopt(ctx, plan, "", "Ursula", noon.Add(-3*time.Hour), nil); !errors.As(err, &backwards) {
		t.Errorf("before its last entry: %v", err)
	}
	if _, _, err := l.Adopt(ctx, plan, "a mistyped year", "Ursula", noon, nil); err != nil {
		t.Fatal(err)
	}
	for range 2 { // as it stands, and opened again
		if _, err := l.Submit(ctx, events.StateAnnounced{}, "Ursula", noon.Add(-time.Second)); !errors.As(err, &backwards) {
			t.Errorf("before the adoption: %v", err)
		}
		var err error
		if l, err = ledger.Open(ctx, st, "due", ledger.Options{Engine: "test"}); err != nil {
			t.Fatal(err)
		}
	}
	res, err := l.Submit(ctx, events.PlaySubmitted{Side: "Blue", Text: "pass"}, "Bob", noon.Add(time.Hour))
	if err != nil || res.Ruled().Verdict != aggregate.Accepted {
		t.Fatalf("%+v, %v", res.Ruled(), err)
	}
	if v, err := ledger.Verify(ctx, st, "due", ledger.Options{Engine: "test"}); err != nil || len(v.Differences) > 0 {
		t.Errorf("verify finds %+v, %v", v, err)
	}
}
