package rules

import (
	"fmt"
	"slices"
)

// This file doubts promotions on squares to which no way of the piece leads.

// unreached doubts a promotion on reaching squares that the piece reaches by none of its own modes. It takes for possible what
// alive does, and every path that alive does not follow to its end.
func (c *checker) unreached(p *Piece) {
	ways := p.AllModes()
	if p.Compound != nil || len(p.Covers) > 0 || len(p.Actions) > 0 || len(ways) == 0 {
		return
	}
	for i := range p.Promotion {
		m := &p.Promotion[i]
		if m.On != "reach" {
			continue
		}
		wanted := c.rectangles(m.In, p)
		if !slices.ContainsFunc(ways, func(way Mode) bool { return open(&way) || goes(&way) && c.deadEnd(&way, p, wanted) == "" }) {
			c.doubt(fmt.Sprintf("piece.promotion[%d].in", i), "never used: by its own modes the piece reaches none of these squares")
		}
	}
}

// goes reports whether a mode takes its piece to another square.
func goes(m *Mode) bool {
	if slices.ContainsFunc(m.Legs, func(l Leg) bool { return l.Splits }) {
		return false
	}
	return len(m.For) == 0 || slices.ContainsFunc(m.For, func(f string) bool { return f != "shot" && !IsExit(f) })
}

// open reports whether a mode may lead further than alive looks: to a piece, again and again, over ice, or on behind a leap.
func open(m *Mode) bool {
	return slices.ContainsFunc(m.Legs, func(l Leg) bool {
		return l.Toward != "" || l.Repeat != 0 || len(l.Slides) > 0 || len(m.Legs) > 1 && len(l.Leap)+len(l.Leaps) > 0
	})
}

// A rectangle is of squares counted from 0, its ends included; the end of the board is -1.
type rectangle struct{ file1, rank1, file2, rank2 int }

// rectangles are the squares of a list without faults, those of the regions that it names included, whosever they are.
func (c *checker) rectangles(items []string, p *Piece) []rectangle {
	list := []rectangle{}
	add := func(squares []string) {
		for _, item := range squares {
			if f1, r1, f2, r2, err := ParseArea(item); err == nil {
				list = append(list, rectangle{f1, r1, f2, r2})
			}
		}
	}
	add(items)
	regions := p.Regions
	if b := c.merged.Board; b != nil {
		regions = slices.Concat(regions, b.Regions)
	}
	for _, g := range regions {
		if slices.Contains(items, g.Name) {
			add(g.Squares)
			for _, side := range sorted(g.Of) {
				add(g.Of[side])
			}
		}
	}
	return list
}

// endsIn reports whether a path ends on a wanted square from some square from which all of it is on the board.
func (w *walker) endsIn(t trail) bool {
	return slices.ContainsFunc(w.wanted, func(x rectangle) bool {
		return (w.aroundFiles || meet(x.file1, x.file2, t.f-t.left, t.f-t.right, w.files)) &&
			(w.aroundRanks || meet(x.rank1, x.rank2, t.r-t.down, t.r-t.top, w.ranks))
	})
}

// meet reports whether from..to, -1 for the end of the board, meets what lies least squares behind the beginning of an axis and most
// (at most 0) behind its end.
func meet(from, to, least, most, length int) bool {
	last := length - 1
	if to < 0 {
		to = last
	}
	return max(from, least) <= min(to, last+most)
}
