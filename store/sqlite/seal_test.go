package sqlite

import (
	"context"
	"fmt"
	"hash/crc32"
	"path/filepath"
	"testing"

	"adjudicate/store"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// alter runs a statement on a file as anybody could who has it.
func alter(t *testing.T, path, query string, args ...any) {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := sqlitex.Execute(conn, query, &sqlitex.ExecOptions{Args: args}); err != nil {
		t.Fatal(err)
	}
}

// alterAll runs several statements.
func alterAll(t *testing.T, path, script string) {
	t.Helper()
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := sqlitex.ExecuteScript(conn, script, nil); err != nil {
		t.Fatal(err)
	}
}

// TestOnlyTheMakersNotesAreBelieved changes a note in every way that leaves its checksum right.
func TestOnlyTheMakersNotesAreBelieved(t *testing.T) {
	ctx := context.Background()
	mine := &Seal{Secret: []byte("mine"), Maker: "program 1"}
	note := store.Note{Stream: "s", Kind: "state", At: 7, Data: []byte(`{"money":5}`)}
	forged := func(s *Seal, n store.Note) []byte { return s.closed(&n) }
	rich := note
	rich.Data = []byte(`{"money":9}`)
	for _, c := range []struct {
		name             string
		seal             *Seal
		data             []byte // in its place; nil for nothing changed
		at               int
		believed, ownish bool
	}{
		{"as it was kept", mine, nil, 7, true, true},
		{"by another version of the program", &Seal{mine.Secret, "program 2"}, nil, 7, false, false},
		{"by another user", &Seal{[]byte("theirs"), mine.Maker}, nil, 7, false, true},
		{"with other data before the seal", mine, append([]byte(`{"money":9}`), forged(mine, note)[len(note.Data):]...), 7, false, true},
		{"with another user's seal", mine, forged(&Seal{[]byte("theirs"), mine.Maker}, rich), 7, false, true},
		{"without a seal", mine, rich.Data, 7, false, false},
		{"moved to another event", mine, forged(mine, note), 8, false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "f")
			st, err := Create(path, Options{})
			if err != nil {
				t.Fatal(err)
			}
			st.Close()
			if st, err = Open(path, Options{Seal: mine}); err != nil {
				t.Fatal(err)
			}
			if err := st.Keep(ctx, note); err != nil {
				t.Fatal(err)
			}
			st.Close()
			if c.data != nil {
				alter(t, path, "UPDATE notes SET at = ?, data = ?, sum = ?", c.at, c.data, int64(crc32.Checksum(c.data, castagnoli)))
			}
			if st, err = Open(path, Options{Seal: c.seal}); err != nil {
				t.Fatal(err)
			}
			defer st.Close()
			n, found, err := st.Kept(ctx, "s", "state", store.Any)
			if err != nil || found != c.believed {
				t.Errorf("believed: %v, %v; want %v", found, err, c.believed)
			}
			if found && string(n.Data) != string(note.Data) {
				t.Errorf("it says %s", n.Data)
			}
			listed := 0
			for _, err := range st.Notes(ctx, "s", "state") {
				if err != nil {
					t.Fatal(err)
				}
				listed++
			}
			if want := map[bool]int{true: 1}[c.believed]; listed != want {
				t.Errorf("%d notes listed, want %d", listed, want)
			}
			audited := 0
			for n, err := range st.Audit(ctx, "s") {
				if err != nil {
					t.Fatal(err)
				}
				if fmt.Sprint(n.Stream, n.Kind, n.At) != fmt.Sprint("s", "state", store.Revision(c.at)) {
					t.Errorf("audited %v", n)
				}
				audited++
			}
			if want := map[bool]int{true: 1}[c.ownish]; audited != want {
				t.Errorf("%d notes to audit, want %d", audited, want)
			}
		})
	}
}
