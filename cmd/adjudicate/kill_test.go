package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// rounds is how often each kill test kills: a few times, or as often as `make kills` wants.
func rounds(few int) int {
	if full {
		return 250
	}
	return few
}

// TestKillsAmidSingleAppendsLoseNothingAcknowledged kills a process that adds one input after
// the other at random moments, again and again on one ledger. After each kill the ledger
// verifies and holds every input whose ruling had been printed.
func TestKillsAmidSingleAppendsLoseNothingAcknowledged(t *testing.T) {
	if os.Getenv("ADJUDICATE_WRITER") != "" {
		for i := 0; ; i++ {
			args := []string{"player", "add", fmt.Sprintf("G%d-%d", os.Getpid(), i), "--json"}
			if s := run(context.Background(), args, nil, os.Stdout, os.Stderr); s != statusDone {
				os.Exit(s)
			}
		}
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1230, 200))
	dir := baseLedger(t)
	_, inputs := verified(t, dir)
	acknowledged, unheard, empty := 0, 0, 0
	for round := range rounds(8) {
		if round%25 == 24 { // a long ledger takes long to verify
			dir = baseLedger(t)
			_, inputs = verified(t, dir)
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
		// The process takes a while to start; most kills are to fall among its appends.
		wait := time.Duration(random.IntN(150_000)) * time.Microsecond
		kill := time.AfterFunc(30*time.Second, func() { _ = cmd.Process.Kill() })
		heard := 0
		for lines := bufio.NewScanner(rulings); lines.Scan(); {
			if !bytes.Contains(lines.Bytes(), []byte(`"verdict":"accepted"`)) {
				continue
			}
			if heard++; heard == 1 {
				kill.Reset(wait)
			}
		}
		_ = cmd.Wait() // killed, as it should be
		_, now := verified(t, dir)
		switch got := now - inputs; got {
		case heard:
		case heard + 1:
			unheard++
		default:
			t.Errorf("round %d: %d inputs were acknowledged, %d are in the ledger", round, heard, got)
		}
		if heard == 0 {
			empty++
		}
		acknowledged += heard
		inputs = now
	}
	t.Logf("%d kills amid single appends: %d inputs were acknowledged, all are there; %d times one more was, killed before it could be told; the ledger verified each time",
		rounds(8), acknowledged, unheard)
	if empty > rounds(8)/2 {
		t.Errorf("%d writers were killed before their first append", empty)
	}
}

// TestKillsAmidAnImportLeaveAWholeLedgerOrNone kills imports of the sample season at random
// moments, most of them after it has begun to write. There is then no ledger, an empty one, or
// a whole one; in the first two cases the import can be repeated.
func TestKillsAmidAnImportLeaveAWholeLedgerOrNone(t *testing.T) {
	season, err := filepath.Abs("testdata/base.season")
	if err != nil {
		t.Fatal(err)
	}
	if full {
		season, err = filepath.Abs("../../fixtures/season/autumn.season")
		if err != nil {
			t.Fatal(err)
		}
	}
	whole := t.TempDir()
	began := time.Now()
	if out, err := program(t, whole, "import", season).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	took := time.Since(began)
	events, _ := verified(t, whole)

	random := rand.New(rand.NewPCG(1230, 201))
	var none, empty, filled, told int
	for round := range rounds(12) {
		dir := t.TempDir()
		cmd := program(t, dir, "import", season)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if round%4 == 0 {
			time.Sleep(time.Duration(random.Int64N(int64(took + took/4))))
		} else { // it judges first, and writes at the end
			for began := time.Now(); time.Since(began) < took+time.Second; time.Sleep(50 * time.Microsecond) {
				if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
					break
				}
			}
			time.Sleep(time.Duration(random.IntN(8_000)) * time.Microsecond)
		}
		_ = cmd.Process.Kill() // it may have ended
		ended := cmd.Wait() == nil
		if ended {
			told++
		}
		_, err := os.Stat(filepath.Join(dir, defaultPlace))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			none++
		case err != nil:
			t.Fatal(err)
		}
		if err == nil {
			if out, err := program(t, dir, "verify").CombinedOutput(); err == nil {
				filled++
			} else if bytes.Contains(out, []byte("holds no game")) {
				empty++
			} else {
				t.Errorf("round %d: %v\n%s", round, err, out)
			}
		}
		again, err := program(t, dir, "import", season).CombinedOutput()
		switch {
		case err == nil && ended:
			t.Errorf("round %d: an import that had ended well could be repeated", round)
		case err != nil && !bytes.Contains(again, []byte("already holds a game")):
			t.Errorf("round %d: importing again: %v\n%s", round, err, again)
		}
		if got, _ := verified(t, dir); got != events {
			t.Errorf("round %d: %d of %d events", round, got, events)
		}
	}
	t.Logf("%d kills amid an import: %d left no ledger, %d an empty one, %d the whole of it (%d had been told so); each verified, or could be repeated",
		rounds(12), none, empty, filled, told)
	if none+empty+filled != rounds(12) {
		t.Errorf("%d, %d and %d of %d rounds are accounted for", none, empty, filled, rounds(12))
	}
}
