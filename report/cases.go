package report

import (
	"fmt"

	"adjudicate/aggregate/cases"
	"adjudicate/internal/term"
)

// NewCases lists the cases on which the engine rules differently from the expectation.
func NewCases(results []cases.Result) *Cases {
	v := &Cases{Cases: len(results), Failed: []Case{}}
	for _, r := range results {
		if !r.Passed() {
			v.Failed = append(v.Failed, Case{ID: r.Case.ID, Title: r.Case.Title, File: r.Case.File, Differences: r.Diffs})
		}
	}
	return v
}

// Case is a test case on which the engine rules differently from the expectation.
type Case struct {
	ID          string   `json:"id"`
	Title       string   `json:"title"`
	File        string   `json:"file"`
	Differences []string `json:"differences"`
}

// Cases is the result of the test cases of a folder.
type Cases struct {
	Cases  int    `json:"cases"`
	Failed []Case `json:"failed"`
}

// Print writes the view for people.
func (v *Cases) Print(p *term.Page) {
	for _, c := range v.Failed {
		p.Line("%s  %s (%s)", p.Style(term.Red, c.ID), c.Title, c.File)
		for _, d := range c.Differences {
			p.Item("    ", d)
		}
	}
	p.Line("%s", fmt.Sprintf("%s, %d as stated, %d not.", Counted(v.Cases, "case"), v.Cases-len(v.Failed), len(v.Failed)))
}
