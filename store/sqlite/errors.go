package sqlite

import (
	"context"
	"errors"

	"adjudicate/store"

	"zombiezen.com/go/sqlite"
)

// explain turns an error of SQLite into one of package store. Errors that already say what
// they mean pass through.
func explain(path, doing string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	var (
		unreachable *store.UnreachableError
		damaged     *store.DamagedError
		conflict    *store.ConflictError
		duplicate   *store.DuplicateError
		invalid     *store.InvalidError
	)
	if errors.As(err, &unreachable) || errors.As(err, &damaged) || errors.As(err, &conflict) ||
		errors.As(err, &duplicate) || errors.As(err, &invalid) {
		return err
	}
	found := "SQLite failed while " + doing
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultCorrupt:
		return &store.DamagedError{Place: path, Found: "SQLite found a malformed page while " + doing, Err: err}
	case sqlite.ResultNotADB:
		return &store.DamagedError{Place: path, Found: "invalid database header", Err: err}
	case sqlite.ResultFull:
		found = "the disk is full"
	case sqlite.ResultReadOnly, sqlite.ResultCantOpen, sqlite.ResultPerm, sqlite.ResultAuth:
		found = denied(path)
	case sqlite.ResultIOErr:
		found = "the disk failed while " + doing
		if code := sqlite.ErrCode(err); code == sqlite.ResultIOErrSHMOpen || code == sqlite.ResultIOErrSHMSize || code == sqlite.ResultIOErrSHMMap {
			found = "no space on the disk for its log index"
		}
	case sqlite.ResultTooBig:
		return &store.InvalidError{Found: "an event is larger than SQLite can hold: " + err.Error()}
	}
	return &store.UnreachableError{Place: path, Found: found, Err: err}
}
