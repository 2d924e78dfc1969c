package branch

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/rules/names"
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

func TestABranchThatIsNotThereIsEmptyOrUnknown(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "game.ledger.whatif")
	b, err := Open(folder, "archers", true)
	if err != nil || len(b.Changes)+len(b.Then) > 0 {
		t.Fatalf("got %v, error %v", b, err)
	}
	b.Changes = []string{"void 7"}
	if err := b.Write(); err != nil {
		t.Fatal(err)
	}
	var unknown *names.UnknownError
	if _, err := Open(folder, "archer", false); !errors.As(err, &unknown) || unknown.Near != "archers" {
		t.Errorf("a branch that nobody wrote: %v", err)
	}
	if _, err := Open(folder, "../x", true); err == nil {
		t.Error("a path is taken for a name")
	}
	all, err := All(folder)
	if diff := cmp.Diff([]*Branch{b}, all); diff != "" || err != nil {
		t.Error(diff, err)
	}
}
