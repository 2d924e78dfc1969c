package cases

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"adjudicate/rules"
)

// This file brings in the rules that a case names by a file: changes of the built-in
// rulebook, which stand in a folder beside the cases.

// errNoChanges is what a case meets that names a rule's file where there is no such folder.
var errNoChanges = errors.New("no folder of the rules that cases name by file")

// changed reads the rule in a file.
func (s *suite) changed(file string) (rules.Rule, error) {
	if s.changes == nil {
		return rules.Rule{}, fmt.Errorf("%s: %w", file, errNoChanges)
	}
	text, err := fs.ReadFile(s.changes, file)
	if err != nil {
		return rules.Rule{}, fmt.Errorf("read a rule: %w", err)
	}
	return oneRule(file, text)
}

func oneRule(file string, text []byte) (rules.Rule, error) {
	list, err := rules.Parse(file, text)
	switch {
	case err != nil:
		return rules.Rule{}, err
	case len(list) != 1:
		return rules.Rule{}, fmt.Errorf("%s: expected one rule, found %d", path.Base(file), len(list))
	}
	return list[0], nil
}

// ruleOf returns the rule that a step enacts or amends: that of the file it names, or the
// one it spells out.
func (s *suite) ruleOf(step *Step, file []string) (rules.Rule, error) {
	if len(file) == 1 {
		if step.Rule != "" {
			return rules.Rule{}, fmt.Errorf("do: %q names a file, and the step spells out a rule", step.Do)
		}
		return s.changed(file[0])
	}
	return oneRule("rule", []byte(step.Rule))
}

// under returns the suite with further rules in force from the start. They must be sound.
func (s *suite) under(files []string) (*suite, error) {
	if len(files) == 0 {
		return s, nil
	}
	book := s.book
	for _, file := range files {
		r, err := s.changed(file)
		if err != nil {
			return nil, err
		}
		if r, err = book.Complete(r); err != nil {
			return nil, err
		}
		others := book.Without(r.Number)
		if faults := rules.Problems(rules.Check(&r, others, s.reg)).Faults(); len(faults) > 0 {
			return nil, fmt.Errorf("%s: %w", file, faults)
		}
		book = others.With(r)
	}
	before := s.book.Invalid()
	for _, bad := range book.Invalid() {
		if !bad.InTurns() && !slices.ContainsFunc(before, func(was rules.Invalid) bool { return was.Rule.Number == bad.Rule.Number }) {
			return nil, fmt.Errorf("rule %s: %s", bad.Rule.Number, bad.Why)
		}
	}
	changed := newSuite(s.system.With(book))
	changed.changes = s.changes
	return changed, nil
}
