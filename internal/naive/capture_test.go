package naive

import "slices"

// way is one way to take a piece: where the captor ends, whether a Guard counts the captor as an
// Archer or a Kamikaze when it captures so, and whether it is by the loan of its own Cantor.
type way struct {
	to      square
	martial bool
	loan    bool
}

func martial(typ string) bool { return typ == "Archer" || typ == "Kamikaze" }

// takes lists the squares that piece x acting as k may end on after capturing what stands at
// the square target (1230.1 §4 unless the type says otherwise).
func (b *board) takes(x int, k kind, target square) []square {
	s := b.pieces[x].at
	reach := b.reach
	switch k.typ {
	case "Pawn": // 1230.8 §3
		reach = func(int, kind) []square { return leap(s, diagonal, 1, 1) }
	case "il-Nabi": // 1230.12 §3
		reach = func(int, kind) []square { return b.nabiBends(s) }
	case "Archer":
		if b.defensive(x) { // 1230.15 §3.a: shoots, and stays where it is
			shots := append(b.slide(s, orthogonal, 1, 4), b.slide(s, diagonal, 1, 3)...)
			if slices.Contains(shots, target) {
				return []square{s}
			}
			return nil
		}
	}
	if slices.Contains(reach(x, k), target) {
		return []square{target}
	}
	return nil
}

// ways lists how x could take y by the definition of its type and by loans, immunity, the duties
// of Kings and pins left aside.
func (b *board) ways(x, y int) []way {
	var list []way
	add := func(squares []square, martial bool) {
		for _, to := range squares {
			list = append(list, way{to, martial, false})
		}
	}
	k := b.pieces[x].kind
	target := b.pieces[y].at
	byLoan := b.lent(x) && slices.Contains(loanReach(b.pieces[x].at), target)

	switch k.typ {
	case "CopyCat":
		list = b.copycatWays(x, y)
		if byLoan && !b.copycatNoLoan {
			list = append(list, way{target, false, true})
		}
	case "Echo":
		copied := b.sides[b.pieces[x].side].last
		counts := b.echoKind && martial(copied.typ)
		switch {
		case copied.typ == "":
		case !b.echoAsPiece:
			if slices.Contains(b.reach(x, copied), target) {
				add([]square{target}, counts)
			}
		case copied.typ == "CopyCat":
			list = b.copycatWays(x, y)
		default:
			add(b.takes(x, copied, target), counts)
		}
		if byLoan {
			list = append(list, way{target, counts, true})
		}
	default:
		add(b.takes(x, k, target), martial(k.typ))
		if byLoan {
			list = append(list, way{target, martial(k.typ), true})
		}
	}
	return list
}

// copycatWays lists how x, a CopyCat or an Echo that captures as one, could take y without its
// own loan: as y's type captures, from x's square and for x's side (1230.9 §3).
func (b *board) copycatWays(x, y int) []way {
	var list []way
	victim, target := b.pieces[y].kind, b.pieces[y].at
	as := victim
	var squares []square
	switch victim.typ {
	case "CopyCat":
		if slices.Contains(b.reach(x, victim), target) {
			squares = []square{target}
		}
	case "Echo": // an Echo on x's square, with the history of x's owner
		as = b.sides[b.pieces[x].side].last
		switch {
		case as.typ == "":
		case !b.echoAsPiece:
			if slices.Contains(b.reach(x, as), target) {
				squares = []square{target}
			}
		case as.typ == "CopyCat": // CopyCat → Echo → CopyCat: a circle captures nothing
		default:
			squares = b.takes(x, as, target)
		}
	default:
		if b.noVictimCounter {
			as.hn = 1
		}
		squares = b.takes(x, as, target)
	}
	for _, to := range squares {
		list = append(list, way{to, b.echoKind && martial(as.typ), false})
	}
	// copycat-aura = with-grants: as a Cantor of the victim's side lends the victim.
	if b.withGrants && victim.typ != "CopyCat" && b.lent(y) && slices.Contains(loanReach(b.pieces[x].at), target) {
		list = append(list, way{target, false, false})
	}
	return list
}

// protected asks whether no Archer or Kamikaze may capture y: a Guard, or orthogonally next to a
// friendly Guard that no opposing piece attacks (1230.25).
func (b *board) protected(y int) bool {
	if b.pieces[y].kind.typ == "Guard" {
		return true
	}
	for _, g := range b.onBoard(b.pieces[y].side) {
		s, t := b.pieces[g].at, b.pieces[y].at
		beside := abs(s.col-t.col)+abs(s.row-t.row) == 1
		if beside && b.pieces[g].kind.typ == "Guard" && !b.attacked(g) {
			return true
		}
	}
	return false
}

// attacked asks whether a piece of any other side attacks y.
func (b *board) attacked(y int) bool {
	for x := range b.pieces {
		if b.pieces[x].side != b.pieces[y].side && len(b.attacks(x, y)) > 0 {
			return true
		}
	}
	return false
}

// mayTakeKings asks whether a side has its own King on-board (1230.2 §8).
func (b *board) mayTakeKings(s int) bool { return b.sides[s].countsAsKing || b.king(s) >= 0 }

// attacks lists, each once, the squares on which x could end if it captured y now (1230.2 §5).
// Under attack-pins = respect-pins a capture that exposes the captor's own King does not count.
func (b *board) attacks(x, y int) []square {
	if b.pieces[x].at == off || b.pieces[y].at == off || !b.opposing(x, y) {
		return nil
	}
	if b.pieces[y].kind.typ == "King" && !b.mayTakeKings(b.pieces[x].side) {
		return nil
	}
	var list []square
	for _, w := range b.ways(x, y) {
		if slices.Contains(list, w.to) || w.martial && b.protected(y) {
			continue
		}
		if b.respectPins && !b.ignorePins {
			inner := b.clone()
			inner.ignorePins = true
			if !inner.captureIsLegal(x, y, w.to) {
				continue
			}
		}
		list = append(list, w.to)
	}
	return list
}

// defends asks whether x would attack its friend y if y were an opposing piece (1230.2 §5).
func (b *board) defends(x, y int) bool {
	if x == y || b.pieces[x].side != b.pieces[y].side || b.pieces[x].at == off || b.pieces[y].at == off {
		return false
	}
	isKing := b.pieces[y].kind.typ == "King"
	if isKing && b.ownKingUndefended {
		return false
	}
	asked := b.clone()
	if b.targetOnly {
		asked.taker, asked.taken = x, y
		return len(asked.attacks(x, y)) > 0
	}
	// turncoat: y belongs to a nameless side that owns nothing else.
	asked.sides[b.pieces[x].side].countsAsKing = isKing || asked.sides[b.pieces[x].side].countsAsKing
	asked.sides = append(asked.sides, side{})
	asked.pieces[y].side = len(asked.sides) - 1
	return len(asked.attacks(x, y)) > 0
}

// defendsSomethingAsPawn asks whether x, moving as a Pawn, has the two-square step: whether it
// defends a friend now, without counting captures that the two-square step itself would give an
// Echo under echo-captures = as-moves. A CopyCat moves as a Pawn only when it captures an Echo,
// and is asked as if it were an Echo.
func (b *board) defendsSomethingAsPawn(x int) bool {
	asked := b.clone()
	asked.shortPawn = x
	if asked.pieces[x].kind.typ == "CopyCat" {
		asked.pieces[x].kind.typ = "Echo"
	}
	for _, y := range asked.onBoard(asked.pieces[x].side) {
		if asked.defends(x, y) {
			return true
		}
	}
	return false
}
