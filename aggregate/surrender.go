package aggregate

import (
	"slices"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// pass makes a Pass: a play by which nothing moves.
func (d *decision) pass(side, how string) {
	l := d.law()
	b := l.madeSo(how, l.pass)
	if w := l.proc.Passing; w != nil && how == HowSubmitted {
		if c := l.cite("passing", w.Cite); !slices.Contains(b.Clauses, c) {
			b = basisOf(b.Readings, append(slices.Clone(b.Clauses), c)...)
		}
	}
	d.emit(b, events.AtomicPlayed{Side: side, Play: PlayPass, How: how})
	d.happens(happening{on: "passes", side: side, how: how})
}

// surrender makes a Surrender as a play: all the side's pieces leave the board. What follows may have to do with whoever was checking it.
func (d *decision) surrender(side, how string) {
	i, ok := d.state().findSide(side)
	if !ok {
		return
	}
	h := happening{on: "surrenders", side: side, others: d.checkingSides(movement.SideID(i)), how: how}
	d.withdraw(side, how, d.law().madeSo(how, d.law().surrender))
	d.happens(h)
}

// yield makes a Surrender: it ends the game where the rules say that one does, and the pieces stay where they are; else all the
// side's pieces leave the board.
func (d *decision) yield(side, how string) {
	if !d.resigns(side, how) {
		d.surrender(side, how)
	}
}

// resigns ends the game by a Surrender, where the rules say that one does.
func (d *decision) resigns(side, how string) bool {
	e := d.endsAt(rules.EndsOnSurrender, side)
	if e == nil {
		return false
	}
	d.emit(basisOf(nil, e.clause), events.AtomicPlayed{Side: side, Play: PlaySurrender, How: how})
	d.resigned = e
	return true
}

// withdraw takes all of a side's pieces off the board as its most recent play.
func (d *decision) withdraw(side, how string, b *events.Basis) {
	i, ok := d.state().findSide(side)
	if !ok {
		return
	}
	for k := range d.state().pieces {
		if pc := &d.state().pieces[k]; pc.side == int32(i) && pc.at != "" && !pc.gone {
			d.emit(b, events.PieceLifted{Piece: pc.id, From: pc.at, Why: LiftSurrender})
		}
	}
	d.emit(b, events.AtomicPlayed{Side: side, Play: PlaySurrender, How: how})
}

// checkingSides returns the sides that check a side on the board as it stands, in the order of
// their creation.
func (d *decision) checkingSides(s movement.SideID) []string {
	by := d.now.pos.CheckedBy(s, nil)
	var sides []string
	for i := range d.state().sides {
		for _, id := range by {
			if d.now.pos.Owner(id) == movement.SideID(i) {
				sides = append(sides, d.state().sides[i].name)
				break
			}
		}
	}
	return sides
}
