package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"adjudicate/rules/formula"
)

// This file doubts comparisons that are decided before anything is asked.

// readFormula is a formula of a rule.
type readFormula struct {
	field string
	src   Expr
	f     *formula.Formula
}

// read keeps a formula for the review.
func (c *checker) read(field string, src Expr, f *formula.Formula) {
	if c.reviewing && !slices.ContainsFunc(c.formulas, func(o readFormula) bool { return o.field == field && o.f.String() == f.String() }) {
		c.formulas = append(c.formulas, readFormula{field, src, f})
	}
}

// decided doubts the comparisons of a rule that always or never hold.
func (c *checker) decided(after *Rulebook) {
	for _, k := range c.formulas {
		if strings.Contains(string(k.src), "reading(") {
			continue // what a reading settles may be otherwise tomorrow
		}
		p := new(Piece)
		if c.rule.Piece != nil && strings.HasPrefix(k.field, "piece.") {
			p = c.rule.Piece
		}
		for _, d := range k.f.Decisions(c.reckoned(k.field, p, after)) {
			if d.Whole && required(k.field) {
				continue
			}
			c.decisive = append(c.decisive, k.field)
			if i := c.constant(k.field); i >= 0 {
				if b := &c.problems[i]; b.Hint == "" {
					if _, b.Hint, _ = strings.Cut(d.Message, ": "); b.Field == k.field {
						b.formulaStart = d.Column
					}
				}
				continue
			}
			c.doubt(k.field, "%s", d.Message)
			c.hint("%s", d.Hint)
			c.problems[len(c.problems)-1].formulaStart = d.Column
		}
	}
}

// required reports whether a section needs a formula there, if only one that always or never holds.
func required(field string) bool {
	return strings.HasPrefix(field, "procedure.") && !strings.HasPrefix(field, "procedure.ends[") && !optionalConditions().MatchString(field) && !courseConditions().MatchString(field)
}

// constant finds what has been said of a condition, or what it is a condition of, that always or never holds: -1 if nothing.
func (c *checker) constant(field string) int {
	return slices.IndexFunc(c.problems, func(b Problem) bool {
		return (b.Field == field || strings.HasPrefix(field, b.Field+".")) && strings.Contains(b.Message, "condition is ")
	})
}

// reckoned says what is known of the variables and calls of formulas. The size of the board is none of that: who asks for it writes for
// other boards.
func (c *checker) reckoned(field string, p *Piece, after *Rulebook) func(name string, texts []string) formula.Range {
	known, there := c.known(p), c.there(field)
	return func(name string, texts []string) formula.Range {
		if i := slices.IndexFunc(p.Counters, func(n Counter) bool { return n.Name == name }); i >= 0 {
			r := known(name, texts)
			if r.Low == 0 && sets(after, name) {
				r.Low = -MostCount
			}
			return r
		}
		switch name {
		case "distance":
			return formula.Between(0, known(name, texts).High) // a path may lead back to its start
		case "count", "d1", "dx", "dy", "from_centre", "to_centre":
			return known(name, texts)
		case "pieces", ".pieces", ".linked", ".linked_own", "row", "victims":
			return formula.Exactly(1) // on the board
		}
		if slices.Contains(there, name) {
			return formula.Exactly(1)
		}
		return formula.Anything()
	}
}

// there are the things that are there whenever a formula at a field is asked; the pieces among them are on the board.
func (c *checker) there(field string) []string {
	if strings.HasPrefix(field, "piece.modes[") || isKindField(field) {
		return []string{"self", "from", "to"}
	}
	m := ofDuty().FindStringSubmatch(field)
	if m == nil {
		return nil
	}
	var list []Duty
	if m[1] == "piece" {
		list = c.rule.Piece.Duties
	} else {
		list = c.rule.Procedure.Duties
	}
	i, _ := strconv.Atoi(m[2])
	switch act := list[i].act(); {
	case act == ActPlacement:
		return []string{"to"}
	case !c.moves(act) && act != ActCapture:
		return nil
	case m[3] != "when": // the piece may have left the board by then
		return []string{"from", "to"}
	case act == ActCapture:
		return []string{"self", "from", "to", "victim"}
	}
	return []string{"self", "from", "to"}
}

var ofDuty = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(piece|procedure)\.duties\[(\d+)\]\.(\w+)$`) })

// sets reports whether a consequence of some rule sets a counter.
func sets(book *Rulebook, counter string) bool {
	found := false
	for _, r := range book.Rules() {
		eachDoing(&r, func(_ string, d *Doing) { found = found || d.Set == counter })
	}
	return found
}
