package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"adjudicate/report"
)

func precedentsCommand() *cli.Command {
	return newCommand("precedents", []cli.Flag{&cli.StringFlag{Name: "clause", Usage: "list only precedents for `CLAUSE` or a clause within it"}, ledgerFlag, atFlag}, onGame(func(s *session, g *game) (report.View, error) {
		d, err := g.l.Docket(s.ctx)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.place, err)
		}
		h, err := s.view(g)
		if err != nil {
			return nil, err
		}
		cited, err := report.Citations(s.events(g, h), d)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.place, err)
		}
		return report.NewPrecedents(d, cited, s.c.String("clause")), nil
	}))
}
