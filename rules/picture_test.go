package rules_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"adjudicate/report/draw"
	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/systems"
)

// The pictures of the specification are drawn from its own examples. Behind a picture
// stands, unseen, the position to draw and what was counted by hand:
//
//	9x9: Fool e5; enemy Rook h8; friend Pawn c3; last Rook; Hn 3; moves 8; captures 1
//
// The first piece is the one whose moves are drawn. "last" is the type that its side moved
// last, "Hn 3" sets one of its counters. moves counts squares it may move to or friends it
// may change places with, captures what it may capture, specials the squares of its
// special move, scratches corners, actions what its actions reach.

// scene is a position to draw.
type scene struct {
	rs       *movement.Ruleset
	p        *movement.Position
	board    draw.Board
	main     movement.PieceID
	expected map[string]int
}

const ours, theirs = "Ours", "Theirs"

// standsAlone reports whether an example is a game of its own, not a rule of the built-in one: it
// has a board.
func standsAlone(text string) bool {
	return strings.HasPrefix(text, "rules:") && strings.Contains(text, " board:")
}

// stage sets a position up.
func stage(r documentedRule) (*scene, error) {
	book, register, err := systems.Load("partychess")
	if err != nil {
		return nil, err
	}
	if standsAlone(r.text) {
		book = new(rules.Rulebook)
	}
	list, err := rules.Parse(r.page, []byte(r.text))
	if err != nil {
		return nil, err
	}
	for _, one := range list {
		book = book.With(one)
	}
	readings, err := register.Complete(nil)
	if err != nil {
		return nil, err
	}
	size, rest, _ := strings.Cut(r.set, ":")
	s := &scene{expected: map[string]int{}, main: movement.NoPiece}
	if _, err := fmt.Sscanf(size, "%dx%d", &s.board.Files, &s.board.Ranks); err != nil {
		return nil, fmt.Errorf("size %q: %w", size, err)
	}
	if s.rs, err = movement.CompileBoard(book, readings, s.board.Files, s.board.Ranks, nil); err != nil {
		return nil, err
	}
	s.board.Closed = s.rs.Closed()
	s.board.AroundFiles, s.board.AroundRanks = s.rs.Around()
	s.p = s.rs.NewPosition()
	us, them := s.p.AddSide(ours), s.p.AddSide(theirs)
	s.board.Sides = []draw.Side{{Name: ours}, {Name: theirs}}
	for item := range strings.SplitSeq(rest, ";") {
		words := strings.Fields(item)
		side, name := us, ours
		switch {
		case len(words) == 3 && words[0] == "enemy":
			side, name, words = them, theirs, words[1:]
		case len(words) == 3 && words[0] == "friend":
			words = words[1:]
		}
		if len(words) != 2 {
			return nil, fmt.Errorf("%q is no part of a position", item)
		}
		typ, isType := s.rs.Type(words[0])
		sq, isSquare := s.rs.Square(words[1])
		n, notNumber := strconv.Atoi(words[1])
		switch {
		case isType && isSquare:
			id := s.p.AddPiece(typ, side)
			s.p.Put(id, sq)
			if s.main == movement.NoPiece {
				s.main = id
			}
			s.board.Pieces = append(s.board.Pieces, draw.Piece{Square: words[1], Glyph: s.rs.Glyph(typ), Type: words[0], Side: name})
		case words[0] == "last":
			last, ok := s.rs.Type(words[1])
			if !ok {
				return nil, fmt.Errorf("no type %s", words[1])
			}
			s.p.SetLast(us, movement.Last{Play: movement.Move, Type: last, As: movement.NoType})
		case notNumber != nil:
			return nil, fmt.Errorf("%q is no part of a position", item)
		default:
			if i, ok := s.rs.CounterIndex(s.p.TypeOf(s.main), words[0]); ok {
				s.p.SetCounter(s.main, i, n)
				continue
			}
			s.expected[words[0]] = n
		}
	}
	s.board.Covers = map[string][]string{}
	for i := range s.board.Pieces {
		at := s.board.Pieces[i].Square
		for _, sq := range s.p.SquaresOf(movement.PieceID(i)) {
			if name := s.rs.SquareName(sq); name != at {
				s.board.Covers[at] = append(s.board.Covers[at], name)
			}
		}
	}
	return s, nil
}

// mark fills in what the main piece can do, and returns how much of it there is.
func (s *scene) mark() map[string]int {
	found := map[string]int{}
	from := s.p.Where(s.main)
	add := func(sq movement.Square, kind draw.Kind, what string) {
		name := s.rs.SquareName(sq)
		s.board.Marks = append(s.board.Marks, draw.Mark{Square: name, Kind: kind})
		if what != "" {
			found[what]++
		}
	}
	add(from, draw.Origin, "")
	var a movement.Analysis
	a.Run(s.p)
	for _, sq := range a.Moves(s.main) {
		add(sq, draw.Target, "moves")
	}
	for _, sq := range a.Swaps(s.main) {
		add(sq, draw.Target, "moves")
	}
	for _, t := range a.Takings(s.main) {
		add(t.At, draw.Capture, "captures")
		if t.To == from {
			for _, x := range t.Over() {
				add(s.p.Where(x), draw.Capture, "")
			}
		}
		if t.To != t.At && t.To != from {
			s.board.Arrows = append(s.board.Arrows, draw.Arrow{From: s.rs.SquareName(from), To: s.rs.SquareName(t.To), Kind: draw.Capture})
		}
	}
	for _, sq := range s.p.MovesOfKinds(s.main, nil) {
		add(sq, draw.Declared, "specials")
	}
	for _, sq := range a.Exits(s.main) {
		add(sq, draw.Exit, "scratches")
	}
	for i := range s.rs.Def(s.p.TypeOf(s.main)).Actions {
		for _, id := range s.p.ActionTargets(s.main, i, nil) {
			add(s.p.Where(id), draw.Capture, "actions")
		}
	}
	return found
}

func TestTheSpecificationIsDrawnFromItsExamples(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range documented(t) {
		for _, p := range problems(t, r.text, rules.Game{}) {
			t.Errorf("%s: an example has a problem: %v\n%s", r.page, p, r.text)
		}
		if r.picture == "" {
			continue
		}
		if seen[r.picture] {
			t.Errorf("%s.svg stands for two examples", r.picture)
		}
		seen[r.picture] = true
		s, err := stage(r)
		if err != nil {
			t.Errorf("%s: %v", r.picture, err)
			continue
		}
		found := s.mark()
		for _, what := range []string{"moves", "captures", "specials", "scratches", "actions"} {
			if found[what] != s.expected[what] {
				t.Errorf("%s: %d %s, and by hand %d", r.picture, found[what], what, s.expected[what])
			}
		}
		var b bytes.Buffer
		if err := draw.SVG(&b, s.board, draw.Options{Square: 24}); err != nil {
			t.Errorf("%s: %v", r.picture, err)
			continue
		}
		golden(t, filepath.Join("../docs/rule-language", r.picture+".svg"), b.Bytes())
	}
	if len(seen) < 20 {
		t.Errorf("only %d pictures", len(seen))
	}
	pictures, err := filepath.Glob("../docs/rule-language/*.svg")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range pictures {
		if name := strings.TrimSuffix(filepath.Base(path), ".svg"); !seen[name] {
			t.Errorf("no example has the picture %s", path)
		}
	}
}

// golden compares what was generated with a file, or rewrites the file.
func golden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Errorf("%v (go test ./rules -update)", err)
		return
	}
	if !bytes.Equal(want, got) {
		t.Errorf("%s is not what the code says (go test ./rules -update)", path)
	}
}
