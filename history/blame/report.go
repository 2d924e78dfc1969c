package blame

import (
	"cmp"
	"slices"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// Report is what a fact rests on.
type Report struct {
	Subject Subject
	Piece   *aggregate.Piece // of a square or a piece, as it stands; nil if there is none
	Last    string           // of an empty square: the piece that stood there last
	Closed  bool             // of an empty square: an effect or a play has closed it
	Value   events.Half      // of a Weight, marks, money: how much
	Side    string           // of a turn: whose
	Player  string           // of a winner: who
	Holds   string           // of a rule or reading: "12.5/6", "gess-adjacent=no"
	Causes  []Cause          // oldest first
	Omitted int              // causes that no longer matter, as ways before the piece last left the board

	changed Changed

	Shares []Share // of a Weight: by piece, in the order of creation
	Change *Change // of a Weight: the last one
	Places []Place // of a list, the top first
}

// Place is a side's place in the order and what put it there.
type Place struct {
	Side  string
	Cause *Cause // nil if nothing has moved it since the list was made
}

// Ask says what a subject rests on at the end of a history, which it reads once or twice. changed may
// be nil.
func Ask(history History, s Subject, changed Changed) (*Report, error) {
	r := &Report{Subject: s, changed: changed}
	var see func(*trace, *events.Envelope)
	done := func(*trace) error { return nil }
	switch s.Kind {
	case Square:
		return r, r.square(history)
	case Piece:
		see, done = r.life()
	case Weight:
		return r, r.weight(history)
	case Mark, Winner:
		see, done = r.marks()
	case Money:
		see, done = r.money()
	case List:
		see, done = r.list()
	case Turn:
		see, done = r.turn()
	case Check:
		see, done = r.check()
	case Rule, Reading:
		see, done = r.law()
	}
	t, err := follow(history, r.changed, see)
	if err == nil {
		err = done(t)
	}
	return r, err
}

// life collects everything that happened to a piece, and what it captured.
func (r *Report) life() (func(*trace, *events.Envelope), func(*trace) error) {
	id := r.Subject.Name
	see := func(t *trace, e *events.Envelope) {
		if _, check := e.Payload.(events.ChecksChanged); !check && slices.Contains(PiecesOf(e.Payload), id) {
			r.Causes = append(r.Causes, t.cause(e))
		}
	}
	return see, func(t *trace) error {
		if p, ok := t.st.Piece(id); ok {
			r.Piece = &p
		}
		return nil
	}
}

// square explains who stands on a square: its creation, what it is and whose, and its ways since it
// last came onto the board. Of an empty square it explains who stood there last and how it left.
func (r *Report) square(history History) error {
	sq := r.Subject.Name
	var came, went, closed *Cause
	t, err := follow(history, r.changed, func(t *trace, e *events.Envelope) {
		if p, ok := e.Payload.(events.SquareClosed); ok && p.Square == sq {
			c := t.cause(e)
			closed, r.Closed = &c, !p.Open
		}
		if piece, from, to := t.way(e.Payload); piece != "" {
			r.passed(t, e, t.covers(piece, to, sq), t.covers(piece, from, sq), &came, &went)
		}
	})
	if err != nil {
		return err
	}
	stands, ok := t.st.PieceAt(sq)
	if !ok {
		for _, c := range []*Cause{came, went, closed} {
			if c != nil {
				r.Causes = append(r.Causes, *c)
			}
		}
		slices.SortStableFunc(r.Causes, func(a, b Cause) int { return cmp.Compare(a.Event.Sequence, b.Event.Sequence) })
		return nil
	}
	r.Piece = &stands
	of := &Report{Subject: Subject{Kind: Piece, Name: stands.ID}}
	see, done := of.life()
	if t, err = follow(history, r.changed, see); err != nil {
		return err
	}
	r.present(of.Causes)
	return done(t)
}

// passed notes that a piece comes to the square, or leaves it.
func (r *Report) passed(t *trace, e *events.Envelope, to, from bool, came, went **Cause) {
	if !to && !from {
		return
	}
	c := t.cause(e)
	if to {
		*came, *went = &c, nil
		return
	}
	r.Last = PiecesOf(e.Payload)[0]
	*went = &c
}

// present keeps of a piece's life what its present standing rests on.
func (r *Report) present(life []Cause) {
	aboard := 0 // where its present time on the board begins
	for i := range life {
		if _, ok := life[i].Event.Payload.(events.PiecePlaced); ok {
			aboard = i
		}
	}
	for i, c := range life {
		keep := i >= aboard
		switch p := c.Event.Payload.(type) {
		case events.PieceCreated, events.PiecePromoted:
			keep = true
		case events.PieceCaptured:
			keep = p.Piece == r.Piece.ID // what it captured itself is no reason
		case events.CounterChanged:
			// Only the present value of a counter matters.
			keep = !slices.ContainsFunc(life[i+1:], func(later Cause) bool {
				q, ok := later.Event.Payload.(events.CounterChanged)
				return ok && q.Name == p.Name
			})
		}
		if keep {
			r.Causes = append(r.Causes, c)
		} else {
			r.Omitted++
		}
	}
}

// money collects every change of an asset of an account.
func (r *Report) money() (func(*trace, *events.Envelope), func(*trace) error) {
	see := func(t *trace, e *events.Envelope) {
		p, ok := e.Payload.(events.AssetChanged)
		if ok && p.Account == r.Subject.Name && p.Asset == r.Subject.Asset {
			r.Causes = append(r.Causes, t.cause(e))
		}
	}
	return see, func(t *trace) error {
		r.Value = t.st.Balance(r.Subject.Name, r.Subject.Asset)
		return nil
	}
}

// law collects how a rule's revision, or a reading, came to hold.
func (r *Report) law() (func(*trace, *events.Envelope), func(*trace) error) {
	name := r.Subject.Name
	see := func(t *trace, e *events.Envelope) {
		law, ok := events.Law(e.Payload)
		if ok && law.Value == name && (law.Role == events.RoleRule) == (r.Subject.Kind == Rule) && events.IsOutcome(e.Payload.Kind()) {
			r.Causes = append(r.Causes, t.cause(e))
		}
	}
	return see, func(t *trace) error {
		r.Holds = t.law.inForce[name]
		return nil
	}
}

// turn finds when the turn began, and what made the list that it follows from.
func (r *Report) turn() (func(*trace, *events.Envelope), func(*trace) error) {
	var order, began, lost *Cause
	see := func(t *trace, e *events.Envelope) {
		if p, ok := e.Payload.(events.AtomicPlayed); ok {
			if lost = nil; p.Play == aggregate.PlayPass && p.How != aggregate.HowSubmitted { // the turn before ended without its side
				c := t.cause(e)
				lost = &c
			}
		}
		switch events.About(e.Payload) {
		case events.PartOrder:
			c := t.cause(e)
			order = &c
		case events.PartTurn:
			c := t.cause(e)
			began = &c
			began.Because = nil
			for _, c := range []*Cause{order, lost} {
				if c != nil {
					began.Because = append(began.Because, *c)
				}
			}
		}
	}
	return see, func(t *trace) error {
		r.Side = t.st.ToPlay()
		if began != nil {
			r.Causes = append(r.Causes, *began)
		}
		return nil
	}
}

// check finds since when a side is in check, and how the pieces that give it came where they are.
func (r *Report) check() (func(*trace, *events.Envelope), func(*trace) error) {
	ways := map[string]Cause{}
	return onWays(ways), func(t *trace) error {
		c, ok := t.checks[r.Subject.Name]
		if !ok {
			return nil
		}
		for _, id := range checkers(t.st.Checks(), r.Subject.Name) {
			if way, ok := ways[id]; ok {
				way.Role = "how " + id + " came there"
				c.Because = append(c.Because, way)
			}
		}
		r.Causes = append(r.Causes, c)
		return nil
	}
}

// onWays keeps for every piece the outcome that brought it where it stands.
func onWays(ways map[string]Cause) func(*trace, *events.Envelope) {
	return func(t *trace, e *events.Envelope) {
		if piece, _, to := t.way(e.Payload); to != "" {
			ways[piece] = t.cause(e)
		}
	}
}
