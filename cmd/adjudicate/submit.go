package main

import (
	"fmt"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
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
	if err == nil {
		inputs, err = g.l.Admit(s.c.String("actor"), inputs...)
	}
	if err != nil {
		return err
	}
	for i, p := range inputs {
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

// enter has an input ruled on and recorded. A repeated play is shown as it was ruled on then.
func (s *session) enter(g *game, p events.Payload, at time.Time) (*report.Ruling, error) {
	seen := report.Watch(g.l)
	res, err := g.l.Submit(s.ctx, p, s.actor(g, p), at)
	if err != nil {
		return nil, err
	}
	if !res.Repeated {
		v := seen.Ruling(res)
		return v, s.withBoard(v, g.l.State())
	}
	h, err := s.view(g)
	if err != nil {
		return nil, err
	}
	then, err := h.RulingThen(s.ctx, res.Sequence)
	if err != nil {
		return nil, err
	}
	v := report.RulingOf(then, h.Edition)
	v.Repeated = true
	return v, s.withBoard(v, then.After)
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

// withBoard adds the board to a ruling if the command was asked to.
func (s *session) withBoard(v *report.Ruling, st *aggregate.State) error {
	if !s.c.Bool("board") {
		return nil
	}
	return v.WithBoard(st)
}

// actor is who does something: --actor, or whose it is to do it.
func (s *session) actor(g *game, p events.Payload) string {
	if a := s.c.String("actor"); a != "" {
		return a
	}
	return g.l.Actor(p)
}
