package main

import (
	"fmt"
	"strconv"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger"
)

// submit puts inputs to the judge, one after the other, and prints the rulings. It stops at
// the first that is rejected; those before it stand.
func (s *session) submit(inputs ...events.Payload) error {
	return s.submitWith(func(*game) ([]events.Payload, error) { return inputs, nil })
}

// submitWith is submit with inputs that depend on the game.
func (s *session) submitWith(make func(*game) ([]events.Payload, error)) error {
	if _, err := s.now(); err != nil {
		return err
	}
	if err := s.canSign(); err != nil {
		return err
	}
	g, err := s.open()
	if err != nil {
		return err
	}
	defer g.close()
	at, err := s.now() // only now: what was read may have been written a moment ago
	if err != nil {
		return err
	}
	inputs, err := make(g)
	if err != nil {
		return err
	}
	for _, p := range inputs {
		if err := g.l.Check(p); err != nil {
			return err
		}
	}
	answer := &rulingsView{}
	for _, p := range inputs {
		before, types := standingOf(g.l.State(), g.l.Head()), typesOf(g.l.State())
		res, err := g.l.Submit(s.ctx, p, s.actor(g, p), at)
		if err != nil {
			return err
		}
		view, err := s.viewOf(g, res, before, types)
		if err != nil {
			return err
		}
		answer.Rulings = append(answer.Rulings, view)
		if res.Ruling.Verdict != aggregate.Accepted {
			break
		}
	}
	signing := s.withCheckpoint(g, answer.Rulings...)
	if err := s.answer(answer); err != nil || signing == nil {
		return err
	}
	return fmt.Errorf("the ruling stands, but has no checkpoint: %w", signing)
}

// answer prints rulings and ends the command with their verdict.
func (s *session) answer(answer *rulingsView) error {
	var v view = answer
	if len(answer.Rulings) == 1 {
		v = answer.Rulings[0]
	}
	if err := s.show(v); err != nil {
		return err
	}
	for _, r := range answer.Rulings {
		if r.Verdict != aggregate.Accepted {
			return errRejected
		}
	}
	return nil
}

// viewOf makes the answer of a result. A repeated play is shown as it was ruled on then.
func (s *session) viewOf(g *game, res ledger.Result, before *standing, types map[string]string) (*rulingView, error) {
	if res.Repeated {
		view, err := s.rulingThen(g, res.Sequence)
		if err == nil {
			view.Repeated = true
		}
		return view, err
	}
	v := newRuling(res.Events, before, standingOf(g.l.State(), g.l.Head()), both(types, typesOf(g.l.State())))
	return v, s.withBoard(v, g.l.State())
}

// withBoard adds the board to a ruling if the command was asked to.
func (s *session) withBoard(v *rulingView, st *aggregate.State) error {
	if !s.c.Bool("board") {
		return nil
	}
	book, err := bookOf(st)
	if err != nil {
		return err
	}
	b := boardOf(st, book, "")
	v.board = &b
	return nil
}

// rulingAt reads a ruling from the ledger: that of the input at a sequence, or of the input
// that the event at the sequence belongs to. What does not hold where the flags point is
// looked for in the edition that states it.
func (s *session) rulingAt(g *game, sequence uint64) (*rulingView, error) {
	h, err := s.point(g)
	if err != nil {
		return nil, err
	}
	v, err := s.rulingIn(h, sequence)
	if v != nil || err != nil {
		return v, err
	}
	unknown := usagef("\"adjudicate log\" lists what there is", "there is no event %d in the ledger", sequence)
	if sequence > h.cat.Known() {
		return nil, unknown
	}
	at, err := s.locate(g, strconv.FormatUint(sequence, 10))
	if err != nil {
		return nil, err
	}
	e, err := editionOf(h.cat, at)
	switch {
	case err != nil:
		return nil, pointError(err)
	case s.pointed() && e.Number != h.e.Number, at.input > h.cat.End(e):
		return nil, usagef("", "event %d is none of edition %d", sequence, h.e.Number)
	}
	other := h.in(e)
	if v, err = s.rulingIn(other, sequence); v == nil && err == nil {
		v, err = s.rulingIn(other, at.input)
	}
	switch {
	case err != nil:
		return nil, err
	case v == nil:
		return nil, unknown
	}
	v.of(h, e)
	return v, nil
}

// rulingThen reads the ruling on an input as it was when the input was recorded.
func (s *session) rulingThen(g *game, input uint64) (*rulingView, error) {
	h, err := s.point(g)
	if err != nil {
		return nil, err
	}
	e, err := editionOf(h.cat, located{event: input, outcome: true})
	if err != nil {
		return nil, err
	}
	v, err := s.rulingIn(h.in(e), input)
	if v != nil {
		v.of(h, e)
	}
	return v, err
}

// of notes that a ruling is of an edition, if that is not the one where the flags point.
func (v *rulingView) of(h *point, e *history.Edition) {
	if e.Number != h.e.Number {
		v.Edition, v.holds = e.Number, h.e.Number
	}
}

// rulingIn reads a ruling from an edition, nil if the edition does not have the event.
func (s *session) rulingIn(h *point, sequence uint64) (*rulingView, error) {
	st, at := h.near(sequence)
	var group []events.Envelope
	var before *standing
	var types map[string]string
	found := false
	for e, err := range h.events(at + 1) {
		if err != nil {
			return nil, err
		}
		if events.IsInput(e.Type) {
			if found {
				break
			}
			group = group[:0]
			before, types = standingOf(st, e.Sequence-1), typesOf(st)
		} else if h.folds(&e) {
			st.Apply(e.Payload)
		}
		group = append(group, e)
		found = found || e.Sequence == sequence && !h.inserted(&e)
	}
	if !found {
		return nil, nil
	}
	v := newRuling(group, before, standingOf(st, group[len(group)-1].Sequence), both(types, typesOf(st)))
	return v, s.withBoard(v, st)
}

// actor is who does something: --actor, else the Swinger of the side that does it, else the
// Chess-Umpire.
func (s *session) actor(g *game, p events.Payload) string {
	if a := s.c.String("actor"); a != "" {
		return a
	}
	if side, ok := g.l.State().Side(sideOf(p)); ok {
		return side.Player
	}
	return g.l.State().Umpire()
}

// sideOf is the side that does something itself, "" for what an umpire enters.
func sideOf(p events.Payload) string {
	switch p := p.(type) {
	case events.PlaySubmitted:
		return p.Side
	case events.PiecesChosen:
		return p.Side
	case events.PurchaseRequested:
		return p.Side
	case events.DestructionRequested:
		return p.Side
	case events.FreeForAllObjected:
		return p.Side
	}
	return ""
}

// typesOf maps the pieces of a state to what to call them.
func typesOf(st *aggregate.State) map[string]string {
	out := map[string]string{}
	for p := range st.Pieces() {
		out[p.ID] = p.Type
		if p.At != "" {
			out[p.ID] += " " + p.At
		}
	}
	return out
}

// both adds to what pieces are called now what those were called that are gone.
func both(before, after map[string]string) map[string]string {
	for id, text := range before {
		if _, there := after[id]; !there {
			after[id] = text
		}
	}
	return after
}

// typeNamed finds the type that a word means: its name, whatever the case, or its glyph.
func typeNamed(g *game, word string) (string, error) {
	book, err := bookOf(g.l.State())
	if err != nil {
		return "", err
	}
	var names []string
	for _, d := range book.Pieces() {
		if d.Piece.Name == word {
			return word, nil
		}
		names = append(names, d.Piece.Name)
	}
	for _, same := range []func(a, b string) bool{sameFold, func(a, b string) bool { return a == b }, sameFold} {
		for i, d := range book.Pieces() {
			if same(d.Piece.Name, word) || same(d.Piece.Glyph, word) {
				return names[i], nil
			}
		}
	}
	return "", unknownName("piece type", word, names, fmt.Sprintf("%q shows those of the ledger", name+" rule list"))
}
