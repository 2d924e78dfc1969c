package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"adjudicate/draw"
	"adjudicate/events"
	"adjudicate/ledger"
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
					return draw.Series(w, v.lines(), draw.SeriesOptions{Title: "Weights of " + g.name})
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

// postedView is the Weights as posted at one point.
type postedView struct {
	Sequence uint64          `json:"sequence"`
	Recorded time.Time       `json:"recorded"`
	Weights  []events.Weight `json:"weights"`
}

type weightsView struct {
	Weights []events.Weight `json:"weights"`
	Series  []postedView    `json:"series,omitempty"`
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
	v := &weightsView{Weights: []events.Weight{}}
	at := s.c.Uint64("at")
	for e, err := range ledger.Events(s.ctx, g.st, g.name, 1) {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.place, err)
		}
		if at != 0 && e.Sequence > at {
			break
		}
		if w, ok := e.Payload.(events.WeightsPosted); ok {
			v.Series = append(v.Series, postedView{e.Sequence, e.Recorded, w.Weights})
			v.Weights = w.Weights
		}
	}
	return v, nil
}

// lines turns the series into a line a side.
func (v *weightsView) lines() []draw.Line {
	var out []draw.Line
	for n, post := range v.Series {
		for _, w := range post.Weights {
			i := slices.IndexFunc(out, func(l draw.Line) bool { return l.Name == w.Side })
			if i < 0 {
				i = len(out)
				out = append(out, draw.Line{Name: w.Side, Start: n})
			}
			if len(out[i].Weights)+out[i].Start == n {
				out[i].Weights = append(out[i].Weights, w.Weight)
			}
		}
	}
	return out
}

func (v *weightsView) text(p *page) {
	if len(v.Weights) == 0 {
		p.line("No Weights have been posted yet.")
		return
	}
	var top events.Half
	lines := v.lines()
	for _, l := range lines {
		top = max(top, slices.Max(l.Weights))
	}
	rows := [][]string{{"side", ">Weight"}}
	if !v.short {
		rows[0] = append(rows[0], "over the game")
	}
	for _, w := range v.Weights {
		row := []string{w.Side, w.Weight.String()}
		if !v.short {
			for _, l := range lines {
				if l.Name == w.Side {
					row = append(row, draw.Sparkline(thin(l.Weights, 60), top))
				}
			}
		}
		rows = append(rows, row)
	}
	p.table(rows)
	if v.short {
		return
	}
	p.blank()
	rows = [][]string{{">seq", "time"}}
	for _, w := range v.Weights {
		rows[0] = append(rows[0], ">"+w.Side)
	}
	for _, post := range v.Series {
		row := []string{fmt.Sprint(post.Sequence), moment(post.Recorded)}
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
	p.table(rows)
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
