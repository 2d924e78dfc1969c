package esdb_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"adjudicate/store"
	"adjudicate/store/esdb"
	"adjudicate/store/esdb/esdbtest"
	"adjudicate/store/storetest"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

// troubles returns what is the matter with a store, as kind and stream.
func troubles(t *testing.T, s *esdb.Store) (words []string, list []store.Trouble) {
	t.Helper()
	list, err := s.Troubles(ctxOf(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range list {
		words = append(words, x.Kind+" "+x.Stream)
		if (x.Cure == "") != (x.Mend == nil) || x.Found == "" {
			t.Errorf("%+v", x)
		}
	}
	return words, list
}

// mend puts right what is the matter, and fails the test if anything is left.
func mend(t *testing.T, s *esdb.Store, want ...string) {
	t.Helper()
	words, list := troubles(t, s)
	if !slices.Equal(words, want) {
		t.Errorf("troubles %q, want %q", words, want)
	}
	for range 2 { // again does no harm
		for _, x := range list {
			if x.Mend == nil {
				t.Fatalf("no cure: %s", x.Found)
			}
			if err := x.Mend(ctxOf(t)); err != nil {
				t.Fatalf("%s: %v", x.Cure, err)
			}
		}
	}
	if words, _ := troubles(t, s); len(words) > 0 {
		t.Errorf("still %q", words)
	}
	if err := s.Check(ctxOf(t)); err != nil {
		t.Error(err)
	}
}

func TestAnIndexIsCheckedAndRebuilt(t *testing.T) {
	t.Parallel()
	names := []string{"a", "b", "c"}
	for _, c := range []struct {
		title string
		harm  func(*esdbtest.Cluster, *client.Client)
		want  [][]string // the troubles found at each mending
	}{
		{"soft delete", func(c *esdbtest.Cluster, _ *client.Client) { c.Delete("ledger_index", false) }, [][]string{{"hidden "}}},
		{"cut off", func(c *esdbtest.Cluster, _ *client.Client) { c.Govern("ledger_index", `{"$tb":2,"colour":"red"}`) }, [][]string{{"hidden "}}},
		{"a limit", func(c *esdbtest.Cluster, _ *client.Client) { c.Govern("ledger_index", `{"$maxCount":1}`) }, [][]string{{"hidden "}}},
		{"cut off and scavenged", func(c *esdbtest.Cluster, _ *client.Client) { c.Govern("ledger_index", `{"$tb":2}`); c.Scavenge() }, [][]string{{"hidden "}, {"index "}}},
		{"soft delete and scavenge", func(c *esdbtest.Cluster, _ *client.Client) { c.Delete("ledger_index", false); c.Scavenge() }, [][]string{{"hidden "}, {"index "}}},
		{"a stream that somebody copied", func(_ *esdbtest.Cluster, db *client.Client) {
			for i := range 600 { // more than one page of everything
				if _, err := db.AppendToStream(context.Background(), "ledger-c%2Fd", client.AppendToStreamOptions{},
					client.EventData{EventID: uuid.New(), EventType: fmt.Sprint("e", i), Data: []byte("x")}); err != nil {
					panic(err)
				}
			}
			names = append(names, "c/d")
		}, [][]string{{"index c/d"}}},
	} {
		t.Run(c.title, func(t *testing.T) {
			cluster := esdbtest.New(t, esdbtest.Options{})
			s := open(t, cluster.URL(), esdb.Options{})
			for _, name := range names[:3] {
				mustAppend(t, s, name, 0, storetest.Events(name, 1, 2))
			}
			c.harm(cluster, raw(t, cluster.URL()))
			s = open(t, cluster.URL(), esdb.Options{})
			for i, want := range c.want {
				words, list := troubles(t, s)
				if !slices.Equal(words, want) {
					t.Errorf("mending %d: troubles %q, want %q", i+1, words, want)
				}
				if want[0] != "index c/d" {
					var damaged *store.DamagedError
					if _, err := s.Streams(ctxOf(t)); !errors.As(err, &damaged) || damaged.Kind == "" {
						t.Errorf("mending %d: listing gives error %v", i+1, err)
					}
				}
				for _, x := range list {
					if err := x.Mend(ctxOf(t)); err != nil {
						t.Fatal(err)
					}
				}
			}
			mend(t, s)
			s = open(t, cluster.URL(), esdb.Options{})
			got, err := s.Streams(ctxOf(t))
			if slices.Sort(got); err != nil || !cmp.Equal(got, names) {
				t.Errorf("it lists %q, error %v", got, err)
			}
			mustAppend(t, s, "new", 0, storetest.Events("new", 1, 1))
			if got, err := open(t, cluster.URL(), esdb.Options{}).Streams(ctxOf(t)); err != nil || len(got) != len(names)+1 {
				t.Errorf("then it lists %q, error %v", got, err)
			}
			names = names[:3]
		})
	}
}

func TestWhatIsHiddenAndStillThereIsShownAgain(t *testing.T) {
	t.Parallel()
	for _, title := range []string{"soft delete", "cut off", "cut off soon"} {
		t.Run(title, func(t *testing.T) {
			c := esdbtest.New(t, esdbtest.Options{})
			s := open(t, c.URL(), esdb.Options{})
			held := storetest.Events("a", 1, 3)
			mustAppend(t, s, "a", 0, held)
			mustAppend(t, s, "b", 0, storetest.Events("b", 1, 3))
			hidings[title](t, raw(t, c.URL()), "ledger-a")
			mend(t, s, "hidden a")
			holds(t, s, "a", held)
			mustAppend(t, s, "a", 3, storetest.Events("a", 4, 1))
			holds(t, s, "a", storetest.Events("a", 1, 4))
		})
	}
	t.Run("tombstone", func(t *testing.T) {
		c := esdbtest.New(t, esdbtest.Options{})
		s := open(t, c.URL(), esdb.Options{})
		mustAppend(t, s, "a", 0, storetest.Events("a", 1, 3))
		c.Delete("ledger-a", true)
		if words, list := troubles(t, s); !slices.Equal(words, []string{"hidden a"}) || list[0].Mend != nil {
			t.Errorf("troubles %q", words)
		}
	})
}

func TestStagesThatAreLeftBehindAreSwept(t *testing.T) {
	t.Parallel()
	old := time.Now().Add(-48 * time.Hour)
	for _, c := range []struct {
		title string
		now   func() time.Time
		want  []string
	}{{"long ago", func() time.Time { return old }, []string{"stage "}}, {"just now", time.Now, nil}} {
		t.Run(c.title, func(t *testing.T) {
			cluster := esdbtest.New(t, esdbtest.Options{MaxAppend: 20_000, Now: c.now})
			s := open(t, cluster.URL("maxAppendSize=20000"), esdb.Options{})
			first, rest := heavy("first", 1, 60), heavy("rest", 1, 60)
			mustAppend(t, s, "s", 0, first) // by way of a stage that is in use
			cluster.Servers[0].Break(breaking(3))
			if _, err := s.Append(ctxOf(t), "s", 60, rest); err == nil {
				t.Fatal("it was not broken off")
			}
			cluster.Servers[0].Break(esdbtest.Faults{})
			mend(t, s, c.want...)
			holds(t, s, "s", first)
			mustAppend(t, s, "s", 60, rest)
			holds(t, s, "s", append(first, rest...))
		})
	}
}

func TestWhoMayNotReadEverythingIsToldSo(t *testing.T) {
	t.Parallel()
	c := esdbtest.New(t, esdbtest.Options{User: "admin", Password: "changeit", Secure: true, Users: []esdbtest.User{{Name: "umpire", Password: "x"}}})
	file := c.Authority.File(t)
	admin := open(t, c.URL("tlsCAFile="+file), esdb.Options{})
	mustAppend(t, admin, "a", 0, storetest.Events("a", 1, 2))
	c.Delete("ledger-a", false)
	s := open(t, "esdb://umpire:x@"+c.Servers[0].Addr()+"?tls=true&tlsCAFile="+file, esdb.Options{})
	list, err := s.Troubles(ctxOf(t))
	if err == nil || len(list) != 1 || list[0].Kind != esdb.Hidden {
		t.Errorf("%d troubles, error %v", len(list), err)
	}
	if _, _, err := s.Sweep(ctxOf(t), func(string, *store.Recorded) {}); !errors.Is(err, store.ErrPiecemeal) {
		t.Errorf("a sweep: got error %v", err)
	}
}
