package sqlite_test

import (
	"context"
	"errors"
	"os"
	"testing"
	"time"

	"adjudicate/store"
	"adjudicate/store/sqlite"

	"github.com/google/go-cmp/cmp"
	zombie "zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

func reopened(t *testing.T, path string) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestAFileWithoutNotesIsNotChangedByLookingForThem(t *testing.T) {
	ctx := context.Background()
	path := ledgerFile(t)
	before := directory(t, path)
	s := reopened(t, path)
	if _, found, err := s.Kept(ctx, "s", "summary", store.Any); found || err != nil {
		t.Errorf("found %t, error %v", found, err)
	}
	for n, err := range s.Notes(ctx, "", "summary") {
		t.Errorf("note %v, error %v", n, err)
	}
	if err := s.Drop(ctx, "s", "summary", 0); err != nil {
		t.Error(err)
	}
	s.Close()
	if d := cmp.Diff(before, directory(t, path)); d != "" {
		t.Errorf("files (-before +after):\n%s", d)
	}
}

// A program that knows no notes sees its own tables under its own schema version.
func TestAFileWithNotesIsStillOneOfItsSchemaVersion(t *testing.T) {
	ctx := context.Background()
	path := ledgerFile(t)
	s := reopened(t, path)
	if err := s.Keep(ctx, store.Note{Stream: "s", Kind: "summary", At: 200, Data: []byte("x")}); err != nil {
		t.Fatal(err)
	}
	if err := s.Check(ctx); err != nil {
		t.Error(err)
	}
	s.Close()
	conn, err := zombie.OpenConn(path, zombie.OpenReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	version, err := sqlitex.ResultInt(conn.Prep("PRAGMA user_version"))
	if version != 1 || err != nil {
		t.Errorf("schema version %d, error %v", version, err)
	}
}

func TestANoteThatDoesNotMatchItsChecksumIsAsIfItWereNotThere(t *testing.T) {
	ctx := context.Background()
	path := ledgerFile(t)
	s := reopened(t, path)
	note := func(stream string, at store.Revision) store.Note {
		return store.Note{Stream: stream, Kind: "summary", At: at, Data: []byte{byte(at)}}
	}
	if err := s.Keep(ctx, note("s", 0), note("s", 5), note("s", 9), note("t", 0)); err != nil {
		t.Fatal(err)
	}
	s.Close()
	execute(t, path, "UPDATE notes SET data = x'ff' WHERE at = 9 OR stream = 't'")
	s = reopened(t, path)
	got, found, err := s.Kept(ctx, "s", "summary", store.Any)
	if d := cmp.Diff(note("s", 5), got); d != "" || !found || err != nil {
		t.Errorf("found %t, error %v (-want +got):\n%s", found, err, d)
	}
	if _, found, err := s.Kept(ctx, "t", "summary", store.Any); found || err != nil {
		t.Errorf("of the other stream: found %t, error %v", found, err)
	}
	var list []store.Note
	for n, err := range s.Notes(ctx, "s", "summary") {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, n)
	}
	if d := cmp.Diff([]store.Note{note("s", 0), note("s", 5)}, list); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if err := s.Check(ctx); err != nil {
		t.Errorf("notes are no facts, yet checking finds %v", err)
	}
}

func TestKeepingGivesWayToAWriterThatHoldsTheLock(t *testing.T) {
	ctx := context.Background()
	path := ledgerFile(t)
	s := reopened(t, path)
	if err := s.Keep(ctx, store.Note{Stream: "s", Kind: "summary", At: 1}); err != nil {
		t.Fatal(err)
	}
	conn, err := zombie.OpenConn(path, zombie.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := sqlitex.ExecuteTransient(conn, "BEGIN IMMEDIATE", nil); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	var unreachable *store.UnreachableError
	if err := s.Keep(ctx, store.Note{Stream: "s", Kind: "summary", At: 2}); !errors.As(err, &unreachable) {
		t.Errorf("got error %v, want unreachable", err)
	}
	if took := time.Since(began); took > time.Minute {
		t.Errorf("gave up after %s, want about a second", took)
	}
	if _, found, err := s.Kept(ctx, "s", "summary", store.Any); !found || err != nil {
		t.Errorf("looking beside the lock: found %t, error %v", found, err)
	}
}

func TestNotesInAWriteProtectedFileAreRefusedAndReadAllTheSame(t *testing.T) {
	ctx := context.Background()
	path := ledgerFile(t)
	s := reopened(t, path)
	want := store.Note{Stream: "s", Kind: "summary", At: 1, Data: []byte("x")}
	if err := s.Keep(ctx, want); err != nil {
		t.Fatal(err)
	}
	s.Close()
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	if f, err := os.OpenFile(path, os.O_WRONLY, 0); err == nil {
		f.Close()
		t.Log("this user may write to any file: only the reading is tried")
	} else {
		s = reopened(t, path)
		var unreachable *store.UnreachableError
		if err := s.Keep(ctx, want); !errors.As(err, &unreachable) {
			t.Errorf("got error %v, want unreachable", err)
		}
	}
	s = reopened(t, path)
	got, found, err := s.Kept(ctx, "s", "summary", 1)
	if d := cmp.Diff(want, got); d != "" || !found || err != nil {
		t.Errorf("found %t, error %v (-want +got):\n%s", found, err, d)
	}
}

func TestNotesOfAClosedStoreSaySo(t *testing.T) {
	s := reopened(t, ledgerFile(t))
	s.Close()
	var unreachable *store.UnreachableError
	if err := s.Keep(context.Background(), store.Note{Stream: "s", Kind: "k"}); !errors.As(err, &unreachable) {
		t.Errorf("keep: got error %v, want unreachable", err)
	}
	if _, _, err := s.Kept(context.Background(), "s", "k", 1); !errors.As(err, &unreachable) {
		t.Errorf("kept: got error %v, want unreachable", err)
	}
}

// BenchmarkAppendAndKeep makes one event durable at a time and keeps a note on it, as a
// command does that brings a summary up to date.
func BenchmarkAppendAndKeep(b *testing.B) {
	s, _ := create(b)
	ctx := context.Background()
	list := encoded(b, 1, b.N)
	var appending, keeping time.Duration
	for i := range list {
		t0 := time.Now()
		if _, err := s.Append(ctx, "hand-3", store.Revision(i), list[i:i+1]); err != nil {
			b.Fatal(err)
		}
		t1 := time.Now()
		if err := s.Keep(ctx, store.Note{Stream: "hand-3", Kind: "summary", At: 1, Data: list[i].Data}); err != nil {
			b.Fatal(err)
		}
		appending += t1.Sub(t0)
		keeping += time.Since(t1)
	}
	b.ReportMetric(float64(b.N)/appending.Seconds(), "events/s")
	b.ReportMetric(float64(b.N)/keeping.Seconds(), "notes/s")
}

// BenchmarkKept looks for a note among thousands.
func BenchmarkKept(b *testing.B) {
	s, _ := create(b)
	ctx := context.Background()
	data := make([]byte, 4096)
	var notes []store.Note
	for at := range 5000 {
		notes = append(notes, store.Note{Stream: "hand-3", Kind: "tree", At: store.Revision(256 * at), Data: data})
	}
	if err := s.Keep(ctx, notes...); err != nil {
		b.Fatal(err)
	}
	at := 0
	for b.Loop() {
		at = (at + 7919) % (256 * 5000)
		if n, found, err := s.Kept(ctx, "hand-3", "tree", store.Revision(at)); !found || err != nil || n.At != store.Revision(at-at%256) {
			b.Fatal(n.At, found, err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "notes/s")
}
