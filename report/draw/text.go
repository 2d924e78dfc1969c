package draw

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
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
	Declared: {"◇", "◇"},
	Exit:     {"∅", "∅"},
	Defended: {"=", "="},
	Check:    {"‡", "‡"},
}

const (
	ansiReset = "\x1b[0m"
	ansiFaint = "\x1b[2m"
)

// Text draws the board in letters, the first rank at the bottom, with coordinates on all four
// sides and a legend below. Each square is a mark, the piece's glyph and its side's tag; 20 files
// take 66 columns. If any square holds several pieces each is a column wider: the number that stands there follows the tag of the
// last one, raised, and the legend lists them. Pieces and marks that are not on the board are not drawn.
func Text(b Board, o Options) string {
	if b.Files < 1 || b.Files > MaxSize || b.Ranks < 1 || b.Ranks > MaxSize {
		return ""
	}
	t := &textBoard{b: &b, color: o.Color, glyph: 1, livery: dress(b.Entered, b.Sides)}
	t.fill()
	var out strings.Builder
	if b.Title != "" {
		out.WriteString(b.heading() + "\n\n")
	}
	if b.Turned%90 == 0 {
		t.rows(&out, b.axes(b.Turned))
	} else {
		t.diamond(&out, b.axes((b.Turned+45)%360))
	}
	if !o.Plain {
		t.legend(&out)
	}
	return out.String()
}

// file and rank are the names of those that are shown, counted from 0.
func (b *Board) file(n int) string { return rules.FileName(b.First[0] + n) }
func (b *Board) rank(n int) string { return strconv.Itoa(b.First[1] + n + 1) }

// axes are those of a board as it is drawn: columns from the left and lines from the bottom, with their names, and which square is where.
type axes struct {
	columns, lines int
	column, line   func(int) string
	at             func(x, y int) (file, rank int)
}

// axes returns those of a board that is turned by quarters.
func (b *Board) axes(turned int) axes {
	back := func(name func(int) string, of int) func(int) string {
		return func(n int) string { return name(of - 1 - n) }
	}
	f, r := b.Files, b.Ranks
	switch turned {
	case 90: // the first rank at the left
		return axes{r, f, b.rank, back(b.file, f), func(x, y int) (int, int) { return f - 1 - y, x }}
	case 180:
		return axes{f, r, back(b.file, f), back(b.rank, r), func(x, y int) (int, int) { return f - 1 - x, r - 1 - y }}
	case 270:
		return axes{r, f, back(b.rank, r), b.file, func(x, y int) (int, int) { return y, r - 1 - x }}
	}
	return axes{f, r, b.file, b.rank, func(x, y int) (int, int) { return x, y }}
}

// rows draws a board that stands on an edge.
func (t *textBoard) rows(out *strings.Builder, a axes) {
	head := "  "
	for x := range a.columns {
		name := a.column(x)
		head += " " + name + strings.Repeat(" ", max(0, t.wide-1-len(name)))
	}
	head = t.faint(strings.TrimRight(head, " ")) + "\n"
	out.WriteString(head)
	for y := a.lines - 1; y >= 0; y-- {
		row := t.faint(fmt.Sprintf("%2s", a.line(y)))
		for x := range a.columns {
			row += t.cell(a.at(x, y))
		}
		out.WriteString(row + t.faint(" "+a.line(y)) + "\n")
	}
	out.WriteString(head)
}

// diamond draws a board that stands on a corner: its columns lead up to the right, its lines up to the left. A row holds the squares
// of a diagonal; the names of columns and lines stand at the ends of those that begin or end at an edge.
func (t *textBoard) diamond(out *strings.Builder, a axes) {
	half := (t.wide + 1) / 2 // columns of text between the rows' beginnings
	for y := a.columns + a.lines - 2; y >= 0; y-- {
		from, to := max(0, y-a.lines+1), min(a.columns-1, y)
		left, right := a.line(min(y, a.lines-1)), a.column(min(y, a.columns-1))
		if y >= a.lines {
			left = a.column(from)
		}
		if y >= a.columns {
			right = a.line(y - a.columns + 1)
		}
		row := strings.Repeat(" ", (2*from-y+a.lines-1)*half) + t.faint(fmt.Sprintf("%2s", left))
		for x := from; x <= to; x++ {
			row += t.cell(a.at(x, y-x))
			if x < to {
				row += strings.Repeat(" ", 2*half-t.wide)
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
	stacks map[string][]*Piece
	wide   int // the width of a square: mark, glyph and tag, and the number of pieces where some square holds several
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
	if t.wide, t.stacks = t.glyph+2, t.b.stacks(); t.stacks != nil {
		t.wide++
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
		return strings.Repeat(" ", t.wide)
	}
	if t.walls[square] {
		return " " + strings.Repeat("▒", t.wide-1)
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
		return state + t.paint("+"+tag, ink.ansi) + strings.Repeat(" ", t.wide-3)
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
		return before + middle + strings.Repeat(" ", t.wide-2)
	}
	before := state
	if len(marks) > 0 {
		before = signs[marks[0]].before
	}
	ink, tag := t.livery.of(p.Side)
	text := t.b.sign(p) + tag + raised(len(t.stacks[square]))
	pad := strings.Repeat(" ", t.wide-1-names.Width(text))
	return before + t.paint(text, ink.ansi) + pad
}

// raised is how many pieces a square holds, as a sign one column wide: "" for one, "⁺" for more than nine.
func raised(n int) string {
	switch {
	case n < 2:
		return ""
	case n > 9:
		return "⁺"
	}
	return string([]rune("²³⁴⁵⁶⁷⁸⁹")[n-2])
}

// shared lists what stands on squares that hold several pieces, in the order in which they are drawn: the last is seen on the board.
func (t *textBoard) shared(out *strings.Builder) {
	for _, sq := range slices.Sorted(maps.Keys(t.stacks)) {
		out.WriteString("   " + sq + ":")
		for _, p := range t.stacks[sq] {
			ink, tag := t.livery.of(p.Side)
			out.WriteString(" " + t.paint(t.b.sign(p)+tag, ink.ansi))
		}
		out.WriteString("\n")
	}
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
		if note := t.b.note(&s); note != "" {
			line += pad + "  " + note
			pad = ""
		}
		if arrow := t.b.arrow(&s); arrow != "" {
			line += pad + "  " + arrow
			pad = ""
		}
		if s.InCheck {
			line += pad + "  " + signs[Check].before + " " + t.b.say("in check")
		}
		out.WriteString(line + "\n")
	}
	var words []string
	for _, k := range t.b.used() {
		for _, m := range t.b.Marks {
			if m.Kind == k {
				words = append(words, signs[k].empty+" "+t.b.word(k))
				break
			}
		}
	}
	if len(words) > 0 {
		out.WriteString("\n   " + strings.Join(words, "   ") + "\n")
	}
	for _, tint := range t.b.Tints {
		if tint.Sign != "" && len(tint.Squares) > 0 {
			out.WriteString("   " + tint.Sign + " " + t.b.named(&tint) + "\n")
		}
	}
	if len(t.covers) > 0 {
		out.WriteString("   + " + t.b.say("covered by a piece beside it") + "\n")
	}
	for i, s := range t.b.States {
		if len(s.Squares) > 0 {
			out.WriteString("   " + stateSign(i) + " " + s.Name + "\n")
		}
	}
	t.shared(out)
	for _, text := range t.b.around() {
		out.WriteString("   ↻ " + text + "\n")
	}
}
