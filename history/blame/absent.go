package blame

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/condition"
	"adjudicate/rules/names"
)

// Absence is what does not stand on a square: one piece, or any of a type and a side.
type Absence struct {
	Piece  string `json:"piece,omitempty"` // its id
	Type   string `json:"type,omitempty"`
	Side   string `json:"side,omitempty"`
	Square string `json:"square"`
}

// String returns the absence as ParseAbsence reads it.
func (a Absence) String() string {
	if a.Piece != "" {
		return a.Piece + " on " + a.Square
	}
	return fmt.Sprintf("%s of %s on %s", a.Type, a.Side, a.Square)
}

// is reports whether a piece is one of those meant.
func (a *Absence) is(p *aggregate.Piece) bool {
	return p.ID == a.Piece || a.Piece == "" && p.Type == a.Type && p.Side == a.Side
}

// ParseAbsence reads "Rook of Blue on e12" or "R2 on e12".
func ParseAbsence(text string, known *condition.Catalogue, types []string) (a Absence, err error) {
	form := func() error {
		return fmt.Errorf("invalid absence %q: expected a piece and a square, such as \"Rook of Blue on e12\" or \"R2 on e12\"", text)
	}
	i := strings.LastIndex(text, " on ")
	if i < 0 {
		return a, form()
	}
	if a.Square, err = known.Square(strings.TrimSpace(text[i+4:])); err != nil {
		return a, err
	}
	typ, side, of := strings.Cut(strings.TrimSpace(text[:i]), " of ")
	if typ = strings.TrimSpace(typ); typ == "" {
		return a, form()
	}
	if !of {
		a.Piece, err = known.Piece(typ)
		return a, err
	}
	if a.Side, err = known.Side(strings.TrimSpace(side)); err != nil {
		return a, err
	}
	a.Type, err = names.Find("type of piece", typ, types)
	return a, err
}

// Missing is why something does not stand on a square.
type Missing struct {
	Absence
	There   *aggregate.Piece // it does stand there
	Left    []Cause          // how one that stood there came, and went
	Others  []Elsewhere      // the pieces meant, where they are instead
	Refused []Attempt        // plays of their side to the square that had no effect, the latest ones
	Stands  []Instead        // editions in which it does stand there
}

// Elsewhere is a piece that is at another place, with what brought it there, or one that is another's or of another type by now, with
// what made it so.
type Elsewhere struct {
	Piece aggregate.Piece
	Was   *aggregate.Piece // when it was last one of those meant; nil if it is one
	Gone  bool             // destroyed
	Cause *Cause
}

// Attempt is an entry that did not bring about what it was to.
type Attempt struct {
	Address string
	Input   events.Envelope
	Ruled   events.Ruled
	Changed string // what the edition has to do with it
}

// Instead is another edition in which what is absent stands on the square, by an entry that has become something else.
type Instead struct {
	Edition int
	Piece   aggregate.Piece
	Cause   *Cause
	Address string   // of the entry
	Became  *Attempt // here; nil: it does not stand in the edition asked about
}

// mostAttempts is how many plays that had no effect are told, and mostEditions how many others are looked at.
const (
	mostAttempts = 5  // plays that are named which could have brought about what is absent
	mostEditions = 20 // editions in which what is absent is looked for
)

// Absent says why something does not stand on a square at the end of a view.
func Absent(ctx context.Context, v *history.View, a Absence) (*Missing, error) {
	m := &Missing{Absence: a}
	state, err := v.State(ctx)
	if err != nil {
		return nil, err
	}
	if p, ok := state.PieceAt(a.Square); ok && a.is(&p) {
		m.There = &p
		return m, nil
	}
	if err := m.within(ctx, v); err != nil {
		return nil, err
	}
	others := v.Catalogue.Editions()
	for i := len(others) - 1; i >= max(0, len(others)-mostEditions); i-- {
		if others[i].Number == v.Edition.Number {
			continue
		}
		if err := m.in(ctx, v, v.In(&others[i])); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// within looks for reasons in the history itself.
func (m *Missing) within(ctx context.Context, v *history.View) error {
	w := search{Missing: m, last: map[string]aggregate.Piece{}, ways: map[string]Cause{}, lost: map[string]Cause{}}
	t, err := follow(v.Events(ctx, 1), v.Changed, func(t *trace, e *events.Envelope) {
		w.settle(t)
		if r, ok := e.Payload.(events.Ruled); ok {
			m.attempt(v, t, r)
		}
		for _, id := range PiecesOf(e.Payload) {
			w.piece(t, e, id)
		}
	})
	if err != nil {
		return err
	}
	w.settle(t)
	for _, c := range []*Cause{w.came, w.went} {
		if c != nil {
			m.Left = append(m.Left, *c)
		}
	}
	for _, id := range w.seen {
		x := Elsewhere{}
		p, ok := t.st.Piece(id)
		c, found := w.ways[id]
		was := w.last[id]
		switch {
		case !ok:
			x.Piece, x.Gone = was, true
			if end, known := w.lost[id]; known {
				c, found = end, true
			}
		case m.is(&p):
			x.Piece = p
		default:
			x.Piece, x.Was = p, &was
			c, found = w.lost[id]
		}
		if found {
			x.Cause = &c
		}
		m.Others = append(m.Others, x)
	}
	return nil
}

// A search follows the pieces that an absence means through a history.
type search struct {
	*Missing
	seen       []string                   // in the order in which they were met
	last       map[string]aggregate.Piece // when they were last among those meant
	ways       map[string]Cause           // what brought them where they are
	lost       map[string]Cause           // by what they ceased to be among those meant
	came, went *Cause                     // the last one on the square

	turning []turning // of the outcome before
}

// turning is a piece that an outcome names, of which it is not known yet what that makes it.
type turning struct {
	piece string
	meant bool // before
	there bool // on the square, before
	cause Cause
}

// piece takes a piece that an outcome names, before the outcome is folded.
func (w *search) piece(t *trace, e *events.Envelope, id string) {
	p, ok := t.st.Piece(id)
	made, created := e.Payload.(events.PieceCreated)
	if created {
		p, ok = aggregate.Piece{ID: made.Piece, Type: made.Type, Side: made.Side}, true
	}
	meant, c := ok && w.is(&p), t.cause(e)
	w.turning = append(w.turning, turning{id, meant, ok && t.covers(id, p.At, w.Square), c})
	if !meant {
		return
	}
	w.meet(&p)
	piece, from, to := t.way(e.Payload)
	if piece != id && (!created || id != PiecesOf(e.Payload)[0]) {
		return
	}
	w.ways[id] = c
	switch {
	case t.covers(id, to, w.Square):
		w.came, w.went = &c, nil
	case t.covers(id, from, w.Square):
		w.went = &c
	}
}

func (w *search) meet(p *aggregate.Piece) {
	if !slices.Contains(w.seen, p.ID) {
		w.seen = append(w.seen, p.ID)
	}
	w.last[p.ID] = *p
}

// settle looks what the outcome before has made of the pieces that it named: some have become those meant where they stood, or are no longer.
func (w *search) settle(t *trace) {
	for i := range w.turning {
		x := &w.turning[i]
		p, ok := t.st.Piece(x.piece)
		switch is := ok && w.is(&p); {
		case x.meant && !is:
			w.lost[x.piece] = x.cause
			if x.there && w.went == nil {
				w.went = &x.cause
			}
		case is && !x.meant:
			w.meet(&p)
			delete(w.lost, x.piece)
			w.ways[x.piece] = x.cause
			if t.covers(x.piece, p.At, w.Square) {
				w.came, w.went = &x.cause, nil
			}
		case is:
			w.meet(&p)
		}
	}
	w.turning = nil
}

// attempt notes a play to the square that had no effect of its own.
func (m *Missing) attempt(v *history.View, t *trace, r events.Ruled) {
	if t.input() == nil || r.Verdict == aggregate.Accepted || r.Verdict == aggregate.Stands {
		return
	}
	p, ok := t.act.Input.Payload.(events.PlaySubmitted)
	if !ok || m.Side != "" && p.Side != m.Side {
		return
	}
	if in := (aggregate.Input{Payload: p}); !in.Reading().Anyhow().Reaches(m.Square) {
		return
	}
	m.Refused = append(m.Refused, Attempt{Address: addressOf(v, &t.act.Input), Input: t.act.Input, Ruled: r, Changed: t.by})
	if len(m.Refused) > mostAttempts {
		m.Refused = m.Refused[1:]
	}
}

func addressOf(v *history.View, in *events.Envelope) string {
	return history.Place{Input: in.Sequence, Change: v.Change(in)}.Address()
}

// in looks whether it stands there at the end of another edition.
func (m *Missing) in(ctx context.Context, v, other *history.View) error {
	state, err := other.State(ctx)
	if err != nil {
		return err
	}
	p, ok := state.PieceAt(m.Square)
	if !ok || !m.is(&p) {
		return nil
	}
	r, err := Ask(other.Events(ctx, 1), Subject{Kind: Square, Name: m.Square}, other.Changed)
	if err != nil {
		return err
	}
	x := Instead{Edition: other.Edition.Number, Piece: p}
	for i := range r.Causes {
		if to := events.NamedFirst(r.Causes[i].Event.Payload, events.RoleSquare); to != "" {
			x.Cause = &r.Causes[i]
		}
	}
	if x.Cause == nil || x.Cause.Input == nil {
		m.Stands = append(m.Stands, x)
		return nil
	}
	place := history.Place{Input: x.Cause.Input.Sequence, Change: other.Change(x.Cause.Input)}
	x.Address = place.Address()
	seen, err := v.Entry(ctx, place)
	if err != nil {
		return err
	}
	if seen != nil {
		in := seen.Input
		x.Became = &Attempt{Address: x.Address, Input: in, Ruled: seen.Ruled(), Changed: v.Changed(&in)}
	}
	m.Stands = append(m.Stands, x)
	return nil
}
