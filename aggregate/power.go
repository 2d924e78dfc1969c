package aggregate

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// Powers: what rules let somebody do beside playing. What comes of it is said in the words of moments of sides.

// powerLaw is a power, compiled: what comes of it answers the moment of its use.
type powerLaw struct {
	*rules.Power
	occasion
	most   *formula.Formula // of the amount that is named; nil: none is
	sealed *formula.Formula // it is sealed while this holds, and opened after that; nil: it is not
}

// compilePowers compiles what rules let people do, and what needs consent.
func (l *law) compilePowers(*formula.Vocabulary) error {
	v := rules.OccasionVocabulary(l.resolver())
	for _, p := range l.book.Powers() {
		k := powerLaw{Power: p.Power}
		c := rules.SourcedConsequence{Consequence: &rules.Consequence{When: p.When, Do: p.Do}, Clauses: []string{p.Clause}}
		o, err := l.compileOccasion(&c, v)
		if err != nil {
			return err
		}
		k.occasion = *o
		l.repeats = l.repeats || remembersPositions(o.when)
		for _, f := range []struct {
			into **formula.Formula
			src  rules.Expr
			want formula.Kind
		}{{&k.most, p.Amount, formula.Number}, {&k.sealed, p.Sealed, formula.Bool}} {
			if f.src == "" {
				continue
			}
			if *f.into, err = formula.Compile(string(f.src), v, f.want); err != nil {
				return fmt.Errorf("rule %s, powers: %w", p.Clause, err)
			}
		}
		l.powers = append(l.powers, k)
	}
	l.takebacks = l.takenBack()
	return l.compileConsents(v)
}

// telling is what an input is about, as far as consent and powers ask.
type telling struct {
	happening
	player string // who does it
	typ    movement.TypeID
	rule   string // number
	square string
	amount float64 // that is named with a power, or transferred
	asset  string  // that is transferred

	from, victim string // of a play: where its piece started, the piece it captures first
}

// aboutInput is what an input is about. Who does it is whoever a power names, recorded it, pays, or holds the side.
func (d *decision) aboutInput(p events.Payload) telling {
	t := telling{typ: movement.NoType, rule: events.NamedFirst(p, events.RoleRule)}
	t.side, t.piece = events.NamedFirst(p, events.RoleSide), events.NamedFirst(p, events.RolePiece)
	used, _ := p.(events.PowerUsed)
	if paid, ok := p.(events.TransactionRecorded); ok {
		t.amount, t.asset = fromHalf(paid.Amount), paid.Asset
	}
	holder, _ := d.state().Side(t.side)
	own := ""
	if events.MadeBy(p) != "" {
		own = holder.Player
	}
	for _, name := range []string{used.Player, events.NamedFirst(p, events.RoleAccount), own, firstOf(d.proposer, d.in.Actor), holder.Player, events.NamedFirst(p, events.RolePlayer)} {
		if _, known := d.state().Player(name); known && t.player == "" {
			t.player = name
		}
	}
	if power := d.law().power(used.Power); power != nil {
		d.named(power, used.On, &t)
	}
	words := []string{events.NamedFirst(p, events.RoleType)}
	var text []byte
	if r, ok := p.(events.RuleEnacted); ok {
		text = r.Rule
	} else if r, ok := p.(events.RuleAmended); ok {
		text = r.Rule
	}
	for _, text := range [][]byte{text, d.textInForce(t.rule)} {
		if r, err := rules.FromCanonical(text); err == nil && r.Piece != nil {
			words = append(words, r.Piece.Name)
		}
	}
	for _, word := range words {
		if list := d.law().typesCalled(word); len(list) == 1 && t.typ == movement.NoType {
			t.typ = list[0]
		}
	}
	return t
}

func (d *decision) textInForce(number string) []byte {
	r, _ := d.state().Rule(number)
	return r.Rule
}

// power returns the power of a name.
func (l *law) power(name string) *powerLaw {
	for i := range l.powers {
		if l.powers[i].Name == name {
			return &l.powers[i]
		}
	}
	return nil
}

// named resolves the target of a power, and reports whether there is such a thing.
func (d *decision) named(p *powerLaw, on string, t *telling) (ok bool) {
	switch p.Power.On {
	case "side":
		if _, ok = d.state().findSide(on); ok {
			t.other, t.others = on, []string{on}
		}
	case "square":
		if _, ok = d.law().ruleset.Square(strings.ToLower(on)); ok {
			t.square = strings.ToLower(on)
		}
	case "play":
		ok = on != ""
	case "piece":
		if i, there := d.state().findPiece(on); there {
			t.piece, ok = d.state().pieces[i].id, true
		} else if pc, there := d.state().PieceAt(strings.ToLower(on)); there {
			t.piece, ok = pc.ID, true
		}
	default:
		ok = on == ""
	}
	return ok
}

// usePower judges what somebody does by a power that a rule gives.
func usePower(d *decision, in events.PowerUsed) {
	d.ruling.Side = in.Side
	if !d.opened() || !d.needBoard() {
		return
	}
	d.manned()
	d.begun()
	p := d.law().power(in.Power)
	if p == nil {
		var names []string
		for _, q := range d.law().powers {
			names = append(names, q.Name)
		}
		hint := meant(in.Power, names)
		if hint == "" && len(names) > 0 {
			hint = "; there are " + listed(names)
		}
		d.refuse(FaultNoRule, "", "no rule in force gives a power %q%s", in.Power, hint)
		return
	}
	d.mayUse(p, in)
	d.sit(in.Side)
	about := telling{typ: movement.NoType, player: in.Player, amount: float64(in.Amount)}
	about.on, about.side = rules.OnPower, in.Side
	if in.Seal != "" {
		if !d.faulty() && d.sealsPower(p, in, d.tellingOf(about)) {
			d.seals(p.Name, in.Player, in.Seal, p.clause, p.basis)
		}
		return
	}
	switch {
	case d.named(p, in.On, &about):
	case p.Power.On == "":
		d.refuse(FaultPower, p.clause, "the power %s takes no target, but %q is named", p.Name, in.On)
	case in.On == "":
		d.refuse(FaultPower, p.clause, "the power %s needs a %s: name one", p.Name, p.Power.On)
	default:
		d.refuse(FaultPower, p.clause, "the power %s needs a %s: no such %s: %q", p.Name, p.Power.On, p.Power.On, in.On)
	}
	if d.faulty() {
		return
	}
	env := d.tellingOf(about)
	opened, ok := d.opensPower(p, in, env)
	if !ok || !d.amounts(p, in, env) {
		return
	}
	if p.when != nil && !p.when.Holds(env) {
		d.refuse(FaultPower, p.clause, "the power %s may be used only where %s", p.Name, p.when.Failing(env))
		return
	}
	d.rests = p.basis
	if p.Notice > 0 && !d.agreed {
		d.bringForward(events.MatterOpened{Player: in.Player, Effect: moment(d.in.At.Add(time.Duration(p.Notice) * 24 * time.Hour))})
		return
	}
	if opened.Opened {
		d.emit(p.basis, opened)
	}
	h := about.happening
	h.about = &about
	for i := range p.do {
		d.provide(&p.occasion, &p.do[i], h, env)
	}
	if e := d.endsBy(p, in); e != nil {
		d.endWith(e, in.Side)
		if d.state().Over() {
			d.nobodysTurn()
			return
		}
	}
	d.limited()
	d.afterwards()
}

// endsBy returns the end that the use of a power brings. It refuses a power that does nothing else, where none holds.
func (d *decision) endsBy(p *powerLaw, in events.PowerUsed) *endLaw {
	after := d
	if p.Power.On == "play" {
		if after = d.foresee(events.PlaySubmitted{Side: in.Side, Text: in.On}, nil); after.faulty() {
			d.ruling.Faults = append(d.ruling.Faults, after.ruling.Faults...)
			return nil
		}
	}
	e := after.endsAt(p.Name, in.Side)
	if e != nil || len(p.do) > 0 {
		return e
	}
	for i := range d.law().ends {
		if e := &d.law().ends[i]; e.Asked() == p.Name {
			d.refuse(FaultPower, e.clause, "the power %s ends the game only where %s", p.Name, e.when)
		}
	}
	return nil
}

// sealsPower reports whether a power is sealed now.
func (d *decision) sealsPower(p *powerLaw, in events.PowerUsed, env *occasionEnv) bool {
	switch {
	case p.sealed == nil:
		d.refuse(FaultSeal, p.clause, "the power %s takes no seal", p.Name)
	case in.On != "" || in.Amount != 0 || in.Salt != "":
		d.refuse(FaultSeal, p.clause, "a seal comes alone: what was sealed follows when it is opened")
	case !p.sealed.Holds(env):
		d.refuse(FaultSeal, p.clause, "seals are accepted only where %s", p.sealed)
	default:
		return true
	}
	return false
}

// opensPower reports whether a use of a power may come openly, and returns the seal that it opens, if it is one that is sealed.
func (d *decision) opensPower(p *powerLaw, in events.PowerUsed, env *occasionEnv) (events.SealKept, bool) {
	switch {
	case d.agreed && p.sealed != nil: // it was opened when it was brought forward
		return events.SealKept{}, true
	case p.sealed == nil && in.Salt != "":
		d.refuse(FaultSeal, p.clause, "the power %s takes no seal", p.Name)
		return events.SealKept{}, false
	case p.sealed == nil:
		return events.SealKept{}, true
	case p.sealed.Holds(env):
		d.refuse(FaultSeal, p.clause, "the power %s is sealed: send a seal first, and open it once this no longer holds: %s", p.Name, p.sealed)
		return events.SealKept{}, false
	}
	return d.opens(p.Name, in.Player, in.Salt, powerText(in), p.clause)
}

// amounts asks for an amount where a power is used with one.
func (d *decision) amounts(p *powerLaw, in events.PowerUsed, env *occasionEnv) bool {
	if p.most == nil {
		if in.Amount != 0 {
			d.refuse(FaultPower, p.clause, "the power %s takes no amount", p.Name)
		}
		return in.Amount == 0
	}
	switch most := p.most.Eval(env); {
	case in.Amount < 1:
		d.refuse(FaultPower, p.clause, "the power %s needs an amount, a whole number of at least 1", p.Name)
	case float64(in.Amount) > most:
		d.refuse(FaultPower, p.clause, "%d exceeds the greatest amount, %g (%s)", in.Amount, most, p.most)
	default:
		return true
	}
	return false
}

// couldUse reports whether the player of a side could use a power now, and on what.
func (d *decision) couldUse(p *powerLaw, side string) (on string, ok bool) {
	s, _ := d.state().Side(side)
	used := events.PowerUsed{Power: p.Name, Player: s.Player}
	switch p.By {
	case "", "player":
	case "side":
		used.Side = side
	default:
		if d.state().Holder(p.By) != s.Player {
			return "", false
		}
	}
	for _, on := range d.targets(p) {
		about := telling{typ: movement.NoType, player: used.Player}
		about.on, about.side = rules.OnPower, used.Side
		if !d.named(p, on, &about) {
			continue
		}
		env := d.tellingOf(about)
		used.On = on
		if p.sealed != nil {
			sent, opened := d.state().SealOf(p.Name, used.Player)
			if sealing := p.sealed.Holds(env); sealing && sent || !sealing && (!sent || opened) {
				continue
			}
		}
		if p.most != nil {
			most := p.most.Eval(env)
			if most < 1 {
				continue
			}
			env.told.amount = float64(int(most))
		}
		barred := slices.ContainsFunc(d.law().bans, func(k consentLaw) bool { return k.names(used) && (k.when == nil || k.when.Holds(env)) })
		if !barred && (p.when == nil || p.when.Holds(env)) {
			return on, true
		}
	}
	return "", false
}

// targets lists what a power could be done to, as it is named.
func (d *decision) targets(p *powerLaw) (list []string) {
	switch p.Power.On {
	case "side":
		return d.sideNames()
	case "piece":
		for i := range d.state().pieces {
			if pc := &d.state().pieces[i]; !pc.gone {
				list = append(list, firstOf(pc.at, pc.id))
			}
		}
		return list
	case "square":
		for _, sq := range d.law().ruleset.Squares() {
			list = append(list, d.law().ruleset.SquareName(sq))
		}
		return list
	}
	return []string{""}
}

// mayUse asks whether somebody is among those who have a power.
func (d *decision) mayUse(p *powerLaw, in events.PowerUsed) {
	if _, known := d.player(in.Player); !known {
		return
	}
	switch p.By {
	case "", "player":
	case "side":
		if s, ok := d.known(in.Side); ok && s.Player != in.Player {
			d.refuse(FaultNotYours, p.clause, "%s is held by %s", in.Side, s.Player)
		}
	default:
		if d.state().Holder(p.By) != in.Player {
			d.refuse(FaultPower, p.clause, "the power %s belongs to the %s, and %s is not that", p.Name, p.By, in.Player)
		}
	}
}

// Bonds returns which sides are bound to each other, in the order in which they were.
func (s *State) Bonds() []events.BondSet { return slices.Clone(s.bonds) }

// Bound reports whether two sides are bound to each other by a name.
func (s *State) Bound(bond, a, b string) bool {
	return slices.ContainsFunc(s.bonds, func(x events.BondSet) bool { return sameBond(&x, bond, a, b) })
}

func sameBond(x *events.BondSet, bond, a, b string) bool {
	return x.Bond == bond && (x.Side == a && x.With == b || x.Side == b && x.With == a)
}

func (s *State) setBond(p events.BondSet) {
	s.bonds = slices.DeleteFunc(slices.Clone(s.bonds), func(x events.BondSet) bool { return sameBond(&x, p.Bond, p.Side, p.With) })
	if p.On {
		s.bonds = append(s.bonds, p)
	}
}

// freeBonds releases whoever was bound to a side that has left.
func (s *State) freeBonds(side string) {
	if has := func(x events.BondSet) bool { return x.Side == side || x.With == side }; slices.ContainsFunc(s.bonds, has) {
		s.bonds = slices.DeleteFunc(slices.Clone(s.bonds), has)
	}
}

// members are the pieces on-board that an effect is done to: that of the moment, or those of which where holds. Royal pieces are spared.
func (d *decision) members(whom string, o *occasion, p *provision, h happening, env *occasionEnv) (ids []int) {
	for i := range d.state().pieces {
		pc := &d.state().pieces[i]
		if pc.gone || whom == "actor" && pc.id != h.piece || pc.at == "" && (whom != "actor" || p.verb != "convert" && p.verb != "destroy") {
			continue
		}
		if t, ok := d.law().ruleset.Type(pc.typ); ok && d.law().ruleset.Royal(t) != (p.verb == "uncrown") && p.verb != "lift" && p.verb != "move" && p.verb != "swap" {
			continue
		}
		if env.it = d.now.thing(i); p.where == nil || p.where.Holds(env) {
			ids = append(ids, i)
		}
	}
	env.it = movement.NoPiece
	return d.drawnOf(o, p, ids, env)
}

// drawnOf returns those of some pieces that an effect is done to, if a lot says to so many of them, in the order in which it is.
func (d *decision) drawnOf(o *occasion, p *provision, ids []int, env *occasionEnv) []int {
	if p.lot != nil {
		var names []string
		for _, i := range ids {
			names = append(names, d.state().pieces[i].id)
		}
		names = d.byLot(o, p, names, env)
		ids = slices.DeleteFunc(ids, func(i int) bool { return !slices.Contains(names, d.state().pieces[i].id) })
	}
	p.leastFirst(ids, env)
	return ids
}

// leastFirst orders pieces by the number that an effect gives each of them, if it does; equals stay as they stand.
func (p *provision) leastFirst(ids []int, env *occasionEnv) {
	if p.first == nil {
		return
	}
	slices.SortStableFunc(ids, movement.ByNumber(ids, func(i int) float64 {
		env.it = movement.PieceID(i)
		return p.first.Eval(env)
	}))
	env.it = movement.NoPiece
}

// byLot draws those that an effect is done to, if it is done to so many of them.
func (d *decision) byLot(o *occasion, p *provision, among []string, env *occasionEnv) []string {
	if p.lot == nil {
		return among
	}
	n := max(0, int(p.lot.Eval(env)))
	if n >= len(among) || n == 0 {
		return among[:min(n, len(among))]
	}
	drawn := d.draw(o.basis, LotRule+":"+firstOf(env.h.side, o.On), among, n)
	return slices.DeleteFunc(slices.Clone(among), func(x string) bool { return !slices.Contains(drawn, x) })
}

// transform destroys, converts, changes or moves pieces.
func (d *decision) transform(o *occasion, p *provision, h happening, whose string, env *occasionEnv) {
	if p.AtOnce {
		d.atOnce(o, p, d.members(p.Move, o, p, h, env), env)
		return
	}
	for _, i := range d.members(firstOf(p.Destroy, p.Convert, p.Become, p.Crown, p.Uncrown, p.Move, p.Swap), o, p, h, env) {
		pc := d.state().pieces[i]
		switch p.verb {
		case "destroy":
			d.emit(o.basis, events.PieceDestroyed{Piece: pc.id, Why: events.WhyEffect})
		case "convert":
			if to, ok := d.state().findSide(whose); ok && int(pc.side) != to && d.now.pos.FitsFor(movement.PieceID(i), movement.SideID(to)) {
				d.emit(o.basis, events.PieceConverted{Piece: pc.id, Side: whose})
			}
		case "become", "crown", "uncrown":
			env.it = movement.PieceID(i)
			become := d.typeOf(p, p.Type, env)
			env.it = movement.NoPiece
			if t, ok := d.law().ruleset.Type(become); ok && pc.typ != become && d.law().ruleset.Royal(t) == (p.verb == "crown") && (pc.at == "" || d.now.pos.FitsAs(movement.PieceID(i), t)) {
				d.emit(o.basis, events.PiecePromoted{Piece: pc.id, Type: become, Counters: d.law().kinds[t].counters, Base: pc.base})
			}
		case "swap":
			d.swap(o, p, movement.PieceID(i), env)
		case "move":
			to := env.to
			if p.on != nil {
				env.it = movement.PieceID(i)
				to = d.squareOf(p, env)
				env.it = movement.NoPiece
			}
			if id := movement.PieceID(i); to != movement.Off && !d.now.pos.ClosedAt(to) && (d.now.pos.Vacant(id, to) || p.Join && d.now.pos.Joins(id, to)) {
				d.emit(o.basis, events.PieceMoved{Piece: pc.id, From: pc.at, To: d.law().ruleset.SquareName(to)})
			}
		}
	}
}

// atOnce moves pieces that go all at once.
func (d *decision) atOnce(o *occasion, p *provision, ids []int, env *occasionEnv) {
	if d.now.laid == nil {
		return
	}
	pos := d.now.pos
	var going []movement.Going
	for _, i := range ids {
		to := env.to
		if env.it = movement.PieceID(i); p.on != nil {
			to = d.squareOf(p, env)
		}
		going = append(going, movement.Going{Piece: env.it, From: pos.Where(env.it), To: to})
	}
	env.it = movement.NoPiece
	for _, g := range pos.AtOnce(going) {
		d.emit(o.basis, events.PieceMoved{Piece: d.now.pieceName(g.Piece), From: d.law().ruleset.SquareName(g.From), To: d.law().ruleset.SquareName(g.To)})
	}
}

// swap lets a piece change places with the one on a square, if both can stand where the other stood.
func (d *decision) swap(o *occasion, p *provision, a movement.PieceID, env *occasionEnv) {
	if d.now.laid == nil {
		return
	}
	env.it = a
	sq := d.squareOf(p, env)
	env.it = movement.NoPiece
	if sq == movement.Off {
		return
	}
	b := d.now.pos.At(sq)
	if b < 0 || !d.now.pos.CanSwap(a, b) {
		return
	}
	at, to := d.now.squareOf(a), d.now.squareOf(b)
	first, second := d.now.pieceName(a), d.now.pieceName(b)
	d.emit(o.basis, events.PieceMoved{Piece: first, From: at, To: to})
	d.emit(o.basis, events.PieceMoved{Piece: second, From: to, To: at})
}

// placeAll puts pieces of a side's holding on the board, each on its square if that is empty, one after the other.
func (d *decision) placeAll(o *occasion, p *provision, whose string, env *occasionEnv) {
	var ids []int
	for i := range d.state().pieces {
		pc := &d.state().pieces[i]
		if pc.gone || pc.at != "" || d.state().sides[pc.side].name != whose || !d.now.stands(i) {
			continue
		}
		if env.it = movement.PieceID(i); p.where == nil || p.where.Holds(env) {
			ids = append(ids, i)
		}
	}
	for _, i := range d.drawnOf(o, p, ids, env) {
		name := d.state().pieces[i].id
		env.it = movement.PieceID(i)
		if sq, ok := d.roomFor(p, name, whose, env); ok {
			d.emit(o.basis, events.PiecePlaced{Piece: name, At: sq})
		}
	}
	env.it = movement.NoPiece
}
