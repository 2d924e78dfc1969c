package esdb_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"adjudicate/store"
	"adjudicate/store/esdb"
	"adjudicate/store/esdb/esdbtest"
	"adjudicate/store/storetest"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/go-cmp/cmp"
)

// hidings are the ways in which a server comes to show nothing of a ledger that it has.
var hidings = map[string]func(t *testing.T, c *client.Client, stream string){
	"soft delete": func(t *testing.T, c *client.Client, stream string) {
		if _, err := c.DeleteStream(ctxOf(t), stream, client.DeleteStreamOptions{}); err != nil {
			t.Fatal(err)
		}
	},
	"tombstone": func(t *testing.T, c *client.Client, stream string) {
		if _, err := c.TombstoneStream(ctxOf(t), stream, client.TombstoneStreamOptions{}); err != nil {
			t.Fatal(err)
		}
	},
	"cut off":      func(t *testing.T, c *client.Client, stream string) { govern(t, c, stream, `{"$tb":1000}`) },
	"too old":      func(t *testing.T, c *client.Client, stream string) { govern(t, c, stream, `{"$maxAge":1}`) },
	"cut off soon": func(t *testing.T, c *client.Client, stream string) { govern(t, c, stream, `{"$tb":3}`) },
}

func TestLedgersThatTheServerHidesAreNamed(t *testing.T) {
	t.Parallel()
	for title, hide := range hidings {
		t.Run(title, func(t *testing.T) {
			var hours atomic.Int64
			c := esdbtest.New(t, esdbtest.Options{Now: func() time.Time {
				return time.Date(2026, 1, 1, int(hours.Load()), 0, 0, 0, time.UTC)
			}})
			s := open(t, c.URL(), esdb.Options{})
			for _, name := range []string{"a", "c", "b"} {
				mustAppend(t, s, name, 0, storetest.Events(name, 1, 3))
			}
			hide(t, raw(t, c.URL()), "ledger-a")
			hours.Add(1)
			s = open(t, c.URL(), esdb.Options{})

			if names, err := s.Streams(ctxOf(t)); err != nil || !cmp.Equal(names, []string{"a", "c", "b"}) {
				t.Errorf("it lists %q, error %v", names, err)
			}
			var damaged *store.DamagedError
			seen := map[string]store.Revision{}
			for at, err := range s.Heads(ctxOf(t)) {
				if err != nil {
					t.Fatal(err)
				}
				if bad := errors.As(at.Err, &damaged); bad != (at.Stream == "a") {
					t.Errorf("%s stands at %s, error %v", at.Stream, at.Head, at.Err)
				}
				seen[at.Stream] = at.Head
			}
			if d := cmp.Diff(map[string]store.Revision{"a": 0, "b": 3, "c": 3}, seen); d != "" {
				t.Errorf("heads (-want +got):\n%s", d)
			}
			swept := map[string]int{}
			list, whole, err := s.Sweep(ctxOf(t), func(stream string, e *store.Recorded) { swept[stream]++ })
			if err != nil || whole["a"] || !whole["b"] || !whole["c"] || swept["b"] != 3 || swept["c"] != 3 {
				t.Errorf("a sweep: whole %v, events %v, error %v", whole, swept, err)
			}
			for _, at := range list {
				if bad := errors.As(at.Err, &damaged); bad != (at.Stream == "a") || at.Head != seen[at.Stream] {
					t.Errorf("a sweep: %s stands at %s, error %v", at.Stream, at.Head, at.Err)
				}
			}
			for call, err := range map[string]error{
				"the head":       headOf(s, "a"),
				"reading":        drained(s.Read(ctxOf(t), "a", 1)),
				"a check":        s.CheckStream(ctxOf(t), "a"),
				"a check of all": s.Check(ctxOf(t)),
			} {
				if !errors.As(err, &damaged) {
					t.Errorf("%s: got error %v, want damage", call, err)
				}
			}
		})
	}
}

func headOf(s store.Store, name string) error {
	_, err := s.Head(context.Background(), name)
	return err
}

func TestALedgerThatWasNamedAndNeverBegunIsNone(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{})
	s := open(t, c.URL(), esdb.Options{Patience: time.Second})
	c.Servers[0].Break(esdbtest.Faults{Before: func() func(context.Context, string) error {
		appends := 0
		return func(_ context.Context, call string) error {
			if call == "append" {
				if appends++; appends > 1 {
					return errors.New("away")
				}
			}
			return nil
		}
	}()})
	if _, err := s.Append(ctxOf(t), "a", 0, storetest.Events("a", 1, 1)); err == nil {
		t.Fatal("the append went through")
	}
	c.Servers[0].Break(esdbtest.Faults{})
	if c.Events() != 1 {
		t.Fatalf("%d events, want the ledger's name alone", c.Events())
	}
	if names, err := s.Streams(ctxOf(t)); err != nil || len(names) > 0 {
		t.Errorf("it lists %q, error %v", names, err)
	}
	if err := s.Check(ctxOf(t)); err != nil {
		t.Error(err)
	}
}

func TestHiddenLedgersKeepTheContract(t *testing.T) {
	t.Parallel()
	var ways []string
	for way := range hidings {
		ways = append(ways, way)
	}
	slices.Sort(ways)
	storetest.RunHidden(t, ways, func(t *testing.T, way string) (store.Store, func(string) store.Store) {
		var hours atomic.Int64
		c := esdbtest.New(t, esdbtest.Options{Now: func() time.Time {
			return time.Date(2026, 1, 1, int(hours.Load()), 0, 0, 0, time.UTC)
		}})
		return open(t, c.URL(), esdb.Options{}), func(stream string) store.Store {
			hidings[way](t, raw(t, c.URL()), esdb.StreamName("ledger", stream))
			hours.Add(1)
			return open(t, c.URL(), esdb.Options{})
		}
	})
}
