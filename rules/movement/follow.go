package movement

import (
	"cmp"
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// This file applies consequences: the moments of an act, the entries that respond to each, and their effects on pieces.

// answered identifies an entry that has responded to a moment of a piece; each responds once.
type answered struct {
	entry       *consequence
	self, actor PieceID
	on          string
	at          Square  // of passed and acts: each square is a moment of its own
	victim      PieceID // of attacks, so is each piece
}

// follower works out what follows of an act.
type follower struct {
	p     *Position
	act   *Act
	mover SideID
	queue []moment
	done  map[answered]bool
	taken map[PieceID]SideID         // whose captured pieces were
	born  map[PieceID][]*consequence // which entries, one after the other, led to pieces that were created
	out   []Change
	tell  func(*Change) // is told each change as it comes, nil for nobody
	told  int           // how many it has been told
	late  []Late
	lots  Lots // draws lots; nil: what follows by lot waits
}

// Late is an entry that has responded to a moment, and whose effects wait until the play has been judged: a lot decides them, or a side surrenders.
type Late struct {
	entry *consequence
	self  PieceID
	m     moment
	act   Act
	mover SideID
	owner SideID // of a self that was captured
	taken bool

	chosen Choices // with the act
}

// Lots draws lots.
type Lots interface {
	// Draw draws so many of some names, by a clause.
	Draw(clause string, among []string, n int) []string

	// Piece is what a piece is called in a lot.
	Piece(PieceID) string
}

// Follow tells what follows of an act, in the order in which it happens, and makes p the board after it; what follows by lot it
// returns. Whoever is told a payment makes it at once: what comes after it sees what it left.
func (p *Position) Follow(a Act, tell func(*Change)) []Late {
	x := p.follower(&a, tell)
	if x == nil {
		return nil
	}
	x.begin()
	x.run()
	return x.late
}

// FollowLate tells what follows by a lot that has waited, and what follows of that.
func (p *Position) FollowLate(l *Late, lots Lots, tell func(*Change)) {
	x := p.follower(&l.act, tell)
	if x == nil {
		return
	}
	if x.lots, x.mover = lots, l.mover; l.taken {
		x.taken[l.self] = l.owner
	}
	if len(l.chosen.values) > 0 {
		p.Know(l.chosen)
		defer p.Unchoose()
	}
	p.following = true
	if l.m.on == "passed" {
		p.passingBy(l.m.at)
		defer p.passingBy(Off)
	}
	x.respond(l.entry, &followEnv{x: x, m: &l.m, entry: l.entry, self: l.self, it: NoPiece})
	x.run()
}

// consequences makes what follows of an act, lots aside.
func (p *Position) consequences(a Act) { p.Follow(a, nil) }

// follower is nil where nothing follows.
func (p *Position) follower(a *Act, tell func(*Change)) *follower {
	if !p.rs.consequent || p.following {
		return nil
	}
	x := &follower{p: p, act: a, mover: p.pieces[a.Piece].side, done: map[answered]bool{}, taken: map[PieceID]SideID{}, tell: tell}
	if a.Fell {
		x.mover, x.taken[a.Piece] = a.Of, a.Of
	}
	return x
}

// run asks about the moments that wait, and those that come of them.
func (x *follower) run() {
	x.p.following = true
	for len(x.queue) > 0 {
		m := x.queue[0]
		x.queue = x.queue[1:]
		x.moment(&m)
	}
	x.p.following = false
}

// begin lines up the moments of the act itself.
func (x *follower) begin() {
	a := x.act
	first := NoPiece
	if len(a.Victims) > 0 {
		first = a.Victims[0].Piece
	}
	word := map[Play]string{Move: "moved", Declared: "moved", Become: "moved", Placement: "placed", Capture: "captures"}[a.Play]
	at := a.To
	if at == Off {
		at = a.From
	}
	add := func(on string, id PieceID, at Square, side SideID, victim PieceID) {
		m := moment{on: on, actor: id, at: at, side: side, captor: a.Piece, victim: victim}
		switch {
		case on == "captured" || on == "removed":
			m.left = at
		case id == a.Piece && a.From != a.To:
			m.left = a.From
		case id == a.Other:
			m.left = a.Left
		}
		x.queue = append(x.queue, m)
	}
	for _, t := range a.Targets {
		add("acts", a.Piece, t.At, x.mover, t.Piece)
	}
	if a.Targets != nil {
		return
	}
	if a.Play == Capture {
		attacked := a.Attacked
		if attacked == nil {
			attacked = a.Victims
		}
		for _, v := range attacked {
			add("attacks", a.Piece, v.At, x.mover, v.Piece)
		}
		if len(a.Attacked) > 0 && len(a.Victims) == 0 {
			return // it had no effect
		}
	}
	if a.To != Off || a.Play == Capture {
		add(word, a.Piece, at, x.mover, first)
	}
	for _, v := range a.Victims {
		x.taken[v.Piece] = v.Side
		add("captured", v.Piece, v.At, v.Side, v.Piece)
		add("removed", v.Piece, v.At, v.Side, v.Piece)
	}
	for _, v := range a.Burst {
		add("removed", v.Piece, v.At, v.Side, v.Piece)
	}
	if x.p.rs.asksPassed && a.From != Off && a.To != Off {
		for _, sq := range x.p.rs.over(a.From, a.To) {
			if x.p.isWide(a.Piece) && x.p.cells[sq] == a.Piece {
				continue // it stands there
			}
			add("passed", a.Piece, sq, x.mover, first)
		}
	}
	switch {
	case a.To == Off:
		add("removed", a.Piece, a.From, x.mover, NoPiece)
	case a.To != a.From:
		add("landed", a.Piece, a.To, x.mover, first)
	}
	if a.Other != NoPiece {
		add("landed", a.Other, x.p.pieces[a.Other].at, x.p.pieces[a.Other].side, NoPiece)
	}
}

// moment asks the entries that may answer a moment: those of the piece's own definition, of other
// pieces on the board in the order of their ids, of procedures in the order of their numbers.
func (x *follower) moment(m *moment) {
	p := x.p
	if m.on == "passed" {
		p.passingBy(m.at)
		defer p.passingBy(Off)
	}
	own := p.rs.types[p.pieces[m.actor].typ].follows // of what it is as the moment comes, whatever it becomes
	for i := range own {
		if e := &own[i]; !e.friend && !e.enemy {
			x.ask(e, m.actor, m)
		}
	}
	for id := range p.pieces {
		if p.pieces[id].at == Off || PieceID(id) == m.actor {
			continue
		}
		list := p.rs.types[p.pieces[id].typ].follows
		for i := range list {
			friend := p.pieces[id].side == m.side
			if friend && list[i].friend || !friend && list[i].enemy {
				x.ask(&list[i], PieceID(id), m)
			}
		}
	}
	for i := range p.rs.follows {
		x.ask(&p.rs.follows[i], m.actor, m)
	}
}

func (x *follower) ask(e *consequence, self PieceID, m *moment) {
	key := answered{entry: e, self: self, actor: m.actor, on: m.on}
	if m.on == "passed" || m.on == "acts" {
		key.at = m.at
	}
	if m.on == "attacks" {
		key.victim = m.victim
	}
	if e.on != m.on || x.done[key] || slices.Contains(x.born[m.actor], e) {
		return
	}
	env := followEnv{x: x, m: m, entry: e, self: self, it: NoPiece}
	if e.when != nil && !e.when.Holds(&env) {
		return
	}
	x.done[key] = true
	if e.waits && x.lots == nil {
		owner, taken := x.taken[self]
		x.late = append(x.late, Late{e, self, *m, *x.act, x.mover, owner, taken, x.p.Choices()})
		return
	}
	x.respond(e, &env)
}

// respond makes the effects of an entry.
func (x *follower) respond(e *consequence, env *followEnv) {
	for i := range e.do {
		if d := &e.do[i]; d.when == nil || d.when.Holds(env) {
			x.do(d, e.clause, env)
			x.flush()
		}
	}
}

// byLot is which of the targets of an effect it is done to.
func byLot[T any](x *follower, d *doing, clause string, env *followEnv, list []T, name func(T) string) []T {
	if d.lot == nil {
		return list
	}
	n := max(0, int(d.lot.Eval(env)))
	if n == 0 || n >= len(list) {
		return list[:min(n, len(list))]
	}
	names := make([]string, len(list))
	for i, t := range list {
		names[i] = name(t)
	}
	chosen := x.lots.Draw(clause, names, n)
	var out []T
	for i, t := range list {
		if slices.Contains(chosen, names[i]) {
			out = append(out, t)
		}
	}
	return out
}

// flush tells what has changed since it was last told.
func (x *follower) flush() {
	for ; x.tell != nil && x.told < len(x.out); x.told++ {
		x.tell(&x.out[x.told])
		if kind := x.out[x.told].Kind; (kind == Paid || kind == OfSides) && x.p.rs.Asks() {
			x.p.changed()
		}
	}
}

// do applies one effect to all of its targets.
func (x *follower) do(d *doing, clause string, env *followEnv) {
	p := x.p
	side, captured := x.taken[env.self]
	if !captured {
		side = p.pieces[env.self].side
	}
	if d.kind == OfSides {
		side = x.mover
	}
	if d.side != nil {
		given := d.side.Eval(env)
		if given == formula.Absent {
			return
		}
		side = SideID(given)
	}
	ch := Change{Kind: d.kind, By: env.self, Side: side, Clause: clause, Piece: env.self, Type: d.typ}
	switch d.kind {
	case drawn:
		env.drawn = append(env.drawn, x.lots.Draw(clause, d.draw, 1)...)
	case OfSides:
		x.ofSides(d, ch, env)
	case CounterSet:
		x.set(d, ch, side, env)
	case Closed, Opened:
		x.close(d, ch, env)
	case Marked, Unmarked:
		x.mark(d, ch, env)
	case Paid:
		x.pay(d, ch, env)
	case Created:
		x.create(d, ch, env)
	default:
		list := byLot(x, d, clause, env, x.members(d, side, env), x.lotName)
		if d.along {
			x.frontFirst(list)
		}
		if d.first != nil {
			x.leastFirst(list, d, env)
		}
		if d.src.AtOnce {
			x.atOnce(d, ch, list, env)
			return
		}
		for _, id := range list {
			x.one(d, ch, id, env)
		}
	}
}

// leastFirst orders pieces by the number that an effect gives each of them; equals stay as they stand.
func (x *follower) leastFirst(list []PieceID, d *doing, env *followEnv) {
	slices.SortStableFunc(list, ByNumber(list, func(id PieceID) float64 {
		env.it = id
		return d.first.Eval(env)
	}))
	env.it = NoPiece
}

// ByNumber compares the members of a list by a number of each, which is asked of all of them at once.
func ByNumber[T comparable](list []T, number func(T) float64) func(a, b T) int {
	of := make(map[T]float64, len(list))
	for _, x := range list {
		of[x] = number(x)
	}
	return func(a, b T) int { return cmp.Compare(of[a], of[b]) }
}

// lotName is what a piece is called in a lot.
func (x *follower) lotName(id PieceID) string { return x.lots.Piece(id) }

// members returns the targets of an effect, in the order of their ids, found before it
// touches the first.
func (x *follower) members(d *doing, side SideID, env *followEnv) (list []PieceID) {
	p := x.p
	add := func(id PieceID) {
		if id == NoPiece || (p.pieces[id].at == Off) != (d.kind == Placed) || p.rs.types[p.pieces[id].typ].royal != d.uncrown && d.kind != Moved && d.kind != swapped && d.kind != Placed && d.kind != CounterSet {
			return
		}
		if x.proof(id, env.self) {
			return
		}
		env.it = id
		if d.where == nil || d.where.Holds(env) {
			list = append(list, id)
		}
	}
	switch d.whom {
	case "self":
		add(env.self)
	case "actor":
		add(env.m.actor)
	case "captor":
		add(env.m.captor)
	case "pieces":
		for id := range p.pieces {
			add(PieceID(id))
		}
	case "holdings":
		for id := range p.pieces {
			if pc := &p.pieces[id]; pc.side == side && !pc.gone {
				add(PieceID(id))
			}
		}
	}
	env.it = NoPiece
	return list
}

// proof reports whether effects of a piece do not touch another one.
func (x *follower) proof(id, self PieceID) bool {
	proof := x.p.rs.types[x.p.pieces[id].typ].proof
	return proof != nil && proof[x.p.pieces[self].typ] && id != self
}

// square is the one that an effect names; that of a piece is where it stands.
func (x *follower) square(d *doing, env *followEnv) Square {
	if d.on == nil {
		return Off
	}
	v := d.on.Eval(env)
	switch {
	case v == formula.Absent:
		return Off
	case d.on.Sort() == rules.SortPiece:
		return x.p.pieces[int(v)].at
	}
	return Square(v)
}

// one makes an effect on one piece.
func (x *follower) one(d *doing, ch Change, id PieceID, env *followEnv) {
	p := x.p
	pc := &p.pieces[id]
	if (pc.at == Off) != (d.kind == Placed) {
		return
	}
	ch.Piece, ch.From = id, pc.at
	owner := pc.side
	gone := func(moments ...string) {
		x.out = append(x.out, ch)
		for _, on := range moments {
			x.queue = append(x.queue, moment{on: on, actor: id, at: ch.From, side: owner, captor: env.self, victim: id, left: ch.From})
		}
	}
	switch d.kind {
	case Destroyed:
		p.Delete(id)
		gone("removed")
	case Captured:
		if owner == ch.Side {
			return
		}
		x.taken[id] = owner
		p.took(ch.By, id)
		p.Lift(id)
		p.SetOwner(id, ch.Side)
		if p.rs.fate.base && pc.base != NoType {
			p.SetType(id, pc.base)
		}
		ch.Type = pc.typ
		p.left(id)
		if pc.base = NoType; !p.history.still {
			pc.moved, pc.placed = false, false
		}
		gone("captured", "removed")
	case Lifted:
		p.Lift(id)
		p.left(id)
		gone("removed")
	case Converted:
		if owner != ch.Side && p.FitsFor(id, ch.Side) {
			p.SetOwner(id, ch.Side)
			x.out = append(x.out, ch)
		}
	case Became:
		if d.typeOf != nil {
			env.it = id
			ch.Type = x.typeOf(d, env)
			env.it = NoPiece
		}
		if ch.Type != NoType && ch.Type != pc.typ && p.rs.types[ch.Type].royal == d.crown && p.FitsAs(id, ch.Type) {
			p.SetType(id, ch.Type)
			x.out = append(x.out, ch)
		}
	case Moved:
		env.it = id
		to := x.square(d, env)
		if env.it = NoPiece; d.along {
			to = x.along(id)
		}
		x.send(ch, id, to, d.src.Join)
	case Placed:
		env.it = id
		to := x.square(d, env)
		if env.it = NoPiece; to == Off || p.ClosedAt(to) || !p.Vacant(id, to) && !(d.src.Join && p.Joins(id, to)) {
			return
		}
		p.Put(id, to)
		p.came(id, Off)
		ch.To = to
		x.out = append(x.out, ch)
		x.queue = append(x.queue, moment{on: "landed", actor: id, at: to, side: owner, captor: NoPiece, victim: NoPiece})
	case pushed:
		x.send(ch, id, x.beyond(p.pieces[env.self].at, env, pc.at), d.src.Join)
	case swapped:
		if d.on == nil {
			x.swap(ch, id, env.self)
			return
		}
		env.it = id
		with := x.square(d, env)
		if env.it = NoPiece; with != Off && p.cells[with] >= 0 && !x.proof(p.cells[with], env.self) {
			x.swap(ch, p.cells[with], id)
		}
	}
}

// send moves a piece to an empty square, or to one where it may join what stands there.
func (x *follower) send(ch Change, id PieceID, to Square, join bool) {
	if to == Off || (x.p.cells[to] != NoPiece && !x.p.isWide(id) || x.p.rs.wide && !x.p.Fits(id, to)) && !(join && x.p.Joins(id, to)) {
		return
	}
	ch.Kind, ch.To = Moved, to
	x.p.Put(id, to)
	x.p.came(id, ch.From)
	x.out = append(x.out, ch)
	x.queue = append(x.queue, moment{on: "landed", actor: id, at: to, side: x.p.pieces[id].side, captor: NoPiece, victim: NoPiece, left: ch.From})
}

// along is where a piece comes that goes as the act went; Off if that is no square.
func (x *follower) along(id PieceID) Square {
	if a := x.act; a.From != Off && a.To != Off {
		return x.p.rs.shifted(x.p.pieces[id].at, a.From, a.To)
	}
	return Off
}

// frontFirst orders pieces that go as the act went so that none is in the way of another.
func (x *follower) frontFirst(list []PieceID) {
	a, rs := x.act, x.p.rs
	if a.From == Off || a.To == Off {
		return
	}
	df, dr := int(rs.file[a.To])-int(rs.file[a.From]), int(rs.rank[a.To])-int(rs.rank[a.From])
	ahead := func(id PieceID) int {
		at := x.p.pieces[id].at
		return int(rs.file[at])*df + int(rs.rank[at])*dr
	}
	slices.SortStableFunc(list, func(a, b PieceID) int { return ahead(b) - ahead(a) })
}

// beyond is the square next to one, straight away from where self stands; Off if there is none.
func (x *follower) beyond(self Square, env *followEnv, sq Square) Square {
	if self == Off {
		self = env.m.at
	}
	if v, _, ok := x.p.rs.line(self, sq); ok {
		return v.next[sq]
	}
	return Off
}

// CanSwap reports whether an effect can let two pieces change places.
func (p *Position) CanSwap(a, b PieceID) bool {
	if a == b || p.pieces[a].at == Off || p.pieces[a].at == p.pieces[b].at || p.pieces[b].at == Off || p.isWide(a) || p.isWide(b) {
		return false
	}
	return !p.rs.sharing || p.standsAs(p.pieces[a].typ, p.pieces[b].at, b) && p.standsAs(p.pieces[b].typ, p.pieces[a].at, a)
}

// swap lets a piece and self change places: three changes, the first of which takes one off the board
// for the time being.
func (x *follower) swap(ch Change, id, self PieceID) {
	p := x.p
	if !p.CanSwap(self, id) {
		return
	}
	a, b := p.pieces[self].at, p.pieces[id].at
	p.swap(self, id)
	p.came(self, a)
	p.came(id, b)
	for _, m := range []struct {
		id       PieceID
		from, to Square
	}{{self, a, b}, {id, b, a}} {
		ch.Kind, ch.Piece, ch.From, ch.To = Moved, m.id, m.from, m.to
		x.out = append(x.out, ch)
		x.queue = append(x.queue, moment{on: "landed", actor: m.id, at: m.to, side: p.pieces[m.id].side, captor: NoPiece, victim: NoPiece, left: m.from})
	}
}
