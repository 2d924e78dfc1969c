package cases

import (
	"fmt"
	"slices"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules/movement"
)

// engineName is what rulings on cases name as their engine.
const engineName = "cases"

// A view is a board laid out afresh from a state, with its analysis.
type view struct {
	judge *aggregate.Judge
	pos   *movement.Position
	an    *movement.Analysis
}

// look lays out the board of a state.
func look(state *aggregate.State) (*view, error) {
	j, err := aggregate.NewJudge(state.Clone(), engineName)
	if err != nil {
		return nil, fmt.Errorf("lay out the board: %w", err)
	}
	v := &view{judge: j, pos: j.Position(), an: j.Analysis()}
	if v.pos == nil {
		return nil, fmt.Errorf("lay out the board: the rules in force do not compile: %w", v.judge.Law().Err())
	}
	return v, nil
}

func (v *view) square(sq movement.Square) string { return v.pos.Ruleset().SquareName(sq) }

func (v *view) where(id movement.PieceID) string {
	if v.pos.Where(id) == movement.Off {
		return "off-board"
	}
	return v.square(v.pos.Where(id))
}

// at returns the piece on a square.
func (v *view) at(square string) (movement.PieceID, bool) {
	sq, ok := v.pos.Ruleset().Square(square)
	if !ok {
		return movement.NoPiece, false
	}
	id := v.pos.At(sq)
	return id, id != movement.NoPiece
}

func (v *view) weight(side string) events.Half {
	id, ok := v.judge.SideID(side)
	if !ok {
		return 0
	}
	return v.an.Weight(id)
}

// checkers returns the ids of the pieces that check a side.
func (v *view) checkers(side string) []string {
	id, ok := v.judge.SideID(side)
	if !ok || !v.an.InCheck(id) {
		return nil
	}
	var list []string
	for _, p := range v.an.CheckedBy(id) {
		list = append(list, v.judge.PieceName(p))
	}
	return list
}

func (v *view) moves(id movement.PieceID, legal bool) []string {
	var list []string
	for _, sq := range v.an.Moves(id) {
		if !legal || v.pos.LegalMove(id, sq) {
			list = append(list, v.square(sq))
		}
	}
	return list
}

// captures returns the squares of what a piece attacks, "(shot)" behind those where the
// captor stays on its own square.
func (v *view) captures(id movement.PieceID, legal bool) []string {
	var list []string
	for _, t := range v.an.Takings(id) {
		if legal && !v.pos.LegalTaking(id, t) {
			continue
		}
		word := v.square(t.At)
		if t.To == v.pos.Where(id) {
			word += "(shot)"
		}
		list = append(list, word)
		for _, x := range t.Over() {
			if v.pos.Owner(x) != v.pos.Owner(id) { // a friend that is captured with it is not attacked
				list = append(list, v.square(v.pos.Where(x)))
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func (v *view) defends(id movement.PieceID) []string {
	var list []string
	for _, x := range v.an.Defends(id) {
		list = append(list, v.where(x))
	}
	return list
}

func (v *view) ofKinds(id movement.PieceID) []string {
	var list []string
	for _, sq := range v.pos.MovesOfKinds(id, nil) {
		list = append(list, v.square(sq))
	}
	return list
}
