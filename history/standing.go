package history

import (
	"slices"

	"adjudicate/aggregate"
)

// A catalogue that grows is asked for the states of one edition after the other, most of which share what came before their
// changes: it remembers some that it has been asked for.

// standing is a state after a point, in every edition whose newest restatement up to there is that of one edition.
type standing struct {
	holder int
	point  uint64
	state  *aggregate.State
}

// mostStanding is how many states a growing catalogue remembers.
const mostStanding = 64

// farBack is how many events a remembered state may lie before a point without another one being looked for.
const farBack = 512

// Holder is the number of the newest edition of a lineage that restates anything at or before a point; 0 if all is as it was recorded first. Two
// editions of which it is the same have come to the same state there.
func (c *Catalogue) Holder(e *Edition, point uint64) int {
	for {
		as := e.Base
		if e.From != 0 && e.From <= point {
			if as = c.alike[e.Number]; as == 0 {
				return e.Number
			}
		}
		if as == 0 {
			return 0
		}
		e = &c.list[as-1]
	}
}

// Alike says that all entries have come to the same in an edition, which may be the next one, as in an earlier one. Parted takes back whatever was said so.
func (c *Catalogue) Alike(edition, earlier int) {
	if c.alike == nil {
		c.alike = map[int]int{}
	}
	c.alike[edition] = earlier
}

// Parted takes back what Alike has said.
func (c *Catalogue) Parted() { c.alike, c.stood = nil, nil }

// stoodAt returns the state after a point, nil if it is not remembered.
func (c *Catalogue) stoodAt(e *Edition, point uint64) *aggregate.State {
	if near := c.stoodBefore(e, point, point-1); near != nil {
		return near.state.Clone()
	}
	return nil
}

// stoodBefore returns the last state remembered of an edition up to a point, nil if none is later than another point.
func (c *Catalogue) stoodBefore(e *Edition, point, after uint64) *standing {
	if len(c.stood) == 0 {
		return nil
	}
	var near *standing
	for i := range c.stood {
		if one := &c.stood[i]; one.point <= point && one.point > after && (near == nil || one.point > near.point) && one.holder == c.Holder(e, one.point) {
			near = one
		}
	}
	return near
}

func (c *Catalogue) keepStanding(e *Edition, point uint64, s *aggregate.State) {
	if !c.grows {
		return
	}
	if len(c.stood) == mostStanding {
		c.stood = slices.Delete(c.stood, 0, 1)
	}
	c.stood = append(c.stood, standing{c.Holder(e, point), point, s.Clone()})
}
