package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/events"
)

func umpireCommand() *cli.Command {
	return &cli.Command{
		Name: "umpire", Category: catGame,
		Usage:       "fill or leave the office of Chess-Umpire",
		Description: "Without a Chess-Umpire the game is suspended (1230.2 §1.A).",
		Subcommands: []*cli.Command{
			{
				Name: "appoint", ArgsUsage: "PLAYER", Flags: writing(),
				Usage:     "make a player Chess-Umpire",
				UsageText: `adjudicate umpire appoint Ann`,
				Action:    do(func(s *session) error { return s.submit(events.UmpireAppointed{Player: s.arg(0)}) }),
			},
			{
				Name: "vacate", Flags: writing(),
				Usage:     "leave the office empty, which suspends the game",
				UsageText: `adjudicate umpire vacate`,
				Action:    do(func(s *session) error { return s.submit(events.UmpireVacated{}) }),
			},
		},
	}
}
