package aggregate

import (
	"maps"
	"slices"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// Rounds: several sides play at once. Each play is kept, open or sealed, until all are in; then they are made
// together. If some of them obstruct each other that is a conflict, and the rules say what follows.
//
//	turn begins ─► who is asked? ─► plays kept, seals opened ─► all there: each alone, then all together ─► order ─► turn begins
//
// together.go is about several pieces of one side.

// How a round ended. The words are part of the stored form.
const (
	RoundMade     = "made"
	RoundConflict = "conflict"
	RoundHopeless = "hopeless"
	RoundChanged  = "changed"
)

// round is the plays that are being asked for; without sides there is none.
type round struct {
	sides []string          // in the order in which they stand
	kept  []events.PlayKept // replaced, never written in place
}

// keep notes a play or a seal.
func (r *round) keep(p events.PlayKept) {
	i := slices.IndexFunc(r.kept, func(k events.PlayKept) bool { return k.Side == p.Side })
	r.kept = slices.Clone(r.kept)
	if i < 0 {
		r.kept = append(r.kept, p)
		return
	}
	r.kept[i].Play = p.Play
}

func (r *round) of(side string) (events.PlayKept, bool) {
	for _, k := range r.kept {
		if k.Side == side {
			return k, true
		}
	}
	return events.PlayKept{Side: side}, false
}

// awaited returns the sides that have yet to send something: a play or a seal first, then what opens the seals.
func (r *round) awaited() (sides []string) {
	for _, side := range r.sides {
		if _, ok := r.of(side); !ok {
			sides = append(sides, side)
		}
	}
	if sides != nil {
		return sides
	}
	for _, side := range r.sides {
		if k, _ := r.of(side); k.Play == "" {
			sides = append(sides, side)
		}
	}
	return sides
}

// Round returns the sides whose plays are made together when all have come, in their order; none if no such round runs.
func (s *State) Round() []string { return slices.Clone(s.round.sides) }

// Kept returns of how many of them a play or a seal has come.
func (s *State) Kept() int { return len(s.round.kept) }

// KeptOf returns what a side of Round has sent: its play, or its seal and once that is opened both.
func (s *State) KeptOf(side string) (kept events.PlayKept, sent bool) { return s.round.of(side) }

// Awaited returns those of the sides of Round that are to send something next.
func (s *State) Awaited() []string { return s.round.awaited() }

// Seal returns a play as it is written sealed under a salt, and the text that opens it: see [notation.Seal].
func Seal(salt, play string) (sealed, opening string) { return notation.Seal(salt, play) }

// roundLaw is when sides play at once, compiled; formulas that are left out are nil.
type roundLaw struct {
	*rules.Together
	who, when, sealed, ways, checks, hopeless *formula.Formula
	strength, cut                             *formula.Formula // of orders, which are weighed
	conflicts                                 []*formula.Formula
}

// citeTogether is the clause by which sides play at once, citeClash that of conflicts.
func (l *law) citeTogether() string {
	return l.cite("together", citeOf(l.proc.Together, func(t *rules.Together) string { return t.Cite }))
}

func (l *law) citeClash() string {
	return l.cite("together", citeOf(l.proc.Together, func(t *rules.Together) string { return firstOf(t.CiteClash, t.Cite) }))
}

// asksTogether returns the sides that play at once as things stand, nil if they play in turn.
func (d *decision) asksTogether() (sides []string) {
	t := d.law().proc.Together
	if t == nil || d.state().Over() || d.state().free() || d.law().compile() != nil {
		return nil
	}
	k := &d.law().round
	if k.when != nil && !d.says(k.when) {
		return nil
	}
	for _, name := range d.state().order {
		i, ok := d.state().findSide(name)
		switch {
		case !ok || d.skips(d.state(), name) || d.playsItself(d.state(), i) && !d.state().InCheck(name):
		case t.Who == "", t.Who == rules.UpInCheck && d.state().InCheck(name),
			t.Who != rules.UpInCheck && k.who != nil && d.asked(k.who, new(quantities), movement.SideID(i)) != 0:
			sides = append(sides, name)
		}
	}
	least := t.Least
	if least == 0 {
		least = 2
	}
	if len(sides) < least {
		return nil
	}
	return sides
}

// Together returns the sides that would play at once if a turn began as things stand, nil if they play in turn.
func (j *Judge) Together() []string {
	d := j.begin(Input{}, nil)
	if d.now.compile() != nil {
		return nil
	}
	return d.asksTogether()
}

// beginRound asks several sides for their plays if the rules say that they play at once. What has come in a round goes on to count
// while it is about the same sides.
func (d *decision) beginRound() bool {
	sides, now := d.asksTogether(), d.state().round.sides
	if len(sides) > 0 && slices.Equal(slices.Sorted(slices.Values(sides)), slices.Sorted(slices.Values(now))) { // whoever has come before whom
		return true
	}
	if len(now) > 0 {
		d.emit(basisOf(nil, d.law().citeTogether()), events.RoundEnded{How: RoundChanged})
		d.stillPromised()
	}
	if len(sides) == 0 {
		return false
	}
	d.askTogether(sides)
	return true
}

// askTogether begins a round, and ends it at once where it is found out that no plays there are would go together.
func (d *decision) askTogether(sides []string) {
	l := d.law()
	b := basisOf(l.readingsIn(l.proc.Together), l.citeTogether())
	d.spend(d.state().ToPlay())
	d.emit(b, events.TurnBegan{})
	d.emit(b, events.RoundBegan{Sides: sides})
	d.note(FactTogether, l.citeTogether(), "%s play at once: their plays are made together when all are in", listed(sides))
	if d.says(l.round.hopeless) && d.findsNone(sides) {
		d.fact(events.Fact{Code: FactConflict, Clause: l.citeClash(), Interpretation: firstOf(l.readingsIn(l.proc.Together.Hopeless)...),
			Message: "no legal plays of " + listed(sides) + " are compatible: all of these sides surrender"})
		d.surrenderAll(sides, RoundHopeless)
	}
}

// keeps takes a play in that is made together with others, and reports whether it is one.
func (p *play) keeps(in events.PlaySubmitted, text *notation.Reading) bool {
	d := p.d
	r := &d.state().round
	if !slices.Contains(r.sides, p.name) || d.law().proc.Together == nil { // what the law alone makes of a history is asked of boards of another law
		if text.Err == nil && (text.Play.Seal != "" || text.Play.Salt != "") {
			d.refuse(FaultSeal, d.law().citeTogether(), "%s may not seal a play: only sides that play at once do", p.name)
			return true
		}
		return false
	}
	l := d.law()
	clause := l.citeTogether()
	d.rests = basisOf(l.readingsIn(l.proc.Together), clause)
	if limit, running := d.state().Limit(); running && d.expired(limit, d.in.moment()) {
		d.refuseExpired(limit)
	}
	d.ruling.Play = text.Play.String()
	have, sent := r.of(p.name)
	missing := slices.DeleteFunc(r.awaited(), func(side string) bool { return side == p.name })
	_, unsealed := d.unsealed()
	kept := events.PlayKept{Side: p.name, Play: in.Text}
	switch {
	case text.Err != nil:
		d.notation(text.Err)
	case text.Play.Salt != "" && (have.Seal == "" || have.Play != ""):
		d.refuse(FaultSeal, clause, "%s has no seal to open", p.name)
	case text.Play.Salt != "" && notation.SealOf(in.Text) != have.Seal:
		d.refuse(FaultSeal, clause, "this does not open the seal of %s: send the exact text that was sealed, salt included", p.name)
	case text.Play.Salt != "" && unsealed:
		d.refuse(FaultSeal, clause, "%s has not sent a play yet: seals are opened when all plays are in", listed(missing))
	case text.Play.Salt != "":
	case sent:
		d.refuse(FaultPlayed, clause, "%s has sent its play already%s", p.name, map[bool]string{true: ", sealed: open it when all plays are in"}[have.Seal != "" && have.Play == ""])
	case text.Play.Seal != "":
		kept = events.PlayKept{Side: p.name, Seal: text.Play.Seal}
	case d.says(l.round.sealed):
		d.refuse(FaultSeal, clause, `the plays of this round are sealed first: send "sealed" and the SHA-256 of a salt, ": " and the play, then "opened" and that text when all plays are in`)
	default:
		d.ruling.Faults = append(d.ruling.Faults, d.alone(kept)...)
	}
	if d.faulty() {
		return true
	}
	d.emit(d.rests, kept)
	if left := d.state().Awaited(); len(left) > 0 {
		d.note(FactKept, clause, "the play of %s is kept: %s to come", p.name, listed(left))
		return true
	}
	d.makeTogether()
	return true
}

// unsealed returns the first side that has sent nothing yet.
func (d *decision) unsealed() (string, bool) {
	r := &d.state().round
	for _, side := range r.sides {
		if _, ok := r.of(side); !ok {
			return side, true
		}
	}
	return "", false
}

// playing returns the sides that the limit of the turn is about.
func (d *decision) playing() []string {
	if sides := d.state().Round(); len(sides) > 0 {
		return sides
	}
	return []string{d.state().ToPlay()}
}

// whose says whose turn it is.
func (d *decision) whose() string {
	if sides := d.state().round.sides; len(sides) > 0 {
		return listed(sides)
	}
	return d.state().ToPlay()
}

// trial judges a play on a board by itself, apart from whose turn it is and from what follows its end. Others says that it is made
// after others of a round: then nobody asks again whether its side is in check.
func (d *decision) trial(base *table, k events.PlayKept, others bool) *decision {
	return d.trialBefore(nil, base, k, others)
}

// trialSparing judges an act by itself as if no duty obliged anybody.
func (d *decision) trialSparing(base *table, k events.PlayKept) *decision {
	j := &Judge{engine: d.judge.engine, base: base, work: base.beside(), labels: d.judge.labels, sparing: true}
	return d.trialOf(j, k, false)
}

// trialBefore is trial with somebody who watches.
func (d *decision) trialBefore(w *Attempt, base *table, k events.PlayKept, others bool) *decision {
	return d.trialOf(&Judge{engine: d.judge.engine, base: base, work: base.beside(), labels: d.judge.labels, watch: w}, k, others)
}

// trialFated is trial of a play of which lots have decided, or decide now.
func (d *decision) trialFated(base *table, p *roundPlay, others bool) *decision {
	return d.trialOf(&Judge{engine: d.judge.engine, base: base, work: base.beside(), labels: d.judge.labels, fated: p.fated}, p.kept, others)
}

func (d *decision) trialOf(j *Judge, k events.PlayKept, others bool) *decision {
	in := d.in
	in.Payload, in.Play = events.PlaySubmitted{Side: k.Side, Text: k.Play}, nil
	j.left = &leftOver{text: k.Play}
	j.work.answering, j.work.sparing = d.now.answering, j.sparing
	t := j.begin(in, nil)
	t.created, t.together, t.tried, t.fated = maps.Clone(d.created), others, true, j.fated
	i, ok := t.state().findSide(k.Side)
	if !t.needBoard() || !ok {
		return t
	}
	p := &play{d: t, side: movement.SideID(i), name: k.Side, player: t.state().sides[i].player, how: HowSubmitted}
	text := p.said()
	if text.Err != nil {
		t.notation(text.Err)
		return t
	}
	if p.split(text.Play); j.staged {
		stageGate(t, p, in.Payload.(events.PlaySubmitted))
	}
	p.run()
	t.ruling.Play = written(p.done)
	return t
}

// defaultTogether makes the plays of a round for those that have not come in time.
func (d *decision) defaultTogether() {
	var late []string
	for _, side := range d.state().round.sides {
		if k, _ := d.state().round.of(side); k.Play == "" {
			late = append(late, side)
		}
	}
	for _, side := range late {
		if e := d.endsAt(rules.EndsOnLimit, side); e != nil {
			d.note(FactDefault, e.clause, "the time limit of %s expired at %s", side, when(d.state().limit.Expires))
			if d.endWith(e, side); d.state().Over() {
				d.emit(basisOf(nil, d.law().citeTogether()), events.RoundEnded{How: RoundChanged})
				d.nobodysTurn()
			}
			return
		}
	}
	d.note(FactDefault, d.law().citeDefault(), "the time limit expired at %s: %s made default plays", when(d.state().limit.Expires), listed(late))
	d.makeTogether()
}
