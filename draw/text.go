package draw

import (
	"fmt"
	"strings"

	"adjudicate/rules"
	"adjudicate/rules/names"
)

// Options say how to draw.
type Options struct {
	Color  bool // text: ANSI colours; the caller knows the terminal and honours NO_COLOR
	Square int  // SVG: the side of a square in pixels; 0 stands for 36
	Plain  bool // leave out the legend
}

// signs are what marks look like in text: on an empty square, and before a piece.
var signs = [...]struct{ empty, before string }{
	Origin:   {"○", "○"},
	Target:   {"•", "•"},
	Capture:  {"×", "×"},
	Special:  {"◇", "◇"},
	Scratch:  {"∅", "∅"},
	Defended: {"=", "="},
	Check:    {"‡", "‡"},
}

const (
	ansiReset = "\x1b[0m"
	ansiFaint = "\x1b[2m"
)

// Text draws the board in letters, the first rank at the bottom, with coordinates on all four
// sides and a legend below. Each square is a mark, the piece's glyph and its side's tag; 20 files
// take 66 columns. Pieces and marks that are not on the board are not drawn.
func Text(b Board, o Options) string {
	if b.Files < 1 || b.Files > MaxSize || b.Ranks < 1 || b.Ranks > MaxSize {
		return ""
	}
	t := &textBoard{b: &b, color: o.Color, glyph: 1, livery: dress(b.Entered, b.Sides)}
	t.fill()
	var out strings.Builder
	if b.Title != "" {
		out.WriteString(b.Title + "\n\n")
	}
	t.files(&out)
	for rank := b.Ranks - 1; rank >= 0; rank-- {
		row := t.faint(fmt.Sprintf("%2d", rank+1))
		for file := range b.Files {
			row += t.cell(file, rank)
		}
		out.WriteString(row + t.faint(fmt.Sprintf(" %d", rank+1)) + "\n")
	}
	t.files(&out)
	if !o.Plain {
		t.legend(&out)
	}
	return out.String()
}

type textBoard struct {
	b      *Board
	color  bool
	glyph  int // the width of the widest glyph
	livery *livery
	pieces map[string]*Piece
	marks  map[string][]Kind
	walls  map[string]bool
	closed map[string]bool
}

func (t *textBoard) fill() {
	t.pieces, t.marks, t.walls, t.closed = map[string]*Piece{}, map[string][]Kind{}, map[string]bool{}, map[string]bool{}
	for i := range t.b.Pieces {
		p := &t.b.Pieces[i]
		t.pieces[p.Square] = p
		t.glyph = max(t.glyph, names.Width(p.Glyph))
	}
	for k := Check; k >= Origin; k-- { // the most important one first
		for _, m := range t.b.Marks {
			if m.Kind == k {
				t.marks[m.Square] = append(t.marks[m.Square], k)
			}
		}
	}
	for _, w := range t.b.Walls {
		t.walls[w] = true
	}
	for _, c := range t.b.Closed {
		t.closed[c] = true
	}
}

// cell returns one square: mark, glyph, tag.
func (t *textBoard) cell(file, rank int) string {
	square := rules.SquareName(file, rank)
	marks := t.marks[square]
	if t.closed[square] {
		return strings.Repeat(" ", t.glyph+2)
	}
	if t.walls[square] {
		return " " + strings.Repeat("▒", t.glyph+1)
	}
	p := t.pieces[square]
	if p == nil {
		before, middle := " ", t.faint("·")
		if len(marks) > 0 {
			middle = signs[marks[0]].empty
		}
		if len(marks) > 1 {
			before = signs[marks[1]].empty
		}
		return before + middle + strings.Repeat(" ", t.glyph)
	}
	before := " "
	if len(marks) > 0 {
		before = signs[marks[0]].before
	}
	ink, tag := t.livery.of(p.Side)
	text := p.Glyph + tag
	pad := strings.Repeat(" ", t.glyph-names.Width(p.Glyph))
	return before + t.paint(text, ink.ansi) + pad
}

func (t *textBoard) paint(text string, ansi int) string {
	if !t.color || ansi == 0 {
		return text
	}
	return fmt.Sprintf("\x1b[1;38;5;%dm%s%s", ansi, text, ansiReset)
}

func (t *textBoard) faint(text string) string {
	if !t.color {
		return text
	}
	return ansiFaint + text + ansiReset
}

func (t *textBoard) files(out *strings.Builder) {
	row := "  "
	for file := range t.b.Files {
		name := rules.FileName(file)
		row += " " + name + strings.Repeat(" ", max(0, t.glyph+1-len(name)))
	}
	out.WriteString(t.faint(strings.TrimRight(row, " ")) + "\n")
}

// legend names the sides, one a line, and the signs that are used.
func (t *textBoard) legend(out *strings.Builder) {
	width := 0
	for _, s := range t.b.Sides {
		width = max(width, names.Width(s.Name))
	}
	if len(t.b.Sides) > 0 {
		out.WriteString("\n")
	}
	for _, s := range t.b.Sides {
		ink, tag := t.livery.of(s.Name)
		line := fmt.Sprintf("   %s  %s", t.paint(tag, ink.ansi), s.Name)
		pad := strings.Repeat(" ", width-names.Width(s.Name))
		if s.Note != "" {
			line += pad + "  " + s.Note
			pad = ""
		}
		if s.InCheck {
			line += pad + "  " + signs[Check].before + " in check"
		}
		out.WriteString(line + "\n")
	}
	var words []string
	for _, k := range t.b.used() {
		for _, m := range t.b.Marks {
			if m.Kind == k {
				words = append(words, signs[k].empty+" "+k.String())
				break
			}
		}
	}
	if len(words) > 0 {
		out.WriteString("\n   " + strings.Join(words, "   ") + "\n")
	}
	for _, text := range t.b.around() {
		out.WriteString("   ↻ " + text + "\n")
	}
}
