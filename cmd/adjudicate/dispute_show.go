package main

import (
	"adjudicate/aggregate/dispute"
	"adjudicate/history"
	"adjudicate/ledger"
	"adjudicate/report"
)

func disputeListCommand() *command {
	return newCommand("list", flags{toggle("open", "list only open disputes"), judgeFlag, ledgerFlag, atFlag}, onGame(func(s *session, g *game) (report.View, error) {
		d, err := g.l.Docket(s.ctx)
		if err != nil {
			return nil, err
		}
		judge, err := find("player", s.c.String("judge"), g.l.State().PlayerNames())
		return report.NewDocket(d, s.c.Bool("open"), judge), err
	}))
}

func disputeShowCommand() *command {
	return newCommand("show", flags{toggle("no-stakes", "omit the stakes, and so the second ruling on the history"), policyFlag, ledgerFlag, atFlag}, onDispute(func(s *session, g *game, c *dispute.Dispute) (report.View, error) {
		d, err := g.l.Docket(s.ctx)
		if err != nil {
			return nil, err
		}
		v, relations := &report.Dispute{Dispute: *c}, d.Relations()
		if in, err := s.ruling(g, history.Place{Input: c.Input, Change: c.Address}); c.Input != 0 && err == nil {
			v.Text = in.Text
		}
		if c.Withdrawn == nil && !d.Settled(c) && !s.c.Bool("no-stakes") {
			if v.Stakes, err = s.trial(g).Stakes(s.ctx, c, s.c.String("policy")); err == nil {
				relations, err = g.l.Relations(s.ctx, s.c.String("policy"))
			}
		}
		if err == nil {
			err = v.Hangs(d, g.l, relations)
		}
		return v, err
	}))
}

// withDisputes adds to a ruling which disputes are about it, and whether it is marked.
func (s *session) withDisputes(g *game, v *report.Ruling) error {
	d, err := ledger.DocketFrom(s.ctx, g.Recall(), g.Name, v.Sequence, s.point("at"))
	if err == nil {
		v.Dispute(d)
	}
	return err
}

func precedentsCommand() *command {
	return newCommand("precedents", flags{option("clause", "list only precedents for `CLAUSE` or a clause within it"), ledgerFlag, atFlag}, onGame(func(s *session, g *game) (report.View, error) {
		d, err := g.l.Docket(s.ctx)
		if err != nil {
			return nil, err
		}
		h, err := s.view(g)
		if err != nil {
			return nil, err
		}
		cited, err := report.Citations(s.events(g, h), d)
		if err != nil {
			return nil, err
		}
		return report.NewPrecedents(d, cited, s.c.String("clause")), nil
	}))
}
