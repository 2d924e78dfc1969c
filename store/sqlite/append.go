package sqlite

import (
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"math"
	"strings"

	"adjudicate/store"

	"github.com/google/uuid"
	"zombiezen.com/go/sqlite"
)

// statements are prepared once a connection.
type statements struct {
	begin, commit, rollback  *sqlite.Stmt
	beginRead                *sqlite.Stmt
	number, newStream        *sqlite.Stmt
	head, place, ids         *sqlite.Stmt
	insert, insertMany, read *sqlite.Stmt
}

const (
	insertInto = "INSERT INTO events (position, id, type, data, sum) VALUES "
	insertRow  = "(?, ?, ?, ?, ?)"
	insertCols = 5
	manyRows   = 32 // of one insertMany
)

// prepare fails on a file whose tables are not a ledger's.
func (s *Store) prepare() error {
	for _, p := range []struct {
		into  **sqlite.Stmt
		query string
	}{
		{&s.stmts.begin, "BEGIN IMMEDIATE"},
		{&s.stmts.beginRead, "BEGIN"},
		{&s.stmts.commit, "COMMIT"},
		{&s.stmts.rollback, "ROLLBACK"},
		{&s.stmts.number, "SELECT number FROM streams WHERE name = ?"},
		{&s.stmts.newStream, "INSERT INTO streams (name) VALUES (?)"},
		{&s.stmts.head, "SELECT position FROM events WHERE position BETWEEN ? AND ? ORDER BY position DESC LIMIT 1"},
		{&s.stmts.place, "SELECT e.position, s.name FROM events e JOIN streams s ON s.number = e.position >> 40 WHERE e.id = ?"},
		{&s.stmts.ids, "SELECT position, id FROM events WHERE position BETWEEN ? AND ? ORDER BY position"},
		{&s.stmts.insert, insertInto + insertRow},
		{&s.stmts.insertMany, insertInto + insertRow + strings.Repeat(", "+insertRow, manyRows-1)},
		{&s.stmts.read, "SELECT position, id, type, data, sum FROM events WHERE position BETWEEN ? AND ? ORDER BY position"},
	} {
		if *p.into != nil {
			continue
		}
		stmt, err := s.conn.Prepare(p.query)
		if err != nil {
			if sqlite.ErrCode(err) == sqlite.ResultError {
				return &store.DamagedError{Place: s.path, Found: "its tables are not a ledger's", Err: err}
			}
			return err
		}
		*p.into = stmt
	}
	return nil
}

// append makes one attempt, in one transaction.
func (s *Store) append(ctx context.Context, stream string, expected store.Revision, events []store.Event) (_ store.Revision, err error) {
	if err := run(s.stmts.begin); err != nil {
		return 0, err
	}
	defer s.rollback()
	if err := s.inPlace(); err != nil {
		return 0, err
	}
	r := &request{ctx: ctx, stream: stream, expected: expected, events: events}
	switch err := s.appendOne(r); {
	case sqlite.ErrCode(err) == sqlite.ResultConstraintUnique:
		if err := run(s.stmts.rollback); err != nil {
			return 0, err
		}
		return s.repeatOrDuplicate(stream, expected, events, err)
	case err != nil:
		return 0, err
	case r.number == 0:
		return r.last, r.err
	}
	return r.last, s.commit(r)
}

// rollback ends a transaction that did not come to its commit: nothing was written; the error is the one that led here.
func (s *Store) rollback() {
	if !s.conn.AutocommitEnabled() {
		run(s.stmts.rollback)
	}
}

// commit ends a transaction in which the events of requests were inserted.
func (s *Store) commit(wrote ...*request) error {
	if err := run(s.stmts.commit); err != nil {
		if sqlite.ErrCode(err).ToPrimary() == sqlite.ResultBusy {
			return err
		}
		if sqlite.ErrCode(err).ToPrimary() == sqlite.ResultFull {
			// The end of the transaction does not fit into the log: it has not happened.
			return &store.UnreachableError{Place: s.path, Found: "the disk is full, and nothing was written", Err: err}
		}
		return &store.UnreachableError{Place: s.path, Found: "the disk failed while the events were synced", InDoubt: true, Err: err}
	}
	for _, r := range wrote {
		s.numbers[r.stream] = r.number
	}
	if s.inPlace() != nil {
		return &store.UnreachableError{Place: s.path, Found: "the events were written to the file that had this name before", InDoubt: true, Err: errMoved}
	}
	return nil
}

// numbered returns the number of a stream, which is given one if it has none.
func (s *Store) numbered(stream string, number int64) (int64, error) {
	if number != 0 {
		return number, nil
	}
	s.stmts.newStream.BindText(1, stream)
	err := s.written(s.stmts.newStream, 1)
	return s.conn.LastInsertRowID(), err
}

// room fails if the file cannot hold a stream of such a number up to a revision.
func room(number int64, last store.Revision) error {
	if last > mostRevision || number > math.MaxInt64>>revisionBits {
		return &store.InvalidError{Found: "the file cannot hold more streams or revisions"}
	}
	return nil
}

// find returns a stream's number, 0 if it does not exist, and its head.
func (s *Store) find(stream string) (number int64, head store.Revision, err error) {
	number, known := s.numbers[stream]
	if !known {
		s.stmts.number.BindText(1, stream)
		err := each(s.stmts.number, func(row *sqlite.Stmt) error {
			number = row.ColumnInt64(0)
			return nil
		})
		if err != nil || number == 0 {
			return 0, 0, err
		}
		s.numbers[stream] = number
	}
	first := number << revisionBits
	s.stmts.head.BindInt64(1, first)
	s.stmts.head.BindInt64(2, first|mostRevision)
	err = each(s.stmts.head, func(row *sqlite.Stmt) error {
		head = store.Revision(row.ColumnInt64(0) & mostRevision)
		return nil
	})
	if err == nil && head == store.NoStream { // a name is written with its first events
		err = missing(s.path, stream, 1)
	}
	return number, head, err
}

// mostRevision is the greatest revision that a position has room for.
const mostRevision = 1<<revisionBits - 1

// insert writes events behind the position of the last one.
func (s *Store) insert(ctx context.Context, position int64, events []store.Event) error {
	for len(events) >= manyRows {
		for i := range manyRows {
			position++
			bind(s.stmts.insertMany, i*insertCols, position, &events[i])
		}
		if err := s.written(s.stmts.insertMany, manyRows); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		events = events[manyRows:]
	}
	for i := range events {
		position++
		bind(s.stmts.insert, 0, position, &events[i])
		if err := s.written(s.stmts.insert, 1); err != nil {
			return err
		}
	}
	return nil
}

// written runs a statement that is to add some rows, and fails if it adds others.
func (s *Store) written(stmt *sqlite.Stmt, rows int) error {
	if err := run(stmt); err != nil {
		return err
	}
	if n := s.conn.Changes(); n != rows {
		return &store.DamagedError{Place: s.path, Found: fmt.Sprintf("%d of %d events were written; nothing was kept", n, rows)}
	}
	return nil
}

func bind(stmt *sqlite.Stmt, after int, position int64, e *store.Event) {
	stmt.BindInt64(after+1, position)
	stmt.BindBytes(after+2, e.ID[:])
	stmt.BindText(after+3, e.Type)
	stmt.BindBytes(after+4, e.Data)
	stmt.BindInt64(after+5, int64(Checksum(position, e)))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Checksum is that of a row (docs/format.md): CRC-32C of the position (8 bytes, big-endian), the id, the
// type and the data, one after the other.
func Checksum(position int64, e *store.Event) uint32 {
	return checksum(position, e, make([]byte, 0, 24+len(e.Type)))
}

// checksum is Checksum with memory for what stands before the data.
func checksum(position int64, e *store.Event, head []byte) uint32 {
	head = binary.BigEndian.AppendUint64(head[:0], uint64(position))
	head = append(append(head, e.ID[:]...), e.Type...)
	return crc32.Update(crc32.Update(0, castagnoli, head), castagnoli, e.Data)
}

// repeatOrConflict answers an append to a stream that is not where it was expected, and one
// without events.
func (s *Store) repeatOrConflict(stream string, number int64, expected, head store.Revision, events []store.Event) (store.Revision, error) {
	if len(events) == 0 && (expected == store.Any || expected == head) {
		return head, nil
	}
	if len(events) > 0 && expected < head {
		same, err := s.standAt(number, expected+1, events)
		if same || err != nil {
			return expected + store.Revision(len(events)), err
		}
	}
	return 0, &store.ConflictError{Stream: stream, Wanted: expected, Found: head}
}

// repeatOrDuplicate answers an append of which an id is already in use. The attempt to
// write has been rolled back: rows once written never change, so nothing found now is stale.
func (s *Store) repeatOrDuplicate(stream string, expected store.Revision, events []store.Event, cause error) (store.Revision, error) {
	for i := range events {
		number, in, at, err := s.place(events[i].ID)
		switch {
		case err != nil:
			return 0, err
		case at == 0:
			continue
		case i == 0 && expected == store.Any && in == stream:
			same, err := s.standAt(number, at, events)
			if same || err != nil {
				return at + store.Revision(len(events)) - 1, err
			}
		}
		return 0, &store.DuplicateError{ID: events[i].ID, Stream: in, Revision: at}
	}
	return 0, cause
}

// place returns where an event stands; a revision of 0 says nowhere.
func (s *Store) place(id uuid.UUID) (number int64, stream string, at store.Revision, err error) {
	s.stmts.place.BindBytes(1, id[:])
	err = each(s.stmts.place, func(row *sqlite.Stmt) error {
		position := row.ColumnInt64(0)
		number, at, stream = position>>revisionBits, store.Revision(position&mostRevision), row.ColumnText(1)
		return nil
	})
	return number, stream, at, err
}

// standAt reports whether events stand in a stream from a revision on, by their ids.
func (s *Store) standAt(number int64, from store.Revision, events []store.Event) (bool, error) {
	first := number<<revisionBits + int64(from)
	s.stmts.ids.BindInt64(1, first)
	s.stmts.ids.BindInt64(2, first+int64(len(events))-1)
	n, same := 0, true
	err := each(s.stmts.ids, func(row *sqlite.Stmt) error {
		var id uuid.UUID
		same = same && row.ColumnLen(1) == len(id) && row.ColumnBytes(1, id[:]) == len(id) &&
			row.ColumnInt64(0) == first+int64(n) && id == events[n].ID
		n++
		return nil
	})
	return same && n == len(events), err
}
