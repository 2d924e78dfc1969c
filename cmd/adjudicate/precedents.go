package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"adjudicate/aggregate/dispute"
	"adjudicate/report"
)

func precedentsCommand() *cli.Command {
	return newCommand("precedents", []cli.Flag{&cli.StringFlag{Name: "clause", Usage: "only those about a `CLAUSE` or one within it"}, ledgerFlag, atFlag}, onGame(func(s *session, g *game) error {
		d, err := g.l.Docket(s.ctx)
		if err != nil {
			return fmt.Errorf("%s: %w", g.place, err)
		}
		cited, err := s.citations(g, d)
		if err != nil {
			return fmt.Errorf("%s: %w", g.place, err)
		}
		return s.show(report.NewPrecedents(d, cited, s.c.String("clause")))
	}))
}

// citations finds the rulings that cite each precedent, in the edition that holds: a verdict may
// be cited by what is restated of earlier inputs.
func (s *session) citations(g *game, d *dispute.Docket) (map[string][]uint64, error) {
	return report.Citations(s.history(g), d)
}
