package main

import (
	"cmp"
	"strings"

	"adjudicate/history/condition"
	"adjudicate/report"
)

func bisectCommand() *command {
	return newCommand("bisect", reading(append(leastFlags(),
		option("until", "the `CONDITION` to search for, such as 'winner = Red'"),
		toggle("last", "find the last event that changed the condition instead of the first that made it true"),
		toggle("all", "list every event that changed the condition"),
		toggle("every", "also evaluate the condition between the outcomes of a ruling"),
		toggle("words", "list the words that conditions may use"),
	)...), do(func(s *session) (report.View, error) {
		if s.c.Bool("words") {
			return &report.Words{Words: condition.Words()}, nil
		}
		g, err := s.attach()
		if err != nil {
			return nil, err
		}
		c, err := s.condition(g, "--until")
		if err != nil {
			return nil, err
		}
		v, err := s.bisect(g, c)
		if err != nil {
			return nil, err
		}
		rules, err := s.turnAndRules(g, c, v)
		return rules, cmp.Or(err, errDifference.when(!v.Found))
	}))
}

// turnAndRules shows where the condition turned and, unless only that is wanted, on which changes of the rules
// it rests. The search for those may take long: as text, the first part is told before it.
func (s *session) turnAndRules(g *game, c *condition.Condition, v *report.Bisection) (report.View, error) {
	if s.c.Bool("event") {
		return v, nil
	}
	if !s.JSON {
		if err := s.show(v); err != nil {
			return nil, err
		}
	}
	rules, err := s.least(g, c, v.Turn)
	if err != nil {
		return nil, err
	}
	if !s.JSON {
		return rules, nil
	}
	v.Rules = rules
	return v, nil
}

// condition compiles the condition of a flag.
func (s *session) condition(g *game, flag string) (*condition.Condition, error) {
	src := s.c.String(strings.TrimLeft(flag, "-"))
	if strings.TrimSpace(src) == "" {
		return nil, usagef("for example "+flag+" 'winner = Red'; \"adjudicate bisect --words\" lists the words", "%s needs a condition", flag)
	}
	_, names, err := s.names(g)
	if err != nil {
		return nil, err
	}
	return report.ConditionOf(flag, src, names)
}

// bisect scans the history for turns.
func (s *session) bisect(g *game, c *condition.Condition) (*report.Bisection, error) {
	h, err := s.view(g)
	if err != nil {
		return nil, err
	}
	return report.Bisect(s.events(g, h), h, c, report.BisectOptions{Every: s.c.Bool("every"), Last: s.c.Bool("last"), All: s.c.Bool("all")})
}
