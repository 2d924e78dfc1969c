package aggregate

import (
	"maps"
	"slices"

	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// An order is what a piece is told among plays that are made together and weighed: to go to a square, or to help another piece come to one or keep it.
type order struct {
	piece  movement.PieceID
	kind   string // rules.OrderMove, or a declared kind that helps
	target movement.Square
	helps  movement.PieceID
	item   notation.Item // as written in full
}

func (o *order) moves() bool { return o.kind == rules.OrderMove }

// A weighing finds which of some orders to move are carried out. Each of these depends on others: a square is free if what stands there leaves, a piece
// helps unless it is dislodged. What follows whatever the others do is settled first, from what depends on nothing onwards. Orders that are left wait for
// each other around circles. Of the outcomes that agree with themselves that one counts in which the oldest of their pieces is carried, if there is one,
// of those that in which the next oldest is, and so on: all who follow each other around a ring arrive. If no outcome agrees with itself, or there are too
// many to look at, none of these is carried out.
type weighing struct {
	d      *decision
	orders []order // by age of the pieces
	by     map[movement.PieceID]int
	there  [][]movement.PieceID       // what stands where an order leads
	rivals [][]int                    // the other orders whose pieces would come there
	comers map[movement.PieceID][]int // the orders that lead to where a piece stands

	known   []fate
	guessed []bool
	pass    []int // in which an order has been asked last
	passes  int
	open    bool // an answer has rested on what is not known yet
	left    int64
	guesses int

	strengths map[contest]float64
	cuts      map[movement.PieceID]bool
}

// fate is what is known of an order to move.
type fate uint8

const (
	unknown fate = iota
	arrives      // where pieces share squares: beside whatever stands there
	takes        // the square, where pieces share squares: what stands there and does not leave is dislodged
	stays
)

// contest is a piece that contends for a square against what stands there.
type contest struct {
	piece, victim movement.PieceID
	to            movement.Square
}

// mostWeighed is how many steps of formulas may be taken to weigh the orders of a round: four times what it takes to weigh those of a full board once.
const mostWeighed = 4 * rules.MostWeighing

// mostGuessed is how many guesses are tried to settle orders that wait for each other.
const mostGuessed = 4096

func (d *decision) weighing(orders []order) *weighing {
	slices.SortFunc(orders, func(a, b order) int { return int(a.piece) - int(b.piece) })
	w := &weighing{d: d, orders: orders, by: map[movement.PieceID]int{}, comers: map[movement.PieceID][]int{}, left: mostWeighed}
	w.known, w.guessed, w.pass = make([]fate, len(orders)), make([]bool, len(orders)), make([]int, len(orders))
	w.there, w.rivals = make([][]movement.PieceID, len(orders)), make([][]int, len(orders))
	w.forget()
	for i := range orders {
		w.by[orders[i].piece] = i
		if !orders[i].moves() {
			w.known[i] = stays
			continue
		}
		w.there[i] = standing(d.now.pos, orders[i].piece, orders[i].target)
		for _, there := range w.there[i] {
			w.comers[there] = append(w.comers[there], i)
		}
		for r := range orders {
			if r != i && orders[r].moves() && w.overlap(&orders[i], &orders[r]) {
				w.rivals[i] = append(w.rivals[i], r)
			}
		}
	}
	return w
}

// standing lists the other pieces on the squares that a piece covers once it has come to a square.
func standing(pos *movement.Position, id movement.PieceID, to movement.Square) (list []movement.PieceID) {
	var buf [8]movement.PieceID
	squares := []movement.Square{to}
	switch {
	case to == movement.Off:
		return nil
	case id != movement.NoPiece:
		squares = pos.Covered(id, to)
	}
	for _, sq := range squares {
		for _, there := range pos.AllAt(sq, buf[:0]) {
			if there != id && !slices.Contains(list, there) {
				list = append(list, there)
			}
		}
	}
	return list
}

// overlap reports whether two orders lead to a square in common.
func (w *weighing) overlap(a, b *order) bool {
	pos := w.d.now.pos
	return slices.ContainsFunc(pos.Covered(a.piece, a.target), func(sq movement.Square) bool { return slices.Contains(pos.Covered(b.piece, b.target), sq) })
}

// forget drops what has been worked out under guesses.
func (w *weighing) forget() {
	w.strengths, w.cuts = map[contest]float64{}, map[movement.PieceID]bool{}
}

// solve settles every order.
func (w *weighing) solve() {
	w.settle()
	settled := slices.Clone(w.known)
	if w.search() {
		return
	}
	w.known = settled
	for i, f := range w.known {
		if f == unknown {
			w.known[i] = stays
		}
	}
	w.left = mostWeighed
	w.forget()
}

// settle works out what follows from what is known, until nothing more does.
func (w *weighing) settle() {
	for more := true; more && w.left > 0; {
		more = false
		w.passes++
		for i := range w.orders {
			if w.known[i] == unknown {
				w.carried(i)
				more = more || w.known[i] != unknown
			}
		}
	}
}

// search guesses what is left, and reports whether an outcome agrees with itself.
func (w *weighing) search() bool {
	if w.left <= 0 || w.guesses > mostGuessed {
		return false
	}
	i := slices.Index(w.known, unknown)
	if i < 0 {
		for k := range w.orders {
			if w.guessed[k] {
				if f, known := w.ask(k); !known || f != w.known[k] {
					return false
				}
			}
		}
		return true
	}
	before := slices.Clone(w.known)
	w.guessed[i] = true
	for guess := arrives; guess <= stays; guess++ {
		if guess == takes && !w.d.law().ruleset.Shares() {
			continue
		}
		w.known[i] = guess
		w.guesses++
		w.forget()
		if w.settle(); w.search() {
			return true
		}
		copy(w.known, before)
	}
	w.guessed[i] = false
	w.forget()
	return false
}

// ask works out what becomes of an order, if that is known by now.
func (w *weighing) ask(i int) (f fate, known bool) {
	outer := w.open
	w.open = false
	f = w.fate(i)
	known = !w.open
	w.open = outer
	return f, known
}

// carried reports whether an order is carried out. If that is not known the answer that is being worked out is open.
func (w *weighing) carried(i int) bool {
	if w.known[i] == unknown && w.pass[i] < w.passes && w.left > 0 {
		w.pass[i] = w.passes
		if f, known := w.ask(i); known {
			w.known[i] = f
		}
	}
	if w.known[i] == unknown {
		w.open = true
	}
	return w.known[i] == arrives || w.known[i] == takes
}

// fate works out what becomes of an order to move. It is carried out if there is room beside what stands where it leads and does not leave, and beside those sent
// there that are at least as strong; or if it is stronger than each that stands there and there is room beside those others. Pieces that do not share
// squares leave no room.
func (w *weighing) fate(i int) fate {
	o := &w.orders[i]
	remain, mine, wins := w.against(i)
	if len(remain) > 0 && w.room(i, remain) && w.fits(i, remain, w.strength(o.piece, o.target, movement.NoPiece)) {
		return arrives
	}
	switch {
	case !wins || !w.fits(i, nil, mine):
		return stays
	case len(remain) > 0 && w.d.law().ruleset.Shares():
		return takes
	}
	return arrives
}

// room reports whether a piece may stand with others where its order leads.
func (w *weighing) room(i int, others []movement.PieceID) bool {
	rs, pos := w.d.law().ruleset, w.d.now.pos
	if len(others) == 0 {
		return true
	}
	if !rs.Sharing(pos.TypeOf(w.orders[i].piece)) { // it comes to no square on which another one stands
		return false
	}
	types := make([]movement.TypeID, len(others))
	for k, id := range others {
		types[k] = pos.TypeOf(id)
	}
	return rs.MayStand(pos.TypeOf(w.orders[i].piece), types)
}

// fits reports whether there is room for a piece of a strength beside some others and beside those sent there that are at least as strong.
func (w *weighing) fits(i int, others []movement.PieceID, mine float64) bool {
	outer := w.open
	others = slices.Clone(others)
	for _, r := range w.rivals[i] {
		if w.open = false; w.keepsOut(r) && mine <= w.strength(w.orders[r].piece, w.orders[r].target, movement.NoPiece) {
			if others = append(others, w.orders[r].piece); !w.room(i, others) {
				if w.open = w.open || outer; !w.open {
					return false
				}
			}
		}
		outer = outer || w.open
	}
	w.open = outer
	return w.room(i, others)
}

// against lists what stands where an order leads and does not leave, with the strength of the order against that, and whether it is stronger than each of it.
func (w *weighing) against(i int) (remain []movement.PieceID, mine float64, wins bool) {
	o := &w.orders[i]
	wins = true
	for _, there := range w.there[i] {
		n, stands := w.stands(i, there)
		if !stands {
			continue
		}
		m := w.strength(o.piece, o.target, there)
		if len(remain) == 0 || m < mine {
			mine = m
		}
		remain = append(remain, there)
		wins = wins && m > n
	}
	if len(remain) == 0 {
		mine = w.strength(o.piece, o.target, movement.NoPiece)
		wins = mine > 0
	}
	return remain, mine, wins
}

// stands reports whether a piece that stands where an order leads does not leave, and how strong it is.
func (w *weighing) stands(i int, there movement.PieceID) (strength float64, stands bool) {
	switch j, ordered := w.by[there]; {
	case ordered && w.crosses(i, j):
		return w.strength(there, w.orders[j].target, movement.NoPiece), true
	case ordered && w.carried(j):
		return 0, false
	}
	return w.strength(there, w.d.now.pos.Where(there), movement.NoPiece), true
}

// crosses reports whether two orders lead each to where the other's piece stands.
func (w *weighing) crosses(i, j int) bool {
	return w.orders[i].moves() && w.orders[j].moves() && slices.Contains(w.there[i], w.orders[j].piece) && slices.Contains(w.there[j], w.orders[i].piece)
}

// keepsOut reports whether a piece that would come to a square keeps others out: not if what comes from there dislodges it.
func (w *weighing) keepsOut(r int) bool {
	return !slices.ContainsFunc(w.there[r], func(there movement.PieceID) bool {
		j, ordered := w.by[there]
		return ordered && w.crosses(r, j) && w.carried(j)
	})
}

// dislodged reports whether another piece takes the place of one that does not leave.
func (w *weighing) dislodged(id movement.PieceID) bool {
	if len(w.comers[id]) == 0 {
		return false
	}
	if i, ordered := w.by[id]; ordered && w.carried(i) {
		return false
	}
	return slices.ContainsFunc(w.comers[id], func(i int) bool { return w.carried(i) && (w.known[i] == takes || !w.d.law().ruleset.Shares()) })
}

// cut reports whether a piece that was told to help does not, by the rules.
func (w *weighing) cut(id movement.PieceID) bool {
	f := w.d.law().round.cut
	if f == nil {
		return false
	}
	if yes, ok := w.cuts[id]; ok {
		return yes
	}
	outer := w.open
	w.open = false
	yes := w.eval(f, contest{id, movement.NoPiece, movement.Off}) != 0
	if !w.open {
		w.cuts[id] = yes
	}
	w.open = w.open || outer
	return yes
}

// strength is with how much a piece contends for a square, against what it would dislodge; nobody takes what the rules let it not capture.
func (w *weighing) strength(id movement.PieceID, to movement.Square, victim movement.PieceID) float64 {
	c := contest{id, victim, to}
	if n, ok := w.strengths[c]; ok {
		return n
	}
	if victim != movement.NoPiece && w.spared(id, victim) {
		return 0
	}
	outer := w.open
	w.open = false
	n := w.eval(w.d.law().round.strength, c)
	if !w.open {
		w.strengths[c] = n
	}
	w.open = w.open || outer
	return n
}

// spared reports whether the side of a piece may not capture a royal one, since it has none itself.
func (w *weighing) spared(id, victim movement.PieceID) bool {
	pos, checks := w.d.now.pos, w.d.law().proc.Checks
	return checks != nil && checks.OwnRoyal && w.d.law().ruleset.Royal(pos.TypeOf(victim)) && pos.RoyalOf(pos.Owner(id)) == movement.NoPiece
}

func (w *weighing) eval(f *formula.Formula, c contest) float64 {
	w.left -= f.Cost()
	s := orderScene{w: w}
	s.scene = w.d.sceneOf(w.d.now.pos.Owner(c.piece))
	s.q, s.self, s.to, s.victim = nothingKnown, c.piece, c.to, c.victim
	return f.Eval(&s)
}

// An orderScene answers formulas about orders.
type orderScene struct {
	procedureScene
	w *weighing
}

// Attr implements formula.Things.
func (s *orderScene) Attr(i int, of float64, args []float64) float64 {
	if i < rules.PieceOrdered {
		return s.procedureScene.Attr(i, of, args)
	}
	id := movement.PieceID(of)
	k, ordered := s.w.by[id]
	switch i {
	case rules.PieceDislodged:
		return flag(s.t.pos.Where(id) != movement.Off && s.w.dislodged(id))
	case rules.PieceGoal:
		if !ordered || !s.w.orders[k].moves() {
			return squareThing(s.t.pos.Where(id))
		}
	}
	if !ordered {
		if i == rules.PieceHelps || i == rules.PieceTarget {
			return formula.Absent
		}
		return 0
	}
	o := &s.w.orders[k]
	switch i {
	case rules.PieceOrdered:
		return flag(o.kind == s.text(args[0]))
	case rules.PieceHelps:
		return float64(o.helps)
	case rules.PieceCut:
		return flag(!o.moves() && s.w.cut(id))
	}
	return squareThing(o.target)
}

// outcome lists the orders to move that are carried out, and by whom pieces are dislodged.
func (w *weighing) outcome() (made []*order, dislodged map[movement.PieceID]*order) {
	dislodged = map[movement.PieceID]*order{}
	for i := range w.orders {
		if !w.carried(i) {
			continue
		}
		o := &w.orders[i]
		made = append(made, o)
		if w.known[i] != takes && w.d.law().ruleset.Shares() {
			continue
		}
		for _, there := range w.there[i] {
			if dislodged[there] == nil && w.dislodged(there) {
				dislodged[there] = o
			}
		}
	}
	return made, maps.Clone(dislodged)
}
