package ledger_test

import (
	"context"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/history/readjudicate"
	"adjudicate/store/memory"
)

// What the author of a play could have seen is what had been recorded when they sent it.
func TestWhatTheAuthorOfAPlayCouldSee(t *testing.T) {
	ctx := context.Background()
	l := bishop(t, memory.New())
	side, last, head := l.State().ToPlay(), l.Last(), l.Head()
	if _, err := l.Submit(ctx, events.StateAnnounced{}, "Ursula", last.Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		sent time.Time
		want uint64
	}{
		{last.Add(time.Minute), head},
		{last.Add(time.Hour), l.Head()},
		{time.Time{}, l.Head()},
		{last.Add(-100 * 24 * time.Hour), 0},
	} {
		p := events.PlaySubmitted{Side: side, Text: "pass"}
		if !tt.sent.IsZero() {
			p.Sent = &tt.sent
		}
		got, err := l.WithSight(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		if play := got.(events.PlaySubmitted); play.Seen != tt.want || (play.Edition == 1) != (tt.want != 0) {
			t.Errorf("sent %v: could see %d of edition %d, want %d", tt.sent, play.Seen, play.Edition, tt.want)
		}
	}
}

// A ledger that has once asked which edition is current knows when another one is adopted.
func TestAPlaySaysTheEditionThatWasCurrentWhenItsAuthorSawTheGame(t *testing.T) {
	ctx := context.Background()
	l := bishop(t, memory.New())
	seen := func(sent time.Time) (at uint64, edition int) {
		t.Helper()
		p := events.PlaySubmitted{Side: l.State().ToPlay(), Text: "pass"}
		if !sent.IsZero() {
			p.Sent = &sent
		}
		got, err := l.WithSight(ctx, p)
		if err != nil {
			t.Fatal(err)
		}
		return got.(events.PlaySubmitted).Seen, got.(events.PlaySubmitted).Edition
	}
	for n, plan := range []readjudicate.Plan{{Changes: []events.Change{void(163)}}, {Base: 1}, {Base: 2}} {
		edition := n + 1
		before := l.Last()
		for range 2 { // the second time it is known
			if at, is := seen(time.Time{}); at != l.Head() || is != edition {
				t.Errorf("saw %d of edition %d, expected %d of edition %d", at, is, l.Head(), edition)
			}
		}
		if _, _, err := l.Adopt(ctx, plan, "", "Ursula", before.Add(time.Hour), nil); err != nil {
			t.Fatal(err)
		}
		if at, is := seen(before); at >= l.Head() || is != edition {
			t.Errorf("sent before the adoption: saw %d of edition %d, expected edition %d", at, is, edition)
		}
	}
}
