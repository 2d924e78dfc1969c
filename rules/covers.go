package rules

import (
	"fmt"
	"slices"
)

// Pieces that stand on several squares at once (Piece.Covers). Such a piece goes as a whole, and captures by landing alone: whatever
// would ask on which of its squares it does something is refused here.

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
		{"shares", p.Shares != ""}, {"pack", p.Pack != nil}, {"actions", len(p.Actions) > 0}, {"compound", p.Compound != nil}, {"combines", p.Combines != nil},
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
			if word := list.modes[i].single(); word != "" {
				c.fault(fmtIndex(list.field, i, word), "cannot be used by a piece that covers several squares")
				c.hint("it moves by legs over empty squares or over anything, and captures where it lands")
			}
		}
	}
}

// single returns the first word of a mode that is about one square of the piece, "" if none is.
func (m *Mode) single() string {
	for i, f := range m.For {
		if f != "move" && f != "capture" {
			return fmt.Sprintf("for[%d]", i)
		}
	}
	for _, w := range []struct {
		word string
		is   bool
	}{
		{"as", m.As != nil}, {"carries", m.Carries != nil}, {"takes", m.Takes != "" && m.Takes != "landing"}, {"victims", m.Victims != ""},
		{"exposed", m.Exposed}, {"origin", m.Origin != ""}, {"full", m.Full}, {"becomes", len(m.Becomes) > 0},
	} {
		if w.is {
			return w.word
		}
	}
	for i := range m.Legs {
		if word := m.Legs[i].single(); word != "" {
			return fmt.Sprintf("legs[%d].%s", i, word)
		}
	}
	return ""
}

// single is Mode.single of a leg.
func (l *Leg) single() string {
	for _, w := range []struct {
		word string
		is   bool
	}{
		{"toward", l.Toward != ""}, {"pass", l.Pass == "half"}, {"hop", l.Hop != ""}, {"at", len(l.At) > 0}, {"takes", l.Takes}, {"repeat", l.Repeat > 1},
		{"through", len(l.Through) > 0}, {"slides", len(l.Slides) > 0},
	} {
		if w.is {
			return w.word
		}
	}
	return ""
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
