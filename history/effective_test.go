package history_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/store/memory"
)

// tea is a game with a Free For All, kept in London. Its entries, each an hour before what clocks there show until 25 October at 01:00 UTC, when they go
// back: #N is found by what was entered.
const tea = `season 1
on 1998-10-05
09:00 game "Court of Tea" system partychess seed 00000000000000000000000000000000000000000000000000000000000000c0 zone Europe/London
rulebook partychess
09:05 player Ann
player Bob
player Uma
umpire Uma
swingership Red swinger Ann nap
swingership Blue swinger Bob party
account Bob money +40
draft Red: Rook, Camel, Bishop, Pawn, Loyalist
draft Blue: Rook, Camel, Bishop, Pawn, Zombie
10:00 start
12:00 Red: K@c3
13:00 Blue: K@r3
on 1998-10-20
09:00 buy Zombie for Blue paid by Bob
on 1998-10-25
00:30 Red: Kc3-c4; R@h10
01:30 Blue: pass
on 1998-10-26
12:00 Red: Rh10-h6
on 1998-11-20
09:00 free-for-all 5 days
on 1998-11-24
12:00 Red: Rh6-h8
13:00 Blue: Kr3-r4
on 1998-12-01
10:00 tick
`

// A teaGame is that season, in which entries are named by what was entered.
type teaGame struct {
	t  *testing.T
	st *memory.Store
	l  *ledger.Ledger
	at map[string]uint64
}

func newTea(t *testing.T) *teaGame {
	t.Helper()
	file := filepath.Join(t.TempDir(), "tea.season")
	if err := os.WriteFile(file, []byte(tea), 0o666); err != nil {
		t.Fatal(err)
	}
	g := &teaGame{t: t, st: memory.New(), at: map[string]uint64{}}
	var err error
	if g.l, err = played.Into(g.st, "tea", file, ledger.Options{Engine: "test 1"}); err != nil {
		t.Fatal(err)
	}
	for e, err := range history.Stream(t.Context(), g.st, "tea", 1) {
		if err != nil {
			t.Fatal(err)
		}
		switch p := e.Payload.(type) {
		case events.PlaySubmitted:
			g.at[p.Side+": "+p.Text] = e.Sequence
		case events.PurchaseRequested:
			g.at["buy"] = e.Sequence
		case events.StageAnnounced:
			g.at["free-for-all"] = e.Sequence
		case events.StageSet:
			g.at[p.State] = e.Sequence - 2 // of its input, behind which the ruling stands
		}
	}
	return g
}

func (g *teaGame) adopt(changes ...events.Change) {
	g.t.Helper()
	if _, _, err := g.l.Adopt(g.t.Context(), readjudicate.Plan{Changes: changes}, "", "Uma", g.l.Last().Add(time.Hour), nil); err != nil {
		g.t.Fatal(err)
	}
}

func (g *teaGame) point(flag, text string, now time.Time, w history.Where) string {
	g.t.Helper()
	at, err := history.PointNamed(g.t.Context(), g.st, "tea", flag, text, now, w)
	if err != nil {
		return err.Error()
	}
	return at
}

// entry is the entry of a view that a point lies in: its address.
func (g *teaGame) entry(point string, w history.Where) string {
	g.t.Helper()
	w.AsOf = point
	v, err := history.Look(g.t.Context(), g.st, "tea", w)
	if err != nil {
		return err.Error()
	}
	if v.Last != "" {
		return v.Last
	}
	at, _, err := v.Catalogue.EntryAt(g.t.Context(), v.UpTo)
	if err != nil {
		return err.Error()
	}
	return at.Address()
}

func insert(at uint64, when time.Time, p events.Payload) events.Change {
	wire, data, err := events.EncodePayload(p)
	if err != nil {
		panic(err)
	}
	return events.Change{What: history.Insert, Input: at, At: &when, Type: wire, Payload: data, Actor: "Uma"}
}

func correct(at uint64, when time.Time, p events.Payload) events.Change {
	c := insert(at, when, p)
	c.What = history.Correct
	return c
}

func utc(text string) time.Time {
	t, err := time.Parse("2006-01-02 15:04", text)
	if err != nil {
		panic(err)
	}
	return t
}

// An edition puts in a purchase of 8 October and one of 21 October, moves the Move of the 26th to the 25th, and takes back Blue's last play. What it
// has by a day of the game is told by its own moments; what was recorded by then is another question, and edition 1 another history.
func TestADayOfTheGameHasWhatTheHistoryHasThen(t *testing.T) {
	g := newTea(t)
	now := utc("1998-12-03 10:00")
	pawn := events.PurchaseRequested{Side: "Blue", Type: "Pawn", Buyer: "Bob"}
	g.adopt(insert(g.at["buy"], utc("1998-10-08 09:00"), events.TransactionRecorded{Account: "Bob", Asset: "money", Amount: 2 * 7}),
		insert(g.at["Red: Kc3-c4; R@h10"], utc("1998-10-21 10:00"), pawn),
		correct(g.at["Red: Rh10-h6"], utc("1998-10-25 02:00"), events.PlaySubmitted{Side: "Red", Text: "Rh10-h6"}),
		events.Change{What: history.Void, Input: g.at["Blue: Kr3-r4"]})
	two := history.Where{}
	v, err := history.Look(t.Context(), g.st, "tea", two)
	if err != nil {
		t.Fatal(err)
	}
	marks, err := v.Marks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if m := marks[history.Place{Input: g.at["Red: Rh10-h6"]}]; len(m) != 1 || !m[0].Entered.Equal(utc("1998-10-26 12:00")) {
		t.Errorf("the move of the 26th is marked %+v", m)
	}
	one := history.Where{Edition: 1}
	n := func(name string) string { return history.Place{Input: g.at[name]}.Address() }
	for _, tt := range []struct {
		flag, text string
		w          history.Where
		want       string
	}{
		{"as-of", "1998-10-08", two, "2.1"},
		{"as-of", "1998-10-07", two, n("Blue: K@r3")},
		{"as-of", "1998-10-20", two, n("buy")},
		{"as-of", "1998-10-21", two, "2.2"},
		{"as-of", "1998-10-25", two, n("Red: Rh10-h6")},
		{"as-of", "1998-10-25T01:45", two, ""}, // twice on that day
		{"as-of", "1998-10-08", one, n("Blue: K@r3")},
		{"as-of", "1998-10-25", one, n("Blue: pass")},
		{"as-of", "one play ago", two, n("running")},     // before Red's Rook went to h8: Blue's play never happened
		{"as-of", "one play ago", one, n("Red: Rh6-h8")}, //
		{"as-of", "2 plays ago", two, n("Blue: pass")},   // Rh10-h6 stands behind the pass
		{"as-of", "before the Free For All", two, n("free-for-all")},
		{"as-of", "before the Free For All", one, n("free-for-all")},
		{"as-of", "before #" + n("buy"), two, "2.1"}, // which stands just before it
		{"as-of", "before #" + n("buy"), one, n("Blue: K@r3")},
		{"since", "1998-10-08", two, "2.1"},
		{"since", "1998-10-09", two, n("buy")},
		{"since", "1998-10-21", two, "2.2"},
		{"since", "1998-10-22", two, n("Red: Kc3-c4; R@h10")},
		{"since", "before the Free For All", two, n("running")},
		{"since", "one play ago", two, n("Red: Rh6-h8")},
		{"until", "1998-10-19", two, "2.1"},
	} {
		got := g.point(tt.flag, tt.text, now, tt.w)
		if tt.want == "" {
			if !strings.Contains(got, "it may mean 1998-10-25T01:45:00+01:00 or 1998-10-25T01:45:00Z") {
				t.Errorf("--%s %q means %s", tt.flag, tt.text, got)
			}
			continue
		}
		if at := g.entry(got, tt.w); at != tt.want {
			t.Errorf("--%s %q in edition %d means %s, in %s, want %s", tt.flag, tt.text, tt.w.Edition, got, at, tt.want)
		}
	}
	if got := g.point("at", "before the Free For All", now, two); g.entry(got, one) != n("free-for-all") {
		t.Errorf("it had been recorded up to %s when the Free For All began", got)
	}
}

// What was known in October knows nothing of December: "a play ago" is then the one before.
func TestAPointOfTheGameIsOneOfWhatIsKnown(t *testing.T) {
	g := newTea(t)
	now := utc("1998-12-03 10:00")
	known := history.Where{Known: g.at["Red: Rh10-h6"] - 1}
	if got := g.entry(g.point("as-of", "one play ago", now, known), known); got != (history.Place{Input: g.at["Red: Kc3-c4; R@h10"]}).Address() {
		t.Errorf("a play ago was %s", got)
	}
	if got := g.point("as-of", "before the Free For All", now, known); !strings.Contains(got, "there is no such entry") {
		t.Errorf("before the Free For All is %s in October", got)
	}
	texts := map[string]string{"as-of": "one play ago", "known-at": "1998-10-25"}
	points, err := history.ReadPoints(texts, func() (time.Time, error) { return now, nil }, func(flag, text string, now time.Time, w history.Where) (string, error) {
		return history.PointNamed(context.Background(), g.st, "tea", flag, text, now, w)
	})
	w := history.Where{Known: known.Known}
	if err != nil || g.entry(points["as-of"], w) != (history.Place{Input: g.at["Red: Kc3-c4; R@h10"]}).Address() {
		t.Errorf("read as %v (%v)", points, err)
	}
}

// Days and times of day by clocks that go back and forward. In London they showed 1:00 to 2:00 twice on 25 October 1998 and skipped it on 28 March 1999; in
// São Paulo 4 November 2018 began at one.
func TestClocksThatGoBackAndForward(t *testing.T) {
	london, err := time.LoadLocation("Europe/London")
	if err != nil {
		t.Fatal(err)
	}
	saoPaulo, err := time.LoadLocation("America/Sao_Paulo")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		text  string
		now   time.Time
		zone  *time.Location
		until string // in UTC
	}{
		{"1998-10-25T00:59", utc("1999-06-01 00:00"), london, "1998-10-24 23:59"},
		{"1998-10-25T02:00", utc("1999-06-01 00:00"), london, "1998-10-25 02:00"},
		{"1998-10-25T01:30", utc("1999-06-01 00:00"), london, "it may mean 1998-10-25T01:30:00+01:00 or 1998-10-25T01:30:00Z"},
		{"half past", utc("1999-06-01 00:00"), london, "expected"},
		{"1:30 on 25 October 1998", utc("1999-06-01 00:00"), london, "it may mean 1998-10-25T01:30:00+01:00 or 1998-10-25T01:30:00Z"},
		{"1999-03-28T01:30", utc("1999-06-01 00:00"), london, "clocks in Europe/London never show it: they went forward at 1999-03-28T01:00:00Z"},
		{"1.30 am on 28 March 1999", utc("1999-06-01 00:00"), london, "never show it"},
		{"yesterday", utc("1998-10-26 00:30"), london, "1998-10-25 23:59"},
		{"yesterday", utc("1998-10-24 23:30"), london, "1998-10-24 22:59"}, // it is the 25th there
		{"1 day ago", utc("1998-10-25 12:00"), london, "1998-10-24 11:00"}, // noon both times
		{"a week ago", utc("1999-03-30 12:00"), london, "1999-03-23 13:00"},
		{"24 hours ago", utc("1998-10-25 12:00"), london, "1998-10-24 12:00"},
		{"a month ago", utc("1999-03-31 12:00"), london, "1999-02-28 13:00"},
		{"a year ago", utc("2000-02-29 12:00"), london, "1999-02-28 12:00"},
		{"4 November 2018", utc("2018-11-20 12:00"), saoPaulo, "2018-11-05 01:59"},
		{"3 November 2018", utc("2018-11-20 12:00"), saoPaulo, "2018-11-04 02:59"},
		{"yesterday", utc("2018-11-04 12:00"), saoPaulo, "2018-11-04 02:59"},
		{"today", utc("2018-11-04 12:00"), saoPaulo, "2018-11-05 01:59"},
		{"before 4 November 2018", utc("2018-11-20 12:00"), saoPaulo, "2018-11-04 02:59"},
	} {
		got, err := history.Until(tt.text, tt.now, tt.zone)
		switch {
		case err != nil && strings.Contains(err.Error(), tt.until):
		case err != nil || got.UTC().Format("2006-01-02 15:04") != tt.until:
			t.Errorf("%q at %s in %s is until %s, want %s (%v)", tt.text, tt.now, tt.zone, got.UTC(), tt.until, err)
		}
	}
}
