package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"
)

// program returns a command that runs this test binary as the program.
func program(t *testing.T, dir string, args ...string) *exec.Cmd {
	t.Helper()
	folder, err := install()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(folder, name), args...)
	cmd.Dir = dir
	return cmd
}

// baseLedger makes a ledger of the short game in a folder of its own.
func baseLedger(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	season, err := filepath.Abs("testdata/base.season")
	if err != nil {
		t.Fatal(err)
	}
	if out, err := program(t, dir, "import", season).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// verified returns how many events a ledger has, all of them as recorded.
func verified(t *testing.T, dir string) (events, inputs int) {
	t.Helper()
	out, err := program(t, dir, "verify", "--json").Output()
	if err != nil {
		t.Fatalf("verify: %v\n%s", err, out)
	}
	var v struct{ Events, Inputs int }
	if err := json.Unmarshal(out, &v); err != nil {
		t.Fatal(err)
	}
	return v.Events, v.Inputs
}

// TestOfSeveralProcessesThatAppendAtOnceEachIsToldWhetherItWrote starts writers together.
// Those that end with status 0 are in the ledger; the others lost the race, end with
// status 3 and have written nothing.
func TestOfSeveralProcessesThatAppendAtOnceEachIsToldWhetherItWrote(t *testing.T) {
	dir := baseLedger(t)
	before, inputs := verified(t, dir)
	const writers = 6
	status := make([]int, writers)
	var all sync.WaitGroup
	for i := range writers {
		all.Go(func() {
			var exit *exec.ExitError
			err := program(t, dir, "player", "add", fmt.Sprintf("Guest%d", i)).Run()
			switch {
			case errors.As(err, &exit):
				status[i] = exit.ExitCode()
			case err != nil:
				status[i] = -1
			}
		})
	}
	all.Wait()
	wrote := 0
	for i, s := range status {
		switch s {
		case statusDone:
			wrote++
		case statusConflict:
		default:
			t.Errorf("writer %d ended with status %d", i, s)
		}
	}
	after, now := verified(t, dir)
	if wrote == 0 || now != inputs+wrote || after <= before {
		t.Errorf("%d writers say that they wrote; there were %d inputs and are %d", wrote, inputs, now)
	}
}

// TestAKilledWriterLosesNothingAcknowledged kills a process that adds one input after the
// other, and expects every input whose ruling it had printed to be in the ledger.
func TestAKilledWriterLosesNothingAcknowledged(t *testing.T) {
	if os.Getenv("ADJUDICATE_WRITER") != "" {
		for i := 0; ; i++ {
			args := []string{"player", "add", fmt.Sprintf("Guest%d", i), "--json"}
			if s := run(context.Background(), args, nil, os.Stdout, os.Stderr); s != statusDone {
				os.Exit(s)
			}
		}
	}
	for round := range 3 {
		dir := baseLedger(t)
		_, inputs := verified(t, dir)
		self, err := os.Executable()
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.Command(self, "-test.run", "^"+t.Name()+"$")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "ADJUDICATE_WRITER=1")
		rulings, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// Rulings are read to the end; after some of them the writer is killed amid its next.
		acknowledged := 0
		for lines := bufio.NewScanner(rulings); lines.Scan(); {
			if !bytes.Contains(lines.Bytes(), []byte(`"verdict":"accepted"`)) {
				continue
			}
			if acknowledged++; acknowledged == 3+round {
				time.Sleep(time.Duration(1+3*round) * time.Millisecond)
				if err := cmd.Process.Kill(); err != nil {
					t.Fatal(err)
				}
			}
		}
		_ = cmd.Wait() // killed, as it should be
		_, now := verified(t, dir)
		if acknowledged < 3+round {
			t.Errorf("round %d: the writer ended after %d rulings", round, acknowledged)
		}
		if got := now - inputs; got != acknowledged && got != acknowledged+1 {
			t.Errorf("round %d: %d inputs were acknowledged, %d are in the ledger", round, acknowledged, got)
		}
	}
}

// TestAKilledImportLeavesAWholeLedgerOrNone kills imports of an export at different moments.
func TestAKilledImportLeavesAWholeLedgerOrNone(t *testing.T) {
	dir := baseLedger(t)
	events, _ := verified(t, dir)
	export := filepath.Join(dir, "export.jsonl")
	if out, err := program(t, dir, "export", export).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for wait := time.Duration(0); wait < 60*time.Millisecond; wait += 6 * time.Millisecond {
		copied := t.TempDir()
		cmd := program(t, copied, "import", export)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(wait)
		_ = cmd.Process.Kill() // it may have ended
		_ = cmd.Wait()
		if _, err := os.Stat(filepath.Join(copied, defaultPlace)); err != nil {
			continue
		}
		if out, err := program(t, copied, "import", export).CombinedOutput(); err == nil {
			continue // it was still empty, and is filled now
		} else if !bytes.Contains(out, []byte("already holds a game")) {
			t.Errorf("after %v: %v\n%s", wait, err, out)
		}
		if got, _ := verified(t, copied); got != events {
			t.Errorf("after %v: %d of %d events", wait, got, events)
		}
	}
}
