package sqlite

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"adjudicate/store"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

const (
	applicationID   = 0x61646a31 // "adj1", in the header of every ledger
	schemaVersion   = 1          // the user version in the header of a new file
	followedVersion = 2          // that of a file that notes its growth, which the first Follow makes it
	revisionBits    = 40         // of a position; the bits above number the stream
)

// Schema is what Create writes.
const Schema = `
CREATE TABLE streams (
	number INTEGER PRIMARY KEY,
	name   TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE events (
	position INTEGER PRIMARY KEY,
	id       BLOB NOT NULL UNIQUE,
	type     TEXT NOT NULL,
	data     BLOB NOT NULL,
	sum      INTEGER NOT NULL,
	stream   INTEGER GENERATED ALWAYS AS (position >> 40) VIRTUAL,
	revision INTEGER GENERATED ALWAYS AS (position & 1099511627775) VIRTUAL
) STRICT;

CREATE TRIGGER events_never_change BEFORE UPDATE ON events
BEGIN SELECT RAISE(ABORT, 'events never change'); END;

CREATE TRIGGER events_never_go BEFORE DELETE ON events
BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
`

// writeSchema makes a database file that is complete without a log beside it.
func writeSchema(path string) error {
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite|sqlite.OpenCreate)
	if err != nil {
		return err
	}
	script := fmt.Sprintf("PRAGMA application_id = %d; PRAGMA user_version = %d;", applicationID, schemaVersion)
	err = sqlitex.ExecuteTransient(conn, "PRAGMA page_size = 4096", nil)
	if err == nil {
		err = sqlitex.ExecuteScript(conn, script+Schema, nil)
	}
	if err == nil {
		err = sqlitex.ExecuteTransient(conn, "PRAGMA journal_mode = WAL", nil)
	}
	return errors.Join(err, conn.Close())
}

// inspect refuses a file that Open must not touch. It reads the file's own header, without
// locks and without the log beside it, and writes nothing.
func inspect(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return &store.UnreachableError{Place: path, Found: "no such file", Err: fs.ErrNotExist}
	case err != nil:
		return &store.UnreachableError{Place: path, Found: "cannot stat it", Err: err}
	case info.IsDir():
		return &store.NotALedgerError{Place: path, Found: "a directory"}
	case info.Size() == 0:
		return &store.NotALedgerError{Place: path, Found: "an empty file"}
	}
	app, version, err := header(path)
	switch sqlite.ErrCode(err).ToPrimary() {
	case sqlite.ResultOK:
	case sqlite.ResultNotADB:
		return unlike(path)
	case sqlite.ResultError:
		return &store.DamagedError{Place: path, Found: "unknown file format", Err: err}
	case sqlite.ResultCorrupt:
		if logged(path) {
			return nil // the log may hold what the file lacks; opening it will tell
		}
		return &store.DamagedError{Place: path, Found: fmt.Sprintf("truncated: the file has %d bytes, fewer than its header states", info.Size()), Err: err}
	default:
		return explain(path, "reading its header", err)
	}
	switch {
	case app != applicationID:
		return &store.NotALedgerError{Place: path, Found: fmt.Sprintf("an SQLite database of another application (application id %#x)", uint32(app))}
	case version > followedVersion:
		return &store.NewerError{Place: path, Found: int(version), Newest: followedVersion}
	case version < 1:
		return &store.DamagedError{Place: path, Found: fmt.Sprintf("invalid schema version %d in its header", version)}
	}
	return nil
}

// header reads application id and user version from the database file alone. It goes through
// SQLite, for closing the file in any other way would drop locks that this process holds.
func header(path string) (app, version int32, err error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return 0, 0, err
	}
	full = "/" + strings.TrimPrefix(filepath.ToSlash(full), "/") // a drive letter needs one too
	uri := url.URL{Scheme: "file", Path: full, RawQuery: "immutable=1"}
	conn, err := sqlite.OpenConn(uri.String(), sqlite.OpenReadOnly|sqlite.OpenURI)
	if err != nil {
		return 0, 0, err
	}
	defer conn.Close()
	const q = "SELECT a.application_id, v.user_version FROM pragma_application_id a, pragma_user_version v"
	err = sqlitex.ExecuteTransient(conn, q, &sqlitex.ExecOptions{ResultFunc: func(stmt *sqlite.Stmt) error {
		app, version = stmt.ColumnInt32(0), stmt.ColumnInt32(1)
		return nil
	}})
	return app, version, err
}

// unlike describes a file that is no SQLite database.
func unlike(path string) error {
	const magic = "SQLite format 3\x00"
	f, err := os.Open(path)
	if err != nil {
		return &store.UnreachableError{Place: path, Found: "it cannot be read", Err: err}
	}
	defer f.Close()
	start := make([]byte, 100)
	n, _ := f.Read(start)
	if n == len(start) && binary.BigEndian.Uint32(start[68:]) == applicationID {
		return &store.DamagedError{Place: path, Found: "invalid database header"}
	}
	start = start[:min(n, len(magic))]
	switch {
	case strings.HasPrefix(magic, string(start)):
		return &store.DamagedError{Place: path, Found: "truncated within the database header"}
	case len(bytes.Trim(start, "\x00")) == 0:
		return &store.DamagedError{Place: path, Found: "its header is all zeros"}
	}
	if bytes.HasPrefix(start, []byte("{")) {
		return &store.NotALedgerError{Place: path, Found: "a text file that begins with {, such as an export"}
	}
	return &store.NotALedgerError{Place: path, Found: fmt.Sprintf("a file that begins with %q", start)}
}

// logged reports whether a log lies beside the file.
func logged(path string) bool {
	info, err := os.Stat(path + "-wal")
	return err == nil && info.Size() > 0
}
