package report

import (
	"adjudicate/internal/term"
	"adjudicate/ledger"
	"adjudicate/ledger/place"
)

// Examination is what is the matter with a whole store, and what was put right.
type Examination struct{ *ledger.Examination }

// Damage is what was not put right, and why not all was looked at.
func (v *Examination) Damage() error { return v.Err }

// Print writes the view for people.
func (v *Examination) Print(p *term.Page) {
	open := 0
	for _, x := range v.Findings {
		if !x.Mended {
			open++
		}
		examined(p, &x, "--mend")
	}
	if open == 0 {
		p.Line("%s: everything is in order.", v.Store)
		return
	}
	p.Line("%s: %s.", v.Store, Counted(open, "finding"))
}

// examined tells one thing that is the matter. By is what puts it right.
func examined(p *term.Page, x *ledger.Examined, by string) {
	text := x.Found
	if x.Game != "" {
		text = x.Game + ": " + text
	}
	if !x.Mended {
		text = p.Style(term.Red, text)
	}
	switch {
	case x.Mended:
		text += "; mended: " + x.Cure
	case x.Error != "":
		text += "; could not be mended: " + x.Error
	case x.Cure != "":
		text += "; " + by + " " + x.Kind + " would " + x.Cure
	}
	p.Field(x.Kind, text)
}

// state tells what is the matter with a whole store, in an answer about its games.
func state(p *term.Page, s place.State) {
	for i := range s.Troubles {
		examined(p, &s.Troubles[i], "adjudicate check --mend")
	}
	if s.Unseen != "" {
		p.Line("Further damage was not searched for: %s.", s.Unseen)
	}
}
