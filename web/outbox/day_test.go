package outbox

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger/notice"
	"adjudicate/ledger/people"
	"adjudicate/web/rounds"
)

// TestADayOfLettersKeepsToWhatTheirReadersWish lets some days pass in rounds of ten minutes. Ann wants quiet from 22:00 to 07:00 in Berlin, which is 20:00 to 05:00
// UTC in October, and Bob one letter a day at 18:00 there, 16:00 UTC. Each play is told to both as they wish; who is to be reminded at night is reminded in the morning; and a
// game in which nothing is due is not looked at.
func TestADayOfLettersKeepsToWhatTheirReadersWish(t *testing.T) {
	t.Run("one process", func(t *testing.T) { dayOfLetters(t, false) })
	t.Run("each round by a process that goes on where the last one ended", func(t *testing.T) { dayOfLetters(t, true) })
}

func dayOfLetters(t *testing.T, again bool) {
	g := season(t)
	for player, wish := range map[string]people.Wish{
		"Ann": {Quiet: "22:00-07:00", Zone: "Europe/Berlin"},
		"Bob": {Digest: "18:00", Zone: "Europe/Berlin"},
	} {
		if _, err := g.Wish(t.Context(), player, func(w *people.Wish) { *w = wish }); err != nil {
			t.Fatal(err)
		}
	}
	l, err := g.Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Posted(t.Context(), func(p *people.Posted) error { p.UpTo = l.Head(); return nil }); err != nil {
		t.Fatal(err)
	}
	began := time.Date(1998, 10, 12, 0, 0, 0, 0, time.UTC)
	now, s := began, &mailServer{}
	type letter struct{ To, At string }
	var got []letter
	s.took = func(n int) error {
		got = append(got, letter{strings.TrimSuffix(s.to[n-1], "@example.org"), now.Format("02 15:04")})
		return nil
	}
	o := options(t, s.listen(t))
	o.Now = func() time.Time { return now }
	begin := func() *keeper {
		return &keeper{o: o, games: &rounds.Games{Store: g.Store, Now: o.Now, Again: passEvery, Kept: "mailed"}}
	}
	k := begin()
	entered := map[string]events.Payload{
		"12 03:00": events.PlaySubmitted{Side: "Red", Text: "pass"}, "12 12:00": events.PlaySubmitted{Side: "Blue", Text: "pass"},
		"12 17:50": events.PlaySubmitted{Side: "Red", Text: "pass"}, "12 23:30": events.PlaySubmitted{Side: "Blue", Text: "pass"}, "12 23:40": events.StateAnnounced{},
	}
	for ; now.Before(began.AddDate(0, 0, 5)); now = now.Add(10 * time.Minute) {
		if p := entered[now.Format("02 15:04")]; p != nil {
			if res, err := l.Submit(t.Context(), p, l.Actor(p), now); err != nil || res.Ruled().Verdict != aggregate.Accepted {
				t.Fatal(err, res.Ruled())
			}
		}
		if err := k.round(t.Context()); err != nil {
			t.Fatal(err)
		}
		if again {
			k.games.Keep(t.Context())
			k = begin()
		}
	}
	if err := k.round(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := []letter{
		{"ann", "12 05:00"}, {"ann", "12 12:00"}, {"bob", "12 16:00"}, {"ann", "12 17:50"}, {"ann", "13 05:00"}, {"bob", "13 16:00"},
	}
	// 1230.3: a limit runs, and Ann, whose turn it is, is reminded a day before it expires.
	limit, ok := l.State().Limit()
	if !ok || !slices.Equal(notice.Awaited(l.State()), []string{"Red"}) {
		t.Fatalf("limit %+v, awaited %v", limit, notice.Awaited(l.State()))
	}
	remind := limit.Expires.Add(-notice.Ahead)
	if h := remind.Hour(); h >= 20 || h < 5 {
		remind = time.Date(remind.Year(), remind.Month(), remind.Day()+h/20, 5, 0, 0, 0, time.UTC)
	} else {
		t.Errorf("the reminder at %v is not at night: the test says nothing of it", remind)
	}
	want = append(want, letter{"ann", remind.Format("02 15:04")})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("letters: want -, got +:\n%s", diff)
	}
	// Who played is told the ruling, and the other whose turn it is, unless that is over when it goes.
	for i, says := range [][2]bool{{true, false}, {false, true}, {true, false}, {true, false}, {false, true}, {true, false}} {
		text := unfolded(s.taken[i])
		if ruled, turn := strings.Contains(text, "Your play "), strings.Contains(text, "your turn"); ruled != says[0] || turn != says[1] {
			t.Errorf("the letter to %s on %s tells a ruling: %t, a turn: %t\n%s", got[i].To, got[i].At, ruled, turn, s.taken[i])
		}
	}
	if p, err := g.Posted(t.Context(), nil); err != nil || len(p.Held)+len(p.Sent) != 0 {
		t.Errorf("something is still noted: %+v, %v", p, err)
	}
	if k.games.Waits() != 0 {
		t.Error("a game in which nothing is due is looked at again")
	}
}
