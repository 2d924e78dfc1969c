package report

import (
	"adjudicate/draw/diagram"
	"adjudicate/internal/term"
)

type Drawing struct {
	Diagrams []*diagram.Diagram `json:"diagrams"`
}

func (v *Drawing) Print(p *term.Page) {
	for i, d := range v.Diagrams {
		if i > 0 {
			p.Blank()
		}
		p.Raw(d.Text())
	}
}
