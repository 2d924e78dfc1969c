package report

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"adjudicate/events"
	"adjudicate/internal/term"
	"adjudicate/projections"
	"adjudicate/report/draw"
)

// Weights is the Weights, now and over the game.
type Weights struct {
	Weights []events.Weight       `json:"weights"`
	Series  []projections.Posting `json:"series,omitempty"`
	lines   []draw.Line
	entered []string
	first   int  // the number of the first play in lines
	Short   bool `json:"-"`
}

// MarshalJSON leaves the series out unless it was asked for.
func (v *Weights) MarshalJSON() ([]byte, error) {
	type plain Weights
	c := plain(*v)
	if v.Short {
		c.Series = nil
	}
	return json.Marshal(c)
}

// NewWeights tells what was posted.
func NewWeights(w *projections.Weights) *Weights {
	v := &Weights{Weights: append([]events.Weight{}, w.Latest().Weights...)}
	for i := range w.Len() {
		v.Series = append(v.Series, w.Posting(i))
	}
	lines, first := w.Lines()
	v.first, v.entered = first, w.Entered()
	for _, l := range lines {
		v.lines = append(v.lines, draw.Line{Name: l.Name, Start: l.Start, Weights: l.Weights})
	}
	return v
}

// Chart draws the series; language as that of a draw.Board.
func (v *Weights) Chart(w io.Writer, title, language string) error {
	return draw.Series(w, v.lines, draw.SeriesOptions{Title: title, Language: language, First: v.first, Entered: v.entered})
}

// ChartAt draws the series with a mark at the point that another view of the same history has come to.
func (v *Weights) ChartAt(w io.Writer, title, language string, at *Weights) error {
	o := draw.SeriesOptions{Title: title, Language: language, First: v.first, Entered: v.entered}
	if n := len(at.Series); n > 0 {
		o.Marked, o.Mark = true, at.Series[n-1].Play
	}
	return draw.Series(w, v.lines, o)
}

// Print writes the view for people.
func (v *Weights) Print(p *term.Page) {
	if len(v.Weights) == 0 {
		p.Line("No Weights have been posted yet.")
		return
	}
	var top events.Half
	for _, l := range v.lines {
		if len(l.Weights) > 0 {
			top = max(top, slices.Max(l.Weights))
		}
	}
	rows := [][]string{{"side", ">Weight"}}
	if !v.Short {
		rows[0] = append(rows[0], "over the game")
	}
	for _, w := range v.Weights {
		row := []string{w.Side, w.Weight.String()}
		if !v.Short {
			for _, l := range v.lines {
				if l.Name == w.Side {
					row = append(row, draw.Sparkline(thin(l.Weights, 60), top))
				}
			}
		}
		rows = append(rows, row)
	}
	p.Table(rows)
	if v.Short {
		return
	}
	p.Blank()
	rows = [][]string{{">seq", ">play"}}
	for _, w := range v.Weights {
		rows[0] = append(rows[0], ">"+w.Side)
	}
	for _, post := range v.Series {
		row := []string{fmt.Sprint(post.Sequence), fmt.Sprint(post.Play)}
		for _, w := range v.Weights {
			cell := ""
			for _, x := range post.Weights {
				if x.Side == w.Side {
					cell = x.Weight.String()
				}
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	p.Table(rows)
}

// thin picks at most n values, evenly, the last one among them.
func thin(values []events.Half, n int) []events.Half {
	if len(values) <= n {
		return values
	}
	out := make([]events.Half, n)
	for i := range out {
		out[i] = values[(i+1)*len(values)/n-1]
	}
	return out
}
