//go:build faults

package main

import (
	"errors"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// TestALockedLedgerIsToldWithItsHolder holds a ledger's write lock for longer than a command
// waits: it ends with status 4, names who holds the lock, and has written nothing; reading goes on.
func TestALockedLedgerIsToldWithItsHolder(t *testing.T) {
	dir := baseLedger(t)
	_, inputs := verified(t, dir)
	conn, err := sqlite.OpenConn(filepath.Join(dir, defaultPlace), sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := sqlitex.ExecuteTransient(conn, "BEGIN IMMEDIATE", nil); err != nil {
		t.Fatal(err)
	}
	out, err := program(t, dir, "player", "add", "Zed").CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != statusStore || !regexp.MustCompile(`process \d+ \(.*\) has held its lock for more than 5s`).Match(out) {
		t.Errorf("error %v, told %s", err, out)
	}
	if out, err := program(t, dir, "show").CombinedOutput(); err != nil {
		t.Errorf("reading beside the lock: %v\n%s", err, out)
	}
	if err := sqlitex.ExecuteTransient(conn, "ROLLBACK", nil); err != nil {
		t.Fatal(err)
	}
	if _, now := verified(t, dir); now != inputs {
		t.Errorf("there were %d inputs and are %d", inputs, now)
	}
}
