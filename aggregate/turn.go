package aggregate

import (
	"cmp"
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// What follows a play: the end of the turn, what every side weighs, who is in check, the
// order of play and whose turn it is.

// endPlay closes the play of a side: it goes down the order, the board is posted and
// the next turn begins. Early says that a check to another side cut the play short.
func (d *decision) endPlay(side, how string, early bool) {
	if d.timeless != side {
		d.spend(side)
	}
	d.timeless = ""
	ended := events.PlayEnded{Side: side, How: how, Early: early, At: d.playedAt(how), Play: d.made, Checks: d.checksGiven(side)}
	d.made = ""
	ended.Checking = d.checksInRow(side, ended.Checks)
	ended.Steps = d.steps(side)
	if how == HowDefault {
		if s, ok := d.state().Side(side); ok {
			ended.Defaults = s.Defaults + 1
			if d.replaced && d.law().reads("substituted-default", "ignored") {
				ended.Defaults = s.Defaults
			}
		}
		if limit, ok := d.state().Limit(); ok && d.in.unnoticed() {
			ended.Expired = &limit.Expires
		}
	}
	d.emit(d.law().end, ended)
	// Before Weights are posted, since each of these may change the board: first who has
	// got an attribute by default plays, who then takes no part in what follows; a hand won comes last,
	// since it clears the board.
	d.occasion("turn-ends", side)
	d.sendAway()
	d.notePlay()
	d.beyond()
	if d.resigned != nil {
		d.endWith(d.resigned, side)
	} else {
		d.ended(side)
	}
	if how == HowSpur && d.says(d.law().spurTakes) {
		side = d.state().ToPlay() // as if it had played
		d.spend(side)
	} else if how == HowNotified || how == HowSpur {
		// It was nobody's turn that ended.
		d.settle("", true)
		d.keepTurn()
		return
	}
	d.settle(side, true)
	if d.state().Over() {
		d.emit(d.law().turn, events.TurnBegan{})
		return
	}
	free := d.state().free()
	if d.untilMet(); !free {
		d.beginTurn()
	}
}

// promise keeps who plays next for the end of the turn, if no turn has ended since a rule let that side.
func (d *decision) promise() {
	if d.playsNext != "" && d.state().started && d.playsNext != d.state().promised {
		d.emit(d.nextBy, events.TurnPromised{Side: d.playsNext})
	}
}

// stillPromised keeps a promise where a round is given up: no turn has ended by that.
func (d *decision) stillPromised() {
	if p := d.state().promised; p != "" && d.playsNext == "" {
		d.playsNext, d.nextBy = p, basisOf(nil, d.law().citeTogether())
	}
}

// settle posts what the board has become: Weights (always after a play, else if they
// changed), the sides in check, and the order that follows. Mover is the side whose
// turn is over, "" if none is.
func (d *decision) settle(mover string, posted bool) {
	before := d.state().checks
	d.post(posted)
	checks := d.state().checks
	if !d.state().started || d.state().free() || d.law().citeTurn() == "" {
		return
	}
	if mover == "" && !d.anew && (len(d.state().benches) > 0 || sameChecks(before, checks)) {
		return // at several tables who is up is asked where a turn ends
	}
	order := d.rotate(mover, before)
	if mover != "" || d.anew {
		order = toTop(order, slices.Index(order, firstOf(d.playsNext, d.state().promised)))
		d.playsNext = ""
	}
	if !slices.Equal(order, d.state().order) {
		d.emit(d.law().orderly, events.OrderChanged{Order: order})
	}
}

// post posts Weights, if they have changed or in any case, and the sides in check.
func (d *decision) post(posted bool) {
	weights := d.now.posted()
	if d.law().proc.Weights == nil {
		weights, posted = nil, false // no rule says what anybody weighs
	}
	if posted || !slices.Equal(weights, d.state().weights) {
		d.emit(d.law().bases.weights, events.WeightsPosted{Weights: weights})
	}
	if checks := d.checksNow(); !sameChecks(d.state().checks, checks) {
		d.emit(d.law().bases.checks, events.ChecksChanged{Checks: checks})
	}
}

// stopped reports whether the game is over, in which it is nobody's turn.
func (d *decision) stopped() bool {
	if !d.state().Over() {
		return false
	}
	if d.state().ToPlay() != "" {
		d.nobodysTurn()
	}
	d.closeTables()
	return true
}

// beginTurn gives the turn to the top of the order.
func (d *decision) beginTurn() {
	if d.stopped() {
		return
	}
	if d.law().citeTurn() == "" {
		return
	}
	d.anew = false
	if len(d.leaving) > 0 && d.departs() && d.stopped() {
		return
	}
	if len(d.state().order) == 0 || d.beginRound() {
		return
	}
	var skipped []string
	if d.next() == d.state().order[0] {
		skipped = d.skip() // before the turn has begun, since it changes the order
	}
	d.emit(d.law().turn, events.TurnBegan{Side: d.next(), Skipped: skipped, Position: d.position(d.next())})
	d.occasion("turn-starts", d.state().toPlay)
	d.automatic() // once the turn has begun, since it may end it and begin the next
}

// reverts reports whether a side keeps its place in the order when it plays out of turn. Then the order stays as it is, and the turn
// alone goes to that side.
func (d *decision) reverts(side string) bool {
	p, f := d.law().proc.Order, d.law().reverts
	return p != nil && p.Up != "" && (p.AfterAnswer == "revert" || f != nil && d.asked(f, new(quantities), d.sideID(side)) != 0)
}

// next returns whose turn it is by the order, which is not empty: that of the side on top,
// unless the rules let one that is up play before it and keep its place.
func (d *decision) next() string {
	list := d.state().order
	if !d.up(list[0]) {
		for _, side := range list {
			if d.up(side) && d.reverts(side) {
				return side
			}
		}
	}
	return list[0]
}

// up reports whether the rules put a side before the others as things stand.
func (d *decision) up(side string) bool {
	p := d.law().proc.Order
	switch {
	case p == nil || p.Up == "":
		return false
	case p.Up == rules.UpInCheck: // as was posted
		return d.state().InCheck(side)
	}
	return d.law().up != nil && d.asked(d.law().up, new(quantities), d.sideID(side)) != 0
}

// rotate returns the order after a turn of mover ("" for none). Before are the checks
// that stood until now.
func (d *decision) rotate(mover string, before []events.Check) []string {
	list := slices.Clone(d.state().order)
	p := d.law().proc.Order
	switch {
	case p == nil:
		return toBottom(list, mover)
	case p.By == rules.OrderFormula:
		return d.upFirst(d.ranked(toBottom(list, mover)))
	case p.Up == "":
		return toBottom(list, mover)
	}
	kept := len(list) > 0 && list[0] != mover && d.reverts(mover) // it has played out of turn
	if kept || !d.law().reads("list-rotation", "literal") {
		if !kept {
			list = toBottom(list, mover)
		}
		return d.upFirst(list)
	}
	// Literally a name moves up when its side is checked, while the turn still runs; and
	// when the turn is over whoever is on top then goes down.
	for _, c := range d.state().checks {
		if !slices.ContainsFunc(before, func(o events.Check) bool { return o.Side == c.Side }) {
			list = d.upFirst(list)
			break
		}
	}
	if mover != "" && len(list) > 0 {
		list = toBottom(list, list[0])
	}
	return list
}

func toBottom(list []string, name string) []string {
	i := slices.Index(list, name)
	if i < 0 {
		return list
	}
	return append(slices.Delete(list, i, i+1), name)
}

// ranked orders sides by the formula of the rules, the least first; equals stay as they stand.
func (d *decision) ranked(list []string) []string {
	f := d.law().rank
	if f == nil {
		return list
	}
	ranks := make(map[string]float64, len(list))
	for _, side := range list {
		ranks[side] = d.asked(f, new(quantities), d.sideID(side))
	}
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(ranks[a], ranks[b]) })
	return list
}

// upFirst moves the sides that are up above the others, but for those that keep their places when they play; otherwise the order is kept.
func (d *decision) upFirst(list []string) []string {
	if !slices.ContainsFunc(list, d.up) {
		return list
	}
	both := make([]string, 2*len(list))
	up, rest := both[:0:len(list)], both[len(list):len(list)]
	byFormula := d.law().proc.Order.By == rules.OrderFormula // which sorts whoever has played anew
	for _, s := range list {
		if d.up(s) && (byFormula || !d.reverts(s)) {
			up = append(up, s)
		} else {
			rest = append(rest, s)
		}
	}
	return append(up, rest...)
}

// lotPrefix begins the identity of lots about the order.
func (l *law) lotPrefix() string {
	if p := l.proc.Order; p != nil && p.Lot != "" {
		return p.Lot
	}
	return "order"
}

// calledOrder is what people read of the order.
func (l *law) calledOrder() string { return strings.ReplaceAll(l.lotPrefix(), "-", " ") }

// posted returns every side's Weight in the order of creation.
func (t *table) posted() []events.Weight {
	weights := t.weights()
	list := make([]events.Weight, 0, len(t.state.sides))
	for i := range t.state.sides {
		if sd := &t.state.sides[i]; !sd.gone {
			list = append(list, events.Weight{Side: sd.name, Weight: weights.Weight(movement.SideID(i))})
		}
	}
	return list
}

// checksNow returns the sides in check on the board as it stands, in the order of their
// creation, with the pieces that give it in the order of theirs.
func (d *decision) checksNow() []events.Check {
	var list []events.Check
	var buf [8]movement.PieceID
	for i := range d.state().sides {
		if d.state().sides[i].gone {
			continue
		}
		by := d.now.checkedBy(movement.SideID(i), buf[:0])
		if len(by) > 0 {
			list = append(list, events.Check{Side: d.state().sides[i].name, By: d.now.pieceNames(by)})
		}
	}
	return list
}

// inCheck reports whether a side is in check.
func (t *table) inCheck(s movement.SideID) bool {
	switch {
	case t.analysed:
		return t.an.InCheck(s)
	case t.weighed != 0 && t.weighed == t.scales.times:
		return t.scales.InCheck(t.pos, s)
	}
	return t.pos.InCheck(s)
}

// checkedBy returns the pieces that give check to a side.
func (t *table) checkedBy(s movement.SideID, buf []movement.PieceID) []movement.PieceID {
	switch {
	case t.analysed:
		return append(buf, t.an.CheckedBy(s)...)
	case t.weighed != 0 && t.weighed == t.scales.times:
		return t.scales.CheckedBy(t.pos, s, buf)
	}
	return t.pos.CheckedBy(s, buf)
}

func (t *table) pieceNames(ids []movement.PieceID) []string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = t.pieceName(id)
	}
	return names
}

func sameChecks(a, b []events.Check) bool {
	return slices.EqualFunc(a, b, func(x, y events.Check) bool {
		return x.Side == y.Side && slices.Equal(x.By, y.By)
	})
}
