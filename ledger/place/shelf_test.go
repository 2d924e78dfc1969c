package place

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"adjudicate/ledger/people"
	"adjudicate/store"
	"adjudicate/store/esdb/esdbtest"
	"adjudicate/store/storetest"
)

// stand opens a store and has a game in it.
func stand(t *testing.T, h *Host, address, game, events string) *Game {
	t.Helper()
	st, err := h.Open(context.Background(), address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	if err := st.Begin(context.Background(), game, store.Each(storetest.Events(events, 1, 2)), true); err != nil {
		t.Fatal(err)
	}
	return st.Game(game)
}

// known are the players of whom the desk knows something.
func known(t *testing.T, g *Game) (names []string) {
	t.Helper()
	err := g.withDesk(context.Background(), func(d people.Desk, shelf string) error {
		list, err := d.People(context.Background(), shelf)
		for _, p := range list {
			names = append(names, p.Player)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

var ann = people.Person{Player: "Ann", Addresses: []string{"ann@example.org"}}

// TestOneDeskTellsGamesOfServersApart has a game, its copy in another category, and another game of
// the same name.
func TestOneDeskTellsGamesOfServersApart(t *testing.T) {
	ctx := context.Background()
	c := esdbtest.New(t, esdbtest.Options{})
	h := &Host{Desk: filepath.Join(t.TempDir(), "mine.desk"), Cache: t.TempDir()}
	real := stand(t, h, c.URL(), "hand-3", "one")
	trial := stand(t, h, c.URL("category=trial"), "hand-3", "one")
	other := stand(t, h, c.URL("category=other"), "hand-3", "two")
	if err := real.Put(ctx, ann); err != nil {
		t.Fatal(err)
	}
	for _, g := range []*Game{trial, other} {
		if got := known(t, g); len(got) > 0 {
			t.Errorf("elsewhere %q are known", got)
		}
		if found, err := g.Forget(ctx, "Ann"); found || err != nil {
			t.Errorf("forgetting elsewhere: %t, error %v", found, err)
		}
	}
	again := stand(t, h, c.URL("answer=10s"), "hand-3", "one")
	if got := known(t, again); !slices.Equal(got, []string{"Ann"}) {
		t.Errorf("by another address of the same server %q are known", got)
	}
}

// TestWhatTheDeskKeptByTheNameAloneIsFound has a desk of an earlier version.
func TestWhatTheDeskKeptByTheNameAloneIsFound(t *testing.T) {
	ctx := context.Background()
	c := esdbtest.New(t, esdbtest.Options{})
	h := &Host{Desk: filepath.Join(t.TempDir(), "mine.desk"), Cache: t.TempDir()}
	real := stand(t, h, c.URL(), "hand-3", "one")
	if err := people.OpenFile(h.Desk, time.Second).Put(ctx, "hand-3", ann); err != nil {
		t.Fatal(err)
	}
	begun := stand(t, h, c.URL("category=begun"), "hand-3", "two")
	if got := known(t, begun); len(got) > 0 {
		t.Errorf("of a game that has just begun %q are known", got)
	}
	if got := known(t, real); !slices.Equal(got, []string{"Ann"}) {
		t.Errorf("%q are known", got)
	}
	if got := known(t, stand(t, h, c.URL("category=later"), "hand-3", "one")); len(got) > 0 {
		t.Errorf("of another game of that name %q are known", got)
	}
	if found, err := real.Forget(ctx, "Ann"); !found || err != nil {
		t.Errorf("forgetting: %t, error %v", found, err)
	}
	if left, err := people.OpenFile(h.Desk, time.Second).People(ctx, "hand-3"); len(left) > 0 || err != nil {
		t.Errorf("by the name alone %v are known, error %v", left, err)
	}
}

// TestARepeatedBeginningIsASuccess puts the same events into a server, again when the game has gone
// on, and others of the same name.
func TestARepeatedBeginningIsASuccess(t *testing.T) {
	ctx := context.Background()
	st, err := (&Host{Desk: filepath.Join(t.TempDir(), "desk"), Cache: t.TempDir()}).Open(ctx, esdbtest.New(t, esdbtest.Options{}).URL())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	list := storetest.Events("one", 1, 5)
	for i := range 3 {
		if err := st.Begin(ctx, "hand-3", store.Each(list), i > 0); err != nil {
			t.Errorf("the %d. time: %v", i+1, err)
		}
		if i == 1 {
			if _, err := st.Events.Append(ctx, "hand-3", 5, storetest.Events("one", 6, 1)); err != nil {
				t.Fatal(err)
			}
		}
	}
	var taken *TakenError
	for _, other := range [][]int{{1, 7}, {2, 3}} { // more than is there, and something else
		if err := st.Begin(ctx, "hand-3", store.Each(storetest.Events("one", other[0], other[1])), true); !errors.As(err, &taken) {
			t.Errorf("another beginning: %v", err)
		}
	}
}

// TestTheSecretOutlivesTheCache keeps it where the user's own things are, and takes over the one that the cache has.
func TestTheSecretOutlivesTheCache(t *testing.T) {
	cache, own := t.TempDir(), filepath.Join(t.TempDir(), "own")
	before, err := (&Host{Cache: cache}).Key("x")
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []string{"taken over", "without the cache", "again"} {
		got, err := (&Host{Cache: cache, Own: own}).Key("x")
		if err != nil || !bytes.Equal(got, before) {
			t.Errorf("%s: another key (%v)", step, err)
		}
		if err := os.RemoveAll(cache); err != nil {
			t.Fatal(err)
		}
	}
	fresh, err := (&Host{Own: filepath.Join(t.TempDir(), "other")}).Key("x")
	if err != nil || bytes.Equal(fresh, before) {
		t.Errorf("two users have one key (%v)", err)
	}
}
