package draw

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"adjudicate/internal/markup"
	"adjudicate/rules/movement"
)

// Line is one side's Weights, play by play.
type Line struct {
	Name    string
	Side    string // whose colour it has, if that is not the line's name
	Dashed  bool   // a second line of one side
	Start   int    // the place of the first Weight in the chart, from 0: a side that entered later
	Weights []movement.Weight
}

// SeriesOptions say how to draw a chart.
type SeriesOptions struct {
	Title         string   // "Weights" if empty
	Language      string   // as that of a Board
	Width, Height int      // pixels; 0 stands for 900 by 400, and 320 by 160 is the least
	First         int      // the number of the first play in the chart
	Entered       []string // as that of a Board
	Marked        bool     // a play is marked by a line across the chart, and the Weights in the legend are those after it
	Mark          int      // the number of that play
}

// ErrSeries says that a chart has nothing to show, or a line that begins before the chart does.
var ErrSeries = errors.New("no series that can be drawn")

type seriesLayout struct {
	Width, Height            int
	Title, Description       string
	Play                     string  // what the numbers below are of
	Left, Right, Top, Bottom float64 // the plot
	RowX, TickY, ColumnY     float64
	UnitY, Dot               float64
	LeadX, LegendX, NameX    float64
	Rows, Columns            []tick
	Curves                   []curve
	Cursor                   *cursor // nil: nothing is marked
}

// A cursor is the line across a chart at a play.
type cursor struct {
	At     float64
	Word   string
	Anchor string // where the word begins: it is not to leave the plot
}

type tick struct {
	At, TextAt float64
	Word       string
}

type curve struct {
	Name, Last, Fill, Dash          string
	Dots                            []dot
	EndX, EndY, LeadX, LeadY, TextY float64
}

type dot struct {
	X, Y  float64
	Title string
}

// svg is the chart as markup.
func (s *seriesLayout) svg() []byte {
	var m markup.Text
	putHead(&m, s.Width, s.Height, s.Title, s.Description)
	m.Put("\n"+`<text x="%" y="20" font-size="16" font-weight="600" fill="%">%</text>`, s.Left, pageText, s.Title)
	m.Put("\n"+`<g font-size="12" fill="%" stroke-opacity="0.35" aria-hidden="true">`, pageText)
	for _, r := range s.Rows {
		m.Put("\n"+`<line x1="%" y1="%" x2="%" y2="%" stroke="%"/><text x="%" y="%" text-anchor="end">%</text>`, s.Left, r.At, s.Right, r.At, pageText, s.RowX, r.TextAt, r.Word)
	}
	for _, c := range s.Columns {
		m.Put("\n"+`<line x1="%" y1="%" x2="%" y2="%" stroke="%"/><text x="%" y="%" text-anchor="middle">%</text>`, c.At, s.Bottom, c.At, s.TickY, pageText, c.At, s.ColumnY, c.Word)
	}
	m.Put("\n"+`<text x="%" y="%" text-anchor="end">%</text>`+"\n</g>", s.Right, s.UnitY, s.Play)
	for i := range s.Curves {
		s.curve(&m, &s.Curves[i])
	}
	if c := s.Cursor; c != nil {
		m.Put("\n"+`<g class="cursor" fill="%"><line x1="%" y1="%" x2="%" y2="%" stroke="%" stroke-width="1.5" stroke-dasharray="2 3"/>`, pageText, c.At, s.Top, c.At, s.Bottom, pageText)
		m.Put(`<path d="M%,% l-5,-8 h10 z"/><text x="%" y="%" font-size="12" font-weight="600" text-anchor="%">%</text></g>`, c.At, s.Top, c.At, s.Top-11, c.Anchor, c.Word)
	}
	putFoot(&m)
	return m
}

// curve is a line with a dot a play, and its name at the end.
func (s *seriesLayout) curve(m *markup.Text, c *curve) {
	var points markup.Text
	for i := range c.Dots {
		if i > 0 {
			points.Put(" ")
		}
		points.Put("%,%", c.Dots[i].X, c.Dots[i].Y)
	}
	m.Put("\n"+`<g fill="%"><title>%</title><path d="M%" fill="none" stroke="%" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/>`, c.Fill, c.Name, markup.Verbatim(points), pageText)
	m.Put(`<polyline points="%" fill="none" stroke="%" stroke-width="2.2" stroke-linejoin="round" stroke-linecap="round"`, markup.Verbatim(points), c.Fill)
	if c.Dash != "" {
		m.Put(` stroke-dasharray="%"`, c.Dash)
	}
	m.Put(`/>`)
	for i := range c.Dots {
		d := &c.Dots[i]
		m.Put("\n"+`<circle cx="%" cy="%" r="%" stroke="%" stroke-width="0.6"><title>%</title></circle>`, d.X, d.Y, s.Dot, pageText, d.Title)
	}
	m.Put("\n"+`<line x1="%" y1="%" x2="%" y2="%" stroke="%" stroke-opacity="0.5"/><circle cx="%" cy="%" r="6" stroke="%"/>`, c.EndX, c.EndY, s.LeadX, c.LeadY, c.Fill, s.LegendX, c.LeadY, pageText)
	m.Put(`<text x="%" y="%" font-size="13" fill="%"><tspan font-weight="600">%</tspan> <tspan dx="3">%</tspan></text></g>`, s.NameX, c.TextY, pageText, c.Name, c.Last)
}

// Series writes a chart of the Weights per play as a self-contained SVG picture: a line a side,
// in the colour that [SVG] gives the side in a board of the same Entered, its name and last Weight at the line's end. An error is [ErrSeries] or that of w.
func Series(w io.Writer, lines []Line, o SeriesOptions) error {
	plays, top := 0, movement.Weight(0)
	for _, l := range lines {
		if l.Start < 0 {
			return fmt.Errorf("draw: series of %q from %d: %w", l.Name, l.Start, ErrSeries)
		}
		if len(l.Weights) > 0 {
			plays = max(plays, l.Start+len(l.Weights))
			top = max(top, slices.Max(l.Weights))
		}
	}
	if plays == 0 {
		return fmt.Errorf("draw: series: %w", ErrSeries)
	}
	if o.Width <= 0 || o.Height <= 0 {
		o.Width, o.Height = 900, 400
	}
	o.Width, o.Height = max(o.Width, 320), max(o.Height, 160)
	if o.Title == "" {
		o.Title = say(o.Language, "Weights")
	}
	if _, err := w.Write(layOutSeries(lines, plays, top, o).svg()); err != nil {
		return fmt.Errorf("draw: write series: %w", err)
	}
	return nil
}

func layOutSeries(lines []Line, plays int, top movement.Weight, o SeriesOptions) *seriesLayout {
	names := 0.0
	for _, l := range lines {
		names = max(names, textWidth(l.Name+" 999.5", 13))
	}
	s := &seriesLayout{
		Width: o.Width, Height: o.Height, Title: o.Title, Play: say(o.Language, "play"),
		Left: 48, Top: 40, Right: float64(o.Width) - names - 56, Bottom: float64(o.Height) - 44,
	}
	s.Right = max(s.Right, s.Left+80)
	s.RowX, s.TickY, s.ColumnY, s.UnitY = s.Left-8, s.Bottom+5, s.Bottom+20, s.Bottom+37
	s.LeadX, s.LegendX, s.NameX = s.Right+22, s.Right+30, s.Right+42
	s.Dot = max(1, min(2.6, (s.Right-s.Left)/float64(plays)/4))

	step := roundStep(int(top)/2+1, 6)
	high := (int(top)/2/step + 1) * step // whole Weights
	if int(top) == 2*(high-step) && high > step {
		high -= step
	}
	y := func(v movement.Weight) float64 {
		return s.Bottom - (s.Bottom-s.Top)*float64(v)/float64(2*high)
	}
	x := func(k int) float64 {
		if plays == 1 {
			return s.Left
		}
		return s.Left + (s.Right-s.Left)*float64(k)/float64(plays-1)
	}
	for v := 0; v <= high; v += step {
		at := y(movement.Weight(2 * v))
		s.Rows = append(s.Rows, tick{at, at + 4, strconv.Itoa(v)})
	}
	every := roundStep(plays, 15)
	for k := range plays {
		if n := o.First + k; n%every == 0 || k == 0 && every-n%every > every/2 {
			s.Columns = append(s.Columns, tick{At: x(k), Word: strconv.Itoa(n)})
		}
	}

	sides := make([]Side, len(lines))
	for i, l := range lines {
		if sides[i].Name = l.Name; l.Side != "" {
			sides[i].Name = l.Side
		}
	}
	dressed := dress(o.Entered, sides)
	var words []string
	each := say(o.Language, "%s, play %d: %s")
	for i, l := range lines {
		if len(l.Weights) == 0 {
			continue
		}
		ink, _ := dressed.of(sides[i].Name)
		c := curve{Name: l.Name, Last: l.Weights[len(l.Weights)-1].String(), Fill: ink.fill}
		if o.Marked {
			c.Last = ""
			if at := min(o.Mark-o.First-l.Start, len(l.Weights)-1); at >= 0 {
				c.Last = l.Weights[at].String()
			}
		}
		if l.Dashed {
			c.Dash = "6 4"
		}
		for _, k := range drawn(l.Weights, l.Start, plays, s.Right-s.Left) {
			v := l.Weights[k]
			d := dot{x(l.Start + k), y(v), fmt.Sprintf(each, l.Name, o.First+l.Start+k, v)}
			c.Dots, c.EndX, c.EndY = append(c.Dots, d), d.X, d.Y
		}
		s.Curves = append(s.Curves, c)
		words = append(words, say(o.Language, "%s: %s to %s.", l.Name, l.Weights[0], l.Weights[len(l.Weights)-1]))
	}
	if o.Marked {
		at := min(max(o.Mark-o.First, 0), plays-1)
		s.Cursor = &cursor{x(at), say(o.Language, "play %d", o.First+at), "middle"}
		if s.Cursor.At > s.Right-30 {
			s.Cursor.Anchor = "end"
		}
	}
	s.Description = strings.Join(append([]string{say(o.Language, "Weights of %d sides over %d plays.", len(s.Curves), plays)}, words...), " ")
	s.spread()
	return s
}

// drawn lists which Weights of a line that begins at start are drawn, in order: all where the chart has a pixel for each play; else the least and the greatest
// of every two pixels, the first and the last. The line then goes wherever all its points would have it go, and a long game has no larger picture.
func drawn(weights []movement.Weight, start, plays int, width float64) (list []int) {
	columns := int(width) / 2
	for first := 0; first < len(weights); {
		column := func(k int) int { return (start + k) * columns / plays }
		end, least, most := first, first, first
		for ; end < len(weights) && (end == first || plays > 2*columns && column(end) == column(first)); end++ {
			if weights[end] < weights[least] {
				least = end
			}
			if weights[end] > weights[most] {
				most = end
			}
		}
		list = append(list, min(least, most), max(least, most))
		first = end
	}
	list = append(list, 0, len(weights)-1)
	slices.Sort(list)
	return slices.Compact(list)
}

// spread places the names at the heights of their lines' ends, moved apart where they would
// overlap.
func (s *seriesLayout) spread() {
	const apart = 17
	order := make([]*curve, len(s.Curves))
	for i := range s.Curves {
		order[i] = &s.Curves[i]
	}
	slices.SortStableFunc(order, func(a, b *curve) int {
		switch {
		case a.EndY < b.EndY:
			return -1
		case a.EndY > b.EndY:
			return 1
		}
		return 0
	})
	at := s.Top - apart
	for _, c := range order {
		at = max(at+apart, c.EndY)
		c.LeadY = at
	}
	limit := s.Bottom + 4
	for _, c := range slices.Backward(order) {
		c.LeadY = min(c.LeadY, limit)
		limit = c.LeadY - apart
		c.TextY = c.LeadY + 4.5
	}
}

// roundStep returns the least of 1, 2, 5, 10, 20, … of which at most parts are needed to cover span.
func roundStep(span, parts int) int {
	for ten := 1; ; ten *= 10 {
		for _, n := range []int{1, 2, 5} {
			if n*ten >= (span+parts-1)/parts {
				return n * ten
			}
		}
	}
}

// Sparkline draws a series in a line of text, a character a value, from "▁" for 0 or less to "█"
// for top. With top 0 the greatest value is the top.
func Sparkline(values []movement.Weight, top movement.Weight) string {
	steps := []rune("▁▂▃▄▅▆▇█")
	if top <= 0 {
		for _, v := range values {
			top = max(top, v)
		}
	}
	out := make([]rune, len(values))
	for i, v := range values {
		step := 0
		if top > 0 {
			step = int(min(max(v, 0), top)) * (len(steps) - 1) / int(top)
		}
		out[i] = steps[step]
	}
	return string(out)
}
