package aggregate

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// When a promotion happens, as definitions say it.
const (
	onReach   = "reach"
	onOwnPlay = "own-play"
	onCapture = "capture"
	onLeave   = "leave"
	onPlaced  = "placed"
	onStay    = "stay"

	toVictim = "victim"
	toBase   = "base"
	toMirror = "mirror"

	endOfTurn = "end-of-turn"
)

// chosenPromotion is a promotion that a play announces and the rules allow.
type chosenPromotion struct {
	id     movement.PieceID
	to     movement.TypeID
	by     movement.TypeID // whose definition promotes it: what follows of the play may make it another type before the end of the turn
	clause int             // of that definition
	victim *capturedPiece  // what was captured just before, if anything
}

// madePromotion remembers what a promoted piece was.
type madePromotion struct {
	id       movement.PieceID
	was      movement.TypeID
	counters movement.Counters
}

// noPromotion refuses announcements with an atomic play that promotes nothing.
func (p *play) noPromotion(s *step) {
	if s.item.Becomes == "" && len(s.names) == 0 {
		return
	}
	clause := p.d.law().citePlay(s.item.Kind)
	for i := range s.names {
		if id := p.standsOn(&s.names[i]); id != movement.NoPiece {
			clause = p.cites(id).promotion
		}
	}
	p.fault(s, FaultPromotionNotAllowed, clause, nil, nil, "nothing can be promoted with a %s", s.item.Kind)
}

// promotions deals with the promotions announced with an atomic play that has just been
// made by a piece, and with one that the rules demand.
func (p *play) promotions(s *step, mover movement.PieceID, kind, victim string) {
	p.made()
	defer p.grown()
	t := p.d.now
	over := p.checkGiven(s)
	chosen := false
	var told []movement.PieceID
	announce := func(id movement.PieceID, word string) {
		told = append(told, id)
		if p.idle(id, mover, word, kind, victim) {
			return
		}
		chosen = chosen || id == mover
		c, ok := p.choose(s, id, mover, word, kind, victim)
		if !ok || over && p.lost(c) {
			return
		}
		if p.clause(c).Timing == endOfTurn {
			p.atEnd = append(p.atEnd, c)
			p.announced(&c, id == mover)
			return
		}
		p.announced(&c, id == mover)
		p.promote(&c)
	}
	if s.item.Becomes != "" {
		announce(mover, s.item.Becomes)
	}
	for i := range s.names {
		item := &s.names[i]
		sq, ok := p.square(s, item.From)
		if !ok {
			continue
		}
		id := t.pos.At(sq)
		if id == movement.NoPiece || t.pos.Owner(id) != p.side {
			p.fault(s, FaultNoPiece, "", []string{item.From}, nil, "%s has no piece on %s to promote", p.name, item.From)
			continue
		}
		named := step{item: *item, at: s.at}
		if p.named(&named, id) {
			announce(id, item.Becomes)
		}
	}
	if !chosen {
		p.demanded(s, mover, mover, kind, victim, announce)
	}
	if !p.d.law().ownPlayForced {
		return
	}
	for i := range t.pos.Pieces() {
		if id := movement.PieceID(i); id != mover && t.pos.Owner(id) == p.side && !slices.Contains(told, id) {
			p.demanded(s, id, mover, kind, victim, announce)
		}
	}
}

// demanded deals with a promotion of a piece that the rules demand and the play does not announce: where it could be to one type alone a game that
// began with an array needs no word for it.
func (p *play) demanded(s *step, id, mover movement.PieceID, kind, victim string, announce func(id movement.PieceID, word string)) {
	t := p.d.now
	if t.state.pieces[id].gone || t.squareOf(id) == "" {
		return
	}
	typ := t.pos.TypeOf(id)
	def := p.d.law().ruleset.Def(typ)
	for i := range def.Promotion {
		pr := &def.Promotion[i]
		if !pr.Forced || !p.applies(pr, i, id, mover, kind) {
			continue
		}
		types := p.couldBecome(pr, i, id, victim)
		switch {
		case pr.To == toVictim && victim == def.Name:
			continue // it is that already
		case len(types) == 1 && p.d.law().arrayed:
			announce(id, p.d.law().ruleset.TypeName(types[0]))
			return
		}
		p.lacksPromotion(s, id, id == mover, types)
		switch {
		case id == mover:
			p.fault(s, FaultPromotionMissing, p.d.law().clauseOf(typ, pr.Cite), []string{t.squareOf(id)}, []string{t.pieceName(id)},
				"on %s the %s is promoted: write = and the type", t.squareOf(id), p.typeName(id))
		default:
			p.fault(s, FaultPromotionMissing, p.d.law().clauseOf(typ, pr.Cite), []string{t.squareOf(id)}, []string{t.pieceName(id)},
				"with this play the %s on %s is promoted: write ; %s= and the type behind it", p.typeName(id), t.squareOf(id), t.squareOf(id))
		}
		return
	}
}

// couldBecome lists the types that a clause lets a piece become.
func (p *play) couldBecome(pr *rules.Promotion, i int, id movement.PieceID, victim string) (list []movement.TypeID) {
	for to := range p.d.law().ruleset.Types() {
		if why, _ := p.unfit(pr, i, id, movement.TypeID(to), victim); why == "" {
			list = append(list, movement.TypeID(to))
		}
	}
	return list
}

// idle reports whether a promotion is announced to what the piece is already, and the
// reading is that such words have no effect.
func (p *play) idle(id, mover movement.PieceID, word, kind, victim string) bool {
	l := p.d.law()
	if !l.reads("idle-promotion", "idle") || p.d.now.state.pieces[id].gone {
		return false
	}
	if word == notation.Victim && id == mover {
		word = victim
	}
	typ := p.d.now.pos.TypeOf(id)
	if types := l.typesCalled(word); len(types) != 1 || types[0] != typ {
		return false
	}
	def := l.ruleset.Def(typ)
	for i := range def.Promotion {
		if pr := &def.Promotion[i]; p.applies(pr, i, id, mover, kind) {
			p.d.fact(events.Fact{Code: FactIdlePromotion, Clause: l.clauseOf(typ, pr.Cite), Interpretation: l.used("idle-promotion"),
				Message: "the " + p.typeName(id) + " on " + p.d.now.squareOf(id) + " is one already: the announced promotion has no effect"})
			return true
		}
	}
	return false
}

// checkGiven notes which sides are in check between an atomic play of several and the
// promotions announced with it, and reports whether one of them was not before.
func (p *play) checkGiven(s *step) bool {
	if p.checked == nil || s.item.Becomes == "" && len(s.names) == 0 {
		return false
	}
	p.between = p.checkedOthers(p.checkBuf[2][:0])
	_, given := gained(p.checked, p.between)
	return given
}

// lost reports whether a promotion comes too late, since the atomic play has given check.
func (p *play) lost(c chosenPromotion) bool {
	l, pr := p.d.law(), p.clause(c)
	if pr.Forced || pr.Timing == endOfTurn || !l.reads("promotion-after-check", "turn-over") {
		return false
	}
	p.d.fact(events.Fact{Code: FactEarlyEnd, Clause: l.citePlays(), Interpretation: l.used("promotion-after-check"),
		Message: "the atomic play gives check and ends the turn: the " + p.typeName(c.id) + " on " + p.d.now.squareOf(c.id) + " is not promoted"})
	return true
}

// clause returns the clause of the definition that a promotion rests on.
func (p *play) clause(c chosenPromotion) *rules.Promotion {
	return &p.d.law().ruleset.Def(c.by).Promotion[c.clause]
}

// choose finds the clause under which a piece may become what the play says.
func (p *play) choose(s *step, id, mover movement.PieceID, word, kind, victim string) (chosenPromotion, bool) {
	t := p.d.now
	l := p.d.law()
	typ := t.pos.TypeOf(id)
	where, piece := []string{t.squareOf(id)}, []string{t.pieceName(id)}
	if t.state.pieces[id].gone || t.squareOf(id) == "" {
		p.fault(s, FaultPromotionNotAllowed, l.kinds[typ].cites.promotion, nil, piece, "%s is no longer on-board and cannot be promoted", t.pieceName(id))
		return chosenPromotion{}, false
	}
	if word == notation.Victim {
		if victim == "" || id != mover {
			p.fault(s, FaultPromotionNotAllowed, l.kinds[typ].cites.promotion, where, piece, "the %s on %s has captured nothing in this atomic play", p.typeName(id), t.squareOf(id))
			return chosenPromotion{}, false
		}
		word = victim
	}
	to, ok := p.typeCalled(s, word)
	if !ok {
		return chosenPromotion{}, false
	}
	def := l.ruleset.Def(typ)
	var refused []events.Fault
	for i := range def.Promotion {
		pr := &def.Promotion[i]
		if !p.applies(pr, i, id, mover, kind) {
			continue
		}
		why, entry := p.unfit(pr, i, id, to, victim)
		if why == "" {
			c := chosenPromotion{id: id, to: to, by: typ, clause: i}
			if id == mover && kind == PlayCapture {
				c.victim = p.captured
			}
			return c, true
		}
		refused = append(refused, events.Fault{
			Code: FaultPromotionType, Clause: l.clauseOf(typ, pr.Cite), Interpretation: l.used(entry), At: s.at, Squares: where, Pieces: piece,
			Message: "the " + p.typeName(id) + " on " + t.squareOf(id) + " may not become a " + l.ruleset.TypeName(to) + ": " + why,
		})
	}
	for _, f := range refused {
		p.d.fault(f)
	}
	if len(refused) == 0 {
		p.fault(s, FaultPromotionNotAllowed, l.kinds[typ].cites.promotion, where, piece, "the %s on %s may not be promoted with this atomic play", p.typeName(id), t.squareOf(id))
	}
	return chosenPromotion{}, false
}

// applies reports whether a clause lets a piece be promoted with the atomic play that the
// mover has just made.
func (p *play) applies(pr *rules.Promotion, i int, id, mover movement.PieceID, kind string) bool {
	pos := p.d.now.pos
	switch pr.On {
	case onReach:
		if id != mover || kind == PlayPlacement || kind == playAction || !pos.PromotesBy(id, i, p.from, pos.Where(id)) && !(kind == PlayCapture && p.turned && pr.Timing == rules.OnTheWay) {
			return false
		}
	case onOwnPlay:
		if kind != PlayMove && kind != PlayCapture && kind != playAction {
			return false
		}
	case onCapture:
		if id != mover || kind != PlayCapture {
			return false
		}
	case onLeave:
		if id != mover || kind != PlayMove && kind != PlayCapture || !pos.PromotesBy(id, i, p.from, pos.Where(id)) {
			return false
		}
	case onPlaced:
		if id != mover || kind != PlayPlacement {
			return false
		}
	case onStay:
		if id != mover || kind != playStay || !pos.PromotesBy(id, i, p.from, p.from) {
			return false
		}
	default:
		return false
	}
	holds, _ := pos.PromotionHolds(id, i)
	return holds
}

// full reports whether a side has as many pieces of a type on the board as a clause lets it have.
func (p *play) full(pr *rules.Promotion, id movement.PieceID, name string) bool {
	most, bounded := pr.Most[name]
	if !bounded {
		return false
	}
	pos, n := p.d.now.pos, 0
	for _, x := range pos.OnBoard() {
		if x != id && pos.Owner(x) == p.side && p.typeName(x) == name {
			n++
		}
	}
	return n >= most
}

// unfit says why a clause does not let a piece become a type, and which entry of the
// register decided that, if one did.
func (p *play) unfit(pr *rules.Promotion, i int, id movement.PieceID, to movement.TypeID, victim string) (why, entry string) {
	l := p.d.law()
	name := l.ruleset.TypeName(to)
	switch {
	case to == p.d.now.pos.TypeOf(id):
		return "it is one already", "idle-promotion"
	case pr.To == toVictim && name != victim:
		return "it captured a " + victim, ""
	case l.ruleset.Royal(to) && l.reads("promotion-king", "no"):
		return "its instance limit is used up", "promotion-king"
	case !p.d.now.pos.FitsAs(id, to):
		return "it would have no room there", ""
	case len(pr.Types) > 0 && !slices.Contains(pr.Types, name):
		return "it becomes one of " + strings.Join(pr.Types, ", "), ""
	case p.full(pr, id, name):
		return fmt.Sprintf("its side has %d of them on the board", pr.Most[name]), ""
	case slices.Contains(pr.Except, name):
		return "its definition excludes that type", ""
	}
	if _, _, base := p.d.now.pos.Marks(id); pr.To == toBase && to != base {
		return "it becomes what it was before its promotion", ""
	}
	if pr.To == toMirror {
		if _, mirror := p.d.now.pos.PromotionHolds(id, i); !slices.Contains(mirror, to) {
			return "it becomes what the two pieces beside it are", ""
		}
	}
	return "", ""
}

// announced adds a promotion to the play as executed.
func (p *play) announced(c *chosenPromotion, mover bool) {
	glyph := p.d.law().kinds[c.to].glyph
	if mover && len(p.done) > 0 && p.done[len(p.done)-1].Becomes == "" {
		p.done[len(p.done)-1].Becomes = glyph
		return
	}
	p.done = append(p.done, notation.Item{Kind: notation.Promotion, From: p.d.now.squareOf(c.id), Becomes: glyph})
}

// promote makes a promotion.
func (p *play) promote(c *chosenPromotion) {
	t := p.d.now
	l := p.d.law()
	if t.state.pieces[c.id].gone || t.squareOf(c.id) == "" {
		return
	}
	was := t.pos.TypeOf(c.id)
	name := l.ruleset.TypeName(c.to)
	counters := l.kinds[c.to].counters
	b := l.kinds[c.by].promotions[c.clause]
	if len(counters) > 0 {
		b = basisOf(append(slices.Clone(b.Readings), l.usedOf("promoted-counter")...), b.Clauses...)
		if c.victim != nil && c.victim.typ == c.to && l.ruleset.Def(c.by).Promotion[c.clause].To == toVictim && l.reads("promoted-counter", "victim") {
			counters = c.victim.counters
		}
	}
	if with := t.counters(c.to, counters); !t.pos.FitsAsWith(c.id, c.to, &with) {
		return
	}
	p.promoted = append(p.promoted, madePromotion{c.id, was, t.pos.CountersOf(c.id)})
	p.d.emit(b, events.PiecePromoted{Piece: t.pieceName(c.id), Type: name, Counters: counters, Base: t.base(c.id)})
	p.limited = append(p.limited, holding{p.name, name})
}

// staysOn reports whether an item is the promotion of a piece where it stands, which is a play of its own by its definition.
func (p *play) staysOn(item *notation.Item) bool {
	if item.Kind != notation.Promotion || p.d.now.pos == nil {
		return false
	}
	id := p.standsOn(item)
	return id != movement.NoPiece && slices.ContainsFunc(p.d.law().ruleset.Def(p.d.now.pos.TypeOf(id)).Promotion, func(pr rules.Promotion) bool { return pr.On == onStay })
}

// stay promotes a piece where it stands, as an act of its own.
func (p *play) stay(s *step) {
	id, ok := p.mover(s)
	if !ok {
		return
	}
	p.once(s, id)
	t := p.d.now
	p.act(s, kindOfPlay(s.item.Kind).Act(), id, p.from, nil)
	if p.fails(s, kindOfPlay(s.item.Kind).Act(), id, p.from, nil, notation.Item{Kind: notation.Promotion, From: t.squareOf(id)}) {
		return
	}
	last := p.history(id, rules.RecordedStay(), movement.Way{})
	p.executed(notation.Item{Kind: notation.Promotion, From: t.squareOf(id)}, id)
	p.d.emit(basisOf(p.d.law().kinds[t.pos.TypeOf(id)].readings, p.cites(id).promotion), last)
	p.promotions(s, id, playStay, "")
}
