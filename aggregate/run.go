package aggregate

import (
	"fmt"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// run judges and executes the atomic plays in order, and what follows at the play's end.
// After a fault it goes on, as far as the rest can still be judged.
func (p *play) run() {
	if len(p.steps) == 0 {
		return // announcements alone, which split has refused
	}
	if p.owesPower() {
		p.failed = true
		return
	}
	if p.ordering() {
		p.orders()
		return
	}
	if p.d.law().whole && p.whole() {
		p.turn()
		return
	}
	p.cast = p.casts()
	p.shape()
	p.shaped()
	several := len(p.steps) > 1
	plays := p.d.law().proc.Plays
	several = several && plays != nil && plays.CheckEnds
	if several {
		p.checked = p.checkedOthers(p.checkBuf[0][:0])
	}
	for i := range p.steps {
		before, done := len(p.d.ruling.Faults), len(p.done)
		p.atomic(&p.steps[i])
		p.between = nil
		p.step(&p.steps[i])
		if p.foiled {
			p.doing = nil
			p.d.now.pos.Unchoose()
			break
		}
		made := p.doing
		p.acted()
		if len(p.d.ruling.Faults) == before {
			p.choosesWith(&p.steps[i], made)
		}
		p.d.now.pos.Unchoose()
		if len(p.d.ruling.Faults) > before && !(p.d.order.stands() && len(p.done) > done) {
			p.failed = true
		}
		if !several || p.failed || i == len(p.steps)-1 {
			continue
		}
		if p.endsEarly(&p.steps[i]) {
			break
		}
	}
	if !p.failed {
		if !p.foiled {
			p.goesOn()
		}
		p.finish()
	}
}

// endsEarly reports whether an atomic play of several has put another side in check, which
// ends the turn. Whether a promotion announced with it can do so is a reading.
func (p *play) endsEarly(s *step) bool {
	l := p.d.law()
	now := p.checkedOthers(p.checkBuf[1][:0])
	side, given := gained(p.checked, now)
	entry := ""
	if p.between != nil {
		if _, without := gained(p.checked, p.between); without != given {
			entry = "check-by-promotion"
		}
	}
	p.checked = append(p.checked[:0], now...)
	switch {
	case !given:
		return false
	case entry != "" && l.reads(entry, "goes-on"):
		p.d.fact(events.Fact{Code: FactPromotionCheck, Clause: l.citePlays(), Interpretation: l.used(entry),
			Message: fmt.Sprintf("a promotion after atomic play %d puts %s in check: the play goes on", s.at, p.d.now.sideName(movement.SideID(side)))})
		return false
	}
	p.early = true
	p.d.fact(events.Fact{Code: FactEarlyEnd, Clause: l.citePlays(), Interpretation: l.used(entry),
		Message: fmt.Sprintf("atomic play %d puts %s in check: the turn ends and the rest is not executed", s.at, p.d.now.sideName(movement.SideID(side)))})
	return true
}

// checkedOthers reports, by side, which other sides are in check on the board as it stands.
func (p *play) checkedOthers(buf []bool) []bool {
	for i := range p.d.state().sides {
		buf = append(buf, !p.d.state().sides[i].gone && movement.SideID(i) != p.side && p.d.now.inCheck(movement.SideID(i)))
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
	if !p.isAct(s) {
		return
	}
	switch s.item.Kind {
	case notation.Move:
		p.move(s)
	case notation.Capture:
		p.capture(s)
	case notation.Placement:
		p.place(s)
	case notation.Exit:
		p.exit(s)
	case notation.Off:
		p.moveOff(s)
	case notation.Action:
		p.action(s)
	case notation.Promotion:
		p.stay(s)
	case notation.Close:
		p.fault(s, FaultNoRule, "", nil, nil, "no rule in force lets a side close a square without an act before it")
	case notation.Choice:
		p.fault(s, FaultNoRule, "", nil, nil, "no rule in force lets a side choose %q here", s.item.Name)
	case notation.Destroy:
		p.fault(s, FaultNoRule, "", nil, nil, "no rule in force lets a side destroy a piece without an act before it")
	case notation.Pass:
		p.noPromotion(s)
		p.mayPass(s)
		p.act(s, rules.ActPass, movement.NoPiece, movement.Off, nil)
		p.done = append(p.done, notation.Item{Kind: notation.Pass})
		p.d.pass(p.name, p.how)
	case notation.Surrender:
		p.noPromotion(s)
		p.act(s, rules.ActSurrender, movement.NoPiece, movement.Off, nil)
		p.done = append(p.done, notation.Item{Kind: notation.Surrender})
		if !p.d.resigns(p.name, p.how) {
			p.provided(s)
			p.d.surrender(p.name, p.how)
		}
	default:
		p.declared(s)
	}
}

// provided refuses a Pass or Surrender of which no rule in force speaks.
func (p *play) provided(s *step) {
	if p.d.law().proc.Plays == nil {
		p.fault(s, FaultNoRule, "", nil, nil, "no rule in force provides for a %s", kindWords[s.item.Kind])
	}
}

// mayPass refuses a Pass that the rules do not allow: the section passing says when a side may, without it the section plays.
func (p *play) mayPass(s *step) {
	l := p.d.law()
	if l.proc.Passing == nil {
		p.provided(s)
		return
	}
	if p.how != HowSubmitted || l.passing == nil {
		return
	}
	if a := p.noAct(); !l.passing.Holds(p.scene(&a)) {
		p.fault(s, FaultNoRule, l.cite("passing", l.proc.Passing.Cite), nil, nil, "%s may pass only while this holds: %s", p.name, l.passing)
	}
}

// finish does what comes at the end of a play: promotions of the end of the turn, excess
// pieces, what a fallen royal piece brings, and the duty not to be in check oneself. Whether
// that duty looks at the board before or after a loser's pieces have left is a reading.
func (p *play) finish() {
	p.judged()
	p.fates()
}

func (p *play) judged() {
	p.d.stage(StageEnd, 0)
	for i := range p.atEnd {
		p.promote(&p.atEnd[i])
	}
	for _, h := range p.limited {
		p.d.excess(h.side, h.typ)
	}
	if p.how == HowSubmitted && !p.foiled {
		p.d.limited()
	}
	p.d.beyond()
	if p.foiled { // it was judged as if it had succeeded
		if len(p.falls) > 0 {
			p.d.fall(p.falls)
		}
		return
	}
	if len(p.falls) == 0 {
		p.ownCheck(p.exposed())
		return
	}
	before := p.exposed()
	p.d.fall(p.falls)
	after := p.exposed()
	judged := after
	if p.d.law().reads("king-capture-sweep", "after") {
		judged = before
	}
	if before.in != after.in {
		judged.entry = "king-capture-sweep"
		if !judged.in {
			p.d.fact(events.Fact{
				Code: FactOwnCheckSweep, Clause: p.d.law().citeOwnCheck(), Interpretation: p.d.law().used(judged.entry),
				Message: "the removal of the loser's pieces decides whether " + p.name + " is in check",
			})
		}
	}
	p.ownCheck(judged)
}

// exposure is whether the maker of a play is in check on some board, by what, and which
// entry of the register made the difference, if one did.
type exposure struct {
	in      bool
	entry   string
	by      []string
	squares []string
}

// exposed asks whether the maker of the play is in check on the board as it stands.
// Whether the promotions of this play count is a reading.
func (p *play) exposed() exposure {
	if p.d.resigned == nil { // else nobody asks
		p.d.stage(StageCheck, 0)
	}
	pos := p.d.now.pos
	e := exposure{in: p.inCheck()}
	if len(p.promoted) > 0 {
		plain := p.withoutPromotions(func() bool { return pos.InCheck(p.side) })
		if plain != e.in {
			e.entry = "announced-promotion"
		}
		if p.d.law().reads("announced-promotion", "ignored") {
			e.in = plain
		}
	}
	if !e.in {
		return e
	}
	by := pos.CheckedBy(p.side, nil)
	e.by, e.squares = p.d.now.pieceNames(by), p.squaresOf(by)
	if e.entry == "" {
		types := make([]movement.TypeID, len(by))
		for i, id := range by {
			types[i] = pos.TypeOf(id)
		}
		l := p.d.law()
		e.entry = p.decisive(append(l.readingsOf(types...), l.usedOf("attack-pins")...), func(pos *movement.Position) bool {
			return !pos.InCheck(p.side)
		})
	}
	return e
}

// inCheck reports whether the maker of the play is in check on the board as it stands. Where the play is likely to end on that board it is weighed
// for that, as it will be when the play has ended.
func (p *play) inCheck() bool {
	if len(p.steps) == 1 && len(p.promoted)+len(p.falls) == 0 && !p.d.faulty() {
		p.d.now.weights()
	}
	return p.d.now.inCheck(p.side)
}

// ownCheck refuses a play that leaves its maker in check, as `checks` says.
func (p *play) ownCheck(e exposure) {
	l := p.d.law()
	if p.d.together || p.d.resigned != nil {
		return // it was asked of the play alone, or the game is over
	}
	if e.in && p.isPass() && p.d.passesInCheck(p.side) {
		p.passedInCheck()
		return
	}
	if !e.in {
		if e.entry == "announced-promotion" {
			p.d.fact(events.Fact{
				Code: FactOwnCheckPromotion, Clause: l.citeOwnCheck(), Interpretation: l.used(e.entry),
				Message: "the promotion decides whether " + p.name + " is in check",
			})
		}
		return
	}
	message := "the play leaves " + p.name + " in check"
	if len(e.by) > 0 {
		message += " by " + listed(e.by)
	}
	p.d.fault(events.Fault{
		Code: FaultOwnCheck, Clause: l.citeOwnCheck(), Message: message,
		Interpretation: l.used(e.entry), Squares: e.squares, Pieces: e.by,
	})
}

// passedInCheck notes that a side has passed in check as the rules let it.
func (p *play) passedInCheck() {
	l := p.d.law()
	p.d.fact(events.Fact{Code: FactPassInCheck, Clause: l.citeOwnCheck(), Interpretation: firstOf(l.readingsIn(l.proc.Checks.Passes)...),
		Message: p.name + " is in check and passes nevertheless"})
}

func (p *play) squaresOf(ids []movement.PieceID) []string {
	squares := make([]string, len(ids))
	for i, id := range ids {
		squares[i] = p.d.now.squareOf(id)
	}
	return squares
}
