package naive

// Analyse says everything that an analysis (docs/position.md) says about a position.
func Analyse(p Position) Analysis {
	b := newBoard(p)
	a := Analysis{Pieces: []AnalysedPiece{}, Sides: []AnalysedSide{}}
	placements := map[piece][]string{} // off-board pieces that are alike may be placed alike
	for x, q := range b.pieces {
		out := AnalysedPiece{ID: q.id, Type: q.kind.typ, Side: p.Sides[q.side].Name, At: q.at.String(), Value: b.value(x)}
		if q.at == off {
			alike := q
			alike.id = ""
			if _, known := placements[alike]; !known {
				placements[alike] = names(b.placements(x))
			}
			squares := placements[alike]
			out.Placements = &squares
		} else {
			out.OnBoard = b.onBoardPart(x)
		}
		a.Pieces = append(a.Pieces, out)
	}
	for s := range b.sides {
		var ids []string
		for _, x := range b.checkers(s) {
			ids = append(ids, b.pieces[x].id)
		}
		a.Sides = append(a.Sides, AnalysedSide{
			Name: p.Sides[s].Name, Weight: b.weight(s), PiecesOnBoard: b.count(s),
			InCheck: len(ids) > 0, CheckedBy: sorted(ids),
		})
	}
	return a
}

func (b *board) onBoardPart(x int) *OnBoard {
	o := &OnBoard{
		Mobility:      b.mobility(x),
		Moves:         names(b.moves(x)),
		Captures:      []Capture{},
		Specials:      names(b.specials(x)),
		LegalMoves:    names(b.legalMoves(x)),
		LegalCaptures: []Capture{},
	}
	var defended []string
	for y, q := range b.pieces {
		for _, to := range b.attacks(x, y) {
			c := Capture{Piece: q.id, At: q.at.String(), To: to.String()}
			o.Captures = append(o.Captures, c)
			if b.captureIsLegal(x, y, to) {
				o.LegalCaptures = append(o.LegalCaptures, c)
			}
		}
		if b.defends(x, y) {
			defended = append(defended, q.id)
		}
	}
	sortCaptures(o.Captures)
	sortCaptures(o.LegalCaptures)
	o.Defends = sorted(defended)
	o.Exits = len(b.exits(x)) > 0
	return o
}

func (b *board) legalMoves(x int) []square {
	var list []square
	for _, to := range b.moves(x) {
		if b.moveIsLegal(x, to) {
			list = append(list, to)
		}
	}
	return list
}

// exits lists the corners in which a first part of a Qball's move ends.
func (b *board) exits(x int) []square {
	if b.pieces[x].kind.typ != "Qball" {
		return nil
	}
	_, corners := b.qball(b.pieces[x].at)
	return corners
}

// count is the number of on-board pieces of value two or more (1230.2 §6).
func (b *board) count(s int) int {
	n := 0
	for _, x := range b.onBoard(s) {
		if b.value(x) >= 2 {
			n++
		}
	}
	return n
}

// weight is 1230.3: values, mobilities, 5 for each piece that attacks and 4 for each that
// defends; 0 with the King off-board.
func (b *board) weight(s int) Half {
	if b.king(s) < 0 {
		return 0
	}
	var w Half
	for _, x := range b.onBoard(s) {
		w += Half(2*b.value(x)) + b.mobility(x)
		attacks, defends := false, false
		for y := range b.pieces {
			attacks = attacks || len(b.attacks(x, y)) > 0
			defends = defends || b.defends(x, y)
		}
		if attacks {
			w += 2 * 5
		}
		if defends {
			w += 2 * 4
		}
	}
	return w
}

// mobility is 1230.3: half the number of moves for a piece whose least distance is above one
// and within two of its greatest, and else that greatest distance.
func (b *board) mobility(x int) Half {
	var distances []int
	moves := b.moves(x)
	if b.mobilityLegal {
		moves = b.legalMoves(x)
	}
	for _, to := range moves {
		distances = append(distances, distance(b.pieces[x].at, to))
	}
	if b.exitIsMove {
		for _, c := range b.exits(x) {
			if !b.mobilityLegal || b.exitIsLegal(x) {
				distances = append(distances, distance(b.pieces[x].at, c))
			}
		}
	}
	if len(distances) == 0 {
		return 0
	}
	least, greatest := distances[0], distances[0]
	for _, d := range distances {
		least, greatest = min(least, d), max(greatest, d)
	}
	if b.declaredRange {
		k := b.pieces[x].kind
		if k.typ == "Echo" {
			k = b.sides[b.pieces[x].side].last
		}
		if k.typ != "" { // an Echo that copies nothing moves by a loan only: its range is the loan's present one
			least, greatest = b.declared(k)
		}
	}
	if least > 1 && greatest-least <= 2 {
		return Half(len(distances))
	}
	return Half(2 * greatest)
}

// exitIsLegal asks whether x's side is out of check once x has left the board.
func (b *board) exitIsLegal(x int) bool {
	after := b.clone()
	after.played(x, true)
	after.lift(x)
	return !after.inCheck(b.pieces[x].side)
}

// declared is the least and greatest distance of a type on an empty board, for mobility-range =
// type.
func (b *board) declared(k kind) (least, greatest int) {
	spans := map[string][2]int{
		"King": {1, 1}, "Rook": {1, 10}, "Camel": {3, 3}, "Bishop": {1, 10}, "Pawn": {1, 2}, "CopyCat": {3, 5},
		"Jester": {2, 2}, "il-Nabi": {2, 4}, "Qball": {1, 19}, "HarfyBlob": {1, min(k.hn, 19)}, "Archer": {2, 4},
		"Kamikaze": {1, 6}, "Bouncy!Ball": {2, 18}, "Demon": {1, 2}, "Cantor": {1, 2}, "Zombie": {1, 3},
		"Gess": {1, 10}, "Loyalist": {1, 7}, "Locust": {1, min(b.locusts(), 19)}, "Guard": {1, 3},
	}
	if b.kingLiteral {
		spans["King"] = [2]int{1, 19}
	}
	return spans[k.typ][0], spans[k.typ][1]
}
