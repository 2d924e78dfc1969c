package diagram

import (
	"cmp"
	_ "embed" // for the template
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"
	"sync"

	"adjudicate/rules"
)

//go:embed diagram.svg.tmpl
var source string

// svg is read when the first diagram is drawn.
var svg = sync.OnceValue(func() *template.Template { return template.Must(template.New("diagram").Parse(source)) })

// Lengths in pixels.
const (
	cell     = 24
	margin   = 24 // about a panel, for the coordinates
	heading  = 26
	caption  = 22
	line     = 20
	mostWide = 1100
)

// sheet is the picture as the template draws it.
type sheet struct {
	Width, Height     int
	Title, Words      string
	Panels            []sheetPanel
	Legend, Footnotes []sheetText
}

type sheetPanel struct {
	X, Y, Width, Height int // of the board
	Title, Dark         string
	Labels              []sheetText
	Tints               []sheetMark
	Marks               []sheetMark
	Parts               []sheetPart
	Pieces              []sheetPiece
}

// sheetPart joins a piece on several squares to one of them.
type sheetPart struct {
	X1, Y1, X2, Y2 int
	Fill, Title    string
}

type sheetText struct {
	X, Y int
	Text string
	Mark *sheetMark
}

type sheetPiece struct {
	X, Y, TextY int
	Glyph, Fill string
	Ink, Ring   string
	Tag         string
	Title       string
}

// sheetMark is a mark about a centre. Faint marks have vanished.
type sheetMark struct {
	X, Y, Left, Top int
	Shape, Fill     string
	Title           string
	Faint           bool
}

// SVG writes the diagram as one self-contained picture: the panels side by side as far as
// they fit, a legend, the notes. It has no script, no style sheet and no ids.
func (d *Diagram) SVG(w io.Writer) error {
	s := d.layOut()
	if err := svg().Execute(w, s); err != nil {
		return fmt.Errorf("draw the diagram of %s: %w", d.Type, err)
	}
	return nil
}

func (d *Diagram) layOut() *sheet {
	s := &sheet{}
	if d.Type != "" {
		s.Title = fmt.Sprintf("%s %s, %s", d.Glyph, d.Type, d.Clause)
	}
	x, y, row := margin, heading+10, 0
	var words []string
	for i := range d.Panels {
		p := &d.Panels[i]
		width, height := max(p.Files*cell, 8*len([]rune(p.heading()))), p.Ranks*cell
		if x > margin && x+width+margin > mostWide {
			x, y, row = margin, y+row, 0
		}
		s.Panels = append(s.Panels, p.layOut(x, y+caption+margin))
		s.Width = max(s.Width, x+width+margin)
		row = max(row, caption+2*margin+height+8)
		x += width + 2*margin
		words = append(words, p.Title)
	}
	y += row + 14
	s.legend(d, &y)
	for _, n := range d.Notes {
		for _, part := range wrap(n, 110) {
			s.Footnotes = append(s.Footnotes, sheetText{X: margin, Y: y, Text: part})
			y += line - 3
			s.Width = max(s.Width, margin+7*len(part))
		}
	}
	s.Words = strings.Join(append(words, d.Notes...), ". ")
	s.Height = y + 4
	s.Width = max(s.Width, 420)
	return s
}

// wrap breaks a text at spaces into lines of about width letters.
func wrap(text string, width int) []string {
	var out []string
	for len(text) > width {
		i := strings.LastIndexByte(text[:width], ' ')
		if i <= 0 {
			break
		}
		out, text = append(out, text[:i]), "   "+text[i+1:]
	}
	return append(out, text)
}

// legend sets a shape and a word for all that the panels show.
func (s *sheet) legend(d *Diagram, y *int) {
	var used Kinds
	gained, lost, friend, enemy := false, false, false, false
	for i := range d.Panels {
		for _, m := range d.Panels[i].Marks {
			used |= m.Kinds | m.Lost
			gained, lost = gained || m.Gained != 0, lost || m.Lost != 0
		}
		for _, x := range d.Panels[i].Pieces {
			if d.Panels[i].shows(x.Square) {
				friend, enemy = friend || x.Role == "friend", enemy || x.Role == "enemy"
			}
		}
	}
	x := margin
	for _, t := range d.tags() {
		s.Legend = append(s.Legend, sheetText{X: x, Y: *y + 4, Text: t.Tag + " " + t.Side})
		x += 30 + 8*len(t.Side)
	}
	put := func(shape, word string) {
		w := 38 + 7*len(word)
		if x+w > max(s.Width, 420) {
			x, *y = margin, *y+line
		}
		look := looks[shape]
		s.Legend = append(s.Legend, sheetText{X: x + 25, Y: *y + 4, Text: word,
			Mark: &sheetMark{X: x + 8, Y: *y, Left: x - 4, Top: *y - 12, Shape: shape, Fill: look}})
		x += w
	}
	for i, w := range kindWords {
		if k := Kinds(1) << i; used&k != 0 {
			put(w, wordOf(k))
		}
	}
	if friend {
		put("friend", "a friend")
	}
	if enemy {
		put("enemy", "an opposing piece")
	}
	if gained {
		put("gained", "appears")
	}
	if lost {
		put("lost", "vanishes")
	}
	*y += line + 6
}

// wordOf is the legend's wording of one kind.
func wordOf(k Kinds) string {
	for _, s := range signs {
		if s.kinds == k {
			return s.word
		}
	}
	return ""
}

// looks are the colours of shapes.
var looks = map[string]string{
	"move": "#2f7d4f", "capture": "#c8102e", "shot": "#c8102e", "lands": "#2f7d4f", "declared": "#7a3fb0",
	"exit": "#4d4d4d", "swap": "#1f6fb2", "action": "#b35900", "protects": "#1f6fb2", "denies": "#6b6b6b",
	"friend": "#2c6fbb", "enemy": "#8d939c", "self": "#26282b", "gained": "#3aa655", "lost": "#d9534f",
}

func (p *Panel) layOut(left, top int) sheetPanel {
	out := sheetPanel{X: left, Y: top, Width: p.Files * cell, Height: p.Ranks * cell, Title: p.heading()}
	var dark strings.Builder
	for f := range p.Files {
		for r := range p.Ranks {
			if (p.File+f+p.Rank+r)%2 == 0 {
				fmt.Fprintf(&dark, "M%d %dh%dv%dh-%dz", left+f*cell, top+(p.Ranks-1-r)*cell, cell, cell, cell)
			}
		}
	}
	out.Dark = dark.String()
	for f := range p.Files {
		out.Labels = append(out.Labels, sheetText{X: left + f*cell + cell/2, Y: top + out.Height + 13, Text: rules.FileName(p.File + f)})
	}
	for r := range p.Ranks {
		out.Labels = append(out.Labels, sheetText{X: left - 11, Y: top + (p.Ranks-1-r)*cell + cell/2 + 4, Text: strconv.Itoa(p.Rank + r + 1)})
	}
	at := func(square string) (x, y int) {
		file, rank, _ := rules.ParseSquare(square)
		return left + (file-p.File)*cell, top + (p.Ranks-1-(rank-p.Rank))*cell
	}
	for _, m := range p.Marks {
		x, y := at(m.Square)
		out.mark(x, y, m)
	}
	for _, piece := range p.Pieces {
		x, y := at(piece.Square)
		if !p.shows(piece.Square) {
			continue // far away, and named in the title
		}
		fill := cmp.Or(piece.Fill, looks[piece.Role])
		for _, square := range piece.Covers {
			if x2, y2 := at(square); p.shows(square) {
				out.Parts = append(out.Parts, sheetPart{X1: x + cell/2, Y1: y + cell/2, X2: x2 + cell/2, Y2: y2 + cell/2, Fill: fill, Title: piece.Type + " covers " + square})
			}
		}
		out.Pieces = append(out.Pieces, sheetPiece{X: x + cell/2, Y: y + cell/2, TextY: y + cell/2 + 4,
			Glyph: piece.Glyph, Fill: fill, Ink: cmp.Or(piece.Ink, "#ffffff"), Ring: "#2a2a2a", Tag: piece.Tag,
			Title: strings.TrimSpace(piece.Role + " " + piece.Type + " on " + piece.Square)})
	}
	return out
}

// mark adds the shapes of a square: grounds below, others above.
func (p *sheetPanel) mark(x, y int, m Mark) {
	title := m.Square + ": " + strings.Join((m.Kinds|m.Lost).Words(), ", ")
	add := func(list *[]sheetMark, shape string, faint bool) {
		*list = append(*list, sheetMark{X: x + cell/2, Y: y + cell/2, Left: x, Top: y, Shape: shape, Fill: looks[shape], Title: title, Faint: faint})
	}
	if m.Gained != 0 {
		add(&p.Tints, "gained", false)
	}
	if m.Lost != 0 {
		add(&p.Tints, "lost", false)
	}
	for i, w := range kindWords {
		k := Kinds(1) << i
		switch {
		case m.Kinds&k != 0 && (k == Guarded || k == Denied):
			add(&p.Tints, w, false)
		case m.Kinds&k != 0:
			add(&p.Marks, w, false)
		case m.Lost&k != 0:
			add(&p.Marks, w, true)
		}
	}
}
