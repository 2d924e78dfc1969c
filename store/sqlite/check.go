package sqlite

import (
	"context"
	"errors"
	"iter"
	"strings"

	"adjudicate/store"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

var (
	_ store.Lister   = (*Store)(nil)
	_ store.Surveyor = (*Store)(nil)
	_ store.Founded  = (*Store)(nil)
)

// Check implements store.Checker. It looks at the whole file: its structure, that no revision of any stream is missing
// and that every row matches its checksum.
func (s *Store) Check(ctx context.Context) error {
	names, err := s.structure(ctx, false)
	if err != nil {
		return explain(s.path, "checking it", err)
	}
	var found []error
	for _, name := range names {
		found = append(found, s.checkRows(ctx, name))
	}
	return errors.Join(found...)
}

// CheckStream implements store.Checker: the file's structure, and the rows of one stream.
func (s *Store) CheckStream(ctx context.Context, stream string) error {
	if err := s.CheckGround(ctx, false); err != nil {
		return err
	}
	return s.checkRows(ctx, stream)
}

// CheckGround implements store.Founded: the file's structure.
func (s *Store) CheckGround(ctx context.Context, quick bool) error {
	_, err := s.structure(ctx, quick)
	return explain(s.path, "checking it", err)
}

func (s *Store) checkRows(ctx context.Context, name string) error {
	for _, err := range s.Read(ctx, name, 1) {
		if err != nil {
			return &store.StreamError{Stream: name, Err: err}
		}
	}
	return nil
}

// Streams implements store.Lister: in the order in which they began.
func (s *Store) Streams(ctx context.Context) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	names, err := s.streams(ctx, s.conn)
	return names, explain(s.path, "listing its streams", err)
}

func (s *Store) streams(ctx context.Context, conn *sqlite.Conn) ([]string, error) {
	var names []string
	err := s.query(ctx, conn, "SELECT name FROM streams ORDER BY number", func(row *sqlite.Stmt) error {
		if row.ColumnLen(0) == 0 {
			return &store.DamagedError{Place: s.path, Found: "one of its streams has no name"}
		}
		names = append(names, row.ColumnText(0))
		return nil
	})
	return names, err
}

// Heads implements store.Surveyor. It looks up the last position of each stream and reads
// no event.
func (s *Store) Heads(ctx context.Context) iter.Seq2[store.Standing, error] {
	return func(yield func(store.Standing, error) bool) {
		list, err := s.heads(ctx)
		for _, h := range list {
			if !yield(h, nil) {
				return
			}
		}
		if err != nil {
			yield(store.Standing{}, explain(s.path, "listing its streams", err))
		}
	}
}

func (s *Store) heads(ctx context.Context) (list []store.Standing, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	const q = `SELECT name, (SELECT MAX(position) FROM events
		WHERE position BETWEEN s.number << 40 AND s.number << 40 | 1099511627775) FROM streams s ORDER BY name`
	err = s.patiently(ctx, func() error {
		list = list[:0]
		return sqlitex.ExecuteTransient(s.conn, q, &sqlitex.ExecOptions{ResultFunc: func(row *sqlite.Stmt) error {
			at := store.Standing{Stream: row.ColumnText(0), Head: store.Revision(row.ColumnInt64(1) & mostRevision)}
			if at.Head == store.NoStream {
				at.Err = missing(s.path, at.Stream, 1)
			}
			list = append(list, at)
			return nil
		}})
	})
	return list, err
}

// structure checks the file's structure and returns the names of its streams. It looks through a connection of its own, so that others
// read and append meanwhile. Looking each event up in the index of ids takes most of the time; a quick look only counts what stands there.
func (s *Store) structure(ctx context.Context, quick bool) ([]string, error) {
	if err := s.readOnce(ctx); err != nil {
		return nil, err
	}
	conn, err := s.another(ctx)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	damaged := func(row *sqlite.Stmt) error {
		if found := strings.TrimPrefix(row.ColumnText(0), "*** in database main ***\n"); found != "ok" {
			return &store.DamagedError{Place: s.path, Found: found}
		}
		return nil
	}
	pages := "PRAGMA integrity_check(1)"
	if quick {
		pages = "PRAGMA quick_check(1)"
	}
	for _, q := range []string{sparing, pages, strays} {
		if err := s.query(ctx, conn, q, damaged); err != nil {
			return nil, err
		}
	}
	return s.streams(ctx, conn)
}

// strays tells of events of a stream that does not exist. From the first event of each stream it goes on to that of the next one.
const strays = `WITH RECURSIVE has(n) AS (
		SELECT min(position) >> 40 FROM events
		UNION ALL SELECT (SELECT position >> 40 FROM events WHERE position >= (n + 1) << 40 ORDER BY position LIMIT 1) FROM has WHERE n < 8388607
	)
	SELECT 'events belong to stream number ' || n || ', which does not exist' FROM has WHERE n IS NOT NULL AND n NOT IN (SELECT number FROM streams) LIMIT 1`

// sparing makes a connection keep half a MiB of the file, for whoever checks it: it is read from its beginning to its end, and no page of it is
// asked for again soon.
const sparing = "PRAGMA cache_size = -512"

// readOnce prepares for the file being read from its beginning to its end.
func (s *Store) readOnce(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return err
	}
	return s.query(ctx, s.conn, sparing, nil)
}

// query runs a statement that is not worth preparing.
func (s *Store) query(ctx context.Context, conn *sqlite.Conn, q string, row func(*sqlite.Stmt) error) error {
	return s.patiently(ctx, func() error {
		return sqlitex.ExecuteTransient(conn, q, &sqlitex.ExecOptions{ResultFunc: row})
	})
}
