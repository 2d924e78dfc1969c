package ledger_test

import (
	"context"
	"iter"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/generate"
	"adjudicate/internal/testrace"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/systems"
)

// metered counts the events that are read from a store.
type metered struct {
	*memory.Store
	read int
}

func (c *metered) Read(ctx context.Context, stream string, from store.Revision) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		for rec, err := range c.Store.Read(ctx, stream, from) {
			c.read++
			if !yield(rec, err) {
				return
			}
		}
	}
}

// indexEvery is after how many events package history keeps an index anew.
const indexEvery = 4096

// What an adoption reads depends on what differs and on how far back the last notes are, not on the length of the game: the state
// before the change is read once, from the last one kept, and what is asked of the whole game (editions, names, texts of rules) from indexes.
func TestAnAdoptionAtTheEndOfALongGameReadsItsEnd(t *testing.T) {
	testrace.Elsewhere(t)
	ctx := context.Background()
	st := &metered{Store: memory.New()}
	l, err := ledger.Create(ctx, st, name, options())
	if err == nil {
		_, err = generate.Fill(ctx, l, 1, generate.Options{}, 3500)
	}
	if err != nil {
		t.Fatal(err)
	}
	if l.Head() < 4*history.StateEvery {
		t.Fatalf("the game has %d events, too few to tell its end from all of it", l.Head())
	}
	late := playsAccepted(t, st, l.Head()-100)
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	cantor, ok := book.Rule("1230.20")
	if !ok {
		t.Fatal("no rule 1230.20")
	}
	cantor.Revision, cantor.Title = cantor.Revision+1, "as amended late"
	cat, err := history.Load(ctx, st, name, 0) // the first who asks makes the indexes, from the whole game
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := cat.Names(ctx); err != nil {
		t.Fatal(err)
	}
	for _, err := range cat.Texts(ctx) {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, p := range []struct {
		name string
		readjudicate.Plan
	}{
		{"a play that never happened", readjudicate.Plan{Changes: []events.Change{void(late[len(late)-1])}}},
		{"the same withdrawn", readjudicate.Plan{Withdraw: []string{"*"}}},
		{"an amendment", readjudicate.Plan{Changes: []events.Change{inserted(t, late[0], events.RuleAmended{Number: cantor.Number, Rule: cantor.Canonical()})}}},
		{"an earlier play besides", readjudicate.Plan{Changes: []events.Change{void(late[0])}}},
	} {
		st.read = 0
		if _, _, err := l.Adopt(ctx, p.Plan, "", "Judith", l.Last().Add(time.Hour), nil); err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
		if most := history.StateEvery; st.read > most { // once from the last state kept, and not twice
			t.Errorf("%s: %d of %d events were read, want at most %d", p.name, st.read, l.Head(), most)
		}
	}
	if cat, err = history.Load(ctx, st, name, 0); err != nil {
		t.Fatal(err)
	}
	st.read = 0
	sides, players, err := cat.Names(ctx)
	if err != nil || len(sides) == 0 || len(players) == 0 || st.read > indexEvery {
		t.Errorf("sides %v, players %v, error %v; %d events were read, want at most %d", sides, players, err, st.read, indexEvery)
	}
}
