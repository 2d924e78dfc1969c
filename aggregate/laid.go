package aggregate

import (
	"slices"

	"adjudicate/events"
	"adjudicate/rules/movement"
)

// What a state remembers beside where pieces stand: what conditions ask of the plays that led to a position. A game that began
// with an array remembers it from then on, any other from when the first rule is in force that asks for it (rules.AsksPast):
// what happened before counts as not having happened. Which pieces have moved or were placed every game remembers (AtomicPlayed,
// PiecePlaced).
//
//	what pieces were before they were promoted            PiecePromoted
//	what the last play has passed                         AtomicPlayed
//	which squares are closed                              SquareClosed
//	how many checks a side has given                      PlayEnded
//	how long there was no capture and no play of a type   AtomicPlayed, PlayEnded
//	which positions there were                            TurnBegan

// marks are what a piece has been through.
type marks struct {
	moved, placed bool
	base          string // its type before it was promoted; "" if it was not
}

// laid is what is remembered beside the pieces and sides.
type laid struct {
	set     bool     // the game began with an array
	kept    bool     // the rest is remembered: so too if set
	passer  string   // piece of the last play that can be captured on squares it passed
	passed  []string // those squares; replaced, never written in place
	closed  []string // sorted; replaced, never written in place
	plays   int      // made so far
	capture int      // how many had been made at the last capture, that one included
	types   []since  // the same by types of pieces; replaced, never written in place
	reached []string // positions in which turns began; only ever appended to, or dropped
	row     int      // which of them, from 1, began the plays in a row of a side that goes on; 0: the last, or none
}

// since is how many plays had been made at the last one of a type.
type since struct {
	typ   string
	plays int
}

func (s *State) lay(p events.ArrayLaid) {
	s.keepArray(p)
	for i := range s.sides {
		if sd := &s.sides[i]; sd.given != 0 || sd.checking != 0 || sd.steps != 0 {
			sd = s.sideToWrite(i)
			sd.given, sd.checking, sd.steps = 0, 0, 0
		}
	}
	begins := s.laid.set || !s.started // a game that did not begin with an array does not become one that did
	s.laid = laid{set: begins, kept: begins || s.laid.kept, passer: p.Passer, passed: p.Passed, closed: s.laid.closed, plays: p.Quiet}
	if list := s.seated(); list != nil { // what is remembered at one table
		for k := range list {
			if k != s.bench {
				list[k].passer, list[k].passed = "", nil
			}
		}
		s.benches = list
	}
	for _, g := range p.Given {
		if i, ok := s.findSide(g.Side); ok {
			s.sideToWrite(i).given = g.Checks
		}
	}
}

// mark folds what an atomic play brings its pieces.
func (s *State) mark(p *events.AtomicPlayed) {
	i, known := s.findPiece(p.Piece)
	if known {
		pc := s.pieceToWrite(i)
		pc.moved = p.Play != PlayPlacement
		pc.placed = pc.placed || p.Play == PlayPlacement
	}
	if p.With != "" {
		if i, ok := s.findPiece(p.With); ok {
			s.pieceToWrite(i).moved = true
		}
	}
	if !s.laid.kept {
		return
	}
	s.laid.passer, s.laid.passed = "", nil
	if known && len(p.Passed) > 0 {
		s.laid.passer, s.laid.passed = p.Piece, p.Passed
	}
	if p.Play == PlayCapture {
		s.laid.capture = s.laid.plays + 1
	}
	if p.Type != "" {
		s.laid.noteType(p.Type)
	}
}

// noteType notes that the play being made is one of a type.
func (l *laid) noteType(typ string) {
	i := slices.IndexFunc(l.types, func(x since) bool { return x.typ == typ })
	l.types = slices.Clone(l.types)
	if i < 0 {
		i = len(l.types)
		l.types = append(l.types, since{typ: typ})
	}
	l.types[i].plays = l.plays + 1
}

// markPlaced folds what its placement brings a piece.
func (pc *piece) markPlaced(p events.PiecePlaced) {
	switch {
	case p.Chosen:
		pc.marks = marks{placed: true}
	case p.Moved:
		pc.moved = true
	}
}

func (s *State) close(p events.SquareClosed) {
	closed := slices.DeleteFunc(slices.Clone(s.laid.closed), func(sq string) bool { return sq == p.Square })
	if !p.Open {
		closed = append(closed, p.Square)
		slices.Sort(closed)
	}
	s.laid.closed = closed
}

// givenBy counts a play that has ended, and the checks of its side.
func (s *State) givenBy(i int, p events.PlayEnded) {
	if s.laid.kept {
		s.laid.plays++
		sd := s.sideToWrite(i)
		sd.given, sd.checking = p.Checks, p.Checking
	}
}

// stepped counts the steps of a play that has ended.
func (s *State) stepped(i int, p events.PlayEnded) {
	if !s.laid.kept {
		return
	}
	for k := range s.sides {
		if s.sides[k].steps != 0 && (len(s.benches) == 0 || slices.Contains(s.order, s.sides[k].name)) {
			s.sideToWrite(k).steps = 0
		}
	}
	s.sideToWrite(i).steps = p.Steps
}

// goesOn notes, before the position in which a turn of a side begins is remembered, whether that goes on with its plays in a row.
func (l *laid) goesOn(s *State, side string) {
	i, ok := s.findSide(side)
	switch {
	case !ok || s.sides[i].steps == 0:
		l.row = 0
	case l.row == 0:
		l.row = len(l.reached)
	}
}

// began returns the position in which the plays in a row began of the side whose turn it is; "" if it is not remembered.
func (l *laid) began() string {
	switch n := len(l.reached); {
	case l.row > 0 && l.row <= n:
		return l.reached[l.row-1]
	case l.row == 0 && n > 0:
		return l.reached[n-1]
	}
	return ""
}

// reach notes the position in which a turn begins.
func (s *State) reach(p events.TurnBegan) {
	if p.Position != "" {
		s.laid.goesOn(s, p.Side)
		s.laid.reached = append(s.laid.reached[:len(s.laid.reached):len(s.laid.reached)], p.Position)
	}
}

// Closed returns the squares that are closed, sorted. It is the state's own: read only.
func (s *State) Closed() []string { return s.laid.closed }

// FromArray reports whether the game began with an array.
func (s *State) FromArray() bool { return s.laid.set }

// Reached returns how often a turn has begun in a position since a piece was last destroyed.
func (s *State) Reached(position string) int {
	n := 0
	for _, p := range s.laid.reached {
		if p == position {
			n++
		}
	}
	return n
}

// Since returns how many turns have begun since the first that began in a position; 0 if none has.
func (s *State) Since(position string) int {
	if i := slices.Index(s.laid.reached, position); i >= 0 {
		return len(s.laid.reached) - i
	}
	return 0
}

// Quiet returns how many plays have been made since the last capture and since the last play of each of types.
func (s *State) Quiet(types ...string) int {
	last := s.laid.capture
	for _, x := range s.laid.types {
		if slices.Contains(types, x.typ) {
			last = max(last, x.plays)
		}
	}
	return s.laid.plays - last
}

// remember gives a position what the state remembers of a piece.
func (t *table) remember(i int) {
	if !t.stands(i) {
		return
	}
	m := &t.state.pieces[i].marks
	base := movement.NoType
	if m.base != "" {
		if typ, ok := t.law.ruleset.Type(m.base); ok {
			base = typ
		}
	}
	t.pos.Mark(movement.PieceID(i), m.moved, m.placed, base)
}

// recall is remember of a piece by its id.
func (t *table) recall(id string) {
	if i, ok := t.state.findPiece(id); ok {
		t.remember(i)
	}
}

// rememberAll gives a new position everything that the state remembers.
func (t *table) rememberAll() {
	t.allPasts()
	for i := range t.state.pieces {
		t.remember(i)
	}
	for i := range t.state.sides {
		t.pos.SetChecks(movement.SideID(i), t.state.sides[i].given)
	}
	t.countSteps()
	t.closeAll()
	t.passing()
}

// countSteps gives the position how far the side has come that played last.
func (t *table) countSteps() {
	for i := range t.state.sides {
		if n := t.state.sides[i].steps; n > 0 {
			t.pos.SetSteps(movement.SideID(i), n)
			return
		}
	}
	if len(t.state.sides) > 0 {
		t.pos.SetSteps(0, 0)
	}
}

// closeAll closes the squares that are closed.
func (t *table) closeAll() {
	for _, name := range t.state.laid.closed {
		if sq, ok := t.law.ruleset.Square(name); ok && t.pos.At(sq) == movement.NoPiece {
			t.pos.Close(sq)
		}
	}
}

// passing gives the position the squares that the last play has passed.
func (t *table) passing() {
	i, ok := t.found(t.state.laid.passer)
	if !ok {
		t.pos.SetPassing(movement.NoPiece)
		return
	}
	var squares []movement.Square
	for _, name := range t.state.laid.passed {
		if sq, ok := t.law.ruleset.Square(name); ok {
			squares = append(squares, sq)
		}
	}
	t.pos.SetPassing(movement.PieceID(i), squares...)
}

// close closes a square of the position, or opens it.
func (t *table) close(p events.SquareClosed) {
	sq, ok := t.law.ruleset.Square(p.Square)
	switch {
	case !ok:
	case p.Open && t.pos.ClosedAt(sq):
		t.pos.Open(sq)
	case !p.Open && t.pos.At(sq) == movement.NoPiece:
		t.pos.Close(sq)
	}
}
