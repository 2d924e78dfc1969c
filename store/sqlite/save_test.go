package sqlite_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"

	"adjudicate/store"
	"adjudicate/store/sqlite"
	"adjudicate/store/storetest"

	"github.com/google/go-cmp/cmp"
)

func TestASavedFileIsOneMomentOfAFileThatIsWrittenTo(t *testing.T) {
	ctx := context.Background()
	s, path := create(t)
	if _, err := s.Append(ctx, "one", store.NoStream, storetest.Events("one", 1, 5000)); err != nil {
		t.Fatal(err)
	}
	if err := s.Keep(ctx, store.Note{Stream: "one", Kind: "summary", At: 5000, Data: []byte("x")}); err != nil {
		t.Fatal(err)
	}
	writing, stop := context.WithCancel(ctx)
	var all sync.WaitGroup
	for _, w := range []struct {
		name string
		open func() *sqlite.Store
	}{
		{"two", func() *sqlite.Store { return s }},
		{"three", func() *sqlite.Store { return reopened(t, path) }},
	} {
		st := w.open()
		all.Go(func() {
			for n := 1; writing.Err() == nil; n += 3 {
				if _, err := st.Append(ctx, w.name, store.Revision(n-1), storetest.Events(w.name, n, 3)); err != nil {
					t.Errorf("%s: %v", w.name, err)
					return
				}
			}
		})
	}
	var saved []string
	last := 0
	for range 4 {
		to := filepath.Join(t.TempDir(), "saved.ledger")
		if err := s.Save(ctx, to, func(done, of int) { last = of - done }); err != nil {
			t.Fatal(err)
		}
		saved = append(saved, to)
	}
	stop()
	all.Wait()
	if last != 0 {
		t.Errorf("%d pages remained when it was done", last)
	}
	grew := store.Revision(0)
	for _, to := range saved {
		entries, err := os.ReadDir(filepath.Dir(to))
		if err != nil || len(entries) != 1 {
			t.Errorf("%v lie beside the saved file, error %v", entries, err)
		}
		c := reopened(t, to)
		if err := c.Check(ctx); err != nil {
			t.Error(err)
		}
		for _, name := range []string{"one", "two", "three"} {
			head, err := c.Head(ctx, name)
			if err != nil || head%3 != 0 && name != "one" {
				t.Errorf("%s stands at %s, error %v: not between two appends", name, head, err)
			}
			var want, got []store.Recorded
			for r := range s.Read(ctx, name, 1) {
				if r.Revision <= head {
					want = append(want, r)
				}
			}
			for r := range c.Read(ctx, name, 1) {
				got = append(got, r)
			}
			if !reflect.DeepEqual(want, got) {
				t.Errorf("%s up to %s is not what was written", name, head)
			}
			if name == "two" {
				if head < grew {
					t.Errorf("a later copy has fewer events: %s after %s", head, grew)
				}
				grew = head
			}
		}
		if _, found, err := c.Kept(ctx, "one", "summary", store.Any); !found || err != nil {
			t.Errorf("the note is not there, error %v", err)
		}
		if _, err := c.Append(ctx, "one", 5000, storetest.Events("one", 5001, 1)); err != nil {
			t.Errorf("the saved file takes no events: %v", err)
		}
	}
}

func TestSavingLeavesAnExistingFileAlone(t *testing.T) {
	path := ledgerFile(t)
	s := reopened(t, path)
	other := ledgerFile(t)
	before := directory(t, other)
	for _, to := range []string{other, path, filepath.Dir(path)} {
		if err := s.Save(context.Background(), to, nil); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: got error %v, want one that says the file exists", to, err)
		}
	}
	if d := cmp.Diff(before, directory(t, other)); d != "" {
		t.Errorf("files (-before +after):\n%s", d)
	}
}

func TestSavingThatFailsLeavesNothing(t *testing.T) {
	path := ledgerFile(t)
	for _, c := range []struct {
		name string
		save func(s *sqlite.Store, to string) error
		want func(error) bool
	}{
		{"interrupted", func(s *sqlite.Store, to string) error {
			gone, cancel := context.WithCancel(context.Background())
			cancel()
			return s.Save(gone, to, nil)
		}, func(err error) bool { return errors.Is(err, context.Canceled) }},
		{"where there is no folder", func(s *sqlite.Store, to string) error {
			return s.Save(context.Background(), filepath.Join(to, "no", "folder"), nil)
		}, func(err error) bool { var u *store.UnreachableError; return errors.As(err, &u) }},
		{"closed", func(s *sqlite.Store, to string) error {
			s.Close()
			return s.Save(context.Background(), to, nil)
		}, func(err error) bool { var u *store.UnreachableError; return errors.As(err, &u) }},
	} {
		dir := t.TempDir()
		err := c.save(reopened(t, path), filepath.Join(dir, "saved.ledger"))
		if !c.want(err) {
			t.Errorf("%s: got error %v", c.name, err)
		}
		if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
			t.Errorf("%s: it left %v, error %v", c.name, left, err)
		}
	}
}

func TestSavingADamagedFileSaysSoAndSavesNothing(t *testing.T) {
	path := ledgerFile(t)
	execute(t, path, "DROP TRIGGER events_never_change;\nUPDATE events SET data = x'00' WHERE revision = 7;\n"+
		"CREATE TRIGGER events_never_change BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events never change'); END")
	to := filepath.Join(t.TempDir(), "saved.ledger")
	var damaged *store.DamagedError
	if err := reopened(t, path).Save(context.Background(), to, nil); !errors.As(err, &damaged) {
		t.Errorf("got error %v, want damage", err)
	}
	if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the copy: %v", err)
	}
}
