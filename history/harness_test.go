package history_test

import (
	"context"
	"crypto/rand"
	"sync"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
)

const name = "bishop"

var ctx = context.Background()

func options() ledger.Options { return ledger.Options{Engine: "test 1", Entropy: rand.Reader} }

// game is a ledger with the inputs of the story of the Bishop on f1.
type game struct {
	t  testing.TB
	st *memory.Store
	l  *ledger.Ledger
}

func bishop(t testing.TB) *game {
	t.Helper()
	g := &game{t: t, st: memory.New()}
	var err error
	if g.l, err = played.Into(g.st, name, "../fixtures/season/bishop.season", options()); err != nil {
		t.Fatal(err)
	}
	return g
}

// find returns the sequence of the play of a text.
func (g *game) find(text string) uint64 {
	g.t.Helper()
	for _, e := range g.stream() {
		if p, ok := e.Payload.(events.PlaySubmitted); ok && p.Text == text {
			return e.Sequence
		}
	}
	g.t.Fatalf("nobody played %s", text)
	return 0
}

// stream is every event of the ledger.
func (g *game) stream() []events.Envelope {
	g.t.Helper()
	var list []events.Envelope
	for e, err := range ledger.Events(ctx, g.st, name, 1) {
		if err != nil {
			g.t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

func (g *game) play(side, text string) {
	g.t.Helper()
	if _, err := g.l.Submit(ctx, events.PlaySubmitted{Side: side, Text: text}, "Ursula", g.l.Last().Add(time.Hour)); err != nil {
		g.t.Fatal(err)
	}
}

func (g *game) adopt(plan readjudicate.Plan) {
	g.t.Helper()
	if _, _, err := g.l.Adopt(ctx, plan, "", "Judith", g.l.Last().Add(time.Hour), nil); err != nil {
		g.t.Fatal(err)
	}
}

func (g *game) catalogue(known uint64) *history.Catalogue {
	g.t.Helper()
	c, err := history.Load(ctx, g.st, name, known)
	if err != nil {
		g.t.Fatal(err)
	}
	return c
}

func change(t testing.TB, what string, at uint64, p events.Payload) events.Change {
	t.Helper()
	wire, data, err := events.EncodePayload(p)
	if err != nil {
		t.Fatal(err)
	}
	return events.Change{What: what, Input: at, Type: wire, Payload: data}
}

// strictly puts the reading under which the Placement of the Bishop is illegal in force
// before a point.
func strictly(t testing.TB, at uint64) events.Change {
	return change(t, history.Insert, at, events.InterpretationAdopted{Entry: "section-6-piece", Reading: "counts"})
}

// fiveEditions is the story with two lines of editions: 3 from 2 from 1, 4 from 1, and 5
// that takes back from 3 what 2 had put in. The game goes on in between.
func fiveEditions(t testing.TB) *game {
	t.Helper()
	g := &game{t: t, st: memory.New()}
	list := five()
	if _, err := g.st.Append(ctx, name, store.NoStream, list); err != nil {
		t.Fatal(err)
	}
	var err error
	if g.l, err = ledger.Open(ctx, g.st, name, options()); err != nil {
		t.Fatal(err)
	}
	return g
}

// five is written once and read by many.
var five = sync.OnceValue(func() []store.Event {
	t := new(testing.T)
	g := bishop(t)
	g.adopt(readjudicate.Plan{Changes: []events.Change{
		strictly(t, g.find("B@f1")),
		{What: history.Void, Input: g.find("Rs12-s10")},
		change(t, history.Insert, g.find("Ba6-c8"), events.PlaySubmitted{Side: "Blue", Text: "Rs12-r12"}),
	}})
	g.play("Red", "Rh7-h8")
	g.play("Blue", "Rr12-r11")
	g.adopt(readjudicate.Plan{Changes: []events.Change{change(t, history.Correct, g.find("R@s12"), events.PlaySubmitted{Side: "Blue", Text: "R@s13"})}})
	g.play("Red", "Rh8-h9")
	g.play("Blue", "Rs13-s14")
	g.adopt(readjudicate.Plan{Base: 1, Changes: []events.Change{{What: history.Void, Input: g.find("Ba6-c8")}}})
	g.play("Red", "Bc8-d9")
	g.play("Red", "Rh7-h8")
	g.adopt(readjudicate.Plan{Base: 3, Withdraw: []string{"2.1", "2.3"}})
	g.play("Red", "Rh8-h9")
	g.play("Blue", "Pass")
	var list []store.Event
	for rec, err := range g.st.Read(ctx, name, 1) {
		if err != nil {
			panic(err)
		}
		list = append(list, rec.Event)
	}
	return list
})

func written(t testing.TB, s *aggregate.State) string {
	t.Helper()
	text, err := s.Snapshot(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// note puts something aside that need not make sense.
func (g *game) note(kind string, at uint64, data string) {
	g.t.Helper()
	if err := g.st.Keep(ctx, store.Note{Stream: name, Kind: kind, At: store.Revision(at), Data: []byte(data)}); err != nil {
		g.t.Fatal(err)
	}
}
