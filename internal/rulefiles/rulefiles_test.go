package rulefiles

import (
	"os"
	"path/filepath"
	"testing"

	"adjudicate/rules"
	"adjudicate/systems"
)

// TestAFolderIsHeldAgainstWhatItExtendsAndItsOwnRegister checks the folders of built-in systems as those of anybody: their rules set fields of
// rules that they extend, some to nothing, and ask entries that no other register has.
func TestAFolderIsHeldAgainstWhatItExtendsAndItsOwnRegister(t *testing.T) {
	foreign, err := rules.ParseRegister("register.yaml", []byte("entries: []\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"chess", "diamond", "fourplay", "variants/extinction", "variants/horde", "variants/minishogi", "variants/halma", "variants/cambodian"} {
		set, err := Read(filepath.Join("../../systems", name), systems.Parts)
		if err != nil {
			t.Fatal(err)
		}
		if faults := set.Check(nil, foreign, rules.Game{}).Faults(); len(faults) > 0 {
			t.Errorf("%s: %v", name, faults)
		}
	}
}

// TestWhatAFolderSetsMustBeThere makes sure that a folder which sets to nothing what its base does not have is told so.
func TestWhatAFolderSetsMustBeThere(t *testing.T) {
	dir := t.TempDir()
	for file, text := range map[string]string{
		"system.yaml":     "name: mine\nextends: chess\n",
		"rules/all.yaml":  "rules:\n  - number: 1\n    set: {procedure.checks: ~}\n",
		"rules/more.yaml": "rules:\n  - number: 2.1\n    set: {piece.royal: ~, piece.limit: ~}\n",
	} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, file)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Read(dir, systems.Parts); err == nil {
		t.Fatal("a limit that chess does not set is taken away")
	}
	if err := os.WriteFile(filepath.Join(dir, "rules/more.yaml"), []byte("rules:\n  - number: 2.1\n    set: {piece.royal: ~}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	set, err := Read(dir, systems.Parts)
	if err != nil {
		t.Fatal(err)
	}
	if faults := set.Check(nil, nil, rules.Game{}).Faults(); len(faults) > 0 {
		t.Error(faults)
	}
}
