package dispute

import (
	"fmt"
	"time"

	"adjudicate/aggregate"
	"adjudicate/rules"
)

// Within reports whether something that happened at one moment can be disputed or changed at
// another, under the rulebook in force then. A *ReachError says that it stands as attempted. A
// rulebook without a reach reaches back to the beginning.
func Within(book *rules.Rulebook, happened, now time.Time) error {
	r := book.Procedure().Reach
	if r == nil || !now.After(happened.Add(days(r.Days))) {
		return nil
	}
	clause := book.Source("reach")
	if r.Cite != "" {
		clause += " " + r.Cite
	}
	return &ReachError{At: happened, Now: now, Days: r.Days, Clause: clause}
}

// BookOf reads the rulebook in force in a state.
func BookOf(s *aggregate.State) (*rules.Rulebook, error) {
	list := make([]rules.Rule, 0, len(s.Rules()))
	for _, r := range s.Rules() {
		rule, err := rules.FromCanonical(r.Rule)
		if err != nil {
			return nil, fmt.Errorf("rule %s in force: %w", r.Number, err)
		}
		list = append(list, rule)
	}
	return rules.NewRulebook(list...), nil
}
