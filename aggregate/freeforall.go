package aggregate

import (
	"fmt"
	"slices"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// Free For Alls: for some days everybody plays when e likes (1230.2 §9).

// freeForAll asks for what every input about a Free For All needs.
func (d *decision) freeForAll() (*rules.FreeForAll, bool) {
	if !d.opened() {
		return nil, false
	}
	d.manned()
	d.begun()
	terms := d.law().proc.FreeForAll
	if !d.section(terms != nil, "a Free For All") {
		return nil, false
	}
	d.timely()
	d.rests = basisOf(nil, d.law().citeFreeForAll())
	return terms, true
}

// announceFreeForAll judges the announcement: long enough after the last one, nobody in
// check, and for a number of days within bounds (1230.2 §9.A–B).
func announceFreeForAll(d *decision, in events.FreeForAllAnnounced) {
	terms, ok := d.freeForAll()
	if !ok {
		return
	}
	s, clause := d.state(), d.law().citeFreeForAll()
	if s.ffa.State == FreeForAllAnnounced || s.ffa.State == FreeForAllRunning {
		d.refuse(FaultFreeForAllState, clause, "a Free For All is %s, from %s to %s", s.ffa.State, when(s.ffa.Starts), when(s.ffa.Ends))
	}
	if rest := s.ffaOver.Add(days(float64(terms.RestDays))); !s.ffaOver.IsZero() && d.in.At.Before(rest) {
		d.refuse(FaultFreeForAllRest, d.law().citeFreeForAllWhen(), "the last Free For All ended at %s; the next can be announced from %s on", when(s.ffaOver), when(rest))
	}
	for _, c := range s.Checks() {
		d.fault(events.Fault{Code: FaultFreeForAllCheck, Clause: d.law().citeFreeForAllWhen(), Message: c.Side + " is in check", Pieces: c.By})
	}
	if in.Days < terms.LeastDays || in.Days > terms.MostDays {
		d.refuse(FaultDays, clause, "a Free For All lasts %d to %d days, not %d", terms.LeastDays, terms.MostDays, in.Days)
	}
	if d.faulty() {
		return
	}
	starts := d.in.At.Add(days(float64(terms.NoticeDays)))
	d.emit(d.rests, events.FreeForAllSet{State: FreeForAllAnnounced, Starts: starts, Ends: starts.Add(days(float64(in.Days)))})
}

// announced asks for an announced Free For All that has not begun at the input's time.
func (d *decision) announced() bool {
	ffa, clause := d.state().ffa, d.law().citeObjections()
	switch {
	case ffa.State != FreeForAllAnnounced && ffa.State != FreeForAllRunning:
		d.refuse(FaultFreeForAllState, clause, "no Free For All is announced")
	case ffa.State == FreeForAllRunning || !d.in.At.Before(ffa.Starts):
		d.refuse(FaultObjectionLate, clause, "the Free For All began at %s", when(ffa.Starts))
	default:
		return true
	}
	return false
}

// objectFreeForAll records an objection. The first one shortens the longest duration, and
// that is the duration unless the umpire announces another; enough of them cancel the Free
// For All (1230.2 §9.B).
func objectFreeForAll(d *decision, in events.FreeForAllObjected) {
	d.ruling.Side = in.Side
	terms, ok := d.freeForAll()
	if !ok {
		return
	}
	d.known(in.Side)
	if d.announced() && slices.Contains(d.state().ffa.Objections, in.Side) {
		d.refuse(FaultObjected, d.law().citeObjections(), "%s has objected already", in.Side)
	}
	if d.faulty() {
		return
	}
	d.rests = basisOf(nil, d.law().citeObjections())
	set := d.state().ffa
	set.Objections = append(slices.Clone(set.Objections), in.Side)
	if len(set.Objections) == 1 {
		set.Ends = set.Starts.Add(days(float64(terms.ObjectedDays)))
	}
	if terms.CancelAt > 0 && len(set.Objections) >= terms.CancelAt {
		set.State = FreeForAllCancelled
	}
	d.emit(d.rests, set)
}

// correctFreeForAll announces another duration after an objection.
func correctFreeForAll(d *decision, in events.FreeForAllCorrected) {
	terms, ok := d.freeForAll()
	if !ok {
		return
	}
	clause := d.law().citeObjections()
	if d.announced() && len(d.state().ffa.Objections) == 0 {
		d.refuse(FaultFreeForAllState, clause, "nobody has objected to the Free For All")
	}
	if in.Days < terms.LeastDays || in.Days > terms.ObjectedDays {
		d.refuse(FaultDays, clause, "after an objection a Free For All lasts %d to %d days, not %d", terms.LeastDays, terms.ObjectedDays, in.Days)
	}
	if d.faulty() {
		return
	}
	d.rests = basisOf(nil, clause)
	set := d.state().ffa
	set.Ends = set.Starts.Add(days(float64(in.Days)))
	d.emit(d.rests, set)
}

// beginFreeForAll starts the announced Free For All: from now on it is nobody's turn.
func (d *decision) beginFreeForAll() {
	set := d.state().ffa
	set.State = FreeForAllRunning
	b := basisOf(nil, d.law().citeFreeForAll(), d.law().citeDuring())
	d.emit(b, set)
	d.emit(b, events.TurnBegan{})
	d.note(FactFreeForAll, d.law().citeFreeForAll(), "the Free For All begins at %s and ends at %s", when(set.Starts), when(set.Ends))
}

// endFreeForAll ends it: the play list is put in an order that a lot decides (1230.2 §9.D).
func (d *decision) endFreeForAll() {
	set := d.state().ffa
	set.State = FreeForAllOver
	b := basisOf(nil, d.law().citeAfter())
	d.emit(b, set)
	d.note(FactFreeForAll, d.law().citeAfter(), "the Free For All ended at %s; a lot decides the play list", when(set.Ends))
	if list := d.state().PlayList(); len(list) > 1 {
		order := d.draw(b, LotFreeForAll, list, len(list))
		if d.law().reads("free-for-all-checks", "at-once") {
			order = d.checkedUp(order)
			b = basisOf(d.law().usedOf("free-for-all-checks"), b.Clauses...)
		}
		d.emit(b, events.PlayListChanged{Order: order})
	}
	d.beginTurn()
}

// freeForAllGate holds plays to the terms of a Free For All, and to the fact that one has
// begun or ended even if nobody has recorded it yet.
func freeForAllGate(d *decision, p *play, in events.PlaySubmitted) {
	ffa, at := d.state().ffa, d.in.moment()
	terms := d.law().proc.FreeForAll
	switch {
	case terms == nil:
		return
	case p.warmSurrender() && unrecorded(ffa, at):
		p.how = HowNotified // before all else: 1230.2 §4.B(iv)
		return
	case ffa.State == FreeForAllAnnounced && !at.Before(ffa.Starts):
		d.refuse(FaultFreeForAllDue, d.law().citeFreeForAll(), "the Free For All began at %s: record that time has passed first", when(ffa.Starts))
		return
	case ffa.State != FreeForAllRunning:
		return
	case !at.Before(ffa.Ends):
		d.refuse(FaultFreeForAllDue, d.law().citeAfter(), "the Free For All ended at %s: record that time has passed first", when(ffa.Ends))
		return
	}
	clause := d.law().citeDuring()
	if terms.SingleAtomic {
		p.single = clause
	}
	if !terms.RoyalCaptures {
		p.noCapture = clause
	}
	from, ready := d.ready(p.side)
	if !at.Before(ready) {
		return
	}
	if p.warmSurrender() {
		p.how = HowNotified
		return
	}
	f := events.Fault{Code: FaultFreeForAllWait, Clause: clause,
		Message: fmt.Sprintf("%s last played at %s and may play again from %s on", p.name, when(from), when(ready))}
	if from.Before(ffa.Starts) {
		f.Interpretation = d.law().used("free-for-all-wait")
	}
	d.fault(f)
}

// unrecorded reports whether by a moment a Free For All has begun or ended and nobody has
// recorded it.
func unrecorded(ffa events.FreeForAllSet, at time.Time) bool {
	return ffa.State == FreeForAllAnnounced && !at.Before(ffa.Starts) || ffa.State == FreeForAllRunning && !at.Before(ffa.Ends)
}

// ready returns when a side last played in the Free For All, or before it where the reading
// is that this counts, and from when on it may play again; zero times if it has not played.
func (d *decision) ready(side movement.SideID) (from, ready time.Time) {
	from = d.state().sides[side].lastPlayAt
	if from.IsZero() && d.law().reads("free-for-all-wait", "every-play") {
		from = d.state().sides[side].endedAt
	}
	if from.IsZero() {
		return from, from
	}
	return from, from.Add(d.wait(side))
}

// wait returns how long a side must wait between its plays, as it stands now.
func (d *decision) wait(side movement.SideID) time.Duration {
	f := d.law().waitDays
	if f == nil {
		return 0
	}
	an := d.now.analysis()
	onBoard, _ := d.state().CountPieces(d.state().sides[side].name)
	q := quantities{
		qWeight: fromHalf(an.Weight(side)), qCounting: float64(an.Counting(side)), qPieces: float64(onBoard),
		qChecked: flag(an.InCheck(side)), qCanTakeRoyal: flag(d.now.canTakeRoyal(side)),
	}
	return days(d.asked(f, &q, side))
}

// canTakeRoyal reports whether a side attacks a royal piece.
func (t *table) canTakeRoyal(side movement.SideID) bool {
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

// playedAt returns when a play that has just been made was made, where a later Free For All
// asks for that; else nil.
func (d *decision) playedAt(how string) *time.Time {
	if !d.law().reads("free-for-all-wait", "every-play") && !d.law().reads("early-play", "too-early") {
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

// notePlay notes when a side has played in a Free For All.
func (d *decision) notePlay() {
	in, ok := d.in.Payload.(events.PlaySubmitted)
	if !ok || d.state().ffa.State != FreeForAllRunning {
		return
	}
	i, ok := d.state().findSide(in.Side)
	if !ok {
		return
	}
	at := d.in.moment()
	if unrecorded(d.state().ffa, at) {
		return // a Warm Surrender that came when it was over
	}
	d.emit(basisOf(nil, d.law().citeDuring()), events.LimitSet{Side: in.Side, From: at, Expires: at.Add(d.wait(movement.SideID(i)))})
}
