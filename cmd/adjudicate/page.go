package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A page is text for a terminal in the making. Styles are dropped where there is no colour.
type page struct {
	b     strings.Builder
	color bool
}

// Styles as ANSI codes.
const (
	bold   = "1"
	dim    = "2"
	red    = "31;1"
	green  = "32;1"
	yellow = "33;1"
)

func (p *page) style(code, text string) string {
	if !p.color || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (p *page) line(format string, args ...any) {
	fmt.Fprintf(&p.b, format, args...)
	p.b.WriteByte('\n')
}

func (p *page) blank() { p.b.WriteByte('\n') }

// field writes "Check     Blue by R1", continued lines below the text.
func (p *page) field(label, text string) {
	if text == "" {
		return
	}
	const width = 100
	pad := "           "
	lines := wrap(text, width-len(pad))
	p.line("%s%s", p.style(bold, fmt.Sprintf("%-11s", label)), lines[0])
	for _, l := range lines[1:] {
		p.line("%s%s", pad, l)
	}
}

// item writes a paragraph with a hanging indent.
func (p *page) item(mark, text string) {
	pad := strings.Repeat(" ", utf8.RuneCountInString(mark))
	for i, l := range wrap(text, 100-utf8.RuneCountInString(mark)) {
		if i == 0 {
			p.line("%s%s", mark, l)
		} else {
			p.line("%s%s", pad, l)
		}
	}
}

// firm is a space at which wrap does not break a line.
const firm = "\u00a0"

// wrap breaks text at spaces into lines of at most width characters. Newlines stay.
func wrap(text string, width int) []string {
	var out []string
	for _, para := range strings.Split(text, "\n") {
		line, n := "", 0
		for _, word := range strings.Split(para, " ") {
			w := utf8.RuneCountInString(word)
			if n > 0 && n+1+w > width {
				out = append(out, written(line))
				line, n = "", 0
			}
			if n > 0 || line != "" {
				line += " "
				n++
			}
			line += word
			n += w
		}
		out = append(out, written(line))
	}
	return out
}

func written(line string) string {
	return strings.ReplaceAll(strings.TrimRight(line, " "), firm, " ")
}

// table writes rows in columns; the first row is the head. Columns whose head begins with
// ">" are set flush right.
func (p *page) table(rows [][]string) {
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
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for n, r := range rows {
		var b strings.Builder
		for i, cell := range r {
			pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
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
			text = p.style(bold, text)
		}
		p.line("%s", text)
	}
}

// listed joins names with commas, "none" if there are none.
func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}
