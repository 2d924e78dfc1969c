package people

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"adjudicate/store"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// Schema is what a desk adds to a ledger's file when something is first put on it. It is no
// part of the facts: dropping the tables leaves the ledger whole.
const Schema = `
CREATE TABLE IF NOT EXISTS people (
	ledger    TEXT NOT NULL,
	player    TEXT NOT NULL,
	name      TEXT NOT NULL,
	addresses TEXT NOT NULL,
	PRIMARY KEY (ledger, player)
) STRICT;

CREATE TABLE IF NOT EXISTS checkpoints (
	ledger TEXT NOT NULL,
	size   INTEGER NOT NULL,
	note   TEXT NOT NULL,
	PRIMARY KEY (ledger, size, note)
) STRICT;

CREATE TABLE IF NOT EXISTS posted (
	ledger TEXT NOT NULL PRIMARY KEY,
	state  TEXT NOT NULL
) STRICT;

CREATE TABLE IF NOT EXISTS sheets (
	ledger TEXT NOT NULL,
	word   TEXT NOT NULL,
	body   BLOB NOT NULL,
	PRIMARY KEY (ledger, word)
) STRICT;
`

// Table is a desk in a ledger's SQLite file.
type Table struct {
	path string
	conn *sqlite.Conn
}

var _ Desk = (*Table)(nil)

// OpenTable opens the desk in a ledger's file, which must be there. The file is written to
// only by what puts something on the desk or takes it off. Waiting for another process ends
// after wait; the error then is an *store.UnreachableError.
func OpenTable(path string, wait time.Duration) (*Table, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, &store.UnreachableError{Place: path, Found: "cannot resolve the path", Err: err}
	}
	conn, err := sqlite.OpenConn(full, sqlite.OpenReadWrite)
	if err != nil {
		return nil, &store.UnreachableError{Place: path, Found: "cannot open it", Err: err}
	}
	conn.SetBusyTimeout(wait)
	t := &Table{path: path, conn: conn}
	// What is deleted or replaced is overwritten with zeros.
	for _, q := range []string{"PRAGMA secure_delete = ON", "PRAGMA synchronous = FULL", "PRAGMA trusted_schema = OFF", "PRAGMA cell_size_check = ON"} {
		if err := sqlitex.ExecuteTransient(conn, q, nil); err != nil {
			conn.Close()
			return nil, t.explain("opening its addresses", err)
		}
	}
	return t, nil
}

func (t *Table) explain(doing string, err error) error {
	if err == nil {
		return nil
	}
	switch code := sqlite.ErrCode(err).ToPrimary(); code {
	case sqlite.ResultCorrupt, sqlite.ResultNotADB:
		return &store.DamagedError{Place: t.path, Found: "found while " + doing, Err: err}
	case sqlite.ResultOK:
		return err
	}
	return &store.UnreachableError{Place: t.path, Found: "error while " + doing, Err: err}
}

// Close implements Desk.
func (t *Table) Close() error {
	if t.conn == nil {
		return nil
	}
	err := t.conn.Close()
	t.conn = nil
	return t.explain("closing it", err)
}

// has reports whether a table is there.
func (t *Table) has(table string) (found bool, err error) {
	err = sqlitex.ExecuteTransient(t.conn, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?",
		&sqlitex.ExecOptions{Args: []any{table}, ResultFunc: func(*sqlite.Stmt) error { found = true; return nil }})
	return found, err
}

// People implements Desk.
func (t *Table) People(ctx context.Context, ledger string) ([]Person, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	list, err := t.people(ledger)
	return list, t.explain("reading the players", err)
}

func (t *Table) people(ledger string) ([]Person, error) {
	list := []Person{}
	if found, err := t.has("people"); !found || err != nil {
		return list, err
	}
	err := sqlitex.ExecuteTransient(t.conn, "SELECT player, name, addresses FROM people WHERE ledger = ? ORDER BY player",
		&sqlitex.ExecOptions{Args: []any{ledger}, ResultFunc: func(row *sqlite.Stmt) error {
			p := Person{Player: row.ColumnText(0), Name: row.ColumnText(1), Addresses: []string{}}
			if err := json.Unmarshal([]byte(row.ColumnText(2)), &p.Addresses); err != nil {
				return &store.DamagedError{Place: t.path, Found: fmt.Sprintf("invalid addresses of %s", p.Player), Err: err}
			}
			list = append(list, p)
			return nil
		}})
	return list, err
}

// write runs do in a transaction, with the tables there.
func (t *Table) write(ctx context.Context, do func() error) (err error) {
	if err := ctx.Err(); err != nil {
		return err
	}
	end, err := sqlitex.ImmediateTransaction(t.conn)
	if err != nil {
		return err
	}
	defer end(&err)
	for _, table := range []string{"people", "checkpoints", "posted", "sheets"} {
		found, err := t.has(table)
		if err != nil {
			return err
		}
		if !found {
			if err := sqlitex.ExecuteScript(t.conn, Schema, nil); err != nil {
				return err
			}
		}
	}
	return do()
}

// Put implements Desk.
func (t *Table) Put(ctx context.Context, ledger string, people ...Person) error {
	err := t.write(ctx, func() error {
		known, err := t.people(ledger)
		if err != nil {
			return err
		}
		all, err := With(known, people...)
		if err != nil {
			return err
		}
		for _, p := range people {
			p = Of(all, p.Player)
			addresses, err := json.Marshal(p.Addresses)
			if err != nil {
				return err
			}
			err = sqlitex.ExecuteTransient(t.conn, `INSERT INTO people (ledger, player, name, addresses) VALUES (?, ?, ?, ?)
				ON CONFLICT (ledger, player) DO UPDATE SET name = excluded.name, addresses = excluded.addresses`,
				&sqlitex.ExecOptions{Args: []any{ledger, p.Player, p.Name, string(addresses)}})
			if err != nil {
				return err
			}
		}
		return nil
	})
	return t.told("recording players", err)
}

// told words an error, unless it is about an address.
func (t *Table) told(doing string, err error) error {
	var address *AddressError
	if errors.As(err, &address) {
		return err
	}
	return t.explain(doing, err)
}

// Forget implements Desk. The pages are overwritten, and the log beside the file is folded
// into it and emptied; if another process keeps it from that, the error says so, and the
// person is forgotten all the same.
func (t *Table) Forget(ctx context.Context, ledger, player string) (found bool, err error) {
	err = t.write(ctx, func() error {
		err := sqlitex.ExecuteTransient(t.conn, "DELETE FROM people WHERE ledger = ? AND player = ?",
			&sqlitex.ExecOptions{Args: []any{ledger, player}})
		found = t.conn.Changes() > 0
		return err
	})
	if err != nil || !found {
		return found, t.explain("forgetting "+player, err)
	}
	busy := false
	err = sqlitex.ExecuteTransient(t.conn, "PRAGMA wal_checkpoint(TRUNCATE)",
		&sqlitex.ExecOptions{ResultFunc: func(row *sqlite.Stmt) error { busy = row.ColumnInt(0) != 0; return nil }})
	if err != nil || busy {
		return true, &store.UnreachableError{Place: t.path, Err: err,
			Found: player + " was erased, but another process keeps the log beside the file in use: it may still hold the data"}
	}
	return true, nil
}

// Checkpoints implements Desk.
func (t *Table) Checkpoints(ctx context.Context, ledger string) ([][]byte, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	list := [][]byte{}
	found, err := t.has("checkpoints")
	if !found || err != nil {
		return list, t.explain("looking for checkpoints", err)
	}
	err = sqlitex.ExecuteTransient(t.conn, "SELECT note FROM checkpoints WHERE ledger = ? ORDER BY size, note",
		&sqlitex.ExecOptions{Args: []any{ledger}, ResultFunc: func(row *sqlite.Stmt) error {
			list = append(list, []byte(row.ColumnText(0)))
			return nil
		}})
	return list, t.explain("reading the checkpoints", err)
}

// AddCheckpoint implements Desk.
func (t *Table) AddCheckpoint(ctx context.Context, ledger string, size int64, note []byte) error {
	err := t.write(ctx, func() error {
		return sqlitex.ExecuteTransient(t.conn, "INSERT OR IGNORE INTO checkpoints (ledger, size, note) VALUES (?, ?, ?)",
			&sqlitex.ExecOptions{Args: []any{ledger, size, string(note)}})
	})
	return t.explain("recording a checkpoint", err)
}
