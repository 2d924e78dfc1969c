package rules

import (
	"fmt"
	"slices"

	"adjudicate/rules/names"
)

// Pieces that stand on several squares at once (Piece.Covers). Such a piece goes as a whole: what is about one of its squares alone is
// refused here, with the reason.

// covers checks the squares that a piece covers, and what goes with that.
func (c *checker) covers(p *Piece) {
	c.faces(p)
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
	for field, modes := range p.lists() {
		for i := range modes {
			if word, why := modes[i].single(); word != "" {
				c.fault(fmtIndex(field, i, word), "cannot be used by a piece that covers several squares: %s", why)
			}
		}
	}
}

// faces checks what says how a body lies.
func (c *checker) faces(p *Piece) {
	if p.Faces == "" {
		return
	}
	if len(p.Covers) < 2 {
		c.fault("piece.faces", "nothing to turn: only a piece that covers several squares lies in some direction")
		return
	}
	words := []string{FacesHeading}
	for _, n := range append(slices.Clone(p.Counters), c.merged.Counters...) {
		if n.Name != FacesHeading {
			words = append(words, n.Name)
		}
	}
	turning := 0
	for i, word := range p.Facing() {
		if word != FacesHeading {
			turning++
		}
		if c.word("piece.faces", word, words...); !slices.Contains(words, word) {
			if names.Suggest(word, words, "") == "" {
				c.hint("of a counter, declare it: counters: [{name: %s, initial: 0}]", word)
			}
			return
		}
		if slices.Contains(p.Facing()[:i], word) {
			c.fault("piece.faces", "%q is listed twice", word)
		}
	}
	if turning > 1 && len(slices.Compact(slices.Sorted(slices.Values(p.Facing())))) == len(p.Facing()) {
		c.fault("piece.faces", "expected one counter at most")
	}
	if !slices.Contains(p.Facing(), FacesHeading) {
		return
	}
	var heading map[string]string
	if c.merged.Board != nil {
		heading = c.merged.Board.Heading
	}
	if len(heading) == 0 {
		c.doubt("piece.faces", "no side has a heading: it lies as if all were headed north")
		c.hint("give each side a heading, as in heading: {others: north}")
	}
	for _, side := range sorted(heading) {
		if i := slices.Index(compassWords, heading[side]); i%2 == 1 {
			c.fault("piece.faces", "a body is turned by quarters, and %s is headed %s", side, heading[side])
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
			if slices.ContainsFunc(m.Legs, func(l Leg) bool { return l.Splits }) {
				continue
			}
			return word, "friends bar its way wherever one of its squares comes upon them"
		case UseExit, older.Exit:
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
	wide, high := right-left+1, high-low+1
	if (wide > files || high > ranks) && (p.Faces == "" || high > files || wide > ranks) {
		c.doubt("piece.covers", "it is %d by %d squares large: it has room nowhere on a board of %d by %d", wide, high, files, ranks)
	}
}

// FacesHeading says in Piece.Faces that a body lies as its side is headed.
const FacesHeading = "heading"

// Turned returns squares to the right and ahead as files and ranks, if ahead is north turned to the right by so many quarters.
func Turned(by []int, quarters int) []int {
	files, ranks := by[0], by[1]
	for range quarters & 3 {
		files, ranks = ranks, -files
	}
	return []int{files, ranks}
}

// Facing lists the words of Faces.
func (p *Piece) Facing() []string {
	if p.Faces == "" {
		return nil
	}
	return p.Faces.List()
}

// turned returns by how many quarters to the right a piece of a side is turned.
func (p *Piece) turned(side string, counter func(name string) int, b *Board) (quarters int) {
	for _, word := range p.Facing() {
		if word != FacesHeading {
			quarters += counter(word)
		} else if heading, ok := b.Heading[side]; ok {
			quarters += slices.Index(compassWords, heading) / 2
		} else if heading, ok := b.Heading[OtherSides]; ok {
			quarters += slices.Index(compassWords, heading) / 2
		}
	}
	return quarters
}

// Covered returns the squares that a piece of a side covers from its place, that first and then the others as they are listed; those that
// the board does not have are left out. Counter is asked the value of a counter of the piece.
func (p *Piece) Covered(place, side string, counter func(name string) int, b *Board) []string {
	list := []string{place}
	file, rank, ok := ParseSquare(place)
	if len(p.Covers) < 2 || b == nil || !ok {
		return list
	}
	aroundFiles, aroundRanks := b.Around()
	quarters := p.turned(side, counter, b)
	for _, by := range p.Covers {
		by := Turned(by, quarters)
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
