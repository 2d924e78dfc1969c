package movement

import "adjudicate/rules"

// Steps: how far a side has come with its plays in a row. An act is one step, one by which another piece goes along two, a Pass none, and
// it ends the row, as does a play of another side.

// rowWords ask for them.
var rowWords = rules.SearchFor(".steps")

// Steps reports whether some rule asks for the steps of a side. Only then a position counts them.
func (rs *Ruleset) Steps() bool { return rs.rows }

// SetSteps records how many steps a side has made in its plays in a row; all others have made none.
func (p *Position) SetSteps(s SideID, n int) {
	for i := range p.sides {
		p.sides[i].steps = 0
	}
	p.sides[s].steps = int16(min(n, mostStepsInRow))
	p.changed()
}

// mostStepsInRow is how far steps are counted.
const mostStepsInRow = 32_000

// StepsOf returns what SetSteps, or the acts made on the position, have recorded.
func (p *Position) StepsOf(s SideID) int { return int(p.sides[s].steps) }

// Steps returns how many steps an act is.
func (ply *Ply) Steps() int {
	switch {
	case ply.Play == Pass:
		return 0
	case ply.Other != NoPiece:
		return 2
	}
	return 1
}

// stepped counts an act of a side.
func (p *Position) stepped(s SideID, ply *Ply) {
	if p.rs.rows {
		n := 0
		if ply.Play != Pass {
			n = p.StepsOf(s) + ply.Steps()
		}
		p.SetSteps(s, n)
	}
}
