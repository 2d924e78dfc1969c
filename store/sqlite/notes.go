package sqlite

import (
	"bytes"
	"context"
	"hash/crc32"
	"iter"
	"math"
	"sync"
	"time"

	"adjudicate/store"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// NotesSchema is the table that Keep adds to a file when it is first called. It is no part
// of the facts: the schema version stays what it is, and a program that does not know the
// table leaves it alone.
const NotesSchema = `
CREATE TABLE IF NOT EXISTS notes (
	number INTEGER PRIMARY KEY,
	kind   TEXT NOT NULL,
	stream TEXT NOT NULL,
	at     INTEGER NOT NULL,
	sum    INTEGER NOT NULL,
	data   BLOB NOT NULL,
	UNIQUE (kind, stream, at)
) STRICT`

// notebook is the part of a Store that keeps notes. It has a connection of its own, opened
// when first used, so that no append waits for a note that is being read or written by the
// same process, and so that notes may be written without waiting for the disk.
type notebook struct {
	mu    sync.Mutex
	conn  *sqlite.Conn
	table bool // whether the table is known to be there
}

var _ store.Keeper = (*Store)(nil)

// mostNotes is about how many bytes of notes are written in one transaction, so that an
// append of another process does not wait long.
const mostNotes = 1 << 20

// Keep implements store.Keeper. It does not wait for the disk, and gives up on a file that
// others are writing to long before an append would.
func (s *Store) Keep(ctx context.Context, notes ...store.Note) error {
	if err := store.CheckNotes(notes); err != nil {
		return err
	}
	for len(notes) > 0 {
		n, size := 1, len(notes[0].Data)
		for n < len(notes) && size+len(notes[n].Data) <= mostNotes {
			size += len(notes[n].Data)
			n++
		}
		err := s.noting(ctx, true, func(conn *sqlite.Conn) error { return s.keep(conn, notes[:n]) })
		if err != nil {
			return explain(s.path, "keeping notes", err)
		}
		notes = notes[n:]
	}
	return nil
}

// keep writes notes in the transaction that is open.
func (s *Store) keep(conn *sqlite.Conn, notes []store.Note) error {
	stmt, err := conn.Prepare(`INSERT INTO notes (kind, stream, at, sum, data) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (kind, stream, at) DO UPDATE SET sum = excluded.sum, data = excluded.data`)
	if err != nil {
		return err
	}
	for i := range notes {
		n := &notes[i]
		data := s.seal.closed(n)
		stmt.BindText(1, n.Kind)
		stmt.BindText(2, n.Stream)
		stmt.BindInt64(3, int64(n.At))
		stmt.BindInt64(4, int64(crc32.Checksum(data, castagnoli)))
		stmt.BindBytes(5, data)
		if err := run(stmt); err != nil {
			return err
		}
	}
	return nil
}

// Kept implements store.Keeper.
func (s *Store) Kept(ctx context.Context, stream, kind string, upTo store.Revision) (store.Note, bool, error) {
	for {
		list, err := s.notes(ctx, `SELECT stream, at, sum, data, kind FROM notes
			WHERE kind = ? AND stream = ? AND at <= ? ORDER BY at DESC LIMIT 1`, kind, stream, int64(min(upTo, math.MaxInt64)))
		if err != nil || len(list) == 0 {
			return store.Note{}, false, err
		}
		if n := list[0]; n.sound {
			return n.Note, true, nil
		}
		if list[0].At == 0 {
			return store.Note{}, false, nil
		}
		upTo = list[0].At - 1
	}
}

// Notes implements store.Keeper.
func (s *Store) Notes(ctx context.Context, stream, kind string) iter.Seq2[store.Note, error] {
	return func(yield func(store.Note, error) bool) {
		name, at := "", int64(-1)
		inBatches(yield, func() ([]kept, error) {
			if stream == "" {
				return s.notes(ctx, `SELECT n.stream, n.at, n.sum, n.data, n.kind FROM
					(SELECT stream, MAX(at) AS at FROM notes WHERE kind = ?1 AND stream > ?2 GROUP BY stream ORDER BY stream LIMIT 256) AS l
					CROSS JOIN notes AS n ON n.kind = ?1 AND n.stream = l.stream AND n.at = l.at ORDER BY l.stream`, kind, name)
			}
			return s.notes(ctx, `SELECT stream, at, sum, data, kind FROM notes
				WHERE kind = ? AND stream = ? AND at > ? ORDER BY at LIMIT 256`, kind, stream, at)
		}, func(n *kept) bool {
			name, at = n.Stream, int64(n.At)
			return n.sound
		})
	}
}

// inBatches yields of the notes that next returns, until it returns none, those that are wanted.
func inBatches(yield func(store.Note, error) bool, next func() ([]kept, error), wanted func(*kept) bool) {
	for {
		list, err := next()
		for i := range list {
			if n := &list[i]; wanted(n) && !yield(n.Note, nil) {
				return
			}
		}
		if err != nil {
			yield(store.Note{}, err)
		}
		if err != nil || len(list) == 0 {
			return
		}
	}
}

// kept is a row of notes without its seal, whether it is to be believed, and whether it says
// that a store with this one's seal made it.
type kept struct {
	store.Note
	sound, ours bool
}

// notes runs a query that yields stream, at, sum, data and kind. It stops after about a megabyte.
func (s *Store) notes(ctx context.Context, query string, args ...any) ([]kept, error) {
	var list []kept
	err := s.noting(ctx, false, func(conn *sqlite.Conn) error {
		list = list[:0]
		stmt, err := conn.Prepare(query)
		if err != nil {
			return err
		}
		bindAll(stmt, args)
		defer stmt.Reset()
		for size := 0; size < mostBytes; {
			row, err := stmt.Step()
			if err != nil || !row {
				return err
			}
			n := kept{Note: store.Note{Stream: stmt.ColumnText(0), Kind: stmt.ColumnText(4), At: store.Revision(stmt.ColumnInt64(1)), Data: make([]byte, stmt.ColumnLen(3))}}
			stmt.ColumnBytes(3, n.Data)
			whole := int64(crc32.Checksum(n.Data, castagnoli)) == stmt.ColumnInt64(2)
			_, maker, _, sealed := apart(n.Data)
			n.ours = s.seal == nil && !sealed || s.seal != nil && sealed && bytes.Equal(maker, s.seal.maker())
			n.sound = s.seal.open(&n.Note) && whole
			list = append(list, n)
			size += len(n.Data)
		}
		return nil
	})
	return list, explain(s.path, "reading notes", err)
}

// bindAll gives a statement its parameters, which are texts and numbers.
func bindAll(stmt *sqlite.Stmt, args []any) {
	for i, a := range args {
		switch a := a.(type) {
		case string:
			stmt.BindText(i+1, a)
		case int64:
			stmt.BindInt64(i+1, a)
		}
	}
}

// Drop implements store.Keeper.
func (s *Store) Drop(ctx context.Context, stream, kind string, after store.Revision) error {
	if after > math.MaxInt64 {
		return nil
	}
	which, args := " FROM notes WHERE stream = ? AND at > ?", []any{stream, int64(after)}
	if kind != "" {
		which, args = which+" AND kind = ?", append(args, kind)
	}
	some, err := s.notes(ctx, "SELECT stream, at, 0, '', kind"+which+" LIMIT 1", args...)
	if err != nil || len(some) == 0 {
		return err
	}
	err = s.noting(ctx, true, func(conn *sqlite.Conn) error {
		stmt, err := conn.Prepare("DELETE" + which)
		if err != nil {
			return err
		}
		bindAll(stmt, args)
		return run(stmt)
	})
	return explain(s.path, "dropping notes", err)
}

// noting calls do with the connection for notes; in a transaction, and with the table there,
// if it is to write. Reading a file that has no such table does nothing.
func (s *Store) noting(ctx context.Context, write bool, do func(*sqlite.Conn) error) error {
	b := &s.book
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := s.openNotes(ctx); err != nil {
		return err
	}
	return patiently(ctx, s.path, min(s.wait, time.Second), func() error {
		if !b.table {
			err := sqlitex.ExecuteTransient(b.conn, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'notes'",
				&sqlitex.ExecOptions{ResultFunc: func(*sqlite.Stmt) error { b.table = true; return nil }})
			if err != nil {
				return err
			}
		}
		switch {
		case write:
			return s.writeNotes(do)
		case b.table:
			return do(b.conn)
		}
		return nil
	})
}

func (s *Store) writeNotes(do func(*sqlite.Conn) error) (err error) {
	b := &s.book
	if err := sqlitex.ExecuteTransient(b.conn, "BEGIN IMMEDIATE", nil); err != nil {
		return err
	}
	defer func() {
		if !b.conn.AutocommitEnabled() {
			sqlitex.ExecuteTransient(b.conn, "ROLLBACK", nil) // the error is the one that led here
		}
	}()
	if err := s.inPlace(); err != nil {
		return err
	}
	if !b.table {
		if err := sqlitex.ExecuteTransient(b.conn, NotesSchema, nil); err != nil {
			return err
		}
	}
	if err := do(b.conn); err != nil {
		return err
	}
	if err := sqlitex.ExecuteTransient(b.conn, "COMMIT", nil); err != nil {
		return err
	}
	b.table = true
	return nil
}

// openNotes opens the connection for notes.
func (s *Store) openNotes(ctx context.Context) error {
	b := &s.book
	if err := ctx.Err(); err != nil {
		return err
	}
	if s.closed.Load() {
		return &store.UnreachableError{Place: s.path, Found: "the store is closed", Err: errClosed}
	}
	if b.conn != nil {
		return nil
	}
	conn, err := connect(ctx, s.path, s.wait)
	if err != nil {
		return err
	}
	// In write-ahead mode this may lose the latest notes with the machine, and nothing else.
	if err := sqlitex.ExecuteTransient(conn, "PRAGMA synchronous = NORMAL", nil); err != nil {
		conn.Close()
		return err
	}
	b.conn = conn
	return nil
}

func (b *notebook) close() error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.conn == nil {
		return nil
	}
	err := b.conn.Close()
	b.conn = nil
	return err
}
