package report

import (
	"encoding/json"
	"fmt"

	"adjudicate/internal/term"
	"adjudicate/rules"
)

// NewRules lists the rules of a rulebook.
func NewRules(book *rules.Rulebook) *Rules {
	v := &Rules{Rulebook: book.Hash(), Rules: []Rule{}}
	bad := map[string]string{}
	for _, i := range book.Invalid() {
		bad[i.Rule.Number] = i.Why
	}
	for _, r := range book.Rules() {
		out := Rule{Number: r.Number, Revision: r.Revision, Title: r.Title, Invalid: bad[r.Number]}
		if r.Piece != nil {
			out.Piece, out.Glyph, out.Value = r.Piece.Name, r.Piece.Glyph, string(r.Piece.Value)
		}
		v.Rules = append(v.Rules, out)
	}
	return v
}

// Rule is a rule in a line.
type Rule struct {
	Number   string `json:"number"`
	Revision int    `json:"revision"`
	Title    string `json:"title"`
	Piece    string `json:"piece,omitempty"`
	Glyph    string `json:"glyph,omitempty"`
	Value    string `json:"value,omitempty"`   // as written: a number or a formula
	Invalid  string `json:"invalid,omitempty"` // why its definition is not valid
}

// Rules is a list of the rules in force.
type Rules struct {
	Rulebook string `json:"rulebook"`
	Rules    []Rule `json:"rules"`
}

// Print writes the view for people.
func (v *Rules) Print(p *term.Page) {
	rows := [][]string{{"rule", ">rev", "title", "piece", "value", ""}}
	for _, r := range v.Rules {
		piece := r.Piece
		if r.Glyph != "" {
			piece = r.Glyph + " " + piece
		}
		note := ""
		if r.Invalid != "" {
			note = "not valid: " + r.Invalid
		}
		rows = append(rows, []string{r.Number, fmt.Sprint(r.Revision), r.Title, piece, r.Value, note})
	}
	p.Table(rows)
	p.Line("rulebook %s", v.Rulebook)
}

// RuleText is a rule in canonical form.
type RuleText json.RawMessage

// MarshalJSON writes the rule as it is.
func (v RuleText) MarshalJSON() ([]byte, error) { return v, nil }

// Print writes the view for people.
func (v RuleText) Print(p *term.Page) {
	text, err := rules.YAML(v)
	if err != nil {
		text = v
	}
	p.Raw(string(text))
}

// NewRuleCheck tells what was found in a file of so many rules.
func NewRuleCheck(n int, found rules.Problems) *RuleCheck {
	v := &RuleCheck{Rules: n, Problems: []Problem{}}
	for _, pr := range found {
		v.Problems = append(v.Problems, Problem{pr, pr.Severity.String()})
		v.Faulty = v.Faulty || pr.Severity == rules.Fault
	}
	return v
}

// Problem is something wrong with a rule.
type Problem struct {
	rules.Problem
	Severity string `json:"severity"`
}

// RuleCheck is what was found in a rule file.
type RuleCheck struct {
	Rules    int          `json:"rules"`
	Problems []Problem    `json:"problems"`
	Costs    []rules.Cost `json:"costs,omitempty"` // of formulas, where they were asked for
	Faulty   bool         `json:"-"`
}

// Print writes the view for people.
func (v *RuleCheck) Print(p *term.Page) {
	for _, x := range v.Problems {
		p.Line("%s: %s", x.Severity, x.Problem.String())
	}
	if len(v.Problems) == 0 {
		p.Line("%s: nothing wrong.", Counted(v.Rules, "rule"))
	}
	for _, x := range v.Costs {
		p.Line("%s %s: at most %s: %s", x.Rule, x.Field, Counted(int(x.Steps), "step"), x.Formula)
	}
}
