package main

import (
	"cmp"
	"crypto/rand"

	"adjudicate/ledger/ahead"
	"adjudicate/report"
)

func aheadCommand() *command {
	return newGroup("ahead",
		newCommand("add", flags{ledgerFlag, nowFlag, option("if", "wait for these `PLAYS` of other sides, such as \"Blue: pass, Green: *\""),
			option("id", "the `NAME` of the play, new or waiting (default: a new one)"),
			toggle("draft", "store the play as a draft, which is never made")}, keeping(func(s *session, g *game, k *ahead.Keeper) ([]ahead.Play, error) {
			p := ahead.Play{ID: cmp.Or(s.c.String("id"), rand.Text()[:8]), Side: s.arg(0), Text: s.arg(1), Status: ahead.Waiting}
			if s.c.Bool("draft") {
				p.Status = ahead.Draft
			}
			var err error
			if g.l, err = g.Ledger(s.ctx, 0, nil); err == nil {
				p.Expects, err = ahead.ParseExpects(s.c.String("if"))
			}
			if err != nil {
				return nil, err
			}
			p.Side, p.Player = g.l.Holder(p.Side)
			p, err = k.Add(s.ctx, g.l, p, s.momentIn(g))
			return []ahead.Play{p}, err
		})),
		newCommand("list", flags{ledgerFlag}, keeping(func(s *session, _ *game, k *ahead.Keeper) ([]ahead.Play, error) { return k.List(s.ctx, s.arg(0)) })),
		newCommand("withdraw", flags{ledgerFlag}, keeping(func(s *session, _ *game, k *ahead.Keeper) ([]ahead.Play, error) {
			p, err := k.Withdraw(s.ctx, s.arg(0), s.arg(1))
			return []ahead.Play{p}, err
		})),
		newCommand("apply", flags{ledgerFlag, nowFlag}, keeping(func(s *session, _ *game, k *ahead.Keeper) ([]ahead.Play, error) {
			return k.Apply(s.ctx, s.at)
		})))
}

// keeping is what a command does with the plays that are kept for later. They are shown sealed.
func keeping(f func(*session, *game, *ahead.Keeper) ([]ahead.Play, error)) action {
	return onStore(func(s *session, g *game) (report.View, error) {
		k, err := ahead.Of(g.Game, rand.Reader)
		if err != nil {
			return nil, err
		}
		list, err := f(s, g, k)
		if err != nil {
			return nil, err
		}
		return report.NewPlaysAhead(list, s.c.Command.Name == "list"), nil
	})
}
