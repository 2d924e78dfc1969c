package aggregate

import (
	"slices"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// Moves that tell their way, and such as end where they began.

// along holds a move, or a capture of a victim, to the squares that it names: each step must be one that the piece could make from
// where it then is.
func (p *play) along(s *step, id, victim movement.PieceID) bool {
	if len(s.item.Via) == 0 {
		return true
	}
	t := p.d.now
	board := p.d.law().ruleset.NewPosition()
	board.CopyFrom(t.pos)
	steps := slices.Clone(s.item.Via)
	if victim == movement.NoPiece {
		steps = append(steps, s.item.To)
	}
	for _, name := range steps {
		sq, ok := p.square(s, name)
		if !ok {
			return false
		}
		if !slices.Contains(board.MovesOf(id, nil), sq) {
			p.fault(s, FaultCannotReach, p.cites(id).move, []string{name}, []string{t.pieceName(id)},
				"the %s on %s has no step to %s on its way", p.typeName(id), p.d.law().ruleset.SquareName(board.Where(id)), name)
			return false
		}
		board.Put(id, sq)
	}
	if victim != movement.NoPiece && !slices.ContainsFunc(board.TakingsOf(id, nil), func(w movement.Taking) bool { return w.Victim == victim }) {
		p.fault(s, FaultCannotCapture, p.cites(id).capture, []string{s.item.Victim}, []string{t.pieceName(id)},
			"the %s has no way from %s to capture on %s", p.typeName(id), steps[len(steps)-1], s.item.Victim)
		return false
	}
	return true
}

// comeBack makes a move that ends where it began and takes nothing: where the piece's rule says so it is a Pass, or a Move that
// changes nothing.
func (p *play) comeBack(s *step, id movement.PieceID) {
	t := p.d.now
	from := t.squareOf(id)
	what := t.pos.Returns(id)
	if what == "" {
		p.fault(s, FaultCannotReach, p.cites(id).move, []string{from}, []string{t.pieceName(id)}, "the %s stands on %s already", p.typeName(id), from)
		return
	}
	way := movement.Way{}
	if what == "pass" {
		if !p.isAct(&step{item: notation.Item{Kind: notation.Pass}, at: s.at}) {
			return
		}
		p.act(s, rules.ActPass, movement.NoPiece, movement.Off, nil)
		p.done = append(p.done, notation.Item{Kind: notation.Pass})
		p.d.fact(events.Fact{Code: FactComesBack, Clause: p.cites(id).move, Squares: []string{from}, Pieces: []string{t.pieceName(id)},
			Message: "the " + p.typeName(id) + " returns to " + from + " and takes nothing, which is a Pass"})
		p.d.pass(p.name, p.how)
		return
	}
	p.act(s, rules.ActMove, id, t.pos.Where(id), nil)
	item := notation.Item{Kind: notation.Move, From: from, Via: s.item.Via, To: from}
	if p.fails(s, rules.ActMove, id, t.pos.Where(id), nil, item) {
		return
	}
	last := p.history(id, PlayMove, way)
	p.executed(item, id)
	p.d.emit(p.rests(id, notation.Move, way), last)
}
