package movement

import (
	"fmt"
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// What follows of an act: the consequences that definitions and procedures state. A trial and
// whoever plays an act ask the same function, so that both find the same.

// consequence is the compiled form of rules.Consequence.
type consequence struct {
	on     string
	friend bool // of others
	enemy  bool
	when   *formula.Formula
	do     []doing
	clause string
}

// doing is the compiled form of rules.Doing.
type doing struct {
	kind  ChangeKind
	whom  string
	where *formula.Formula
	typ   TypeID // NoType: that of the victim
	set   int    // which counter
	most  int
	over  int
	to    *formula.Formula
	on    string
}

// ChangeKind is what becomes of a piece.
type ChangeKind uint8

// The kinds of changes.
const (
	Destroyed ChangeKind = iota
	Captured
	Lifted
	Converted
	Became
	Moved
	CounterSet
	Created
	PlaysNext // of a side: no piece is changed
	pushed
	swapped
)

// Change is one thing that follows: what becomes of which piece.
type Change struct {
	Kind   ChangeKind
	Piece  PieceID
	From   Square // where it stood
	To     Square // of Moved and Created: where it stands
	Side   SideID // of Captured, Converted and Created: whose it is
	By     PieceID
	Type   TypeID // of Became and Created
	Set    int    // of CounterSet: which counter of its type
	Value  int    // of CounterSet
	Clause string // which says so
}

// Act is an act of a piece that has been made, as far as something can follow of it. The position is
// that after it: what it captured is off-board and belongs to the captor's side.
type Act struct {
	Play     Play // Move, Capture, Placement or Special
	Piece    PieceID
	From, To Square // Off: it came from its holding, or left the board
	Victims  []Fallen
	Other    PieceID // with which it changed places, or NoPiece
}

// Fallen is a captured piece as it was.
type Fallen struct {
	Piece PieceID
	At    Square
	Side  SideID
}

// Consequent reports whether something may follow of an act under these rules.
func (rs *Ruleset) Consequent() bool { return rs.consequent }

// consequences compiles those of procedures, and notes whether there are any at all.
func (c *compiler) consequences() error {
	for _, r := range c.rb.Rules() {
		if r.Procedure == nil {
			continue
		}
		c.number, c.clause = r.Number, r.Clause("")
		if err := c.follows(nil, nil, "consequences", r.Procedure.Consequences, &c.rs.follows); err != nil {
			return err
		}
	}
	c.rs.consequent = len(c.rs.follows) > 0
	for i := range c.rs.types {
		c.rs.consequent = c.rs.consequent || len(c.rs.types[i].follows) > 0
	}
	return nil
}

// follows compiles a list of consequences, of a type or of a procedure.
func (c *compiler) follows(k *kind, counters []rules.Counter, field string, list []rules.Consequence, into *[]consequence) error {
	if len(list) == 0 {
		return nil
	}
	padded := slices.Clone(counters)
	for i := len(padded); i < MostCounters; i++ {
		padded = append(padded, rules.Counter{Name: fmt.Sprint(" ", i)})
	}
	v := rules.ConsequenceVocabulary(padded, c.resolver())
	for i := range list {
		src := &list[i]
		if src.Occasion() {
			if err := c.occasion(fmt.Sprintf("%s[%d]", field, i), src); err != nil {
				return err
			}
			continue
		}
		out := consequence{on: src.On, clause: c.clause}
		if src.Cite != "" {
			out.clause += " " + src.Cite
		}
		if src.Of != "" && src.Of != "self" {
			out.enemy, out.friend = sides(src.Of)
		}
		at := fmt.Sprintf("%s[%d]", field, i)
		var err error
		if out.when, err = c.truth(at+".when", src.When, v); err != nil {
			return err
		}
		for j := range src.Do {
			d, err := c.doing(fmt.Sprintf("%s.do[%d]", at, j), &src.Do[j], counters, v)
			if err != nil {
				return err
			}
			out.do = append(out.do, d)
		}
		*into = append(*into, out)
	}
	return nil
}

func (c *compiler) truth(field string, src rules.Expr, v *formula.Vocabulary) (*formula.Formula, error) {
	if src == "" {
		return nil, nil
	}
	f, err := formula.Compile(string(src), v, formula.Bool)
	if err != nil {
		return nil, c.fail(field, err)
	}
	return f, nil
}

func (c *compiler) doing(field string, src *rules.Doing, counters []rules.Counter, v *formula.Vocabulary) (d doing, err error) {
	d = doing{typ: NoType, on: src.On}
	kinds := map[string]ChangeKind{"destroy": Destroyed, "capture": Captured, "lift": Lifted, "convert": Converted,
		"become": Became, "move": Moved, "push": pushed, "swap": swapped, "set": CounterSet, "create": Created, "next": PlaysNext}
	verb, whom := src.Effect()
	d.kind, d.whom = kinds[verb], whom
	if d.where, err = c.truth(field+".where", src.Where, v); err != nil {
		return d, err
	}
	named := src.Type
	switch d.kind {
	case Created:
		named, d.whom = whom, ""
	case CounterSet:
		d.whom = "self"
		d.set = slices.IndexFunc(counters, func(n rules.Counter) bool { return n.Name == whom })
		if d.set < 0 {
			return d, c.fail(field+".set", fmt.Errorf("the type has no counter called %q", whom))
		}
		d.most, d.over = counters[d.set].Most, counters[d.set].Over
		if d.to, err = formula.Compile(string(src.To), v, formula.Number); err != nil {
			return d, c.fail(field+".to", err)
		}
	}
	if t, ok := c.rs.byName[named]; ok {
		d.typ = t
	}
	return d, nil
}

// An Occasion is what follows at a moment of a side or of the game, compiled. Its formulas are asked by
// whoever knows the game: see rules.OccasionVocabulary.
type Occasion struct {
	On     string
	When   *formula.Formula // nil: always
	Do     []Provision
	Clause string
}

// Provision is one effect of an Occasion.
type Provision struct {
	*rules.Doing
	Amount *formula.Formula // of a payment
}

// Occasions returns what follows at moments of sides and of the game, in the order of the rules.
func (rs *Ruleset) Occasions() []Occasion { return rs.occasions }

// Text returns the name that a formula has given a number.
func (rs *Ruleset) Text(i int) string { return rs.texts[i] }

func (c *compiler) occasion(field string, src *rules.Consequence) (err error) {
	v := rules.OccasionVocabulary(c.resolver())
	out := Occasion{On: src.On, Clause: c.clause}
	if src.Cite != "" {
		out.Clause += " " + src.Cite
	}
	if out.When, err = c.truth(field+".when", src.When, v); err != nil {
		return err
	}
	for i := range src.Do {
		d := Provision{Doing: &src.Do[i]}
		if d.Pay != "" {
			if d.Amount, err = formula.Compile(string(d.Pay), v, formula.Number); err != nil {
				return c.fail(fmt.Sprintf("%s.do[%d].pay", field, i), err)
			}
		}
		out.Do = append(out.Do, d)
	}
	c.rs.occasions = append(c.rs.occasions, out)
	return nil
}

// moment is something that happens to a piece.
type moment struct {
	on             string
	actor          PieceID
	at             Square // where the actor stands, or stood if it is gone
	side           SideID // whose the actor is, or was
	captor, victim PieceID
}

// answered is an entry that has answered a moment of a piece, which it does once.
type answered struct {
	entry       *consequence
	self, actor PieceID
	on          string
}

// follower works out what follows of an act.
type follower struct {
	p     *Position
	act   *Act
	mover SideID
	queue []moment
	done  map[answered]bool
	out   []Change
}

// Follow returns what follows of an act, in the order in which it happens, and makes p the board
// after it.
func (p *Position) Follow(a Act) []Change { return p.consequences(a) }

func (p *Position) consequences(a Act) []Change {
	if !p.rs.consequent || p.following {
		return nil
	}
	p.following = true
	x := &follower{p: p, act: &a, mover: p.pieces[a.Piece].side, done: map[answered]bool{}}
	x.begin()
	for len(x.queue) > 0 {
		m := x.queue[0]
		x.queue = x.queue[1:]
		x.moment(&m)
	}
	p.following = false
	return x.out
}

// begin lines up the moments of the act itself.
func (x *follower) begin() {
	a := x.act
	first := NoPiece
	if len(a.Victims) > 0 {
		first = a.Victims[0].Piece
	}
	word := map[Play]string{Move: "moved", Special: "moved", Placement: "placed", Capture: "captures"}[a.Play]
	at := a.To
	if at == Off {
		at = a.From
	}
	add := func(on string, id PieceID, at Square, side SideID, victim PieceID) {
		x.queue = append(x.queue, moment{on, id, at, side, a.Piece, victim})
	}
	if a.To != Off || a.Play == Capture {
		add(word, a.Piece, at, x.mover, first)
	}
	for _, v := range a.Victims {
		add("captured", v.Piece, v.At, v.Side, v.Piece)
		add("removed", v.Piece, v.At, v.Side, v.Piece)
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
	for i := range p.rs.types[p.pieces[m.actor].typ].follows {
		if e := &p.rs.types[p.pieces[m.actor].typ].follows[i]; !e.friend && !e.enemy {
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
	key := answered{e, self, m.actor, m.on}
	if e.on != m.on || x.done[key] {
		return
	}
	env := followEnv{x: x, m: m, self: self, it: NoPiece}
	if e.when != nil && !e.when.Holds(&env) {
		return
	}
	x.done[key] = true
	for i := range e.do {
		x.do(&e.do[i], e.clause, &env)
	}
}

// do makes one effect on everything that it is done to.
func (x *follower) do(d *doing, clause string, env *followEnv) {
	p := x.p
	side := p.pieces[env.self].side
	if env.self == env.m.actor {
		side = env.m.side
	}
	ch := Change{Kind: d.kind, By: env.self, Side: side, Clause: clause, Piece: env.self, Type: d.typ}
	switch d.kind {
	case CounterSet:
		if p.pieces[env.self].gone {
			return
		}
		ch.Set, ch.Value = d.set, int(d.to.Eval(env))
		if d.most > 0 && ch.Value > d.most {
			ch.Value = d.over
		}
		if int(p.pieces[env.self].counters[d.set]) != ch.Value {
			p.SetCounter(env.self, d.set, ch.Value)
			x.out = append(x.out, ch)
		}
		return
	case PlaysNext:
		if ch.Side = env.m.side; d.whom == "mover" {
			ch.Side = x.mover
		}
		x.out = append(x.out, ch)
		return
	case Created:
		if ch.To = x.square(d.on, env); ch.To != Off && p.cells[ch.To] == NoPiece && d.typ != NoType && len(p.pieces) < MostPieces {
			ch.Piece = p.AddPiece(d.typ, side)
			p.Put(ch.Piece, ch.To)
			x.out = append(x.out, ch)
			x.queue = append(x.queue, moment{"landed", ch.Piece, ch.To, side, NoPiece, NoPiece})
		}
		return
	}
	for _, id := range x.members(d, env) {
		x.one(d, ch, id, env)
	}
}

// members are the pieces that an effect is done to, in the order of their ids, found before it
// touches the first.
func (x *follower) members(d *doing, env *followEnv) (list []PieceID) {
	p := x.p
	add := func(id PieceID) {
		if id == NoPiece || p.pieces[id].at == Off || p.rs.types[p.pieces[id].typ].royal && d.kind != Moved && d.kind != swapped {
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
	}
	env.it = NoPiece
	return list
}

// square is one of those that an effect names by a word.
func (x *follower) square(word string, env *followEnv) Square {
	switch word {
	case "from":
		return x.act.From
	case "to":
		return x.act.To
	}
	return env.m.at
}

// one makes an effect on one piece.
func (x *follower) one(d *doing, ch Change, id PieceID, env *followEnv) {
	p := x.p
	pc := &p.pieces[id]
	if pc.at == Off {
		return
	}
	ch.Piece, ch.From = id, pc.at
	owner := pc.side
	gone := func(moments ...string) {
		x.out = append(x.out, ch)
		for _, on := range moments {
			x.queue = append(x.queue, moment{on, id, ch.From, owner, env.self, id})
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
		p.Lift(id)
		p.SetOwner(id, ch.Side)
		gone("captured", "removed")
	case Lifted:
		p.Lift(id)
		gone("removed")
	case Converted:
		if owner != ch.Side {
			p.SetOwner(id, ch.Side)
			x.out = append(x.out, ch)
		}
	case Became:
		if ch.Type == NoType && env.m.victim != NoPiece {
			ch.Type = p.pieces[env.m.victim].typ
		}
		if ch.Type != NoType && ch.Type != pc.typ && !p.rs.types[ch.Type].royal {
			p.SetType(id, ch.Type)
			x.out = append(x.out, ch)
		}
	case Moved:
		x.send(ch, id, x.square(d.on, env))
	case pushed:
		x.send(ch, id, x.beyond(p.pieces[env.self].at, env, pc.at))
	case swapped:
		x.swap(ch, id, env.self)
	}
}

// send moves a piece to an empty square.
func (x *follower) send(ch Change, id PieceID, to Square) {
	if to == Off || x.p.cells[to] != NoPiece {
		return
	}
	ch.Kind, ch.To = Moved, to
	x.p.Put(id, to)
	x.out = append(x.out, ch)
	x.queue = append(x.queue, moment{"landed", id, to, x.p.pieces[id].side, NoPiece, NoPiece})
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

// swap lets a piece and self change places: three changes, the first of which takes one off the board
// for the time being.
func (x *follower) swap(ch Change, id, self PieceID) {
	p := x.p
	if id == self || p.pieces[self].at == Off {
		return
	}
	a, b := p.pieces[self].at, p.pieces[id].at
	p.swap(self, id)
	for _, m := range []struct {
		id       PieceID
		from, to Square
	}{{self, a, b}, {id, b, a}} {
		ch.Kind, ch.Piece, ch.From, ch.To = Moved, m.id, m.from, m.to
		x.out = append(x.out, ch)
		x.queue = append(x.queue, moment{"landed", m.id, m.to, p.pieces[m.id].side, NoPiece, NoPiece})
	}
}

// followEnv answers the formulas of consequences, in the order of rules.ConsequenceVocabulary.
type followEnv struct {
	x    *follower
	m    *moment
	self PieceID
	it   PieceID
}

// Var implements formula.Env.
func (e *followEnv) Var(i int) float64 {
	p := e.x.p
	switch i {
	case 0:
		return float64(p.rs.files)
	case 1:
		return float64(p.rs.ranks)
	}
	if i -= 2; i < MostCounters {
		return float64(p.pieces[e.self].counters[i])
	}
	switch i - MostCounters {
	case rules.ThenSelf:
		return float64(e.self)
	case rules.ThenActor:
		return float64(e.m.actor)
	case rules.ThenCaptor:
		return float64(e.m.captor)
	case rules.ThenVictim:
		return float64(e.m.victim)
	case rules.ThenIt:
		return float64(e.it)
	case rules.ThenMover:
		return float64(e.x.mover)
	case rules.ThenOwner:
		return float64(e.m.side)
	case rules.ThenFrom:
		return square(e.x.act.From)
	case rules.ThenTo:
		return square(e.x.act.To)
	default:
		return square(e.m.at)
	}
}

// Call implements formula.Env.
func (e *followEnv) Call(f int, args []float64) float64 {
	if f == 0 {
		return float64(e.x.p.count[int(args[0])])
	}
	return e.x.p.ThingFunc(f-1, args)
}

// Attr implements formula.Things.
func (e *followEnv) Attr(i int, of float64, args []float64) float64 {
	return e.x.p.ThingAttr(i, of, args)
}

// Next implements formula.Things.
func (e *followEnv) Next(set int, of, arg, after float64) float64 {
	return e.x.p.NextThing(set, of, arg, after)
}

// saved is a position put aside. What walks over its lists meanwhile finds them as they were.
type saved struct {
	cells, onBoard []PieceID
	pieces         []piece
	sides          []side
	count          [256]int16
	wasCells       []PieceID // the position's own memory
	wasOnBoard     []PieceID
	wasPieces      []piece
	wasAttacked    []remembered
}

func (p *Position) save() *saved {
	s := new(saved)
	if n := len(p.saves); n > 0 {
		s, p.saves = p.saves[n-1], p.saves[:n-1]
	}
	s.wasCells, s.wasOnBoard, s.wasPieces, s.wasAttacked = p.cells, p.onBoard, p.pieces, p.attacked
	s.cells, s.onBoard = append(s.cells[:0], p.cells...), append(s.onBoard[:0], p.onBoard...)
	s.pieces, s.sides, s.count = append(s.pieces[:0], p.pieces...), append(s.sides[:0], p.sides...), p.count
	return s
}

func (p *Position) restore(s *saved) {
	p.cells, p.onBoard, p.pieces, p.attacked = s.wasCells, s.wasOnBoard, s.wasPieces, s.wasAttacked
	copy(p.cells, s.cells)
	copy(p.onBoard, s.onBoard)
	copy(p.pieces, s.pieces)
	copy(p.sides, s.sides)
	p.count = s.count
	p.changed()
	p.saves = append(p.saves, s)
}

// ends works out what follows of what a trial has made, and lets the sides of fallen royal pieces leave
// the board afterwards, as at the end of a play.
func (t *trial) ends(to Square, play Play, w Taking) {
	p := t.p
	a := Act{Play: play, Piece: t.id, From: t.from, To: to, Other: t.other}
	if w.Victim != NoPiece {
		for _, v := range w.Victims() {
			a.Victims = append(a.Victims, Fallen{v, t.saved.pieces[v].at, t.saved.pieces[v].side})
			p.SetOwner(v, t.side)
		}
	}
	p.consequences(a)
	for _, v := range a.Victims {
		if p.rs.types[t.saved.pieces[v.Piece].typ].royal {
			p.sweep(v.Side, t.side)
		}
	}
}
