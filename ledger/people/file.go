package people

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"adjudicate/store"
)

// File is a desk in a JSON file of its own, for every process that has a server in use: a change reads the file and
// replaces it under a lock that the others wait for, so that none takes back what another has written. The
// lock is the file PATH.lock, which the system lets go of with the process that holds it.
type File struct {
	path     string
	patience time.Duration
}

var _ Desk = (*File)(nil)

// OpenFile returns the desk in a file, which need not be there yet. While another process writes to it a
// change waits, for as long as patience.
func OpenFile(path string, patience time.Duration) *File {
	if full, err := filepath.EvalSymlinks(path); err == nil {
		path = full // one lock, whatever name it is reached by
	}
	return &File{path, patience}
}

// drawer is what the file holds of one ledger.
type drawer struct {
	Ledger      string       `json:"ledger"`
	People      []Person     `json:"people"`
	Checkpoints []checkpoint `json:"checkpoints"`
	Posted      *Posted      `json:"posted,omitempty"`

	Sheets map[string][]byte `json:"sheets,omitempty"`
}

// empty reports whether nothing is kept.
func (d *drawer) empty() bool {
	return len(d.People) == 0 && len(d.Checkpoints) == 0 && d.Posted == nil && len(d.Sheets) == 0
}

type checkpoint struct {
	Size int64  `json:"size"`
	Note string `json:"note"`
}

type document struct {
	Desk    int      `json:"desk"` // the version of this form: 1
	Ledgers []drawer `json:"ledgers"`
}

// change does f to the drawer of a ledger and writes what comes of it. Nothing is written if f returns an error, which is
// returned as it is, or errSame.
func (f *File) change(ctx context.Context, ledger string, do func(doc *document, d *drawer) error) error {
	lock := flock.New(f.path + ".lock")
	wait, stop := context.WithTimeout(ctx, f.patience)
	defer stop()
	if _, err := lock.TryLockContext(wait, time.Millisecond); err != nil {
		found := "cannot lock the addresses"
		if ctx.Err() == nil && wait.Err() != nil {
			found, err = fmt.Sprintf("another process has held %s for %v", lock.Path(), f.patience), nil
		}
		return &store.UnreachableError{Place: f.path, Found: found, Err: err}
	}
	defer lock.Unlock()
	doc, d, err := f.open(ctx, ledger)
	if err != nil {
		return err
	}
	switch err := do(doc, d); {
	case err == errSame:
		return nil
	case err != nil:
		return err
	}
	return f.write(doc)
}

// errSame says that a change changes nothing.
var errSame = errors.New("nothing to write")

// open reads the file and returns the drawer of a ledger, which write writes back.
func (f *File) open(ctx context.Context, ledger string) (*document, *drawer, error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	doc := &document{Desk: 1}
	text, err := os.ReadFile(f.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, nil, &store.UnreachableError{Place: f.path, Found: "cannot read the addresses", Err: err}
	default:
		if err := json.Unmarshal(text, doc); err != nil {
			return nil, nil, &store.DamagedError{Place: f.path, Found: "not a file of addresses", Err: err}
		}
		if doc.Desk != 1 {
			return nil, nil, &store.DamagedError{Place: f.path, Found: fmt.Sprintf("expected version 1, found %d", doc.Desk)}
		}
	}
	i, found := slices.BinarySearchFunc(doc.Ledgers, ledger, func(d drawer, name string) int { return strings.Compare(d.Ledger, name) })
	if !found {
		doc.Ledgers = slices.Insert(doc.Ledgers, i, drawer{Ledger: ledger, People: []Person{}, Checkpoints: []checkpoint{}})
	}
	return doc, &doc.Ledgers[i], nil
}

// Shelves returns the names under which something is kept.
func (f *File) Shelves(ctx context.Context) ([]string, error) {
	doc, _, err := f.open(ctx, "")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, d := range doc.Ledgers {
		if d.Ledger != "" {
			names = append(names, d.Ledger)
		}
	}
	return names, nil
}

// Rename keeps under another name what is kept under one, unless another process has done so.
func (f *File) Rename(ctx context.Context, from, to string) error {
	return f.change(ctx, from, func(doc *document, d *drawer) error {
		if d.empty() || slices.ContainsFunc(doc.Ledgers, func(d drawer) bool { return d.Ledger == to }) {
			return errSame
		}
		d.Ledger = to
		slices.SortFunc(doc.Ledgers, func(a, b drawer) int { return strings.Compare(a.Ledger, b.Ledger) })
		return nil
	})
}

// Clear creates an empty shelf for a ledger that has none.
func (f *File) Clear(ctx context.Context, ledger string) error {
	return f.change(ctx, ledger, func(*document, *drawer) error { return nil })
}

// write replaces the file in one step. Only its owner may read it.
func (f *File) write(doc *document) error {
	text, err := json.MarshalIndent(doc, "", "  ")
	if err != nil {
		return err
	}
	failed := func(err error) error {
		return &store.UnreachableError{Place: f.path, Found: "cannot write the addresses", Err: err}
	}
	folder := filepath.Dir(f.path)
	draft, err := os.CreateTemp(folder, ".desk-*")
	if err != nil {
		return failed(err)
	}
	defer os.Remove(draft.Name())
	_, err = draft.Write(append(text, '\n'))
	err = errors.Join(err, draft.Sync(), draft.Close())
	if err == nil {
		err = os.Rename(draft.Name(), f.path)
	}
	if err != nil {
		return failed(err)
	}
	if names, err := os.Open(folder); err == nil {
		_ = names.Sync() // the new name is durable too, where a folder can be synced
		names.Close()
	}
	return nil
}

// People implements Desk.
func (f *File) People(ctx context.Context, ledger string) ([]Person, error) {
	_, d, err := f.open(ctx, ledger)
	if err != nil {
		return nil, err
	}
	return d.People, nil
}

// Put implements Desk.
func (f *File) Put(ctx context.Context, ledger string, people ...Person) error {
	return f.change(ctx, ledger, func(_ *document, d *drawer) (err error) {
		d.People, err = With(d.People, people...)
		return err
	})
}

// Forget implements Desk.
func (f *File) Forget(ctx context.Context, ledger, player string) (found bool, err error) {
	err = f.change(ctx, ledger, func(_ *document, d *drawer) error {
		i := slices.IndexFunc(d.People, func(p Person) bool { return p.Player == player })
		if i < 0 {
			return errSame
		}
		found, d.People = true, slices.Delete(d.People, i, i+1)
		return nil
	})
	return found, err
}

// Checkpoints implements Desk.
func (f *File) Checkpoints(ctx context.Context, ledger string) ([][]byte, error) {
	_, d, err := f.open(ctx, ledger)
	if err != nil {
		return nil, err
	}
	list := [][]byte{}
	for _, c := range d.Checkpoints {
		list = append(list, []byte(c.Note))
	}
	return list, nil
}

// AddCheckpoint implements Desk.
func (f *File) AddCheckpoint(ctx context.Context, ledger string, size int64, note []byte) error {
	return f.change(ctx, ledger, func(_ *document, d *drawer) error {
		c := checkpoint{size, string(note)}
		if slices.Contains(d.Checkpoints, c) {
			return errSame
		}
		d.Checkpoints = append(d.Checkpoints, c)
		slices.SortFunc(d.Checkpoints, func(a, b checkpoint) int {
			return cmp.Or(cmp.Compare(a.Size, b.Size), strings.Compare(a.Note, b.Note))
		})
		return nil
	})
}

// Close implements Desk: there is nothing to let go of.
func (f *File) Close() error { return nil }
