package aggregate

import (
	"fmt"
	"slices"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// Stages: spans of the game in which other terms hold. A stage is announced, sides may object
// to it until it begins, and it ends when its time is over or as soon as the board is as the
// rules say.

// Where a stage stands. The words are part of the stored form.
const (
	StageAnnounced = "announced"
	StageRunning   = "running"
	StageCancelled = "cancelled"
	StageOver      = "over"
)

// stage is a stage as it was set last.
type stage struct {
	events.StageSet
	over time.Time // when it was over the last time; zero: it never was
}

// pending returns the stage that is announced or runs, nil if none does.
func (s *State) pending() *stage {
	for i := range s.stages {
		if st := s.stages[i].State; st == StageAnnounced || st == StageRunning {
			return &s.stages[i]
		}
	}
	return nil
}

// running returns the stage that runs, nil if none does.
func (s *State) running() *stage {
	if st := s.pending(); st != nil && st.State == StageRunning {
		return st
	}
	return nil
}

// free reports whether a stage runs in which it is nobody's turn.
func (s *State) free() bool {
	st := s.running()
	return st != nil && st.Free
}

// stageLaw is a stage as the rules have it, with its formulas compiled; those that are left out are nil.
type stageLaw struct {
	*rules.Stage
	unit                     time.Duration
	wait, earlier, until, up *formula.Formula
	next                     *formula.Formula
}

// stage returns the stage of a name as the rules have it, nil if no rule does.
func (l *law) stage(name string) *stageLaw {
	for i := range l.stages {
		if l.stages[i].Name == name {
			return &l.stages[i]
		}
	}
	return nil
}

// clause names a place in the rule of a stage, that of the stage itself if the rule names none; "" if no
// rule has the stage.
func (g *stageLaw) clause(place func(*rules.Stage) string) string {
	if g == nil {
		return ""
	}
	return g.Stage.Clause(place(g.Stage), g.Cite)
}

func (g *stageLaw) itself() string { return g.clause(func(s *rules.Stage) string { return s.Cite }) }
func (g *stageLaw) before() string {
	return g.clause(func(s *rules.Stage) string { return s.CiteWhen })
}
func (g *stageLaw) objections() string {
	return g.clause(func(s *rules.Stage) string { return s.CiteObjections })
}
func (g *stageLaw) during() string {
	return g.clause(func(s *rules.Stage) string { return s.CiteDuring })
}
func (g *stageLaw) after() string {
	return g.clause(func(s *rules.Stage) string { return s.CiteAfter })
}

// lasting is a length in the stage's unit.
func (g *stageLaw) lasting(n int) time.Duration { return time.Duration(n) * g.unit }

// calledStage is what people read of a stage, which no rule may have any longer.
func (l *law) calledStage(name string) string {
	if g := l.stage(name); g != nil {
		return g.Called()
	}
	return name
}

// theStage asks for what every input about a stage needs.
func (d *decision) theStage(name string) (*stageLaw, bool) {
	if !d.opened() {
		return nil, false
	}
	d.manned()
	d.begun()
	g := d.law().stage(name)
	if g == nil {
		var names []string
		for i := range d.law().stages {
			names = append(names, d.law().stages[i].Name)
		}
		d.refuse(FaultNoRule, "", "no rule in force provides for a stage %q%s", name, meant(name, names))
		return nil, false
	}
	d.timely()
	d.rests = basisOf(nil, g.itself())
	return g, true
}

// announceStage judges the announcement: long enough after the last one, nobody in check, and for a
// length within bounds.
func announceStage(d *decision, in events.StageAnnounced) {
	g, ok := d.theStage(in.Stage)
	if !ok {
		return
	}
	s := d.state()
	if st := s.pending(); st != nil {
		d.refuse(faultStage(g, "state"), g.itself(), "a %s is %s, from %s to %s", d.law().calledStage(st.Stage), st.State, when(st.Starts), when(st.Ends))
	}
	if over := s.StageEnded(in.Stage); !over.IsZero() && d.in.At.Before(over.Add(g.lasting(g.Rest))) {
		d.refuse(faultStage(g, "too-soon"), g.before(), "the last %s ended at %s; the next can be announced from %s on", g.Called(), when(over), when(over.Add(g.lasting(g.Rest))))
	}
	for _, c := range s.Checks() {
		d.fault(events.Fault{Code: FaultSideInCheck, Clause: g.before(), Message: c.Side + " is in check", Pieces: c.By})
	}
	if in.Length < g.Least || in.Length > g.Most {
		d.refuse(FaultLength, g.itself(), "a %s lasts %d to %s, not %d", g.Called(), g.Least, units(g.Most, g.Unit), in.Length)
	}
	if d.faulty() {
		return
	}
	starts := d.in.At.Add(g.lasting(g.Notice))
	d.emit(d.rests, events.StageSet{Stage: in.Stage, State: StageAnnounced, Starts: starts, Ends: starts.Add(g.lasting(in.Length)), Free: !g.Turns})
}

// units is a number of units, for people.
func units(n int, unit string) string {
	if unit == "" {
		unit = "day"
	}
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%d %ss", n, unit)
}

// announced asks for an announced stage that has not begun at the input's time.
func (d *decision) announced(g *stageLaw) bool {
	st := d.state().pending()
	switch {
	case st == nil || st.Stage != g.Name:
		d.refuse(faultStage(g, "state"), g.objections(), "no %s is announced", g.Called())
	case st.State == StageRunning || !d.in.At.Before(st.Starts):
		d.refuse(faultStage(g, "begun"), g.objections(), "the %s began at %s", g.Called(), when(st.Starts))
	default:
		return true
	}
	return false
}

// objectToStage records an objection. The first one shortens the greatest length, and that is the
// length unless the umpire announces another; enough of them cancel the stage.
func objectToStage(d *decision, in events.StageObjected) {
	d.ruling.Side = in.Side
	g, ok := d.theStage(in.Stage)
	if !ok {
		return
	}
	d.known(in.Side)
	if d.announced(g) && slices.Contains(d.state().pending().Objections, in.Side) {
		d.refuse(FaultObjected, g.objections(), "%s has objected already", in.Side)
	}
	if d.faulty() {
		return
	}
	d.rests = basisOf(nil, g.objections())
	set := d.state().pending().StageSet
	set.Objections = append(slices.Clone(set.Objections), in.Side)
	if len(set.Objections) == 1 && g.Objected > 0 {
		set.Ends = set.Starts.Add(g.lasting(g.Objected))
	}
	if g.CancelAt > 0 && len(set.Objections) >= g.CancelAt {
		set.State = StageCancelled
	}
	d.emit(d.rests, set)
}

// correctStage announces another length after an objection.
func correctStage(d *decision, in events.StageCorrected) {
	g, ok := d.theStage(in.Stage)
	if !ok {
		return
	}
	if d.announced(g) && len(d.state().pending().Objections) == 0 {
		d.refuse(faultStage(g, "state"), g.objections(), "nobody has objected to the %s", g.Called())
	}
	most := g.Objected
	if most == 0 {
		most = g.Most
	}
	if in.Length < g.Least || in.Length > most {
		d.refuse(FaultLength, g.objections(), "after an objection a %s lasts %d to %s, not %d", g.Called(), g.Least, units(most, g.Unit), in.Length)
	}
	if d.faulty() {
		return
	}
	d.rests = basisOf(nil, g.objections())
	set := d.state().pending().StageSet
	set.Ends = set.Starts.Add(g.lasting(in.Length))
	d.emit(d.rests, set)
}

// openStage starts the announced stage. In one without turns it is nobody's turn from now on.
func (d *decision) openStage() {
	set := d.state().pending().StageSet
	set.State = StageRunning
	g := d.law().stage(set.Stage)
	b := basisOf(nil, g.itself(), g.during())
	d.emit(b, set)
	if set.Free {
		if len(d.state().round.sides) > 0 { // nobody waits for the others any longer
			d.emit(basisOf(nil, d.law().citeTogether()), events.RoundEnded{How: RoundChanged})
		}
		d.spend(d.state().ToPlay())
		d.emit(b, events.TurnBegan{})
	}
	d.note(set.Stage, g.itself(), "the %s begins at %s and ends at %s", d.law().calledStage(set.Stage), when(set.Starts), when(set.Ends))
}

// closeStage ends it. Where the rules say so a lot decides the order after it.
func (d *decision) closeStage(at time.Time) {
	set := d.state().pending().StageSet
	set.State, set.Ends = StageOver, at
	l := d.law()
	g := l.stage(set.Stage)
	b := basisOf(nil, g.after())
	d.emit(b, set)
	lot := g != nil && g.Reorder == ReorderLot
	text, clause := "", g.after()
	if g == nil && d.rests != nil && len(d.rests.Clauses) > 0 {
		text, clause = ": no rule in force has it", d.rests.Clauses[0]
	}
	if lot {
		text = "; a lot decides the " + l.calledOrder()
	}
	d.note(set.Stage, clause, "the %s ended at %s%s", l.calledStage(set.Stage), when(set.Ends), text)
	if list := d.state().Order(); lot && len(list) > 1 {
		order := d.draw(b, l.lotPrefix()+":"+set.Stage, list, len(list))
		if g.up != nil && d.asked(g.up, new(quantities), -1) != 0 {
			order = d.upFirst(order)
			b = basisOf(l.readingsIn(g.Up), b.Clauses...)
		}
		d.emit(b, events.OrderChanged{Order: order})
	}
	d.firstAfter(g, b)
	if set.Free {
		d.beginTurn()
	}
}

// ReorderLot says of a stage that a lot decides the order after it.
const ReorderLot = "lot"

// untilMet ends the running stage if the board is as the rules say that it ends.
func (d *decision) untilMet() {
	st := d.state().running()
	if st == nil {
		return
	}
	if g := d.law().stage(st.Stage); g != nil && g.until != nil && d.asked(g.until, new(quantities), -1) != 0 {
		d.closeStage(d.in.moment())
	}
}

// stageGate holds plays to the terms of the running stage, and to the fact that one has
// begun or ended even if nobody has recorded it yet.
func stageGate(d *decision, p *play, in events.PlaySubmitted) {
	st, at := d.state().pending(), d.in.moment()
	if st == nil {
		return
	}
	g := d.law().stage(st.Stage)
	switch {
	case g == nil:
		return
	case p.yieldsAtWill() && st.unrecorded(at):
		p.how = HowNotified // before all else
		return
	case st.State == StageAnnounced && !at.Before(st.Starts):
		d.refuse(faultStage(g, "due"), g.itself(), "the %s began at %s: record that time has passed first", g.Called(), when(st.Starts))
		return
	case st.State != StageRunning:
		return
	case st.ended(at):
		d.refuse(faultStage(g, "due"), g.after(), "the %s ended at %s: record that time has passed first", g.Called(), when(st.Ends))
		return
	}
	clause := g.during()
	if g.Single {
		p.single = clause
	}
	if g.Spares {
		p.noCapture = clause
	}
	p.allowedOnly(g, clause)
	if g.Turns {
		return
	}
	from, ready := d.ready(p.side)
	if !at.Before(ready) {
		return
	}
	if p.yieldsAtWill() {
		p.how = HowNotified
		return
	}
	f := events.Fault{Code: faultStage(g, "wait"), Clause: clause,
		Message: fmt.Sprintf("%s last played at %s and may play again from %s on", p.name, when(from), when(ready))}
	if from.Before(st.Starts) {
		if used := d.law().readingsIn(g.Earlier); len(used) > 0 {
			f.Interpretation = used[0]
		}
	}
	d.fault(f)
}

// allowedOnly refuses atomic plays that a stage does not allow.
func (p *play) allowedOnly(g *stageLaw, clause string) {
	if len(g.Acts) == 0 {
		return
	}
	for i := range p.steps {
		s := &p.steps[i]
		if !slices.Contains(g.Acts, p.d.law().actOf(&s.item)) {
			p.fault(s, FaultStageAct, clause, nil, nil, "during the %s no side may make a %s", g.Called(), kindWord(p.d.law().shapeOf(&s.item)))
		}
	}
}

// unrecorded reports whether by a moment a stage has begun or ended and nobody has recorded it.
func (st *stage) unrecorded(at time.Time) bool {
	return st != nil && (st.State == StageAnnounced && !at.Before(st.Starts) || st.State == StageRunning && st.ended(at))
}

// ended reports whether the time of a stage is over at a moment; one of no set length has none.
func (st *stage) ended(at time.Time) bool { return !st.Ends.IsZero() && !at.Before(st.Ends) }

// earlierCounts reports whether a play before a stage began counts for its waits, by some stage that
// the rules have.
func (d *decision) earlierCounts() bool {
	l := d.law()
	for i := range l.stages {
		if f := l.stages[i].earlier; f != nil && f.Eval(nothingKnown) != 0 {
			return true
		}
	}
	return false
}

// ready returns when a side last played in the running stage, or before it where that counts, and
// from when on it may play again; zero times if it has not played.
func (d *decision) ready(side movement.SideID) (from, ready time.Time) {
	from = d.state().sides[side].lastPlayAt
	if g := d.law().stage(d.state().running().Stage); from.IsZero() && g != nil && g.earlier != nil && g.earlier.Eval(new(quantities)) != 0 {
		from = d.state().sides[side].endedAt
	}
	if from.IsZero() {
		return from, from
	}
	return from, from.Add(d.wait(side))
}

// wait returns how long a side must wait between its plays, as it stands now.
func (d *decision) wait(side movement.SideID) time.Duration {
	g := d.law().stage(d.state().running().Stage)
	if g == nil || g.wait == nil {
		return 0
	}
	weights := d.now.weights()
	onBoard, _ := d.state().CountPieces(d.state().sides[side].name)
	q := quantities{
		qWeight: fromHalf(weights.Weight(side)), qCounting: float64(weights.Counting(side)), qPieces: float64(onBoard),
		qChecked: flag(d.now.pos.InCheck(side)),
	}
	if g.wait.Uses(quantityNames[qCanTakeRoyal]) {
		q[qCanTakeRoyal] = flag(d.now.canTakeRoyal(side))
	}
	return time.Duration(d.asked(g.wait, &q, side) * float64(g.unit))
}

// canTakeRoyal reports whether a side attacks a royal piece. Whoever gives no check does not, which the scales know; only where one is given all
// captures are looked for.
func (t *table) canTakeRoyal(side movement.SideID) bool {
	if t.weights().GivesNone(t.pos, side) {
		return false
	}
	an := t.analysis()
	for _, id := range t.pos.OnBoard() {
		if t.pos.Owner(id) != side {
			continue
		}
		for _, w := range an.Takings(id) {
			if t.law.ruleset.Royal(t.pos.TypeOf(w.Victim)) {
				return true
			}
		}
	}
	return false
}

// playedAt returns when a play that has just been made was made, where a later stage, or the next
// turn, asks for that; else nil.
func (d *decision) playedAt(how string) *time.Time {
	if !d.earlierCounts() && !d.law().reads("early-play", "too-early") {
		return nil
	}
	at := d.in.At
	_, submitted := d.in.Payload.(events.PlaySubmitted)
	limit, running := d.state().Limit()
	switch {
	case how == HowDefault && running:
		at = limit.Expires
	case how == HowSubmitted && submitted:
		at = d.in.moment()
	}
	return &at
}

// notePlay notes when a side has played in a stage without turns.
func (d *decision) notePlay() {
	in, ok := d.in.Payload.(events.PlaySubmitted)
	if !ok || !d.state().free() {
		return
	}
	i, ok := d.state().findSide(in.Side)
	if !ok {
		return
	}
	st, at := d.state().running(), d.in.moment()
	if st.unrecorded(at) {
		return // a Surrender at will that came when it was over
	}
	d.emit(basisOf(nil, d.law().stage(st.Stage).during()), events.LimitSet{Side: in.Side, From: at, Expires: at.Add(d.wait(movement.SideID(i)))})
}
