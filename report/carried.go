package report

import (
	"strings"
	"time"

	"adjudicate/internal/term"
	"adjudicate/ledger/carry"
)

// Carried is a ledger of an older format converted to the current one.
type Carried struct {
	From string `json:"from"`
	To   string `json:"to"`
	Name string `json:"name"`
	carry.Report
}

// NewCarried returns the view of a report.
func NewCarried(from, to, name string, r *carry.Report) *Carried {
	v := &Carried{From: from, To: to, Name: name, Report: *r}
	for i := range v.Otherwise {
		v.Otherwise[i].Text = InputWords(v.Otherwise[i].Input)
	}
	return v
}

// No reports whether an input came out otherwise.
func (v *Carried) No() bool { return len(v.Otherwise) > 0 }

// Print writes the view for people.
func (v *Carried) Print(p *term.Page) {
	p.Line("%s holds %s in format 2: %s of %s, %s, %s.", v.To, v.Name, Counted(v.Inputs, "input"), v.From, Counted(v.Editions, "adopted edition"), Counted(int(v.Written), "event"))
	if len(v.Due) > 0 {
		p.Line("%s had not been recorded:", Counted(len(v.Due), "expired limit"))
		for _, d := range v.Due {
			p.Line("  #%-8s %s, edition %d", d.Entry, d.At.Format(time.RFC3339), d.Edition)
		}
	}
	if len(v.Otherwise) == 0 {
		p.Line("Every input has the same ruling and the same effects.")
	} else {
		p.Line("%s:", p.Style(term.Red, "Different results for "+Counted(len(v.Otherwise), "input")))
	}
	for _, e := range v.Otherwise {
		p.Line("  #%s, now #%s, edition %d: %s", e.Was, e.Is, e.Edition, e.Text)
		if e.Before == e.After {
			p.Line("    %s, with different effects", e.After)
			continue
		}
		p.Line("    was %s%s", e.Before, reasons(e.WhyBefore))
		p.Line("    is %s%s", e.After, reasons(e.WhyAfter))
	}
	if v.Citations > 0 {
		p.Line("%s, but with different clauses, readings or facts.", "Same results for "+Counted(v.Citations, "input"))
	}
	for _, l := range v.Labels {
		p.Line("%s of edition %d is called %s (entry %s).", l.Was, l.Edition, l.Is, l.Entry)
	}
	for _, r := range v.Rewritten {
		p.Line("#%d, now #%d, names such a piece: it read %q.", r.Was, r.Is, r.Text)
	}
	for _, l := range v.LeftOut {
		p.Line("#%d (%s) is left out: %s.", l.Sequence, l.Type, l.Why)
	}
}

func reasons(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return ": " + strings.Join(list, "; ")
}
