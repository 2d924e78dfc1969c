package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// commanded runs a command line that must end with a status, and returns what it printed.
func commanded(t testing.TB, status int, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if got := run(context.Background(), args, strings.NewReader(""), &out, &errs); got != status {
		t.Fatalf("%s ends with %d, want %d\n%s%s", strings.Join(args, " "), got, status, out.String(), errs.String())
	}
	return out.String()
}

// office is a folder with a ledger of a short game, a key, and files made with both.
type office struct {
	dir, ledger, private, public string
}

func newOffice(t testing.TB) *office {
	t.Helper()
	dir := t.TempDir()
	o := &office{dir: dir, ledger: filepath.Join(dir, "x.ledger"), private: filepath.Join(dir, "umpire.key"), public: filepath.Join(dir, "umpire.pub")}
	commanded(t, 0, "import", "testdata/base.season", "--ledger", o.ledger)
	commanded(t, 0, "key", "--out", filepath.Join(dir, "umpire"))
	return o
}

// path is a file of the office.
func (o *office) path(name string) string { return filepath.Join(o.dir, name) }

// write writes a file of the office.
func (o *office) write(t testing.TB, name, text string) string {
	t.Helper()
	if err := os.WriteFile(o.path(name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return o.path(name)
}

// sign signs the ledger as it stands and returns the checkpoint.
func (o *office) sign(t testing.TB) string {
	t.Helper()
	return commanded(t, 0, "checkpoint", "--ledger", o.ledger, "--key", o.private)
}

// TestAVerifierInAnotherLanguageAgrees runs testdata/verify.py, which knows docs/format.md
// and nothing of this program, on what the program writes and on changed copies of it. Where
// there is no python3 it says that it was not run.
func TestAVerifierInAnotherLanguageAgrees(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Log("NOT RUN: there is no python3 on this machine, so the independent verifier was not tried")
		return
	}
	verify := func(t *testing.T, good bool, args ...string) {
		t.Helper()
		out, err := exec.Command(python, append([]string{"testdata/verify.py"}, args...)...).CombinedOutput()
		if text := string(out); (err == nil) != good || !strings.HasPrefix(text, map[bool]string{true: "good: ", false: "wrong: "}[good]) {
			t.Errorf("verify.py %s: %v\n%s", strings.Join(args, " "), err, text)
		}
	}
	o := newOffice(t)
	old := o.write(t, "old.txt", o.sign(t))
	commanded(t, 0, "play", "Red", "pass", "--ledger", o.ledger, "--now", "1998-10-08T09:00:00Z")
	o.sign(t)
	notes := o.write(t, "all.txt", commanded(t, 0, "checkpoint", "--list", "--ledger", o.ledger))
	export := o.path("x.jsonl")
	commanded(t, 0, "export", export, "--ledger", o.ledger)
	one, grown := o.path("one.tlog-proof"), o.path("grown.txt")
	commanded(t, 0, "prove", "100", "--ledger", o.ledger, "--out", one)
	commanded(t, 0, "consistency", old, "--ledger", o.ledger, "--key", o.public, "--out", grown)

	verify(t, true, "proof", one, o.public)
	verify(t, true, "consistency", grown, o.public)
	verify(t, true, "export", export, o.public, notes)
	verify(t, true, "ledger", o.ledger, o.public)

	commanded(t, 0, "key", "--out", o.path("other"), "--name", "umpire")
	verify(t, false, "proof", one, o.path("other.pub"))
	changed := func(path, from, to string) string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		again := bytes.Replace(text, []byte(from), []byte(to), 1)
		if bytes.Equal(text, again) {
			t.Fatalf("%s does not hold %q", path, from)
		}
		return o.write(t, "changed", string(again))
	}
	verify(t, false, "proof", changed(one, "index 99", "index 98"), o.public)
	verify(t, false, "consistency", changed(grown, "hashes", "hashed"), o.public)
	verify(t, false, "export", changed(export, "K@j20", "K@j19"), o.public, notes)
	verify(t, false, "ledger", changed(o.ledger, "K@j20", "K@j19"), o.public)
}
