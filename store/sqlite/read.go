package sqlite

import (
	"context"
	"fmt"
	"iter"

	"adjudicate/store"

	"zombiezen.com/go/sqlite"
)

// Read implements store.Store. It reads some rows at a time and holds nothing in between,
// so that a slow reader keeps neither writers nor the folding of the log waiting.
func (s *Store) Read(ctx context.Context, stream string, from store.Revision) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		next := max(from, 1)
		batch := make([]store.Recorded, 0, 64)
		for limit := 16; ; limit = min(4*limit, 1024) {
			var err error
			batch, err = s.rows(ctx, stream, next, limit, batch[:0])
			for i := range batch {
				if !yield(batch[i], nil) {
					return
				}
			}
			if err != nil {
				yield(store.Recorded{}, explain(s.path, "reading from it", err))
				return
			}
			if len(batch) == 0 {
				return
			}
			next += store.Revision(len(batch))
		}
	}
}

// mostBytes is about how much data is read at a time.
const mostBytes = 1 << 20

// rows appends the next events of a stream to batch, at most limit.
func (s *Store) rows(ctx context.Context, stream string, from store.Revision, limit int, batch []store.Recorded) ([]store.Recorded, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return batch, err
	}
	err := s.patiently(ctx, func() error {
		number, head, err := s.find(stream)
		if err != nil || from > head {
			return err
		}
		batch, err = s.scan(number, from, limit, batch[:0])
		if err == nil && len(batch) == 0 {
			err = missing(s.path, stream, from)
		}
		return err
	})
	return batch, err
}

func missing(path, stream string, at store.Revision) error {
	return &store.DamagedError{Place: path, Found: fmt.Sprintf("%s of stream %q is missing", at, stream)}
}

// scan reads rows, copies their data into slabs and checks each row's place and checksum.
func (s *Store) scan(number int64, from store.Revision, limit int, batch []store.Recorded) ([]store.Recorded, error) {
	first := number << revisionBits
	position := first + int64(from)
	read := s.stmts.read
	read.BindInt64(1, position)
	read.BindInt64(2, min(first|mostRevision, position+int64(limit)-1)) // no LIMIT: SQLite prepares a statement again whenever a bound one is set
	defer read.Reset()
	var slab []byte
	head := make([]byte, 0, 128)
	for total := 0; total < mostBytes; position++ {
		row, err := read.Step()
		if err != nil || !row {
			return batch, err
		}
		at := store.Revision(position & mostRevision)
		if read.ColumnInt64(0) != position {
			return batch, &store.DamagedError{Place: s.path, Found: fmt.Sprintf("%s is missing from stream number %d", at, number)}
		}
		r := store.Recorded{Revision: at}
		if read.ColumnLen(1) == len(r.ID) {
			read.ColumnBytes(1, r.ID[:])
		}
		r.Type = s.typeOf(read, 2)
		n := read.ColumnLen(3)
		if slab == nil || n > cap(slab)-len(slab) {
			slab = make([]byte, 0, max(n, 1<<15))
		}
		start := len(slab)
		slab = slab[:start+n]
		r.Data = slab[start : start+n : start+n]
		read.ColumnBytes(3, r.Data)
		if int64(checksum(position, &r.Event, head)) != read.ColumnInt64(4) {
			return batch, &store.DamagedError{Place: s.path, Found: fmt.Sprintf("%s of stream number %d does not match its checksum", at, number)}
		}
		batch = append(batch, r)
		total += n
	}
	return batch, nil
}

// typeOf returns a column as a string that is allocated once a type.
func (s *Store) typeOf(row *sqlite.Stmt, col int) string {
	var buf [64]byte
	if row.ColumnLen(col) > len(buf) {
		return row.ColumnText(col)
	}
	b := buf[:row.ColumnBytes(col, buf[:])]
	t, seen := s.types[string(b)]
	if !seen {
		t = string(b)
		if len(s.types) < 1024 {
			s.types[t] = t
		}
	}
	return t
}

// run executes a statement that yields no rows.
func run(stmt *sqlite.Stmt) error {
	_, err := stmt.Step()
	if err == nil {
		err = stmt.Reset()
	}
	return err
}

// each calls f with every row of a statement.
func each(stmt *sqlite.Stmt, f func(*sqlite.Stmt) error) error {
	defer stmt.Reset()
	for {
		row, err := stmt.Step()
		if err != nil || !row {
			return err
		}
		if err := f(stmt); err != nil {
			return err
		}
	}
}
