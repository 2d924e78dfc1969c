package outbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger/notice"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
)

// counted takes letters and remembers only how often each came.
type counted struct {
	times  map[string]int // by Message-ID
	refuse string         // an address that is refused for good
	kill   int            // the process is killed behind so many letters, each time; 0: never
	left   int
}

type killed struct{}

func (c *counted) Send(_ context.Context, l *Letter) error {
	if l.To == c.refuse {
		return &ReturnedError{Code: 550, Err: errors.New("550 no such user")}
	}
	c.times[l.ID]++
	if c.left--; c.kill > 0 && c.left <= 0 {
		c.left = c.kill
		panic(killed{})
	}
	return nil
}

func (c *counted) Close() error { return nil }

// passes enters a Pass of each side in turn, so many in all, and returns the head.
func passes(t *testing.T, g *place.Game, plays int) {
	t.Helper()
	l, err := g.Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range plays {
		side := notice.Awaited(l.State())[0]
		p := events.PlaySubmitted{Side: side, Text: "pass"}
		if res, err := l.Submit(t.Context(), p, l.Actor(p), l.Last().Add(time.Minute)); err != nil || res.Ruled().Verdict != aggregate.Accepted {
			t.Fatal(err, res.Ruled())
		}
	}
}

// fromNow has letters begin with what comes next.
func fromNow(t *testing.T, g *place.Game) {
	t.Helper()
	head, err := g.Events.Head(t.Context(), g.Name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := g.Posted(t.Context(), func(p *people.Posted) error { p.UpTo = uint64(head); return nil }); err != nil {
		t.Fatal(err)
	}
}

// TestYearsOfLettersLeaveLittleToRemember sends what two players hear of a long game, each entry two letters, while processes are killed again and again. Bob's mailbox is gone
// for good. With ADJUDICATE_DEEP set it is 100,000 letters.
func TestYearsOfLettersLeaveLittleToRemember(t *testing.T) {
	plays := 700
	if os.Getenv("ADJUDICATE_DEEP") != "" {
		plays = 50_000
	}
	g := season(t)
	fromNow(t, g)
	passes(t, g, plays)
	s := &counted{times: map[string]int{}, refuse: "bob@example.org", kill: 97, left: 97}
	now, most, run, kills := noon, 0, 0, 0
	o := Options{From: "umpire@example.org", Now: func() time.Time { return now }, Sender: s}
	returned := map[uint64]bool{}
	for done := false; !done; run++ {
		o.Holder = fmt.Sprint("run ", run)
		func() {
			defer func() {
				if p := recover(); p != nil {
					if p != (killed{}) {
						panic(p)
					}
					kills++
					now = now.Add(Lease)
				}
			}()
			v, err := Pass(t.Context(), g, o)
			if err != nil {
				t.Fatal(err)
			}
			done = v.Sent == 0
		}()
		p, err := g.Posted(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range p.Returned {
			returned[r.Sequence] = true
		}
		text, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		most = max(most, len(text))
	}
	if len(s.times) != plays || kills < plays/97-1 {
		t.Errorf("Ann got %d letters about %d plays, with %d kills", len(s.times), plays, kills)
	}
	again := 0
	for id, n := range s.times {
		if again += n - 1; n > 2 {
			t.Errorf("%s came %d times", id, n)
		}
	}
	if again != kills {
		t.Errorf("%d letters came again after %d kills", again, kills)
	}
	if most > 50*people.MostReturned+1000 {
		t.Errorf("%d bytes are remembered of %d letters", most, 2*plays)
	}
	p, err := g.Posted(t.Context(), nil)
	if err != nil || len(p.Sent)+len(p.Held) > 0 || len(p.Returned) != people.MostReturned {
		t.Fatalf("remembered: %d sent, %d held, %d returned, %v", len(p.Sent), len(p.Held), len(p.Returned), err)
	}
	if len(returned) != plays {
		t.Errorf("of %d letters to Bob %d were noted to be returned", plays, len(returned))
	}
	// The latest that were returned are tried again when that is asked for, and nothing else is.
	want := map[uint64]bool{}
	for _, r := range p.Returned {
		want[r.Sequence] = true
	}
	for sequence := range returned {
		if !want[sequence] && sequence > p.Returned[0].Sequence {
			t.Errorf("the letter about #%d is forgotten, and that about #%d is not", sequence, p.Returned[0].Sequence)
		}
	}
	s.refuse, s.kill, s.times = "", 0, map[string]int{}
	o.Again = true
	if v, err := Pass(t.Context(), g, o); err != nil || v.Sent != people.MostReturned || len(s.times) != v.Sent {
		t.Errorf("once more: %+v, %v", v, err)
	}
	if v, err := Pass(t.Context(), g, o); err != nil || v.Sent != 0 {
		t.Errorf("a third time: %+v, %v", v, err)
	}
}

// TestWhatWasHeldAndReturnedIsSentWhenAskedFor has the one letter of a day refused: when it is tried again all its entries are told.
func TestWhatWasHeldAndReturnedIsSentWhenAskedFor(t *testing.T) {
	g := season(t)
	fromNow(t, g)
	passes(t, g, 6)
	wished(t, g, people.Wish{Quiet: "11:00-13:00", Language: "en"})
	s := &counted{times: map[string]int{}, refuse: "ann@example.org"}
	now := noon
	o := Options{From: "umpire@example.org", Holder: "a", Now: func() time.Time { return now }, Sender: s}
	pass1(t, g, o)
	now = noon.Add(2 * time.Hour)
	v, err := Pass(t.Context(), g, o)
	if err != nil || len(v.Returned) != 1 {
		t.Fatalf("%+v, %v", v, err)
	}
	p, err := g.Posted(t.Context(), nil)
	if err != nil || len(p.Held)+len(p.Sent) > 0 || len(p.Returned) != 6 {
		t.Fatalf("%+v, %v", p, err)
	}
	s.refuse, o.Again = "", true
	if v, err := Pass(t.Context(), g, o); err != nil || v.Sent != 6 {
		t.Errorf("%+v, %v", v, err)
	}
	if p, err = g.Posted(t.Context(), nil); err != nil || len(p.Returned)+len(p.Sent) > 0 {
		t.Errorf("still remembered: %+v, %v", p, err)
	}
}

// TestAReminderThatWasReturnedIsTriedAgainWhileItsLimitRuns and is forgotten with it.
func TestAReminderThatWasReturnedIsTriedAgainWhileItsLimitRuns(t *testing.T) {
	g := season(t)
	l, err := g.Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Submit(t.Context(), events.StateAnnounced{}, "Ann", l.Last().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	limit, _ := l.State().Limit()
	fromNow(t, g)
	now := limit.Expires.Add(-time.Hour)
	s := &counted{times: map[string]int{}, refuse: "ann@example.org"}
	o := Options{From: "umpire@example.org", Holder: "a", Now: func() time.Time { return now }, Sender: s}
	type outcome struct{ Sent, Returned int }
	pass := func(name string, again bool, want outcome) {
		t.Helper()
		o.Again = again
		v, err := Pass(t.Context(), g, o)
		if got := (outcome{v.Sent, len(v.Returned)}); err != nil || got != want {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, want)
		}
	}
	pass("an hour before", false, outcome{0, 1})
	pass("without being asked for", false, outcome{0, 0})
	pass("when asked for", true, outcome{0, 1})
	s.refuse = ""
	pass("and nobody asks", false, outcome{0, 0})
	pass("when asked for once more", true, outcome{1, 0})
	pass("what was taken is not sent again", true, outcome{0, 0})
	now = limit.Expires
	pass("when the limit has expired", true, outcome{0, 0})
	if p, err := g.Posted(t.Context(), nil); err != nil || len(p.Sent)+len(p.Returned) != 0 {
		t.Errorf("still remembered: %+v, %v", p, err)
	}
}

// TestALetterOfWhichTheRestIsNotWantedAnyMoreIsForgotten kills a pass between two letters about an entry. Whoever was to get the second wishes none by then.
func TestALetterOfWhichTheRestIsNotWantedAnyMoreIsForgotten(t *testing.T) {
	g := season(t)
	fromNow(t, g)
	passes(t, g, 1)
	s := &counted{times: map[string]int{}}
	o := Options{From: "umpire@example.org", Holder: "a", Now: func() time.Time { return noon }, Sender: s}
	broken := errors.New("451 later")
	o.Sender = senderFunc(func(ctx context.Context, l *Letter) error {
		if len(s.times) > 0 {
			return broken
		}
		return s.Send(ctx, l)
	})
	if _, err := Pass(t.Context(), g, o); !errors.Is(err, broken) {
		t.Fatal(err)
	}
	p, err := g.Posted(t.Context(), nil)
	if err != nil || len(p.Sent) != 1 {
		t.Fatalf("%+v, %v", p, err)
	}
	for _, player := range []string{"Ann", "Bob"} {
		if _, err := g.Wish(t.Context(), player, func(w *people.Wish) { w.Off = true }); err != nil {
			t.Fatal(err)
		}
	}
	pass1(t, g, o)
	if p, err := g.Posted(t.Context(), nil); err != nil || len(p.Sent) > 0 {
		t.Errorf("still remembered: %+v, %v", p, err)
	}
}

type senderFunc func(context.Context, *Letter) error

func (f senderFunc) Send(ctx context.Context, l *Letter) error { return f(ctx, l) }
func (f senderFunc) Close() error                              { return nil }

// TestOfReturnedLettersTheLatestAreRemembered holds the list to its order and its length, whichever come.
func TestOfReturnedLettersTheLatestAreRemembered(t *testing.T) {
	var p people.Posted
	var want []people.Returned
	for n := range uint64(people.MostReturned + 20) {
		p.Return(people.Returned{Sequence: 2*n + 1, To: "Ann", Code: 550})
		want = append(want, people.Returned{Sequence: 2*n + 1, To: "Ann", Code: 550})
	}
	late := people.Returned{Sequence: want[len(want)-2].Sequence + 1, To: "Ann", Code: 554}
	p.Return(late)
	p.Return(people.Returned{Sequence: 2, To: "Ann", Code: 554}) // the oldest of all
	want = slices.Insert(want, len(want)-1, late)
	if diff := cmp.Diff(want[len(want)-people.MostReturned:], p.Returned); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	if strings.Count(fmt.Sprint(p.Returned), "554") != 1 {
		t.Error("an older one took the place of a later one")
	}
}
