package place

import (
	"errors"
	"os"
	"path/filepath"

	"adjudicate/store"
	"adjudicate/store/sqlite"
)

// Scratch returns an empty store for more events than memory should hold: a file in the system's folder for such things, which is gone
// when the store is closed.
func (h *Host) Scratch() (store.Store, error) {
	dir, err := os.MkdirTemp("", "adjudicate-*")
	if err != nil {
		return nil, err
	}
	st, err := sqlite.Create(filepath.Join(dir, "scratch.ledger"), h.files())
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return &scratch{st, dir}, nil
}

type scratch struct {
	*sqlite.Store
	dir string
}

func (s *scratch) Close() error { return errors.Join(s.Store.Close(), os.RemoveAll(s.dir)) }
