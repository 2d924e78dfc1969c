package history_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/store"
)

// seenThere is all that a view tells of its end: the state, the last entry with its marks and the states around it.
func seenThere(t *testing.T, v *history.View, err error) string {
	t.Helper()
	if err != nil {
		return err.Error()
	}
	s, err := v.State(ctx)
	if err != nil {
		t.Fatal(err)
	}
	seen, err := v.Entry(ctx, v.Place())
	if err != nil || seen == nil {
		return fmt.Sprintf("%s %v %v", brief(t, s), seen, err)
	}
	return fmt.Sprintf("%s %v %s %s %+v %+v %d", brief(t, s), seen.Act, brief(t, seen.Before), brief(t, seen.After), seen.Address, seen.Marks, seen.Edition.Number)
}

// lastThere is what seenThere is, from the one answer that holds all of it.
func lastThere(t *testing.T, m *history.Memory, st store.Store, w history.Where) string {
	t.Helper()
	v, seen, err := m.Last(ctx, st, name, w)
	if err != nil {
		return err.Error()
	}
	if seen == nil {
		return seenThere(t, v, nil)
	}
	if again, err := v.Entry(ctx, v.Place()); err != nil || again.Address != seen.Address {
		t.Errorf("%+v: the view ends at %+v, which is not of the entry %s: %v", w, v.Place(), seen.Address, err)
	}
	return fmt.Sprintf("%s %v %s %s %+v %+v %d", brief(t, seen.After), seen.Act, brief(t, seen.Before), brief(t, seen.After), seen.Address, seen.Marks, seen.Edition.Number)
}

func TestAMemoryAnswersAsTheStoreDoes(t *testing.T) {
	g := fiveEditions(t)
	at := g.stream()[g.find("Rh7-h8")-1].Recorded.Add(time.Minute)
	dated := change(t, history.Correct, g.find("Rh7-h8"), events.PlaySubmitted{Side: "Red", Text: "Rh7-h8"})
	dated.At = &at
	g.adopt(readjudicate.Plan{Changes: []events.Change{dated, strictly(t, g.find("Rh8-h9"))}})
	g.play("Red", "Rh8-h9")
	head := g.l.Head()
	ample, tiny := history.NewMemory(4, 1<<20), history.NewMemory(1, 24<<10)
	history.HoldEvery(ample, 1)
	history.HoldEvery(tiny, 3)
	draw := rand.New(rand.NewPCG(3, 4))
	for range 120 {
		w := history.Where{Known: 1 + draw.Uint64N(head)}
		if draw.IntN(2) == 0 {
			w.Known = head
		}
		cat := g.catalogue(w.Known)
		e := &cat.Editions()[draw.IntN(len(cat.Editions()))]
		w.Edition, w.AsOf = e.Number, fmt.Sprint(1+draw.Uint64N(cat.End(e)))
		if n := len(e.Changes); n > 0 && draw.IntN(3) == 0 {
			if c := &e.Changes[draw.IntN(n)]; c.What == history.Insert {
				w.AsOf = c.ID
			}
		}
		v, err := history.Look(ctx, g.st, name, w)
		want := seenThere(t, v, err)
		for what, m := range map[string]*history.Memory{"ample": ample, "tiny": tiny} {
			v, err := m.Look(ctx, g.st, name, w)
			if d := cmp.Diff(want, seenThere(t, v, err)); d != "" {
				t.Fatalf("%s memory, %+v (-store +memory):\n%s", what, w, d)
			}
			if d := cmp.Diff(want, lastThere(t, m, g.st, w)); d != "" {
				t.Fatalf("%s memory, in one read, %+v (-store +memory):\n%s", what, w, d)
			}
		}
	}
	if ample.Bytes() == 0 || tiny.Bytes() > 24<<10 {
		t.Errorf("the memories hold %d and %d bytes", ample.Bytes(), tiny.Bytes())
	}
}

func TestAMemoryGoesOnWithAGame(t *testing.T) {
	g := fiveEditions(t)
	m := history.NewMemory(4, 1<<20)
	history.HoldEvery(m, 8)
	look := func() {
		t.Helper()
		for _, w := range []history.Where{{}, {Edition: 2}, {AsOf: fmt.Sprint(g.find("B@f1"))}, {Known: g.l.Head() - 3}} {
			v, err := history.Look(ctx, g.st, name, w)
			want := seenThere(t, v, err)
			v, err = m.Look(ctx, g.st, name, w)
			if d := cmp.Diff(want, seenThere(t, v, err)); d != "" {
				t.Errorf("%+v at %d (-store +memory):\n%s", w, g.l.Head(), d)
			}
		}
	}
	look()
	g.play("Red", "Rh9-h10")
	look()
	g.adopt(readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: g.find("Rh7-h8")}}})
	look()
	g.play("Red", "Pass")
	look()
	// Another stream of that name stands there once it has another last event where the memory was.
	other := bishop(t)
	for range 40 {
		other.play("Red", "Pass")
		other.play("Blue", "Pass")
	}
	if other.l.Head() <= g.l.Head() {
		t.Fatalf("the other stream has %d events, this one %d", other.l.Head(), g.l.Head())
	}
	g = other
	look()
}
