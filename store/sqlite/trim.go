package sqlite

import "context"

// A row of growth says nothing any more once a later one names the same stream: whoever reads from it on, or from an earlier one, meets the later one too. So such
// rows are deleted, and no follower misses anything, in whatever process it is and however long ago it stopped. What is left is a row for each stream that has grown since
// the file was first followed. The last row of all is never one of them: the trigger compares with it, and numbers go on from it.

const (
	leastTrim = 1024 // rows that come between two trims, at least; as many as were left by the last one if these are more
	someRows  = 256  // are read or deleted at once, so that nobody waits long
)

// trim deletes rows of growth that say nothing, if many have come since that was done. Who cannot, because another process is writing or the disk is
// full, does so later: rows that stay do no harm.
func (s *Store) trim(ctx context.Context, last int64) {
	s.mu.Lock()
	due := last-s.trimmed >= max(leastTrim, s.untrimmed)
	if due {
		s.trimmed = last
	}
	s.mu.Unlock()
	if !due {
		return
	}
	latest, over, rows := map[int64]int64{}, []int64(nil), int64(0) // the row of each stream; those that say nothing; how many there are
	for from, more := int64(0), true; more; {
		err := s.ownTurn(ctx, func() error {
			next, err := s.eachRow(from, func(number, stream int64) {
				if n, again := latest[stream]; again {
					over = append(over, n)
				}
				latest[stream] = number
				rows++
			})
			more, from = next > from, next
			return err
		})
		if err != nil {
			return
		}
	}
	for len(over) > 0 {
		some := over[:min(len(over), someRows)]
		if s.ownTurn(ctx, func() error { return s.deleteRows(some) }) != nil {
			break
		}
		over, rows = over[len(some):], rows-int64(len(some))
	}
	s.mu.Lock()
	s.untrimmed = rows
	s.mu.Unlock()
}

// ownTurn calls do while nobody else uses the connection.
func (s *Store) ownTurn(ctx context.Context, do func() error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.usable(ctx); err != nil {
		return err
	}
	return do()
}

// eachRow calls tell with some rows of growth from a number on, and returns the number behind them.
func (s *Store) eachRow(from int64, tell func(number, stream int64)) (next int64, err error) {
	row, err := s.conn.Prepare("SELECT number, stream FROM growth WHERE number >= ? ORDER BY number")
	if err != nil {
		return from, err
	}
	row.BindInt64(1, from)
	defer row.Reset()
	next = from
	for range someRows {
		if more, err := row.Step(); err != nil || !more {
			return next, err
		}
		tell(row.ColumnInt64(0), row.ColumnInt64(1))
		next = row.ColumnInt64(0) + 1
	}
	return next, nil
}

// deleteRows deletes rows of growth in a transaction of their own.
func (s *Store) deleteRows(numbers []int64) error {
	if err := run(s.stmts.begin); err != nil {
		return err
	}
	defer s.rollback()
	if err := s.inPlace(); err != nil {
		return err
	}
	row, err := s.conn.Prepare("DELETE FROM growth WHERE number = ?")
	if err != nil {
		return err
	}
	for _, n := range numbers {
		row.BindInt64(1, n)
		if err := run(row); err != nil {
			return err
		}
	}
	return run(s.stmts.commit)
}
