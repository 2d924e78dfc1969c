package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	zombie "zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"

	"adjudicate/store"
	"adjudicate/store/sqlite"
	"adjudicate/store/storetest"
)

// told is what a call of a follower tells, as "stream head".
func told(t *testing.T, f store.Follower) (list []string) {
	t.Helper()
	grown, err := f.Grown(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range grown {
		if s.Err != nil {
			t.Error(s.Err)
		}
		list = append(list, fmt.Sprintf("%s %d", s.Stream, uint64(s.Head)))
	}
	return list
}

// TestAFollowerTellsOfWhatHasGrownWhoeverWroteIt has two stores of one file begin and continue streams.
func TestAFollowerTellsOfWhatHasGrownWhoeverWroteIt(t *testing.T) {
	mine, other := twoOfOneFile(t)
	heads := map[string]store.Revision{}
	adds := func(s store.Store, streams ...string) {
		t.Helper()
		for _, name := range streams {
			add(t, s, name, heads[name])
			heads[name]++
		}
	}
	adds(mine, "a", "b")
	adds(other, "c")
	f, late := mine.Follow(), other.Follow()
	for _, step := range []struct {
		name string
		do   func()
		want []string
	}{
		{"at first all", func() {}, []string{"a 1", "b 1", "c 1"}},
		{"nothing", func() {}, nil},
		{"its own", func() { adds(mine, "b") }, []string{"b 2"}},
		{"the one that grew last again", func() { adds(mine, "b", "b") }, []string{"b 4"}},
		{"another's", func() { adds(other, "b", "a") }, []string{"b 5", "a 2"}},
		{"nothing again", func() {}, nil},
		{"one that grew, and again after others", func() { adds(mine, "c", "a"); adds(other, "c", "c") }, []string{"a 3", "c 4"}},
		{"one that another has begun", func() { adds(other, "d") }, []string{"d 1"}},
		{"notes are no growth", func() {
			if err := mine.Keep(t.Context(), store.Note{Stream: "a", Kind: "summary", At: 1, Data: []byte("x")}); err != nil {
				t.Fatal(err)
			}
		}, nil},
		{"what was refused is none", func() {
			if _, err := other.Append(t.Context(), "d", 7, storetest.Events("d", 8, 1)); err == nil {
				t.Error("an append at a wrong revision succeeds")
			}
		}, nil},
	} {
		step.do()
		if diff := cmp.Diff(step.want, told(t, f)); diff != "" {
			t.Errorf("%s: want -, got +:\n%s", step.name, diff)
		}
	}
	if diff := cmp.Diff([]string{"a 3", "b 5", "c 4", "d 1"}, told(t, late)); diff != "" {
		t.Errorf("who follows later: want -, got +:\n%s", diff)
	}
	if err := mine.Check(t.Context()); err != nil {
		t.Error(err)
	}
}

// TestAFollowerTellsOfManyAtOnce has more streams begin and grow than a part of a look takes.
func TestAFollowerTellsOfManyAtOnce(t *testing.T) {
	mine, other := twoOfOneFile(t)
	const games = 1000
	name := func(n int) string { return fmt.Sprintf("hand-%04d", n) }
	var began, grew []string
	f := mine.Follow()
	for n := range games {
		add(t, []store.Store{mine, other}[n%2], name(n), 0)
		began = append(began, name(n)+" 1")
	}
	if diff := cmp.Diff(began, told(t, f)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	for n := range games {
		add(t, []store.Store{other, mine}[n%2], name(n), 1)
		grew = append(grew, name(n)+" 2")
	}
	if diff := cmp.Diff(grew, told(t, f)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	if list := told(t, f); len(list) > 0 {
		t.Errorf("told again of %v", list)
	}
}

// TestAFollowerMissesNothingThatIsWrittenMeanwhile follows from before the first append while two stores append side by side.
func TestAFollowerMissesNothingThatIsWrittenMeanwhile(t *testing.T) {
	mine, other := twoOfOneFile(t)
	const games, events = 5, 60
	seen, f := map[string]store.Revision{}, mine.Follow()
	look := func() {
		grown, err := f.Grown(t.Context())
		if err != nil {
			t.Error(err)
		}
		for _, s := range grown {
			if s.Head < seen[s.Stream] {
				t.Errorf("%s: told of %d after %d", s.Stream, s.Head, seen[s.Stream])
			}
			seen[s.Stream] = s.Head
		}
	}
	var writing sync.WaitGroup
	done := make(chan struct{})
	for n := range games {
		writing.Go(func() {
			name := fmt.Sprintf("hand-%d", n)
			for at := range store.Revision(events) {
				if _, err := []store.Store{mine, other}[(n+int(at))%2].Append(t.Context(), name, at, storetest.Events(name, int(at)+1, 1)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	go func() { writing.Wait(); close(done) }()
	for running := true; running; look() { // once more at the end
		select {
		case <-done:
			running = false
		default:
		}
	}
	for n := range games {
		if name := fmt.Sprintf("hand-%d", n); seen[name] != events {
			t.Errorf("%s: told of %d events, of %d", name, seen[name], events)
		}
	}
}

// TestAnotherProcessIsFollowed has this test run again as a process of its own, which appends.
func TestAnotherProcessIsFollowed(t *testing.T) {
	if path := os.Getenv("TEST_FOLLOWED"); path != "" {
		s, err := sqlite.Open(path, sqlite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		add(t, s, "old", 1)
		add(t, s, "new", 0)
		return
	}
	path := filepath.Join(t.TempDir(), "all.ledger")
	s, err := sqlite.Create(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	add(t, s, "old", 0)
	f := s.Follow()
	told(t, f)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	run := exec.CommandContext(t.Context(), program, "-test.run", "^TestAnotherProcessIsFollowed$")
	run.Env = append(os.Environ(), "TEST_FOLLOWED="+path)
	if out, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if diff := cmp.Diff([]string{"old 2", "new 1"}, told(t, f)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

// TestAProgramThatKnowsNothingOfGrowthIsFollowed inserts rows as a program of version 1 does that has had the file open since before it was followed.
func TestAProgramThatKnowsNothingOfGrowthIsFollowed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "all.ledger")
	s, err := sqlite.Create(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	add(t, s, "a", 0)
	add(t, s, "b", 0)
	conn, err := zombie.OpenConn(path, zombie.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	insert := conn.Prep("INSERT INTO events (position, id, type, data, sum) VALUES (?, ?, ?, ?, ?)")
	f := s.Follow()
	told(t, f)
	e := storetest.Events("a", 2, 1)[0]
	const position = 1<<40 + 2
	insert.BindInt64(1, position)
	insert.BindBytes(2, e.ID[:])
	insert.BindText(3, e.Type)
	insert.BindBytes(4, e.Data)
	insert.BindInt64(5, int64(sqlite.Checksum(position, &e)))
	if _, err := insert.Step(); err != nil {
		t.Fatal(err)
	}
	if err := insert.Reset(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"a 2"}, told(t, f)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
}

// TestAFileIsOfTheFirstVersionUntilItIsFollowed looks at the header and the schema of a file before and after, and opens it again.
func TestAFileIsOfTheFirstVersionUntilItIsFollowed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "all.ledger")
	s, err := sqlite.Create(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	add(t, s, "a", 0)
	s.Close()
	about := func() (version int, parts []string) {
		t.Helper()
		conn, err := zombie.OpenConn(path, zombie.OpenReadOnly)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if version, err = sqlitex.ResultInt(conn.Prep("PRAGMA user_version")); err != nil {
			t.Fatal(err)
		}
		err = sqlitex.ExecuteTransient(conn, "SELECT name FROM sqlite_schema WHERE sql != '' ORDER BY rowid",
			&sqlitex.ExecOptions{ResultFunc: func(row *zombie.Stmt) error { parts = append(parts, row.ColumnText(0)); return nil }})
		if err != nil {
			t.Fatal(err)
		}
		return version, parts
	}
	old := []string{"streams", "events", "events_never_change", "events_never_go"}
	if version, parts := about(); version != 1 || !slices.Equal(parts, old) {
		t.Errorf("version %d with %v before anybody follows", version, parts)
	}
	for range 2 {
		if s, err = sqlite.Open(path, sqlite.Options{}); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{"a 1"}, told(t, s.Follow())); diff != "" {
			t.Errorf("want -, got +:\n%s", diff)
		}
		if err := s.Check(t.Context()); err != nil {
			t.Error(err)
		}
		s.Close()
		if version, parts := about(); version != 2 || !slices.Equal(parts, append(old, "growth", "events_tell_growth")) {
			t.Errorf("version %d with %v once somebody follows", version, parts)
		}
	}
	copied := path + ".copy"
	if s, err = sqlite.Open(path, sqlite.Options{}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Save(t.Context(), copied, nil); err != nil {
		t.Fatal(err)
	}
	c, err := sqlite.Open(copied, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	f := c.Follow()
	told(t, f)
	add(t, c, "a", 1)
	if diff := cmp.Diff([]string{"a 2"}, told(t, f)); diff != "" {
		t.Errorf("of a copy: want -, got +:\n%s", diff)
	}
}

func TestWhoCannotFollowIsToldSo(t *testing.T) {
	mine, other := twoOfOneFile(t)
	add(t, mine, "a", 0)
	f := mine.Follow()
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := f.Grown(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("who has gone is told %v", err)
	}
	if diff := cmp.Diff([]string{"a 1"}, told(t, f)); diff != "" {
		t.Errorf("want -, got +:\n%s", diff)
	}
	add(t, other, "a", 1)
	if _, err := f.Grown(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("who has gone is told %v", err)
	}
	if diff := cmp.Diff([]string{"a 2"}, told(t, f)); diff != "" {
		t.Errorf("after a call that failed: want -, got +:\n%s", diff)
	}
	mine.Close()
	if _, err := f.Grown(t.Context()); err == nil || !strings.Contains(err.Error(), "closed") {
		t.Errorf("of a closed store: %v", err)
	}
}
