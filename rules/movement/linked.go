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
