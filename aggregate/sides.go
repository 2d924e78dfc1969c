package aggregate

import (
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/rules"
)

// Swingerships come and go, change hands and become Warm; and the game starts (1230.2 §2, §3).

// createSide brings a swingership into the game: its given pieces, its right to choose
// others, and the bottom place of the play list (1230.2 §2.B–C, §3.F).
func createSide(d *decision, in events.SwingershipCreated) {
	d.ruling.Side = in.Side
	if !d.opened() {
		return
	}
	if strings.TrimSpace(in.Side) == "" {
		d.refuse(FaultName, "", "a swingership has a name")
	}
	if _, ok := d.state().Side(in.Side); ok {
		d.refuse(FaultSideExists, "", "a side is called %q already", in.Side)
	}
	d.player(in.Player)
	if in.NAP && in.Party {
		d.refuse(FaultNAP, "", "the NAP Swinger's is no Party Swingership")
	}
	for s := range d.state().Sides() {
		if in.NAP && s.NAP {
			d.refuse(FaultNAP, "", "%s is the NAP Swinger's already", s.Name)
		}
	}
	entered := d.law().answers(rules.OnEnters)
	if (entered || d.state().Started()) && !d.needBoard() || d.faulty() {
		return
	}
	b := basisOf(nil, d.law().citeMoment(rules.OnEnters))
	d.rests = b
	d.emit(b, events.SideEntered(in))
	d.occasion(rules.OnEnters, in.Side)
	if !d.state().Started() {
		return
	}
	order := append(slices.Clone(d.state().PlayList()), in.Side)
	d.emit(basisOf(nil, d.law().citeList(func(p *rules.PlayList) string { return p.CiteEnter })), events.PlayListChanged{Order: order})
	d.afterwards()
}

// destroySide takes a swingership and its pieces out of the game (1230.2 §3.E).
func destroySide(d *decision, in events.SwingershipDestroyed) {
	d.ruling.Side = in.Side
	if !d.opened() {
		return
	}
	d.known(in.Side)
	if !d.boardIfBegun() || d.faulty() {
		return
	}
	b := basisOf(nil, d.law().citeList(func(p *rules.PlayList) string { return p.CiteLeave }))
	d.rests = b
	for _, id := range d.idsOf(in.Side) {
		d.emit(b, events.PieceDestroyed{Piece: id, Why: WhyLeft})
	}
	d.emit(b, events.SideLeft(in))
	if i := slices.Index(d.state().PlayList(), in.Side); i >= 0 {
		d.emit(b, events.PlayListChanged{Order: slices.Delete(slices.Clone(d.state().PlayList()), i, i+1)})
	}
	d.afterwards()
}

// idsOf returns the ids of a side's pieces in the order of creation.
func (d *decision) idsOf(side string) []string {
	var ids []string
	for pc := range d.state().PiecesOf(side) {
		ids = append(ids, pc.ID)
	}
	return ids
}

// changeSwinger hands a swingership to another player, with its pieces and rights.
func changeSwinger(d *decision, in events.SwingerChanged) {
	d.ruling.Side = in.Side
	if !d.opened() {
		return
	}
	s, ok := d.known(in.Side)
	_, there := d.player(in.Player)
	if ok && there && s.Player == in.Player {
		d.refuse(FaultNoChange, "", "%s is the Swinger of %s already", in.Player, in.Side)
	}
	if !d.boardIfBegun() || d.faulty() {
		return
	}
	d.emit(nil, events.SideHeld(in))
	d.afterwards()
}

// changeWarmth records that a swingership is Warm or is no longer. A turn that has begun
// stays as it began (1230.2 §4.B).
func changeWarmth(d *decision, in events.WarmthChanged) {
	d.ruling.Side = in.Side
	if !d.opened() {
		return
	}
	if s, ok := d.known(in.Side); ok && s.Warm == in.Warm {
		d.refuse(FaultNoChange, d.law().citeWarmth(), "%s is recorded so already", in.Side)
	}
	if !d.boardIfBegun() || d.faulty() {
		return
	}
	d.rests = basisOf(nil, d.law().citeWarmth())
	d.emit(d.rests, events.SideWarmed(in))
	d.keepTurn()
}

// startGame draws the first play list: the NAP Swinger on top, the others as the lot has
// it (1230.2 §3.A).
func startGame(d *decision, _ events.GameStarted) {
	if !d.opened() {
		return
	}
	d.manned()
	l := d.law()
	if d.state().Started() {
		d.refuse(FaultStarted, l.citeTurn(), "the game has started already")
	}
	var order, others []string
	for s := range d.state().Sides() {
		if s.NAP {
			order = append(order, s.Name)
		} else {
			others = append(others, s.Name)
		}
	}
	if len(order)+len(others) == 0 {
		d.refuse(FaultNoSides, l.citeTurn(), "there is no side to play")
	}
	if !d.needBoard() || d.faulty() {
		return
	}
	b := basisOf(nil, d.law().citeList(func(p *rules.PlayList) string { return p.CiteStart }))
	d.rests = b
	if len(others) > 1 {
		others = d.draw(b, LotStart, others, len(others))
	}
	d.emit(b, events.PlayListChanged{Order: append(order, others...)})
	d.emit(b, events.StartDone{})
	d.beginCalendar()
	d.settle("", true)
	d.beginTurn()
}
