package blame

import (
	"fmt"
	"iter"
	"slices"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// History is events in the order in which they hold. It may be read more than once.
type History = iter.Seq2[events.Envelope, error]

// Cause is an outcome that a fact rests on.
type Cause struct {
	Event   events.Envelope
	Input   *events.Envelope // what it is an outcome of; nil if the history does not have it
	Change  string           // what an adopted edition has to do with that input, as Changed tells it
	Grounds Grounds
	Types   map[string]string // the types, at that time, of the pieces that it names; never iterated
	Role    string            // what it has to do with the fact, in words; may be empty
	Because []Cause           // what it rests on in turn
}

// A trace is a history being read: the game so far, the law, and the act being told.
type trace struct {
	st    *aggregate.State
	law   *Law
	act   *events.Act             // the input, with its outcomes so far
	by    string                  // what an adopted edition has to do with it
	taken map[int]aggregate.Piece // what pieces were that outcomes of the act take, by the outcome's place in it
	rule  events.Basis

	checks  map[string]Cause // by side in check: since when; replaced, never written in place
	earlier map[string]Cause // as it was when the input came
}

// follow reads a history and shows every outcome before it is folded.
func follow(history History, changed Changed, see func(*trace, *events.Envelope)) (*trace, error) {
	t := &trace{st: aggregate.NewState(), law: NewLaw(), act: &events.Act{}}
	t.law.Changed = changed
	for e, err := range history {
		if err != nil {
			return nil, fmt.Errorf("read the history: %w", err)
		}
		t.law.Fold(&e)
		if events.IsInput(e.Payload.Kind()) {
			t.act, t.taken, t.rule, t.earlier = &events.Act{Input: e}, nil, events.Basis{}, t.checks
			if changed != nil {
				t.by = changed(&t.act.Input)
			}
			continue
		}
		t.outcome(&e)
		if see != nil {
			see(t, &e)
		}
		t.st.Apply(e.Payload)
	}
	return t, nil
}

// outcome notes what later outcomes of the act may rest on.
func (t *trace) outcome(e *events.Envelope) {
	switch p := e.Payload.(type) {
	case events.Ruled:
		t.rule = e.Basis
	case events.PieceCaptured:
		t.takes(p.Piece)
	case events.PieceDestroyed:
		t.takes(p.Piece)
	case events.ChecksChanged:
		t.checked(e, p)
	}
	t.act.Add(*e)
}

// covers reports whether a piece covers a square with its place on another, "" off the board.
func (t *trace) covers(piece, place, square string) bool {
	pc, _ := t.st.Piece(piece)
	return t.st.Covers(pc, place, square)
}

// takes notes what a piece was that the next outcome takes.
func (t *trace) takes(id string) {
	if p, ok := t.st.Piece(id); ok {
		if t.taken == nil {
			t.taken = map[int]aggregate.Piece{}
		}
		t.taken[len(t.act.Outcomes)] = p
	}
}

// input is the input of the act being told, nil if the history does not have it.
func (t *trace) input() *events.Envelope {
	if t.act.Input.Payload == nil {
		return nil
	}
	return &t.act.Input
}

// asked is the input of the act being told, with its moment, as a judge is asked about it.
func (t *trace) asked() aggregate.Input {
	return aggregate.Input{Payload: t.act.Input.Payload, At: t.act.Input.Recorded}
}

// checked notes since when each side is in check, and by what it now is.
func (t *trace) checked(e *events.Envelope, p events.ChecksChanged) {
	now := map[string]Cause{}
	for _, c := range p.Checks {
		before, was := t.checks[c.Side]
		if was && slices.Equal(checkers(t.st.Checks(), c.Side), c.By) {
			now[c.Side] = before
			continue
		}
		cause := t.cause(e)
		if was {
			cause.Because = []Cause{before}
			cause.Because[0].Role = "in check already"
		}
		now[c.Side] = cause
	}
	t.checks = now
}

func checkers(list []events.Check, side string) []string {
	for _, c := range list {
		if c.Side == side {
			return c.By
		}
	}
	return nil
}

// cause makes a cause of the outcome being told.
func (t *trace) cause(e *events.Envelope) Cause {
	basis := e.Basis
	if basis.Empty() {
		basis = t.rule
	}
	c := Cause{Event: *e, Input: t.input(), Change: t.by, Grounds: t.law.Grounds(basis)}
	for _, id := range PiecesOf(e.Payload) {
		if p, ok := t.st.Piece(id); ok {
			if c.Types == nil {
				c.Types = map[string]string{}
			}
			c.Types[id] = p.Type
		}
	}
	return c
}

// causeOf makes a cause of an earlier outcome of the act being told.
func (t *trace) causeOf(at int) Cause {
	c := t.cause(&t.act.Outcomes[at])
	if p, ok := t.taken[at]; ok {
		if c.Types == nil {
			c.Types = map[string]string{}
		}
		c.Types[p.ID] = p.Type
	}
	return c
}

// PiecesOf returns the pieces that an outcome changes, or that give check by it, the one
// concerned first.
func PiecesOf(payload events.Payload) []string {
	if events.About(payload)&(events.PartPieces|events.PartChecks) == 0 {
		return nil
	}
	return events.Named(payload, events.RolePiece)
}

// way tells where an outcome takes a piece from and to; "" is off the board. Of what moves no
// piece to or from the board the piece is "".
func (t *trace) way(payload events.Payload) (piece, from, to string) {
	switch p := payload.(type) {
	case events.PieceMoved:
		return p.Piece, p.From, p.To
	case events.PiecePlaced:
		return p.Piece, "", p.At
	case events.PieceCaptured:
		return p.Piece, p.At, ""
	case events.PieceLifted:
		return p.Piece, p.From, ""
	case events.PieceDestroyed:
		if pc, ok := t.st.Piece(p.Piece); ok && pc.At != "" {
			return p.Piece, pc.At, ""
		}
	}
	return "", "", ""
}
