package sqlite

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"adjudicate/store"

	"zombiezen.com/go/sqlite/sqlitex"
)

// A Draft is a new file that nobody else has seen: it lies in a folder of its own, beside the name that it may get.
// It is written without a
// log and without syncs, which a file that is thrown away if anything goes wrong does not need, and is closed or published.
type Draft struct {
	*Store
	path, dir string
}

// NewDraft begins an empty draft of the file of a name that must be free.
func NewDraft(path string, o Options) (*Draft, error) {
	dir, err := aside(path)
	if err != nil {
		return nil, err
	}
	return draft(dir, path, o)
}

// NewTemporary begins a draft that cannot be published, in the system's folder for what does not last.
func NewTemporary(o Options) (*Draft, error) {
	dir, err := os.MkdirTemp("", "adjudicate-*")
	if err != nil {
		return nil, err
	}
	return draft(dir, "", o)
}

func draft(dir, path string, o Options) (*Draft, error) {
	d := &Draft{path: path, dir: dir}
	if err := d.begin(o); err != nil {
		return nil, errors.Join(explain(cmp.Or(path, dir), "creating the tables", err), os.RemoveAll(dir))
	}
	return d, nil
}

func (d *Draft) file() string { return filepath.Join(d.dir, "ledger") }

func (d *Draft) begin(o Options) (err error) {
	if err := writeSchema(d.file()); err != nil {
		return err
	}
	if d.Store, err = Open(d.file(), o); err != nil {
		return err
	}
	for _, setting := range []string{"PRAGMA journal_mode = MEMORY", "PRAGMA synchronous = OFF"} {
		if err := sqlitex.ExecuteTransient(d.conn, setting, nil); err != nil {
			return errors.Join(err, d.Store.Close())
		}
	}
	return nil
}

// Publish gives the draft its name, durably, and closes it. If there is a file of that name by now, the error wraps fs.ErrExist, and the
// draft is as it was.
func (d *Draft) Publish() error {
	if err := Vacant(d.path); err != nil {
		return err
	}
	err := sqlitex.ExecuteTransient(d.conn, "PRAGMA journal_mode = WAL", nil)
	if err = errors.Join(err, d.Store.Close()); err == nil {
		err = synced(d.file())
	}
	if err != nil {
		return &store.UnreachableError{Place: d.path, Found: "the disk failed while the new file was synced", Err: err}
	}
	if err = Publish(d.file(), d.path); err == nil {
		return nil
	}
	if errors.Is(err, fs.ErrExist) {
		var again error
		d.Store, again = Open(d.file(), Options{Wait: d.wait, Seal: d.seal})
		err = errors.Join(err, again)
	}
	return &store.UnreachableError{Place: d.path, Found: "the new file cannot be moved into place", Err: err}
}

// Close closes and removes the draft. What has been published stays.
func (d *Draft) Close() error {
	var err error
	if d.Store != nil {
		err = d.Store.Close()
	}
	return errors.Join(err, os.RemoveAll(d.dir))
}

// synced makes a file durable.
func synced(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// aside makes a folder for what is to get a name, which must be free.
func aside(path string) (dir string, err error) {
	if err := Vacant(path); err != nil {
		return "", err
	}
	if dir, err = os.MkdirTemp(filepath.Dir(path), ".ledger-*"); err != nil {
		return "", &store.UnreachableError{Place: path, Found: "its directory cannot be written", Err: err}
	}
	return dir, nil
}
