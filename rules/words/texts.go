package words

import (
	"slices"
	"strings"

	"adjudicate/events"
)

// WritesAlgebraic reports whether the words of a game say that plays are written in algebraic notation.
func WritesAlgebraic(list []events.Word) bool {
	return slices.Contains(list, events.Word{Thing: Notation, Word: Algebraic})
}

// TextsOf is the texts of which a list is the table: what Table is the inverse of. It passes over what is no word of one; nil if nothing else
// is there.
func TextsOf(list []events.Word) *Texts {
	t := &Texts{}
	any := false
	put := func(m *map[string]string, name, word string) {
		if *m == nil {
			*m = map[string]string{}
		}
		(*m)[name] = word
	}
	deep := func(m *map[string]map[string]string, name, form, word string) {
		if *m == nil {
			*m = map[string]map[string]string{}
		}
		inner := (*m)[name]
		put(&inner, form, word)
		(*m)[name] = inner
	}
	counted := map[string]bool{}
	for _, w := range list {
		if key, _, ok := strings.Cut(w.Thing, "#"); ok {
			counted[key] = true
		}
	}
	named := map[string]*map[string]string{Offices: &t.Offices, Stages: &t.Stages, Attributes: &t.Attributes, OfPlays: &t.Plays, Reasons: &t.Reasons, OfLabels: &t.Labels}
	for _, w := range list {
		part, name, _ := strings.Cut(w.Thing, ".")
		key, form, plural := strings.Cut(name, "#")
		switch {
		case w.Thing == Language:
			t.Language = w.Word
		case w.Thing == Notation:
			t.Notation = w.Word
		case part == Assets:
			i := strings.LastIndexByte(name, '.')
			if i < 0 {
				continue
			}
			deep(&t.Assets, name[:i], name[i+1:], w.Word)
		case part == OfMessages && plural:
			deep(&t.Counted, key, form, w.Word)
		case part == OfMessages && counted[w.Thing]:
			deep(&t.Counted, name, "other", w.Word)
		case part == OfMessages:
			put(&t.Messages, name, w.Word)
		case named[part] != nil && name != "":
			put(named[part], name, w.Word)
		default:
			continue
		}
		any = true
	}
	if !any {
		return nil
	}
	return t
}
