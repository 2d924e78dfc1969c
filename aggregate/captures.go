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
		p.fault(s, FaultNothingToCapture, p.d.law().citeCapturing(), []string{s.item.Victim}, nil, "there is no piece on %s to capture", s.item.Victim)
		return
	}
	if t.pos.Owner(victim) == p.side {
		p.fault(s, FaultFriendly, p.d.law().citeCapturing(), []string{s.item.Victim}, []string{t.pieceName(victim)},
			"the %s on %s is %s's own", p.typeName(victim), s.item.Victim, p.name)
		return
	}
	if !p.mayTakeRoyal(s, victim) {
		return
	}
	taking, ok := p.way(s, id, victim)
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

// take makes a capture: the victim changes hands, the captor goes where it ends, and what
// its definition says of captures happens to it.
func (p *play) take(s *step, id movement.PieceID, w movement.Taking) {
	d, t := p.d, p.d.now
	l := d.law()
	rs := l.ruleset
	kind := &l.kinds[t.pos.TypeOf(id)]
	from, to := t.squareOf(id), rs.SquareName(w.To)
	victimType := t.pos.TypeOf(w.Victim)
	loser := t.pos.Owner(w.Victim)
	last := p.history(id, PlayCapture, func(pos *movement.Position) bool {
		return slices.Contains(pos.TakingsOf(id, nil), w)
	})
	item := notation.Item{Kind: notation.Capture, From: from, Victim: s.item.Victim}
	switch {
	case w.To == t.pos.Where(id):
		item.Way = notation.Shot
	case w.To != w.At:
		item.To = to
	}
	p.executed(item, id)
	captured := capturedPiece{id: w.Victim, typ: victimType, counters: t.state.pieces[w.Victim].counters}
	d.emit(kind.capturing, events.PieceCaptured{Piece: t.pieceName(w.Victim), At: s.item.Victim, By: t.pieceName(id), Side: p.name})
	if to != from {
		d.emit(kind.capturing, events.PieceMoved{Piece: t.pieceName(id), From: from, To: to})
	}
	p.counters(id, kind, &captured)
	if last.As == "" {
		last.Counters = t.state.pieces[id].counters
	}
	d.emit(kind.capturing, last)
	if rs.Royal(victimType) {
		p.falls = append(p.falls, fall{captor: p.name, loser: t.sideName(loser), piece: t.pieceName(w.Victim), by: t.pieceName(id)})
		if l.reads("captured-king", "destroyed") {
			d.emit(l.royalFall, events.PieceDestroyed{Piece: t.pieceName(w.Victim), Why: WhyRoyal})
		}
	} else {
		p.limited = append(p.limited, holding{p.name, rs.TypeName(victimType)})
	}
	p.captured = &captured
	p.selfDestruct(id, kind)
	p.promotions(s, id, PlayCapture, rs.TypeName(victimType))
}

// capturedPiece is a victim as it was when it was captured.
type capturedPiece struct {
	id       movement.PieceID
	typ      movement.TypeID
	counters []events.Counter
}
