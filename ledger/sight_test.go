package ledger_test

import (
	"context"
	"testing"
	"time"

	"adjudicate/events"
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
