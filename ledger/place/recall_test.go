package place

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/store"
	"adjudicate/store/esdb/esdbtest"
	"adjudicate/store/storetest"
)

// TestWhatWasReadOfAServerIsRecalledAsLongAsItHolds reads a game again and again, while it grows and
// when the server holds another course of it.
func TestWhatWasReadOfAServerIsRecalledAsLongAsItHolds(t *testing.T) {
	ctx := context.Background()
	c := esdbtest.New(t, esdbtest.Options{})
	cache := t.TempDir()
	var sent atomic.Int64
	c.Servers[0].Break(esdbtest.Faults{Sent: func(context.Context, string, int) error { sent.Add(1); return nil }})
	on := func() (*Game, func()) {
		st, err := (&Host{Cache: cache}).Open(ctx, c.URL())
		if err != nil {
			t.Fatal(err)
		}
		return st.Game("hand-3"), func() { st.Close() }
	}
	reads := func(title string, want []store.Event, most int64, from store.Revision) {
		t.Helper()
		g, done := on()
		defer done()
		sent.Store(0)
		var got []store.Event
		for e, err := range g.Recall().Read(ctx, "hand-3", from) {
			if err != nil {
				t.Fatalf("%s: %v", title, err)
			}
			got = append(got, e.Event)
		}
		if diff := cmp.Diff(want[from-1:], got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", title, diff)
		}
		if n := sent.Load(); n > most {
			t.Errorf("%s: the server sent %d events", title, n)
		}
	}
	list := storetest.Events("one", 1, 3000)
	g, done := on()
	if _, err := g.Events.Append(ctx, "hand-3", 0, list[:2900]); err != nil {
		t.Fatal(err)
	}
	done()
	reads("the first time", list[:2900], 2910, 1)
	reads("the second time", list[:2900], 10, 1)
	g, done = on()
	if _, err := g.Events.Append(ctx, "hand-3", 2900, list[2900:]); err != nil {
		t.Fatal(err)
	}
	done()
	reads("what is new", list, 110, 1)
	reads("from a place on", list, 10, 1500)
	c.Empty()
	other := append(storetest.Events("one", 1, 10), storetest.Events("two", 11, 20)...)
	g, done = on()
	if _, err := g.Events.Append(ctx, "hand-3", 0, other); err != nil {
		t.Fatal(err)
	}
	done()
	reads("another course", other, 40, 1)
	reads("another course again", other, 10, 1)
}
