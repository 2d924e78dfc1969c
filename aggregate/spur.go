package aggregate

import (
	"slices"

	"adjudicate/notation"
	"adjudicate/rules/movement"
)

// A side that takes long to play may be spurred on: another side makes one small play out of turn, at most once in that turn.

// spurs reports whether a play out of turn spurs on the side to play; its faults as such a play are noted.
func (p *play) spurs() bool {
	d, l := p.d, p.d.law()
	clock := l.proc.Clock
	limit, running := d.state().Limit()
	if clock == nil || clock.Spur == nil || !running || limit.Side != d.state().ToPlay() || d.in.moment().Before(limit.From.Add(lasting(clock, clock.Spur.After))) {
		return false
	}
	s, clause := clock.Spur, l.cite("clock", firstOf(clock.Spur.Cite, clock.Cite))
	if d.state().spurred {
		d.refuse(FaultSpur, clause, "%s has been spurred on in this turn already", limit.Side)
		return true
	}
	if len(p.steps) != 1 || len(p.steps[0].item.With) > 0 {
		d.refuse(FaultSpur, clause, "spurring %s on takes a move of one piece", limit.Side)
		return true
	}
	item := &p.steps[0].item
	to := item.To
	switch {
	case item.Kind == notation.Capture && d.says(l.spurCaptures):
		to = item.Victim
	case item.Kind != notation.Move:
		d.refuse(FaultSpur, clause, "spurring %s on takes a move, not a %s", limit.Side, kindWords[item.Kind])
		return true
	}
	from, ok1 := l.ruleset.Square(item.From)
	goal, ok2 := l.ruleset.Square(to)
	if !ok1 || !ok2 || s.Steps == 0 {
		return true
	}
	if id := d.now.pos.At(from); id != movement.NoPiece && slices.Contains(s.Free, p.typeName(id)) {
		return true
	}
	if n := l.ruleset.Distance(from, goal); n > s.Steps {
		d.refuse(FaultSpur, clause, "a piece that spurs %s on moves at most %s, and %s is %d away", limit.Side, units(s.Steps, "square"), to, n)
	}
	return true
}
