package rules

import "slices"

// stranded doubts a board for several sides on which captures can leave one without a piece, when its turn would never end: nobody may
// pass or is passed over, nothing is placed, no effect takes a side out, and no end comes first. It is told of the rule that has the board.
func (c *checker) stranded(p *Procedure) {
	m := c.merged
	sides := c.game.Sides
	if len(sides) == 0 {
		sides, _ = c.sidesNamed()
	}
	switch {
	case p.Board == nil || len(sides) <= 2 || // with two the other one has won
		m.Plays != nil || m.Capturing == nil:
		return
	case m.Passing != nil || m.Automatic != nil || m.Placing != nil || m.Together != nil || m.Clock != nil || len(m.Stages)+len(m.Ends)+len(m.Powers) > 0:
		return
	case slices.ContainsFunc(m.Consequences, func(e Consequence) bool {
		return slices.ContainsFunc(e.Do, func(d Doing) bool { return d.Surrender+d.Attribute+d.Next+d.Create+d.Place+d.Convert+d.Leave != "" })
	}):
		return
	}
	c.doubt("procedure.board", "a side that has lost all its pieces stops the game: its turn never ends")
	c.hint(`automatic: {skip_when: pieces == 0} passes it over; or ends, or passing`)
}
