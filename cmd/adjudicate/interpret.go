package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/report"
)

func interpretCommand() *cli.Command {
	return newGroup("interpret",
		newCommand("list", reading(), onGame(listRegister)),
		newCommand("adopt", writing(&cli.StringFlag{Name: "reason", Usage: "a `TEXT` for the record"}), do(func(s *session) error {
			return s.submit(events.InterpretationAdopted{Entry: s.arg(0), Reading: s.arg(1), Reason: s.c.String("reason")})
		})),
	)
}

func listRegister(s *session, g *game) error {
	register, err := g.l.State().Register()
	if err != nil {
		return err
	}
	only := s.arg(0)
	if _, ok := register.Entry(only); only != "" && !ok {
		return unknownName("entry of the register", only, register.IDs(), "\"adjudicate interpret list\" lists them")
	}
	return s.show(report.NewRegister(register, g.l.State(), only))
}
