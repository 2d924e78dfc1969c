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
	return s.read(ctx, stream, from, false)
}

// Lend implements store.Lender.
func (s *Store) Lend(ctx context.Context, stream string, from store.Revision) iter.Seq2[store.Recorded, error] {
	return s.read(ctx, stream, from, true)
}

func (s *Store) read(ctx context.Context, stream string, from store.Revision, lent bool) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		mem := slabs{lent: lent}
		next := max(from, 1)
		batch := make([]store.Recorded, 0, 64)
		for limit := 16; ; limit = min(4*limit, 1024) {
			var err error
			batch, err = s.rows(ctx, stream, next, limit, &mem, batch[:0])
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

// mostLent is about how much of what is lent is read at a time.
const mostLent = 1 << 17

// slabs is memory for the data of a batch of rows: new memory where whoever reads may keep it, else that of the batch before.
type slabs struct {
	lent bool
	all  [][]byte // where it is lent: those of the batches before
	used int      // how many of them are in use again
	free []byte   // what is left of the last one
}

const slab = 1 << 15

// again lets go of the batch before and returns about how much the next may hold.
func (m *slabs) again() int {
	if !m.lent {
		return mostBytes
	}
	m.used, m.free = 0, nil
	return mostLent
}

// take returns n bytes.
func (m *slabs) take(n int) []byte {
	if n > slab {
		return make([]byte, n)
	}
	if m.free == nil || n > len(m.free) { // without bytes too, it is data
		m.free = m.next()
	}
	b := m.free[:n:n]
	m.free = m.free[n:]
	return b
}

func (m *slabs) next() []byte {
	if !m.lent {
		return make([]byte, slab)
	}
	if m.used == len(m.all) {
		m.all = append(m.all, make([]byte, slab))
	}
	m.used++
	return m.all[m.used-1]
}

// rows appends the next events of a stream to batch, at most limit, with their data in mem.
func (s *Store) rows(ctx context.Context, stream string, from store.Revision, limit int, mem *slabs, batch []store.Recorded) ([]store.Recorded, error) {
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
		batch, err = s.scan(number, from, limit, mem, batch[:0])
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
func (s *Store) scan(number int64, from store.Revision, limit int, mem *slabs, batch []store.Recorded) ([]store.Recorded, error) {
	first := number << revisionBits
	position := first + int64(from)
	read := s.stmts.read
	read.BindInt64(1, position)
	read.BindInt64(2, min(first|mostRevision, position+int64(limit)-1)) // no LIMIT: SQLite prepares a statement again whenever a bound one is set
	defer read.Reset()
	head := make([]byte, 0, 128)
	most := mem.again()
	for total := 0; total < most; position++ {
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
		r.Data = mem.take(n)
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
