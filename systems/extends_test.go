package systems_test

import (
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"adjudicate/systems"
)

// shelf is a folder beside others.
type shelf struct {
	fs.FS
	all fstest.MapFS
	at  string
}

func on(all fstest.MapFS, at string) fs.FS {
	if _, ok := all[path.Join(at, "system.yaml")]; !ok {
		return nil
	}
	dir, err := fs.Sub(all, at)
	if err != nil {
		return nil
	}
	return shelf{dir, all, at}
}

func (s shelf) Beside(to string) fs.FS { return on(s.all, path.Join(s.at, to)) }

func TestASystemExtendsTheFolderBesideIt(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	all := fstest.MapFS{
		"mine/system.yaml":    file("name: mine\nextends: ../base\n"),
		"base/system.yaml":    file("name: base\nextends: chess\nremove: ['2.2']\n"),
		"missing/system.yaml": file("name: missing\nextends: ../nowhere\n"),
		"round/system.yaml":   file("name: round\nextends: ../round\n"),
	}
	sys, err := systems.Read(on(all, "mine"), "mine")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := sys.Book.Rule("2.2"); ok {
		t.Error("the Queen, which base removes, is in the rules of what extends base")
	}
	if _, ok := sys.Book.Rule("2.3"); !ok || len(sys.Sides) != 2 {
		t.Errorf("the Rook of chess: %v; sides %q", ok, sys.Sides)
	}
	for name, want := range map[string]string{"missing": `"../nowhere" is not the folder of a system`, "round": "more than 8 systems extend each other"} {
		if _, err := systems.Read(on(all, name), name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one that says %q", name, err, want)
		}
	}
}
