package main

import (
	"fmt"

	"adjudicate/report"
)

func ruleLogCommand() *command {
	return newCommand("log", reading(), onStore(func(s *session, g *game) (report.View, error) {
		h, err := s.view(g)
		if err != nil {
			return nil, err
		}
		v, err := report.RuleLogOf(s.ctx, h, s.events(g, h), s.arg(0))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.place, err)
		}
		return v, nil
	}))
}
