package aggregate

import (
	"math"
	"slices"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// Thinking time: what a side has of an asset, which runs out while it is its turn. While it runs the side has a limit, whose
// end is the moment at which it will have nothing left:
//
//	turn begins ─► limit set: now + free + what it has ─► turn ends: it pays what the turn costs, by default the whole units used
//	                  └─► limit expires: nothing left ─► consequences at "limit" ─► time again? a new limit : an end, a default play
//
// So nothing is stored but limits and what accounts have.

// mostThinking is how far ahead the limit of a side lies at most: beyond it nobody waits, and moments would overflow.
const mostThinking = 100 * 366 * 24 * time.Hour

// thinking is a clock that runs on an asset, compiled; formulas that are left out are nil.
type thinking struct {
	free, runs, costs *formula.Formula
}

// budget returns the clock of the law if it runs on an asset, nil if there is none.
func (l *law) budget() *rules.Clock {
	if c := l.proc.Clock; c != nil && c.Of != "" && l.broken == nil {
		return c
	}
	return nil
}

// Thinking is what a side has of the time that its clock runs on.
type Thinking struct {
	Side  string
	Unit  time.Duration
	Left  events.Half // units; of the side whose clock runs those that it had when its turn began
	Until time.Time   // when it will have nothing left; zero: its clock does not run
}

// Thinking returns what each side has under a procedure, in the order of their creation; none where no clock runs on an asset.
func (s *State) Thinking(p *rules.Procedure) (list []Thinking) {
	if p.Clock == nil || p.Clock.Of == "" {
		return nil
	}
	for i := range s.sides {
		if sd := &s.sides[i]; !sd.gone {
			one := Thinking{Side: sd.name, Unit: lasting(p.Clock, 1), Left: s.Balance(sd.name, p.Clock.Of)}
			for _, limit := range s.Limits() {
				if limit.Side == sd.name && !s.over {
					one.Until = limit.Expires
				}
			}
			list = append(list, one)
		}
	}
	return list
}

// moment is when what is judged happens: a play when it was sent, what time makes due when that is.
func (d *decision) moment() time.Time {
	if !d.dueAt.IsZero() {
		return d.dueAt
	}
	return d.in.moment()
}

// allotted is a number of a clock's units.
func allotted(c *rules.Clock, n float64) time.Duration {
	if n >= float64(mostThinking/lasting(c, 1)) {
		return mostThinking
	}
	return lasting(c, max(0, int(n)))
}

// thinks returns the account of a side's thinking time, and what it has.
func (d *decision) thinks(side, asset string) (account string, has events.Half) {
	account = d.holder(side, asset)
	return account, max(0, d.state().Balance(account, asset))
}

// spend takes from a side the time that it has used by now, if its clock runs.
func (d *decision) spend(side string) {
	c := d.law().budget()
	limit, running := d.state().Limit()
	if c == nil || !running || limit.Side != side || d.state().free() {
		return
	}
	if account, costs := d.owes(limit); costs >= 1 {
		d.pay(d.clockBasis(), account, c.Of, -events.Whole(int(costs)), events.WhyRule)
	}
}

// owes is what a side owes by now of its thinking time, whose limit runs, and from which account.
func (d *decision) owes(limit events.LimitSet) (account string, costs float64) {
	c := d.law().budget()
	account, has := d.thinks(limit.Side, c.Of)
	unit := lasting(c, 1)
	left := max(0, limit.Expires.Sub(d.moment()))
	used := allotted(c, fromHalf(d.counted(limit, account, c.Of))) - left
	costs = float64(used / unit)
	if f := d.law().thinking.costs; f != nil && used > 0 && left > 0 {
		q := new(quantities)
		q[qUsed] = float64(used) / float64(unit)
		costs = math.Floor(d.asked(f, q, d.sideID(limit.Side)))
	}
	return account, min(costs, fromHalf(has))
}

// counted is what a limit that runs counts on: what the side had when it was set last. What it has been given or has lost since moves the limit
// once all has been judged.
func (d *decision) counted(limit events.LimitSet, account, asset string) events.Half {
	if d.timed && (len(d.state().benches) == 0 || !slices.Contains(d.before.state.Limits(), limit)) {
		return d.banked
	}
	return d.ground(account, asset) // the limit was there before
}

// ground is what limits that were there before count on: what an account had then or, where plays have been taken back at another table, has had since.
func (d *decision) ground(account, asset string) events.Half {
	if has, ok := d.grounds[account]; ok {
		return has
	}
	return max(0, d.before.state.Balance(account, asset))
}

// standsOn lets the limit at a table stay as it is, whatever its side has had given back: the turn still runs, and what it has used is not undone.
func (d *decision) standsOn(b *bench) {
	if c := d.law().budget(); c != nil && b.hasLimit {
		if d.grounds == nil {
			d.grounds = map[string]events.Half{}
		}
		account, has := d.thinks(b.toPlay, c.Of)
		d.grounds[account] = has
	}
}

// keepTime sets, moves or stops the limit of the side to play as its clock says, at the end of whatever has been judged.
func (d *decision) keepTime() {
	c, s := d.law().budget(), d.state()
	if c == nil || !s.started || s.Over() || s.free() || len(s.round.sides) > 0 || d.now.compile() != nil {
		return
	}
	d.keepTimeHere(c)
	d.keepTables(c)
}

// keepTimeHere is keepTime at the table that is looked at.
func (d *decision) keepTimeHere(c *rules.Clock) {
	s := d.state()
	side := s.toPlay
	if side == "" {
		return
	}
	limit, running := s.Limit()
	runs := d.clockRuns(side)
	account, has := d.thinks(side, c.Of)
	switch {
	case running && !runs:
		d.spend(side)
		d.endLimit(d.clockBasis())
	case running:
		if had := d.counted(limit, account, c.Of); has != had {
			limit.Expires = limit.Expires.Add(lasting(c, 1) * time.Duration(has-had) / 2)
			if now := d.moment(); limit.Expires.Before(now) { // a fine of more than was left
				limit.Expires = now
			}
			d.limit(limit, has)
		}
	case runs && !d.allDefaulted():
		free := 0.0
		if f := d.law().thinking.free; f != nil {
			free = d.asked(f, new(quantities), d.sideID(side))
		}
		length := min(mostThinking, allotted(c, free)+allotted(c, fromHalf(has)))
		if length > 0 || d.law().thinking.costs != nil { // a turn may have cost all that was left
			d.limit(events.LimitSet{Side: side, From: d.moment(), Expires: d.moment().Add(length)}, has)
		}
	}
}

// limit sets the limit of a side that has so much time.
func (d *decision) limit(l events.LimitSet, has events.Half) {
	d.emit(d.clockBasis(), l)
	d.timed, d.banked = true, has
}

// clockBasis is what a clock that runs rests on.
func (d *decision) clockBasis() *events.Basis { return basisOf(nil, d.law().sectionClause("clock")) }

// clockRuns reports whether the rules let the clock of a side run.
func (d *decision) clockRuns(side string) bool {
	if suspendedUnder(d.law(), d.state()) {
		return false
	}
	f := d.law().thinking.runs
	return f == nil || d.asked(f, new(quantities), d.sideID(side)) != 0
}

// allDefaulted reports whether the last play of every side in the order was a default play: nobody is there to play on.
func (d *decision) allDefaulted() bool {
	return !slices.ContainsFunc(d.state().order, func(name string) bool {
		s, ok := d.state().Side(name)
		return ok && s.Defaults == 0
	})
}

// outOfTime lets follow what the rules say of a limit that has expired, and reports whether nothing else comes of it: the turn goes on since the side
// has time again, or has ended with a play that they make.
func (d *decision) outOfTime(limit events.LimitSet) bool {
	side := limit.Side
	d.spend(side)
	d.timeless = side
	defer func() { d.timeless = "" }()
	d.occasion(rules.EndsOnLimit, side)
	if d.state().Over() || d.state().toPlay != side || d.playsFor(side) {
		return true
	}
	c := d.law().budget()
	if c == nil {
		return false
	}
	_, has := d.thinks(side, c.Of)
	if has == 0 {
		return false
	}
	limit.Expires = limit.Expires.Add(allotted(c, fromHalf(has)))
	d.limit(limit, has)
	d.note(FactMoreTime, d.law().sectionClause("clock"), "the time of %s was used up at %s; it has %s more", side, when(d.moment()), units(int(has/2), c.Unit))
	d.afterwards()
	return true
}
