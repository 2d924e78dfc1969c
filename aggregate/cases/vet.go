package cases

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"

	"adjudicate/rules"
	"adjudicate/rules/names"
	"adjudicate/systems"
)

// Vet finds what cases name that the rules do not have: piece types, squares, readings, rules that are cited. The rules
// that cases name by a file are read from changes.
func Vet(list []Case, changes fs.FS, sys *systems.System) (faults []*FormatError) {
	whole := newSuite(sys)
	whole.changes = changes
	for i := range list {
		c := &list[i]
		s, err := whole.under(c.Rules)
		if err != nil {
			faults = append(faults, &FormatError{File: c.File, Line: c.Line, Column: 1, Message: "rules: " + err.Error()})
			continue
		}
		faults = append(faults, s.vet(c)...)
	}
	return faults
}

// vet is Vet of a case under the rules that hold in it.
func (s *suite) vet(c *Case) (faults []*FormatError) {
	fault := func(line int, format string, args ...any) {
		if line == 0 {
			line = c.Line
		}
		faults = append(faults, &FormatError{File: c.File, Line: line, Column: 1, Message: fmt.Sprintf(format, args...)})
	}
	board := s.book.Procedure().Board
	if board == nil {
		fault(0, "%v: no rule has the section board", errNoRules)
		return faults
	}
	closed := board.ClosedSquares(board.Files, board.Ranks)
	onBoard := func(line int, square string) {
		f, r, ok := rules.ParseSquare(square)
		if !ok || f >= board.Files || r >= board.Ranks {
			fault(line, "%s is off the board of %d files and %d ranks", square, board.Files, board.Ranks)
		} else if slices.Contains(closed, square) {
			fault(line, "%s is a closed square", square)
		}
	}
	typed := func(line int, name string) {
		if _, err := s.typeNamed(name); err != nil {
			fault(line, "%v", err)
		}
	}
	for i := range c.Sides {
		side := &c.Sides[i]
		for _, p := range slices.Concat(s.settled(side.Board), []PieceSpec(side.Hand)) {
			typed(p.line, p.Name)
			if p.At != "" {
				onBoard(p.line, p.At)
			}
		}
	}
	for _, r := range c.Readings {
		if err := s.reg.Validate(r.Entry, r.Reading); err != nil {
			fault(0, "reading: %v", err)
		}
	}
	enacted, unread := map[string]bool{}, false
	for i := range c.Steps {
		if words := strings.Fields(c.Steps[i].Do); len(words) > 0 && (words[0] == "enact" || words[0] == "amend") {
			r, err := s.ruleOf(&c.Steps[i], words[1:])
			enacted[r.Number], unread = true, unread || err != nil // its step says why
		}
	}
	cited := func(line int, clauses []string) {
		for _, clause := range clauses {
			number, _, _ := strings.Cut(clause, " ")
			if _, ok := s.book.Rule(number); !ok && !enacted[number] && !unread {
				fault(line, "%s is cited: %v", clause, names.Unknown("rule", number, s.book.Numbers()))
			}
		}
	}
	cited(0, c.Clauses)
	claims := func(line int, k *Claims) {
		if k == nil {
			return
		}
		for _, square := range slices.Sorted(maps.Keys(k.Board)) {
			onBoard(line, square)
		}
		for _, key := range slices.Sorted(maps.Keys(k.Pieces)) {
			if !strings.Contains(key, " ") {
				onBoard(line, key)
			}
		}
	}
	claims(0, c.Holds)
	for i := range c.Steps {
		step := &c.Steps[i]
		for _, alternatives := range step.Is.Clauses {
			cited(step.Line, alternatives)
		}
		claims(step.Line, step.Then)
	}
	return faults
}
