package array

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/rules/names"
	"adjudicate/systems"
	"adjudicate/systems/fen"
)

// pieceForm is a piece on its square, "Ra1" or "R@ab1", or some along a line, "p:a2..h2".
var pieceForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:(.+):([a-z]{1,2}[1-9][0-9]?)\.\.([a-z]{1,2}[1-9][0-9]?)|(.+?)(?:([a-z][1-9][0-9]?)|@([a-z]{1,2}[1-9][0-9]?)))$`)
})

// placed is the opening array of a system that says side by side where pieces stand.
func placed(sys *systems.System, players map[string]string) (events.ArraySet, error) {
	var in events.ArraySet
	for _, side := range sys.Sides {
		player := players[side]
		if player == "" {
			player = side
		}
		in.Sides = append(in.Sides, events.ArraySide{Side: side, Player: player})
	}
	board := sys.Book.Procedure().Board
	if board == nil {
		return in, fmt.Errorf("no rule has the section board")
	}
	closed, on := board.ClosedSquares(board.Files, board.Ranks), map[string][]string{}
	for _, side := range sys.Sides {
		for _, word := range strings.Fields(sys.Array[side]) {
			name, squares, err := onSquares(word)
			if err != nil {
				return in, fmt.Errorf("%s: %w", side, err)
			}
			if known := func(name string) bool { _, err := typeOf(sys.Book, name); return err == nil }; len(squares) == 1 {
				name, squares[0] = rules.Settle(name, squares[0], board.Files, known, func(string, string) bool { return false })
			}
			typ, err := typeOf(sys.Book, name)
			if err != nil {
				return in, fmt.Errorf("%s: %s: %w", side, word, err)
			}
			for _, at := range squares {
				if f, r, ok := rules.ParseSquare(at); !ok || f >= board.Files || r >= board.Ranks {
					return in, fmt.Errorf("%s: %s: the board has no square %s", side, word, at)
				}
				if slices.Contains(closed, at) {
					return in, fmt.Errorf("%s: %s: %s is a closed square", side, word, at)
				}
				if len(on[at]) > 0 {
					if ok, shared, err := beside(sys, typ, on[at]); err != nil {
						return in, err
					} else if shared && !ok {
						return in, fmt.Errorf("%s: %s: what stands on %s already does not share it with a %s as well", side, word, at, typ)
					} else if !ok {
						return in, fmt.Errorf("%s: %s: something stands on %s already", side, word, at)
					}
				}
				on[at] = append(on[at], typ)
				in.Pieces = append(in.Pieces, events.ArrayPiece{Type: typ, Side: side, At: at})
			}
		}
	}
	return in, nil
}

// beside reports whether a piece of a type may stand on a square with others, and whether any type shares squares.
func beside(sys *systems.System, typ string, others []string) (ok, shared bool, err error) {
	rs, err := fen.Ruleset(sys)
	if err != nil {
		return false, false, err
	}
	var on []movement.TypeID
	for _, name := range others {
		t, _ := rs.Type(name)
		on = append(on, t)
	}
	t, _ := rs.Type(typ)
	return rs.Shares() && rs.MayStand(t, on), rs.Shares(), nil
}

// Sides is what a system says of an array side by side: its sides, and where the pieces of each stand.
func Sides(book *rules.Rulebook, set events.ArraySet) (sides []string, array map[string]string) {
	glyphs, words := map[string]string{}, map[string][]string{}
	for _, d := range book.Pieces() {
		glyphs[d.Piece.Name] = d.Piece.Glyph
	}
	for _, pc := range set.Pieces {
		words[pc.Side] = append(words[pc.Side], glyphs[pc.Type]+"@"+pc.At)
	}
	array = map[string]string{}
	for _, s := range set.Sides {
		sides, array[s.Side] = append(sides, s.Side), strings.Join(words[s.Side], " ")
	}
	return sides, array
}

// onSquares reads a piece on its square, or pieces along a line.
func onSquares(word string) (name string, squares []string, err error) {
	m := pieceForm().FindStringSubmatch(word)
	switch {
	case m == nil:
		return "", nil, fmt.Errorf("expected a piece on its square such as Ra1, or pieces along a line such as p:a2..h2, found %q", word)
	case m[1] == "":
		return m[4], []string{m[5] + m[6]}, nil
	}
	squares, err = rules.SquaresBetween(m[2], m[3])
	return m[1], squares, err
}

// typeOf is the type of a symbol or a name.
func typeOf(book *rules.Rulebook, name string) (string, error) {
	var known []string
	for _, d := range book.Pieces() {
		if d.Piece.Name == name || d.Piece.Glyph == name {
			return d.Piece.Name, nil
		}
		known = append(known, d.Piece.Name)
	}
	slices.Sort(known)
	return "", names.Unknown("piece type", name, known)
}

// strangers are the sides of an array that the system does not name.
func strangers(sys *systems.System) error {
	for _, side := range slices.Sorted(maps.Keys(sys.Array)) {
		if !slices.Contains(sys.Sides, side) {
			return names.Unknown("side", side, sys.Sides)
		}
	}
	return nil
}
