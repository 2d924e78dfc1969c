package place

import (
	"errors"
	"os"
	"sync"

	"adjudicate/ledger/people"
)

// tables are desks that were opened and are not in use. An office looks at the desks of all its games again and again, and opening one costs as
// much as a hundred looks.
type tables struct {
	mu     sync.Mutex
	free   []*table
	closed bool
}

// mostTables is how many desks that nobody uses are left open.
const mostTables = 4

// A table is a desk that goes back to the others when its user closes it, who then has it no more.
type table struct {
	*people.Table
	all    *tables // nil once it is closed
	opened os.FileInfo
}

// take returns a desk in a file: one that is open, unless the file is not the one that it was opened in.
func (t *tables) take(path string) (people.Desk, error) {
	file, err := os.Stat(path)
	if err != nil {
		return people.OpenTable(path, deskPatience) // which says what is wrong
	}
	for d := t.last(); d != nil; d = t.last() {
		if os.SameFile(file, d.opened) {
			return d, nil
		}
		_ = d.Table.Close() // of a file that is gone
	}
	d, err := people.OpenTable(path, deskPatience)
	if err != nil {
		return nil, err
	}
	return &table{d, t, file}, nil
}

// last takes the desk that was used last, nil if there is none.
func (t *tables) last() *table {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.free) == 0 {
		return nil
	}
	d := t.free[len(t.free)-1]
	t.free = t.free[:len(t.free)-1]
	return d
}

// Close leaves the desk to whoever is next.
func (d *table) Close() error {
	all := d.all
	if all == nil {
		return nil
	}
	d.all = nil
	all.mu.Lock()
	defer all.mu.Unlock()
	if all.closed || len(all.free) == mostTables {
		return d.Table.Close()
	}
	all.free = append(all.free, &table{d.Table, all, d.opened})
	return nil
}

// close closes the desks that nobody uses. One that is in use is closed by its user.
func (t *tables) close() (err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
	for _, d := range t.free {
		err = errors.Join(err, d.Table.Close())
	}
	t.free = nil
	return err
}
