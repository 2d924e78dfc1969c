package report

import (
	"adjudicate/internal/licences"
	"adjudicate/internal/term"
)

// Licences are those of everything that the program is linked from.
type Licences struct {
	Licences []licences.Licence `json:"licences"`
}

// Print writes the view for people.
func (v *Licences) Print(p *term.Page) {
	for i, l := range v.Licences {
		if i > 0 {
			p.Line("")
		}
		title := l.Module
		if l.Version != "" {
			title += " " + l.Version
		}
		p.Line("%s", title)
		p.Line("")
		p.Raw(l.Text)
	}
}
