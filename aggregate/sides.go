package aggregate

import (
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/rules"
)

// Sides come and go, change hands and attributes; and the game starts.

// createSide brings a side into the game: its given pieces, its right to choose others, and the
// bottom place of the order.
func createSide(d *decision, in events.SideCreated) {
	d.ruling.Side = in.Side
	if !d.opened() {
		return
	}
	if strings.TrimSpace(in.Side) == "" {
		d.refuse(FaultName, "", "a side needs a name")
	}
	if _, ok := d.state().Side(in.Side); ok {
		d.refuse(FaultSideExists, "", "side %q already exists", in.Side)
	}
	d.player(in.Player)
	for i, name := range in.Attributes {
		if a := d.attribute(name); a != nil {
			d.mayHave(in.Side, a, in.Attributes[:i])
		}
	}
	entered := d.law().answers(rules.OnEnters)
	if (entered || d.state().Started()) && !d.needBoard() || d.faulty() {
		return
	}
	b := basisOf(nil, d.law().citeMoment(rules.OnEnters))
	d.rests = b
	d.enter(b, events.SideEntered(in))
	d.afterwards()
}

// enter brings a side in, at the bottom of the order.
func (d *decision) enter(b *events.Basis, p events.SideEntered) {
	d.heirless(b, p.Side)
	d.emit(b, p)
	d.occasion(rules.OnEnters, p.Side)
	if d.seat(); d.state().Started() && len(d.state().benches) == 0 {
		order := append(slices.Clone(d.state().Order()), p.Side)
		d.emit(basisOf(nil, d.law().citeOrder(func(o *rules.Order) string { return o.CiteEnter })), events.OrderChanged{Order: order})
	}
}

// heirless lets go what a side that has left had of assets that sides hold, where another one of its name comes: it is a new one.
func (d *decision) heirless(b *events.Basis, name string) {
	s := d.state()
	if !slices.ContainsFunc(s.sides, func(o side) bool { return o.gone && o.name == name }) {
		return
	}
	for _, x := range slices.Clone(s.balances) {
		ofSides := slices.ContainsFunc(d.law().assets, func(a rules.Asset) bool { return a.Name == x.asset && a.Of == "side" })
		if x.account == name && ofSides && x.amount != 0 {
			d.emit(b, events.AssetChanged{Account: name, Asset: x.asset, Change: -x.amount, Why: events.WhyRule})
		}
	}
}

// enters brings a side in by an effect, unless there is one of that name.
func (d *decision) enters(e sideEffect) {
	if _, known := d.state().Player(e.holder); !known || d.plays(e.Enter) || d.state().Over() {
		return
	}
	d.enter(e.basis, events.SideEntered{Side: e.Enter, Player: e.holder, Attributes: e.Having})
}

// departs lets the sides leave that an effect says, each name once after an entry, and reports whether one has.
func (d *decision) departs() (any bool) {
	for i := 0; i < len(d.leaving); i++ { // more may come to be by one
		e := d.leaving[i]
		if slices.Contains(d.departed, e.side) || !d.plays(e.side) || d.state().Over() || !d.hasBoard() {
			continue
		}
		d.departed = append(d.departed, e.side)
		d.leave(e.basis, e.side)
		any = true
	}
	d.leaving = nil
	if any && d.state().Started() {
		d.beyond()
		d.ended("")
		d.settle("", false)
	}
	return any
}

// destroySide takes a side and its pieces out of the game.
func destroySide(d *decision, in events.SideRemoved) {
	d.ruling.Side = in.Side
	if !d.opened() {
		return
	}
	d.known(in.Side)
	if !d.boardIfBegun() || d.faulty() {
		return
	}
	b := basisOf(nil, d.law().citeOrder(func(p *rules.Order) string { return p.CiteLeave }))
	d.rests = b
	d.leave(b, in.Side)
	d.afterwards()
}

// leave takes a side out of the order and, with its pieces, out of the game.
func (d *decision) leave(b *events.Basis, side string) {
	d.occasion(rules.OnLeaves, side)
	for _, id := range d.idsOf(side) {
		d.emit(b, events.PieceDestroyed{Piece: id, Why: events.WhyLeft})
	}
	d.emit(b, events.SideLeft{Side: side})
	if d.seat(); len(d.state().benches) > 0 {
		return
	}
	if i := slices.Index(d.state().Order(), side); i >= 0 {
		d.emit(b, events.OrderChanged{Order: slices.Delete(slices.Clone(d.state().Order()), i, i+1)})
	}
}

// idsOf returns the ids of a side's pieces in the order of creation.
func (d *decision) idsOf(side string) []string {
	var ids []string
	for pc := range d.state().PiecesOf(side) {
		ids = append(ids, pc.ID)
	}
	return ids
}

// transferSide hands a side to another player, with its pieces and rights.
func transferSide(d *decision, in events.SideTransferred) {
	d.ruling.Side = in.Side
	if !d.opened() {
		return
	}
	s, ok := d.known(in.Side)
	_, there := d.player(in.Player)
	if ok && there && s.Player == in.Player {
		d.refuse(FaultNoChange, "", "%s holds %s already", in.Player, in.Side)
	}
	if !d.boardIfBegun() || d.faulty() {
		return
	}
	d.emit(nil, events.SideHeld(in))
	d.afterwards()
}

// changeAttribute records that an attribute is true of a side from here on, or is no longer. A turn
// that has begun stays as it began.
func changeAttribute(d *decision, in events.AttributeChanged) {
	d.ruling.Side = in.Side
	if !d.opened() {
		return
	}
	a := d.attribute(in.Attribute)
	side, ok := d.known(in.Side)
	if a == nil {
		return
	}
	clause := d.law().citeAttribute(a)
	switch {
	case ok && side.Has(in.Attribute) == in.On:
		d.refuse(FaultNoChange, clause, "%s is recorded that way already", in.Side)
	case ok && in.On:
		d.mayHave(in.Side, a, side.Attributes)
	}
	if !d.boardIfBegun() || d.faulty() {
		return
	}
	d.rests = basisOf(nil, clause)
	d.emit(d.rests, events.SideAttributeSet(in))
	d.keepTurn()
}

// attribute asks for an attribute that the rules declare. Where they declare none, whatever is recorded
// is one by the name that it has there.
func (d *decision) attribute(name string) *rules.Attribute {
	p := d.law().proc
	a := p.Attribute(name)
	if a == nil && len(p.Attributes) == 0 {
		return &rules.Attribute{Name: name}
	}
	if a == nil {
		var names []string
		for i := range p.Attributes {
			names = append(names, p.Attributes[i].Name)
		}
		d.refuse(FaultNoRule, "", "no rule in force declares an attribute %q of sides%s", name, meant(name, names))
	}
	return a
}

// mayHave refuses an attribute to a side that has one which excludes it, and where enough others have it.
func (d *decision) mayHave(side string, a *rules.Attribute, have []string) {
	clause := d.law().citeAttribute(a)
	for _, name := range have {
		other := d.law().proc.Attribute(name)
		if slices.Contains(a.Except, name) || other != nil && slices.Contains(other.Except, a.Name) {
			d.refuse(FaultAttribute, clause, "no side can be both %s and %s", d.law().word(name), a.Called())
		}
	}
	var holders []string
	for s := range d.state().Sides() {
		if s.Has(a.Name) && s.Name != side {
			holders = append(holders, s.Name)
		}
	}
	if a.Most > 0 && len(holders) >= a.Most {
		d.refuse(FaultAttribute, clause, "%s is %s already", listed(holders), a.Called())
	}
}

// citeAttribute names the clause about an attribute: that of its declaration, or of what it brings.
func (l *law) citeAttribute(a *rules.Attribute) string {
	if auto := l.proc.Automatic; auto != nil && auto.Who == a.Name {
		return l.citeAutomatic()
	}
	return a.Clause()
}

// word is what people read of an attribute.
func (l *law) word(attribute string) string {
	if a := l.proc.Attribute(attribute); a != nil {
		return a.Called()
	}
	return attribute
}

// mayStart refuses to start what has started; it is false where there is no game.
func (d *decision) mayStart() bool {
	if !d.opened() {
		return false
	}
	if d.state().Started() {
		d.refuse(FaultStarted, d.law().citeTurn(), "the game has started already")
	}
	return true
}

// startGame makes the first order: on top whom the rules name, the others as the lot has it.
func startGame(d *decision, _ events.GameStarted) {
	if !d.mayStart() {
		return
	}
	d.manned()
	l := d.law()
	order, others := l.firstOrder(d.state())
	if len(order)+len(others) == 0 {
		d.refuse(FaultNoSides, l.citeTurn(), "there is no side to play")
	}
	if !d.needBoard() || d.faulty() {
		return
	}
	b := basisOf(nil, l.citeOrder(func(p *rules.Order) string { return p.CiteStart }))
	d.rests = b
	if len(others) > 1 {
		others = d.draw(b, l.lotPrefix()+":"+LotStart, others, len(others))
	}
	d.emit(b, events.OrderChanged{Order: append(order, others...)})
	d.emit(b, events.StartDone{})
	d.openFirst()
	d.beginCalendar()
	d.settle("", true)
	d.firstTurn()
}

// firstTurn gives the turn to the top of the order, unless a stage without turns opens the game.
func (d *decision) firstTurn() {
	if d.state().free() {
		return
	}
	if d.seat(); len(d.state().benches) > 0 {
		d.openTables()
		return
	}
	d.beginTurn()
}

// firstOrder returns the sides that the rules put first, and the others, among whom a lot decides.
func (l *law) firstOrder(s *State) (order, others []string) {
	o := l.proc.Order
	if o == nil {
		o = new(rules.Order)
	}
	for _, name := range o.Sides {
		if _, ok := s.Side(name); ok {
			order = append(order, name)
		}
	}
	for side := range s.Sides() {
		switch {
		case slices.Contains(order, side.Name):
		case side.Has(o.First):
			order = append(order, side.Name)
		default:
			others = append(others, side.Name)
		}
	}
	if o.By == rules.OrderFixed && len(o.Sides) == 0 {
		return append(order, others...), nil
	}
	return order, others
}
