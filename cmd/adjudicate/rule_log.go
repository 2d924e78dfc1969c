package main

import (
	"adjudicate/history"
	"adjudicate/report"
)

func ruleLogCommand() *command {
	return newCommand("log", reading(), onView(func(s *session, g *game, h *history.View) (report.View, error) {
		return report.RuleLogOf(s.ctx, h, s.events(g, h), s.arg(0))
	}))
}
