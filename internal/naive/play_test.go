package naive

import "slices"

// inCheck asks whether a side's on-board King is attacked by a piece of a side whose King is
// on-board (1230.2 §7).
func (b *board) inCheck(s int) bool { return len(b.checkers(s)) > 0 }

// checkers lists the pieces that attack a side's King.
func (b *board) checkers(s int) []int {
	k := b.king(s)
	if k < 0 {
		return nil
	}
	var list []int
	for x := range b.pieces {
		if len(b.attacks(x, k)) > 0 {
			list = append(list, x)
		}
	}
	return list
}

// played records that x's owner made a Move or Capture with x, by its own definition or not.
func (b *board) played(x int, byDefinition bool) {
	s := b.pieces[x].side
	k := b.pieces[x].kind
	if k.typ == "Echo" && (b.echoOfEchoNone || !byDefinition) {
		k = kind{}
	} else if k.typ == "Echo" {
		k = b.sides[s].last // stays what it was
	}
	b.sides[s].last = k
}

// moves lists the squares that x may Move to, its own side's check left aside.
func (b *board) moves(x int) []square {
	k := b.pieces[x].kind
	if k.typ == "Echo" {
		k = b.sides[b.pieces[x].side].last
	}
	list := b.reach(x, k)
	if b.lent(x) {
		list = append(list, loanReach(b.pieces[x].at)...)
	}
	list = slices.DeleteFunc(list, func(s square) bool { return !b.empty(s) })
	slices.SortFunc(list, compareSquares)
	return slices.Compact(list)
}

// moveIsLegal asks whether x's side is out of check after x has moved to an empty square, with
// some choice of promotion if one is due.
func (b *board) moveIsLegal(x int, to square) bool {
	own := b.pieces[x].kind
	if own.typ == "Echo" {
		own = b.sides[b.pieces[x].side].last
	}
	after := b.clone()
	after.played(x, slices.Contains(b.reach(x, own), to))
	after.put(x, to)
	return after.someChoiceEscapes(x, kind{})
}

// captureIsLegal asks the same after x has captured y and ended on the square to.
func (b *board) captureIsLegal(x, y int, to square) bool {
	after := b.clone()
	after.capture(x, y, to, b.byDefinition(x, y, to))
	return after.someChoiceEscapes(x, b.pieces[y].kind)
}

// byDefinition asks whether x can end on to by taking y without the loan of its own Cantor.
func (b *board) byDefinition(x, y int, to square) bool {
	return slices.ContainsFunc(b.ways(x, y), func(w way) bool { return w.to == to && !w.loan })
}

// capture carries a capture out: the victim leaves, its side with it if it was its King (unless
// the sweep comes after the captor's own check is judged), a HarfyBlob grows, a Kamikaze is
// destroyed.
func (b *board) capture(x, y int, to square, byDefinition bool) {
	b.played(x, byDefinition)
	victim := b.pieces[y]
	b.lift(y)
	if victim.kind.typ == "King" && !b.sweepAfter {
		for _, p := range b.onBoard(victim.side) {
			if p != x {
				b.lift(p)
			}
		}
	}
	if b.pieces[x].at != to {
		b.put(x, to)
	}
	switch b.pieces[x].kind.typ {
	case "HarfyBlob": // 1230.14
		gain := 1
		switch victim.kind.typ {
		case "HarfyBlob":
			gain = victim.kind.hn
		case "Locust":
			gain = b.locusts()
			if b.locustInAddition {
				gain++
			}
		}
		b.pieces[x].kind.hn += gain
		if b.pieces[x].kind.hn > 20 {
			b.pieces[x].kind.hn = 19
		}
		b.sides[b.pieces[x].side].last = b.pieces[x].kind // an Echo sees the present Hn
	case "Kamikaze": // 1230.16 §4
		b.lift(x)
	}
}

// promotionSquares are those of 1230.8 §4.
var promotionSquares = []square{parseSquare("j10"), parseSquare("j11"), parseSquare("k10"), parseSquare("k11")}

// promotable lists what a Pawn may become; the King is left out (promotion-king = no).
var promotable = []string{
	"Rook", "Camel", "Bishop", "CopyCat", "Echo", "Jester", "il-Nabi", "Qball", "HarfyBlob", "Archer",
	"Kamikaze", "Bouncy!Ball", "Demon", "Cantor", "Zombie", "Gess", "Loyalist", "Locust", "Guard",
}

// someChoiceEscapes asks whether x's side is out of check on the board right after x's play,
// under some choice that a promotion leaves: a Pawn on a promotion square must become another
// type, a Zombie that captured may become the victim's. With announced-promotion = ignored it
// is asked before any promotion.
func (b *board) someChoiceEscapes(x int, victim kind) bool {
	s := b.pieces[x].side
	if b.king(s) < 0 {
		return true
	}
	if !b.ignorePromotion && b.pieces[x].at != off {
		switch {
		case b.pieces[x].kind.typ == "Pawn" && slices.Contains(promotionSquares, b.pieces[x].at):
			for _, typ := range promotable {
				if !b.promoted(x, kind{typ, 1}).inCheck(s) {
					return true
				}
			}
			return false
		case b.pieces[x].kind.typ == "Zombie" && victim.typ != "" && victim.typ != "King":
			if !b.victimCounter {
				victim.hn = 1
			}
			if !b.promoted(x, victim).inCheck(s) {
				return true
			}
		}
	}
	return !b.inCheck(s)
}

func (b *board) promoted(x int, k kind) *board {
	c := b.clone()
	c.pieces[x].kind = k
	return c
}

// history records a Placement or Special as the last play of x's owner, after which an Echo has
// nothing to copy (history-after-play).
func (b *board) history(x int) {
	if !b.historyBefore {
		b.sides[b.pieces[x].side].last = kind{}
	}
}

// specials lists where x's special move may end (1230.2 §6.D, 1230.5 §4, 1230.8 §7, 1230.11 §4).
func (b *board) specials(x int) []square {
	s := b.pieces[x].at
	var candidates []square
	switch b.pieces[x].kind.typ {
	case "Rook":
		candidates = b.rookSpecials(s)
	case "Pawn":
		candidates = slices.DeleteFunc(b.slide(s, orthogonal, 1, 10), func(to square) bool {
			return slices.Contains(promotionSquares, to)
		})
	case "Jester":
		for col := range 20 {
			for row := range 20 {
				candidates = append(candidates, square{col, row})
			}
		}
	}
	before := b.checkedSides()
	var list []square
	for _, to := range candidates {
		if b.empty(to) && b.specialAllowed(x, to, before) {
			list = append(list, to)
		}
	}
	return list
}

// rookSpecials: one square diagonally, then 1 to 5 squares on along one of the two orthogonal
// directions that make it up, all of them empty.
func (b *board) rookSpecials(s square) []square {
	var list []square
	for _, d := range diagonal {
		corner := s.plus(d, 1)
		if !b.empty(corner) {
			continue
		}
		if b.rookZeroTail {
			list = append(list, corner)
		}
		list = append(list, b.slide(corner, []direction{{d.col, 0}, {0, d.row}}, 1, 5)...)
	}
	return list
}

// specialAllowed asks whether x, having gone to a square by its special move, keeps to what that
// move may not do: attack a King; put another side newly in check, under special-check =
// any-new-check; attack anything, for a Jester.
func (b *board) specialAllowed(x int, to square, before []bool) bool {
	after := b.clone()
	after.history(x)
	after.put(x, to)
	jester := b.pieces[x].kind.typ == "Jester"
	for _, y := range after.onBoard(-1) {
		if (jester || after.pieces[y].kind.typ == "King") && len(after.attacks(x, y)) > 0 {
			return false
		}
	}
	if !b.specialAnyCheck {
		return true
	}
	for s := range b.sides {
		if s != b.pieces[x].side && !before[s] && after.inCheck(s) {
			return false
		}
	}
	return true
}

// checkedSides says of every side whether it is in check.
func (b *board) checkedSides() []bool {
	var list []bool
	for s := range b.sides {
		list = append(list, b.inCheck(s))
	}
	return list
}

// placements lists the squares on which the off-board piece x may be placed now (1230.2 §6.C).
func (b *board) placements(x int) []square {
	before := b.checkedSides()
	var safe, harmless []square // those that cause no check, and of them those without an attack
	for col := range 20 {
		for row := range 20 {
			to := square{col, row}
			if !b.empty(to) || b.pieces[x].kind.typ == "Pawn" && !pawnMayLand(to) {
				continue
			}
			after := b.clone()
			after.history(x)
			after.put(x, to)
			if after.causesCheck(b.pieces[x].side, before) {
				continue
			}
			safe = append(safe, to)
			if !after.attacksByPlacement(x) {
				harmless = append(harmless, to)
			}
		}
	}
	own := b.pieces[x].side
	if len(harmless) == 0 && b.count(own) < 5 && b.weight(own) == 0 {
		return safe
	}
	return harmless
}

// causesCheck asks, after a Placement by a side, whether that side is in check, or another one
// that was not before (placement-check = any: or any other one at all).
func (b *board) causesCheck(placer int, before []bool) bool {
	for s := range b.sides {
		exempt := s != placer && !b.placementAny && before[s]
		if !exempt && b.inCheck(s) {
			return true
		}
	}
	return false
}

// attacksByPlacement asks whether the piece just placed attacks an opposing piece; one of value
// below two does not count under section-6-piece = counts-and-attacks.
func (b *board) attacksByPlacement(x int) bool {
	for _, y := range b.onBoard(-1) {
		if b.pettyTargets && b.value(y) < 2 {
			continue
		}
		if len(b.attacks(x, y)) > 0 {
			return true
		}
	}
	return false
}

// pawnMayLand is 1230.8 §5: files a, b, s, t and ranks 1, 2, 19, 20.
func pawnMayLand(s square) bool { return s.col < 2 || s.col > 17 || s.row < 2 || s.row > 17 }
