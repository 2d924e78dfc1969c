package report

import (
	"fmt"
	"strings"

	"adjudicate/history/amendment"
	"adjudicate/internal/term"
)

// RuleLog is a list of the changes of the rules.
type RuleLog struct {
	Entries []amendment.Entry `json:"entries"`
}

// Print writes the view for people.
func (v *RuleLog) Print(p *term.Page) {
	if len(v.Entries) == 0 {
		p.Line("No rule of that number has been enacted.")
		return
	}
	for _, e := range v.Entries {
		text := fmt.Sprintf("%s %s/%d  %s", e.What, e.Number, e.Revision, e.Title)
		if e.Effective != e.Sequence {
			text += fmt.Sprintf("  (holds from #%d)", e.Effective)
		}
		who := ""
		if e.Actor != "" {
			who = "  by " + e.Actor
		}
		p.Line("%5d  %s  %s  %s%s", e.Sequence, moment(e.Recorded), verdictWord(p, e.Verdict), text, p.Style(term.Dim, who))
		for _, line := range e.Set {
			p.Item("                             ", "set "+line)
		}
		for _, f := range e.Faults {
			p.Item("                             ", f)
		}
		if e.Before != e.After {
			p.Line("                             %s", p.Style(term.Dim, "rulebook "+short(e.Before)+" → "+short(e.After)))
		}
	}
}

// short is the beginning of a hash, enough to tell rulebooks apart by eye.
func short(hash string) string {
	hash = strings.TrimPrefix(hash, "sha256:")
	return hash[:min(12, len(hash))]
}
