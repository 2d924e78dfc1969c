package perft

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// Game is a position of the plain game, ready to be walked.
type Game struct {
	Rules    *movement.Ruleset
	Position *movement.Position
	First    movement.SideID
}

// Land restricts a piece set: the type of glyph may land on the squares only, though it may
// pass over others.
type Land struct {
	Glyph   string
	Squares []string
}

// parseLand reads "t:a1 a2 b1".
func parseLand(text string) (Land, error) {
	glyph, squares, ok := strings.Cut(text, ":")
	l := Land{strings.TrimSpace(glyph), strings.Fields(squares)}
	if !ok || len(l.Glyph) != 1 {
		return l, fmt.Errorf("%q: expected a glyph, a colon and squares, such as t:a1 a2", text)
	}
	for _, sq := range l.Squares {
		if _, _, _, _, err := rules.ParseArea(sq); err != nil {
			return l, err
		}
	}
	return l, nil
}

// Restricted is Restrict with restrictions as ParseLand reads them.
func Restricted(set []rules.Rule, texts []string) ([]rules.Rule, error) {
	var lands []Land
	for _, text := range texts {
		l, err := parseLand(text)
		if err != nil {
			return nil, err
		}
		lands = append(lands, l)
	}
	return Restrict(set, lands)
}

// Restrict applies restrictions of landing squares to a piece set.
func Restrict(set []rules.Rule, lands []Land) ([]rules.Rule, error) {
	out := slices.Clone(set)
	for _, l := range lands {
		i := slices.IndexFunc(out, func(r rules.Rule) bool { return r.Piece != nil && strings.EqualFold(r.Piece.Glyph, l.Glyph) })
		if i < 0 {
			return nil, fmt.Errorf("no piece of the set has the glyph %q", l.Glyph)
		}
		p := *out[i].Piece
		p.Regions = append(slices.Clone(p.Regions), rules.Region{Name: "land", Squares: l.Squares})
		p.Modes = slices.Clone(p.Modes)
		for m := range p.Modes {
			p.Modes[m].Land = `in("land")`
		}
		out[i].Piece = &p
	}
	return out, nil
}

// Read is FromFEN of a text.
func Read(rb *rules.Rulebook, fen string) (*Game, error) {
	f, err := ParseFEN(fen)
	if err != nil {
		return nil, err
	}
	return FromFEN(rb, f)
}

// FromFEN sets up a FEN with the pieces of a rulebook, which it finds by their glyphs
// without regard to case.
func FromFEN(rb *rules.Rulebook, f *FEN) (*Game, error) {
	if f.Files > rules.MostFiles || f.Ranks > rules.MostRanks {
		return nil, &FENError{Column: 1, Reason: fmt.Sprintf("a board of %d files and %d ranks: expected %d by %d at most", f.Files, f.Ranks, rules.MostFiles, rules.MostRanks)}
	}
	rs, err := compile(rb, f.Files, f.Ranks, f.Walls)
	if err != nil {
		return nil, err
	}
	types := map[string]movement.TypeID{}
	for t := range rs.Types() {
		id := movement.TypeID(t)
		types[strings.ToLower(rs.Glyph(id))] = id
	}
	g := &Game{Rules: rs, Position: rs.NewPosition(), First: movement.SideID(f.First)}
	g.Position.AddSide("White")
	g.Position.AddSide("Black")
	for _, m := range f.Pieces {
		t, ok := types[strings.ToLower(string(m.Glyph))]
		if !ok {
			return nil, fmt.Errorf("no piece of the set has the glyph %q", m.Glyph)
		}
		sq, _ := rs.Square(rules.SquareName(m.File, m.Rank))
		g.Position.Put(g.Position.AddPiece(t, movement.SideID(m.Side)), sq)
	}
	return g, nil
}

// Count returns the number of legal sequences of depth turns. See movement.Tree.Count.
func (g *Game) Count(depth int, stop func() bool) uint64 {
	return movement.NewTree(g.Position).Count(g.First, depth, stop)
}
