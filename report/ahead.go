package report

import (
	"fmt"

	"adjudicate/internal/term"
	"adjudicate/ledger/ahead"
)

// PlaysAhead is what players have written ahead of their turns.
type PlaysAhead struct {
	Plays []ahead.Play `json:"plays"`
}

// NewPlaysAhead lists plays. Sealed leaves out what those say that can still be made.
func NewPlaysAhead(list []ahead.Play, sealed bool) *PlaysAhead {
	v := &PlaysAhead{Plays: []ahead.Play{}}
	for _, p := range list {
		if sealed && (p.Status == ahead.Waiting || p.Status == ahead.Draft || p.Status == ahead.Making) {
			p.Text, p.Expects = "", []ahead.Expect{}
		}
		v.Plays = append(v.Plays, p)
	}
	return v
}

// Print writes the view for people.
func (v *PlaysAhead) Print(p *term.Page) {
	if len(v.Plays) == 0 {
		p.Line("No plays.")
	}
	for _, one := range v.Plays {
		text := one.Text
		if text == "" {
			text = "(sealed)"
		}
		line := fmt.Sprintf("%s: %s", one.Side, text)
		if len(one.Expects) > 0 {
			line += ", if " + ahead.Words(one.Expects)
		}
		line += "  " + p.Style(term.Bold, one.Status)
		if one.Sequence > 0 {
			line += fmt.Sprintf(" as #%d, %s", one.Sequence, one.Verdict)
		}
		if one.Why != "" {
			line += ": " + one.Why
		}
		p.Item(one.ID+"  "+moment(one.Written)+"  "+one.Player+"  ", line)
	}
}
