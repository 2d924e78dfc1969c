package aggregate

import (
	"slices"

	"adjudicate/events"
	"adjudicate/rules/movement"
)

// What a state remembers of each piece, in any game: since when there is it, since when it stands where it stands, where it stood
// before, what it has captured. Turns are counted as they end, by whatever play.
//
//	made                PieceCreated
//	came, stood         PieceMoved, PiecePlaced, PieceLifted, PieceCaptured
//	taken, the captor   PieceCaptured

// past is what a piece has been through since there is it.
type past struct {
	made, came int32  // turns that had ended when it was made, and when it came to where it is
	stood      string // the square that it left for where it stands; "" if it came from off the board
	taken      *takings
}

// takings is what a piece has captured, by type, the type captured last at the end. It is replaced, never written in place.
type takings struct{ list []taken }

type taken struct {
	typ string
	n   int
}

func (t *takings) with(typ string) *takings {
	out := new(takings)
	now := taken{typ, 1}
	if t != nil {
		for _, x := range t.list {
			if x.typ == typ {
				now.n += x.n
			} else {
				out.list = append(out.list, x)
			}
		}
	}
	out.list = append(out.list, now)
	return out
}

// arrive puts a piece on a square, or off the board (at ""), and notes where it came from. It
// returns the piece's index.
func (s *State) arrive(id, from, at string) (int, bool) {
	i, ok := s.findPiece(id)
	if !ok {
		return 0, false
	}
	pc := s.pieceToWrite(i)
	if from != at || at == "" {
		pc.came, pc.stood = int32(s.turns), from
	}
	pc.at = at
	return i, true
}

// take takes a captured piece off the board, and notes the capture, of what it still is. It returns the piece's index.
func (s *State) take(p events.PieceCaptured) (int, bool) {
	i, ok := s.arrive(p.Piece, "", "")
	if !ok {
		return 0, false
	}
	if by, known := s.findPiece(p.By); known && by != i {
		captor := s.pieceToWrite(by)
		captor.taken = captor.taken.with(s.pieces[i].typ)
		s.captor = p.By
	}
	return i, true
}

// recount gives the position how many turns have ended, if its rules ask.
func (t *table) recount() {
	t.pos.SetTurns(t.state.turns)
	if t.laid.ruleset.Remembers() || t.laid.ruleset.Asks() {
		t.changed()
	}
}

// pasts gives the position the pasts of pieces, if its rules ask for any.
func (t *table) pasts(ids ...string) {
	if !t.law.ruleset.Remembers() {
		return
	}
	for _, id := range ids {
		if i, ok := t.state.findPiece(id); ok {
			t.past(i)
		}
	}
	if i, ok := t.found(t.state.captor); ok {
		t.pos.SetCaptor(movement.PieceID(i))
	}
}

// past gives the position the past of a piece.
func (t *table) past(i int) {
	if !t.stands(i) {
		return
	}
	rs, was := t.law.ruleset, &t.state.pieces[i].past
	out := movement.Past{Made: int(was.made), Came: int(was.came), Stood: movement.Off, Last: movement.NoType}
	if sq, ok := rs.Square(was.stood); ok {
		out.Stood = sq
	}
	if was.taken != nil {
		for _, x := range was.taken.list {
			out.Taken += x.n
			out.Last = movement.NoType
			if typ, ok := rs.Type(x.typ); ok {
				out.Of = append(out.Of, movement.Taken{Type: typ, N: x.n})
				out.Last = typ
			}
		}
	}
	t.pos.SetPast(movement.PieceID(i), out)
}

// allPasts gives a new position everything that the state remembers of its pieces.
func (t *table) allPasts() {
	t.recount()
	if !t.law.ruleset.Remembers() {
		return
	}
	for i := range t.state.pieces {
		t.past(i)
	}
	t.pasts()
}

// pastSnapshot is a past as snapshots have it.
type pastSnapshot struct {
	Made  int             `json:"made,omitempty"`
	Came  int             `json:"came,omitempty"`
	Stood string          `json:"stood,omitempty"`
	Taken []takenSnapshot `json:"taken,omitempty"`
}

type takenSnapshot struct {
	Type string `json:"type"`
	N    int    `json:"n"`
}

func (p *past) snapshot() *pastSnapshot {
	if *p == (past{}) {
		return nil
	}
	out := &pastSnapshot{Made: int(p.made), Came: int(p.came), Stood: p.stood}
	if p.taken != nil {
		for _, x := range p.taken.list {
			out.Taken = append(out.Taken, takenSnapshot{x.typ, x.n})
		}
	}
	return out
}

func (v *pastSnapshot) past() past {
	if v == nil {
		return past{}
	}
	out := past{made: int32(v.Made), came: int32(v.Came), stood: v.Stood}
	if len(v.Taken) > 0 {
		out.taken = new(takings)
		for _, x := range v.Taken {
			out.taken.list = append(out.taken.list, taken{x.Type, x.N})
		}
	}
	return out
}

// forgetPast takes away what engines of before did not write down.
func (v *snapshot) forgetPast() {
	v.Past, v.Captor = false, ""
	v.Pieces = slices.Clone(v.Pieces)
	for i := range v.Pieces {
		pc := &v.Pieces[i]
		pc.Past = nil
		if v.Laid == nil || !v.Laid.Array {
			pc.Moved, pc.Placed = false, false
		}
	}
}
