package sqlite

import (
	"context"
	"fmt"

	"adjudicate/store"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// Check looks at the whole file: its structure, that no revision of any stream is missing
// and that every row matches its checksum. What it finds is a *store.DamagedError.
func (s *Store) Check(ctx context.Context) error {
	names, err := s.structure(ctx)
	if err != nil {
		return explain(s.path, "checking it", err)
	}
	for _, name := range names {
		for _, err := range s.Read(ctx, name, 1) {
			if err != nil {
				return fmt.Errorf("check stream %q: %w", name, err)
			}
		}
	}
	return nil
}

// Streams returns the names of all streams in the order in which they began.
func (s *Store) Streams(ctx context.Context) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	names, err := s.streams(ctx)
	return names, explain(s.path, "listing its streams", err)
}

func (s *Store) streams(ctx context.Context) ([]string, error) {
	var names []string
	err := s.query(ctx, "SELECT name FROM streams ORDER BY number", func(row *sqlite.Stmt) error {
		names = append(names, row.ColumnText(0))
		return nil
	})
	return names, err
}

// structure checks the file's structure and returns the names of its streams.
func (s *Store) structure(ctx context.Context) ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	damaged := func(row *sqlite.Stmt) error {
		if found := row.ColumnText(0); found != "ok" {
			return &store.DamagedError{Place: s.path, Found: found}
		}
		return nil
	}
	for _, q := range []string{
		"PRAGMA integrity_check(1)",
		`SELECT 'events belong to stream number ' || (e.position >> 40) || ', which does not exist'
		 FROM events e LEFT JOIN streams s ON s.number = e.position >> 40 WHERE s.number IS NULL LIMIT 1`,
	} {
		if err := s.query(ctx, q, damaged); err != nil {
			return nil, err
		}
	}
	return s.streams(ctx)
}

// query runs a statement that is not worth preparing.
func (s *Store) query(ctx context.Context, q string, row func(*sqlite.Stmt) error) error {
	return s.patiently(ctx, func() error {
		return sqlitex.ExecuteTransient(s.conn, q, &sqlitex.ExecOptions{ResultFunc: row})
	})
}
