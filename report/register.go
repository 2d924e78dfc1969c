package report

import (
	"fmt"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/internal/term"
	"adjudicate/rules"
)

// NewRegister lists the entries of a register with the readings that a game has adopted, or
// the one of an id with all its readings.
func NewRegister(register *rules.Register, st *aggregate.State, only string) *Register {
	adopted := map[string]string{}
	for _, r := range st.Readings() {
		adopted[r.Entry] = r.Reading
	}
	v := &Register{Entries: []RegisterEntry{}, full: only != ""}
	for _, e := range register.Entries() {
		if only != "" && e.ID != only {
			continue
		}
		out := RegisterEntry{ID: e.ID, Clause: e.Clause, Question: e.Question, Default: e.Default, InForce: e.Default, Readings: []Reading{}}
		if r, ok := adopted[e.ID]; ok {
			out.InForce, out.Adopted = r, true
		}
		for _, r := range e.Readings {
			out.Readings = append(out.Readings, Reading{r.Name, r.Text})
		}
		v.Entries = append(v.Entries, out)
	}
	return v
}

// Reading is one way to read a clause.
type Reading struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// RegisterEntry is a point that can be read in more than one way.
type RegisterEntry struct {
	ID       string    `json:"id"`
	Clause   string    `json:"clause"`
	Question string    `json:"question"`
	InForce  string    `json:"in_force"`
	Adopted  bool      `json:"adopted"` // chosen by this game, be it the default
	Default  string    `json:"default"`
	Readings []Reading `json:"readings"`
}

// Register is the interpretation register of a game.
type Register struct {
	Entries []RegisterEntry `json:"entries"`
	full    bool
}

// Print writes the view for people.
func (v *Register) Print(p *term.Page) {
	if v.full {
		e := v.Entries[0]
		p.Line("%s  (%s)", p.Style(term.Bold, e.ID), e.Clause)
		p.Item("", e.Question)
		for _, r := range e.Readings {
			mark := "  "
			if r.Name == e.InForce {
				mark = "* "
			}
			note := ""
			if r.Name == e.Default {
				note = " (default)"
			}
			p.Item(mark, fmt.Sprintf("%s%s: %s", r.Name, note, r.Text))
		}
		return
	}
	rows := [][]string{{"entry", "clause", "in force", "other readings"}}
	for _, e := range v.Entries {
		inForce := e.InForce
		if e.InForce != e.Default {
			inForce = p.Style(term.Yellow, inForce)
		}
		var others []string
		for _, r := range e.Readings {
			if r.Name != e.InForce {
				others = append(others, r.Name)
			}
		}
		rows = append(rows, []string{e.ID, e.Clause, inForce, strings.Join(others, ", ")})
	}
	p.Table(rows)
}
