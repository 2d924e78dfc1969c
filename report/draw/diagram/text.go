package diagram

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/rules"
	"adjudicate/rules/names"
)

// What can be done on a square looks like this in text; the first that applies is shown.
var signs = []struct {
	kinds Kinds
	sign  string
	word  string
}{
	{Move | Capture, "●", "move or capture"},
	{Capture | Shot, "⊗", "capture or shot"},
	{Move, "○", "move"},
	{Capture, "×", "capture"},
	{Shot, "⊕", "shot: captures without moving"},
	{Act, "!", "action"},
	{Swap, "⇄", "swap"},
	{Exit, "∅", "leaves the board"},
	{Declared, "◇", "a move of a declared kind"},
	{Lands, "▫", "where a capture ends"},
	{Guarded, "□", "protects"},
	{Denied, "▒", "denies"},
}

// signOf returns the first sign of a set and what of the set it leaves to be shown.
func signOf(k Kinds) (sign string, rest Kinds) {
	for _, s := range signs {
		if k&s.kinds == s.kinds {
			return s.sign, k &^ s.kinds
		}
	}
	return "", 0
}

// Text draws the diagram in letters: its panels one below the other, a legend of the signs
// that are used, the notes.
func (d *Diagram) Text() string {
	var b strings.Builder
	if d.Type != "" {
		fmt.Fprintf(&b, "%s %s, %s\n", d.Glyph, d.Type, d.Clause)
	}
	for i := range d.Panels {
		if b.Len() > 0 {
			b.WriteString("\n")
		}
		d.Panels[i].text(&b)
	}
	if legend := d.legend(); len(legend) > 0 {
		b.WriteString("\n")
		for _, line := range legend {
			b.WriteString("   " + line + "\n")
		}
	}
	if len(d.Notes) > 0 {
		b.WriteString("\n")
		for _, n := range d.Notes {
			b.WriteString(" - " + n + "\n")
		}
	}
	return b.String()
}

// heading is the title, with the number of squares that have changed.
func (p *Panel) heading() string {
	if gained, lost := p.Changes(); gained+lost > 0 {
		return fmt.Sprintf("%s (+%d −%d)", p.Title, gained, lost)
	}
	return p.Title
}

func (p *Panel) text(b *strings.Builder) {
	b.WriteString(p.heading() + "\n")
	wide := p.glyph()
	files := "  "
	for f := range p.Files {
		name := rules.FileName(p.File + f)
		files += " " + name + strings.Repeat(" ", max(0, wide+1-len(name)))
	}
	files = strings.TrimRight(files, " ") + "\n"
	b.WriteString(files)
	for r := p.Rank + p.Ranks - 1; r >= p.Rank; r-- {
		row := fmt.Sprintf("%2d", r+1)
		for f := p.File; f < p.File+p.Files; f++ {
			row += p.cell(point{f, r}.String(), wide)
		}
		fmt.Fprintf(b, "%s %d\n", row, r+1)
	}
	b.WriteString(files)
}

// glyph is how wide the widest glyph of a panel is.
func (p *Panel) glyph() int {
	wide := 1
	for _, x := range p.Pieces {
		if p.shows(x.Square) {
			wide = max(wide, names.Width(x.Glyph))
		}
	}
	return wide
}

// cell is two columns wider than the widest glyph: a change or a sign, a piece or a sign, another sign.
func (p *Panel) cell(square string, wide int) string {
	before, middle, after := " ", "·", " "
	if i := slices.IndexFunc(p.Marks, func(m Mark) bool { return m.Square == square }); i >= 0 {
		m := p.Marks[i]
		shown := m.Kinds
		if m.Gained|m.Lost != 0 {
			before, shown = change(m), m.Gained|m.Lost
		}
		sign, rest := signOf(shown)
		if m.Gained != 0 && m.Lost != 0 {
			sign, _ = signOf(m.Gained)
			rest = m.Lost
		}
		middle = sign
		if next, _ := signOf(rest); next != "" {
			after = next
		}
	}
	if i := slices.IndexFunc(p.Pieces, func(x Piece) bool { return x.Square == square }); i >= 0 {
		if middle != "·" && before == " " {
			before = middle
		}
		x := p.Pieces[i]
		middle, after = letters(x)
	} else if slices.ContainsFunc(p.Pieces, func(x Piece) bool { return slices.Contains(x.Covers, square) }) {
		if middle != "·" && before == " " {
			before = middle
		}
		middle = covered
	}
	return before + middle + after + strings.Repeat(" ", wide-names.Width(middle))
}

func change(m Mark) string {
	switch {
	case m.Lost == 0:
		return "+"
	case m.Gained == 0:
		return "−"
	}
	return "±"
}

// letters are how a piece looks: its glyph, and its side's tag, or o or x for friend and
// enemy.
func letters(x Piece) (middle, after string) {
	if x.Tag != "" {
		return x.Glyph, x.Tag
	}
	role := map[string]string{"self": " ", "friend": "o", "enemy": "x"}[x.Role]
	if x.Glyph == "" {
		return role, " "
	}
	return x.Glyph, role
}

// covered stands on the further squares of a piece.
const covered = "▪"

// legend explains what is used.
func (d *Diagram) legend() []string {
	var used Kinds
	var list []string
	gained, lost, both, friend, enemy, body := false, false, false, false, false, false
	seen := map[string]bool{}
	for i := range d.Panels {
		for _, m := range d.Panels[i].Marks {
			gained, lost = gained || m.Gained != 0, lost || m.Lost != 0
			shown := m.Kinds
			if m.Gained|m.Lost != 0 {
				shown = m.Gained | m.Lost
			}
			used |= shown
			both = both || m.Gained != 0 && m.Lost != 0
			for _, part := range parts(m, shown) {
				for part != 0 {
					sign, rest := signOf(part)
					seen[sign] = true
					part = rest
				}
			}
		}
		for _, x := range d.Panels[i].Pieces {
			if d.Panels[i].shows(x.Square) {
				friend, enemy, body = friend || x.Role == "friend", enemy || x.Role == "enemy", body || len(x.Covers) > 0
			}
		}
	}
	var words []string
	for _, s := range signs {
		if used&s.kinds != 0 && seen[s.sign] {
			words = append(words, s.sign+" "+s.word)
		}
	}
	if len(words) > 0 {
		list = append(list, strings.Join(words, "   "))
	}
	words = nil
	if d.Type != "" {
		words = append(words, d.Glyph+" the piece")
	}
	if body {
		words = append(words, covered+" covered by a piece")
	}
	if friend {
		words = append(words, "o a friend")
	}
	if enemy {
		words = append(words, "x an opposing piece")
	}
	for _, t := range d.tags() {
		words = append(words, t.Tag+" "+t.Side)
	}
	if len(words) > 0 {
		list = append(list, strings.Join(words, "   "))
	}
	words = nil
	if gained {
		words = append(words, "+ appears")
	}
	if lost {
		words = append(words, "− vanishes")
	}
	if both {
		words = append(words, "± the first sign appears, the second vanishes")
	}
	if len(words) > 0 {
		list = append(list, strings.Join(words, "   "))
	}
	return list
}

// parts are the sets of a mark that are shown apart.
func parts(m Mark, shown Kinds) []Kinds {
	if m.Gained != 0 && m.Lost != 0 {
		return []Kinds{m.Gained, m.Lost}
	}
	return []Kinds{shown}
}

// tags lists the sides of the panels, each with one of its pieces.
func (d *Diagram) tags() []Piece {
	var out []Piece
	for i := range d.Panels {
		for _, x := range d.Panels[i].Pieces {
			if x.Tag != "" && !slices.ContainsFunc(out, func(y Piece) bool { return y.Side == x.Side }) {
				out = append(out, x)
			}
		}
	}
	return out
}
