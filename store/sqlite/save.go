package sqlite

import (
	"context"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"adjudicate/store"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

var _ store.Saver = (*Store)(nil)

// Save implements store.Saver: the new file has every page of this one, as they stood at
// one moment. Others may read and append meanwhile; only the log beside the file grows.
func (s *Store) Save(ctx context.Context, path string, progress func(done, of int)) error {
	return publishing(path, func(draft string) error { return s.save(ctx, draft, progress) })
}

func (s *Store) save(ctx context.Context, draft string, progress func(done, of int)) error {
	conn, err := s.another(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	err = patiently(ctx, s.path, s.wait, func() error {
		err := pages(ctx, conn, draft, progress)
		if err != nil {
			err = errors.Join(err, remove(draft))
		}
		return err
	})
	if err != nil {
		return explain(s.path, "copying it", err)
	}
	return settled(ctx, draft)
}

// Write makes a new file that holds one stream. It appears under its name complete and checked,
// or not at all.
func Write(ctx context.Context, path, stream string, events iter.Seq2[store.Event, error]) error {
	d, err := NewDraft(path, Options{})
	if err != nil {
		return err
	}
	defer d.Close()
	if _, err := d.Fill(ctx, stream, events); err != nil {
		return err
	}
	if err := d.Check(ctx); err != nil {
		return err
	}
	return d.Publish()
}

// Vacant returns a *store.UnreachableError if there is a file of a name.
func Vacant(path string) error {
	if _, err := os.Lstat(path); err == nil {
		return &store.UnreachableError{Place: path, Found: "file exists", Err: fs.ErrExist}
	}
	return nil
}

// publishing has a file written in a folder of its own, and moves it into place.
func publishing(path string, write func(draft string) error) error {
	dir, err := aside(path)
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	draft := filepath.Join(dir, "ledger")
	if err := write(draft); err != nil {
		return err
	}
	if err := Publish(draft, path); err != nil {
		return &store.UnreachableError{Place: path, Found: "the new file cannot be moved into place", Err: err}
	}
	return nil
}

func remove(path string) error {
	err := os.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// pages copies a database page by page. The transaction holds on to one moment, so that the
// copy need not begin again whenever somebody writes.
func pages(ctx context.Context, conn *sqlite.Conn, draft string, progress func(done, of int)) (err error) {
	for _, q := range []string{"BEGIN", "SELECT 1 FROM sqlite_schema LIMIT 1"} {
		if err := sqlitex.ExecuteTransient(conn, q, nil); err != nil {
			return err
		}
	}
	defer func() { err = errors.Join(err, sqlitex.ExecuteTransient(conn, "ROLLBACK", nil)) }()
	to, err := sqlite.OpenConn(draft, sqlite.OpenReadWrite|sqlite.OpenCreate)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, to.Close()) }()
	b, err := sqlite.NewBackup(to, "main", conn, "main")
	if err != nil {
		return err
	}
	defer b.Close()
	for more := true; more; {
		if err := ctx.Err(); err != nil {
			return err
		}
		if more, err = b.Step(1024); err != nil {
			return err
		}
		if progress != nil {
			progress(b.PageCount()-b.Remaining(), b.PageCount())
		}
	}
	return nil
}

// settled opens a draft as a ledger, looks at all of it and leaves it complete without a log
// beside it, and on the disk.
func settled(ctx context.Context, draft string) error {
	st, err := Open(draft, Options{})
	if err != nil {
		return err
	}
	if err := errors.Join(st.Check(ctx), st.Close()); err != nil {
		return err
	}
	if err := synced(draft); err != nil {
		return &store.UnreachableError{Place: draft, Found: "the disk failed while the copy was synced", Err: err}
	}
	return nil
}
