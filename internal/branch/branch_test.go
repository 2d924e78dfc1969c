package branch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestABranchIsReadAsItWasWritten(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "game.ledger.whatif")
	b, err := New(folder, "archers")
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Read(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a branch that nobody wrote: %v", err)
	}
	b.Changes, b.Then = []string{"from 120 amend archer.yaml", "void 7"}, []string{"Red: pass"}
	if err := b.Write(); err != nil {
		t.Fatal(err)
	}
	again, err := New(folder, "archers")
	if err != nil {
		t.Fatal(err)
	}
	if err := again.Read(); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(b, again); diff != "" {
		t.Error(diff)
	}
	names, err := Names(folder)
	if diff := cmp.Diff([]string{"archers"}, names); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if err := b.Discard(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the empty folder is left: %v", err)
	}
	if names, err := Names(folder); len(names) > 0 || err != nil {
		t.Errorf("of no folder: %q, %v", names, err)
	}
}

func TestANameIsNoPath(t *testing.T) {
	for _, name := range []string{"", "../x", "a/b", "-x", "a b", "ä"} {
		if _, err := New("folder", name); err == nil {
			t.Errorf("%q is taken for a name", name)
		}
	}
}
