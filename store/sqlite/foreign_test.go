package sqlite

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"adjudicate/store"

	"github.com/google/uuid"
)

func fresh(t *testing.T) (path string, st *Store) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "f")
	st, err := Create(path, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	return path, st
}

func event(n byte) []store.Event {
	return []store.Event{{ID: uuid.UUID{15: n}, Type: "x.v1", Data: []byte{n}}}
}

// TestAForeignSchemaIsRefused adds what SQLite would run, or changes what is there.
func TestAForeignSchemaIsRefused(t *testing.T) {
	for _, c := range []struct {
		name, sql string
		refused   bool
	}{
		{"a trigger that swallows events", "CREATE TRIGGER quiet BEFORE INSERT ON events BEGIN SELECT RAISE(IGNORE); END", true},
		{"a trigger on notes", "CREATE TABLE notes(a); CREATE TRIGGER t AFTER INSERT ON notes BEGIN DELETE FROM notes; END", true},
		{"a view", "CREATE VIEW v AS SELECT * FROM events", true},
		{"an index", "CREATE INDEX i ON events (type)", true},
		{"another trigger of a known name", "DROP TRIGGER events_never_go; CREATE TRIGGER events_never_go BEFORE DELETE ON events BEGIN SELECT 1; END", true},
		{"a table of a known name", "CREATE TABLE notes (number, kind, stream, at, sum, data)", true},
		{"another trigger by the name of the one that notes growth", "CREATE TRIGGER events_tell_growth AFTER INSERT ON events BEGIN DELETE FROM streams; END", true},
		{"another table of growth", "CREATE TABLE growth (stream)", true},
		{"a table of its own", "CREATE TABLE mine (a)", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			path, st := fresh(t)
			if _, err := st.Append(context.Background(), "s", store.NoStream, event(1)); err != nil {
				t.Fatal(err)
			}
			if err := st.Keep(context.Background(), store.Note{Stream: "o", Kind: "k", At: 1}); err != nil && !c.refused {
				t.Fatal(err)
			}
			st.Close()
			alter(t, path, "DROP TABLE IF EXISTS notes")
			alterAll(t, path, c.sql)
			st, err := Open(path, Options{})
			var damaged *store.DamagedError
			if errors.As(err, &damaged) != c.refused || (err != nil) != c.refused {
				t.Errorf("refused: %v, want %v", err, c.refused)
			}
			if err == nil {
				st.Close()
			}
		})
	}
}

// TestASwallowedEventIsNotAcknowledged adds the trigger while the store is open.
func TestASwallowedEventIsNotAcknowledged(t *testing.T) {
	path, st := fresh(t)
	alterAll(t, path, "CREATE TRIGGER quiet BEFORE INSERT ON events BEGIN SELECT RAISE(IGNORE); END")
	_, err := st.Append(context.Background(), "s", store.NoStream, event(1))
	var damaged *store.DamagedError
	if !errors.As(err, &damaged) {
		t.Errorf("appended: %v, want a refusal", err)
	}
}

// TestOneFileOneName links the file before it is opened, and while it is open.
func TestOneFileOneName(t *testing.T) {
	path, st := fresh(t)
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 && os.Getuid() >= 0 {
		t.Errorf("mode %v, %v: want a file that only its owner reads", info.Mode(), err)
	}
	if _, err := st.Append(context.Background(), "s", store.NoStream, event(1)); err != nil {
		t.Fatal(err)
	}
	other := path + "2"
	if os.Link(path, other) != nil {
		t.Skip("no hard links here")
	}
	if _, err := st.Append(context.Background(), "s", 1, event(2)); !errors.Is(err, errLinked) {
		t.Errorf("appended to a file with two names: %v", err)
	}
	for _, name := range []string{path, other} {
		if st, err := Open(name, Options{}); !errors.Is(err, errLinked) {
			st.Close()
			t.Errorf("opened %s: %v", filepath.Base(name), err)
		}
	}
	if err := os.Remove(other); err != nil {
		t.Fatal(err)
	}
	if _, err := st.Append(context.Background(), "s", 1, event(2)); err != nil {
		t.Errorf("with one name again: %v", err)
	}
}
