package draw

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"adjudicate/internal/markup"
	"adjudicate/rules"
	"adjudicate/rules/names"
	colours "adjudicate/rules/picture"
)

// This file says where things go; boardsvg.go and png.go what they are drawn as. Coordinates are pixels from the top left.

var kindColours = [...]string{
	Origin: "#8f6400", Target: "#2f7d4f", Capture: "#c8102e", Declared: "#7a3fb0", Exit: "#4d4d4d",
	Defended: "#1f6fb2", Check: "#e0245e",
}

type picture struct {
	Width, Height           int
	Title, Description      string
	Heading                 *label
	X, Y                    float64 // top left of the board
	BoardWidth, BoardHeight float64
	Square, Disc            float64
	First                   [2]int
	LabelSize, TagSize      float64
	Dark                    markup.Text // the path of the dark squares
	dressed                 *livery
	Tints, Walls, Closed    []area
	Edges                   []edge
	Labels                  []label
	Parts                   []part // of pieces that stand on several squares
	Pieces                  []disc
	States                  []sign
	Words                   []sign // of states, in the legend
	Arrows                  []arrow
	Marks                   []mark
	Legend                  []entry
	Key                     []key
	Turned                  float64 // degrees, about the middle
	MiddleX, MiddleY        float64
	Swatches                []swatch
}

type swatch struct {
	X, Y, TextX, TextY float64
	Fill, Word         string
}

type label struct {
	X, Y, Size float64
	Text       string
}

type area struct {
	X, Y               float64
	Fill, Title, Hatch string
}

type edge struct {
	X1, Y1, X2, Y2 float64
	Around         bool
}

type disc struct {
	X, Y, GlyphY, GlyphSize, TagX, TagY float64
	Title, Glyph, Tag, Fill, Ink        string
	Count                               *label // how many pieces stand there; nil: it alone
}

// part joins two squares of a piece that stands on several.
type part struct {
	X1, Y1, X2, Y2, Width, Edge float64
	Title, Fill                 string
}

// sign is that of a state, at the edge of a square.
type sign struct {
	X, Y, Size  float64
	Text, Title string
}

type arrow struct {
	X1, Y1, X2, Y2, Width float64
	Title, Fill, Head     string
}

type mark struct {
	X, Y, R, Stroke, Dash, Left, Top, Size float64
	Title, Shape, Fill, Path               string
}

type entry struct {
	X, Y, TagY, TextX, TextY   float64
	Fill, Ink, Tag, Name, Note string
	Check                      string // "in check"; "" if it is not
}

type key struct {
	Mark         mark
	TextX, TextY float64
	Word         string
}

// SVG writes the board as a self-contained picture without script, style markup.Text or ids, so that
// several can stand in one page: coordinates on all sides, pieces as discs in their side's colour
// with the glyph on it and the side's tag beside, marks, arrows, a legend. The ground is
// transparent. What the mouse rests on is named by tooltips; title and description hold the
// position in words. An error is that of [Board.Check] or of w.
func SVG(w io.Writer, b Board, o Options) error {
	if err := b.Check(); err != nil {
		return err
	}
	m := texts.Get().(*markup.Text)
	defer texts.Put(m)
	*m = (*m)[:0]
	layOut(&b, o).svg(m)
	if _, err := w.Write(*m); err != nil {
		return fmt.Errorf("draw: write picture: %w", err)
	}
	return nil
}

// texts are what pictures are written in before they are handed over.
var texts = sync.Pool{New: func() any { m := make(markup.Text, 0, 1<<15); return &m }}

func layOut(b *Board, o Options) *picture {
	s := float64(o.Square)
	if s <= 0 {
		s = 36
	}
	margin := max(18, s*0.62)
	p := &picture{
		Title: b.heading(), First: b.First, Square: s, Disc: s * 0.39,
		X: margin, Y: margin, BoardWidth: s * float64(b.Files), BoardHeight: s * float64(b.Ranks),
		LabelSize: max(10, s*0.34), TagSize: max(7, s*0.27), dressed: dress(b.Entered, b.Sides),
	}
	if b.Title == "" {
		p.Title = b.say(b.whole("A board of %d files and %d ranks", "A part of a board of %d files and %d ranks"), b.Files, b.Ranks)
	} else {
		p.Heading = &label{X: margin, Y: 20, Size: 16, Text: p.Title}
		p.Y += 20
	}
	width, height := p.around(b.Turned, margin)
	p.squares(b)
	p.pieces(b)
	p.arrows(b)
	p.marks(b)
	bottom := p.Y + p.BoardHeight + margin
	if b.Turned != 0 {
		bottom = p.MiddleY + height/2
	}
	if !o.Plain {
		bottom = p.legend(b, bottom)
	}
	p.Width, p.Height = int(math.Ceil(width)), int(math.Ceil(bottom))
	return p
}

// around places the board so that it fits when it is turned, and returns how much it takes with its margin.
func (p *picture) around(turned int, margin float64) (width, height float64) {
	w, h := p.BoardWidth+2*margin, p.BoardHeight+2*margin
	width, height = w, h
	switch {
	case turned%90 != 0:
		width, height = (w+h)/math.Sqrt2, (w+h)/math.Sqrt2
	case turned%180 != 0:
		width, height = h, w
	}
	top := p.Y - margin // below a heading
	p.Turned = float64(turned)
	if turned > 270 {
		p.Turned -= 360
	}
	p.MiddleX, p.MiddleY = width/2, top+height/2
	p.X, p.Y = p.MiddleX-p.BoardWidth/2, p.MiddleY-p.BoardHeight/2
	return width, height
}

// turn is where a point of the board lies when that is turned.
func (p *picture) turn(x, y float64) (float64, float64) {
	if p.Turned == 0 {
		return x, y
	}
	sin, cos := math.Sincos(p.Turned * math.Pi / 180)
	x, y = x-p.MiddleX, y-p.MiddleY
	return p.MiddleX + x*cos - y*sin, p.MiddleY + x*sin + y*cos
}

// corner returns the top left of a square, which is on the board.
func (p *picture) corner(square string) (x, y float64) {
	file, rank, _ := rules.ParseSquare(square)
	return p.at(file, rank)
}

// at is corner for a file and a rank.
func (p *picture) at(file, rank int) (x, y float64) {
	return p.X + p.Square*float64(file-p.First[0]), p.Y + p.BoardHeight - p.Square*float64(rank-p.First[1]+1)
}

func (p *picture) centre(square string) (x, y float64) {
	x, y = p.corner(square)
	return p.turn(x+p.Square/2, y+p.Square/2)
}

// labels adds the names at both ends of a file or rank.
func (p *picture) labels(text string, x1, y1, x2, y2 float64) {
	if p.Turned == 0 {
		p.Labels = append(p.Labels, label{X: x1, Y: y1, Text: text}, label{X: x2, Y: y2, Text: text})
		return
	}
	for _, at := range [][2]float64{{x1, y1}, {x2, y2}} {
		x, y := p.turn(at[0], at[1]-p.LabelSize*0.35)
		p.Labels = append(p.Labels, label{X: x, Y: y + p.LabelSize*0.35, Text: text})
	}
}

func (p *picture) squares(b *Board) {
	s := p.Square
	p.Dark = make(markup.Text, 0, 16*b.Files*b.Ranks)
	for y := range b.Ranks {
		for x := range b.Files {
			file, rank := b.First[0]+x, b.First[1]+y
			if (file+rank)%2 == 0 {
				x, y := p.at(file, rank)
				p.Dark.Put("M% %h%v%h-%z", x, y, s, s, s)
			}
		}
	}
	for _, t := range b.Tints {
		colour, _ := colours.Colour(t.Colour)
		for _, sq := range t.Squares {
			x, y := p.corner(sq)
			p.Tints = append(p.Tints, area{X: x, Y: y, Fill: colour, Title: sq + ": " + b.named(&t)})
		}
	}
	for _, w := range b.Walls {
		x, y := p.corner(w)
		hatch := fmt.Sprintf("M%s %sl%s -%sM%s %sl%s -%sM%s %sl%s -%s",
			markup.Decimal(x), markup.Decimal(y+s/2), markup.Decimal(s/2), markup.Decimal(s/2),
			markup.Decimal(x), markup.Decimal(y+s), markup.Decimal(s), markup.Decimal(s),
			markup.Decimal(x+s/2), markup.Decimal(y+s), markup.Decimal(s/2), markup.Decimal(s/2))
		p.Walls = append(p.Walls, area{X: x, Y: y, Title: b.say("%s: wall", w), Hatch: hatch})
	}
	for _, c := range b.Closed {
		x, y := p.corner(c)
		p.Closed = append(p.Closed, area{X: x, Y: y, Title: b.say("%s: no square", c)})
	}
	p.edges(b)
	gap := p.LabelSize * 0.75
	p.Labels = make([]label, 0, 2*(b.Files+b.Ranks))
	for file := b.First[0]; file < b.First[0]+b.Files; file++ {
		x, _ := p.at(file, 0)
		x += p.Square / 2
		p.labels(rules.FileName(file), x, p.Y-gap*0.6, x, p.Y+p.BoardHeight+gap*1.6)
	}
	for rank := b.First[1]; rank < b.First[1]+b.Ranks; rank++ {
		_, y := p.at(0, rank)
		y += p.Square/2 + p.LabelSize*0.35
		p.labels(strconv.Itoa(rank+1), p.X-gap*1.15, y, p.X+p.BoardWidth+gap*1.15, y)
	}
}

// edges draws the four edges where some of them lead around: those are dashed.
func (p *picture) edges(b *Board) {
	if !b.AroundFiles && !b.AroundRanks {
		return
	}
	left, top, right, bottom := p.X, p.Y, p.X+p.BoardWidth, p.Y+p.BoardHeight
	p.Edges = []edge{
		{left, top, left, bottom, b.AroundFiles}, {right, top, right, bottom, b.AroundFiles},
		{left, top, right, top, b.AroundRanks}, {left, bottom, right, bottom, b.AroundRanks},
	}
}

func (p *picture) pieces(b *Board) {
	dressed, words, stacks := p.dressed, map[string][]string{}, b.stacks()
	p.Pieces = make([]disc, 0, len(b.Pieces))
	for i := range b.Pieces {
		piece := b.Pieces[i]
		stack := stacks[piece.Square]
		words[piece.Side] = append(words[piece.Side], strings.TrimSpace(piece.Type+" "+strings.Join(append([]string{piece.Square}, b.Covers[piece.Square]...), " ")))
		if len(stack) > 1 && stack[len(stack)-1] != &b.Pieces[i] {
			continue // it lies below
		}
		ink, tag := dressed.of(piece.Side)
		x, y := p.centre(piece.Square)
		size := p.Square * 0.5
		if names.Characters(b.sign(&piece)) > 1 {
			size = p.Square * 0.36
		}
		d := disc{
			X: x, Y: y, GlyphY: y + size*0.36, GlyphSize: size,
			TagX: x + p.Square*0.4, TagY: y + p.Square*0.46,
			Title: b.say("%s on %s", piece.describe(), piece.Square), Glyph: b.sign(&piece), Tag: tag,
			Fill: ink.fill, Ink: ink.text,
		}
		if len(stack) > 1 {
			d.Count = &label{X: x - p.Square*0.36, Y: y + p.Square*0.46, Size: p.TagSize, Text: strconv.Itoa(len(stack))}
			d.Title = b.say("%s, with %s", d.Title, below(stack))
		}
		p.Pieces = append(p.Pieces, d)
		p.parts(b, &piece, ink.fill)
	}
	var sentences []string
	for _, s := range b.Sides {
		text := s.Name
		if note := b.note(&s); note != "" {
			text += " (" + note + ")"
		}
		if s.InCheck {
			text += ", " + b.say("in check")
		}
		text += ": " + strings.Join(words[s.Name], ", ")
		if len(words[s.Name]) == 0 {
			text += b.say(b.whole("nothing on the board", "nothing in this part"))
		}
		sentences = append(sentences, text+".")
	}
	for i, s := range b.States {
		for _, sq := range s.Squares {
			x, y := p.centre(sq)
			p.States = append(p.States, sign{X: x - p.Square*0.36, Y: y - p.Square*0.24, Size: p.Square * 0.36, Text: stateSign(i), Title: sq + ": " + s.Name})
		}
		if len(s.Squares) > 0 {
			sentences = append(sentences, s.Name+": "+strings.Join(s.Squares, ", ")+".")
		}
	}
	p.Description = strings.Join(sentences, " ")
}

// below names the pieces of a stack that are not on top, from the highest down.
func below(stack []*Piece) string {
	var list []string
	for _, p := range slices.Backward(stack[:len(stack)-1]) {
		list = append(list, p.describe())
	}
	return strings.Join(list, ", ")
}

// parts joins the squares of a piece: each to those beside it, or to the piece's own if there is none.
func (p *picture) parts(b *Board, piece *Piece, fill string) {
	squares := append([]string{piece.Square}, b.Covers[piece.Square]...)
	for i, sq := range squares[1:] {
		joined := false
		for _, other := range squares[:i+1] {
			f1, r1, _ := rules.ParseSquare(sq)
			f2, r2, _ := rules.ParseSquare(other)
			if max(f1-f2, f2-f1)+max(r1-r2, r2-r1) == 1 {
				p.part(b, piece, other, sq, fill)
				joined = true
			}
		}
		if !joined {
			p.part(b, piece, piece.Square, sq, fill)
		}
	}
}

func (p *picture) part(b *Board, piece *Piece, from, to, fill string) {
	x1, y1 := p.centre(from)
	x2, y2 := p.centre(to)
	p.Parts = append(p.Parts, part{X1: x1, Y1: y1, X2: x2, Y2: y2, Width: p.Square * 0.5, Edge: p.Square*0.5 + 2, Fill: fill, Title: b.say("%s covers %s", piece.describe(), to)})
}

// describe returns type, id and side: "Type R1 (Red)".
func (p Piece) describe() string {
	parts := []string{}
	for _, word := range []string{p.Type, p.ID} {
		if word != "" {
			parts = append(parts, word)
		}
	}
	if len(parts) == 0 {
		parts = append(parts, p.Glyph)
	}
	return strings.Join(parts, " ") + " (" + p.Side + ")"
}

func (p *picture) arrows(b *Board) {
	s := p.Square
	for _, a := range b.Arrows {
		x1, y1 := p.centre(a.From)
		x2, y2 := p.centre(a.To)
		length := math.Hypot(x2-x1, y2-y1)
		if length == 0 {
			continue
		}
		ux, uy := (x2-x1)/length, (y2-y1)/length
		start, head := s*0.42, s*0.3
		tipX, tipY := x2-ux*start, y2-uy*start
		backX, backY := tipX-ux*head, tipY-uy*head
		title := b.say("%s to %s: %s", a.From, a.To, b.word(a.Kind))
		if a.Kind == Origin {
			title = b.say("from %s to %s", a.From, a.To)
		}
		p.Arrows = append(p.Arrows, arrow{
			X1: x1 + ux*start, Y1: y1 + uy*start, X2: backX, Y2: backY, Width: max(2, s*0.08),
			Title: title, Fill: kindColours[a.Kind],
			Head: fmt.Sprintf("M%s %sL%s %sL%s %sz", markup.Decimal(tipX), markup.Decimal(tipY),
				markup.Decimal(backX-uy*head/2), markup.Decimal(backY+ux*head/2), markup.Decimal(backX+uy*head/2), markup.Decimal(backY-ux*head/2)),
		})
	}
}

func (p *picture) marks(b *Board) {
	occupied := map[string]bool{}
	for _, piece := range b.Pieces {
		occupied[piece.Square] = true
	}
	for k := Origin; k <= Check; k++ {
		for _, m := range b.Marks {
			if m.Kind != k {
				continue
			}
			title := m.Square + ": " + b.word(k)
			x, y := p.centre(m.Square)
			shape := markOf(k, x, y, p.Square)
			switch {
			case shape.Shape == "tint":
				x, y := p.corner(m.Square)
				p.Tints = append(p.Tints, area{X: x, Y: y, Fill: shape.Fill, Title: title})
				continue
			case occupied[m.Square] && (k == Target || k == Declared || k == Exit):
				// Beside the disc, so as not to hide the glyph.
				shape = markOf(k, x-p.Square*0.34, y-p.Square*0.34, p.Square*0.5)
			}
			shape.Title = title
			p.Marks = append(p.Marks, shape)
		}
	}
}

// markOf returns the shape of a kind of mark about a centre, for squares of side s.
func markOf(k Kind, x, y, s float64) mark {
	m := mark{X: x, Y: y, Fill: kindColours[k], Stroke: max(2, s*0.075), Left: x - s/2, Top: y - s/2, Size: s}
	switch k {
	case Origin:
		m.Shape = "tint"
	case Check: // a ring and a mark of exclamation at its side
		m.Shape, m.R = "check", s*0.45
		at, high := x+s*0.36, y-s*0.36
		m.Path = fmt.Sprintf("M%s %sv%sm0 %sv0.1", markup.Decimal(at), markup.Decimal(high-s*0.13), markup.Decimal(s*0.15), markup.Decimal(s*0.11))
	case Target:
		m.Shape, m.R = "dot", max(3.5, s*0.13)
	case Capture:
		m.Shape, m.R = "ring", s*0.43
	case Defended:
		m.Shape, m.R, m.Dash = "dashes", s*0.43, s*0.135
	case Declared:
		r := s * 0.25
		m.Path = fmt.Sprintf("M%s %sL%s %sL%s %sL%s %sz", markup.Decimal(x), markup.Decimal(y-r), markup.Decimal(x+r), markup.Decimal(y),
			markup.Decimal(x), markup.Decimal(y+r), markup.Decimal(x-r), markup.Decimal(y))
	case Exit:
		r := s * 0.2
		m.Path = fmt.Sprintf("M%s %sL%s %sM%s %sL%s %s", markup.Decimal(x-r), markup.Decimal(y-r), markup.Decimal(x+r), markup.Decimal(y+r),
			markup.Decimal(x-r), markup.Decimal(y+r), markup.Decimal(x+r), markup.Decimal(y-r))
	}
	return m
}

// legend sets the sides in columns and the kinds of marks in a row below, from top on, and
// returns where it ends.
func (p *picture) legend(b *Board, top float64) float64 {
	const row, indent, gap = 24, 16, 28
	dressed, checks := p.dressed, map[bool]string{true: b.say("in check")}
	column := 0.0
	for _, s := range b.Sides {
		w := textWidth(s.Name, 13) + textWidth(b.note(&s), 13)
		if s.InCheck {
			w += textWidth(" "+b.say("in check"), 13)
		}
		column = max(column, indent+w+gap)
	}
	columns := 1
	if column > 0 {
		columns = max(1, min(len(b.Sides), int(p.BoardWidth/column)))
	}
	rows := (len(b.Sides) + columns - 1) / columns
	for i, s := range b.Sides {
		x := p.X + 8 + float64(i/max(1, rows))*column
		y := top + 10 + float64(i%max(1, rows))*row
		ink, tag := dressed.of(s.Name)
		p.Legend = append(p.Legend, entry{
			X: x, Y: y, TagY: y + 3.6, TextX: x + indent, TextY: y + 4.6,
			Fill: ink.fill, Ink: ink.text, Tag: tag, Name: s.Name, Note: strings.TrimSpace(b.note(&s) + " " + b.arrow(&s)), Check: checks[s.InCheck],
		})
	}
	bottom := top + float64(rows)*row
	left, line := p.X+8, bottom+10
	next := func(word string) (x, y float64) { // the place of a sign with its word, in a row below if there is no room
		w := indent + textWidth(word, 12) + gap
		if left+w > p.X+p.BoardWidth && left > p.X+8 {
			left, line = p.X+8, line+row
		}
		x, left = left, left+w
		return x, line
	}
	for _, k := range b.used() {
		word := b.word(k)
		x, y := next(word)
		m := markOf(k, x, y, 18)
		m.Title = word
		p.Key = append(p.Key, key{Mark: m, TextX: x + indent, TextY: y + 4.3, Word: word})
	}
	for _, t := range b.Tints {
		if len(t.Squares) == 0 {
			continue
		}
		x, y := next(b.named(&t))
		colour, _ := colours.Colour(t.Colour)
		p.Swatches = append(p.Swatches, swatch{X: x - 8, Y: y - 8, TextX: x + indent, TextY: y + 4.3, Fill: colour, Word: b.named(&t)})
	}
	for i, state := range b.States {
		if len(state.Squares) == 0 {
			continue
		}
		x, y := next(state.Name)
		p.Words = append(p.Words, sign{X: x, Y: y + 6, Size: 14, Text: stateSign(i), Title: state.Name})
	}
	if len(p.Key)+len(p.Swatches)+len(p.Words) > 0 {
		bottom = line + row/2
	}
	return bottom + 6
}

// textWidth is a generous guess of how wide a text is.
func textWidth(text string, size float64) float64 {
	return float64(names.Width(text)) * size * 0.62
}
