package report

import (
	"adjudicate/draw/diagram"
	"adjudicate/internal/term"
)

// Drawing is the moves of pieces, drawn from their definitions.
type Drawing struct {
	Diagrams []*diagram.Diagram `json:"diagrams"`
}

// Print writes the view for people.
func (v *Drawing) Print(p *term.Page) {
	for i, d := range v.Diagrams {
		if i > 0 {
			p.Blank()
		}
		p.Raw(d.Text())
	}
}
