package aggregate

import (
	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules/movement"
)

// run judges and executes the atomic plays in order, and what follows at the play's end.
// After a fault it goes on, as far as the rest can still be judged.
func (p *play) run() {
	if len(p.steps) == 0 {
		return // announcements alone, which split has refused
	}
	p.shape()
	several := len(p.steps) > 1
	var checked []bool
	plays := p.d.law().proc.Plays
	several = several && plays != nil && plays.CheckEnds
	if several {
		checked = p.checkedOthers(nil)
	}
	for i := range p.steps {
		before := len(p.d.ruling.Faults)
		p.step(&p.steps[i])
		if len(p.d.ruling.Faults) > before {
			p.failed = true
		}
		if !several || p.failed || i == len(p.steps)-1 {
			continue
		}
		now := p.checkedOthers(nil)
		if side, given := gained(checked, now); given {
			p.early = true
			p.d.note(FactEarlyEnd, p.d.law().citePlay(""), "atomic play %d puts %s in check: the turn ends and the rest is not executed",
				p.steps[i].at, p.d.now.sideName(movement.SideID(side)))
			break
		}
		checked = now
	}
	if !p.failed {
		p.finish()
	}
}

// checkedOthers reports, by side, which other sides are in check on the board as it stands.
func (p *play) checkedOthers(buf []bool) []bool {
	for i := range p.d.state().sides {
		buf = append(buf, !p.d.state().sides[i].gone && movement.SideID(i) != p.side && p.d.now.pos.InCheck(movement.SideID(i)))
	}
	return buf
}

func gained(before, now []bool) (int, bool) {
	for i := range now {
		if now[i] && !before[i] {
			return i, true
		}
	}
	return 0, false
}

func (p *play) step(s *step) {
	switch s.item.Kind {
	case notation.Move:
		p.move(s)
	case notation.Capture:
		p.capture(s)
	case notation.Placement:
		p.place(s)
	case notation.Special:
		p.special(s)
	case notation.Scratch:
		p.scratch(s)
	case notation.Off:
		p.moveOff(s)
	case notation.Pass:
		p.noPromotion(s)
		p.done = append(p.done, notation.Item{Kind: notation.Pass})
		p.d.pass(p.name, p.how)
	case notation.Surrender:
		p.noPromotion(s)
		p.done = append(p.done, notation.Item{Kind: notation.Surrender})
		p.d.surrender(p.name, p.how)
	}
}

// finish does what comes at the end of a play: promotions of the end of the turn, what a
// fallen royal piece brings, excess pieces, and the duty not to be in check oneself.
func (p *play) finish() {
	for i := range p.atEnd {
		p.promote(&p.atEnd[i])
	}
	for _, h := range p.limited {
		p.d.excess(h.side, h.typ)
	}
	if len(p.falls) == 0 {
		p.ownCheck("")
		return
	}
	// Does the captor's own check count before or after the loser's pieces leave?
	pos := p.d.now.pos
	before := pos.InCheck(p.side)
	late := p.d.law().reads("king-capture-sweep", "after")
	decisive := ""
	if late {
		if before {
			p.ownCheck(p.sweepDecides(before))
			return
		}
		p.d.fall(p.falls)
		if pos.InCheck(p.side) {
			p.d.fact(events.Fact{Code: FactRoyalFell, Clause: p.d.law().citeOwnCheck(), Interpretation: p.d.law().used("king-capture-sweep"),
				Message: p.name + " is in check only after the loser's pieces have left, which does not make the play illegal"})
		}
		return
	}
	p.d.fall(p.falls)
	if pos.InCheck(p.side) != before {
		decisive = "king-capture-sweep"
	}
	if before && !pos.InCheck(p.side) {
		p.d.fact(events.Fact{Code: FactRoyalFell, Clause: p.d.law().citeOwnCheck(), Interpretation: p.d.law().used("king-capture-sweep"),
			Message: p.name + " is not in check once the loser's pieces have left"})
	}
	p.ownCheck(decisive)
}

// sweepDecides names the reading if the captor would not be in check had the losers'
// pieces left. The decision is lost by then, so the board may be changed for the question.
func (p *play) sweepDecides(before bool) string {
	by := p.d.now.pos.CheckedBy(p.side, nil)
	squares := p.squaresOf(by)
	pieces := p.d.now.pieceNames(by)
	p.d.fall(p.falls)
	decisive := ""
	if p.d.now.pos.InCheck(p.side) != before {
		decisive = "king-capture-sweep"
	}
	if decisive != "" {
		p.faultOwnCheck(decisive, squares, pieces)
	}
	return decisive
}

// ownCheck refuses a play that leaves its maker in check. Decisive names the entry of the
// register that made the difference, if one did.
func (p *play) ownCheck(decisive string) {
	pos := p.d.now.pos
	in := pos.InCheck(p.side)
	if len(p.promoted) > 0 {
		plain := p.withoutPromotions(func() bool { return pos.InCheck(p.side) })
		if plain != in {
			decisive = "announced-promotion"
		}
		if p.d.law().reads("announced-promotion", "ignored") {
			in = plain
		}
		if plain != in || decisive == "announced-promotion" && !in {
			p.d.fact(events.Fact{Code: FactOwnCheckPromotion, Clause: p.d.law().citeOwnCheck(), Interpretation: p.d.law().used("announced-promotion"),
				Message: "the promotion decides whether " + p.name + " is in check"})
		}
	}
	if !in {
		return
	}
	by := pos.CheckedBy(p.side, nil)
	if decisive == "" {
		types := make([]movement.TypeID, len(by))
		for i, id := range by {
			types[i] = pos.TypeOf(id)
		}
		l := p.d.law()
		decisive = p.decisive(append(l.readingsOf(types...), l.usedOf("attack-pins")...), func(pos *movement.Position) bool {
			return !pos.InCheck(p.side)
		})
	}
	p.faultOwnCheck(decisive, p.squaresOf(by), p.d.now.pieceNames(by))
}

func (p *play) faultOwnCheck(decisive string, squares, pieces []string) {
	for _, f := range p.d.ruling.Faults {
		if f.Code == FaultOwnCheck {
			return
		}
	}
	message := "the play leaves " + p.name + " in check"
	if len(pieces) > 0 {
		message += " by " + listed(pieces)
	}
	p.d.fault(events.Fault{
		Code: FaultOwnCheck, Clause: p.d.law().citeOwnCheck(), Message: message,
		Interpretation: p.d.law().used(decisive), Squares: squares, Pieces: pieces,
	})
}

func (p *play) squaresOf(ids []movement.PieceID) []string {
	squares := make([]string, len(ids))
	for i, id := range ids {
		squares[i] = p.d.now.squareOf(id)
	}
	return squares
}
