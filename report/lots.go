package report

import (
	"context"
	"strings"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/internal/term"
)

// Lots is a list of the draws that were made.
type Lots struct {
	Lots []events.LotDrawn `json:"lots"`
}

// LotsOf lists the draws of a history.
func LotsOf(ctx context.Context, h *history.View) (*Lots, error) {
	v := &Lots{Lots: []events.LotDrawn{}}
	for e, err := range h.Events(ctx, 1) {
		if err != nil {
			return nil, err
		}
		if lot, ok := e.Payload.(events.LotDrawn); ok && len(lot.Among) > 0 { // else it was supplied for a draw to come
			v.Lots = append(v.Lots, lot)
		}
	}
	return v, nil
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
