package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/events"
)

func startCommand() *cli.Command {
	return &cli.Command{
		Name: "start", Category: catGame, Flags: writing(),
		Usage:       "end the preparations and draw the first play list",
		Description: "The NAP Swinger plays first, the others follow in an order drawn by lot (1230.2 §3.A).",
		UsageText:   "adjudicate start",
		Action:      do(func(s *session) error { return s.submit(events.GameStarted{}) }),
	}
}
