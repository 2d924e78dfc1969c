package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/events"
)

func umpireCommand() *cli.Command {
	return &cli.Command{
		Name: "umpire", Category: catGame,
		Usage:       "appoint or remove the Chess-Umpire",
		Description: "Without a Chess-Umpire the game is suspended (1230.2 §1.A).",
		Subcommands: []*cli.Command{
			{
				Name: "appoint", ArgsUsage: "PLAYER", Flags: writing(),
				Usage:     "appoint a player as Chess-Umpire",
				UsageText: `adjudicate umpire appoint Ann`,
				Action:    do(func(s *session) error { return s.submit(events.UmpireAppointed{Player: s.arg(0)}) }),
			},
			{
				Name: "vacate", Flags: writing(),
				Usage:     "remove the Chess-Umpire, which suspends the game",
				UsageText: `adjudicate umpire vacate`,
				Action:    do(func(s *session) error { return s.submit(events.UmpireVacated{}) }),
			},
		},
	}
}
