package aggregate

import (
	"slices"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// A roundPlay is a play of a round: as it was sent, and what it does by itself.
type roundPlay struct {
	kept events.PlayKept
	how  string
	idle notation.Kind // Pass or Surrender, which are in nobody's way; 0: something else
	made *decision     // the play alone, on the board with which the round began
	on   []string      // squares that it comes to
	with []string      // pieces that it concerns
}

// playAlone judges a play of a round by itself. One that is illegal is the side's default play.
func (d *decision) playAlone(k events.PlayKept) roundPlay {
	p := roundPlay{kept: k, how: HowSubmitted}
	if k.Play != "" {
		p.made = d.trial(d.now, k, false)
		if p.made.faulty() {
			d.fact(events.Fact{Code: FactReplaced, Clause: d.law().citeDefault(),
				Message: "the play of " + k.Side + ", " + k.Play + ", is illegal, and its default play stands: " + p.made.ruling.Faults[0].Message})
		}
	}
	if k.Play == "" || p.made.faulty() {
		p.how, p.idle = HowDefault, notation.Surrender
		if d.law().proc.Clock != nil {
			p.idle = d.defaultKind(d.sideID(k.Side))
		}
		return p
	}
	p.look()
	return p
}

// look notes what a play does that can be in the way of others.
func (p *roundPlay) look() {
	items := p.made.in.Reading().Play.Items
	if len(items) == 1 && (items[0].Kind == notation.Pass || items[0].Kind == notation.Surrender) {
		p.idle = items[0].Kind
		return
	}
	for _, o := range p.made.out[1:] {
		for n := range events.Names(o.Payload) {
			if n.Role == events.RolePiece {
				p.with = append(p.with, n.Value)
			}
		}
		if sq := arrival(o.Payload); sq != "" {
			p.on = append(p.on, sq)
		}
	}
}

// arrival is the square that an outcome brings something to.
func arrival(o events.Payload) string {
	if e, ok := o.(events.PieceMoved); ok {
		return e.To
	}
	if e, ok := o.(events.PiecePlaced); ok {
		return e.At
	}
	e, _ := o.(events.SquareClosed)
	return e.Square
}

// collides reports whether two plays come to one square or are about one piece.
func (p *roundPlay) collides(q *roundPlay) bool {
	among := func(list []string) func(string) bool {
		return func(s string) bool { return slices.Contains(list, s) }
	}
	return slices.ContainsFunc(p.on, among(q.on)) || slices.ContainsFunc(p.with, among(q.with))
}

// conflicts returns which plays are in each other's way, by their index, and how the others are made one after the other: what comes
// out does not depend on the order, but for what one makes possible for another.
func (d *decision) conflicts(list []roundPlay) (clash []bool, made []*decision) {
	clash = make([]bool, len(list))
	for i := range list {
		for j := range list[:i] {
			a, b := &list[i], &list[j]
			if a.idle != 0 || b.idle != 0 {
				continue
			}
			if a.collides(b) || d.says(d.law().round.ways) && !(d.both(a, b) && d.both(b, a)) {
				clash[i], clash[j] = true, true
			}
		}
	}
	base := d.now
	var left []int
	for i := range list {
		if !clash[i] && list[i].idle == 0 {
			left = append(left, i)
		}
	}
	for progress := true; progress; {
		progress = false
		for n, i := range left {
			if t := d.trial(base, list[i].kept, true); !t.faulty() {
				made, base, progress = append(made, t), t.now, true
				left = slices.Delete(left, n, n+1)
				break
			}
		}
	}
	for _, i := range left { // each waits for another
		clash[i] = true
	}
	if slices.Contains(clash, true) || !d.says(d.law().round.checks) {
		return clash, made
	}
	for _, side := range d.state().round.sides {
		i, _ := d.state().findSide(side)
		if k := slices.IndexFunc(list, func(p roundPlay) bool { return p.kept.Side == side }); list[k].idle == 0 && base.pos.InCheck(movement.SideID(i)) {
			for k := range list {
				clash[k] = list[k].idle == 0
			}
			break
		}
	}
	return clash, made
}

// both reports whether one play can be made after another.
func (d *decision) both(first, second *roundPlay) bool {
	return !d.trial(first.made.now, second.kept, true).faulty()
}

// makeTogether makes the plays of a round, all of which have come, and ends it.
func (d *decision) makeTogether() {
	var list []roundPlay
	for _, side := range d.state().round.sides {
		k, _ := d.state().round.of(side)
		list = append(list, d.playAlone(k))
	}
	clash, made := d.conflicts(list)
	if slices.Contains(clash, true) {
		switch d.conflictBrings(list, clash) {
		case rules.ConflictSurrender:
			d.surrenderAll(d.state().Round(), RoundConflict)
			return
		case rules.ConflictAgain:
			sides := d.state().Round()
			d.emit(basisOf(nil, d.law().citeClash()), events.RoundEnded{How: RoundConflict})
			d.askTogether(sides)
			return
		}
	}
	for _, t := range made {
		for _, o := range t.out[1:] {
			d.emit(o.Basis, o.Payload)
		}
		d.ruling.Facts = append(d.ruling.Facts, t.ruling.Facts...)
		d.created = t.created
		d.note(FactTogether, d.law().citeTogether(), "made together: %s %s", t.in.Payload.(events.PlaySubmitted).Side, t.ruling.Play)
	}
	for i, p := range list {
		how := p.how
		if clash[i] {
			p.idle, how = notation.Pass, HowConflict
		}
		switch p.idle {
		case notation.Pass:
			d.pass(p.kept.Side, how)
		case notation.Surrender:
			d.surrender(p.kept.Side, how)
		}
	}
	hows := map[string]string{}
	for i, p := range list {
		hows[p.kept.Side] = p.how
		if clash[i] {
			hows[p.kept.Side] = HowConflict
		}
	}
	d.endRound(d.state().Round(), RoundMade, hows)
}

// conflictBrings says what the rules make of a conflict, and notes it.
func (d *decision) conflictBrings(list []roundPlay, clash []bool) string {
	l := d.law()
	do := rules.ConflictAgain
	var readings []string
	for i, k := range l.proc.Together.Conflicts {
		if f := l.round.conflicts[i]; f == nil || d.says(f) {
			do, readings = k.Do, l.readingsIn(k)
			break
		}
	}
	var plays []string
	for i, p := range list {
		if clash[i] {
			plays = append(plays, p.kept.Side+" "+p.made.ruling.Play)
		}
	}
	what := map[string]string{rules.ConflictSurrender: "all of the sides surrender", rules.ConflictAgain: "all sides play again", rules.ConflictVoid: "they count as passes"}[do]
	d.fact(events.Fact{Code: FactConflict, Clause: l.citeClash(), Interpretation: firstOf(readings...), Message: listed(plays) + " are in each other's way: " + what})
	return do
}

// surrenderAll has all sides of a round surrender, and ends it.
func (d *decision) surrenderAll(sides []string, how string) {
	hows := map[string]string{}
	for _, side := range sides {
		d.surrender(side, HowConflict)
		hows[side] = HowConflict
	}
	d.endRound(sides, how, hows)
}

// endRound closes the plays of a round and begins the next turn. Who has played out of turn keeps its place where the turn reverts.
func (d *decision) endRound(sides []string, how string, hows map[string]string) {
	l := d.law()
	top := firstOf(d.state().order...)
	d.emit(basisOf(nil, l.citeTogether()), events.RoundEnded{How: how})
	for _, side := range sides {
		ended := events.PlayEnded{Side: side, How: hows[side], At: d.playedAt(hows[side]), Checks: d.checksGiven(side)}
		ended.Checking = d.checksInRow(side, ended.Checks)
		if s, ok := d.state().Side(side); ok && ended.How == HowDefault {
			ended.Defaults = s.Defaults + 1
		}
		d.emit(l.end, ended)
		d.occasion("turn-ends", side)
	}
	d.sendAway()
	for _, side := range sides {
		if !d.state().Over() {
			d.ended(side)
		}
	}
	d.post(true)
	if d.state().Over() {
		d.emit(l.turn, events.TurnBegan{})
		return
	}
	order := slices.Clone(d.state().order)
	for _, side := range sides {
		if side == top || !d.reverts(side) {
			order = toBottom(order, side)
		}
	}
	if p := l.proc.Order; p != nil && p.By == rules.OrderFormula {
		order = d.ranked(order)
	}
	if p := l.proc.Order; p != nil && p.Up != "" {
		order = d.upFirst(order)
	}
	if !slices.Equal(order, d.state().order) {
		d.emit(l.orderly, events.OrderChanged{Order: order})
	}
	d.untilMet()
	d.beginTurn()
}
