// Package turns answers which complete turns a side may play, without a ledger.
//
// # Idea
//
// Package movement knows the effect of an act on a board. This package adds what the procedures of a
// rulebook say: no own royal piece may be left attacked (section checks), what is forbidden and
// obligatory (duties), what is placed from the holding (placing), when a side may pass (passing), what
// it chooses besides (choices), and when the game is over (ends). A rulebook without one of these
// sections is a game without that mechanism.
//
// # Data
//
//	Ruleset + Rulebook ──New──► Game ──Each──► every legal Turn, made on the board one after the other
//	                                 ──Count──► the number of sequences of them
//
// A Turn is an act (movement.Ply) with the choices of the side that plays it. Each choice makes a
// different turn; two ways with the same effect are one turn. Sides play in the order in which they
// were added to the position. A game that has ended has no turns.
//
// # Refuses
//
// New refuses rules that only a ledger can answer: conditions on players, their assets, Weights and
// dates, a placing section that needs more than constants, moves of declared kinds that cost something, and actions that may have more sets of
// targets than there are plies for.
package turns

import (
	"slices"
	"strings"

	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// Game is a position with all rules that bear on a turn.
type Game struct {
	Position *movement.Position

	rs      *movement.Ruleset
	texts   []string
	checks  bool
	exempts *formula.Formula // a Pass may leave a side in check while it holds; nil: it may not
	counts  bool             // some condition asks how many checks a side has given
	recalls bool             // some condition asks for the position in which plays in a row began
	began   []uint32
	up      *formula.Formula // who plays before the others; nil: nobody, or a world knows
	placing bool
	attack  bool // a Placement may attack
	passing *passing
	duties  []duty
	ends    []end
	choices []choice
	named   int     // of these, how many have names
	limits  []Limit // that let nothing go

	world      World                    // nil: a position alone
	costly     map[movement.KindID]bool // kinds of moves that cost what nobody has, without a world
	book       *rules.Rulebook
	quantities []formula.Quantity
	answering  bool           // an answer is being looked for: see Spared
	sparing    bool           // see Sparing
	told       func(Question) // who hears what Try asks, nil for nobody
	env        env
	plies      []movement.Ply // a stack
	guard      movement.Guard
	counting   counting
	Nodes      uint64 // counted so far, for progress
}

type duty struct {
	*rules.Duty
	typ              movement.TypeID
	when, after      *formula.Formula
	unless, answered *formula.Formula
	most             *formula.Formula
	clause           string
}

type passing struct{ when *formula.Formula }

type end struct {
	*rules.End
	when   *formula.Formula
	unless *formula.Formula
	clause string
}

type choice struct {
	*rules.Choice
	when, where *formula.Formula
	least, most *formula.Formula
	place       int // among the choices that have names
	clause      string
}

// Turn is an act with what its maker chose besides.
type Turn struct {
	Act    *movement.Ply
	Chosen []Chosen
	Alone  bool // the choices are made instead of an act; Act is a Pass

	after   uint64            // the duties that ask of the board after it
	choices uint64            // the choices that come with it
	had     []float64         // what counted towards limits before it
	on      []movement.Square // where the targets of an action stood
}

// Chosen is one choice: a square that was closed, a piece that was placed on one, or a piece that ceases to exist.
type Chosen struct {
	Square movement.Square
	Piece  movement.PieceID // or NoPiece

	Destroys bool // the piece stood on the square and ceases to exist

	Name  string // of a choice that has one: what is chosen is Value, a thing by its number or a number; Square is where it is
	Value float64
	List  string // of a choice of several numbers, whose sum is Value: "2, 1"
}

// New returns the game of a rulebook from a position of its ruleset on.
func New(rb *rules.Rulebook, p *movement.Position) (*Game, error) {
	return compile(rb, &Game{Position: p, rs: p.Ruleset()})
}

// Each makes every legal turn of a side, calls yield while the board is as the turn leaves it, and takes it back. It stops once yield
// returns false.
func (g *Game) Each(s movement.SideID, yield func(*Turn) bool) {
	defer g.begin(s)()
	base := g.acts(s)
	end := len(g.plies)
	for i := base; i < end; i++ {
		ply := g.plies[i]
		if !g.play(s, &ply, yield) {
			break
		}
	}
	g.plies = g.plies[:base]
	g.alone(s, yield)
}

// acts puts the acts that a side could make on the stack of them, from base on.
func (g *Game) acts(s movement.SideID) (base int) {
	base = g.raw(s)
	g.oblige(s, base)
	return base
}

// raw is acts without what the side is obliged to.
func (g *Game) raw(s movement.SideID) (base int) {
	p := g.Position
	base = len(g.plies)
	g.plies = p.Plies(s, g.plies)
	if g.costly != nil {
		kept := slices.DeleteFunc(g.plies[base:], func(ply movement.Ply) bool { return g.costs(&ply) })
		g.plies = g.plies[:base+len(kept)]
	}
	if g.placing {
		g.plies = p.PlacementsOf(s, g.plies)
	}
	g.pass(s)
	return base
}

// costs reports whether an act is of a kind that costs what nobody has.
func (g *Game) costs(act *movement.Ply) bool {
	switch {
	case act.Play == movement.Declared:
		return g.costly[act.Kind]
	case act.In > 0:
		return g.costly[movement.KindID(act.In-1)]
	}
	return false
}

// MayPass reports whether a side may pass: by the section passing, or by a piece that comes back to its square.
func (g *Game) MayPass(s movement.SideID) bool {
	return g.passing != nil && g.holds(g.passing.when, s, nil) || g.Position.PassesBack(s)
}

// pass puts that a side passes on the stack of acts, where it may.
func (g *Game) pass(s movement.SideID) {
	if g.MayPass(s) {
		g.plies = append(g.plies, PassOf(s))
	}
}

// play makes an act, with each choice, and calls yield if that is legal.
func (g *Game) play(s movement.SideID, ply *movement.Ply, yield func(*Turn) bool) bool {
	turn := Turn{Act: ply}
	if g.world != nil && ply.Apart() && !g.world.Lets(s, ply) {
		return true
	}
	if g.named > 0 {
		defer g.Position.Know(g.Position.Keep()) // of an act to which this one is an answer, or which it could be made instead of
		turn.choices = g.Owed(s, ply)
		return g.naming(s, &turn, 0, func() bool { return g.act(s, &turn, yield) })
	}
	return g.act(s, &turn, yield)
}

// act makes the act of a turn, for which what has a name has been chosen.
func (g *Game) act(s movement.SideID, turn *Turn, yield func(*Turn) bool) bool {
	ply := turn.Act
	if turn.after = 0; g.forbidden(s, turn) {
		return true
	}
	turn.choices = g.Owed(s, ply)
	g.noting(turn)
	if ply.Acts() {
		turn.on = g.Position.TargetsOf(ply)
	}
	u := g.Position.Do(ply)
	goOn := g.choose(s, turn, 0, yield)
	u.Back()
	return goOn
}

// choose goes through the choices from the i-th on, and then asks whether the turn is legal.
func (g *Game) choose(s movement.SideID, turn *Turn, i int, yield func(*Turn) bool) bool {
	for ; i < len(g.choices); i++ {
		ch := &g.choices[i]
		if turn.choices>>i&1 == 0 || ch.Name != "" {
			continue
		}
		if ch.Optional && !g.choose(s, turn, i+1, yield) {
			return false
		}
		return g.chosen(s, turn, i, yield)
	}
	if !g.legal(s, turn) {
		return true
	}
	if g.counts {
		g.count(s)
	}
	if g.named > 0 {
		defer g.Position.Unknown()()
	}
	return yield(turn)
}

// chosen makes each choice of an entry.
func (g *Game) chosen(s movement.SideID, turn *Turn, i int, yield func(*Turn) bool) bool {
	ch := &g.choices[i]
	goOn := true
	options := g.options(s, turn, ch)
	if ch.Destroy && len(options) == 0 {
		return g.choose(s, turn, i+1, yield)
	}
	for _, c := range options {
		g.choosing(turn, ch, c, func() { goOn = g.choose(s, turn, i+1, yield) })
		if !goOn {
			return false
		}
	}
	return true
}

// choosing makes a choice, calls then and takes it back.
func (g *Game) choosing(turn *Turn, ch *choice, c Chosen, then func()) {
	p := g.Position
	u := p.Save()
	if c.Destroys {
		p.Delete(c.Piece)
	} else if c.Piece == movement.NoPiece {
		if ch.Opens {
			for _, sq := range g.rs.Squares() {
				if p.ClosedAt(sq) {
					p.Open(sq)
				}
			}
		}
		p.Close(c.Square)
	} else {
		p.Put(c.Piece, c.Square)
		p.Mark(c.Piece, false, true, movement.NoType)
	}
	turn.Chosen = append(turn.Chosen, c)
	then()
	turn.Chosen = turn.Chosen[:len(turn.Chosen)-1]
	u.Back()
}

// options lists what can be chosen.
func (g *Game) options(s movement.SideID, turn *Turn, ch *choice) (list []Chosen) {
	p := g.Position
	if ch.Close {
		for _, sq := range g.rs.Squares() {
			if p.At(sq) == movement.NoPiece && !p.ClosedAt(sq) && g.asks(ch.where, s, turn.Act, float64(sq)) {
				list = append(list, Chosen{Square: sq, Piece: movement.NoPiece})
			}
		}
		return list
	}
	if ch.Destroy {
		for _, sq := range g.rs.Squares() {
			if id := p.At(sq); id != movement.NoPiece && !g.rs.Royal(p.TypeOf(id)) && g.asks(ch.where, s, turn.Act, float64(id)) {
				list = append(list, Chosen{Square: sq, Piece: id, Destroys: true})
			}
		}
		return list
	}
	var squares []movement.Square
	if ch.Place != "carried" && turn.Act.From != movement.Off {
		squares = append(squares, turn.Act.From)
	}
	if ch.Place != "from" && turn.Act.Other != movement.NoPiece {
		squares = append(squares, turn.Act.OtherFrom)
	}
	var seen []movement.PieceID
	for i := range p.Pieces() {
		id := movement.PieceID(i)
		if p.Where(id) != movement.Off || p.Gone(id) || p.Owner(id) != s || p.Crowds(id) || slices.ContainsFunc(seen, func(x movement.PieceID) bool { return p.Alike(x, id) }) || !g.asks(ch.where, s, turn.Act, float64(id)) {
			continue
		}
		seen = append(seen, id)
		for _, sq := range squares {
			if p.At(sq) == movement.NoPiece && !p.ClosedAt(sq) && (!g.rs.Wide() || p.Fits(id, sq)) {
				list = append(list, Chosen{Square: sq, Piece: id})
			}
		}
	}
	return list
}

// alone makes the choices that need no act before them.
func (g *Game) alone(s movement.SideID, yield func(*Turn) bool) {
	for i := range g.choices {
		if !g.choices[i].Instead {
			continue
		}
		act := PassOf(s)
		turn := Turn{Act: &act, Alone: true}
		if g.forbidden(s, &turn) {
			continue
		}
		g.noting(&turn)
		u := g.Position.Do(&act)
		goOn := g.chosen(s, &turn, i, yield)
		u.Back()
		if !goOn {
			return
		}
	}
}

// legal asks what is only known after a turn.
func (g *Game) legal(s movement.SideID, turn *Turn) bool {
	act := turn.Act
	if g.exposed(s, turn) {
		return false
	}
	if act.Play == movement.Placement && g.placing && !g.attack && g.strikes(act) {
		return false
	}
	for i := range g.duties {
		if turn.after>>i&1 != 0 && g.offends(&g.duties[i], s, act) {
			return false
		}
	}
	return len(g.exceeded(turn)) == 0
}

// exposed reports whether a turn leaves its side in check though it may not.
func (g *Game) exposed(s movement.SideID, turn *Turn) bool {
	return g.checks && g.Position.InCheck(s) && !(g.exempts != nil && turn.Act.Play == movement.Pass && !turn.Alone && g.holds(g.exempts, s, nil))
}

// strikes reports whether a piece that was placed attacks something.
func (g *Game) strikes(act *movement.Ply) bool {
	p := g.Position
	id := p.At(act.To)
	return id != movement.NoPiece && slices.ContainsFunc(p.OnBoard(), func(x movement.PieceID) bool { return p.Attacks(id, x) })
}

// binds reports whether a duty is about an act's piece.
func (g *Game) binds(d *duty, act *movement.Ply) bool {
	return d.typ == movement.NoType || act.Piece != movement.NoPiece && g.Position.TypeOf(act.Piece) == d.typ
}

// before reports whether a duty asks nothing of the board after the act.
func (d *duty) before() bool { return d.after == nil && !d.Replies() }

// offends reports whether an act that a duty forbids leaves the board so that it does.
func (g *Game) offends(d *duty, s movement.SideID, act *movement.Ply) bool {
	return g.holds(d.after, s, act) && !g.Spared(s, d.unless, d.answered)
}

// Spared reports whether a duty that depends on what the next side could play, by its unless or answered, each of which may be nil,
// does not bind an act of a side. Such duties do not bind the answers: while one is looked for they spare everything.
func (g *Game) Spared(played movement.SideID, unless, answered *formula.Formula) bool {
	if unless == nil && answered == nil {
		return false
	}
	return g.answering || unless != nil && g.reply(played, unless) || answered != nil && !g.reply(played, answered)
}

// reply reports whether whoever plays after a side has a legal turn after which a condition holds.
func (g *Game) reply(played movement.SideID, f *formula.Formula) bool {
	g.answering = true
	found := g.answered(g.following(played), f)
	g.answering = false
	return found
}

// Answering says that the turns of the game are answers that somebody looks for.
func (g *Game) Answering() { g.answering = true }

// Sparing has no duty oblige anybody.
func (g *Game) Sparing() { g.sparing = true }

// bans reports whether a duty forbids an act by what is known before it.
func (g *Game) bans(d *duty, s movement.SideID, act *movement.Ply) bool {
	if d.Forbid == "" || !g.rs.Called(act, d.Names) || !g.binds(d, act) {
		return false
	}
	if d.Disarms {
		defer g.Position.Bare()()
	}
	return g.holds(d.when, s, act)
}

// forbidden asks what is known before an act, and notes what is to be asked after it.
func (g *Game) forbidden(s movement.SideID, turn *Turn) bool {
	for i := range g.duties {
		d := &g.duties[i]
		switch {
		case !g.bans(d, s, turn.Act):
		case d.before():
			return true
		default:
			turn.after |= 1 << i
		}
	}
	return false
}

// count notes a check that a side has given with its turn.
func (g *Game) count(s movement.SideID) {
	p := g.Position
	for o := range p.Sides() {
		if movement.SideID(o) != s && p.InCheck(movement.SideID(o)) {
			p.SetChecks(s, p.Checks(s)+1)
			return
		}
	}
}

func anything(string, []string) formula.Range { return formula.Anything() }

// Over returns the clause by which the game is over once a side has played, and the winner's words; ok is false if it goes on.
func (g *Game) Over(played movement.SideID) (e *rules.End, clause string, ok bool) {
	for i := range g.ends {
		if e := &g.ends[i]; g.holds(e.when, played, nil) && (e.unless == nil || !g.answered(g.following(played), e.unless)) {
			return g.ends[i].End, g.ends[i].clause, true
		}
	}
	return nil, "", false
}

// answered reports whether a side has a legal play after which a condition holds.
func (g *Game) answered(s movement.SideID, f *formula.Formula) bool {
	found := false
	if g.world == nil || !g.world.Judges() {
		g.Each(s, func(t *Turn) bool {
			found = g.holds(f, s, t.Act)
			return !found
		})
	}
	if !found && g.world != nil {
		return g.world.Others(s, g.answering, f, func(h *Game) bool { return h.holds(f, s, nil) })
	}
	return found
}

// following returns who plays after a side.
func (g *Game) following(played movement.SideID) movement.SideID {
	if g.world != nil {
		return g.world.Next(played)
	}
	return g.next(played)
}

// Decided reports whether the terms of placements say alike of every position whether one may attack.
func Decided(p *rules.Placing) bool {
	switch strings.TrimSpace(string(p.MayAttack)) {
	case "true", "false", "":
		return true
	}
	return false
}
