package aggregate

import (
	"fmt"
	"slices"
	"time"

	"adjudicate/events"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// Conditions that many inputs share. Each notes its fault and says whether it holds.

// opened asks for a game in the ledger.
func (d *decision) opened() bool {
	if d.state().Opened() {
		return true
	}
	d.refuse(FaultNotOpened, "", "no game has been opened in this ledger")
	return false
}

// suspended reports whether the game is suspended: whether nobody holds an office without which it is.
func (d *decision) suspended() bool { return suspendedUnder(d.law(), d.state()) }

// manned asks for a game that is not suspended.
func (d *decision) manned() bool {
	o := d.law().vacant(d.state())
	if o == nil {
		return true
	}
	d.refuse(FaultSuspended, o.Clause(o.Cite), "the game is suspended: nobody is %s", o.Called())
	return false
}

// begun asks for a game that has started.
func (d *decision) begun() bool {
	if d.state().Over() {
		who, have := d.state().Winners(), "has"
		if len(who) > 1 {
			have = "have"
		}
		d.refuse(FaultOver, d.law().citeTurn(), "the game is over: %s %s won", firstOf(listed(who), "nobody"), have)
		return false
	}
	if d.state().Started() {
		return true
	}
	d.refuse(FaultNotStarted, d.law().citeTurn(), "the game has not started")
	return false
}

// boardIfBegun lays the board if the game has started: until then the rules need not be
// complete, and nothing on the board can change.
func (d *decision) boardIfBegun() bool { return !d.state().Started() || d.needBoard() }

// known asks for a side in the game.
func (d *decision) known(side string) (Side, bool) {
	s, ok := d.state().Side(side)
	if !ok {
		d.refuse(FaultUnknownSide, "", "no such side: %q%s", side, meant(side, d.sideNames()))
	}
	return s, ok
}

// player asks for a known player.
func (d *decision) player(name string) (Player, bool) {
	p, ok := d.state().Player(name)
	if !ok {
		var names []string
		for _, o := range d.state().Players() {
			names = append(names, o.Name)
		}
		d.refuse(FaultUnknownPlayer, "", "no such player: %q%s", name, meant(name, names))
	}
	return p, ok
}

// typeNamed asks for a type, by its name or glyph, for what clause provides.
func (d *decision) typeNamed(word, clause string) (movement.TypeID, bool) {
	l := d.law()
	switch list := l.typesCalled(word); len(list) {
	case 1:
		return list[0], true
	case 0:
		d.refuse(FaultUnknownType, clause, "%s", l.undefined(word))
	default:
		names := make([]string, len(list))
		for i, t := range list {
			names[i] = l.ruleset.TypeName(t)
		}
		d.refuse(FaultAmbiguous, clause, "%q may be %s", word, listed(names))
	}
	return movement.NoType, false
}

// section asks for a section of the procedure.
func (d *decision) section(there bool, what string) bool {
	if !there {
		d.refuse(FaultNoRule, "", "no rule in force provides for %s", what)
	}
	return there
}

// timely asks for an input that is not dated before what the ledger knows to have happened.
func (d *decision) timely() bool {
	if clock := d.state().Clock(); d.in.At.Before(clock) {
		d.refuse(FaultClock, "", "the input is dated %s, before %s, which has been recorded", when(d.in.At), when(clock))
		return false
	}
	return true
}

// when writes a moment for people.
func when(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 MST") }

// worth evaluates a formula that yields an amount; nil yields 0.
func (d *decision) worth(f *formula.Formula, q *quantities, side movement.SideID) (amount float64) {
	if f != nil {
		amount = d.asked(f, q, side)
	}
	return amount
}

// afterwards brings about what follows from an input other than a play: a hand may be won
// or a check arise, and with it the turn may pass to another side. The
// board must be laid.
func (d *decision) afterwards() {
	if !d.state().Started() {
		return
	}
	d.beyond()
	d.ended("")
	if !d.staysTurn() {
		d.settle("", false)
		d.keepTurn()
	}
}

// staysTurn posts what the board has become and leaves the turn with the side that has it, where
// a check that no play has given waits for the end of the turn. Otherwise it does nothing.
func (d *decision) staysTurn() bool {
	s, l := d.state(), d.law()
	if !l.reads("uncovered-check", "after-turn") || !slices.Contains(s.order, s.toPlay) || s.free() {
		return false
	}
	before := s.checks
	d.post(false)
	for _, c := range s.checks {
		if c.Side != s.toPlay && !slices.ContainsFunc(before, func(o events.Check) bool { return o.Side == c.Side }) {
			d.fact(events.Fact{Code: FactUncovered, Clause: l.citeTurn(), Interpretation: l.used("uncovered-check"),
				Message: fmt.Sprintf("%s comes into check without a play: the turn of %s goes on", c.Side, s.toPlay)})
		}
	}
	if d.before.state.Started() && d.allAutomatic(d.before.state) && !d.allAutomatic(s) {
		d.automatic()
	}
	return true
}

// keepTurn leaves the turn where it is if its side is still on top of the order, and
// else begins the turn of the side that is. A game that waited because every side was to
// play automatically goes on if that is no longer so.
func (d *decision) keepTurn() {
	s := d.state()
	if !s.Started() || s.free() || d.stopped() {
		return
	}
	anew := d.anew // which the turn that begins at another table forgets
	if looked := s.bench; d.seat() {
		d.openTables()
	} else if len(s.benches) > 0 {
		d.openTables()
		d.sitAt(looked + 1)
	}
	switch {
	case len(s.order) == 0 && s.toPlay != "":
		d.nobodysTurn()
	case len(s.benches) > 0 && !anew && slices.Contains(s.order, s.toPlay): // who is up is asked where a turn ends
	case len(s.order) > 0 && (d.next() != s.toPlay || d.anew || d.asksTogether() != nil):
		d.beginTurn()
	case d.before.state.Started() && d.allAutomatic(d.before.state) && !d.allAutomatic(s):
		d.automatic()
	}
}
