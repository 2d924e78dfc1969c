package movement

import (
	"adjudicate/rules"
)

// A region is a named set of squares.
type region struct {
	all []bool            // by Square: everybody's
	of  map[string][]bool // besides, by the side's name
}

// has reports whether a square is in the region for a side.
func (r *region) has(sq Square, side string) bool {
	if r.all[sq] || r.of == nil {
		return r.all[sq]
	}
	of := r.of[side]
	return of != nil && of[sq]
}

// sharedRegions returns the regions that every definition may name.
func (c *compiler) sharedRegions() map[string]int {
	names := map[string]int{"edge": 0, "corner": 1}
	if len(c.rs.regions) == 0 {
		c.rs.regions = []region{{all: c.rs.isEdge}, {all: c.rs.isCorner}}
		for i := range c.boardRegions() {
			c.rs.regions = append(c.rs.regions, c.region(&c.proc.Board.Regions[i]))
		}
	}
	c.rs.regionNames = []string{"edge", "corner"}
	for i, g := range c.boardRegions() {
		names[g.Name] = 2 + i
		c.rs.regionNames = append(c.rs.regionNames, g.Name)
	}
	return names
}

func (c *compiler) boardRegions() []rules.Region {
	if c.proc.Board == nil {
		return nil
	}
	return c.proc.Board.Regions
}

// region compiles a named set of squares, whose items rules.Check has found to be well written.
func (c *compiler) region(g *rules.Region) region {
	out := region{}
	out.all, _ = c.squares(g.Squares)
	for side, items := range g.Of {
		if out.of == nil {
			out.of = map[string][]bool{}
		}
		out.of[side], _ = c.squares(items)
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
		for side, set := range g.of {
			if out.of == nil {
				out.of = map[string][]bool{}
			}
			if out.of[side] == nil {
				out.of[side] = make([]bool, len(set))
			}
			join(out.of[side], set)
		}
	}
	return &out, nil
}

func join(into, set []bool) {
	for i, in := range set {
		into[i] = into[i] || in
	}
}
