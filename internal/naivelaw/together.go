package naivelaw

import (
	"maps"
	"slices"
)

// A round is several sides that play at once, and what they have sent up to now.
type round struct {
	sides []string // in the order of play
	plays map[string][]act
	seals map[string]string // what was sealed; it stays there when it has been opened
}

// asked lists the sides that play at once, if the turn that begins is a round.
func (g *game) asked() (sides []string) {
	if g.together == nil || !g.env().holds(g.together, "when") {
		return nil
	}
	for _, side := range g.order {
		if g.env().with("mover", sideName(side)).holds(g.together, "who") {
			sides = append(sides, side)
		}
	}
	least := 2
	if g.together["least"] != nil {
		least = number(g.together, "least")
	}
	if len(sides) < least {
		return nil
	}
	return sides
}

// turnBegins begins the turn of whoever plays next where a side sits, or a round: that is nobody's turn, and no turn of theirs starts.
func (g *game) turnBegins(with string) {
	if sides := g.asked(); len(sides) > 0 {
		g.asks(sides)
		return
	}
	g.atSide("turn-starts", g.toPlayWith(with))
}

// asks begins a round of some sides, or has them surrender if no plays of theirs go together.
func (g *game) asks(sides []string) {
	g.round = &round{sides: sides, plays: map[string][]act{}, seals: map[string]string{}}
	if g.hopeless(sides) {
		g.makes(g.each(sides, "surrender"))
	}
}

// stirs asks anew who plays at once, once something else has been done amid a round: what has been sent counts as long as they are the same.
func (g *game) stirs() {
	if slices.Equal(g.asked(), g.round.sides) {
		return
	}
	called := g.called // which counts when a turn has ended
	g.round, g.called = nil, nil
	g.reorder()
	g.called = called
	g.turnBegins(g.order[0])
}

// each is the same act of each of some sides.
func (g *game) each(sides []string, kind string) (turns [][]act) {
	for _, side := range sides {
		turns = append(turns, []act{{side: side, kind: kind}})
	}
	return turns
}

// awaited lists who has to send something: a play or its seal, and once all have, what opens a seal.
func (g *game) awaited() (sides []string) {
	if g.round == nil {
		return nil
	}
	for _, opening := range []bool{false, true} {
		for _, side := range g.round.sides {
			if g.round.plays[side] == nil && (g.round.seals[side] != "") == opening {
				sides = append(sides, side)
			}
		}
		if len(sides) > 0 {
			break
		}
	}
	return sides
}

// mustSeal says whether only sealed plays are accepted.
func (g *game) mustSeal() bool {
	return g.together["sealed"] != nil && g.env().holds(g.together, "sealed")
}

// sends keeps the play of a side, and resolves the round if it is the last one.
func (g *game) sends(side string, turn []act) {
	g.round.plays[side] = turn
	if len(g.awaited()) == 0 {
		g.resolve()
	}
}

// resolve makes the plays of a round, or does what is to be done with plays that conflict.
func (g *game) resolve() {
	r := g.round
	var turns [][]act
	for _, side := range r.sides {
		t := r.plays[side]
		if !idle(t) && (!g.could(t) || len(g.refusedTurn(t)) > 0) { // by what was done since it was sent
			t = g.byDefault(side)
		}
		turns = append(turns, t)
	}
	order, conflict := g.arranged(turns)
	if len(conflict) > 0 {
		do := "again"
		for _, c := range list(g.together["conflicts"]) {
			if g.env().holds(c, "when") {
				do = word(c, "do")
				break
			}
		}
		switch do {
		case "surrender":
			order = g.each(r.sides, "surrender")
		case "void":
			order = slices.DeleteFunc(order, func(t []act) bool { return idle(t) || conflict[slices.Index(r.sides, t[0].side)] })
			for i, side := range r.sides {
				if conflict[i] {
					order = append(order, g.each([]string{side}, "pass")...)
				} else if idle(turns[i]) {
					order = append(order, turns[i])
				}
			}
		default:
			g.asks(r.sides)
			return
		}
	}
	g.makes(order)
}

// arranged is the order in which plays are made, and which of them conflict: Passes and Surrenders come last.
func (g *game) arranged(turns [][]act) (order [][]act, conflict map[int]bool) {
	conflict = map[int]bool{}
	for i := range turns {
		for k := range i {
			if g.clash(turns[i], turns[k]) {
				conflict[i], conflict[k] = true, true
			}
		}
	}
	var made, idlers [][]act
	for i, t := range turns {
		switch {
		case idle(t):
			idlers = append(idlers, t)
		case !conflict[i]:
			made = append(made, t)
		}
	}
	order, stuck := g.oneByOne(made)
	for i, t := range turns {
		if slices.ContainsFunc(stuck, func(u []act) bool { return u[0].side == t[0].side }) {
			conflict[i] = true
		}
	}
	if g.leavesCheck(order) { // these as well
		order = nil
		for i, t := range turns {
			conflict[i] = conflict[i] || !idle(t)
		}
	}
	return append(order, idlers...), conflict
}

// oneByOne puts plays in the order in which each can be made: that of play, or else what cannot be made after another comes before it.
// Those for which there is no such order are stuck.
func (g *game) oneByOne(turns [][]act) (order, stuck [][]act) {
	if g.feasible(turns) {
		return turns, nil
	}
	left := slices.Clone(turns)
	for len(left) > 0 {
		i := slices.IndexFunc(left, func(t []act) bool { // nobody has to go before it
			return !slices.ContainsFunc(left, func(u []act) bool { return u[0].side != t[0].side && !g.couldAfter(u, t) })
		})
		if i < 0 {
			break
		}
		order, left = append(order, left[i]), slices.Delete(left, i, i+1)
	}
	if !g.feasible(order) {
		return nil, turns
	}
	return order, left
}

// feasible says whether each play can be made after those before it.
func (g *game) feasible(turns [][]act) bool {
	board := g.clone()
	for _, t := range turns {
		if !board.could(t) {
			return false
		}
		board.acted(t)
	}
	return true
}

// leavesCheck says whether plays that are made together leave one of their sides in check, where that is a conflict.
func (g *game) leavesCheck(turns [][]act) bool {
	if g.together["checks"] == nil || !g.env().holds(g.together, "checks") {
		return false
	}
	after := g.clone()
	for _, t := range turns {
		after.acted(t)
	}
	return slices.ContainsFunc(turns, func(t []act) bool { return after.inCheck(t[0].side) })
}

// acted makes a play on a board that is tried, with all that follows of it but what waits for a lot: nothing that is judged depends on that.
func (g *game) acted(turn []act) {
	for _, a := range turn {
		g.do(a.on(g))
	}
	g.late = nil
	g.excess()
}

// clash says whether two plays conflict: two pieces come to one square, both concern one piece, or one could not be made after the other.
func (g *game) clash(t, u []act) bool {
	if idle(t) || idle(u) {
		return false
	}
	if g.collide(g.effect(t), g.effect(u)) {
		return true
	}
	a, b := g.couldAfter(t, u), g.couldAfter(u, t)
	if g.together["ways"] != nil && g.env().holds(g.together, "ways") {
		return !a || !b
	}
	return !a && !b
}

func idle(t []act) bool { return len(t) == 1 && (t[0].kind == "pass" || t[0].kind == "surrender") }

// An effect is what a play does that can be in the way of others.
type effect struct {
	comes    map[square]bool
	concerns map[string]bool
}

func (g *game) effect(t []act) effect {
	if idle(t) {
		return effect{}
	}
	comes, concerns := g.does(t)
	return effect{comes, concerns}
}

// collide says whether two plays bring pieces to one square or concern one piece.
func (g *game) collide(a, b effect) bool {
	for sq := range a.comes {
		if b.comes[sq] {
			return true
		}
	}
	for id := range a.concerns {
		if b.concerns[id] {
			return true
		}
	}
	return false
}

// does lists the squares to which pieces come by a play, or that it closes, and the pieces that it concerns: those that it moves, takes, destroys or
// changes. Pieces that it creates concern nobody else.
func (g *game) does(turn []act) (comes map[square]bool, concerns map[string]bool) {
	after := g.clone()
	after.trail = map[string][]square{}
	after.acted(turn)
	comes, concerns = map[square]bool{}, map[string]bool{}
	for id, squares := range after.trail {
		for _, sq := range squares {
			comes[sq] = true
		}
		concerns[id] = g.find(id) != nil
	}
	for sq := range after.shut {
		if !g.shut[sq] {
			comes[sq] = true
		}
	}
	for _, p := range after.pieces {
		if old := g.find(p.id); old == nil {
			comes[p.at] = true
		} else if old.side != p.side || old.typ != p.typ || !maps.Equal(old.counters, p.counters) {
			concerns[p.id] = true
		}
	}
	for _, p := range g.pieces {
		if after.find(p.id) == nil {
			concerns[p.id] = true
		}
	}
	for _, a := range turn {
		if a.p != nil {
			concerns[a.p.id] = true
		}
	}
	delete(comes, square{})
	maps.DeleteFunc(concerns, func(id string, so bool) bool { return !so || g.find(id) == nil })
	return comes, concerns
}

// couldAfter says whether a play could be made after another.
func (g *game) couldAfter(t, first []act) bool {
	board := g.clone()
	board.acted(first)
	return board.could(t)
}

// could says whether a play is legal on a board to which others have come since it was sent, whoever is in check.
func (g *game) could(t []act) bool {
	if idle(t) {
		return true
	}
	board := g.clone()
	for _, a := range t {
		if a.p == nil {
			continue
		}
		a = a.on(board)
		if a.p == nil || slices.Contains(a.victims, nil) || !slices.ContainsFunc(board.acts(a.side), func(b act) bool {
			return b.p == a.p && b.kind == a.kind && b.from == a.from && b.to == a.to && ids(b.victims) == ids(a.victims) && b.other == a.other && b.onto == a.onto && b.choice() == a.choice()
		}) {
			return false
		}
		board.do(a)
	}
	refused, _ := g.refusedBut(t)
	return len(refused) == 0
}

// inOrderOfPlay gives the sides of plays in their order.
func (g *game) inOrderOfPlay(turns [][]act) (sides []string) {
	for _, side := range g.order {
		if slices.ContainsFunc(turns, func(t []act) bool { return t[0].side == side }) {
			sides = append(sides, side)
		}
	}
	return sides
}

// inCheck says whether the royal piece of a side is attacked, in a game in which there is check.
func (g *game) inCheck(side string) bool {
	return g.checks && slices.ContainsFunc(g.onBoard(), func(p *piece) bool { return p.side == side && g.royal(p.typ) && g.attacked(p) })
}

// hopeless says whether sides that would play at once have no legal plays that go together.
func (g *game) hopeless(sides []string) bool {
	if g.together["hopeless"] == nil || !g.env().holds(g.together, "hopeless") {
		return false
	}
	for _, placements := range []bool{false, true} { // at first without placements, of which there are many
		legal, does := make([][]act, len(sides)), make([][]effect, len(sides))
		for i, side := range sides {
			for _, a := range g.acts(side) {
				if (placements || a.kind != "placement") && len(g.refusedTurn([]act{a})) == 0 {
					legal[i], does[i] = append(legal[i], a), append(does[i], g.effect([]act{a}))
				}
			}
		}
		tried := 0
		var search func(turns [][]act, done []effect) bool
		search = func(turns [][]act, done []effect) bool {
			i := len(turns)
			if i == len(sides) {
				tried++
				_, conflict := g.arranged(turns)
				return tried > 20000 || len(conflict) == 0
			}
			for k, a := range legal[i] {
				if !slices.ContainsFunc(done, func(e effect) bool { return g.collide(e, does[i][k]) }) && search(append(slices.Clip(turns), []act{a}), append(slices.Clip(done), does[i][k])) {
					return true
				}
			}
			return false
		}
		if search(nil, nil) {
			return false
		}
	}
	return true
}

// byDefault is the play that is made for a side: the first of those that the clock names, but no Pass of a side in check, or that may not pass,
// unless it is the last.
// Without a clock it is a Surrender.
func (g *game) byDefault(side string) (turn []act) {
	kinds := words(g.clock, "default")
	if g.clock == nil {
		kinds = []string{"surrender"}
	}
	for _, kind := range kinds {
		turn = []act{{side: side, kind: kind}}
		if kind != "pass" || !g.inCheck(side) && g.mayPass(side) {
			break
		}
	}
	return turn
}

// expires is what the end of the limit brings to those who have not played.
func (g *game) expires() {
	var late []string
	for _, side := range g.round.sides {
		if g.round.plays[side] == nil {
			late = append(late, side)
		}
	}
	for _, side := range late {
		if g.endsAt("limit", side) {
			g.over = true
			return
		}
	}
	for _, side := range late {
		g.round.plays[side] = g.byDefault(side)
	}
	g.resolve()
}
