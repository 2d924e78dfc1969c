package report

import (
	"strings"

	"adjudicate/events"
	"adjudicate/internal/term"
)

// Lots is a list of the draws that were made.
type Lots struct {
	Lots []events.LotDrawn `json:"lots"`
}

// Print writes the view for people.
func (v *Lots) Print(p *term.Page) {
	rows := [][]string{{"draw", "result", "among", "source"}}
	for _, l := range v.Lots {
		rows = append(rows, []string{l.Draw, strings.Join(l.Result, " "), strings.Join(l.Among, " "), l.Source})
	}
	if len(rows) == 1 {
		p.Line("Nothing has been drawn by lot.")
	}
	p.Table(rows)
}
