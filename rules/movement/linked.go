package movement

import "slices"

// nextLinked returns the piece after one of those that are linked with a piece, itself included: of its type, and joined to it by
// neighbours in the directions that the board names (along files and ranks, if it names none), all of its own side or anybody's.
func (p *Position) nextLinked(id PieceID, after int, own bool) float64 {
	if id < 0 || p.pieces[id].at == Off {
		return absent
	}
	group := []PieceID{id}
	for i := 0; i < len(group); i++ {
		for _, beside := range p.beside(group[i]) {
			c := p.cells[beside]
			if c >= 0 && p.pieces[c].typ == p.pieces[id].typ && (!own || p.pieces[c].side == p.pieces[id].side) && !slices.Contains(group, c) {
				group = append(group, c)
			}
		}
	}
	slices.Sort(group)
	for _, c := range group {
		if int(c) > after {
			return float64(c)
		}
	}
	return absent
}

// nextNeighbour returns the neighbour of a square after one, in the order of Square; the step of rules.SquareConnected.
func (rs *Ruleset) nextNeighbour(sq Square, after int) float64 {
	found := -1
	for _, dir := range rs.links {
		n := rs.next[dir][sq]
		if rs.empty[n] != border && int(n) > after && (found < 0 || int(n) < found) {
			found = int(n)
		}
	}
	return float64(found)
}
