package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
)

// FuzzRun holds that no words bring the program down or to an unknown status. The commands
// that it may reach read and write a ledger that does not exist.
func FuzzRun(f *testing.F) {
	for _, line := range []string{"play Red pass --json", "perft --betza k=K --fen 2/K1 --depth 2", "--at 3 show", "rule -- show", "analyse -",
		"transfer a b -5", "help play", "__complete rule l", "log --last", "perft --fen 30/* --betza r=RR --depth 1"} {
		f.Add(line)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, line string) {
		words := strings.Fields(line)
		if len(words) > 0 {
			for _, writer := range []string{"init", "import", "export", "cases", "--svg", "perft", "board", "weights", "moves"} {
				if strings.Contains(line, writer) {
					return // these write files, or take their time
				}
			}
		}
		t.Setenv("ADJUDICATE_LEDGER", dir+"/none.ledger")
		var out, errs bytes.Buffer
		status := run(context.Background(), words, strings.NewReader("{}"), &out, &errs)
		if status < statusDone || status > statusStore {
			t.Errorf("status %d", status)
		}
		if strings.Contains(errs.String(), "internal error") {
			t.Errorf("%q: %s", line, errs.String())
		}
		if status != statusDone && status != statusIllegal && out.Len() > 0 {
			t.Errorf("%q: status %d, and yet an answer: %s", line, status, out.String())
		}
	})
}
