package aggregate

import (
	"adjudicate/events"
)

// What runs by a rule ends with the force of the rule, however it comes to have none: repealed, lapsed, suspended, amended. Otherwise a limit
// would expire that no clock knows, or a stage go on that nothing ends, and nobody could play any more.
//
//	before the law changes   which clock is in force, and what each side that has a limit owes it
//	the law has changed      another clock, or none: each side pays, its limit ends, whose turn it is stays
//	                         no such stage: the one that runs is over, the one that is announced is cancelled

// timing says by what a clock sets limits: two clocks that say the same are one, which may allow more or less time. The zero timing is none.
type timing struct {
	clock    bool
	of, unit string // of thinking time
}

// timing is how the rules in force set limits.
func (l *law) timing() (t timing) {
	if c := l.proc.Clock; c != nil && l.citeTurn() != "" {
		if t.clock = true; c.Of != "" {
			t.of, t.unit = c.Of, c.Unit
		}
	}
	return t
}

// underway is what runs by the rules in force.
type underway struct {
	timing timing
	owed   []timeOwed
}

// timeOwed is what a side owes of its thinking time up to now.
type timeOwed struct {
	limit   events.LimitSet
	account string
	costs   float64
}

// running tells what runs by the rules before they change.
func (d *decision) running() (r underway) {
	l := d.law()
	if l.broken != nil || !d.state().started {
		return r
	}
	r.timing = l.timing()
	if r.timing.of == "" || d.state().free() {
		return r
	}
	limits := d.state().Limits()
	if len(limits) == 0 || !d.hasBoard() {
		return r
	}
	for _, limit := range limits {
		account, costs := d.owes(limit)
		r.owed = append(r.owed, timeOwed{limit, account, costs})
	}
	return r
}

// end ends what ran by the rules and runs by none any more, once they have changed.
func (d *decision) end(was underway) {
	if d.faulty() || d.law().broken != nil || !d.state().started || d.state().over {
		return
	}
	if d.law().timing() != was.timing {
		d.endLimits(was)
	}
	if d.now.compile() == nil {
		d.overStage()
	}
}

// endLimits ends the limit at each table. Who has used thinking time pays for it.
func (d *decision) endLimits(was underway) {
	looked := d.state().bench
	for _, limit := range d.state().Limits() {
		for _, o := range was.owed {
			if o.limit == limit && o.costs >= 1 {
				d.pay(d.rests, o.account, was.timing.of, -events.Whole(int(o.costs)), events.WhyRule)
			}
		}
		if len(d.state().benches) > 0 {
			d.sitAt(d.state().TableOf(limit.Side))
		}
		d.endLimit(d.rests)
		d.note(FactLimitLapsed, d.rests.Clauses[0], "the time limit of %s, which was to expire at %s, ends with the clock that set it", limit.Side, when(limit.Expires))
	}
	if len(d.state().benches) > 0 {
		d.sitAt(looked + 1)
	}
	d.timed = false
}

// overStage ends the stage that runs, or that is announced, if no rule has it any more.
func (d *decision) overStage() {
	st := d.state().pending()
	if st == nil || d.law().stage(st.Stage) != nil {
		return
	}
	if st.State == StageRunning {
		d.closeStage(d.moment())
		return
	}
	set := st.StageSet
	set.State = StageCancelled
	d.emit(d.rests, set)
	d.note(set.Stage, d.rests.Clauses[0], "the %s is cancelled: no rule in force has it", set.Stage)
}

// endLimit ends the limit at the table that is looked at. Whose turn it is stays, and so does who plays next.
func (d *decision) endLimit(b *events.Basis) {
	s := d.state()
	promised := s.promised
	d.emit(b, events.TurnBegan{Side: s.toPlay, Skipped: s.skipped})
	if promised != "" {
		d.emit(b, events.TurnPromised{Side: promised})
	}
}
