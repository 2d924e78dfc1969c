package cases

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/systems"
)

// A Result is a case with every difference between what it expects and what was ruled.
// A difference of a step begins with the step's place, "12.5/5.2.3.yaml:9:".
type Result struct {
	Case  Case
	Diffs []string
}

// Passed reports whether the engine rules as the case says.
func (r Result) Passed() bool { return len(r.Diffs) == 0 }

// Run loads the cases of a file system and runs them under the rules and the register of a system. The
// rules that cases name by a file are read from changes, which may be nil. The error is that
// of Load; a case that cannot be set up is a failed one.
func Run(fsys, changes fs.FS, sys *systems.System) ([]Result, error) {
	list, err := Load(fsys)
	if err != nil {
		return nil, err
	}
	return Judge(list, changes, sys), nil
}

// Judge is Run for cases that have been loaded.
func Judge(list []Case, changes fs.FS, sys *systems.System) []Result {
	s := newSuite(sys)
	s.changes = changes
	results := make([]Result, len(list))
	for i := range list {
		results[i] = Result{Case: list[i], Diffs: s.run(&list[i])}
	}
	return results
}

// run plays a case and returns the differences.
func (s *suite) run(c *Case) (diffs []string) {
	s, err := s.under(c.Rules)
	if err != nil {
		return []string{fmt.Sprintf("%s: rules: %v", c.File, err)}
	}
	if faults := s.vet(c); len(faults) > 0 {
		for _, f := range faults {
			diffs = append(diffs, f.Error())
		}
		return diffs
	}
	state, err := s.setUp(c)
	if err != nil {
		return []string{fmt.Sprintf("%s: set-up: %v", c.File, err)}
	}
	judge, err := aggregate.NewJudge(state, engineName)
	if err != nil {
		return []string{fmt.Sprintf("%s: set-up: %v", c.File, err)}
	}
	hear := func(where string, at time.Time, k *Claims) {
		h := &hearing{suite: s, wording: c.wording, judge: judge, state: judge.State(), now: at}
		h.hear(k)
		for _, d := range h.diffs {
			diffs = append(diffs, where+": "+d)
		}
	}
	now := Epoch
	hear(c.File+": holds", now, c.Holds)
	for i := range c.Steps {
		step := &c.Steps[i]
		where := fmt.Sprintf("%s:%d", c.File, step.Line)
		before := now
		now = step.moment(now)
		payload, err := s.input(judge.State(), step)
		if err != nil {
			return append(diffs, fmt.Sprintf("%s: %v", where, err))
		}
		in := aggregate.Input{ID: fmt.Sprintf("%s/%d", c.ID, i+1), Payload: payload, At: now, Actor: "Umpire", Address: step.address()}
		judge.BringAbout(in, before, nil)
		d := judge.DecideUnder(in, step.order())
		for _, diff := range step.Is.differences(&d, s.pieces) {
			diffs = append(diffs, where+": "+diff)
		}
		judge.Commit(d)
		hear(where, now, step.Then)
	}
	return diffs
}

// differences compares a ruling with the verdict. What a fault cites may be the whole rule of a piece; what was accepted rests on the place.
func (v Verdict) differences(d *aggregate.Decision, whole map[string]bool) []string {
	r := &d.Ruling
	if v.Rejected != (r.Verdict == aggregate.Rejected) {
		return []string{fmt.Sprintf("want %s, got %s", v, describe(r))}
	}
	var cited []string
	what, got := "among the faults", describe(r)
	if v.Rejected {
		for _, f := range r.Faults {
			cited = append(cited, f.Clause)
		}
	} else {
		for _, o := range d.Outcomes {
			if o.Basis != nil {
				cited = append(cited, o.Basis.Clauses...)
			}
		}
		slices.Sort(cited)
		cited, whole = slices.Compact(cited), nil
		what, got = "among what it rests on", strings.Join(cited, ", ")
	}
	var diffs []string
	for _, alternatives := range v.Clauses {
		found := slices.ContainsFunc(cited, func(citation string) bool {
			return slices.ContainsFunc(alternatives, func(c string) bool { return agree(citation, c, whole) })
		})
		if !found {
			diffs = append(diffs, fmt.Sprintf("want %s %s, got %s", strings.Join(alternatives, " or "), what, got))
		}
	}
	return diffs
}

func describe(r *events.Ruled) string {
	if r.Verdict != aggregate.Rejected {
		return r.Verdict
	}
	var faults []string
	for _, f := range r.Faults {
		faults = append(faults, fmt.Sprintf("%s (%s: %s)", f.Clause, f.Code, f.Message))
	}
	return "rejected by " + strings.Join(faults, "; ")
}
