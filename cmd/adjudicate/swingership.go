package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/events"
)

func swingershipCommand() *cli.Command {
	warmth := func(word, usage string, warm bool) *cli.Command {
		return &cli.Command{
			Name: word, ArgsUsage: "SIDE", Flags: writing(), Usage: usage,
			UsageText: "adjudicate swingership " + word + " Red",
			Action:    do(func(s *session) error { return s.submit(events.WarmthChanged{Side: s.arg(0), Warm: warm}) }),
		}
	}
	return &cli.Command{
		Name: "swingership", Category: catGame,
		Usage:       "create, hand over, warm and end swingerships",
		Description: "A swingership is a side of the game; its Swinger is the player who holds it (1230.2 §2).",
		Subcommands: []*cli.Command{
			{
				Name: "create", ArgsUsage: "SIDE PLAYER", Usage: "create a swingership",
				UsageText: "adjudicate swingership create Red Ann --party\nadjudicate swingership create NAP Bob --nap",
				Flags: writing(&cli.BoolFlag{Name: "party", Usage: "it is a Party Swingership"},
					&cli.BoolFlag{Name: "nap", Usage: "it is the NAP Swinger's, who is first on the play list"}),
				Action: do(func(s *session) error {
					if s.c.Bool("party") && s.c.Bool("nap") {
						return usagef("", "a swingership is a Party's or the NAP Swinger's: expected one of --party and --nap")
					}
					return s.submit(events.SwingershipCreated{Side: s.arg(0), Player: s.arg(1), Party: s.c.Bool("party"), NAP: s.c.Bool("nap")})
				}),
			},
			{
				Name: "destroy", ArgsUsage: "SIDE", Flags: writing(), Usage: "remove a swingership from the game",
				UsageText: "adjudicate swingership destroy Red",
				Action:    do(func(s *session) error { return s.submit(events.SwingershipDestroyed{Side: s.arg(0)}) }),
			},
			{
				Name: "hold", ArgsUsage: "SIDE PLAYER", Flags: writing(), Usage: "hand a swingership to another player",
				UsageText: "adjudicate swingership hold Red Cleo",
				Action:    do(func(s *session) error { return s.submit(events.SwingerChanged{Side: s.arg(0), Player: s.arg(1)}) }),
			},
			warmth("warm", "let a swingership play automatically", true),
			warmth("cool", "let it play for itself again", false),
		},
	}
}
