package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFlagsMayStandAnywhere(t *testing.T) {
	for _, c := range []struct{ title, line, want string }{
		{"behind arguments", "play Red pass --json", "play --json -- Red pass"},
		{"before the command", "--ledger x --json play Red pass", "play --ledger=x --json -- Red pass"},
		{"between arguments", "play Red --now 1998-10-05 pass", "play --now=1998-10-05 -- Red pass"},
		{"the version as a flag", "--version --json", "version --json --"},
		{"inside a group", "rule --json list", "rule list --json --"},
		{"with an equals sign", "log --last=3", "log --last=3 --"},
		{"with one hyphen", "log -last 3", "log --last=3 --"},
		{"a lone hyphen is an argument", "analyse - --json", "analyse --json -- -"},
		{"a lone hyphen is a value", "moves a1 --position -", "moves --position=- -- a1"},
		{"negative numbers are arguments", "transfer Ann money -5 --note fine", "transfer --note=fine -- Ann money -5"},
		{"negative numbers are values", "log --last -1", "log --last=-1 --"},
		{"two hyphens end the flags", "play Red -- --json", "play -- Red --json"},
		{"a command's name may be an argument", "play list pass", "play -- list pass"},
	} {
		t.Run(c.title, func(t *testing.T) {
			line, err := arrange(newApp(nil, nil, nil), strings.Fields(c.line))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, strings.Join(line.words, " ")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

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
		if strings.Contains(errs.String(), "a fault of this program") {
			t.Errorf("%q: %s", line, errs.String())
		}
		if status != statusDone && status != statusIllegal && out.Len() > 0 {
			t.Errorf("%q: status %d, and yet an answer: %s", line, status, out.String())
		}
	})
}
