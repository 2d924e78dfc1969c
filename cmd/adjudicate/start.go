package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/events"
)

func startCommand() *cli.Command {
	return newCommand("start", writing(), do(func(s *session) error { return s.submit(events.GameStarted{}) }))
}
