package sqlite_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	zombie "zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"adjudicate/store"
	"adjudicate/store/sqlite"
)

// growthRows counts the rows of growth in a file, through a connection of its own.
func growthRows(t *testing.T, path string) int {
	t.Helper()
	conn, err := zombie.OpenConn(path, zombie.OpenReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	n, err := sqlitex.ResultInt(conn.Prep("SELECT COUNT(*) FROM growth"))
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// opened opens a file once more, as another process does.
func opened(t *testing.T, path string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// followed is a new file of which two streams are there, and a follower that has been told so.
func followed(t *testing.T) (path string, s *sqlite.Store, f store.Follower) {
	t.Helper()
	path = t.TempDir() + "/all.ledger"
	s, err := sqlite.Create(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	add(t, s, "a", 0)
	add(t, s, "b", 0)
	f = s.Follow()
	told(t, f)
	return path, s, f
}

// TestGrowthStaysBounded has two streams grow in turn, each time a row more, while one office follows the file. One that had
// been stopped before goes on from its mark, and a third from one in between.
func TestGrowthStaysBounded(t *testing.T) {
	path, s, f := followed(t)
	add(t, s, "c", 0)
	told(t, f)
	stopped, _ := f.(store.Marker).Mark()
	var between uint64
	const turns = 1500
	most := 0
	for n := range store.Revision(turns) {
		add(t, s, "a", n+1)
		add(t, s, "b", n+1)
		if n == turns/2 {
			add(t, s, "c", 1)
		}
		if n%100 == 0 {
			told(t, f)
			most = max(most, growthRows(t, path))
		}
		if n == turns-10 {
			between, _ = f.(store.Marker).Mark()
		}
	}
	told(t, f)
	// A store trims what it has told of 1,024 rows after it last did; between two looks 201 come in addition.
	if most = max(most, growthRows(t, path)); most > 1024+3+201 || most < 1000 {
		t.Errorf("of %d rows at most %d were there at once", 2*turns, most)
	}
	month, later := opened(t, path).Follow(), opened(t, path).Follow()
	month.(store.Marker).From(stopped)
	later.(store.Marker).From(between)
	head := fmt.Sprint(turns + 1)
	got := told(t, month)
	slices.Sort(got)
	if diff := cmp.Diff([]string{"a " + head, "b " + head, "c 2"}, got); diff != "" {
		t.Errorf("who was stopped for a month: want -, got +:\n%s", diff)
	}
	got = told(t, later)
	slices.Sort(got)
	if diff := cmp.Diff([]string{"a " + head, "b " + head}, got); diff != "" {
		t.Errorf("who was stopped lately: want -, got +:\n%s", diff)
	}
	add(t, s, "c", 2)
	for name, f := range map[string]store.Follower{"its own": f, "a month": month, "lately": later} {
		if diff := cmp.Diff([]string{"c 3"}, told(t, f)); diff != "" {
			t.Errorf("%s: want -, got +:\n%s", name, diff)
		}
	}
	if err := s.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestGrowthOfYearsIsTrimmedByWhoeverFollowsNext writes as commands do while nobody follows: the trigger notes it all the same.
func TestGrowthOfYearsIsTrimmedByWhoeverFollowsNext(t *testing.T) {
	path, s, f := followed(t)
	mark, _ := f.(store.Marker).Mark()
	const turns = 2500
	for n := range store.Revision(turns) {
		add(t, s, "a", n+1)
		add(t, s, "b", n+1)
	}
	if n := growthRows(t, path); n < 2*turns {
		t.Fatalf("%d rows, though nobody followed", n)
	}
	next := opened(t, path).Follow()
	next.(store.Marker).From(mark)
	if diff := cmp.Diff([]string{"a 2501", "b 2501"}, told(t, next)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	if got := told(t, next); len(got) != 0 {
		t.Errorf("told again of %v", got)
	}
	if n := growthRows(t, path); n > 2 {
		t.Errorf("%d rows are left, of two streams", n)
	}
}

// TestATrimmedFileTellsEveryFollowerWhatAWholeOneDoes has many streams grow at random, under followers that look now and then, end, and go on from their marks
// in other stores of the file. What each is told of is held against a list of all that was written.
func TestATrimmedFileTellsEveryFollowerWhatAWholeOneDoes(t *testing.T) {
	path, s, _ := followed(t)
	random := rand.New(rand.NewPCG(7, 7))
	heads := map[string]store.Revision{"a": 1, "b": 1}
	type watcher struct {
		f    store.Follower
		mark uint64
		seen map[string]store.Revision
	}
	var watchers []*watcher
	for range 3 {
		watchers = append(watchers, &watcher{f: opened(t, path).Follow(), seen: map[string]store.Revision{}})
	}
	for round := range 60 {
		for range 100 {
			name := fmt.Sprintf("hand-%d", random.IntN(1+round))
			add(t, s, name, heads[name])
			heads[name]++
		}
		for i, w := range watchers {
			if random.IntN(1+9*i) != 0 { // the second and third look seldom
				continue
			}
			if random.IntN(3) == 0 && w.mark > 0 {
				w.f = opened(t, path).Follow()
				w.f.(store.Marker).From(w.mark)
			}
			grown, err := w.f.Grown(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, at := range grown {
				w.seen[at.Stream] = at.Head
			}
			if len(grown) > 0 {
				if diff := cmp.Diff(heads, w.seen); diff != "" {
					t.Fatalf("round %d, follower %d: want -, got +:\n%s", round, i, diff)
				}
			}
			w.mark, _ = w.f.(store.Marker).Mark()
		}
	}
	if n := growthRows(t, path); n > 1024+2*len(heads)+100 {
		t.Errorf("%d rows are left of %d streams", n, len(heads))
	}
}

// TestWhoCannotTrimIsToldWhatHasGrown has another process hold the lock while a store would trim.
func TestWhoCannotTrimIsToldWhatHasGrown(t *testing.T) {
	path, s, f := followed(t)
	for n := range store.Revision(600) {
		add(t, s, "a", n+1)
		add(t, s, "b", n+1)
	}
	conn, err := zombie.OpenConn(path, zombie.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := sqlitex.ExecuteTransient(conn, "BEGIN IMMEDIATE", nil); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a 601", "b 601"}, told(t, f)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	if n := growthRows(t, path); n < 1200 {
		t.Errorf("%d rows though the file was locked", n)
	}
	if err := sqlitex.ExecuteTransient(conn, "ROLLBACK", nil); err != nil {
		t.Fatal(err)
	}
	for n := range store.Revision(600) {
		add(t, s, "a", n+601)
		add(t, s, "b", n+601)
	}
	told(t, f)
	if n := growthRows(t, path); n > 3 {
		t.Errorf("%d rows after the lock was released and as many have come again", n)
	}
}
