package aggregate

import (
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// Plays in a row: where a rule lets a side play again (order.up with mover.steps), a turn is made up of plays. What rules ask of them is
// how far the side has come, and whether all of them together have changed nothing.

// rowWords ask for the position in which plays in a row began.
var rowWords = rules.SearchFor("unchanged")

// remembersPositions reports whether a formula asks how often there was a position, or which was at the beginning.
func remembersPositions(f *formula.Formula) bool {
	return f != nil && (f.Uses("repetitions") || f.Uses("recurrence") || f.Uses("unchanged"))
}

// askPositions notes that positions are to be remembered where some duty, or when a side may pass, asks for them.
func (l *law) askPositions() {
	l.repeats = l.repeats || remembersPositions(l.passing)
	for i := range l.duties {
		l.repeats = l.repeats || remembersPositions(l.duties[i].when) || remembersPositions(l.duties[i].after)
	}
	for range l.book.Mentions(rowWords) {
		l.repeats = true
	}
}

// steps returns how far a side has come with its plays in a row, the one included that ends.
func (d *decision) steps(side string) int {
	i := d.sideID(side)
	if i < 0 || !d.law().ruleset.Steps() {
		return 0
	}
	n := 0
	for k := len(d.out) - 1; k > 0; k-- {
		if _, ended := d.out[k].Payload.(events.PlayEnded); ended {
			break
		}
		switch p, ok := d.out[k].Payload.(events.AtomicPlayed); {
		case !ok, p.Side != side, p.Play == PlayPass, p.Play == PlaySurrender:
		case p.With != "":
			n += 2
		default:
			n++
		}
	}
	return sinceStep(n, d.state().sides[i].steps)
}

// sinceStep adds the steps of a play to those before it; a play of none ends the row.
func sinceStep(n, before int) int {
	if n == 0 {
		return 0
	}
	return n + before
}

// unchanged reports whether the position is the one in which the plays in a row of a side began.
func (t *table) unchanged(mover movement.SideID) bool {
	if mover < 0 {
		return false
	}
	began := t.state.laid.began()
	return began != "" && began == t.positionOf(mover, 0)
}
