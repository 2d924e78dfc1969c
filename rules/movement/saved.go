package movement

// saved is a position put aside. What walks over its lists meanwhile finds them as they were.
type saved struct {
	lying          []lying // fields
	cells, onBoard []PieceID
	pieces         []piece
	sides          []side
	count          [256]int16
	passing        passing
	marks          []marked
	history        history
	above          int
	wasCells       []PieceID // the position's own memory
	wasOnBoard     []PieceID
	wasPieces      []piece
	wasAttacked    []answers
}

func (p *Position) save() *saved {
	var s *saved
	if n := len(p.saves); n > 0 {
		s, p.saves = p.saves[n-1], p.saves[:n-1]
	} else {
		s = new(saved)
	}
	s.wasCells, s.wasOnBoard, s.wasPieces, s.wasAttacked = p.cells, p.onBoard, p.pieces, p.attacked
	s.cells, s.onBoard = append(s.cells[:0], p.cells...), append(s.onBoard[:0], p.onBoard...)
	s.pieces, s.sides, s.count = append(s.pieces[:0], p.pieces...), append(s.sides[:0], p.sides...), p.count
	s.passing, s.above = p.passing, p.above
	s.lying = append(s.lying[:0], p.lying...)
	s.marks = append(s.marks[:0], p.marks...)
	s.history.copyFrom(&p.history)
	return s
}

func (p *Position) restore(s *saved) {
	p.cells, p.onBoard, p.pieces, p.attacked = s.wasCells, s.wasOnBoard, s.wasPieces, s.wasAttacked
	copy(p.cells, s.cells)
	copy(p.onBoard, s.onBoard)
	copy(p.pieces, s.pieces)
	copy(p.sides, s.sides)
	p.count, p.passing, p.above = s.count, s.passing, s.above
	p.marks = append(p.marks[:0], s.marks...)
	p.history.copyFrom(&s.history)
	p.lying = append(p.lying[:0], s.lying...)
	p.changed()
	p.saves = append(p.saves, s)
}
