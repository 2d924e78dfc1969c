package movement

import (
	"maps"
	"slices"

	"adjudicate/rules"
)

// A region is a named set of squares.
type region struct {
	all     []bool                    // by Square: everybody's
	of      []ofSide                  // besides
	nth     map[string]map[Square]int // the places of the squares in the lists, from 1, by the side's name, "" for everybody
	squares []Square                  // all that are in it for somebody, where squares are looked for
}

// ofSide is the squares of a region for one side.
type ofSide struct {
	side string
	in   []bool // by Square
}

// has reports whether a square is in the region for a side.
func (r *region) has(sq Square, side string) bool {
	if r.all[sq] {
		return true
	}
	for i := range r.of {
		if of := &r.of[i]; of.side == side {
			return of.in[sq]
		}
	}
	return false
}

// side returns the squares of a side, which may be none.
func (r *region) side(name string, squares int) []bool {
	i := slices.IndexFunc(r.of, func(of ofSide) bool { return of.side == name })
	if i < 0 {
		i = len(r.of)
		r.of = append(r.of, ofSide{name, make([]bool, squares)})
	}
	return r.of[i].in
}

// sharedRegions returns the regions that every definition may name.
func (c *compiler) sharedRegions() map[string]int {
	shared := c.boardRegions()
	if len(c.rs.regions) == 0 {
		c.rs.regions = []region{{all: c.rs.isEdge}, {all: c.rs.isCorner}}
		for _, g := range shared {
			c.rs.regions = append(c.rs.regions, c.region(&g))
		}
	}
	names := make(map[string]int, 2+len(shared))
	names["edge"], names["corner"] = 0, 1
	for i, g := range shared {
		names[g.Name] = 2 + i
	}
	if c.rs.regionNames == nil {
		c.rs.regionNames = []string{"edge", "corner"}
		for _, g := range shared {
			c.rs.regionNames = append(c.rs.regionNames, g.Name)
		}
	}
	return names
}

func (c *compiler) boardRegions() []rules.Region {
	if c.proc.Board == nil {
		return nil
	}
	return c.proc.Board.Standing(c.resolver())
}

// places notes the places of squares in a list.
func (c *compiler) places(r *region, side string, items []string) {
	places := map[Square]int{}
	for _, item := range items { // in the order as written
		list, _ := rules.Squares([]string{item}, c.rs.files, c.rs.ranks)
		for _, at := range list {
			if sq, ok := c.rs.at(at[0], at[1]); ok && places[sq] == 0 {
				places[sq] = len(places) + 1
			}
		}
	}
	if r.nth == nil {
		r.nth = map[string]map[Square]int{}
	}
	r.nth[side] = places
}

// region compiles a named set of squares, whose items rules.Check has found to be well written.
func (c *compiler) region(g *rules.Region) region {
	out := region{}
	out.all, _ = c.squares(g.Squares)
	c.places(&out, "", g.Squares)
	for _, side := range slices.Sorted(maps.Keys(g.Of)) {
		in, _ := c.squares(g.Of[side])
		out.of = append(out.of, ofSide{side, in})
		c.places(&out, side, g.Of[side])
	}
	return out
}

// placeIn compiles a list of squares and names of regions.
func (c *compiler) placeIn(items []string) (*region, error) {
	out := region{}
	var plain []string
	for _, item := range items {
		if _, ok := c.regions[item]; !ok {
			plain = append(plain, item)
		}
	}
	var err error
	if out.all, err = c.squares(plain); err != nil {
		return nil, err
	}
	for _, item := range items {
		i, ok := c.regions[item]
		if !ok {
			continue
		}
		g := &c.rs.regions[i]
		join(out.all, g.all)
		for _, of := range g.of {
			join(out.side(of.side, len(of.in)), of.in)
		}
	}
	for _, sq := range c.rs.squares {
		if out.all[sq] || slices.ContainsFunc(out.of, func(of ofSide) bool { return of.in[sq] }) {
			out.squares = append(out.squares, sq)
		}
	}
	return &out, nil
}

func join(into, set []bool) {
	for i, in := range set {
		into[i] = into[i] || in
	}
}

// PlaceIn returns the place of a square in the list of a region, by its id, for a side, from 1; 0 if it is not in it.
func (rs *Ruleset) PlaceIn(region int, sq Square, side string) int {
	return rs.regions[region].place(sq, side)
}

// place returns the place of a square in the list of a side, or in that of everybody; 0 if it has none.
func (r *region) place(sq Square, side string) int {
	if n := r.nth[side][sq]; n > 0 {
		return n
	}
	return r.nth[""][sq]
}
