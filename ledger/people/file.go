package people

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"adjudicate/store"
)

// File is a desk in a JSON file of its own. Two processes that write at once do so one after
// the other's version: it is for one umpire.
type File struct{ path string }

var _ Desk = (*File)(nil)

// OpenFile returns the desk in a file, which need not be there yet.
func OpenFile(path string) *File { return &File{path} }

// drawer is what the file holds of one ledger.
type drawer struct {
	Ledger      string       `json:"ledger"`
	People      []Person     `json:"people"`
	Checkpoints []checkpoint `json:"checkpoints"`
	Posted      *Posted      `json:"posted,omitempty"`

	Sheets map[string][]byte `json:"sheets,omitempty"`
}

type checkpoint struct {
	Size int64  `json:"size"`
	Note string `json:"note"`
}

type document struct {
	Desk    int      `json:"desk"` // the version of this form: 1
	Ledgers []drawer `json:"ledgers"`
}

// locks keeps changes of one file by one process apart.
var locks sync.Map

// lock waits for the other changes of the file, and returns what ends the wait of others.
func (f *File) lock() func() {
	mu, _ := locks.LoadOrStore(f.path, &sync.Mutex{})
	mu.(*sync.Mutex).Lock()
	return mu.(*sync.Mutex).Unlock
}

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

// Rename keeps under another name what was kept under one; nothing may be kept under the other yet.
func (f *File) Rename(ctx context.Context, from, to string) error {
	defer f.lock()()
	doc, d, err := f.open(ctx, from)
	if err != nil {
		return err
	}
	d.Ledger = to
	slices.SortFunc(doc.Ledgers, func(a, b drawer) int { return strings.Compare(a.Ledger, b.Ledger) })
	return f.write(doc)
}

// Clear has an empty shelf of a name, if there is none.
func (f *File) Clear(ctx context.Context, ledger string) error {
	defer f.lock()()
	doc, _, err := f.open(ctx, ledger)
	if err != nil {
		return err
	}
	return f.write(doc)
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
	draft, err := os.CreateTemp(filepath.Dir(f.path), ".desk-*")
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
	defer f.lock()()
	doc, d, err := f.open(ctx, ledger)
	if err != nil {
		return err
	}
	if d.People, err = With(d.People, people...); err != nil {
		return err
	}
	return f.write(doc)
}

// Forget implements Desk.
func (f *File) Forget(ctx context.Context, ledger, player string) (bool, error) {
	defer f.lock()()
	doc, d, err := f.open(ctx, ledger)
	if err != nil {
		return false, err
	}
	i := slices.IndexFunc(d.People, func(p Person) bool { return p.Player == player })
	if i < 0 {
		return false, nil
	}
	d.People = slices.Delete(d.People, i, i+1)
	return true, f.write(doc)
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
	defer f.lock()()
	doc, d, err := f.open(ctx, ledger)
	if err != nil {
		return err
	}
	c := checkpoint{size, string(note)}
	if slices.Contains(d.Checkpoints, c) {
		return nil
	}
	d.Checkpoints = append(d.Checkpoints, c)
	slices.SortFunc(d.Checkpoints, func(a, b checkpoint) int {
		if a.Size != b.Size {
			return int(min(max(a.Size-b.Size, -1), 1))
		}
		return strings.Compare(a.Note, b.Note)
	})
	return f.write(doc)
}

// Close implements Desk: there is nothing to let go of.
func (f *File) Close() error { return nil }
