package systems_test

import (
	"io/fs"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"adjudicate/rules"
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

// Without its rule nothing is a Cat; the Dog still looks for one, until the folder has a Dog of its own, or a Cat.
func TestATypeThatAFolderRemovesAndStillNamesIsDoubted(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	for _, tt := range []struct{ name, own, want string }{
		{"the Dog of the other system", "", "other rules still name the type Cat, which no rule defines any longer: 3"},
		{"another Dog", "rules:\n  - number: 3\n    piece: {name: Dog, glyph: D, value: 1, betza: K}\n", ""},
		{"another Cat", "rules:\n  - number: 4\n    piece: {name: Cat, glyph: C, value: 1, betza: K}\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			all := fstest.MapFS{
				"base/system.yaml": file("name: base\n"), "base/rules/1.yaml": file("rules:\n  - number: 1\n    procedure: {board: {files: 4, ranks: 4}}\n"),
				"base/rules/2.yaml": file("rules:\n  - number: 2\n    piece: {name: Cat, glyph: C, value: 1, betza: K}\n"),
				"base/rules/3.yaml": file("rules:\n  - number: 3\n    piece: {name: Dog, glyph: D, value: 1, modes: [{when: 'any(pieces, it.type == \"Cat\")', legs: [{dir: all}]}]}\n"),
				"mine/system.yaml":  file("name: mine\nextends: ../base\nremove: ['2']\n"),
			}
			if tt.own != "" {
				all["mine/rules/own.yaml"] = file(tt.own)
			}
			_, found := systems.Examine(on(all, "mine"), "mine")
			switch {
			case tt.want == "" && len(found) > 0:
				t.Errorf("found %v, want nothing", found)
			case tt.want != "" && (len(found) != 1 || found[0].Message != tt.want || found[0].Severity != rules.Doubt || found[0].File != "mine/system.yaml" || found[0].Line != 3):
				t.Errorf("found %v, want a doubt at mine/system.yaml:3 that says %q", found, tt.want)
			}
		})
	}
}

// An entry of the folder that leaves out a reading which an inherited rule names is a fault at that entry; one that keeps it, or whose rule the folder
// replaces, is none.
func TestAnEntryKeepsTheReadingsThatInheritedRulesName(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	const manifest = "name: mine\nextends: ../base\n"
	entry := func(readings string) *fstest.MapFile {
		return file("entries:\n  - id: lame\n    clause: 2 §1\n    question: May the Ox leap?\n    default: \"no\"\n    readings:\n" + readings)
	}
	const no, yes, twice = "      - {name: \"no\", text: It walks.}\n", "      - {name: \"yes\", text: It leaps.}\n", "      - {name: twice, text: It leaps twice.}\n"
	ox := "rules:\n  - number: 2\n    piece: {name: Ox, glyph: O, value: 1, modes: [{when: 'reading(\"lame\") == \"yes\"', legs: [{leap: [1, 2]}]}, {legs: [{dir: all}]}]}\n"
	for _, tt := range []struct {
		name, readings, own string
		want                string
	}{
		{"both readings", no + yes, "", ""},
		{"one more", no + yes + twice, "", ""},
		{"another in place of one", no + twice, "", `inherited rule 2 asks this entry: piece.modes[0].when: no such reading of lame: "yes"`},
		{"and a rule in place of the one that asks", no + twice, "rules:\n  - number: 2\n    piece: {name: Ox, glyph: O, value: 1, betza: K}\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			all := fstest.MapFS{
				"base/system.yaml": file("name: base\n"), "base/register.yaml": entry(no + yes),
				"base/rules/1.yaml": file("rules:\n  - number: 1\n    procedure: {board: {files: 4, ranks: 4}}\n"), "base/rules/2.yaml": file(ox),
				"mine/system.yaml": file(manifest), "mine/register.yaml": entry(tt.readings),
			}
			if tt.own != "" {
				all["mine/rules/2.yaml"] = file(tt.own)
			}
			_, found := systems.Examine(on(all, "mine"), "mine")
			got := found.Faults()
			switch {
			case tt.want == "" && len(got) > 0:
				t.Errorf("faults %v, want none", got)
			case tt.want != "" && (len(got) != 1 || !strings.Contains(got[0].Message, tt.want) || got[0].File != "mine/register.yaml" || got[0].Line != 7):
				t.Errorf("faults %v, want one at mine/register.yaml:7 that says %q", got, tt.want)
			}
		})
	}
}
