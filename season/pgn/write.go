package pgn

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// roster is the tags that every game has, in their order, with what stands for nothing.
var roster = []Tag{{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"}, {"Result", Unknown}}

// width is how many characters a line has at most.
const width = 79

// Format returns a game in the export format, an empty line at its end.
func Format(g *Game) string {
	var b strings.Builder
	tag := func(name, value string) { b.WriteString(FormatTag(Tag{name, value}) + "\n") }
	for _, t := range roster {
		value := g.Tag(t.Name)
		switch {
		case t.Name == "Result":
			value = g.Result
		case value == "":
			value = t.Value
		}
		tag(t.Name, value)
	}
	var others []Tag
	for _, t := range g.Tags {
		if !slices.ContainsFunc(roster, func(r Tag) bool { return r.Name == t.Name }) {
			others = append(others, t)
		}
	}
	slices.SortStableFunc(others, func(a, b Tag) int { return strings.Compare(a.Name, b.Name) })
	for _, t := range others {
		tag(t.Name, t.Value)
	}
	b.WriteByte('\n')
	w := &writer{}
	ply, first := begins(g.Tag("FEN"))
	w.moves(&g.Line, ply, first)
	w.word(g.Result)
	b.WriteString(w.out.String())
	b.WriteString("\n\n")
	return b.String()
}

// FormatTag returns a tag as it stands in a file.
func FormatTag(t Tag) string {
	return fmt.Sprintf("[%s \"%s\"]", t.Name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(clean(t.Value)))
}

// begins returns which turn a position is that of, from 0, by the second and the last of its fields, and whether that is the first side's.
func begins(fen string) (ply int, first bool) {
	fields := strings.Fields(fen)
	if len(fields) < 2 {
		return 0, true
	}
	n, err := strconv.Atoi(fields[len(fields)-1])
	if err != nil || n < 1 || n > 1<<20 {
		n = 1
	}
	ply = 2 * (n - 1)
	if fields[1] == "b" {
		ply++
	}
	return ply, true
}

// writer breaks words into lines.
type writer struct {
	out    strings.Builder
	column int
}

func (w *writer) word(text string) {
	n := utf8.RuneCountInString(text)
	switch {
	case w.column == 0:
	case w.column+1+n > width:
		w.out.WriteByte('\n')
		w.column = 0
	default:
		w.out.WriteByte(' ')
		w.column++
	}
	if w.column == 0 && text[0] == '%' {
		w.out.WriteByte(' ') // or the line would be skipped
		w.column++
	}
	w.out.WriteString(text)
	w.column += n
}

// moves writes a line; number says that the first move has its number even if it is the second side's.
func (w *writer) moves(l *Line, ply int, number bool) {
	w.comments(l.Comments)
	for i := range l.Moves {
		m := &l.Moves[i]
		switch {
		case ply%2 == 0:
			w.word(fmt.Sprintf("%d.", ply/2+1))
		case number:
			w.word(fmt.Sprintf("%d...", ply/2+1))
		}
		w.word(m.Text)
		for _, nag := range m.NAGs {
			w.word(fmt.Sprintf("$%d", nag))
		}
		w.comments(m.Comments)
		for j := range m.Variations {
			w.variation(&m.Variations[j], ply)
		}
		number = len(m.Comments)+len(m.Variations) > 0
		ply++
	}
}

// variation writes a line in brackets, which stand beside its first and last word.
func (w *writer) variation(l *Line, ply int) {
	inner := &writer{}
	inner.moves(l, ply, true)
	words := strings.Fields(inner.out.String())
	words[0] = "(" + words[0]
	words[len(words)-1] += ")"
	for _, word := range words {
		w.word(word)
	}
}

func (w *writer) comments(list []string) {
	for _, text := range list {
		words := strings.Fields("{" + strings.ReplaceAll(clean(text), "}", ")") + "}")
		for _, word := range words {
			w.word(word)
		}
	}
}
