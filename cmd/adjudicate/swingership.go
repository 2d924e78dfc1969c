package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/report"
)

func swingershipCommand() *cli.Command {
	warmth := func(word string, warm bool) *cli.Command {
		return newCommand(word, writing(), do(func(s *session) (report.View, error) {
			return s.submit(events.WarmthChanged{Side: s.arg(0), Warm: warm})
		}))
	}
	return newGroup("swingership",
		newCommand("create", writing(&cli.BoolFlag{Name: "party", Usage: "it is a Party Swingership"},
			&cli.BoolFlag{Name: "nap", Usage: "it is the NAP Swinger's, who is first on the play list"}), do(func(s *session) (report.View, error) {
			if s.c.Bool("party") && s.c.Bool("nap") {
				return nil, usagef("", "a swingership is a Party's or the NAP Swinger's: expected one of --party and --nap")
			}
			return s.submit(events.SwingershipCreated{Side: s.arg(0), Player: s.arg(1), Party: s.c.Bool("party"), NAP: s.c.Bool("nap")})
		})),
		newCommand("destroy", writing(), do(func(s *session) (report.View, error) { return s.submit(events.SwingershipDestroyed{Side: s.arg(0)}) })),
		newCommand("hold", writing(), do(func(s *session) (report.View, error) {
			return s.submit(events.SwingerChanged{Side: s.arg(0), Player: s.arg(1)})
		})),
		warmth("warm", true),
		warmth("cool", false),
	)
}
