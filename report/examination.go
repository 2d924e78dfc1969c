package report

import (
	"adjudicate/internal/term"
	"adjudicate/ledger"
)

// Examination is what is the matter with a whole store, and what was put right.
type Examination struct{ *ledger.Examination }

// Print writes the view for people.
func (v *Examination) Print(p *term.Page) {
	open := 0
	for _, x := range v.Findings {
		text := x.Found
		if x.Game != "" {
			text = x.Game + ": " + text
		}
		if !x.Mended {
			open++
			text = p.Style(term.Red, text)
		}
		switch {
		case x.Mended:
			text += "; mended: " + x.Cure
		case x.Error != "":
			text += "; could not be mended: " + x.Error
		case x.Cure != "":
			text += "; --mend " + x.Kind + " would " + x.Cure
		}
		p.Field(x.Kind, text)
	}
	if open == 0 {
		p.Line("%s: everything is in order.", v.Store)
		return
	}
	p.Line("%s: %s.", v.Store, Counted(open, "finding"))
}
