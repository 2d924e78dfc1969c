package folder_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"adjudicate/events"
	"adjudicate/internal/rulefiles"
	_ "adjudicate/internal/testheap"
	"adjudicate/ledger/folder"
	"adjudicate/ledger/intake"
	"adjudicate/ledger/place"
	"adjudicate/rules"
	"adjudicate/systems"

	"github.com/google/go-cmp/cmp"
)

func host(t *testing.T) *place.Host { return &place.Host{Engine: "test", Cache: t.TempDir()} }

// sound fails the test if something is wrong with a folder or with what it says of its own rulings.
func sound(t *testing.T, f *folder.Folder) {
	t.Helper()
	if len(f.Problems.Faults()) > 0 {
		t.Errorf("%s: %v", f.Name, f.Problems.Faults())
		return
	}
	o, err := f.Test(context.Background(), host(t), nil)
	if err != nil {
		t.Error(err)
		return
	}
	for _, c := range o.Cases {
		for _, d := range c.Diffs {
			t.Errorf("%s: case %s: %s", f.Name, c.Case.ID, d)
		}
	}
	for _, s := range o.Seasons {
		for _, r := range s.Differences() {
			t.Errorf("%s:%d: %s", s.File, r.Entry.Line, strings.Join(r.Differences, "; "))
		}
	}
}

func builtin() []string { return slices.Concat(systems.Systems(), systems.Variants()) }

func TestEveryBuiltInSystemHoldsTogetherAndIsRuledOnAsItsCasesAndSeasonsSay(t *testing.T) {
	for _, name := range builtin() {
		sys, err := systems.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		f := folder.Read(sys.Dir, name)
		if name != "plain" {
			f.Cases = nil // package cases judges these
		}
		sound(t, f)
	}
}

// memory is a folder of files that are begun.
func memory(files []folder.File) fstest.MapFS {
	all := fstest.MapFS{}
	for _, f := range files {
		all[f.Path] = &fstest.MapFile{Data: []byte(f.Text)}
	}
	return all
}

func TestAFolderThatBeginsHoldsTogetherWhateverItExtends(t *testing.T) {
	for _, from := range append([]string{""}, builtin()...) {
		var base *systems.System
		if from != "" {
			base, _ = systems.Find(from)
		}
		files := folder.New("a game", from, base)
		f := folder.Read(memory(files), "ours")
		if len(f.Problems) > 0 {
			t.Errorf("from %q: %v", from, f.Problems)
		}
		if len(f.Cases)+len(f.Seasons) != len(files)-3 {
			t.Errorf("from %q: %d cases, %d seasons of %d files", from, len(f.Cases), len(f.Seasons), len(files))
		}
		sound(t, f)
	}
}

func TestAllFaultsOfAFolderAreNamedAtOnce(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	f := folder.Read(fstest.MapFS{
		"system.yaml":      file("name: ours\ntittle: Ours\nextends: ches\nsides: [White, Black, White]\n"),
		"rules/a.yaml":     file("number: 7\ntitle: A Goose\npiece: {name: Goose, glyph: G, value: 3, betza: W, modas: []}\n"),
		"rules/b.yaml":     file("number: 1\ntitle: The board\nprocedure: {board: {files: 8, ranks: 8}, capturing: {cite: \"\"}}\n---\nnumber: 8\ntitle: [\n"),
		"rule/c.yaml":      file("number: 9\ntitle: elsewhere\n"),
		"register.yaml":    file("entries:\n  - {id: a, clause: \"7\", question: What?, default: no, readings: [{name: yes, text: y}]}\n"),
		"cases/a.yaml":     file("section: \"7\"\ntitle: t\nabout: a\n---\nid: 7.1\ntitle: t\npurpose: p\nclause: \"7\"\nside: {}\n"),
		"seasons/a.season": file("season 1\n\non 2000-01-01\nplayr Ann\n"),
	}, "ours")
	var got []string
	for _, p := range f.Problems {
		got = append(got, p.String())
	}
	want := []string{
		"ours/cases/a.yaml:9:1: unknown field \"side\"",
		"ours/register.yaml:2:52: entries[0].default: no such reading of a: \"no\"",
		"ours/register.yaml:2:66: entries[0].readings: expected at least two readings",
		"ours/rule: it is no part of a system, and passed over (did you mean \"rules\"?)",
		"ours/rules/a.yaml:3:52: piece: unknown field \"modas\" (did you mean \"modes\"?)",
		"ours/rules/b.yaml:",
		"ours/seasons/a.season:4:1: expected",
		"ours/system.yaml:2:1: unknown field \"tittle\" (did you mean \"title\"?)",
		"ours/system.yaml:4:23: sides[2]: the side \"White\" is listed twice",
		"ours/system.yaml:3:10: extends: no such system: \"ches\"; did you mean \"chess\"?",
	}
	for _, w := range want {
		if !slices.ContainsFunc(got, func(g string) bool { return strings.HasPrefix(g, w) }) {
			t.Errorf("nothing says %q", w)
		}
	}
	if f.Sound() || t.Failed() {
		t.Errorf("found\n%s", strings.Join(got, "\n"))
	}
}

func TestWhatCasesSeasonsAndTheManifestNameIsLookedUp(t *testing.T) {
	files := memory(folder.New("ours", "chess", must(systems.Find("chess"))))
	put := func(name, old, new string) {
		text := string(files[name].Data)
		if !strings.Contains(text, old) {
			t.Fatalf("%s does not say %q", name, old)
		}
		files[name] = &fstest.MapFile{Data: []byte(strings.Replace(text, old, new, 1))}
	}
	put("cases/own.yaml", "{board: We5}", "{board: We5 Wolkerd5 Wd9}")
	put("cases/own.yaml", "clause: \"", "clause: \"30")
	put("seasons/first.season", "=> accepted", "=> accepted by 2.61")
	put("system.yaml", "# remove: [\"2.2\"]", "remove: [\"2.22\"]\nfen: {base: Pown}\numpire: [{does: x, cite: 9 §2}]")
	got := folder.Read(files, "ours").Problems
	for _, want := range []string{
		`ours/cases/own.yaml:11:1: no such piece type: "Wolker"; did you mean "Walker"?`,
		"ours/cases/own.yaml:11:1: d9 is off the board of 8 files and 8 ranks",
		"ours/cases/own.yaml:6:1: 30",
		`ours/system.yaml:9:10: remove[0]: no rule has the number "2.22" (did you mean "2.2"?)`,
		`ours/system.yaml:10:13: fen.base: no such piece type: "Pown" (did you mean "Pawn"?)`,
		`ours/system.yaml:11:26: umpire[0].cite: no such rule: "9"`,
	} {
		if !strings.Contains(got.Error(), want) {
			t.Errorf("nothing says %s", want)
		}
	}
	if !strings.Contains(got.Error(), "ours/seasons/first.season:6:1: the verdict rests on 2.61, but neither the system nor the season has rule 2.61") {
		t.Error("nothing says that a season cites what there is not")
	}
	if t.Failed() {
		t.Log(got)
	}
}

func TestAnArrayThatDoesNotFitTheBoardIsAFault(t *testing.T) {
	files := memory(folder.New("ours", "", nil))
	text := string(files["system.yaml"].Data)
	files["system.yaml"].Data = []byte(strings.Replace(text, "/6/", "/7/", 1))
	found := folder.Read(files, "ours").Problems
	found = slices.DeleteFunc(found, func(p rules.Problem) bool { return p.File == "ours/seasons/first.season" }) // which begins with it
	if len(found) != 1 || found[0].Field != "fen.start" || found[0].Line != 9 || !strings.Contains(found[0].Message, "rank 5 has 7 squares: expected 6") {
		t.Errorf("found %v", found)
	}
}

// trio is a game of three sides, with an array of each and a closed corner.
func trio(array string) fstest.MapFS {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	return fstest.MapFS{
		"system.yaml": file("name: trio\nsides: [Red, White, 藍]\narray:\n  Red: Wa1 p:a2..c2\n  White: W@h1\n  藍: " + array + "\n"),
		"rules/a.yaml": file("rules:\n  - {number: 1, title: The board, procedure: {board: {files: 28, ranks: 8, closed: [h8]}, capturing: {goes: gone, cite: §1}}}\n" +
			"  - {number: 2, title: Walker, piece: {name: Walker, glyph: W, value: 2, betza: W}}\n  - {number: 3, title: Pawn, piece: {name: Pawn, glyph: p, value: 1, betza: F}}\n"),
		"README.md": file("# trio\n\n## What is left to the umpire\n\nNothing.\n"),
		"cases/a.yaml": file("section: \"1\"\ntitle: t\nabout: a\n---\nid: turns\ntitle: t\npurpose: p\nclause: \"1\"\nfen: start\nholds: {board: {b2: Red Pawn, aa7: 藍 Walker}}\nsteps:\n" +
			"  - {play: Wa1-b1, is: accepted, then: {turn: White}}\n  - {play: Wh1-h3, is: rejected}\n  - {play: Wh1-g1, is: accepted, then: {turn: 藍}}\n  - {play: pe7-d8, is: accepted}\n" +
			"---\nid: own-board\ntitle: t\npurpose: p\nclause: \"1\"\nsides: {Red: {board: Wd4}, 藍: {board: We4}}\nsteps:\n  - {play: Wd4-d5, is: accepted, then: {turn: 藍}}\n"),
		"seasons/a.season": file("season 1\n\non 2000-01-01\ngame g system trio seed " + strings.Repeat("5e", 32) + "\nrulebook trio\nplayer Ann\nplayer Ben\n" +
			"array Red held by Ann, White held by Ben, 藍 held by Ann\n  expect turn Red\n  expect swinger 藍 Ann\nRed: Wa1-b1 => accepted by 2\nWhite: Wh1-h2\n  expect square h2 White Walker\n"),
	}
}

func TestAPositionInOneLineIsThatOfTwoSides(t *testing.T) {
	for _, sides := range []string{"[White]", "[White, Black, Red]"} {
		dir := fstest.MapFS{
			"system.yaml": {Data: []byte("name: ours\nsides: " + sides + "\nfen: {start: ppp/3/PPP w - - 0 1}\n")},
			"rules/all.yaml": {Data: []byte("rules:\n  - number: 1\n    title: The board\n    procedure:\n      board: {files: 3, ranks: 3}\n      capturing: {goes: gone, cite: §1}\n" +
				"  - number: 2\n    title: The Pawn\n    piece: {name: Pawn, glyph: P, value: 1, betza: W}\n")},
		}
		found := folder.Read(dir, "ours").Problems.Faults()
		if len(found) != 1 || found[0].Field != "fen.start" || found[0].Line != 3 || !strings.Contains(found[0].Message, "two sides") {
			t.Errorf("%s: %v", sides, found)
		}
	}
}

func TestAGameOfThreeSidesBeginsWithItsArray(t *testing.T) {
	f := folder.Read(trio("W@aa7 p:e7..g7"), "trio")
	sound(t, f)
	if len(f.Problems.Faults()) > 0 || len(f.Cases) != 2 || len(f.Seasons) != 1 {
		t.Fatalf("%d cases, %d seasons: %v", len(f.Cases), len(f.Seasons), f.Problems)
	}
	set, err := f.Array()
	if err != nil || len(set.Sides) != 3 || len(set.Pieces) != 9 {
		t.Errorf("the array is %v, %v", set, err)
	}
	for array, want := range map[string]string{
		"Xa5":       `藍: Xa5: no such piece type: "X"`,
		"Wa1":       "藍: Wa1: something stands on a1 already",
		"Wa9":       "藍: Wa9: the board has no square a9",
		"p:a3..c8":  "藍: a3..c8 is not a line",
		"W":         "expected a piece on its square such as Ra1",
		"W@aa7 Wh8": "藍: Wh8: h8 is a closed square",
	} {
		found := folder.Read(trio(array), "trio").Problems.Faults()
		if len(found) == 0 || !strings.Contains(found.Error(), want) {
			t.Errorf("%s: nothing says %q: %v", array, want, found)
		}
	}
}

// What keeps a game from beginning is found before one does: everything is ruled on as it would be then.
func TestAFolderOfWhichNoGameCanBeginIsFaulty(t *testing.T) {
	for _, c := range []struct{ title, manifest, rule, want string }{
		{"more than a limit allows", "array:\n  Red: Sa1 Sb1 Sc1\n  Blue: Sa8\n", "piece: {name: Stone, glyph: S, value: 1, limit: 2, betza: W}",
			"ours/system.yaml:4:3: array: no game can begin: Red has 3 that count as a Stone, and may have at most 2"},
		{"more than a limit allows, in one line", "fen:\n  start: s7/8/8/8/8/8/8/SSS5 w - - 0 1\n", "piece: {name: Stone, glyph: S, value: 1, limit: 2, betza: W}",
			"ours/system.yaml:4:10: fen.start: no game can begin: Red has 3 that count as a Stone, and may have at most 2"},
		{"no room", "array:\n  Red: Sa8\n  Blue: Sc1\n", "piece: {name: Stone, glyph: S, value: 1, covers: [[0, 0], [0, 1]], modes: [{legs: [{dir: orthogonal}]}]}",
			"ours/system.yaml:4:3: array: no game can begin: a Stone has no room on the board with its place on a8"},
		{"two on a square that one of them covers", "array:\n  Red: Sa1\n  Blue: Sa2\n", "piece: {name: Stone, glyph: S, value: 1, covers: [[0, 0], [0, 1]], modes: [{legs: [{dir: orthogonal}]}]}",
			"ours/system.yaml:4:3: array: no game can begin: a2 is occupied already"},
		{"a type whose rule does not hold yet", "array:\n  Red: Sa1\n  Blue: Sa8\n", "while: turns >= 3\n    piece: {name: Stone, glyph: S, value: 1, betza: W}",
			"ours/system.yaml:4:3: array: no game can begin: "},
		{"nothing wrong", "array:\n  Red: Sa1\n  Blue: Sa8\n", "piece: {name: Stone, glyph: S, value: 1, limit: 1, betza: W}", ""},
	} {
		f := folder.Read(fstest.MapFS{
			"system.yaml": {Data: []byte("name: ours\nsides: [Red, Blue]\n" + c.manifest)},
			"rules/all.yaml": {Data: []byte("rules:\n  - number: 1\n    title: The board\n    procedure:\n      board: {files: 8, ranks: 8, heading: {Red: north, Blue: south}}\n      capturing: {goes: gone}\n" +
				"  - number: 2\n    title: The Stone\n    " + c.rule + "\n")},
		}, "ours")
		found := f.Problems.Faults()
		switch {
		case c.want == "" && len(found) > 0:
			t.Errorf("%s: %v", c.title, found)
		case c.want != "" && (len(found) != 1 || !strings.HasPrefix(found[0].String(), c.want)):
			t.Errorf("%s: %v, want %s", c.title, found, c.want)
		}
	}
}

// A system that extends another begins as it says itself, however the other one begins.
func TestAnArrayBesideAPositionInOneLineIsDoubted(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	begun := func(manifest string) *folder.Folder {
		return folder.Read(fstest.MapFS{"system.yaml": file("name: ours\n" + manifest)}, "ours")
	}
	const array, line = "array:\n  White: Ke1\n  Black: Ke8\n", "fen: {start: k7/8/8/8/8/8/8/K7 w - - 0 1}\n"
	f := begun("extends: chess\n" + array + line)
	want := "ours/system.yaml:6:14: fen.start: no effect: games begin with array (delete one of them)"
	if len(f.Problems.Faults()) > 0 || len(f.Problems) != 1 || f.Problems[0].String() != want {
		t.Errorf("both: %v, want %s", f.Problems, want)
	}
	set, err := f.Array()
	if err != nil || !slices.ContainsFunc(set.Pieces, func(pc events.ArrayPiece) bool { return pc.At == "e1" }) {
		t.Errorf("both: begins with %v (%v), want a King on e1", set.Pieces, err)
	}
	for title, manifest := range map[string]string{"array": "extends: chess\n" + array, "line": "extends: chess\n" + line} {
		f := begun(manifest)
		set, err := f.Array()
		if err != nil || len(f.Problems) > 0 {
			t.Fatalf("%s: %v, %v", title, f.Problems, err)
		}
		if at := map[string]string{"array": "e1", "line": "a1"}[title]; !slices.ContainsFunc(set.Pieces, func(pc events.ArrayPiece) bool { return pc.At == at }) || len(set.Pieces) != 2 {
			t.Errorf("%s: begins with %v, want a King on %s", title, set.Pieces, at)
		}
	}
}

// What check doubts, play takes: a folder is opened, and extended, unless something is a fault.
func TestAFolderWithDoubtsAloneOpens(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	array := file("name: ours\nextends: chess\narray:\n  White: Ke1\n  Black: Ke8\nfen: {start: k7/8/8/8/8/8/8/K7 w - - 0 1}\n")
	for title, dir := range map[string]fstest.MapFS{
		"an array beside a line": {"system.yaml": array},
		"a file passed over":     {"system.yaml": file("name: ours\nextends: chess\n"), "rules/notes.txt": file("to do\n")},
	} {
		f := folder.Read(dir, "ours")
		if !f.Sound() || len(f.Problems) != 1 {
			t.Errorf("%s: found %v, want one doubt", title, f.Problems)
		}
		sys, err := systems.Read(dir, "ours")
		if err != nil {
			t.Errorf("%s: %v", title, err)
			continue
		}
		if sys.Text == "" || sys.Text != f.System.Text {
			t.Errorf("%s: opened with the text %q, checked with %q", title, sys.Text, f.System.Text)
		}
		if err := intake.Try(sys); err != nil {
			t.Errorf("%s: %v", title, err)
		}
	}
}

func must(s *systems.System, err error) *systems.System {
	if err != nil {
		panic(err)
	}
	return s
}

func TestTheTableOfWhatIsLeftToTheUmpireIsThatOfTheManifest(t *testing.T) {
	files := memory(folder.New("ours", "", nil))
	text := string(files["system.yaml"].Data)
	files["system.yaml"].Data = []byte(text[:strings.Index(text, "# umpire:")] + "umpire:\n  - {does: draws the sides, when: before the game, cite: \"2\"}\n")
	f := folder.Read(files, "ours")
	if len(f.Problems) != 1 || f.Problems[0].File != "ours/README.md" || f.Problems[0].Line != 7 {
		t.Fatalf("found %v, want a table out of date in line 7 of README.md", f.Problems)
	}
	page := f.Readme()
	if row := "| draws the sides | before the game | 2 |\n"; !strings.Contains(page, row) || !strings.HasPrefix(page, "# ours\n\nWhat the game is") {
		t.Errorf("the page is\n%s", page)
	}
	files["README.md"].Data = []byte(page)
	if f := folder.Read(files, "ours"); len(f.Problems) > 0 || f.Readme() != page {
		t.Errorf("renewed: %v", f.Problems)
	}
	delete(files, "README.md")
	if f := folder.Read(files, "ours"); f.Sound() || !strings.Contains(f.Readme(), "| draws the sides |") {
		t.Errorf("without a README: %v", f.Problems)
	}
}

func TestNothingOutsideOfTheFolderIsRead(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(dir, "secret.yaml")
	ours := filepath.Join(dir, "ours")
	for _, f := range folder.New("ours", "", nil) {
		at := filepath.Join(ours, f.Path)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(f.Text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(secret, []byte("number: 66\ntitle: the secret\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if os.Symlink(secret, filepath.Join(ours, "rules", "linked.yaml")) != nil {
		t.Skip("no links here")
	}
	f := folder.Read(rulefiles.Folder(ours), "ours")
	if _, ok := f.System.Book.Rule("66"); ok || len(f.Problems) != 1 || f.Problems[0].File != "ours/rules/linked.yaml" {
		t.Errorf("found %v", f.Problems)
	}
	deep := filepath.Join(ours, "cases", "1", "2", "3", "4")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(ours, "rules", "long.yaml"), make([]byte, systems.MostBytes+1), 0o644); err != nil {
		t.Fatal(err)
	}
	found := folder.Read(rulefiles.Folder(ours), "ours").Problems.Error()
	for _, want := range []string{"ours/cases/1/2/3/4: it lies too deep to be read", "ours/rules/long.yaml: it is longer than 4 MiB"} {
		if !strings.Contains(found, want) {
			t.Errorf("nothing says %q:\n%s", want, found)
		}
	}
}

func TestTheRulesOfALedgerAsAFolderAreTheSameRules(t *testing.T) {
	at := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, name := range []string{"partychess", "chess", "shogi"} {
		sys := must(systems.Find(name))
		opened := sys.Opening("A game", strings.Repeat("5e", 32), "")
		own := rules.Rule{Number: "99", Title: "Ours", Note: "a rule of the players' own"}
		_, st, err := intake.Open(context.Background(), host(t), opened, append(sys.Book.Rules(), own), "", at)
		if err != nil {
			t.Fatal(err)
		}
		entries := sys.Register.Entries()
		if len(entries) > 0 {
			st.Apply(events.ReadingInForce{Entry: entries[0].ID, Reading: other(entries[0])})
		}
		files, err := folder.Of(st, "ours", 28)
		if err != nil {
			t.Fatal(err)
		}
		f := folder.Read(memory(files), "ours")
		sound(t, f)
		if got, want := f.System.Book.Hash(), sys.Book.With(own).Hash(); got != want {
			t.Errorf("%s: rulebook %s, want %s", name, got, want)
		}
		if diff := cmp.Diff(fmt.Sprintf("%+v", sys.FEN), fmt.Sprintf("%+v", f.System.FEN)); diff != "" && sys.FEN == nil {
			t.Errorf("%s: positions are written otherwise:\n%s", name, diff)
		}
		if len(entries) == 0 {
			continue
		}
		if e, _ := f.System.Register.Entry(entries[0].ID); e.Default != other(entries[0]) {
			t.Errorf("%s: %s is read as %s, want %s", name, e.ID, e.Default, other(entries[0]))
		}
	}
}

// other is a reading of an entry that is not its default.
func other(e rules.Entry) string {
	for _, r := range e.Readings {
		if r.Name != e.Default {
			return r.Name
		}
	}
	return ""
}

func TestAFolderOfALedgerThatWasBegunFromAFolderIsThatFolder(t *testing.T) {
	at := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	begun := func(sys *systems.System) []folder.File {
		_, st, err := intake.Open(context.Background(), host(t), sys.Opening("A game", strings.Repeat("5e", 32), ""), sys.Book.Rules(), "", at)
		if err != nil {
			t.Fatal(err)
		}
		files, err := folder.Of(st, sys.Name, 28)
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	for _, name := range []string{"diamond", "partychess", "crazyhouse", "trio"} {
		built := folder.Read(trio("W@aa7 p:e7..g7"), "trio").System // which begins with an array side by side
		if name != "trio" {
			built = must(systems.Find(name))
		}
		if built.Title == "" {
			built.Title = "Trio"
		}
		ours := *built
		ours.Manifest.Name, ours.Text, ours.Title = "ours", "", built.Title
		files := begun(&ours)
		f := folder.Read(memory(files), "ours")
		sound(t, f)
		if got, want := f.System.Opening("", "", "").Words, ours.Opening("", "", "").Words; !slices.Equal(got, want) {
			t.Errorf("%s: its words, its picture and how positions are written are %v, want %v", name, got, want)
		}
		if diff := cmp.Diff(files, begun(f.System)); diff != "" {
			t.Errorf("%s: a folder of the folder differs:\n%s", name, diff)
		}
		if diff := cmp.Diff(ours.Array, f.System.Array); diff != "" {
			t.Errorf("%s: the opening array (-want +got):\n%s", name, diff)
		}
		if f.System.Text == "" || f.System.Text != folder.Read(memory(begun(f.System)), "ours").System.Text {
			t.Errorf("%s: the hash of the system has become another", name)
		}
	}
}
