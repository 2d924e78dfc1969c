package report

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/ledger/folder"
	"adjudicate/systems"
)

const systemPages = "../docs/systems"

// TestThePagesOfSystemsAreThoseOfTheirFolders holds docs/systems to what the folders say; -update renews it.
func TestThePagesOfSystemsAreThoseOfTheirFolders(t *testing.T) {
	read := func(name string) *folder.Folder {
		sys, err := systems.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		return folder.Read(sys.Dir, name)
	}
	pictures, pages := Pictures{}, map[string][]byte{}
	for _, name := range systems.Systems() {
		text, err := SystemPage(read(name), pictures)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		pages[name+".md"] = []byte(text)
	}
	var variants []*folder.Folder
	for _, name := range systems.Variants() {
		variants = append(variants, read(name))
	}
	text, err := VariantPage(variants, pictures)
	if err != nil {
		t.Fatal(err)
	}
	pages["variants.md"] = []byte(text)
	total := 0
	for name, svg := range pictures {
		pages[filepath.Join("pieces", name)] = svg
		total += len(svg)
	}
	t.Logf("%d pictures, %d bytes", len(pictures), total)
	if *update {
		if err := os.RemoveAll(systemPages); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Join(systemPages, "pieces"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range pages {
		at := filepath.Join(systemPages, name)
		if *update {
			if err := os.WriteFile(at, want, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if have, err := os.ReadFile(at); err != nil || string(have) != string(want) {
			t.Errorf("%s is out of date (go test ./report -run PagesOfSystems -update): %v\n%s", name, err, cmp.Diff(string(have), string(want)))
		}
	}
	files, _ := filepath.Glob(filepath.Join(systemPages, "pieces", "*"))
	if len(files) != len(pictures) {
		t.Errorf("%d files of pictures, %d are shown", len(files), len(pictures))
	}
}
