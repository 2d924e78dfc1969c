package draw

import (
	"cmp"
	"fmt"
	"strconv"
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
	switch {
	case b.Turned == 45:
		t.diamond(&out)
	case b.Turned == 0:
		t.rows(&out, b.Files, b.Ranks, b.file, b.rank, func(x, y int) (int, int) { return x, y })
	case b.Turned == 90: // the first rank at the left
		t.rows(&out, b.Ranks, b.Files, b.rank, func(y int) string { return b.file(b.Files - 1 - y) }, func(x, y int) (int, int) { return b.Files - 1 - y, x })
	case b.Turned == 180:
		t.rows(&out, b.Files, b.Ranks, func(x int) string { return b.file(b.Files - 1 - x) }, func(y int) string { return b.rank(b.Ranks - 1 - y) },
			func(x, y int) (int, int) { return b.Files - 1 - x, b.Ranks - 1 - y })
	default:
		t.rows(&out, b.Ranks, b.Files, func(x int) string { return b.rank(b.Ranks - 1 - x) }, b.file, func(x, y int) (int, int) { return y, b.Ranks - 1 - x })
	}
	if !o.Plain {
		t.legend(&out)
	}
	return out.String()
}

// file and rank are the names of those that are shown, counted from 0.
func (b *Board) file(n int) string { return rules.FileName(b.First[0] + n) }
func (b *Board) rank(n int) string { return strconv.Itoa(b.First[1] + n + 1) }

// rows draws a board of some columns and lines with their names; at says which square a place is, from the left and
// from the bottom.
func (t *textBoard) rows(out *strings.Builder, columns, lines int, column, line func(int) string, at func(x, y int) (file, rank int)) {
	head := "  "
	for x := range columns {
		name := column(x)
		head += " " + name + strings.Repeat(" ", max(0, t.glyph+1-len(name)))
	}
	head = t.faint(strings.TrimRight(head, " ")) + "\n"
	out.WriteString(head)
	for y := lines - 1; y >= 0; y-- {
		row := t.faint(fmt.Sprintf("%2s", line(y)))
		for x := range columns {
			file, rank := at(x, y)
			row += t.cell(file, rank)
		}
		out.WriteString(row + t.faint(" "+line(y)) + "\n")
	}
	out.WriteString(head)
}

// diamond draws the board with a1 at the bottom: files lead up to the right, ranks up to the left. A row holds the squares
// of a diagonal; the names of files and ranks stand at the ends of those that begin or end at an edge.
func (t *textBoard) diamond(out *strings.Builder) {
	b := t.b
	half := (t.glyph + 3) / 2 // columns between the rows' beginnings
	for y := b.Files + b.Ranks - 2; y >= 0; y-- {
		from, to := max(0, y-b.Ranks+1), min(b.Files-1, y)
		left, right := b.rank(y), b.file(y)
		if y >= b.Ranks {
			left = b.file(from)
		}
		if y >= b.Files {
			right = b.rank(y - b.Files + 1)
		}
		row := strings.Repeat(" ", (2*from-y+b.Ranks-1)*half) + t.faint(fmt.Sprintf("%2s", left))
		for file := from; file <= to; file++ {
			row += t.cell(file, y-file)
			if file < to {
				row += strings.Repeat(" ", 2*half-t.glyph-2)
			}
		}
		out.WriteString(row + t.faint(" "+right) + "\n")
	}
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
	tints  map[string]string // square -> sign
	covers map[string]*Piece // squares on which a piece stands beside its own
	states map[string]string // square -> signs
}

func (t *textBoard) fill() {
	t.pieces, t.marks, t.walls, t.closed = map[string]*Piece{}, map[string][]Kind{}, map[string]bool{}, map[string]bool{}
	t.covers, t.states = map[string]*Piece{}, map[string]string{}
	for i := range t.b.Pieces {
		p := &t.b.Pieces[i]
		t.pieces[p.Square] = p
		t.glyph = max(t.glyph, names.Width(t.b.sign(p)))
		for _, sq := range t.b.Covers[p.Square] {
			t.covers[sq] = p
		}
	}
	for i, s := range t.b.States {
		for _, sq := range s.Squares {
			t.states[sq] += stateSign(i)
		}
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
	t.tints = map[string]string{}
	for _, tint := range t.b.Tints {
		for _, sq := range tint.Squares {
			t.tints[sq] = cmp.Or(t.tints[sq], tint.Sign)
		}
	}
}

// cell returns one square: mark, glyph, tag.
func (t *textBoard) cell(file, rank int) string {
	square := rules.SquareName(t.b.First[0]+file, t.b.First[1]+rank)
	marks := t.marks[square]
	if t.closed[square] {
		return strings.Repeat(" ", t.glyph+2)
	}
	if t.walls[square] {
		return " " + strings.Repeat("▒", t.glyph+1)
	}
	p, state := t.pieces[square], " "
	if signs := t.states[square]; signs != "" {
		state = signs[:1]
	}
	if whole := t.covers[square]; p == nil && whole != nil {
		ink, tag := t.livery.of(whole.Side)
		if len(marks) > 0 {
			state = signs[marks[0]].before
		}
		return state + t.paint("+"+tag, ink.ansi) + strings.Repeat(" ", t.glyph-1)
	}
	if p == nil {
		before, middle := " ", t.faint(cmp.Or(t.tints[square], "·"))
		if state != " " {
			middle = state
		}
		if len(marks) > 0 {
			middle = signs[marks[0]].empty
		}
		if len(marks) > 1 {
			before = signs[marks[1]].empty
		}
		return before + middle + strings.Repeat(" ", t.glyph)
	}
	before := state
	if len(marks) > 0 {
		before = signs[marks[0]].before
	}
	ink, tag := t.livery.of(p.Side)
	text := t.b.sign(p) + tag
	pad := strings.Repeat(" ", t.glyph-names.Width(t.b.sign(p)))
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
		if arrow := t.b.arrow(&s); arrow != "" {
			line += pad + "  " + arrow
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
	for _, tint := range t.b.Tints {
		if tint.Sign != "" && len(tint.Squares) > 0 {
			out.WriteString("   " + tint.Sign + " " + tint.Name + "\n")
		}
	}
	if len(t.covers) > 0 {
		out.WriteString("   + covered by a piece beside it\n")
	}
	for i, s := range t.b.States {
		if len(s.Squares) > 0 {
			out.WriteString("   " + stateSign(i) + " " + s.Name + "\n")
		}
	}
	for _, text := range t.b.around() {
		out.WriteString("   ↻ " + text + "\n")
	}
}
