// Package sqlite keeps events in one SQLite file.
//
// The file holds two tables. Table streams numbers the streams. Table events holds one row for
// each event, under the key position = stream × 2⁴⁰ + revision, so that a stream is contiguous
// and ordered by revision. Each row carries a checksum of all its columns. Triggers forbid
// changing and deleting rows. The application id in the header identifies the file as a ledger,
// its user version the schema. docs/format.md gives the tables in full.
//
// The file uses write-ahead logging with full sync: when Append returns, the events are on
// disk. Appends to several streams that wait for their turn share a transaction and its sync. Several processes may open the file. A writer that is behind the others gets a
// *store.ConflictError; one that waits longer than Options.Wait for another's lock gets a
// *store.UnreachableError, which names the holder if the system tells. Derived data may be kept
// beside the events, in a third table that the first call of Keep adds. The first call of Follow adds a table
// and a trigger that note which streams grow.
//
// Create makes a file that appears whole or not at all. Open examines a file without modifying
// it and refuses files that are not ledgers, are truncated, or were written by a newer version.
// Read refuses rows that are missing or do not match their checksum, with a
// *store.DamagedError.
package sqlite

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"adjudicate/store"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// Options qualify how a file is used. The zero Options are the defaults.
type Options struct {
	Wait time.Duration // how long to wait for another process's lock; 0 is five seconds
	Seal *Seal         // of the notes; nil for none: every note is believed then
}

// Store is an open file. It is safe for concurrent use; its calls take turns.
type Store struct {
	path   string
	opened os.FileInfo
	wait   time.Duration
	seal   *Seal

	mu      sync.Mutex
	conn    *sqlite.Conn // nil once closed
	stmts   statements
	numbers map[string]int64  // of streams known to exist
	types   map[string]string // event types seen, so that each is one string

	trimmed, untrimmed int64 // the last row of growth when it was trimmed, and how many were left

	glances glances // has a mutex of its own, as has:
	queue   queue

	closed atomic.Bool
	book   notebook
}

var _ store.Store = (*Store)(nil)

// Create makes a new, empty file. An existing one is left alone: the error then is an
// *store.UnreachableError that wraps fs.ErrExist.
func Create(path string, o Options) (*Store, error) {
	err := publishing(path, func(draft string) error { return explain(path, "creating the tables", writeSchema(draft)) })
	if err != nil {
		return nil, err
	}
	return Open(path, o)
}

// Publish moves a finished file that nobody has open to a name that must be free, and makes
// the name durable. Only its owner may read it: there may be addresses in it.
func Publish(draft, path string) error {
	if err := os.Chmod(draft, 0o600); err != nil {
		return err
	}
	if err := moveNew(draft, path); err != nil {
		return err
	}
	return syncDir(filepath.Dir(path))
}

// Open opens an existing file.
func Open(path string, o Options) (*Store, error) {
	if o.Wait <= 0 {
		o.Wait = 5 * time.Second
	}
	if err := inspect(path); err != nil {
		return nil, err
	}
	conn, err := connect(context.Background(), path, o.Wait)
	if err != nil {
		return nil, err
	}
	opened, err := os.Stat(path)
	if err != nil {
		conn.Close()
		return nil, &store.UnreachableError{Place: path, Found: "the file was removed while it was opened", Err: err}
	}
	if err := oneName(path, opened); err != nil {
		conn.Close()
		return nil, err
	}
	s := &Store{path: path, opened: opened, wait: o.Wait, seal: o.Seal, conn: conn, numbers: map[string]int64{}, types: map[string]string{}}
	err = s.patiently(context.Background(), s.ownSchema)
	if err == nil {
		err = s.patiently(context.Background(), s.prepare)
	}
	if err != nil {
		conn.Close()
		return nil, explain(path, "opening it", err)
	}
	return s, nil
}

// connect opens a connection and makes the settings on it. The library's SetDefensive is not among them: it hands SQLite one argument
// where two are read, and what happens to lie behind the first is written to as an address. Rows that another goroutine
// was writing were damaged so, once in some hundred copies made beside writers. It would keep statements of somebody else from
// harm, and there are none: all that is run stands in this package, and a file with triggers or views of others is refused.
func connect(ctx context.Context, path string, wait time.Duration) (*sqlite.Conn, error) {
	full, err := filepath.Abs(path) // names such as :memory: mean something to SQLite
	if err != nil {
		return nil, &store.UnreachableError{Place: path, Found: "cannot resolve its path", Err: err}
	}
	conn, err := sqlite.OpenConn(full, sqlite.OpenReadWrite)
	if err != nil {
		return nil, explain(path, "opening it", err)
	}
	conn.SetBusyTimeout(0)
	err = patiently(ctx, path, wait, func() error {
		for _, q := range settings {
			if err := sqlitex.ExecuteTransient(conn, q, nil); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		conn.Close()
		return nil, explain(path, "opening it", err)
	}
	return conn, nil
}

// another opens a further connection to the file that is open.
func (s *Store) another(ctx context.Context) (*sqlite.Conn, error) {
	if s.closed.Load() {
		return nil, &store.UnreachableError{Place: s.path, Found: "the store is closed", Err: errClosed}
	}
	conn, err := connect(ctx, s.path, s.wait)
	if err != nil {
		return nil, err
	}
	if err := s.inPlace(); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

// settings are made on every connection. The log is folded into the file after every 256
// pages (1 MiB) because an append that overwrites a log is durable sooner than one that
// makes it longer. Of the file 2 MiB are kept: the ends of some hundred streams, and what leads to them. Whoever reads a
// stream from its beginning asks for no page again soon, and events and their ids, which order as the events do, are written behind
// those before; the rest lies in the memory of the system.
var settings = []string{
	"PRAGMA synchronous = FULL",
	"PRAGMA fullfsync = ON", // where a plain sync stops at the drive's cache
	"PRAGMA wal_autocheckpoint = 256",
	"PRAGMA cache_size = -2048", // KiB
	"PRAGMA trusted_schema = OFF",
	"PRAGMA cell_size_check = ON",
}

// Close folds the log into the file, if no other process has it open, and closes it.
func (s *Store) Close() error {
	s.closed.Store(true)
	err := s.book.close()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn == nil {
		return nil
	}
	err = errors.Join(err, s.conn.Close())
	s.conn = nil
	return explain(s.path, "closing it", err)
}

// errClosed answers calls after Close.
var errClosed = errors.New("the store is closed")

func (s *Store) usable(ctx context.Context) error {
	if s.conn == nil {
		return &store.UnreachableError{Place: s.path, Found: "the store is closed", Err: errClosed}
	}
	return ctx.Err()
}

func (s *Store) patiently(ctx context.Context, do func() error) error {
	return patiently(ctx, s.path, s.wait, do)
}

// patiently calls do again while another process holds a lock that it needs, for at most
// so long or until ctx ends.
func patiently(ctx context.Context, path string, wait time.Duration, do func() error) error {
	pause, waited := time.Millisecond/4, time.Duration(0)
	for {
		err := do()
		if sqlite.ErrCode(err).ToPrimary() != sqlite.ResultBusy {
			return err
		}
		if waited >= wait {
			return &store.UnreachableError{
				Place: path,
				Found: fmt.Sprintf("%s has held the lock for more than %s", holder(path), wait),
				Err:   err,
			}
		}
		timer := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-timer.C:
		}
		waited += pause
		pause = min(2*pause, 20*time.Millisecond)
	}
}
