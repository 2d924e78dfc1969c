package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/report"
)

func umpireCommand() *cli.Command {
	return newGroup("umpire",
		newCommand("appoint", writing(), do(func(s *session) (report.View, error) { return s.submit(events.UmpireAppointed{Player: s.arg(0)}) })),
		newCommand("vacate", writing(), do(func(s *session) (report.View, error) { return s.submit(events.UmpireVacated{}) })),
	)
}
