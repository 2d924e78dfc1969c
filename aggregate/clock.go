package aggregate

import (
	"strings"
	"time"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// The time limit of a turn and what happens when time passes.

// announceState starts the time limit of the running turn. The first announcement of a
// turn counts: another one would prolong the limit beyond what an extension may.
func announceState(d *decision, _ events.StateAnnounced) {
	if !d.opened() {
		return
	}
	d.manned()
	d.begun()
	terms := d.law().proc.Clock
	d.section(terms != nil && d.law().citeTurn() != "", "a time limit")
	d.timely()
	limit, running := d.state().Limit()
	if running && d.expired(limit, d.in.At) {
		d.refuseExpired(limit)
	}
	if d.faulty() {
		return
	}
	l := d.law()
	d.rests = basisOf(nil, l.sectionClause("clock"))
	switch {
	case d.state().free():
		st := d.state().running()
		d.note(st.Stage, l.stage(st.Stage).during(), "no turn has a time limit during a %s", l.calledStage(st.Stage))
	case d.state().ToPlay() == "" && len(d.state().round.sides) == 0:
	case terms.Of != "":
		d.note(FactLimitRuns, l.sectionClause("clock"), "clocks run from the beginning of turns: an announcement starts no time limit")
	case d.order.reopens():
		d.note(FactReopened, l.sectionClause("time"), "the announcement was for another turn: the turn of %s is open again, without a time limit until the next announcement", d.state().ToPlay())
	case strings.Contains(d.in.Address, ".") && l.reads("late-announcement", "no-limit"):
		d.reading("late-announcement")
		d.fact(events.Fact{Code: FactLate, Clause: l.sectionClause("clock"), Interpretation: l.used("late-announcement"),
			Message: "the announcement was entered late: nobody could act on it, and it starts no time limit"})
	case running && !l.reads("second-announcement", "latest"):
		d.reading("second-announcement")
		d.note(FactLimitRuns, l.sectionClause("clock"), "the time limit of %s runs from the announcement of %s and expires at %s", limit.Side, when(limit.From), when(limit.Expires))
	default:
		if running {
			d.reading("second-announcement")
		}
		for _, side := range d.playing() {
			d.emit(d.rests, events.LimitSet{Side: side, From: d.in.At, Expires: d.in.At.Add(lasting(terms, terms.Limit))})
		}
	}
}

// tooEarly reports whether a play of the side to play was sent before the play that ended the
// turn before, where such a play is not made on its side's turn; began is the moment of that.
func (d *decision) tooEarly(side string) (began time.Time, early bool) {
	s := d.state()
	if s.ToPlay() != side || s.free() || !d.law().reads("early-play", "too-early") {
		return began, false
	}
	began = s.TurnSince()
	return began, d.in.moment().Before(began)
}

// TurnSince is the moment of the latest play that ended a turn, as far as it was noted: under
// the readings that ask for it.
func (s *State) TurnSince() (began time.Time) {
	for i := range s.sides {
		if at := s.sides[i].endedAt; at.After(began) {
			began = at
		}
	}
	return began
}

// reading says that the ruling rests on the reading of an entry.
func (d *decision) reading(entry string) { d.readings(d.law().usedOf(entry)) }

// readings says that the ruling rests on readings.
func (d *decision) readings(used []string) {
	if d.rests == nil {
		d.rests = new(events.Basis)
	}
	d.rests = basisOf(append(used, d.rests.Readings...), d.rests.Clauses...)
}

// extendLimit prolongs the running time limit.
func extendLimit(d *decision, in events.LimitExtended) {
	if !d.opened() {
		return
	}
	d.manned()
	d.begun()
	terms := d.law().proc.Clock
	if !d.section(terms != nil, "a time limit") {
		return
	}
	d.timely()
	l := d.law()
	limit, running := d.state().Limit()
	if !running || d.state().free() {
		d.refuse(FaultNoLimit, l.citeExtension(), "no time limit is running: one starts when the game state is announced")
		return
	}
	if d.expired(limit, d.in.At) {
		d.refuseExpired(limit)
	}
	expires := limit.From.Add(lasting(terms, in.Length))
	if terms.Of != "" {
		d.refuse(FaultLength, l.citeExtension(), "the limit of %s depends on its %s: it cannot be extended", limit.Side, terms.Of)
	} else if in.Length > terms.Most || !expires.After(limit.Expires) {
		d.refuse(FaultLength, l.citeExtension(), "the limit of %s, announced at %s, can be extended beyond %s and up to %s, not to %d",
			limit.Side, when(limit.From), when(limit.Expires), units(terms.Most, terms.Unit), in.Length)
	}
	if d.faulty() {
		return
	}
	d.rests = basisOf(nil, l.citeExtension())
	for _, side := range d.playing() {
		d.emit(d.rests, events.LimitSet{Side: side, From: limit.From, Expires: expires})
	}
}

// expired reports whether a limit is over at a moment: the last moment is not in it.
func (d *decision) expired(limit events.LimitSet, at time.Time) bool {
	return !d.state().free() && !at.Before(limit.Expires)
}

func (d *decision) refuseExpired(limit events.LimitSet) {
	d.fault(events.Fault{
		Code: FaultLimitExpired, Clause: d.law().citeDefault(), Interpretation: d.law().used("late-play"),
		Message: "the time limit of " + limit.Side + " expired at " + when(limit.Expires) + ": record that time has passed, and the default play stands",
	})
}

// lateGate asks whether a play came within its time limit. The limit makes the default
// play by itself unless the reading of late-play lets what the umpire has not noticed pass.
// A side that plays automatically may surrender at any time.
func lateGate(d *decision, p *play, _ events.PlaySubmitted) {
	limit, running := d.state().Limit()
	if _, waits := d.state().PendingPlay(p.name); waits || d.proposer != "" {
		return // it was in time when it was made, and waited for the consent of others
	}
	if !running || !d.law().timing().clock || p.yieldsAtWill() || limit.Side != p.name || !d.expired(limit, d.in.moment()) {
		return
	}
	if d.law().reads("late-play", "accept") {
		d.fact(events.Fact{Code: FactLatePlay, Clause: d.law().citeDefault(), Interpretation: d.law().used("late-play"),
			Message: "the play came after the limit expired at " + when(limit.Expires) + " and before it was noticed"})
		return
	}
	d.refuseExpired(limit)
}

// passTime brings about what the passing of time has made due, in order of time: default
// plays, and the beginning and end of stages.
func passTime(d *decision, _ events.TimePassed) {
	if !d.opened() || !d.timely() {
		return
	}
	d.rests = basisOf(nil, d.law().sectionClause("clock"))
	if o := d.law().vacant(d.state()); o != nil {
		d.note(FactSuspended, o.Clause(o.Cite), "the game is suspended: nothing falls due")
		return
	}
	if !d.state().Started() {
		d.note(FactNothingDue, "", "the game has not started: nothing falls due")
		return
	}
	if !d.needBoard() {
		return
	}
	d.bringAboutAll()
	if len(d.out) == 1 {
		d.note(FactNothingDue, "", "nothing falls due by %s", when(d.in.At))
	}
}

// notBefore is a moment, or that of the last entry if it is later: no entry is dated before another.
func (d *decision) notBefore(at time.Time) time.Time {
	if clock := d.state().Clock(); at.Before(clock) {
		return clock
	}
	return at
}

// bringAboutAll brings about all that is due by the moment of the input. Each moment at which something is due is settled as an entry of its own is, which it
// is where nobody notices it: what it says of the force of rules, of sides that leave and of matters holds before the next one is looked at.
func (d *decision) bringAboutAll() {
	by, last := d.in.At, time.Time{}
	defer func() { d.in.At = by }()
	for n := 1; ; n++ {
		what, at := d.now.due(by)
		if what == dueNothing {
			return
		}
		if d.in.At = d.notBefore(at); d.in.At.Before(last) {
			d.in.At = last
		}
		last = d.in.At
		for d.bringAbout() {
			d.keepTime()
		}
		if !d.in.At.Before(by) {
			return // the end of the input is that of its last moment
		}
		d.wake()
		d.settleAll()
		if d.settled = n == MostDue || !d.overdue(by); d.settled {
			return // of more than MostDue the rest is due before the next input
		}
		d.nextMoment()
	}
}

// overdue reports whether more is due by a moment, once a moment before has been settled.
func (d *decision) overdue(by time.Time) bool {
	what, _ := d.now.due(by)
	return what != dueNothing && d.hasBoard() && d.law().vacant(d.state()) == nil
}

// nextMoment begins a moment of the input with what those before have come to, as another entry would.
func (d *decision) nextMoment() {
	before := d.before
	if before == d.judge.base {
		before = before.beside()
	}
	before.copyFrom(d.now)
	before.judges(d.asOf)
	d.before = before
	d.automated, d.departed, d.playsNext, d.nextBy, d.timed, d.grounds, d.asOf = nil, nil, "", nil, false, nil, time.Time{}
}

// bringAbout brings about the earliest thing that is due, if there is one.
func (d *decision) bringAbout() bool {
	what, at := d.now.due(d.in.At)
	if what != dueNothing {
		d.dueAt, d.asOf = at, d.notBefore(at)
		d.now.judges(d.asOf)
	}
	switch what {
	case dueStageEnd:
		d.closeStage(d.state().pending().Ends)
	case dueStage:
		d.openStage()
	case dueLimit:
		limit, _ := d.state().firstLimit()
		d.sit(limit.Side)
		d.defaultPlay(limit)
	case dueCalendar:
		d.dateComes()
	case dueMatter:
		i, _ := d.state().nextMatter()
		d.matterDue(d.state().matters[i])
	case dueLapse:
		d.lapseRule(d.state().rules[d.state().lapsing()])
	default:
		return false
	}
	return true
}

// defaultPlay makes the play that an expired limit brings: the first of the procedure's
// default plays that is legal or, if none is, the last of them. A procedure that names
// only a Pass lets a side pass in check: the limit makes a play in any case.
func (d *decision) defaultPlay(limit events.LimitSet) {
	side := limit.Side
	if len(d.state().round.sides) > 0 {
		d.defaultTogether()
		return
	}
	i, ok := d.state().findSide(side)
	if !ok {
		d.nobodysTurn()
		return
	}
	d.ruling.Side = side
	if d.outOfTime(limit) {
		return
	}
	if e := d.endsAt(rules.EndsOnLimit, side); e != nil {
		d.note(FactDefault, e.clause, "the time limit of %s expired at %s", side, when(limit.Expires))
		d.endWith(e, side)
		if d.state().Over() {
			d.nobodysTurn()
		}
		return
	}
	kind := d.defaultKind(movement.SideID(i))
	d.ruling.Play = (notation.Play{Items: []notation.Item{{Kind: kind}}}).String()
	d.note(FactDefault, d.law().citeDefault(), "the time limit of %s expired at %s: its default play is a %s", side, when(limit.Expires), kindWords[kind])
	d.playDefault(side, kind)
}

// defaultKind is the kind of play that a limit brings a side.
func (d *decision) defaultKind(side movement.SideID) notation.Kind {
	kind := notation.Surrender
	for _, word := range d.law().proc.Clock.Default {
		kind = notation.Surrender
		if word == PlayPass {
			kind = notation.Pass
		}
		if kind == notation.Surrender || d.lets(side) && (!d.now.pos.InCheck(side) || d.passesInCheck(side)) {
			break
		}
	}
	return kind
}

// lets reports whether the rules let a side pass, in check or not: the section passing says when, without it the section plays.
func (d *decision) lets(side movement.SideID) bool {
	l := d.law()
	if l.proc.Passing == nil && l.proc.Plays != nil || d.now.pos.PassesBack(side) {
		return true
	}
	s := d.sceneOf(side)
	return l.proc.Passing != nil && (l.passing == nil || l.passing.Holds(&dutyScene{s}))
}

// passesInCheck reports whether the rules let a side pass that is in check.
func (d *decision) passesInCheck(side movement.SideID) bool {
	return d.law().passes != nil && d.asked(d.law().passes, new(quantities), side) != 0
}

func (d *decision) playDefault(side string, kind notation.Kind) {
	d.keepMoment()
	if kind == notation.Pass {
		d.pass(side, HowDefault)
	} else {
		d.yield(side, HowDefault)
	}
	d.endPlay(side, HowDefault, false)
}

// sendAway gives an attribute to sides that made default plays in a row.
func (d *decision) sendAway() {
	terms := d.law().proc.Clock
	if terms == nil || terms.Away == nil || terms.Away.After == 0 {
		return
	}
	away := terms.Away
	for i := range d.state().sides {
		s := &d.state().sides[i]
		if !s.gone && s.defaults >= away.After && (away.Of == "" || s.has(away.Of)) && !s.has(away.Becomes) {
			b := basisOf(nil, d.law().citeAway())
			name, defaults := s.name, s.defaults
			d.emit(b, events.SideAttributeSet{Side: name, Attribute: away.Becomes, On: true})
			d.note(FactSentAway, d.law().citeAway(), "the last %d plays of %s were default plays: it is %s", defaults, name, d.law().word(away.Becomes))
		}
	}
}

// lasting is a length in a clock's unit.
func lasting(c *rules.Clock, n int) time.Duration {
	return time.Duration(n) * time.Duration(rules.Units[c.Unit]) * time.Second
}

// nobodysTurn records that no side is to play, which ends a running limit.
func (d *decision) nobodysTurn() { d.emit(d.law().turn, events.TurnBegan{}) }
