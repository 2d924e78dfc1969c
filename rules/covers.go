package rules

import (
	"fmt"
	"slices"
)

// Pieces that stand on several squares at once (Piece.Covers). Such a piece goes as a whole: what is about one of its squares alone is
// refused here, with the reason.

// covers checks the squares that a piece covers, and what goes with that.
func (c *checker) covers(p *Piece) {
	if len(p.Covers) == 0 {
		return
	}
	c.most("piece.covers", len(p.Covers), MostCovered, "squares")
	place := false
	for i, at := range p.Covers {
		field := fmt.Sprintf("piece.covers[%d]", i)
		if len(at) != 2 || max(at[0], -at[0], at[1], -at[1]) > MostSteps {
			c.fault(field, "expected two numbers up to %d, files to the right and ranks up, such as [0, 1]", MostSteps)
			return
		}
		if slices.ContainsFunc(p.Covers[:i], func(o []int) bool { return slices.Equal(o, at) }) {
			c.fault(field, "the square is listed twice")
		}
		place = place || at[0] == 0 && at[1] == 0
	}
	if !place {
		c.fault("piece.covers", "missing [0, 0], the square that the piece is said to stand on")
		return
	}
	if len(p.Covers) == 1 {
		c.doubt("piece.covers", "every piece covers its own square: leave it out")
		return
	}
	c.roomy(p)
	for _, w := range []struct {
		field string
		is    bool
	}{
		{"shares", p.Shares != ""}, {"pack", p.Pack != nil}, {"compound", p.Compound != nil}, {"combines", p.Combines != nil},
	} {
		if w.is {
			c.fault("piece."+w.field, "cannot be combined with covers")
		}
	}
	for _, list := range []struct {
		field string
		modes []Mode
	}{{"piece.modes", p.Modes}, {"piece.special", p.Special}} {
		for i := range list.modes {
			if word, why := list.modes[i].single(); word != "" {
				c.fault(fmtIndex(list.field, i, word), "cannot be used by a piece that covers several squares: %s", why)
			}
		}
	}
}

// single returns the first word of a mode that is about one square of the piece, and why it has no meaning for several; "" if there is none.
func (m *Mode) single() (word, why string) {
	for i, f := range m.For {
		word = fmt.Sprintf("for[%d]", i)
		switch f {
		case "swap":
			return word, "a piece of another shape does not fit where it stands"
		case "own":
			return word, "friends bar its way wherever one of its squares comes upon them"
		case "scratch":
			return word, "a corner is one square"
		}
	}
	switch {
	case m.Carries != nil:
		return "carries", "what goes along stands on one square beside one square"
	case m.Exposed || m.Takes == "passing":
		return map[bool]string{true: "exposed", false: "takes"}[m.Exposed], "what passes a square is captured there: it passes many at each step"
	}
	return "", ""
}

// roomy doubts a piece that has room nowhere on the board.
func (c *checker) roomy(p *Piece) {
	files, ranks := c.board()
	left, right, low, high := 0, 0, 0, 0
	for _, at := range p.Covers {
		left, right, low, high = min(left, at[0]), max(right, at[0]), min(low, at[1]), max(high, at[1])
	}
	if right-left >= files || high-low >= ranks {
		c.doubt("piece.covers", "it is %d by %d squares large: it has room nowhere on a board of %d by %d", right-left+1, high-low+1, files, ranks)
	}
}

// Covered returns the squares that a piece covers from its place, that first and then the others as they are listed; those that the
// board does not have are left out.
func (p *Piece) Covered(place string, b *Board) []string {
	list := []string{place}
	file, rank, ok := ParseSquare(place)
	if len(p.Covers) < 2 || b == nil || !ok {
		return list
	}
	aroundFiles, aroundRanks := b.Around()
	for _, by := range p.Covers {
		f, r := file+by[0], rank+by[1]
		if aroundFiles {
			f = (f%b.Files + b.Files) % b.Files
		}
		if aroundRanks {
			r = (r%b.Ranks + b.Ranks) % b.Ranks
		}
		if (f != file || r != rank) && f >= 0 && f < b.Files && r >= 0 && r < b.Ranks {
			list = append(list, SquareName(f, r))
		}
	}
	return list
}

// Covering returns, for each type that covers several squares, its definition; nil if there is none.
func (rb *Rulebook) Covering() (list map[string]*Piece) {
	for _, d := range rb.Pieces() {
		if len(d.Piece.Covers) > 1 {
			if list == nil {
				list = map[string]*Piece{}
			}
			list[d.Piece.Name] = d.Piece
		}
	}
	return list
}
