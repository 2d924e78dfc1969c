package aggregate

import (
	"time"

	"adjudicate/events"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
)

// A table is a state with what a judge needs to rule on it: the law made from the rules in
// force, and the board. Both are made when first asked for after the rules changed. The
// index of a side or piece in the state is its id in the position.
type table struct {
	state     *State
	law       *law // nil: to be read
	lawful    bool // the law is known to be that of the state as it stands
	checked   *checkedRule
	pos       *movement.Position
	laid      *law // the law under which pos is in step with the state; nil: out of step
	an        *movement.Analysis
	analysed  bool // an is of pos as it stands
	scales    *scales
	weighed   int         // the time at which the scales followed pos as it stands; 0: they have not
	repacked  int         // the state's count when pos was laid
	game      *turns.Game // over pos, where the law stands on whole turns
	gameOf    *movement.Position
	gameLaw   *law
	answering bool      // it is looked for an answer: see turns.Game.Spared
	sparing   bool      // see turns.Game.Sparing
	at        time.Time // of the input that is judged
	tries     *tries    // of the board as it stands; nil: none yet
	replies   *replies  // that answered last, on whatever board
	promised  string    // the side that a rule lets play next, besides what the state says
}

// scales weigh the boards of tables that are copied from each other, which differ by a play or not at all.
type scales struct {
	movement.Scales
	times int // how often they have followed a board
}

func newTable(s *State) *table {
	return &table{state: s, scales: new(scales), replies: new(replies)}
}

// beside returns an empty table on which decisions about t are worked out.
func (t *table) beside() *table {
	return &table{state: NewState(), scales: t.scales, replies: t.replies}
}

// changed notes that the board is not what it was.
func (t *table) changed() { t.analysed, t.weighed = false, 0 }

// copyFrom makes t equal to u but for the analysis, reusing the memory of t.
func (t *table) copyFrom(u *table) {
	t.state.follow(u.state)
	t.law, t.lawful = u.law, u.lawful
	t.copyBoard(u)
	t.tries = u.tries
}

func (t *table) copyBoard(u *table) {
	if u.laid != nil {
		if t.pos == nil {
			t.pos = u.laid.ruleset.NewPosition()
		}
		t.pos.CopyFrom(u.pos)
	}
	if u.laid != nil {
		t.pos.SetOutside((*outside)(t))
	}
	t.laid, t.repacked = u.laid, u.repacked
	t.changed()
	if t.scales == u.scales {
		t.weighed = u.weighed
	}
}

// rulebook returns the law in force, read but perhaps not compiled.
func (t *table) rulebook() *law {
	if !t.lawful {
		t.readRulebook()
	}
	return t.law
}

// readRulebook reads the law again if it is not that of the state.
func (t *table) readRulebook() {
	if t.law == nil || !t.law.of(t.state) {
		t.law, t.laid, t.checked = readLaw(t.state, t.law, t.checked), nil, nil
	}
	t.lawful = true
}

// compile brings law and board up to date with the state.
func (t *table) compile() error {
	l := t.rulebook()
	if err := l.compile(); err != nil {
		return err
	}
	if t.laid != l {
		t.setUp()
	}
	return nil
}

// setUp makes the position anew from the state.
func (t *table) setUp() {
	before := t.pos
	t.pos = new(movement.Position)
	t.pos.Inherit(before)
	t.setUpAgain()
}

// setUpAgain is setUp in the memory of a position on which nobody looks any more.
func (t *table) setUpAgain() {
	rs := t.law.ruleset
	t.pos.Renew(rs)
	t.laid = t.law
	t.pos.SetOutside((*outside)(t))
	t.repacked = t.state.repacked
	t.changed()
	t.pos.Reserve(len(t.state.pieces), len(t.state.sides))
	for i := range t.state.sides {
		s := t.pos.AddSide(t.state.sides[i].name)
		if last, played := t.state.sides[i].atomic(); played {
			t.pos.SetLast(s, t.law.last(&last))
		}
		if t.state.sides[i].gone {
			t.pos.SetLeft(s)
		}
	}
	if rs.Wide() {
		t.closeAll()
	}
	for i := range t.state.pieces {
		pc := &t.state.pieces[i]
		t.add(pc.typ, movement.SideID(pc.side), pc.counters, pc.gone)
		if sq, ok := rs.Square(pc.at); ok && t.stands(i) && t.roomFor(movement.PieceID(i), sq) {
			t.pos.Put(movement.PieceID(i), sq)
		}
	}
	t.setMarks()
	t.rememberAll()
}

// roomFor reports whether a piece has room on a square beside the older ones that stand there.
func (t *table) roomFor(id movement.PieceID, sq movement.Square) bool {
	if t.law.ruleset.Wide() {
		return t.pos.HasRoom(id, sq)
	}
	return t.pos.At(sq) == movement.NoPiece || t.pos.MayShare(id, sq)
}

// setMarks gives the squares their states.
func (t *table) setMarks() {
	for _, m := range t.state.marks {
		if sq, ok := t.law.ruleset.Square(m.Square); ok {
			t.setMark(sq, m)
		}
	}
}

// setMark gives a square a state, or takes it away.
func (t *table) setMark(sq movement.Square, m events.SquareMarked) {
	number := 0
	if m.On {
		number = max(m.Number, 1)
	}
	t.pos.SetMark(sq, m.Mark, number, movement.SideID(t.state.sideNamed(m.Side)))
}

// add appends a piece to the position. A piece of a type that no rule defines takes up an
// id and is nowhere.
func (t *table) add(typ string, s movement.SideID, counters []events.Counter, gone bool) {
	id, known := t.law.ruleset.Type(typ)
	if t.law.ruleset.Types() == 0 {
		return // no piece can be on a board without types, and none is asked about
	}
	p := t.pos.AddPiece(id, s)
	if !known || gone {
		t.pos.Delete(p)
		return
	}
	t.pos.Retype(p, id, t.counters(id, counters))
}

// stands reports whether the position knows the i-th piece of the state as a piece. One that an act which is tried has made is not in the state yet.
func (t *table) stands(i int) bool {
	if i >= t.pos.Pieces() {
		return false
	}
	if i >= len(t.state.pieces) {
		return true
	}
	return t.defined(i) && !t.state.pieces[i].gone
}

// defined reports whether a rule in force defines the type of the i-th piece of the state.
func (t *table) defined(i int) bool {
	pc := &t.state.pieces[i]
	if t.law.ruleset.TypeName(t.pos.TypeOf(movement.PieceID(i))) == pc.typ { // as is likely, and told without looking the name up
		return true
	}
	_, known := t.law.ruleset.Type(pc.typ)
	return known
}

// thing is the i-th piece of the state, destroyed or not, as formulas know it: none if no rule defines it.
func (t *table) thing(i int) movement.PieceID {
	if t.pos == nil || i >= t.pos.Pieces() || i < len(t.state.pieces) && !t.defined(i) {
		return movement.NoPiece
	}
	return movement.PieceID(i)
}

// counters are those of a piece of a type: at first as the type has them.
func (t *table) counters(typ movement.TypeID, counters []events.Counter) movement.Counters {
	list := t.law.ruleset.Initial(typ)
	for _, c := range counters {
		if k, ok := t.law.ruleset.CounterIndex(typ, c.Name); ok {
			list[k] = int16(c.Value)
		}
	}
	return list
}

// apply folds an outcome into the state and makes the position follow.
func (t *table) apply(payload events.Payload) {
	t.tries, t.lawful = nil, false
	t.state.Apply(payload)
	if t.laid == nil {
		t.forget(payload)
		return
	}
	if t.state.repacked != t.repacked {
		t.setUp()
		return
	}
	switch p := payload.(type) {
	case events.PieceMoved:
		t.put(p.Piece, p.To)
		t.pasts(p.Piece)
	case events.PiecePlaced:
		t.put(p.Piece, p.At)
		t.recall(p.Piece)
		t.pasts(p.Piece)
	case events.PieceCaptured:
		if i, ok := t.found(p.Piece); ok {
			t.pos.Lift(movement.PieceID(i))
			t.pos.SetOwner(movement.PieceID(i), movement.SideID(t.state.pieces[i].side))
			t.remember(i)
		}
		t.pasts(p.Piece, p.By)
	case events.PieceLifted:
		if i, ok := t.found(p.Piece); ok {
			t.pos.Lift(movement.PieceID(i))
		}
		t.pasts(p.Piece)
	case events.PieceConverted:
		if i, ok := t.found(p.Piece); ok {
			t.pos.SetOwner(movement.PieceID(i), movement.SideID(t.state.pieces[i].side))
		}
	case events.PieceDestroyed:
		// The state has marked it already, so it is looked up by name alone.
		if i, ok := t.state.anyPiece(p.Piece); ok && i < t.pos.Pieces() {
			t.pos.Delete(movement.PieceID(i))
		}
	case events.PieceCreated:
		if i, ok := t.state.findPiece(p.Piece); ok && i == t.pos.Pieces() {
			t.add(p.Type, movement.SideID(t.state.pieces[i].side), p.Counters, false)
			t.recall(p.Piece)
			t.pasts(p.Piece)
		}
	case events.TablesSet, events.TableTurned:
		if t.state.laid.kept {
			t.passing()
		}
	case events.PieceRestored, events.PlayTakenBack:
		t.setUp()
	case events.PiecePromoted:
		t.promote(p)
		t.recall(p.Piece)
	case events.CounterChanged:
		if i, ok := t.found(p.Piece); ok {
			t.count(movement.PieceID(i), p)
		}
	case events.AtomicPlayed:
		if i, ok := t.state.findSide(p.Side); ok {
			t.pos.SetLast(movement.SideID(i), t.law.last(&p))
		}
		t.recall(p.Piece)
		t.recall(p.With)
		if t.state.laid.kept {
			t.passing()
		}
	case events.SquareMarked:
		if sq, ok := t.law.ruleset.Square(p.Square); ok {
			t.setMark(sq, p)
		}
	case events.SquareClosed:
		t.close(p)
	case events.ArrayLaid:
		t.rememberAll()
	case events.PlayEnded:
		if t.law.ruleset.Steps() {
			t.countSteps()
			t.changed()
		}
		if i, ok := t.state.findSide(p.Side); ok && t.state.laid.kept {
			t.pos.SetChecks(movement.SideID(i), t.state.sides[i].given)
			t.changed()
		}
		t.recount()
		return
	case events.SideLeft:
		for i := range t.state.sides {
			if t.state.sides[i].gone {
				t.pos.SetLeft(movement.SideID(i))
			}
		}
		t.setMarks()
	case events.SideEntered:
		t.pos.AddSide(p.Side)
	default:
		t.touch()
		t.forget(payload)
		return
	}
	t.changed()
}

// forget drops the board when an outcome changes the law. The law itself stays until it is
// asked for, so that what it has read can be used again.
func (t *table) forget(payload events.Payload) {
	if events.About(payload)&events.PartLaw != 0 {
		t.laid = nil
		t.changed()
	}
}

// found returns the index of a piece that is on the table.
func (t *table) found(id string) (int, bool) {
	i, ok := t.state.findPiece(id)
	return i, ok && t.stands(i)
}

func (t *table) put(id, to string) {
	i, ok := t.found(id)
	if !ok {
		return
	}
	if sq, ok := t.law.ruleset.Square(to); ok {
		// Of two pieces that change places the second one is on its way until it arrives. Where a square is shared there is one more meanwhile.
		if other := t.pos.At(sq); other != movement.NoPiece && other != movement.PieceID(i) && t.pos.Excludes(movement.PieceID(i), other) {
			t.pos.Lift(other)
		}
		t.pos.Put(movement.PieceID(i), sq)
		return
	}
	t.pos.Lift(movement.PieceID(i))
}

// promote changes a type. A piece that was of no defined type before, or is of none now,
// changes what the position holds of it, so the position is made anew.
func (t *table) promote(p events.PiecePromoted) {
	typ, known := t.law.ruleset.Type(p.Type)
	i, ok := t.state.findPiece(p.Piece)
	if !ok || i >= t.pos.Pieces() {
		return
	}
	if !known {
		t.setUp()
		return
	}
	t.pos.Retype(movement.PieceID(i), typ, t.counters(typ, p.Counters))
}

// analysis returns the analysis of the board as it stands.
func (t *table) analysis() *movement.Analysis {
	if t.an == nil {
		t.an = new(movement.Analysis)
	}
	if !t.analysed {
		t.an.Run(t.pos)
		t.analysed = true
	}
	return t.an
}

// weights returns the Weights of the board as it stands. Where there is an analysis as well, both say the same.
func (t *table) weights() *movement.Scales {
	if s := t.scales; t.weighed == 0 || t.weighed != s.times {
		s.Follow(t.pos)
		s.times++
		t.weighed = s.times
	}
	return &t.scales.Scales
}

func (t *table) pieceName(id movement.PieceID) string {
	if id < 0 || int(id) >= len(t.state.pieces) {
		return ""
	}
	return t.state.pieces[id].id
}

func (t *table) sideName(id movement.SideID) string {
	if id < 0 || int(id) >= len(t.state.sides) {
		return ""
	}
	return t.state.sides[id].name
}

// sidePlayer returns who holds a side, "" if there is none of that id.
func (t *table) sidePlayer(id int) string {
	if id < 0 || id >= len(t.state.sides) {
		return ""
	}
	return t.state.sides[id].player
}

// squareOf returns the name of the square that a piece stands on.
func (t *table) squareOf(id movement.PieceID) string { return t.state.pieces[id].at }

// count changes a counter, also where a side's most recent play was made with that piece:
// what a copying piece sees of it is its present counter.
func (t *table) count(id movement.PieceID, p events.CounterChanged) {
	if k, ok := t.law.ruleset.CounterIndex(t.pos.TypeOf(id), p.Name); ok {
		t.pos.SetCounter(id, k, p.Value)
	}
	for i := range t.state.sides {
		if last, played := t.state.sides[i].atomic(); played && last.Piece == p.Piece {
			t.pos.SetLast(movement.SideID(i), t.law.last(&last))
		}
	}
}
