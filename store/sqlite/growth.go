package sqlite

import (
	"context"
	"fmt"
	"math"

	"adjudicate/store"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// Positions order the events of a stream, and say nothing of which stream grew last. Whoever follows a file asks for just that, so the first who does has the
// file itself note it, in a trigger that runs for whoever writes, this program or another:
//
//	an event is inserted ──► is its stream the one that grew last? ── no ──► a row of growth more
//
// A follower knows the last row that it has read. What stands behind it has grown since, and the stream of that row itself may have: what a look costs is what
// was written, whoever wrote it, and not how many streams there are. A file that nobody follows has neither table nor trigger; of one that is followed the rows
// that say nothing any more are deleted now and then (trim.go).

// GrowthSchema is what Follow adds to a file. A program that knows version 1 of the schema alone refuses the file from then on.
const GrowthSchema = `
CREATE TABLE IF NOT EXISTS growth (
	number INTEGER PRIMARY KEY,
	stream INTEGER NOT NULL
) STRICT;

CREATE TRIGGER IF NOT EXISTS events_tell_growth AFTER INSERT ON events
WHEN (NEW.position >> 40) IS NOT (SELECT stream FROM growth ORDER BY number DESC LIMIT 1)
BEGIN INSERT INTO growth (stream) VALUES (NEW.position >> 40); END;
`

// lookGrowth yields what has grown from a row of growth on, lookAll all streams behind a number.
const (
	lookGrowth = `SELECT g.number, s.name, (SELECT MAX(position) FROM events
		WHERE position BETWEEN g.stream << 40 AND g.stream << 40 | 1099511627775) FROM growth g JOIN streams s ON s.number = g.stream WHERE g.number >= ? ORDER BY g.number`
	lookAll = `SELECT s.number, s.name, (SELECT MAX(position) FROM events
		WHERE position BETWEEN s.number << 40 AND s.number << 40 | 1099511627775) FROM streams s WHERE s.number >= ? ORDER BY s.number`
)

// stretch is how many streams are looked at while the mutex is held, so that nobody waits long for it.
const stretch = 256

// A follower tells what has grown.
type follower struct {
	s    *Store
	told bool           // of all streams
	next int64          // the row that the next call reads first: the last one that was read
	last store.Standing // of the stream of that row, as it was told

	marked bool // next is a mark of another follower, until all is told
}

// Follow implements store.Following.
func (s *Store) Follow() store.Follower { return &follower{s: s} }

// Grown implements store.Follower.
func (f *follower) Grown(ctx context.Context) (grown []store.Standing, err error) {
	if !f.told {
		if list, err := f.all(ctx); !f.told || !f.marked || err != nil {
			return list, err
		}
	}
	places := map[string]int{} // in grown
	next, last := f.next, f.last
	err = f.s.eachStretch(ctx, lookGrowth, f.next, func(number int64, at store.Standing) {
		known := number == f.next && at == f.last
		next, last = number, at
		if known {
			return
		}
		i, again := places[at.Stream]
		if !again {
			i, grown = len(grown), append(grown, at)
		}
		places[at.Stream], grown[i] = i, at
	})
	if err != nil {
		return nil, err
	}
	f.next, f.last = next, last
	f.s.trim(ctx, next)
	return grown, nil
}

// Mark implements store.Marker.
func (f *follower) Mark() (uint64, bool) { return uint64(f.next), f.told }

// From implements store.Marker.
func (f *follower) From(mark uint64) {
	if !f.told && mark <= math.MaxInt64 {
		f.next, f.marked = int64(mark), true
	}
}

// all tells of every stream. What grows meanwhile is told of by the next call. Where the follower goes on from a mark it tells nothing.
func (f *follower) all(ctx context.Context) (list []store.Standing, err error) {
	next, stream, noted, err := f.s.followed(ctx)
	if err != nil {
		return nil, err
	}
	if f.marked = f.marked && noted && f.next <= next; f.marked {
		f.told = true
		return nil, nil
	}
	var last store.Standing
	err = f.s.eachStretch(ctx, lookAll, 0, func(_ int64, at store.Standing) {
		if n := len(list); n > 0 && list[n-1].Stream == at.Stream {
			list[n-1] = at
		} else {
			list = append(list, at)
		}
		if at.Stream == stream {
			last = at
		}
	})
	if err != nil {
		return nil, err
	}
	f.told, f.next, f.last = true, next, last
	f.s.trim(ctx, next)
	return list, nil
}

// followed has the file note its growth, and returns the last row and its stream, and whether the file noted it already.
func (s *Store) followed(ctx context.Context) (last int64, stream string, noted bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return 0, "", false, err
	}
	err = s.patiently(ctx, func() error {
		parts, err := sqlitex.ResultInt(s.conn.Prep("SELECT COUNT(*) FROM sqlite_schema WHERE name IN ('growth', 'events_tell_growth')"))
		if noted = parts == 2; err == nil && !noted {
			err = s.noteGrowth()
		}
		if err != nil {
			return err
		}
		const q = "SELECT g.number, s.name FROM growth g JOIN streams s ON s.number = g.stream ORDER BY g.number DESC LIMIT 1"
		return sqlitex.ExecuteTransient(s.conn, q, &sqlitex.ExecOptions{ResultFunc: func(row *sqlite.Stmt) error {
			last, stream = row.ColumnInt64(0), row.ColumnText(1)
			return nil
		}})
	})
	return last, stream, noted, explain(s.path, "following it", err)
}

// noteGrowth makes the table and the trigger.
func (s *Store) noteGrowth() error {
	if err := run(s.stmts.begin); err != nil {
		return err
	}
	defer s.rollback()
	if err := s.inPlace(); err != nil {
		return err
	}
	if err := sqlitex.ExecuteScript(s.conn, fmt.Sprintf("PRAGMA user_version = %d;", followedVersion)+GrowthSchema, nil); err != nil {
		return err
	}
	return run(s.stmts.commit)
}

// eachStretch calls tell with what a look finds from a number on, a stretch at a time. A stretch begins with what the one before it has ended with: a stream
// that grows between the two has no row of growth more where the last one is its own already, and it may be the last no longer when the rest is read.
func (s *Store) eachStretch(ctx context.Context, look string, from int64, tell func(number int64, at store.Standing)) error {
	for {
		list, err := s.stretch(ctx, look, from)
		if err != nil {
			return explain(s.path, "looking for what has grown", err)
		}
		for _, x := range list {
			tell(x.number, x.Standing)
		}
		if len(list) < 2 {
			return nil
		}
		from = list[len(list)-1].number
	}
}

// A mark is a row that a look finds.
type mark struct {
	number int64
	store.Standing
}

// stretch is what a look finds first from a number on.
func (s *Store) stretch(ctx context.Context, look string, from int64) (list []mark, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return nil, err
	}
	err = s.patiently(ctx, func() error {
		list = list[:0]
		row, err := s.conn.Prepare(look)
		if err != nil {
			return err
		}
		row.BindInt64(1, from)
		defer row.Reset()
		for len(list) < stretch { // no LIMIT: SQLite prepares a statement again whenever a bound one is set
			if more, err := row.Step(); err != nil || !more {
				return err
			}
			at := store.Standing{Stream: row.ColumnText(1), Head: store.Revision(row.ColumnInt64(2) & mostRevision)}
			if at.Head == store.NoStream {
				at.Err = missing(s.path, at.Stream, 1)
			}
			list = append(list, mark{row.ColumnInt64(0), at})
		}
		return nil
	})
	return list, err
}

var _ store.Following = (*Store)(nil)
