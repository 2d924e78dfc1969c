package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/events"
)

func umpireCommand() *cli.Command {
	return &cli.Command{
		Name: "umpire",
		Subcommands: []*cli.Command{
			{
				Name: "appoint", Flags: writing(),
				Action: do(func(s *session) error { return s.submit(events.UmpireAppointed{Player: s.arg(0)}) }),
			},
			{
				Name: "vacate", Flags: writing(),
				Action: do(func(s *session) error { return s.submit(events.UmpireVacated{}) }),
			},
		},
	}
}
