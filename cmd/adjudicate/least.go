package main

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/history/bisect"
	"adjudicate/history/condition"
	"adjudicate/history/readjudicate"
	"adjudicate/report"
)

// leastFlags are those of a search for the changes of the rules that a condition rests on.
func leastFlags() flags {
	return flags{
		toggle("event", "find the event only, without trying other histories"),
		option("policy", "what happens to plays that are no longer legal: `POLICY` default-play, void, reopen, rewind, stands or halt"),
		toggle("enough", "stop at the first set of changes found"),
		least(1, number("most", fmt.Sprintf("try at most `NUMBER` other histories (default: %d)", bisect.DefaultMost))),
	}
}

// least looks for the smallest sets of changes of the rules without which the condition would stand
// otherwise where the flags point. What the turn rests on is tried first.
func (s *session) least(g *game, c *condition.Condition, turn *report.Turn) (*report.Least, error) {
	policy := s.c.String("policy")
	if policy != "" && !slices.Contains(readjudicate.Policies, policy) {
		return nil, usagef("", "invalid --policy %q: expected %s", policy, strings.Join(readjudicate.Policies, ", "))
	}
	h, err := s.view(g)
	if err != nil {
		return nil, err
	}
	at, done := s.Progress("trying histories without changes of the rules", -1)
	defer done()
	return report.LeastOf(s.ctx, h, turn, bisect.Question{
		Store: g.Recall(), Condition: c, Engine: engine, Policy: policy, Most: s.c.Int("most"), Enough: s.c.Bool("enough"),
		Progress: func(tried, _ int) { at(int64(tried)) },
	}, s.c.IsSet("at"))
}
