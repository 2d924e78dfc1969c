package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestAKilledCopyGoesOnWhereItStopped kills copies at different moments, each of which goes on
// with what the one before had done, and at last lets one end.
func TestAKilledCopyGoesOnWhereItStopped(t *testing.T) {
	dir := t.TempDir()
	longLedger(t, filepath.Join(dir, "long.ledger"), 30_000)
	copied := filepath.Join(dir, "copy.ledger")
	heads := []int{}
	for _, wait := range []time.Duration{20, 60, 100, 150, 200, 250} {
		cmd := program(t, dir, "copy", "long.ledger", "copy.ledger")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wait * time.Millisecond)
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
		head := 0
		if _, err := os.Stat(copied); err == nil {
			head = bytes.Count(exportIfAny(t, dir, "copy.ledger"), []byte("\n"))
		}
		if len(heads) > 0 && head < heads[len(heads)-1] {
			t.Errorf("after %d ms the copy has %d events, it had %d", wait, head, heads[len(heads)-1])
		}
		heads = append(heads, head)
	}
	if out, err := program(t, dir, "copy", "long.ledger", "copy.ledger").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if !bytes.Equal(exportOf(t, dir, "long.ledger"), exportOf(t, dir, "copy.ledger")) {
		t.Error("the copy is not the ledger")
	}
	t.Logf("events copied when killed: %d", heads)
}

// exportIfAny is the export of a ledger that may not hold a game yet.
func exportIfAny(t *testing.T, dir, path string) []byte {
	t.Helper()
	out, err := program(t, dir, "export", "--ledger", path).CombinedOutput()
	switch {
	case err == nil:
		return out
	case !bytes.Contains(out, []byte("holds no game")):
		t.Fatalf("export: %v\n%s", err, out)
	}
	return nil
}
