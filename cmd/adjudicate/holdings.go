package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/aggregate"
	"adjudicate/report"
)

func holdingsCommand() *cli.Command {
	return newCommand("holdings", reading(), onGame(func(s *session, g *game) error {
		v := report.HoldingsOf(g.l.State())
		if only := s.arg(0); only != "" {
			side, ok := g.l.State().Side(only)
			if !ok {
				return unknownName("side", only, sideNames(g.l.State()), "")
			}
			v.Only(only, side.Player)
		}
		return s.show(v)
	}))
}

func sideNames(st *aggregate.State) []string {
	var names []string
	for side := range st.Sides() {
		names = append(names, side.Name)
	}
	return names
}
