package movement

import (
	"slices"
	"strings"
)

// Reasons why a way does not lead to a square, besides those of Obstacle.Code.
const (
	Denied   = "denied"       // a piece nearby denies it
	ForOther = "not-for-that" // it only moves, or only captures
	Pinned   = "pinned"       // the capture would leave the captor's own side in check
)

// A Try is how one way of a piece fares towards a square: a mode of its definition, one
// that it copies, or one that a friend lends it.
type Try struct {
	OK     bool
	Clause string   // where the mode stands, "12.5/5 §2"
	Words  string   // the mode in words: "orthogonally 1–10"
	Uses   string   // what it is for: "move, capture"
	When   string   // the condition under which it is open, "" if always
	Asked  []Named  // the named conditions that When asks
	Via    []string // the clauses by which it is copied
	As     TypeID   // the copied type whose mode it is, NoType if its own or lent
	Lender PieceID  // the friend that lends it, NoPiece if it is the piece's own

	// Path is the squares from the piece's own to where the way ends, if it leads there:
	// every square of a straight line, and the bends. A capture that ends elsewhere than on
	// its victim leads to where it ends.
	Path []Square

	// If it does not lead there: why.
	Code   string // as Obstacle.Code
	Text   string
	Square Square  // where the reason lies, or Off
	Piece  PieceID // what lies there, or NoPiece
	Cite   string  // a clause of its own, if it is not Clause
}

// Named is a named condition with what it says and whether it holds of a piece.
type Named struct {
	Name, When string
	Cite       string // the place in the rule in which the conditions stand
	Holds      bool
}

// Tries says of every way of a piece on the board whether it leads to a square: to an empty
// one by a move, to an opposing piece by a capture. What stands against all ways at once (a
// friend on the square, a royal piece that its side may not take) is for the caller to ask.
// Some try is OK exactly if MovesOf, SwapsOf or TakingsOf say so.
func (p *Position) Tries(id PieceID, to Square) []Try {
	return p.tries(&trier{explainer: explainer{p: p, who: p.actor(id), to: to, target: p.At(to)}, as: NoType, lender: NoPiece, prey: NoPiece})
}

// triesOf says of every way of a piece on several squares whether it captures a piece, wherever it ends.
func (p *Position) triesOf(id, x PieceID) []Try {
	return p.tries(&trier{explainer: explainer{p: p, who: p.actor(id), to: p.pieces[x].at, target: x}, as: NoType, lender: NoPiece, prey: x})
}

func (p *Position) tries(x *trier) []Try {
	t := &p.rs.types[x.who.own]
	if len(p.rs.denials) > 0 {
		x.denied = p.denied(&x.who)
	}
	x.types(t, t.modes, 0)
	x.loans(t)
	return x.out
}

// LeadsTo reports whether some way of a piece leads to an opposing one and captures it, leaving
// aside that its side may not take royal pieces.
func (p *Position) LeadsTo(id, x PieceID) bool {
	return slices.ContainsFunc(p.triesAt(id, x), func(t Try) bool { return t.OK || t.Code == RoyalRule })
}

// AttackPath returns the way by which a piece attacks an opposing one; ok is false if it
// does not.
func (p *Position) AttackPath(id, x PieceID) (way Try, ok bool) {
	if !p.Attacks(id, x) {
		return Try{}, false
	}
	for _, t := range p.triesAt(id, x) {
		if t.OK {
			return t, true
		}
	}
	return Try{}, false
}

type trier struct {
	explainer // its blocker and protector
	as        TypeID
	via       []string
	lender    PieceID
	lends     use  // what the modes of the piece that it copies are used for; 0: all that they are for
	asMoves   bool // what it copies captures wherever it could move
	loan      bool
	prey      PieceID // what a piece on several squares is to capture, wherever it ends, or NoPiece
	denied    use
	reach     []uint16
	out       []Try
}

// types tries the modes of a type, which may be one that is copied.
func (x *trier) types(t *kind, modes []mode, depth int) {
	x.reach = t.reach
	for i := range modes {
		m := &modes[i]
		if m.op == opAs {
			x.copied(t, m, depth)
			continue
		}
		x.try(m)
	}
}

// loans tries what friends lend.
func (x *trier) loans(t *kind) {
	p := x.p
	x.who.acting = p.actingType(&x.who)
	x.loan = true
	for g := range p.rs.grants {
		gr := &p.rs.grants[g]
		if x.lender = p.lenderOf(&x.who, gr); x.lender == NoPiece {
			continue
		}
		x.reach = gr.reach
		for i := range gr.modes {
			x.try(&gr.modes[i])
		}
	}
	x.loan, x.lender = false, NoPiece
}

// lenderOf returns the friend that lends a's piece a grant's modes, the one created first.
func (p *Position) lenderOf(a *actor, gr *grant) PieceID {
	found := NoPiece
	for _, id := range p.onBoard {
		pc := &p.pieces[id]
		if pc.typ == gr.from && pc.side == a.side && id != a.id && p.rs.Distance(pc.at, a.from) <= gr.within && (found == NoPiece || id < found) {
			found = id
		}
	}
	return found
}

// copied tries the modes of what a mode copies.
func (x *trier) copied(t *kind, m *mode, depth int) {
	p := x.p
	saved := *x
	defer func() { out := x.out; *x = saved; x.out = out }()
	no := func(code, text string) {
		try := x.begin(m)
		try.Code, try.Text = code, text
		x.out = append(x.out, try)
	}
	if x.asMoves {
		no(NotCapturing, "it captures only as it moves")
		return
	}
	if m.when != nil && !p.holds(m.when, &x.who) {
		no(Condition, "open only if "+p.because(m.when, &x.who, Off, NoPiece))
		return
	}
	if m.as.who == copyPiece && depth > 0 {
		no(NoCopy, "a copied piece copies no other piece")
		return
	}
	switch m.as.who {
	case copyLast, copyPiece:
		own := x.who.own
		if x.who.acting != NoType {
			own = x.who.acting
		}
		typ, counters := p.source(m, &x.who, own)
		if typ == NoType {
			no(NoCopy, "which gives it nothing to move as")
			return
		}
		x.who.acting, x.who.counters = typ, counters
		x.as, x.asMoves = typ, m.as.moves
		if m.as.who == copyPiece {
			x.lends, x.who.foes = m.lends(), true
		}
	case copyVictim:
		if x.target == NoPiece || p.pieces[x.target].side == x.who.side {
			no(ForOther, "only for capturing: as what it captures could")
			return
		}
		v := &p.pieces[x.target]
		if !m.captures(v.typ) {
			no(NotCapturing, "not for capturing a "+p.rs.types[v.typ].name)
			return
		}
		if depth > 0 && v.typ == x.who.acting {
			no(OutOfReach, "a copy of a copy leads in a circle")
			return
		}
		x.who.acting, x.who.stand, x.who.counters = v.typ, v.typ, v.counters
		if m.as.initial {
			x.who.counters = p.rs.types[v.typ].initial
		}
		x.as = v.typ
	}
	if depth > 2 {
		return
	}
	x.via = append(slices.Clone(x.via), m.clause)
	before := len(x.out)
	k := &p.rs.types[x.who.acting]
	x.types(k, k.plainly(), depth+1)
	if m.as.who == copyVictim && m.as.withLoans {
		x.victimsLoans(m, before)
	}
}

// victimsLoans adds the captures by what the victim's side lends the victim.
func (x *trier) victimsLoans(m *mode, before int) {
	p := x.p
	for i := before; i < len(x.out); i++ {
		if x.out[i].OK {
			return
		}
	}
	victim := p.actor(x.target)
	for g := range p.rs.grants {
		gr := &p.rs.grants[g]
		lender := p.lenderOf(&victim, gr)
		if lender == NoPiece {
			continue
		}
		x.lender, x.reach, x.loan = lender, gr.reach, true
		acting := x.who.acting
		x.who.acting = NoType
		for i := range gr.modes {
			x.try(&gr.modes[i])
		}
		x.who.acting = acting
	}
}

func (x *trier) begin(m *mode) Try {
	t := Try{Clause: m.clause, Uses: m.use.String(), Via: x.via, As: x.as, Lender: x.lender, Square: Off, Piece: NoPiece}
	if m.op != opAs {
		t.Words = x.p.words(m, &x.who)
	} else if m.as.who == copyLast {
		t.Words = "as its side's most recent atomic play"
	} else if m.as.who == copyPiece {
		t.Words = "as " + m.as.piece.String()
	} else {
		t.Words = "as its victim"
	}
	if m.in > 0 {
		t.Uses += " (" + m.kind + ")"
	}
	if m.when != nil {
		t.When = m.when.String()
		t.Asked = x.p.asked(m.when, &x.who)
	}
	return t
}

// try asks one mode with legs.
func (x *trier) try(m *mode) {
	t := x.begin(m)
	if x.p.isWide(x.who.id) {
		if x.prey != NoPiece && x.as == NoType && m.glides() && !m.displaces() && m.use&forShot == 0 {
			return // it lands on what it captures, and is tried where it lands
		}
		x.judgeWide(m, &t)
	} else {
		x.judge(m, &t)
	}
	x.out = append(x.out, t)
}

func (x *trier) judge(m *mode, t *Try) {
	p := x.p
	rs := p.rs
	wanted, use := x.wanted(m)
	to := rs.SquareName(x.to)
	no := func(code string, sq Square, id PieceID, text string) {
		t.Code, t.Square, t.Piece, t.Text = code, sq, id, text
		if code == ForOther || code == OutOfReach || code == NotCapturing {
			t.Asked = nil // nobody has asked yet
		}
	}
	if use&wanted == 0 {
		no(ForOther, Off, NoPiece, "not for that: only to "+strings.ReplaceAll(t.Uses, ", ", " or "))
		return
	}
	if several, beside := p.shared(x.who.id, x.to); wanted&forSwap != 0 && (several || beside) && use&wanted&forMove == 0 {
		verb := "changes places with"
		if use&forSwap == 0 {
			verb = "captures"
		}
		text := "several pieces stand on " + to + ": it " + verb + " none of them"
		if !several {
			text = "it may stand beside " + x.name(x.target) + ", and " + verb + " no friend beside which it may stand"
		}
		no(Landing, x.to, x.target, text)
		return
	}
	if x.target != NoPiece && !m.captures(p.pieces[x.target].typ) {
		no(NotCapturing, x.to, x.target, "it does not capture "+x.name(x.target)+" that way")
		return
	}
	displaced := wanted&forTake != 0 && m.displaces() || use&wanted&forOwn != 0 && m.takes == takesBranches
	inPassing := displaced && m.takes == takesPassing // it ends where its victim has been
	if !inPassing && !x.reaches(m) {
		no(OutOfReach, Off, NoPiece, to+" is not on such a way: it lies "+x.apart())
		return
	}
	if m.when != nil && !p.holds(m.when, &x.who) {
		no(Condition, x.who.from, x.who.id, "open only if "+p.because(m.when, &x.who, Off, NoPiece))
		return
	}
	if displaced {
		if path, ok := x.displacedPath(m); ok {
			t.Path = path
		}
	}
	if t.Path == nil && (!displaced || m.takes == takesLanding) {
		if p.lands(m, &x.who, x.to) {
			t.Path = p.follow(m, &x.who, x.to)
		}
	}
	if t.Path == nil && inPassing {
		no(OutOfReach, Off, NoPiece, "it leads to no empty square that "+x.name(x.target)+" passed in the last play")
		return
	}
	if t.Path == nil {
		code, sq, text := x.bar(m)
		id := NoPiece
		if sq != Off {
			id = p.At(sq)
		}
		no(code, sq, id, text)
		return
	}
	if m.where != nil && wanted == forMove {
		if victims := p.victimsAt(m, &x.who, x.to); len(victims) > 0 {
			t.Path = nil
			no(Landing, p.pieces[victims[0]].at, victims[0], "it captures "+x.name(victims[0])+" from "+to+", and so does not just move there")
			return
		}
	}
	if m.land != nil && !displaced && !p.landing(m.land, &x.who, x.to) {
		t.Path = nil
		no(Landing, x.to, NoPiece, "it may not go to "+to+": "+p.because(m.land, &x.who, x.to, x.target))
		return
	}
	x.against(m, wanted, t)
}

// wanted returns what the square asks of a mode, and what the mode is for.
func (x *trier) wanted(m *mode) (wanted, uses use) {
	uses = m.use
	if x.as != NoType {
		uses &^= forExit
	}
	if x.asMoves {
		uses &= forMove
		if uses != 0 && !m.onto {
			uses |= forTake
		}
	}
	if x.lends != 0 {
		uses &= x.lends
	}
	switch {
	case x.target == NoPiece:
		return forMove, uses
	case x.p.pieces[x.target].side == x.who.side:
		if _, beside := x.p.shared(x.who.id, x.to); beside {
			return forMove | forSwap | forOwn, uses
		}
		return forSwap | forOwn, uses
	}
	if x.loan && x.p.rs.types[x.who.own].noLoan {
		uses &^= forTake | forShot
	}
	return forTake | forShot, uses
}

// against asks what stands against a way that leads there.
func (x *trier) against(m *mode, wanted use, t *Try) {
	p := x.p
	_, uses := x.wanted(m)
	bar := func(code string, sq Square, id PieceID, cite, text string) {
		t.Code, t.Square, t.Piece, t.Cite, t.Text = code, sq, id, cite, text
	}
	if uses&wanted&^m.bars(x.denied) == 0 {
		word := "capture"
		if m.in > 0 && uses&wanted&^x.denied != 0 {
			word = p.rs.kindNames[m.in-1]
		}
		if wanted&forTake == 0 {
			word = "move"
		}
		id, cite := p.Denier(x.who.id, word)
		bar(Denied, p.Where(id), id, cite, x.name(id)+" denies it to "+word)
		return
	}
	if wanted&forTake == 0 {
		t.OK = true
		return
	}
	acting := x.who.acting
	switch {
	case p.rs.types[p.pieces[x.target].typ].royal && !p.mayTakeRoyal(x.who.side):
		bar(RoyalRule, x.to, x.target, p.rs.citeRoyal, "only a side whose own royal piece is on-board captures one")
	case m.takes != takesWhere && p.immune(x.target, x.who.own, acting):
		guard, cite := x.protector()
		bar(Immunity, p.pieces[guard].at, guard, cite, x.name(x.target)+" is protected from it by "+x.name(guard))
	case !p.armedFor(m, &x.who, x.target, forMove|forTake|forShot):
		clause, text, _ := p.disarmed(&x.who, x.landingBy(m), x.target)
		bar(Disarmed, x.who.from, x.who.id, clause, text)
	case p.rs.readings.respectPins && !p.ignorePins && p.exposes(&x.who, x.target):
		bar(Pinned, x.who.from, x.who.id, "", "the capture would leave its own side in check")
	default:
		t.OK = true
		if len(t.Path) > 0 && t.Path[0] != x.who.from {
			t.Path = append([]Square{x.who.from}, t.Path...)
		}
	}
}

// reaches reports whether the mode could span the distance on an empty board.
func (x *trier) reaches(m *mode) bool {
	return x.reach[int(x.to)-int(x.who.from)+x.p.rs.bias]>>m.index&1 != 0
}
