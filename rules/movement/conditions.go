package movement

import (
	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// The functions of conditions, by their place in the vocabulary.
const (
	fnNear = iota
	fnIn
	fnCount
	fnDefends
	fnAttacks
	fnAttacked
	fnMirror
	fnThings // and on: see rules.Resolver.Board
)

// The variables of conditions, by their place in the vocabulary. Counters, named conditions and
// then things follow.
const (
	varD1 = iota
	varDX
	varDY
	varDistance
	varFromCentre
	varToCentre
	varFiles
	varRanks
	varCounters
	varNamed = varCounters + MostCounters
)

// env is what a condition is asked about. It is a Position's own: a question saves it,
// fills it and puts it back.
type env struct {
	p *Position
	question
}

// question is what a formula is asked about. It has no pointers, which makes it cheap to put and to put back.
type question struct {
	open bool
	a    actor
	land Square // Off where no landing square is meant
	d1   int

	victim PieceID // what would be captured, or NoPiece

	via  Square // where a path turns, Off where no turn is meant,
	bend int16  // and by how many eighths to the right

	moved bool   // a's piece has moved to land already
	left  Square // and came from there
}

// start is the square from which a's piece moves, or has moved.
func (q *question) start() Square {
	if q.moved {
		return q.left
	}
	return q.a.from
}

// ahead is the square where a's piece would land, Off if it is meant where it stands: once it has moved, what follows may have brought it
// elsewhere.
func (q *question) ahead() Square {
	if q.moved {
		return Off
	}
	return q.land
}

// holds evaluates a condition about a's piece and the board.
func (p *Position) holds(f *formula.Formula, a *actor) bool { return p.ask(f, a, Off, 0) != 0 }

// landing evaluates a condition about the square on which a's piece would land, to capture what
// stands there.
func (p *Position) landing(f *formula.Formula, a *actor, sq Square) bool {
	return p.landingFor(f, a, sq, p.At(sq))
}

// landingFor evaluates a condition about the square on which a's piece would land to capture a victim,
// wherever that stands.
func (p *Position) landingFor(f *formula.Formula, a *actor, sq Square, victim PieceID) bool {
	if v, ok := f.Const(); ok {
		return v != 0
	}
	saved := p.env.question
	p.env.p, p.env.question = p, question{open: true, a: *a, land: sq, victim: victim}
	v := f.Eval(&p.env)
	p.env.question = saved
	return v != 0
}

// bends evaluates a condition about a path that has come to a square along a direction and would go on from there in another one; victim is what
// stands there.
func (p *Position) bends(f *formula.Formula, who *actor, via Square, before, v *vec, victim PieceID) bool {
	if v, ok := f.Const(); ok {
		return v != 0
	}
	a := *who
	if a.from = Off; before.dir >= 0 {
		a.from = p.rs.vecBack(before)[via]
	} else if sq, ok := p.rs.offset(via, -int(before.df), -int(before.dr)); ok {
		a.from = sq
	}
	saved := p.env.question
	p.env.p, p.env.question = p, question{open: true, a: a, land: v.next[via], via: via, bend: p.rs.angle(before, v), victim: victim}
	yes := f.Eval(&p.env) != 0
	p.env.question = saved
	return yes
}

// arrived evaluates a condition about the board on which a's piece has moved to a square.
func (p *Position) arrived(f *formula.Formula, a *actor, left, sq Square) bool {
	saved := p.env.question
	p.env.p, p.env.question = p, question{open: true, a: *a, land: sq, victim: NoPiece, moved: true, left: left}
	v := f.Eval(&p.env)
	p.env.question = saved
	return v != 0
}

// because is a condition in words, with the thing on which its result rests if it asks for a set of them.
func (p *Position) because(f *formula.Formula, a *actor, land Square, victim PieceID) string {
	if !f.Quantified() {
		return f.String()
	}
	saved := p.env.question
	p.env.p, p.env.question = p, question{open: true, a: *a, land: land, victim: victim}
	m, ok := f.Witness(&p.env)
	p.env.question = saved
	if !ok {
		return f.String()
	}
	return f.String() + "; it rests on " + p.thingName(m)
}

// thingName is what a thing is called in explanations.
func (p *Position) thingName(m formula.Member) string {
	rs := p.rs
	switch m.Sort {
	case rules.SortPiece:
		pc := &p.pieces[m.ID]
		if pc.at == Off {
			return "the off-board " + rs.types[pc.typ].name
		}
		return "the " + rs.types[pc.typ].name + " on " + rs.SquareName(pc.at)
	case rules.SortSquare:
		return rs.SquareName(Square(m.ID))
	case rules.SortSide:
		if m.ID < len(p.sides) && p.sides[m.ID].name != "" {
			return p.sides[m.ID].name
		}
		return "a side"
	}
	return "a type"
}

func (p *Position) ask(f *formula.Formula, a *actor, land Square, d1 int) float64 {
	if v, ok := f.Const(); ok {
		return v
	}
	saved := p.env.question
	p.env.p, p.env.question = p, question{open: true, a: *a, land: land, d1: d1, victim: NoPiece}
	v := f.Eval(&p.env)
	p.env.question = saved
	return v
}

// evalSteps works out the allowed numbers of steps of a leg that depends on the board.
func (p *Position) evalSteps(l *leg, a *actor, d1 int) uint64 {
	if l.memo != 0 && l.memo <= len(p.memos) {
		if m := p.memos[l.memo-1]; m.epoch == p.epoch {
			if p.rests != nil {
				for _, t := range l.counted {
					p.rests.onCount(t)
				}
			}
			return m.mask
		}
	}
	if p.walkedOn != nil { // what the board is asked is asked of the board itself
		view, cells := p.cells, p.walkedOn
		p.cells, p.walkedOn = cells, nil
		defer func() { p.cells, p.walkedOn = view, cells }()
	}
	s := l.steps
	var mask uint64
	if s.Low != nil {
		low, high := clampSteps(p.ask(s.Low, a, Off, d1)), clampSteps(p.ask(s.High, a, Off, d1))
		mask = stepRange(low, high)
	}
	for _, f := range s.List {
		if v := p.ask(f, a, Off, d1); v >= 0 && v <= mostSteps && v == float64(int(v)) {
			mask |= 1 << int(v)
		}
	}
	if !l.zero {
		mask &^= 1
	}
	if l.memo != 0 && l.memo <= len(p.memos) {
		p.memos[l.memo-1] = stepMemo{p.epoch, mask}
	}
	return mask
}

// stepMemo is the steps of a leg in the position of an epoch.
type stepMemo struct {
	epoch uint32
	mask  uint64
}

// clampSteps brings a bound into the range of a mask: fractions of a step do not exist, and
// no board is longer than the mask.
func clampSteps(v float64) int { return int(min(max(v, -1), mostSteps)) }

func stepRange(low, high int) uint64 {
	var mask uint64
	for n := max(low, 0); n <= high; n++ {
		mask |= 1 << n
	}
	return mask
}

// Var implements formula.Env.
func (e *env) Var(i int) float64 {
	rs := e.p.rs
	switch i {
	case varD1:
		return float64(e.d1)
	case varDX:
		df, _ := rs.apart(e.land, e.start())
		return float64(df)
	case varDY:
		_, dr := rs.apart(e.land, e.start())
		return float64(dr)
	case varDistance:
		return float64(rs.Distance(e.land, e.start()))
	case varFromCentre:
		return rs.fromCentre(e.a.from)
	case varToCentre:
		return rs.fromCentre(e.land)
	case varFiles:
		return float64(rs.files)
	case varRanks:
		return float64(rs.ranks)
	}
	if i < varNamed {
		return float64(e.a.counters[i-varCounters])
	}
	if i >= varNamed+len(rs.named) {
		return e.thing(i - varNamed - len(rs.named))
	}
	// A named condition is asked of the same piece; rules.Check has refused circles.
	if e.p.nested >= mostDepth {
		return 0
	}
	m := e.p.remembered(i - varNamed)
	if m != nil && m.of(e) {
		return m.value
	}
	e.p.nested++
	a := e.a
	v := e.p.ask(rs.named[i-varNamed], &a, e.ahead(), e.d1)
	e.p.nested--
	if m != nil {
		*m = namedMemo{e.p.epoch, e.p.session, a.id, a.from, a.side, v}
	}
	return v
}

// namedMemo is what a named condition has come to for a piece on a square, in the position of an epoch, where it asks about nothing else.
type namedMemo struct {
	epoch, session uint32
	id             PieceID
	from           Square
	side           SideID
	value          float64
}

// of reports whether it is what a question asks. Where notes are made of what that rests on, they have been made.
func (m *namedMemo) of(e *env) bool {
	return m.epoch == e.p.epoch && m.id == e.a.id && m.from == e.a.from && m.side == e.a.side && (e.p.rests == nil || m.session == e.p.session)
}

// remembered is where a named condition is remembered, nil if it asks about more than which friends are near a square, and how many pieces there are,
// or if nothing is remembered: only while positions are analysed nothing stands elsewhere for a moment without a new epoch.
func (p *Position) remembered(i int) *namedMemo {
	if !p.recalls || i >= len(p.named) || !p.rs.placid[i] {
		return nil
	}
	return &p.named[i]
}

// placid reports whether a formula asks nothing about a piece but which friends are near it, and how many pieces there are.
func placid(f *formula.Formula) bool {
	if f.Things() {
		return false
	}
	for _, c := range f.Calls() {
		if c.Name != "near" && c.Name != "count" {
			return false
		}
	}
	for _, name := range f.Vars() {
		if name != "files" && name != "ranks" {
			return false
		}
	}
	return true
}

// fromCentre is twice a square's distance from the centre of the board, where distance is
// the greater of the file and the rank distance.
func (rs *Ruleset) fromCentre(sq Square) float64 {
	f := abs(2*int(rs.file[sq]) - (rs.files - 1))
	r := abs(2*int(rs.rank[sq]) - (rs.ranks - 1))
	return float64(max(f, r))
}

// Call implements formula.Env.
func (e *env) Call(f int, args []float64) float64 {
	p := e.p
	if p.rests != nil {
		e.rests(f, args)
	}
	saved := *e
	var yes bool
	switch f {
	case fnNear, fnDefends, fnAttacks, fnAttacked, fnMirror:
		if saved.a.from == Off || e.p.pieces[saved.a.id].at == Off { // what follows of a move may take its piece off the board
			return 0
		}
	}
	switch f {
	case fnNear:
		return truth(p.near(&saved.a, TypeID(args[0]), int(args[1])))
	case fnIn:
		sq := saved.ahead()
		if sq == Off {
			sq = saved.a.from
		}
		return truth(p.rs.regions[int(args[0])].has(sq, p.sides[saved.a.side].name))
	case fnCount:
		return float64(p.count[TypeID(args[0])])
	case fnDefends, fnAttacks:
		pc := &p.pieces[saved.a.id]
		typ, counters := pc.typ, pc.counters
		if saved.a.stand != NoType { // it is asked of the type that the piece stands in for
			pc.typ, pc.counters = saved.a.stand, saved.a.counters
			defer func(recalls bool) { p.recalls = recalls }(p.recalls)
			p.recalls = false
		}
		if f == fnDefends {
			yes = p.defendsAny(saved.a.id)
		} else {
			yes = p.attacksAny(saved.a.id)
		}
		p.pieces[saved.a.id].typ, p.pieces[saved.a.id].counters = typ, counters
	case fnAttacked:
		yes = p.attackedByAny(saved.a.id)
	case fnMirror:
		p.mirrors = p.mirrored(&saved.a, int(args[0]), p.mirrors[:0])
		yes = len(p.mirrors) > 0
	default:
		return p.ThingFunc(f-fnThings, args)
	}
	*e = saved
	return truth(yes)
}

// rests notes what a call rests on, as far as those that it leads to do not. Of the piece that is asked about all ways are looked at.
func (e *env) rests(f int, args []float64) {
	r := e.p.rests
	switch f {
	case fnNear:
		r.onType(TypeID(args[0]))
	case fnCount:
		r.onCount(TypeID(args[0]))
	case fnIn:
	case fnDefends, fnAttacks:
		r.whole = true
		r.beyond = r.beyond || e.a.id != r.of || e.a.stand != NoType
	default:
		r.beyond = true
	}
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// near reports whether a friend of a type is within a distance of a's square.
func (p *Position) near(a *actor, t TypeID, within int) bool {
	if p.count[t] == 0 {
		return false
	}
	if p.rs.types[t].royal {
		if id := p.sides[a.side].royal; p.sides[a.side].royals <= 1 {
			return id != NoPiece && id != a.id && p.pieces[id].typ == t && p.rs.Distance(a.from, p.pieces[id].at) <= within
		}
	}
	for _, id := range p.onBoard {
		pc := &p.pieces[id]
		if pc.typ == t && pc.side == a.side && id != a.id && p.rs.Distance(a.from, pc.at) <= within {
			return true
		}
	}
	return false
}

// attacksAny reports whether a piece attacks any opposing piece.
func (p *Position) attacksAny(id PieceID) bool {
	if p.inAttack > 1 {
		return false // only definitions that depend on themselves come here; see rules.Check
	}
	p.inAttack++
	found := false
	for _, x := range p.onBoard {
		if p.Attacks(id, x) {
			found = true
			break
		}
	}
	p.inAttack--
	return found
}

// mirrored appends the types of which two friends stand mirror-wise about a's square, at
// most apart from each other: both as far from it in files, and in ranks.
func (p *Position) mirrored(a *actor, apart int, types []TypeID) []TypeID {
	rs := p.rs
	for i, x := range p.onBoard {
		px := &p.pieces[x]
		if px.side != a.side || x == a.id {
			continue
		}
		for _, y := range p.onBoard[i+1:] {
			py := &p.pieces[y]
			if py.side != a.side || y == a.id || py.typ != px.typ || rs.Distance(px.at, py.at) > apart {
				continue
			}
			xf, xr := rs.apart(px.at, a.from)
			if yf, yr := rs.apart(py.at, a.from); xf == yf && xr == yr {
				types = addType(types, px.typ)
			}
		}
	}
	return types
}

func addType(types []TypeID, t TypeID) []TypeID {
	for _, have := range types {
		if have == t {
			return types
		}
	}
	return append(types, t)
}
