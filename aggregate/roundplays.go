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
	kept  events.PlayKept
	how   string
	idle  notation.Kind // Pass or Surrender, which are in nobody's way, or foiled; "": something else
	made  *decision     // the play alone, on the board with which the round began
	fated *drawnLots    // what lots have decided of it, once they have
	on    []string      // squares that it comes to
	with  []string      // pieces that it concerns
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
	if d.castsAlone(&p); p.idle == "" {
		p.look(d.now)
	}
	return p
}

// foiled stands for a play of which lots leave nothing.
const foiled notation.Kind = "foiled"

// castsAlone draws the lots of a play of a round, which is legal by itself, and leaves what they leave of it.
func (d *decision) castsAlone(p *roundPlay) {
	if len(d.law().chances) == 0 || d.lotless {
		return
	}
	f := &drawnLots{on: d}
	p.fated = f
	made := d.trialFated(d.now, p, false)
	f.on = nil
	switch {
	case d.law().round.strength != nil:
		p.made = made // its orders are what is left
	case f.law == nil:
	case f.whole == "":
		p.idle = foiled
	default:
		p.kept.Play = f.whole
		p.made = d.trialFated(d.now, p, false)
	}
}

// look notes what a play does that can be in the way of others. A piece that it creates is nobody's but its own, whatever it is called.
func (p *roundPlay) look(before *table) {
	items := p.made.in.Reading().Play.Items
	if len(items) == 1 && (items[0].Kind == notation.Pass || items[0].Kind == notation.Surrender) {
		p.idle = items[0].Kind
		return
	}
	set := map[events.CounterChanged]int{} // counters by piece and name
	for _, o := range p.made.out[1:] {
		if c, ok := o.Payload.(events.CounterChanged); ok {
			key := events.CounterChanged{Piece: c.Piece, Name: c.Name}
			was, again := set[key]
			if !again {
				was = before.counterOf(c.Piece, c.Name)
			}
			if set[key] = c.Value; was == c.Value {
				continue // it stays as it is
			}
		}
		for n := range events.Names(o.Payload) {
			if _, known := before.found(n.Value); known && n.Role == events.RolePiece {
				p.with = append(p.with, n.Value)
			}
		}
		if sq := arrival(o.Payload); sq != "" {
			p.on = append(p.on, sq)
		}
	}
}

// counterOf is what a counter of a piece is, 0 if it has none of that name.
func (t *table) counterOf(piece, name string) int {
	if i, ok := t.found(piece); ok {
		for _, c := range t.state.pieces[i].counters {
			if c.Name == name {
				return c.Value
			}
		}
	}
	return 0
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
			if a, b := &list[j], &list[i]; a.idle == "" && b.idle == "" && d.obstruct(a, b) {
				clash[i], clash[j] = true, true
			}
		}
	}
	var left []int
	for i := range list {
		if !clash[i] && list[i].idle == "" {
			left = append(left, i)
		}
	}
	made, stuck := d.arranged(list, left)
	for _, i := range stuck {
		clash[i] = true
	}
	if len(made) == 0 || !d.says(d.law().round.checks) {
		return clash, made
	}
	pos := made[len(made)-1].now.pos
	for _, i := range left {
		if side, _ := d.state().findSide(list[i].kept.Side); !clash[i] && pos.InCheck(movement.SideID(side)) {
			for _, i := range left {
				clash[i] = true
			}
			return clash, nil
		}
	}
	return clash, made
}

// obstruct reports whether two plays are in each other's way: by what they are about, or since one cannot be made after the other, or neither can.
func (d *decision) obstruct(a, b *roundPlay) bool {
	if a.collides(b) {
		return true
	}
	one := d.both(a, b)
	if d.says(d.law().round.ways) {
		return !one || !d.both(b, a)
	}
	return !one && !d.both(b, a)
}

// arranged makes plays in an order in which each can be made: that in which they stand, or else what cannot be made after another comes before
// it. Those are stuck that wait for each other around a ring, or all if that order does not do.
func (d *decision) arranged(list []roundPlay, plays []int) (made []*decision, stuck []int) {
	if made, fine := d.inTurn(list, plays); fine {
		return made, nil
	}
	var order []int
	rest := slices.Clone(plays)
	for len(rest) > 0 {
		n := slices.IndexFunc(rest, func(i int) bool {
			return !slices.ContainsFunc(rest, func(k int) bool { return k != i && !d.both(&list[i], &list[k]) })
		})
		if n < 0 {
			break
		}
		order, rest = append(order, rest[n]), slices.Delete(rest, n, n+1)
	}
	if made, fine := d.inTurn(list, order); fine {
		return made, rest
	}
	return nil, plays
}

// inTurn makes plays one after the other, as long as each is legal after those before it.
func (d *decision) inTurn(list []roundPlay, order []int) (made []*decision, fine bool) {
	base, created := d.now, d.created
	defer func() { d.created = created }()
	for _, i := range order {
		t := d.trialFated(base, &list[i], true)
		if t.faulty() {
			return nil, false
		}
		made, base, d.created = append(made, t), t.now, t.created
	}
	return made, true
}

// both reports whether one play can be made after another.
func (d *decision) both(first, second *roundPlay) bool {
	return !d.trialFated(first.made.now, second, true).faulty()
}

// makeTogether makes the plays of a round, all of which have come, and ends it.
func (d *decision) makeTogether() {
	var list []roundPlay
	for _, side := range d.state().round.sides {
		k, _ := d.state().round.of(side)
		list = append(list, d.playAlone(k))
	}
	if d.law().round.strength != nil {
		d.weigh(list)
		return
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
			d.stillPromised()
			d.askTogether(sides)
			return
		}
	}
	d.making = true
	for _, t := range made {
		for _, o := range t.out[1:] {
			d.emit(o.Basis, o.Payload)
		}
		d.ruling.Facts = append(d.ruling.Facts, t.ruling.Facts...)
		d.created = t.created
		if t.playsNext != "" {
			d.playsNext, d.nextBy = t.playsNext, t.nextBy
		}
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
			d.yieldsTogether(p.kept.Side, how)
		}
	}
	for _, t := range made {
		if w := t.waiting; w != nil { // what waits until the plays have been judged, all of them
			p := &play{d: d, side: w.side, name: w.name, player: w.player, how: w.how, late: w.late}
			p.fates()
		}
	}
	hows := map[string]string{}
	for i, p := range list {
		hows[p.kept.Side] = p.how
		if clash[i] {
			hows[p.kept.Side] = HowConflict
		}
	}
	d.making = false
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
		d.yieldsTogether(side, HowConflict)
		hows[side] = HowConflict
	}
	d.endRound(sides, how, hows)
}

// yieldsTogether makes a Surrender in a round. The first one that ends the game does.
func (d *decision) yieldsTogether(side, how string) {
	if d.resigned != nil {
		return
	}
	if d.yield(side, how); d.resigned != nil {
		d.resigner = side
	}
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
	d.beyond()
	if d.resigned != nil {
		d.endWith(d.resigned, d.resigner)
	}
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
	order = toTop(order, slices.Index(order, firstOf(d.playsNext, d.state().promised)))
	d.playsNext = ""
	if !slices.Equal(order, d.state().order) {
		d.emit(l.orderly, events.OrderChanged{Order: order})
	}
	d.untilMet()
	d.beginTurn()
}
