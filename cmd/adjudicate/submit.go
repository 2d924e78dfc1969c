package main

import (
	"cmp"
	"fmt"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/report"
)

// submit puts inputs to the judge, one after the other, and prints the rulings. If one of several would be rejected, none is recorded.
func (s *session) submit(inputs ...events.Payload) (report.View, error) {
	return s.submitWith(func(*game) ([]events.Payload, error) { return inputs, nil })
}

// entering makes an action of a command that submits inputs which depend on the game.
func entering(f func(*session, *game) ([]events.Payload, error)) action {
	return do(func(s *session) (report.View, error) {
		return s.submitWith(func(g *game) ([]events.Payload, error) { return f(s, g) })
	})
}

// submitWith is submit with inputs that depend on the game.
func (s *session) submitWith(make func(*game) ([]events.Payload, error)) (report.View, error) {
	if err := s.canSign(); err != nil {
		return nil, err
	}
	g, err := s.open()
	if err != nil {
		return nil, err
	}
	seen, at := s.at, s.dated(g.l)
	inputs, err := make(g)
	if err == nil {
		inputs, err = g.l.Admit(s.c.String("actor"), inputs...)
	}
	if err != nil {
		return nil, err
	}
	if seen.Before(at) {
		ledger.SentAt(inputs, seen)
	}
	if len(inputs) == 0 {
		return report.NothingDue(g.l.State(), g.l.Head(), at), nil
	}
	if s.c.Bool("to-sign") {
		return report.NewToSign(s.ctx, g.l, inputs[0], s.c.String("actor"), s.c.Uint64("after"))
	}
	if s.c.Bool("dry-run") || len(inputs) > 1 {
		list, err := report.DryRun(s.ctx, g.l, inputs, func(p events.Payload) string { return s.actor(g, p) }, at, s.c.Bool("board"))
		if err != nil {
			return nil, err
		}
		if s.c.Bool("dry-run") || list.Refused() {
			return s.signed(g, list)
		}
	}
	answer := &report.Rulings{}
	for i := 0; i < len(inputs); i++ {
		p := inputs[i]
		enter := s.enterSigned
		if i > 0 {
			enter = s.enter
		}
		v, err := enter(g, p, at)
		if err != nil {
			return nil, err
		}
		answer.Rulings = append(answer.Rulings, v)
		if v.Verdict != aggregate.Accepted {
			break
		}
		if i == 0 && s.c.Bool("announce") {
			inputs = append(inputs, report.Announcement(g.l.State()))
		}
	}
	return s.signed(g, answer)
}

// enter has an input ruled on and recorded. A repeated play is shown as it was ruled on then.
func (s *session) enter(g *game, p events.Payload, at time.Time) (*report.Ruling, error) {
	return report.Enter(s.ctx, g.l, p, nil, s.actor(g, p), at, s.c.Bool("board"))
}

// enterSigned is enter with the player's signature, if there is one.
func (s *session) enterSigned(g *game, p events.Payload, at time.Time) (*report.Ruling, error) {
	in, err := g.l.Signed(s.ctx, p, s.c.String("actor"), s.c.Uint64("after"), s.sign)
	if err != nil {
		return nil, err
	}
	return report.Enter(s.ctx, g.l, in.Payload, in.Signature, cmp.Or(in.Actor, s.actor(g, in.Payload)), at, s.c.Bool("board"))
}

// signed answers with rulings, with a checkpoint if one is wanted, and ends the command with their verdict.
func (s *session) signed(g *game, list *report.Rulings) (report.View, error) {
	signing := s.withCheckpoint(g, list.Rulings[len(list.Rulings)-1])
	v := report.View(list)
	if len(list.Rulings) == 1 {
		v = list.Rulings[0]
	}
	return s.unsigned(v, errRejected.when(list.Refused()), signing)
}

// unsigned answers with a view; if no checkpoint could be signed it is shown all the same.
func (s *session) unsigned(v report.View, err, signing error) (report.View, error) {
	if signing == nil {
		return v, err
	}
	return nil, cmp.Or(s.show(v), err, fmt.Errorf("the ruling was recorded, but no checkpoint was signed: %w", signing))
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
	if _, also := p.(events.StateAnnounced); also && s.c.Bool("announce") {
		return g.l.Actor(p) // by the umpire, whoever plays
	}
	if a := s.c.String("actor"); a != "" {
		return a
	}
	return g.l.Actor(p)
}
