package sqlite_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"adjudicate/store"
	"adjudicate/store/sqlite"
	"adjudicate/store/storetest"

	"github.com/google/go-cmp/cmp"
	zombie "zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// execute runs SQL on a file behind the store's back.
func execute(t *testing.T, path, script string) {
	t.Helper()
	conn, err := zombie.OpenConn(path, zombie.OpenReadWrite|zombie.OpenCreate)
	if err != nil {
		t.Fatal(err)
	}
	for q := range strings.SplitSeq(script, ";\n") {
		if err := sqlitex.ExecuteTransient(conn, q, nil); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
}

// ledgerFile makes a closed ledger with some events.
func ledgerFile(t *testing.T) string {
	t.Helper()
	s, path := create(t)
	if _, err := s.Append(context.Background(), "s", store.NoStream, storetest.Events("s", 1, 200)); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func cut(t *testing.T, path string, size int64) {
	t.Helper()
	if err := os.Truncate(path, size); err != nil {
		t.Fatal(err)
	}
}

// directory is every file beside path, with its content.
func directory(t *testing.T, path string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(filepath.Dir(path), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := os.ReadFile(name)
		files[filepath.Base(name)] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestOpenRefusesWhatItCannotTrustAndTouchesNothing(t *testing.T) {
	plain := func(content string) func(*testing.T) string {
		return func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			return path
		}
	}
	foreign := func(journal string) func(*testing.T) string {
		return func(t *testing.T) string {
			path := filepath.Join(t.TempDir(), "file")
			execute(t, path, "PRAGMA journal_mode = "+journal+";\nPRAGMA application_id = 4711;\nCREATE TABLE events (position INTEGER)")
			return path
		}
	}
	changed := func(script string) func(*testing.T) string {
		return func(t *testing.T) string {
			path := ledgerFile(t)
			execute(t, path, script)
			return path
		}
	}
	truncated := func(size int64) func(*testing.T) string {
		return func(t *testing.T) string {
			path := ledgerFile(t)
			cut(t, path, size)
			return path
		}
	}
	const (
		unreachable = "*store.UnreachableError"
		notLedger   = "*store.NotALedgerError"
		damaged     = "*store.DamagedError"
		newer       = "*store.NewerError"
	)
	for _, c := range []struct {
		name string
		file func(*testing.T) string
		typ  string
		want string // what the message says behind the path
	}{
		{"no file", func(t *testing.T) string { return filepath.Join(t.TempDir(), "file") }, unreachable, `no such file`},
		{"a directory", func(t *testing.T) string { return t.TempDir() }, notLedger, `a directory`},
		{"an empty file", plain(""), notLedger, `an empty file`},
		{"a picture", plain("\x89PNG\r\n\x1a\n and so on and so forth"), notLedger, `a file that begins with "\\x89PNG`},
		{"an export", plain(`{"specversion":"1.0","id":"a"}`), notLedger, `such as an export`},
		{"somebody else's database", foreign("DELETE"), notLedger, `another application \(application id 0x1267\)`},
		{"somebody else's database with a log", foreign("WAL"), notLedger, `another application \(application id 0x1267\)`},
		{"a ledger of a newer version", changed("PRAGMA user_version = 9"), newer, `schema is version 9, this program reads up to 2`},
		{"a ledger without a schema version", changed("PRAGMA user_version = 0"), damaged, `schema version 0`},
		{"a ledger cut in the middle of a page", truncated(9000), damaged, `the file has 9000 bytes`},
		{"a ledger cut between pages", truncated(3 * 4096), damaged, `the file has 12288 bytes`},
		{"a ledger cut in its first page", truncated(2000), damaged, `the file has 2000 bytes`},
		{"a ledger cut in its header", truncated(70), damaged, `the file has 70 bytes`},
		{"a ledger cut in its first word", truncated(7), damaged, `truncated within the database header`},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := c.file(t)
			before := directory(t, path)
			s, err := sqlite.Open(path, sqlite.Options{})
			if err == nil {
				s.Close()
				t.Fatal("it was opened")
			}
			if d := cmp.Diff(c.typ, fmt.Sprintf("%T", err)); d != "" {
				t.Errorf("type of %q (-want +got):\n%s", err, d)
			}
			if !strings.Contains(err.Error(), path) || !regexp.MustCompile(c.want).MatchString(err.Error()) {
				t.Errorf("got message %q, want the path and %s", err, c.want)
			}
			if d := cmp.Diff(before, directory(t, path)); d != "" {
				t.Errorf("files beside it (-before +after):\n%s", d)
			}
		})
	}
}

func TestTablesThatAreNotThoseOfALedgerAreDamage(t *testing.T) {
	path := ledgerFile(t)
	execute(t, path, "DROP TABLE events")
	_, err := sqlite.Open(path, sqlite.Options{})
	var damaged *store.DamagedError
	if !errors.As(err, &damaged) || !strings.Contains(err.Error(), "not a ledger's") {
		t.Errorf("got error %v, want the tables named as damage", err)
	}
}

func TestCreateLeavesAnExistingFileAlone(t *testing.T) {
	path := ledgerFile(t)
	before := directory(t, path)
	_, err := sqlite.Create(path, sqlite.Options{})
	if !errors.Is(err, fs.ErrExist) {
		t.Errorf("got error %v, want one that says the file exists", err)
	}
	if d := cmp.Diff(before, directory(t, path)); d != "" {
		t.Errorf("files (-before +after):\n%s", d)
	}
}

func TestAFileMayHaveAnyName(t *testing.T) {
	for _, name := range []string{"hand 3?.ledger", "50%41#§.ledger", "file:x?mode=memory", ":memory:", "a'b\"c"} {
		path := filepath.Join(t.TempDir(), name)
		s, err := sqlite.Create(path, sqlite.Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if _, err := s.Append(context.Background(), "s", store.NoStream, storetest.Events("s", 1, 3)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		s.Close()
		if s, err = sqlite.Open(path, sqlite.Options{}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if head, err := s.Head(context.Background(), "s"); head != 3 || err != nil {
			t.Errorf("%s: got %s and error %v, want revision 3", name, head, err)
		}
		s.Close()
	}
}

func TestARelativeNameIsNoAddress(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{":memory:", "file:game?mode=memory", "game"} {
		s, err := sqlite.Create(name, sqlite.Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		s.Close()
		if _, err := os.Stat(name); err != nil {
			t.Errorf("%s: no such file: %v", name, err)
		}
		if s, err = sqlite.Open(name, sqlite.Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		s.Close()
	}
}

func TestCreateLeavesOnlyTheLedger(t *testing.T) {
	s, path := create(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1 || entries[0].Name() != filepath.Base(path) {
		t.Errorf("found %v, want %s alone", entries, filepath.Base(path))
	}
}

func TestCreateWhereNothingCanBeWritten(t *testing.T) {
	_, err := sqlite.Create(filepath.Join(t.TempDir(), "no", "such", "directory", "game.ledger"), sqlite.Options{})
	var unreachable *store.UnreachableError
	if !errors.As(err, &unreachable) {
		t.Errorf("got error %v, want unreachable", err)
	}
}

func TestReadingFindsDamage(t *testing.T) {
	ctx := context.Background()
	number := func(n int) []byte { return fmt.Appendf(nil, `"number":%d}`, n) }
	for _, c := range []struct {
		name   string
		damage func(t *testing.T, path string)
		want   string
	}{
		{"a changed byte", func(t *testing.T, path string) {
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			changed := bytes.Replace(content, number(123), number(124), 1)
			if bytes.Equal(content, changed) {
				t.Fatal("the event was not found in the file")
			}
			if err := os.WriteFile(path, changed, 0o600); err != nil {
				t.Fatal(err)
			}
		}, "revision 123 of stream number 1 does not match its checksum"},
		{"a missing event", func(t *testing.T, path string) {
			execute(t, path, "DROP TRIGGER events_never_go;\nDELETE FROM events WHERE revision = 57")
		}, "revision 57 is missing"},
		{"an event in another's place", func(t *testing.T, path string) {
			execute(t, path, "DROP TRIGGER events_never_change;\nUPDATE events SET position = position + 1000 WHERE revision = 8;\n"+
				"UPDATE events SET position = position - 1 WHERE revision = 9;\nUPDATE events SET position = position - 999 WHERE revision = 1008")
		}, "revision 8 of stream number 1 does not match its checksum"},
		{"a page of rubbish", func(t *testing.T, path string) {
			f, err := os.OpenFile(path, os.O_WRONLY, 0)
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if _, err := f.WriteAt(bytes.Repeat([]byte{0xa5}, 4096*8), 4096*8); err != nil {
				t.Fatal(err)
			}
		}, "malformed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := ledgerFile(t)
			c.damage(t, path)
			s, err := sqlite.Open(path, sqlite.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			var found error
			for _, err := range s.Read(ctx, "s", 1) {
				found = err
			}
			var damaged *store.DamagedError
			if !errors.As(found, &damaged) || !strings.Contains(found.Error(), c.want) {
				t.Errorf("reading: got error %v, want damage: %s", found, c.want)
			}
			if err := s.Check(ctx); !errors.As(err, &damaged) {
				t.Errorf("checking: got error %v, want damage", err)
			}
		})
	}
}

// An id stands in a row and in the index of the ids, and may lie where nothing is read any more. That the first two agree only the
// check of the ground tells.
func TestTheGroundShowsWhatReadingDoesNot(t *testing.T) {
	ctx := context.Background()
	id := id7(t, ledgerFile(t))
	onlyGround := 0
	for place, places := 0, 1; place < places; place++ {
		path := ledgerFile(t)
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		parts := bytes.Split(content, id)
		if places = len(parts) - 1; places < 2 {
			t.Fatalf("the id stands %d times in the file", places)
		}
		content[len(bytes.Join(parts[:place+1], id))+len(id)-1]++
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := sqlite.Open(path, sqlite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var read error
		for _, err := range s.Read(ctx, "s", 1) {
			read = err
		}
		ground, stream := s.CheckGround(ctx, false), s.CheckStream(ctx, "s")
		s.Close()
		if ground != nil && read == nil {
			onlyGround++
		}
		var damaged *store.DamagedError
		if (ground != nil || read != nil) != errors.As(stream, &damaged) {
			t.Errorf("place %d: got error %v of the stream, %v of the ground, %v of reading", place, stream, ground, read)
		}
	}
	if onlyGround == 0 {
		t.Error("reading shows whatever the ground does")
	}
}

// A quick look finds an index that lacks an event, and whatever a page is no page for.
func TestAQuickLookCountsTheIndexOfIds(t *testing.T) {
	ctx := context.Background()
	path := ledgerFile(t)
	look := func(quick bool) error {
		t.Helper()
		s, err := sqlite.Open(path, sqlite.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		return s.CheckGround(ctx, quick)
	}
	if err := look(true); err != nil {
		t.Fatal(err)
	}
	// An event comes while nothing knows of the index.
	execute(t, path, `PRAGMA writable_schema = ON;
CREATE TEMP TABLE was AS SELECT type, name, tbl_name, rootpage, sql FROM sqlite_schema WHERE name IN ('events', 'sqlite_autoindex_events_1');
UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL UNIQUE', 'NOT NULL') WHERE name = 'events';
DELETE FROM sqlite_schema WHERE name = 'sqlite_autoindex_events_1';
PRAGMA writable_schema = RESET;
INSERT INTO events (position, id, type, data, sum) SELECT max(position) + 1, x'00', type, data, sum FROM events;
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = (SELECT sql FROM was WHERE name = 'events') WHERE name = 'events';
INSERT INTO sqlite_schema (type, name, tbl_name, rootpage, sql) SELECT type, name, tbl_name, rootpage, sql FROM was WHERE type = 'index';
PRAGMA writable_schema = RESET`)
	for _, quick := range []bool{true, false} {
		var damaged *store.DamagedError
		err := look(quick)
		if !errors.As(err, &damaged) || quick && !strings.Contains(damaged.Found, "wrong # of entries in index") {
			t.Errorf("quick %v: got error %v, want damage", quick, err)
		}
	}
}

// id7 is the id of the seventh event of a file.
func id7(t *testing.T, path string) []byte {
	s, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for r, err := range s.Read(context.Background(), "s", 7) {
		if err != nil {
			t.Fatal(err)
		}
		return r.ID[:]
	}
	return nil
}

func TestASoundFilePassesTheCheck(t *testing.T) {
	path := ledgerFile(t)
	s, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Check(context.Background()); err != nil {
		t.Error(err)
	}
	names, err := s.Streams(context.Background())
	if d := cmp.Diff([]string{"s"}, names); d != "" || err != nil {
		t.Errorf("streams: error %v (-want +got):\n%s", err, d)
	}
}

func TestRowsCannotBeChangedOrDeletedThroughTheSchema(t *testing.T) {
	path := ledgerFile(t)
	conn, err := zombie.OpenConn(path, zombie.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, q := range []string{"UPDATE events SET data = x'00' WHERE revision = 1", "DELETE FROM events WHERE revision = 200"} {
		if err := sqlitex.ExecuteTransient(conn, q, nil); zombie.ErrCode(err) != zombie.ResultConstraintTrigger {
			t.Errorf("%s: got error %v, want the trigger's", q, err)
		}
	}
}

// holdLock takes the write lock as another writer would, says so and keeps it until its input ends.
func holdLock(path string) int {
	conn, err := zombie.OpenConn(path, zombie.OpenReadWrite)
	if err == nil {
		err = sqlitex.ExecuteTransient(conn, "BEGIN IMMEDIATE", nil)
	}
	fmt.Println(err)
	_, _ = io.Copy(io.Discard, os.Stdin)
	return 0
}

func TestAnAppendWaitsForALockAndThenSaysWhoHasIt(t *testing.T) {
	s, path := create(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, err := sqlite.Open(path, sqlite.Options{Wait: 300 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	cmd := child(t, "hold the lock", path)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := cmd.StdinPipe(); err != nil { // open until the process is killed
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said := make([]byte, 6)
	if n, err := out.Read(said); err != nil || string(said[:n]) != "<nil>\n" {
		t.Fatalf("the locking process said %q (%v)", said, err)
	}

	began := time.Now()
	_, err = s.Append(context.Background(), "s", store.NoStream, storetest.Events("s", 1, 1))
	took := time.Since(began)
	var unreachable *store.UnreachableError
	if !errors.As(err, &unreachable) || unreachable.InDoubt {
		t.Errorf("got error %v, want unreachable and not in doubt", err)
	}
	if took < 250*time.Millisecond || took > time.Minute {
		t.Errorf("gave up after %s, want about 300ms", took)
	}
	if _, err := os.Stat("/proc/locks"); err == nil {
		want := fmt.Sprintf("process %d (", cmd.Process.Pid)
		if unreachable == nil || !strings.Contains(unreachable.Error(), want) {
			t.Errorf("got message %q, want it to name %s", unreachable, want)
		}
	}
	if head, err := s.Head(context.Background(), "s"); head != store.NoStream || err != nil {
		t.Errorf("reading beside the lock: got %s and error %v, want no stream", head, err)
	}

	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	if _, err := s.Append(ctx, "s", store.NoStream, storetest.Events("s", 1, 1)); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("waiting with a deadline: got error %v, want context.DeadlineExceeded", err)
	}

	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait()
	if head, err := s.Append(context.Background(), "s", store.NoStream, storetest.Events("s", 1, 1)); head != 1 || err != nil {
		t.Errorf("once the lock is free: got %s and error %v, want revision 1", head, err)
	}
}

func TestAClosedStoreSaysSo(t *testing.T) {
	s, _ := create(t)
	for range 2 {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	var unreachable *store.UnreachableError
	if _, err := s.Append(context.Background(), "s", store.Any, nil); !errors.As(err, &unreachable) {
		t.Errorf("append: got error %v, want unreachable", err)
	}
	if _, err := s.Head(context.Background(), "s"); !errors.As(err, &unreachable) {
		t.Errorf("head: got error %v, want unreachable", err)
	}
	for _, err := range s.Read(context.Background(), "s", 1) {
		if !errors.As(err, &unreachable) {
			t.Errorf("read: got error %v, want unreachable", err)
		}
	}
}

func TestTwoStoresOnOneFileSeeEachOther(t *testing.T) {
	ctx := context.Background()
	one, path := create(t)
	two, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer two.Close()
	for round := range 20 {
		at := store.Revision(2 * round)
		if _, err := one.Append(ctx, "s", at, storetest.Events("s", int(at)+1, 1)); err != nil {
			t.Fatal(err)
		}
		var conflict *store.ConflictError
		if _, err := two.Append(ctx, "s", at, storetest.Events("late", round, 1)); !errors.As(err, &conflict) || conflict.Found != at+1 {
			t.Fatalf("got error %v, want a conflict that found revision %d", err, at+1)
		}
		if _, err := two.Append(ctx, "s", at+1, storetest.Events("s", int(at)+2, 1)); err != nil {
			t.Fatal(err)
		}
	}
	if head, err := one.Head(ctx, "s"); head != 40 || err != nil {
		t.Errorf("got %s and error %v, want revision 40", head, err)
	}
}

func TestTheFormatDocumentShowsTheSchema(t *testing.T) {
	text, err := os.ReadFile("../../docs/format.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), strings.TrimSpace(sqlite.Schema)) {
		t.Errorf("docs/format.md does not hold the schema as it is:\n%s", sqlite.Schema)
	}
	notes := strings.Replace(strings.TrimSpace(sqlite.NotesSchema), "IF NOT EXISTS ", "", 1)
	if !strings.Contains(string(text), notes) {
		t.Errorf("docs/format.md does not hold the table of notes as it is:\n%s", notes)
	}
}
