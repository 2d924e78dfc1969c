package rules

import (
	"fmt"
	"strings"
)

// Severity is how bad a Problem is.
type Severity uint8

const (
	// Fault is a problem that keeps a rule from being used.
	Fault Severity = iota
	// Doubt is something that may be meant: a definition that names a type which no rule
	// defines yet, or that takes a glyph from a higher-numbered rule.
	Doubt
)

// String returns "fault" or "doubt".
func (s Severity) String() string {
	if s == Doubt {
		return "doubt"
	}
	return "fault"
}

// Problem is something wrong with a rule, with its place where that is known.
type Problem struct {
	File         string   `json:"file,omitempty"`
	Line         int      `json:"line,omitempty"`   // from 1; 0 is unknown
	Column       int      `json:"column,omitempty"` // from 1
	Rule         string   `json:"rule,omitempty"`   // number
	Field        string   `json:"field,omitempty"`  // "piece.modes[0].legs[1].n"
	Message      string   `json:"message"`
	Hint         string   `json:"hint,omitempty"` // what to write instead
	Severity     Severity `json:"severity,omitempty"`
	formulaStart int      // column inside the field's text, from 1
}

// String returns "file:line:column: rule field: message (hint)", without what is unknown.
func (p Problem) String() string {
	var b strings.Builder
	if p.File != "" {
		b.WriteString(p.File)
		b.WriteString(":")
	}
	if p.Line > 0 {
		fmt.Fprintf(&b, "%d:%d:", p.Line, p.Column)
	}
	if b.Len() > 0 {
		b.WriteString(" ")
	}
	if p.Rule != "" && p.Line == 0 {
		fmt.Fprintf(&b, "rule %s: ", p.Rule)
	}
	if p.Field != "" {
		b.WriteString(p.Field)
		b.WriteString(": ")
	}
	if p.formulaStart > 0 && p.Line == 0 {
		fmt.Fprintf(&b, "column %d: ", p.formulaStart)
	}
	b.WriteString(p.Message)
	if p.Hint != "" {
		b.WriteString(" (" + p.Hint + ")")
	}
	return b.String()
}

// Problems is a list of problems as an error.
type Problems []Problem

// Error returns the problems, one a line.
func (p Problems) Error() string {
	lines := make([]string, len(p))
	for i := range p {
		lines[i] = p[i].String()
	}
	return strings.Join(lines, "\n")
}

// Faults returns the problems that are not mere doubts.
func (p Problems) Faults() Problems {
	var out Problems
	for _, x := range p {
		if x.Severity == Fault {
			out = append(out, x)
		}
	}
	return out
}
