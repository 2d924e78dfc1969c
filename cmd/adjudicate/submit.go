package main

import (
	"fmt"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/report"
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
	seen := at
	at = s.dated(g.l, at)
	inputs, err := make(g)
	if err != nil {
		return err
	}
	for i := range inputs {
		p := g.l.Spelled(inputs[i])
		inputs[i] = p
		if err := g.l.Check(p); err != nil {
			return err
		}
		if err := g.l.CheckActor(p, s.c.String("actor")); err != nil {
			return err
		}
		if play, ok := p.(events.PlaySubmitted); ok && play.Sent == nil && seen.Before(at) {
			play.Sent = &seen // its own moment counts
			inputs[i] = play
		}
	}
	if len(inputs) == 0 {
		return s.show(report.NothingDue(g.l.State(), g.l.Head(), at))
	}
	answer := &report.Rulings{}
	for _, p := range inputs {
		v, err := s.enter(g, p, at)
		if err != nil {
			return err
		}
		answer.Rulings = append(answer.Rulings, v)
		if v.Verdict != aggregate.Accepted {
			break
		}
	}
	signing := s.withCheckpoint(g, answer.Rulings...)
	if err := s.answer(answer); err != nil || signing == nil {
		return err
	}
	return fmt.Errorf("the ruling stands, but has no checkpoint: %w", signing)
}

// enter has an input ruled on and recorded.
func (s *session) enter(g *game, p events.Payload, at time.Time) (*report.Ruling, error) {
	before, types := report.StandingOf(g.l.State(), g.l.Head()), report.TypesOf(g.l.State())
	res, err := g.l.Submit(s.ctx, p, s.actor(g, p), at)
	if err != nil {
		return nil, err
	}
	return s.viewOf(g, res, before, types)
}

// answer prints rulings and ends the command with their verdict.
func (s *session) answer(answer *report.Rulings) error {
	var v report.View = answer
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
func (s *session) viewOf(g *game, res ledger.Result, before *report.Standing, types map[string]string) (*report.Ruling, error) {
	if res.Repeated {
		view, err := s.rulingThen(g, res.Sequence)
		if err == nil {
			view.Repeated = true
		}
		return view, err
	}
	if len(res.Due) > 0 {
		return s.viewAfterDue(g, res)
	}
	v := report.NewRuling(res.Events, before, report.StandingOf(g.l.State(), g.l.Head()), report.Both(types, report.TypesOf(g.l.State())))
	return v, s.withBoard(v, g.l.State())
}

// viewAfterDue makes the answer of an input before which something was due.
func (s *session) viewAfterDue(g *game, res ledger.Result) (*report.Ruling, error) {
	v, err := s.rulingThen(g, res.Sequence)
	if err != nil {
		return nil, err
	}
	for _, one := range res.Due {
		v.Due = append(v.Due, report.NewRuling(one.Events, nil, nil, nil))
	}
	return v, nil
}

// withBoard adds the board to a ruling if the command was asked to.
func (s *session) withBoard(v *report.Ruling, st *aggregate.State) error {
	if !s.c.Bool("board") {
		return nil
	}
	book, err := report.RulebookOf(st)
	if err != nil {
		return err
	}
	b := report.BoardOf(st, book, "")
	v.Drawn = &b
	return nil
}

// rulingThen reads the ruling on an input as it was when the input was recorded.
func (s *session) rulingThen(g *game, input uint64) (*report.Ruling, error) {
	h, err := s.view(g)
	if err != nil {
		return nil, err
	}
	seen, err := h.RulingThen(s.ctx, input)
	if err != nil {
		return nil, err
	}
	v := report.RulingOf(seen, h.Edition)
	return v, s.withBoard(v, seen.After)
}

// actor is who does something: --actor, else the Swinger of the side that does it, else the
// Chess-Umpire.
func (s *session) actor(g *game, p events.Payload) string {
	if a := s.c.String("actor"); a != "" {
		return a
	}
	if side, ok := g.l.State().Side(events.MadeBy(p)); ok {
		return side.Player
	}
	return g.l.State().Umpire()
}

// typeNamed finds the type that a word means: its name, whatever the case, or its glyph.
func typeNamed(g *game, word string) (string, error) {
	book, err := report.RulebookOf(g.l.State())
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
	for _, same := range []func(a, b string) bool{strings.EqualFold, func(a, b string) bool { return a == b }, strings.EqualFold} {
		for i, d := range book.Pieces() {
			if same(d.Piece.Name, word) || same(d.Piece.Glyph, word) {
				return names[i], nil
			}
		}
	}
	return "", unknownName("piece type", word, names, fmt.Sprintf("%q shows those of the ledger", name+" rule list"))
}
