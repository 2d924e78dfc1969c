package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"adjudicate/draw"
	"adjudicate/events"
	"adjudicate/internal/term"
	"adjudicate/projections"
)

func weightsCommand() *cli.Command {
	return &cli.Command{
		Name: "weights", Category: catRead,
		Usage:       "show the Weights, now or over the game",
		Description: "1230.3. With --series every change is listed and each side gets a small chart; --svg draws a large one.",
		UsageText:   "adjudicate weights\nadjudicate weights --series\nadjudicate weights --svg weights.svg",
		Flags:       reading(&cli.BoolFlag{Name: "series", Usage: "all Weights of the game, play by play"}, svgFlag),
		Action: do(func(s *session) error {
			g, err := s.attach()
			if err != nil {
				return err
			}
			defer g.close()
			v, err := s.weights(g)
			if err != nil {
				return err
			}
			if path := s.c.String("svg"); path != "" {
				if len(v.Series) == 0 {
					return usagef("", "there is nothing to draw: no Weights have been posted yet")
				}
				err := s.writeFile(path, func(w io.Writer) error {
					return draw.Series(w, v.lines, draw.SeriesOptions{Title: "Weights of " + g.name, First: v.first})
				})
				if err != nil || path == "-" {
					return err
				}
			}
			if !s.c.Bool("series") {
				v.short = true
			}
			return s.show(v)
		}),
	}
}

type weightsView struct {
	Weights []events.Weight       `json:"weights"`
	Series  []projections.Posting `json:"series,omitempty"`
	lines   []draw.Line
	first   int // the number of the first play in lines
	short   bool
}

// MarshalJSON leaves the series out unless it was asked for.
func (v *weightsView) MarshalJSON() ([]byte, error) {
	type plain weightsView
	c := plain(*v)
	if v.short {
		c.Series = nil
	}
	return json.Marshal(c)
}

// weights folds what was posted, up to --at.
func (s *session) weights(g *game) (*weightsView, error) {
	w := projections.NewWeights()
	at, err := s.fold(g, w)
	if err != nil {
		return nil, err
	}
	v := &weightsView{Weights: append([]events.Weight{}, w.Latest().Weights...)}
	for i := range w.Len() {
		post := w.Posting(i)
		post.Sequence = at.of(post.Sequence)
		v.Series = append(v.Series, post)
	}
	lines, first := w.Lines()
	v.first = first
	for _, l := range lines {
		v.lines = append(v.lines, draw.Line(l))
	}
	return v, nil
}

func (v *weightsView) text(p *term.Page) {
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
	if !v.short {
		rows[0] = append(rows[0], "over the game")
	}
	for _, w := range v.Weights {
		row := []string{w.Side, w.Weight.String()}
		if !v.short {
			for _, l := range v.lines {
				if l.Name == w.Side {
					row = append(row, draw.Sparkline(thin(l.Weights, 60), top))
				}
			}
		}
		rows = append(rows, row)
	}
	p.Table(rows)
	if v.short {
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
