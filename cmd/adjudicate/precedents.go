package main

import "adjudicate/report"

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
