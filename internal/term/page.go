package term

import (
	"fmt"
	"strings"
	"unicode"

	"adjudicate/rules/names"
)

// A Page is text for a terminal in the making: lines, fields, paragraphs, tables. What it is
// given is written with control characters escaped, so that no name or note can move the
// cursor; styles are dropped where there is no colour.
type Page struct {
	b     strings.Builder
	Color bool
	Width int // columns, 0 if it is not known
}

// Style marks text, if the page has colour.
func (p *Page) Style(code, text string) string {
	if !p.Color || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

// Columns is the width of the page, or another one if it is not known.
func (p *Page) Columns(otherwise int) int {
	if p.Width > 0 {
		return max(40, p.Width)
	}
	return otherwise
}

// Raw writes text as it is, line ends and all.
func (p *Page) Raw(text string) { p.b.WriteString(p.escaped(text)) }

// String is what has been written.
func (p *Page) String() string { return p.b.String() }

// Line writes a line.
func (p *Page) Line(format string, args ...any) {
	p.b.WriteString(p.escaped(fmt.Sprintf(format, args...)))
	p.b.WriteByte('\n')
}

// Blank writes an empty line.
func (p *Page) Blank() { p.b.WriteByte('\n') }

// Field writes "Check     Blue by R1", continued lines below the text.
func (p *Page) Field(label, text string) {
	if text == "" {
		return
	}
	pad := "           "
	if names.Width(label) >= len(pad) {
		label += "  "
	}
	lines := Wrap(text, p.Columns(lineWidth)-max(len(pad), names.Width(label)))
	p.Line("%s%s", p.Style(Bold, fmt.Sprintf("%-11s", label)), lines[0])
	for _, l := range lines[1:] {
		p.Line("%s%s", pad, l)
	}
}

// lineWidth is how long lines become where the terminal's width is not known.
const lineWidth = 100

// Item writes a paragraph with a hanging indent.
func (p *Page) Item(mark, text string) {
	pad := strings.Repeat(" ", names.Width(mark))
	for i, l := range Wrap(text, max(20, p.Columns(lineWidth)-names.Width(mark))) {
		if i == 0 {
			p.Line("%s%s", mark, l)
		} else {
			p.Line("%s%s", pad, l)
		}
	}
}

// escaped is text in which control characters are written out, but line ends, tabs and the
// page's own styles.
func (p *Page) escaped(text string) string {
	if !strings.ContainsFunc(text, disturbs) {
		return text
	}
	if !p.Color {
		return Escape(text)
	}
	var b strings.Builder
	for text != "" {
		i := strings.Index(text, "\x1b[")
		if i < 0 {
			b.WriteString(Escape(text))
			break
		}
		b.WriteString(Escape(text[:i]))
		end := i + 2
		for end < len(text) && (text[end] == ';' || text[end] >= '0' && text[end] <= '9') {
			end++
		}
		if end == len(text) || text[end] != 'm' {
			b.WriteString(Escape(text[i : i+1]))
			text = text[i+1:]
			continue
		}
		b.WriteString(text[i : end+1])
		text = text[end+1:]
	}
	return b.String()
}

// Escape writes out what would disturb a terminal: "\x1b" for the escape character.
func Escape(text string) string {
	var b strings.Builder
	for _, r := range text {
		if disturbs(r) {
			b.WriteString(strings.Trim(fmt.Sprintf("%+q", string(r)), `"`))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// disturbs reports whether a character moves the cursor, or turns the direction of writing.
func disturbs(r rune) bool {
	switch {
	case r == '\n', r == '\t':
		return false
	case r >= '\u202a' && r <= '\u202e', r >= '\u2066' && r <= '\u2069':
		return true
	}
	return unicode.IsControl(r)
}

// Table writes rows in columns; the first row is the head. Columns whose head begins with
// ">" are set flush right.
func (p *Page) Table(rows [][]string) {
	if len(rows) < 2 {
		return
	}
	widths := make([]int, len(rows[0]))
	right := make([]bool, len(rows[0]))
	head := make([]string, len(rows[0]))
	for i, h := range rows[0] {
		head[i], right[i] = strings.CutPrefix(h, ">")
	}
	rows = append([][]string{head}, rows[1:]...)
	for _, r := range rows {
		for i, cell := range r {
			widths[i] = max(widths[i], names.Width(cell))
		}
	}
	for n, r := range rows {
		var b strings.Builder
		for i, cell := range r {
			pad := strings.Repeat(" ", widths[i]-names.Width(cell))
			if i > 0 {
				b.WriteString("  ")
			}
			if right[i] {
				b.WriteString(pad + cell)
			} else {
				b.WriteString(cell + pad)
			}
		}
		text := strings.TrimRight(b.String(), " ")
		if n == 0 {
			text = p.Style(Bold, text)
		}
		p.Line("%s", text)
	}
}
