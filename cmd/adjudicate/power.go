package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/report"
)

func powerCommand() *cli.Command {
	return newCommand("power", writing(&cli.StringFlag{Name: "for", Usage: "the `SIDE` for which the power is used"},
		&cli.StringFlag{Name: "on", Usage: "the `TARGET` of the power: a side, a piece's id or square, a square"}, dryRunFlag), do(func(s *session) (report.View, error) {
		return s.submit(events.PowerUsed{Power: s.arg(0), Player: s.arg(1), Side: s.c.String("for"), On: s.c.String("on")})
	}))
}

func answerCommand() *cli.Command {
	return newCommand("answer", writing(dryRunFlag), do(func(s *session) (report.View, error) {
		yes := s.arg(2)
		if yes != "yes" && yes != "no" {
			return nil, usagef("", "invalid answer %q: expected yes or no", yes)
		}
		return s.submit(events.AnswerGiven{Matter: s.arg(0), Player: s.arg(1), Yes: yes == "yes"})
	}))
}
