package aggregate

import (
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules/movement"
)

// capture judges and makes a Capture (1230.1 §4, 1230.2 §6.B).
func (p *play) capture(s *step) {
	id, ok := p.mover(s)
	at, known := p.square(s, s.item.Victim)
	if !ok || !known {
		return
	}
	t := p.d.now
	p.once(s, id)
	victim := t.pos.At(at)
	if victim == movement.NoPiece {
		p.fault(s, FaultNothingToCapture, firstOf(p.d.law().citeCapturing(), p.cites(id).capture), []string{s.item.Victim}, nil, "there is no piece on %s to capture", s.item.Victim)
		return
	}
	if t.pos.Owner(victim) == p.side {
		p.fault(s, FaultFriendly, firstOf(p.d.law().citeCapturing(), p.cites(id).capture), []string{s.item.Victim}, []string{t.pieceName(victim)},
			"the %s on %s is %s's own", p.typeName(victim), s.item.Victim, p.name)
		return
	}
	if !p.mayTakeRoyal(s, victim) && !p.d.order.stands() {
		return
	}
	taking, ok := p.way(s, id, victim)
	if !ok && p.d.order.stands() {
		taking, ok = p.asWritten(s, id, victim)
	}
	if !ok {
		return
	}
	p.take(s, id, taking)
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

// way selects the way in which a piece captures, by where the play says that it ends.
func (p *play) way(s *step, id, victim movement.PieceID) (movement.Taking, bool) {
	t := p.d.now
	rs := p.d.law().ruleset
	var ways []movement.Taking
	for _, w := range t.pos.TakingsOf(id, p.takeBuf[:0]) {
		if w.Victim == victim {
			ways = append(ways, w)
		}
	}
	if len(ways) == 0 {
		p.unreachable(s, id, t.pos.Where(victim), true)
		return movement.Taking{}, false
	}
	wanted, asked := movement.Off, true
	switch {
	case s.item.Way == notation.Shot:
		wanted = t.pos.Where(id)
	case s.item.Way == notation.Onward:
		wanted = t.pos.Where(victim)
	case s.item.To != "":
		sq, ok := p.square(s, s.item.To)
		if !ok {
			return movement.Taking{}, false
		}
		wanted = sq
	default:
		asked = false
	}
	ways = lone(ways)
	if !asked && len(ways) == 1 {
		return ways[0], true
	}
	var ends []string
	for _, w := range ways {
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
	p.fault(s, FaultCannotCapture, p.cites(id).capture, ends, []string{t.pieceName(id)},
		"capturing on %s the %s ends on %s, not on %s", s.item.Victim, p.typeName(id), strings.Join(ends, " or "), rs.SquareName(wanted))
	return movement.Taking{}, false
}

// lone leaves one way for each square on which the captor may end. Of two that differ in
// what they capture on the way, it is the one that captures least: the play cannot tell
// them apart, and says what it captures.
func lone(ways []movement.Taking) []movement.Taking {
	var out []movement.Taking
	for _, w := range ways {
		i := slices.IndexFunc(out, func(o movement.Taking) bool { return o.To == w.To })
		switch {
		case i < 0:
			out = append(out, w)
		case out[i].Also != movement.NoPiece && w.Also == movement.NoPiece:
			out[i] = w
		}
	}
	return out
}

// take makes a capture: the victim changes hands, the captor goes where it ends, and what
// its definition says of captures happens to it.
func (p *play) take(s *step, id movement.PieceID, w movement.Taking) {
	d, t := p.d, p.d.now
	l := d.law()
	rs := l.ruleset
	kind := &l.kinds[t.pos.TypeOf(id)]
	from, to := t.squareOf(id), rs.SquareName(w.To)
	victimType := t.pos.TypeOf(w.Victim)
	way := t.pos.WayOfTaking(id, w, p.wayBuf[:0])
	last := p.history(id, PlayCapture, way)
	item := notation.Item{Kind: notation.Capture, From: from, Victim: s.item.Victim}
	switch {
	case w.To == t.pos.Where(id):
		item.Way = notation.Shot
	case w.To != w.At:
		item.To = to
	}
	p.executed(item, id)
	b := p.rests(id, notation.Capture, way)
	p.captured = p.remove(b, id, w.Victim)
	also := (*capturedPiece)(nil)
	if w.Also != movement.NoPiece {
		also = p.remove(b, id, w.Also)
	}
	if to != from {
		d.emit(b, events.PieceMoved{Piece: t.pieceName(id), From: from, To: to})
	}
	for _, victim := range []*capturedPiece{also, p.captured} {
		if victim != nil {
			p.counters(id, kind, victim)
			p.react(victim)
		}
	}
	if last.As == "" {
		last.Counters = t.state.pieces[id].counters
	}
	d.emit(b, last)
	for _, victim := range []*capturedPiece{also, p.captured} {
		if victim != nil {
			p.keep(id, victim)
		}
	}
	p.explode(id, kind)
	for _, victim := range []*capturedPiece{also, p.captured} {
		if victim != nil {
			p.avenge(id, victim)
		}
	}
	p.promotions(s, id, PlayCapture, rs.TypeName(victimType))
}

// remove takes a victim off the board and into the captor's holding.
func (p *play) remove(b *events.Basis, id, victim movement.PieceID) *capturedPiece {
	t := p.d.now
	c := &capturedPiece{
		id: victim, typ: t.pos.TypeOf(victim), side: t.pos.Owner(victim), at: t.pos.Where(victim),
		counters: t.state.pieces[victim].counters,
	}
	p.d.emit(b, events.PieceCaptured{Piece: t.pieceName(victim), At: t.squareOf(victim), By: t.pieceName(id), Side: p.name})
	return c
}

// keep says what becomes of a captured piece: a royal one ceases to exist, unless a reading
// keeps it, and its side falls; any other counts towards an instance limit. Where no rule says
// what the fall of a royal piece brings it is a piece as any other.
func (p *play) keep(id movement.PieceID, victim *capturedPiece) {
	t, l := p.d.now, p.d.law()
	royal := l.ruleset.Royal(victim.typ)
	if !royal || l.proc.RoyalFall == nil {
		p.limited = append(p.limited, holding{p.name, l.ruleset.TypeName(victim.typ)})
	}
	if !royal {
		return
	}
	name := t.pieceName(victim.id)
	p.falls = append(p.falls, fall{captor: p.name, loser: t.sideName(victim.side), piece: name, by: t.pieceName(id)})
	if l.proc.RoyalFall != nil && l.reads("captured-king", "destroyed") {
		p.d.emit(l.royalFall, events.PieceDestroyed{Piece: name, Why: WhyRoyal})
	}
}

// capturedPiece is a victim as it was when it was captured.
type capturedPiece struct {
	id       movement.PieceID
	typ      movement.TypeID
	side     movement.SideID
	at       movement.Square
	counters []events.Counter
}
