package diagram_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/report/draw/diagram"
	"adjudicate/rules"
	"adjudicate/systems"
)

var update = flag.Bool("update", false, "rewrite the goldens")

func partyChess(t testing.TB) (*rules.Rulebook, map[string]string) {
	t.Helper()
	book, register, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	readings, err := register.Complete(nil)
	if err != nil {
		t.Fatal(err)
	}
	return book, readings
}

func of(t *testing.T, book *rules.Rulebook, readings map[string]string, name string) *diagram.Diagram {
	t.Helper()
	d, err := diagram.Of(book, readings, name, diagram.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// invent adds a piece definition to the built-in rulebook.
func invent(t *testing.T, body string) (*rules.Rulebook, map[string]string) {
	t.Helper()
	book, readings := partyChess(t)
	return book.With(rule(t, body)), readings
}

func rule(t *testing.T, body string) rules.Rule {
	t.Helper()
	text := "number: \"1230.90\"\nrevision: 0\ntitle: A piece\npiece:\n  name: Piece\n  glyph: \"=\"\n  value: 5\n" + body
	list, err := rules.Parse("piece.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return list[0]
}

// kinds returns "move capture" of a square of the panel of a title.
func kinds(t *testing.T, d *diagram.Diagram, title, square string) string {
	t.Helper()
	p := panel(t, d, title)
	for _, m := range p.Marks {
		if m.Square == square {
			return strings.Join(m.Kinds.Words(), " ")
		}
	}
	return ""
}

func panel(t *testing.T, d *diagram.Diagram, title string) diagram.Panel {
	t.Helper()
	var titles []string
	for _, p := range d.Panels {
		if strings.Contains(p.Title, title) {
			return p
		}
		titles = append(titles, p.Title)
	}
	t.Fatalf("no panel %q among %q", title, titles)
	return diagram.Panel{}
}

// The piece stands on j10 of the 20×20 board.
func TestPanelsShowWhatTheDefinitionSays(t *testing.T) {
	tests := []struct {
		name, body           string
		panel, square, kinds string
	}{
		{"a rider reaches as far as its range", "  modes: [{legs: [{dir: orthogonal, n: 1..8}]}]\n", "alone", "j18", "move capture"},
		{"and no farther", "  modes: [{legs: [{dir: orthogonal, n: 1..8}]}]\n", "alone", "j19", ""},
		{"a mode for moves only captures nothing", "  modes: [{for: [move], legs: [{dir: diagonal, n: 2}]}]\n", "alone", "l12", "move"},
		{"a mode for captures only does not move", "  modes: [{for: [capture], legs: [{dir: diagonal, n: 2}]}]\n", "alone", "l12", "capture"},
		{"a shot is told from a capture", "  modes: [{for: [move], legs: [{leap: [2, 1]}]}, {for: [shot], legs: [{dir: orthogonal, n: 2}]}]\n", "alone", "j12", "shot"},
		{"a special move is apart", "  modes: [{legs: [{leap: [2, 1]}]}]\n  special: [{for: [move], legs: [{dir: orthogonal, n: 3}]}]\n", "alone", "j13", "declared"},
		{"a cannon captures behind a hurdle", "  modes: [{for: [move], legs: [{dir: orthogonal, n: 1..8}]}, {for: [capture], legs: [{dir: orthogonal, n: 1..8, hop: over}]}]\n", "distance 1", "j15", "capture"},
		{"a grasshopper lands right behind its hurdle", "  modes: [{legs: [{dir: all, n: 1..8, hop: next}]}]\n", "distance 1", "j12", "move capture"},
		{"a condition on a friend has its panel", "  modes: [{legs: [{dir: orthogonal, n: 1}]}, {when: 'near(\"King\", 4)', legs: [{leap: [3, 3]}]}]\n", "friendly King", "m13", "move capture"},
		{"a named condition is named", "  modes: [{legs: [{dir: orthogonal, n: 1}]}, {when: defensive, legs: [{leap: [3, 3]}]}]\n", "defensive", "g7", "move capture"},
		{"a counter has its panel", "  counters: [{name: Zn, initial: 1}]\n  modes: [{legs: [{dir: orthogonal, n: 1..Zn}]}]\n", "Zn = 3", "j13", "move capture"},
		{"the first counter is the initial one", "  counters: [{name: Zn, initial: 1}]\n  modes: [{legs: [{dir: orthogonal, n: 1..Zn}]}]\n", "Zn = 1", "j13", ""},
		{"a large counter is shown smaller", "  counters: [{name: Zn, initial: 4}]\n  modes: [{legs: [{dir: orthogonal, n: 1..Zn}]}]\n", "Zn = 1", "j12", ""},
		{"a region has its panel", "  modes: [{legs: [{dir: orthogonal, n: 1}]}, {when: in(\"edge\"), legs: [{dir: orthogonal, n: 3}]}]\n", "standing on a10", "d10", "move capture"},
		{"defending a friend has its panel", "  modes: [{legs: [{dir: orthogonal, n: 1}]}, {for: [move], when: defends(), legs: [{leap: [2, 2]}]}]\n", "defending a friend", "l12", "move"},
		{"what is lent is drawn for a friend on k11", "  modes: [{legs: [{dir: orthogonal, n: 1}]}]\n  grants: [{to: friend, within: 1, modes: [{legs: [{leap: [2, 1]}]}]}]\n", "lends", "l13", "move capture"},
		{"protected neighbours are marked", "  modes: [{legs: [{dir: diagonal, n: 1}]}]\n  immune: [{who: friend, beside: orthogonal}]\n", "alone", "j11", "protects"},
		{"swaps are marked where a friend may stand", "  modes: [{for: [swap], legs: [{dir: diagonal, n: 1}]}]\n", "alone", "k11", "swap"},
		{"a withdrawer captures behind itself", "  modes: [{for: [move], legs: [{dir: all, n: 1}]}, {for: [capture], takes: behind, legs: [{dir: all, n: 1}]}]\n", "alone", "j11", "move capture lands"},
		{"actions are marked", "  modes: [{legs: [{leap: [2, 1]}]}]\n  actions: [{name: mash, legs: [{dir: orthogonal, n: 1}], who: enemy, effect: destroy}]\n", "alone", "j11", "action"},
		{"actions on the pieces of a setting are marked", "  modes: [{legs: [{dir: orthogonal, n: 1..2}]}]\n  actions: [{name: mash, legs: [{dir: diagonal, n: 1}], who: enemy, effect: destroy}]\n", "distance 1", "k11", "action"},
		{"denials are marked", "  modes: [{legs: [{leap: [3, 1]}]}]\n  denies: [{to: enemy, within: 2, deny: [move]}]\n", "alone", "l12", "denies"},
		{"what only some types suffer has its panel", "  modes: [{for: [move], legs: [{dir: all, n: 1}]}, {for: [capture], legs: [{dir: all, n: 1}], victim: [Rook]}]\n", "capturing a Rook", "j11", "move capture"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			book, readings := invent(t, tt.body)
			if got := kinds(t, of(t, book, readings, "Piece"), tt.panel, tt.square); got != tt.kinds {
				t.Errorf("%s on %s: got %q, want %q", tt.panel, tt.square, got, tt.kinds)
			}
		})
	}
}

func TestWhatChangesNothingHasNoPanel(t *testing.T) {
	book, readings := invent(t, "  modes: [{legs: [{leap: [2, 1]}]}]\n")
	d := of(t, book, readings, "Piece")
	if len(d.Panels) != 1 {
		t.Errorf("a leaper has %d panels, want the one alone on the board", len(d.Panels))
	}
}

func TestEveryTypeOfTheSuiteIsDrawn(t *testing.T) {
	book, readings := partyChess(t)
	for _, def := range book.Pieces() {
		d := of(t, book, readings, def.Piece.Name)
		marks := 0
		for _, p := range d.Panels {
			marks += len(p.Marks)
			for _, m := range p.Marks {
				if !slices.Contains([]string{"a", "t"}, m.Square[:1]) && (m.Square[0] < 'a' || m.Square[0] > 't') {
					t.Errorf("%s: %s is no square", def.Piece.Name, m.Square)
				}
			}
		}
		if marks == 0 {
			t.Errorf("the pictures of %s are empty", def.Piece.Name)
		}
		var out bytes.Buffer
		if err := d.SVG(&out); err != nil {
			t.Error(err)
		}
	}
}

func TestComparisonsShowWhatAppearsAndVanishes(t *testing.T) {
	before, readings := invent(t, "  modes: [{legs: [{dir: orthogonal, n: 1..4}]}]\n")
	after := before.With(rule(t, "  modes: [{legs: [{dir: orthogonal, n: 1..3}]}, {for: [move], legs: [{dir: diagonal, n: 1}]}]\n"))
	d, err := diagram.Compare(before, after, readings, "Piece")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range panel(t, d, "alone").Marks {
		if m.Gained|m.Lost != 0 {
			got = append(got, m.Square+" +"+strings.Join(m.Gained.Words(), ",")+" -"+strings.Join(m.Lost.Words(), ","))
		}
	}
	want := []string{"f10 + -move,capture", "i9 +move -", "i11 +move -", "j6 + -move,capture", "j14 + -move,capture",
		"k9 +move -", "k11 +move -", "n10 + -move,capture"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestARepealedTypeLosesEverything(t *testing.T) {
	before, readings := invent(t, "  modes: [{legs: [{leap: [2, 1]}]}]\n")
	d, err := diagram.Compare(before, before.Without("1230.90"), readings, "Piece")
	if err != nil {
		t.Fatal(err)
	}
	p := panel(t, d, "alone")
	if gained, lost := p.Changes(); gained != 0 || lost != 8 {
		t.Errorf("gained %d and lost %d squares, want 0 and 8", gained, lost)
	}
}

func TestTypesThatAreNotDefinedAreRefused(t *testing.T) {
	book, readings := invent(t, "  modes: [{legs: [{leap: [2, 1]}]}]\n")
	clash := rule(t, "  modes: [{legs: [{leap: [2, 1]}]}]\n")
	clash.Number, clash.Piece.Name = "1230.91", "Other"
	for _, tt := range []struct {
		name, want string
		book       *rules.Rulebook
	}{
		{"Nobody", `no rule defines a piece type "Nobody"`, book},
		{"Other", "the definition of Other is not valid: the glyph = belongs to rule 1230.90", book.With(clash)},
	} {
		_, err := diagram.Of(tt.book, readings, tt.name, diagram.Options{})
		var unknown *diagram.TypeError
		if !errors.As(err, &unknown) || err.Error() != tt.want {
			t.Errorf("got %v, want %s", err, tt.want)
		}
	}
}

func TestBoardsOfEverySizeAreDrawn(t *testing.T) {
	const body = `rules:
  - {number: "1", title: The board, procedure: {board: {files: %d, ranks: %d}}}
  - number: "2"
    title: A piece
    piece:
      name: Frog
      glyph: f
      value: 3
      counters: [{name: Fn, initial: 1}]
      modes:
        - {when: 'near("Frog", 2) or attacked() or defends()', legs: [{dir: all, n: 1..Fn}]}
        - {for: [swap], legs: [{leap: [2, 1]}]}
        - {legs: [{toward: Frog}]}
      grants: [{to: friend, within: 1, modes: [{legs: [{dir: all, n: 1}]}]}]
`
	for _, size := range [][2]int{{1, 1}, {1, 2}, {3, 2}, {8, 8}, {15, 15}, {26, 26}} {
		list, err := rules.Parse("board.yaml", fmt.Appendf(nil, body, size[0], size[1]))
		if err != nil {
			t.Fatal(err)
		}
		d := of(t, rules.NewRulebook(list...), nil, "Frog")
		for i := range d.Panels {
			if p := &d.Panels[i]; p.File < 0 || p.Rank < 0 || p.File+p.Files > size[0] || p.Rank+p.Ranks > size[1] {
				t.Errorf("%v: panel %q shows %d files from %d and %d ranks from %d", size, p.Title, p.Files, p.File, p.Ranks, p.Rank)
			}
		}
		if err := d.SVG(io.Discard); err != nil || !strings.Contains(d.Text(), "f the piece") {
			t.Errorf("%v: %v\n%s", size, err, d.Text())
		}
	}
}

// Where the middle is no part of the board the piece stands as near to it as it can.
func TestAPieceIsDrawnBesideTheHoleInTheMiddle(t *testing.T) {
	list, err := rules.Parse("hole.yaml", []byte("number: 1\ntitle: The board\nprocedure: {board: {files: 7, ranks: 7, closed: [c3-e4]}}\n---\nnumber: 2\ntitle: A Rook\npiece: {name: Rook, glyph: R, value: 5, betza: R}\n"))
	if err != nil {
		t.Fatal(err)
	}
	d, err := diagram.Of(rules.NewRulebook(list...), nil, "Rook", diagram.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if text := d.Text(); !strings.Contains(text, " 5 ●  ●  ●  R  ●  ●  ●  5") {
		t.Errorf("the Rook is not on d5:\n%s", text)
	}
}

func TestARulebookWithoutABoardIsRefused(t *testing.T) {
	list, err := rules.Parse("none.yaml", []byte("{number: \"2\", title: A piece, piece: {name: Frog, glyph: f, value: 3, immovable: true}}"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := diagram.Of(rules.NewRulebook(list...), nil, "Frog", diagram.Options{}); !errors.Is(err, diagram.ErrBoard) {
		t.Errorf("got %v, want ErrBoard", err)
	}
}

// The goldens were read against the definitions: Archer 1230.15, il-Nabi 1230.12, Cantor
// 1230.20, HarfyBlob 1230.14.
func TestGoldens(t *testing.T) {
	book, readings := partyChess(t)
	for _, name := range []string{"Archer", "il-Nabi", "Cantor", "HarfyBlob"} {
		golden(t, name, of(t, book, readings, name))
	}
	after := book
	for _, r := range book.Rules() {
		if r.Piece != nil && r.Piece.Name == "Archer" {
			p := *r.Piece
			p.Modes = slices.Clone(p.Modes)
			p.Modes[3].Legs = []rules.Leg{{Dir: "diagonal", N: "1..4"}}
			p.Modes = slices.Delete(p.Modes, 1, 2)
			r.Piece, r.Revision = &p, r.Revision+1
			after = after.With(r)
		}
	}
	d, err := diagram.Compare(book, after, readings, "Archer")
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "Archer-amended", d)
}

func TestBodiesAreDrawnOnAllTheirSquares(t *testing.T) {
	book, readings := invent(t, `  covers: [[0, 0], [0, 1], [1, 0]]
  faces: bow
  counters: [{name: bow, initial: 0}]
  modes: [{legs: [{dir: orthogonal}]}]
`)
	d := of(t, book, readings, "Piece")
	var got []string
	for _, p := range d.Panels {
		for _, x := range p.Pieces {
			if x.Role == "self" {
				got = append(got, p.Title+": "+x.Square+" "+strings.Join(x.Covers, " "))
			}
		}
	}
	// Ahead is north, and once turned to the right east: what lay to the east lies to the south.
	want := []string{"bow = 0: j10 j11 k10", "bow = 1: j10 j9 k10"}
	if diff := cmp.Diff(want, got[:min(2, len(got))]); diff != "" {
		t.Errorf("squares of the piece (-want +got):\n%s", diff)
	}
	var pic bytes.Buffer
	if err := d.SVG(&pic); err != nil || !strings.Contains(pic.String(), "Piece covers k10") {
		t.Errorf("the picture does not show what the piece covers: %v", err)
	}
	if text := d.Text(); !strings.Contains(text, "▪ covered by a piece") {
		t.Errorf("the text does not say what it covers:\n%s", text)
	}
}

func golden(t *testing.T, name string, d *diagram.Diagram) {
	t.Helper()
	var pic bytes.Buffer
	if err := d.SVG(&pic); err != nil {
		t.Fatal(err)
	}
	for file, got := range map[string]string{name + ".txt": d.Text(), name + ".svg": pic.String()} {
		path := filepath.Join("testdata", file)
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got); diff != "" {
			t.Errorf("%s:\n%s", path, diff)
		}
	}
}

// On a board with more files than letters a piece is drawn as on any other.
func TestAPieceIsDrawnOnTheWidestBoard(t *testing.T) {
	list, err := rules.Parse("wide.yaml", []byte("number: 1\ntitle: The board\nprocedure: {board: {files: 64, ranks: 64}}\n---\nnumber: 2\npiece: {name: Cow, glyph: C, value: 3, betza: W}\n"))
	if err != nil {
		t.Fatal(err)
	}
	d := of(t, rules.NewRulebook(list...), nil, "Cow")
	if text := d.Text(); !strings.Contains(text, "\n32 ·  ·  ●  C  ●  ·  ·  32\n") {
		t.Errorf("no Cow with neighbours on rank 32:\n%s", text)
	}
	var svg bytes.Buffer
	if err := d.SVG(&svg); err != nil || !strings.Contains(svg.String(), ">af<") {
		t.Errorf("no file af: %v", err)
	}
}

// A piece that captures as its victim does is drawn on a board without a middle as well: the panels stand where there are squares.
func TestACopyIsDrawnOnABoardWithoutAMiddle(t *testing.T) {
	for _, closed := range []string{"c3", "b2-d4"} {
		list, err := rules.Parse("hole.yaml", []byte("number: 1\ntitle: The board\nprocedure: {board: {files: 5, ranks: 5, closed: ["+closed+"]}}\n---\nnumber: 2\npiece: {name: Cow, glyph: C, value: 3, betza: W}\n---\n"+
			"number: 3\npiece: {name: Dog, glyph: D, value: 4, modes: [{as: {who: victim}}]}\n"))
		if err != nil {
			t.Fatal(err)
		}
		d := of(t, rules.NewRulebook(list...), nil, "Dog")
		if len(d.Panels) == 0 {
			t.Errorf("closed %s: nothing is drawn", closed)
		}
	}
}
