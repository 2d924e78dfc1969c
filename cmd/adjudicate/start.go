package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/events"
)

func startCommand() *cli.Command {
	return &cli.Command{
		Name: "start", Flags: writing(),
		Action: do(func(s *session) error { return s.submit(events.GameStarted{}) }),
	}
}
