package cases

import (
	"fmt"
	"io/fs"

	"adjudicate/aggregate"
	"adjudicate/systems"
)

// A Ruled is one input of a case that has just been ruled on.
type Ruled struct {
	Case     *Case
	Step     int              // from 0
	Judge    *aggregate.Judge // stands before the input
	Input    aggregate.Input
	Order    *aggregate.Order // what is ruled otherwise than the rules would; nil for nothing
	Decision aggregate.Decision
}

// Walk plays all cases as Run does, but shows every input to visit instead of comparing what
// is ruled with what the case says. Whoever makes something of rulings can so be held to all
// of them. It stops at a case that cannot be set up.
func Walk(fsys, changes fs.FS, sys *systems.System, visit func(*Ruled)) error {
	list, err := Load(fsys)
	if err != nil {
		return err
	}
	all := newSuite(sys)
	all.changes = changes
	for i := range list {
		if err := all.walk(&list[i], visit); err != nil {
			return fmt.Errorf("%s: %w", list[i].File, err)
		}
	}
	return nil
}

func (s *suite) walk(c *Case, visit func(*Ruled)) error {
	s, err := s.under(c.Rules)
	if err != nil {
		return fmt.Errorf("rules: %w", err)
	}
	state, err := s.setUp(c)
	if err != nil {
		return fmt.Errorf("set-up: %w", err)
	}
	judge, err := aggregate.NewJudge(state, engineName)
	if err != nil {
		return fmt.Errorf("set-up: %w", err)
	}
	now := Epoch
	for i := range c.Steps {
		step := &c.Steps[i]
		before := now
		now = step.moment(now)
		payload, err := s.input(judge.State(), step)
		if err != nil {
			return fmt.Errorf("line %d: %w", step.Line, err)
		}
		in := aggregate.Input{ID: fmt.Sprintf("%s/%d", c.ID, i+1), Payload: payload, At: now, Actor: "Umpire", Address: step.address()}
		judge.BringAbout(in, before, func(due aggregate.Input, d aggregate.Decision) {
			visit(&Ruled{Case: c, Step: i, Judge: judge, Input: due, Decision: d})
		})
		d := judge.DecideUnder(in, step.order())
		visit(&Ruled{Case: c, Step: i, Judge: judge, Input: in, Order: step.order(), Decision: d})
		judge.Commit(d)
	}
	return nil
}
