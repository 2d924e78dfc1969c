package aggregate

import (
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// capture judges and makes a Capture: an opposing piece is taken and goes where `capturing` says.
func (p *play) capture(s *step) {
	id, ok := p.mover(s)
	at, known := p.square(s, s.item.Victim)
	if !ok || !known {
		return
	}
	t := p.d.now
	p.terms = nil
	p.once(s, id)
	victim := p.target(s, id, at)
	if victim == movement.NoPiece {
		victim, at = p.passer(s, id, at)
	}
	if victim == movement.NoPiece {
		p.fault(s, FaultNothingToCapture, firstOf(p.d.law().citeCapturing(), p.cites(id).capture), []string{s.item.Victim}, nil, "there is no piece on %s to capture", s.item.Victim)
		return
	}
	if t.pos.Owner(victim) == p.side {
		taking, ok := p.owned(s, id, victim)
		switch {
		case ok:
			if p.d.law().inKind(&s.item) != "" || !t.pos.Plainly(id, taking) {
				if _, ok := p.kindOf(s, id, taking); !ok {
					return
				}
			}
			if p.taken, ok = p.formOfCapture(s, id, taking); ok {
				cost := p.costInKind(s, id)
				p.act(s, rules.ActCapture, id, taking.To, &taking)
				p.owesInKind(cost)
				p.take(s, id, taking)
			}
			return
		case !p.alsoTakes(id, victim):
			p.fault(s, FaultFriendly, firstOf(p.d.law().citeCapturing(), p.cites(id).capture), []string{s.item.Victim}, []string{t.pieceName(victim)},
				"the %s on %s is %s's own", p.typeName(victim), s.item.Victim, p.name)
			return
		}
	}
	over, ok := p.over(s, id, victim)
	if !p.mayTakeRoyal(s, victim) && !p.d.order.stands() {
		if !t.pos.LeadsTo(id, victim) {
			p.unreachable(s, id, at, true) // that is a reason of its own
		}
		return
	}
	if !ok {
		return
	}
	if len(over) == 0 && !p.along(s, id, victim) && !p.d.order.stands() {
		return
	}
	taking, ok := p.way(s, id, victim, at, over)
	if !ok && p.d.order.stands() {
		taking, ok = p.asWritten(s, id, victim, over)
	}
	if !ok {
		return
	}
	kind, ok := p.kindOf(s, id, taking)
	if !ok || !p.struck(s, id, &taking) {
		return
	}
	if p.taken, ok = p.formOfCapture(s, id, taking); !ok {
		return
	}
	cost := p.costInKind(s, id)
	p.act(s, rules.ActCapture, id, taking.To, &taking)
	p.owesInKind(cost)
	p.attack(s, id, taking, kind)
}

// owned returns the capture of friends alone that a play means: of one on whose square the piece lands, or of those that a shot hits.
func (p *play) owned(s *step, id, victim movement.PieceID) (movement.Taking, bool) {
	pos := p.d.now.pos
	var over []movement.PieceID
	for _, name := range s.item.Over {
		at, _ := p.d.law().ruleset.Square(name)
		over = append(over, pos.At(at))
	}
	list := pos.OwnTakingsOf(id, p.takeBuf[:0])
	i := slices.IndexFunc(list, func(w movement.Taking) bool {
		shot := w.To == pos.Where(id)
		ends := s.item.Victim
		if shot {
			ends = s.item.From
		}
		return w.Is(victim, over) && (shot || s.item.Way != notation.Shot) && (s.item.To == "" || s.item.To == ends)
	})
	if i < 0 {
		return movement.Taking{}, false
	}
	return list[i], true
}

// alsoTakes reports whether a piece captures a friend together with opposing pieces.
func (p *play) alsoTakes(id, friend movement.PieceID) bool {
	return slices.ContainsFunc(p.d.now.pos.TakingsOf(id, p.takeBuf[:0]), func(w movement.Taking) bool { return w.Takes(friend) })
}

// hitsOwn reports whether a capture takes friends: a play must name those.
func (p *play) hitsOwn(w movement.Taking) bool {
	return slices.ContainsFunc(w.Victims(), func(x movement.PieceID) bool { return p.d.now.pos.Owner(x) == p.side })
}

// mayTakeRoyal refuses to capture a royal piece where the rules do.
func (p *play) mayTakeRoyal(s *step, victim movement.PieceID) bool {
	t := p.d.now
	rs := p.d.law().ruleset
	if !rs.Royal(t.pos.TypeOf(victim)) {
		return true
	}
	fine := true
	if p.noCapture != "" {
		p.fault(s, FaultNoRule, p.noCapture, []string{t.squareOf(victim)}, []string{t.pieceName(victim)},
			"the %s on %s may not be captured now", p.typeName(victim), t.squareOf(victim))
		fine = false
	}
	if c := p.d.law().proc.Checks; c != nil && c.OwnRoyal && t.pos.RoyalOf(p.side) == movement.NoPiece {
		p.fault(s, FaultNoOwnRoyal, p.d.law().citeOwnRoyal(),
			[]string{t.squareOf(victim)}, []string{t.pieceName(victim)},
			"%s has no %s of its own on-board and may not capture one", p.name, p.typeName(victim))
		fine = false
	}
	return fine
}

// over resolves the pieces that a play captures on the way to a victim, none if it names none.
func (p *play) over(s *step, id, victim movement.PieceID) ([]movement.PieceID, bool) {
	t := p.d.now
	var found []movement.PieceID
	fine, shared := true, p.overShared(s, id, victim)
	for i, name := range s.item.Over {
		at, ok := p.square(s, name)
		if !ok {
			return found, false
		}
		x := t.pos.At(at)
		if shared != nil {
			x = shared[i]
		}
		switch {
		case x == movement.NoPiece:
			p.fault(s, FaultNothingToCapture, firstOf(p.d.law().citeCapturing(), p.cites(id).capture), []string{name}, nil, "there is no piece on %s to capture", name)
			return found, false
		case t.pos.Owner(x) == p.side && !p.alsoTakes(id, x):
			p.fault(s, FaultFriendly, firstOf(p.d.law().citeCapturing(), p.cites(id).capture), []string{name}, []string{t.pieceName(x)},
				"the %s on %s is %s's own", p.typeName(x), name, p.name)
			return found, false
		}
		fine = p.mayTakeRoyal(s, x) && fine
		found = append(found, x)
	}
	return found, fine || p.d.order.stands()
}

// asNamed leaves of several ways those that are made in the declared kind that the play names, or without one; all of them if there is none such.
func (p *play) asNamed(s *step, id movement.PieceID, ways []movement.Taking) []movement.Taking {
	pos, l := p.d.now.pos, p.d.law()
	name := l.inKind(&s.item)
	unlike := func(w movement.Taking) bool { return !pos.Plainly(id, w) }
	if name != "" {
		kind := l.declaredKind(name).id
		unlike = func(w movement.Taking) bool { return !slices.Contains(pos.InKinds(id, w), kind) }
	}
	if len(ways) < 2 || !slices.ContainsFunc(ways, unlike) {
		return ways
	}
	if named := slices.DeleteFunc(slices.Clone(ways), unlike); len(named) > 0 {
		return named
	}
	return ways
}

// way selects the way in which a piece captures, by the square of the victim that the play names, by what else it captures and by where
// it says that the captor ends.
func (p *play) way(s *step, id, victim movement.PieceID, at movement.Square, over []movement.PieceID) (movement.Taking, bool) {
	t := p.d.now
	rs := p.d.law().ruleset
	var ways, others []movement.Taking
	for _, w := range t.pos.TakingsOf(id, p.takeBuf[:0]) {
		switch written := t.pos.TakingOf(append(slices.Clone(over), victim), w.To); {
		case w != written && len(over) > 0 && w.Same(&written) && t.pos.TakesInOrder(id, written):
			ways = append(ways, written)
		case w.Is(victim, over):
			ways = append(ways, w)
		case w.Takes(victim):
			others = append(others, w)
		}
	}
	ways = p.asNamed(s, id, ways)
	if len(ways) == 0 && len(others) == 0 {
		p.unreachable(s, id, at, true)
		return movement.Taking{}, false
	}
	if rs.Wide() && s.item.To == "" {
		ways, others = onSquare(ways, at), onSquare(others, at)
	}
	if len(ways) == 0 && len(over) == 0 && s.item.To == "" && len(others) == 1 && others[0].Victim == victim && !p.hitsOwn(others[0]) {
		return others[0], true // the only way to capture there takes another piece as well
	}
	if len(ways) == 0 {
		p.otherWays(s, id, others)
		return movement.Taking{}, false
	}
	wanted, asked := movement.Off, true
	switch {
	case s.item.Way == notation.Shot:
		wanted = t.pos.Where(id)
	case s.item.Way == notation.Onward:
		wanted = at
	case s.item.To != "":
		sq, ok := p.square(s, s.item.To)
		if !ok {
			return movement.Taking{}, false
		}
		wanted = sq
	default:
		asked = false
	}
	if ways = slices.CompactFunc(ways, func(a, b movement.Taking) bool { return a == b }); !asked && len(ways) == 1 {
		return ways[0], true
	}
	if onto := landing(t.pos, id, ways); !asked && onto >= 0 {
		return ways[onto], true
	}
	var ends []string
	for _, w := range ways { // of one victim and one end there may be several, all with the same effect
		if asked && w.To == wanted {
			return w, true
		}
		ends = append(ends, rs.SquareName(w.To))
	}
	if !asked {
		p.fault(s, FaultAmbiguous, p.cites(id).capture, ends, []string{t.pieceName(id)},
			"the %s may end on %s: write (shot), (move) or the square", p.typeName(id), strings.Join(ends, " or "))
		return movement.Taking{}, false
	}
	if len(others) > 0 {
		p.otherWays(s, id, append(ways, others...))
		return movement.Taking{}, false
	}
	p.fault(s, FaultCannotCapture, p.cites(id).capture, ends, []string{t.pieceName(id)},
		"capturing on %s the %s ends on %s, not on %s", s.item.Victim, p.typeName(id), strings.Join(ends, " or "), rs.SquareName(wanted))
	return movement.Taking{}, false
}

// landing returns which of several ways is meant where a play does not say where the captor
// ends: the one that ends on the victim's square, unless the captor may also stay where it is
// (then it is -1). What goes on from there says so.
func landing(pos *movement.Position, id movement.PieceID, ways []movement.Taking) int {
	if slices.ContainsFunc(ways, func(w movement.Taking) bool { return pos.Shoots(id, w) }) {
		return -1
	}
	return slices.IndexFunc(ways, func(w movement.Taking) bool { return w.To == w.At })
}

// otherWays refuses a capture that does not say which of several it is, or says one that there
// is not, and writes out those that there are.
func (p *play) otherWays(s *step, id movement.PieceID, ways []movement.Taking) {
	code := FaultAmbiguous
	if len(s.item.Over) > 0 || s.item.To != "" {
		code = FaultCannotCapture
	}
	p.notThatWay(code, s, id, ways)
}

// notThatWay refuses a capture and writes out those that there are.
func (p *play) notThatWay(code string, s *step, id movement.PieceID, ways []movement.Taking) {
	t := p.d.now
	var texts, squares []string
	for _, w := range ways {
		item := p.taking(id, w)
		item.Name = p.d.law().kinds[t.pos.TypeOf(id)].glyph
		if text := item.String(); !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
		if sq := p.d.law().ruleset.SquareName(w.To); !slices.Contains(squares, sq) {
			squares = append(squares, sq)
		}
	}
	p.fault(s, code, p.cites(id).capture, squares, []string{t.pieceName(id)},
		"the %s on %s does not capture that way; write %s", p.typeName(id), t.squareOf(id), strings.Join(texts, " or "))
}

// taking is a capture as a play writes it, the piece left out.
func (p *play) taking(id movement.PieceID, w movement.Taking) notation.Item {
	item := p.d.now.capturing(id, w)
	item.Manner = p.manner
	return item
}

// take makes a capture: the victim changes hands, the captor goes where it ends, and what
// its definition says of captures happens to it.
func (p *play) take(s *step, id movement.PieceID, w movement.Taking) { p.takes(s, id, w, w, nil) }

// takes is take of what a capture takes that is written as another one, which would take what resists it, too; attacked are all that it is made on.
func (p *play) takes(s *step, id movement.PieceID, w, whole movement.Taking, attacked []movement.Fallen) {
	d, t := p.d, p.d.now
	l := d.law()
	if len(l.chances) > 0 {
		if taken := w; p.fails(s, rules.ActCapture, id, w.To, &taken, p.taking(id, whole)) {
			return
		}
		p.paysInKind()
	}
	rs := l.ruleset
	kind := &l.kinds[t.pos.TypeOf(id)]
	from, to := t.squareOf(id), rs.SquareName(w.To)
	victimType := t.pos.TypeOf(w.Victim)
	p.turned = w.Turned
	way := p.wayTaken(id, whole)
	last := p.history(id, PlayCapture, way)
	p.executed(p.taking(id, whole), id)
	b := p.rests(id, notation.Capture, way)
	var victims []*capturedPiece
	for _, x := range w.Victims() {
		p.captured = p.remove(b, id, x) // the last of them in the end
		victims = append(victims, p.captured)
	}
	for _, x := range p.also {
		victims = append(victims, p.remove(b, id, x))
	}
	if to != from {
		d.emit(b, events.PieceMoved{Piece: t.pieceName(id), From: from, To: to})
	}
	for _, victim := range victims {
		p.counters(id, kind, victim)
		p.react(victim)
	}
	if last.As == "" {
		last.Counters = t.state.pieces[id].counters
	}
	d.emit(b, last)
	if p.taken != nil {
		p.becomes(s, b, p.taken)
	}
	for _, victim := range victims {
		p.keep(id, victim)
	}
	p.burst = nil
	p.explode(id, kind)
	for _, victim := range victims {
		p.avenge(id, victim)
	}
	act := movement.Act{Play: movement.Capture, Piece: id, From: p.squareCalled(from), To: w.To, Other: movement.NoPiece, Attacked: attacked, Burst: p.burst}
	for _, victim := range victims {
		act.Victims = append(act.Victims, movement.Fallen{Piece: victim.id, At: victim.at, Side: victim.side})
	}
	p.promotions(s, id, PlayCapture, rs.TypeName(victimType))
	p.follow(act)
}

// remove takes a victim off the board and into the captor's holding.
func (p *play) remove(b *events.Basis, id, victim movement.PieceID) *capturedPiece {
	t := p.d.now
	c := &capturedPiece{
		id: victim, typ: t.pos.TypeOf(victim), side: t.pos.Owner(victim), at: t.pos.Where(victim),
		counters: t.state.pieces[victim].counters,
	}
	side, base := p.name, t.state.pieces[victim].base
	gone, owner, first := p.d.law().ruleset.Fate()
	if owner && p.goes() {
		side = t.sideName(c.side)
	}
	p.d.emit(b, events.PieceCaptured{Piece: t.pieceName(victim), At: t.squareOf(victim), By: t.pieceName(id), Side: side})
	if typ, known := p.d.law().ruleset.Type(base); known && first && !gone {
		p.d.emit(basisOf(nil, p.d.law().citeCapturing()), events.PiecePromoted{Piece: t.pieceName(victim), Type: base, Counters: p.d.law().kinds[typ].counters})
	}
	return c
}

// keep says what becomes of a captured piece: a royal one ceases to exist, unless a reading
// keeps it, and its side falls; any other counts towards an instance limit. Where no rule says
// what the fall of a royal piece brings it is a piece as any other.
func (p *play) keep(id movement.PieceID, victim *capturedPiece) {
	t, l := p.d.now, p.d.law()
	royal, falls := l.ruleset.Royal(victim.typ), len(l.occasions[rules.OnRoyalCaptured]) > 0
	if gone, _, _ := l.ruleset.Fate(); gone && !(royal && falls) && p.goes() {
		p.d.emit(basisOf(nil, l.citeCapturing()), events.PieceDestroyed{Piece: t.pieceName(victim.id), Why: events.WhyEffect})
		return
	}
	if !royal || !falls {
		p.limited = append(p.limited, holding{t.sideName(t.pos.Owner(victim.id)), t.state.pieces[victim.id].typ})
	}
	if !royal {
		return
	}
	name := t.pieceName(victim.id)
	p.falls = append(p.falls, fall{captor: p.name, loser: t.sideName(victim.side), piece: name, by: t.pieceName(id)})
	if falls && l.reads("captured-king", "destroyed") {
		p.d.emit(l.occasions[rules.OnRoyalCaptured][0].basis, events.PieceDestroyed{Piece: name, Why: events.WhyRoyal})
	}
}

// goes asks whether what the rules say of where captured pieces go holds now; else the captor's side holds them.
func (p *play) goes() bool {
	l := p.d.law()
	return l.goesWhen == nil || p.d.says(l.goesWhen)
}

// passer returns, of a capture that names an empty square, the piece that is captured there in passing and where it stands.
func (p *play) passer(s *step, id movement.PieceID, at movement.Square) (movement.PieceID, movement.Square) {
	pos := p.d.now.pos
	by, _ := pos.Passing()
	if by == movement.NoPiece || s.item.To != "" || s.item.Way != "" || len(s.item.Over) > 0 {
		return movement.NoPiece, at
	}
	for _, w := range pos.TakingsOf(id, p.takeBuf[:0]) {
		if w.Victim == by && w.To == at && w.Also == movement.NoPiece && w.More == "" {
			s.item.Victim, s.item.To = p.d.now.squareOf(by), s.item.Victim
			return by, pos.Where(by)
		}
	}
	return movement.NoPiece, at
}

// capturedPiece is a victim as it was when it was captured.
type capturedPiece struct {
	id       movement.PieceID
	typ      movement.TypeID
	side     movement.SideID
	at       movement.Square
	counters []events.Counter
}
