package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/report"
)

func startCommand() *cli.Command {
	return newCommand("start", writing(), do(func(s *session) (report.View, error) { return s.submit(events.GameStarted{}) }))
}
