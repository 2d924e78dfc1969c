package aggregate

import (
	"slices"

	"adjudicate/notation"
	"adjudicate/rules/movement"
)

// packs calls yield with the texts of the moves that packs of a side could make as one, those of few pieces first.
func (t *table) packs(s movement.SideID) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		if t.law.whole {
			return // packs are beyond whole turns
		}
		var firsts []movement.PieceID
		most := 0
		for _, id := range t.pos.OnBoard() {
			if t.pos.Owner(id) == s && t.law.ruleset.Def(t.pos.TypeOf(id)).Pack != nil {
				firsts, most = append(firsts, id), max(most, len(t.pos.PackOf(id)))
			}
		}
		slices.Sort(firsts)
		for others := 1; others <= most; others++ {
			for _, first := range firsts {
				for list := range choices(t.pos.PackOf(first), others) {
					if !t.packMoves(append([]movement.PieceID{first}, list...), yield) {
						return
					}
				}
			}
		}
	}
}

// packMoves calls yield with the texts of the moves by which each of the pieces goes somewhere, all as one.
func (t *table) packMoves(list []movement.PieceID, yield func(string) bool) bool {
	goals := t.pos.PackGoals(list)
	to := make([]movement.Square, len(list))
	var choose func(i int) bool
	choose = func(i int) bool {
		if i == len(list) {
			return yield(t.packText(list, to))
		}
		for _, sq := range goals[i] {
			if slices.Contains(to[:i], sq) {
				continue
			}
			if to[i] = sq; !choose(i + 1) {
				return false
			}
		}
		return true
	}
	return choose(0)
}

func (t *table) packText(list []movement.PieceID, to []movement.Square) string {
	var item notation.Item
	for i, id := range list {
		part := notation.With{Name: t.law.kinds[t.pos.TypeOf(id)].glyph, From: t.squareOf(id), To: t.law.ruleset.SquareName(to[i])}
		if i == 0 {
			item = notation.Item{Kind: notation.Move, Name: part.Name, From: part.From, To: part.To}
		} else {
			item.With = append(item.With, part)
		}
	}
	return item.String()
}

// choices calls yield with every selection of n of a list, in its order.
func choices(list []movement.PieceID, n int) func(yield func([]movement.PieceID) bool) {
	return func(yield func([]movement.PieceID) bool) {
		var choose func(rest, chosen []movement.PieceID) bool
		choose = func(rest, chosen []movement.PieceID) bool {
			if len(chosen) == n {
				return yield(chosen)
			}
			for i := range rest {
				if len(rest)-i < n-len(chosen) {
					break
				}
				if !choose(rest[i+1:], append(slices.Clip(chosen), rest[i])) {
					return false
				}
			}
			return true
		}
		choose(list, nil)
	}
}
