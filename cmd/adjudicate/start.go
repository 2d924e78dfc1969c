package main

import (
	"adjudicate/events"
	"adjudicate/report"
)

func startCommand() *command {
	return newCommand("start", writing(), do(func(s *session) (report.View, error) { return s.submit(events.GameStarted{}) }))
}
