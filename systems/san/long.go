package san

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"adjudicate/rules/movement"
)

// Long writes an act as a ledger takes plays (package notation): "Ng1-f3", "e5xd5-d6", "e7-e8=Queen", "Knight@f3", with what is chosen besides
// as items of their own, "Ng1-f3; Hawk@g1". It says what the act needs to be told from the others that its maker has.
func (s *Scene) Long(a *Act) string {
	rs := s.names.rs
	var b strings.Builder
	from, to := rs.SquareName(a.From), rs.SquareName(a.To)
	switch {
	case a.Play == movement.Pass && len(a.Chosen) > 0:
	case a.Play == movement.Pass:
		b.WriteString("pass")
	case a.Play == movement.Placement:
		b.WriteString(s.quoted(a.Type) + "@" + to)
	case a.Play == movement.Capture:
		b.WriteString(s.named(a.Type) + from + "x" + rs.SquareName(a.Taken))
		switch {
		case a.To == a.From:
			b.WriteString(" (shot)")
		case a.To != a.Taken:
			b.WriteString("-" + to)
		}
	case a.From == a.To:
		b.WriteString(from)
	default:
		b.WriteString(s.named(a.Type) + from + "-" + to)
	}
	if a.Becomes != movement.NoType {
		b.WriteString("=" + s.quoted(a.Becomes))
	}
	if a.Partner && s.goesAlone(a) {
		b.WriteString("; " + rs.SquareName(a.Between[0]) + "-" + rs.SquareName(a.Between[1]))
	}
	for _, c := range a.Chosen {
		if b.Len() > 0 {
			b.WriteString("; ")
		}
		switch at := rs.SquareName; {
		case c.Name != "":
			b.WriteString(c.Name + ": " + quotedIf(c.Called, ";\""))
		case c.Destroys:
			b.WriteString("destroy " + at(c.Square))
		case c.Type == movement.NoType:
			b.WriteString("close " + at(c.Square))
		default:
			b.WriteString(s.quoted(c.Type) + "@" + at(c.Square))
		}
	}
	return b.String()
}

// goesAlone reports whether the piece of an act could go where it goes with another partner as well, or with none.
func (s *Scene) goesAlone(a *Act) bool {
	for i := range s.legal() {
		o := &s.moves[i].Act
		if o.Play == a.Play && o.From == a.From && o.To == a.To && (!o.Partner || o.Between != a.Between) {
			return true
		}
	}
	return false
}

// named is the letter of a type if it has one that is written, else nothing: the square says which piece is meant.
func (s *Scene) named(t movement.TypeID) string {
	if letter := s.names.prefix(t); letter == s.names.rs.Glyph(t) {
		return letter
	}
	return ""
}

// quoted is the name of a type as it stands in a play.
func (s *Scene) quoted(t movement.TypeID) string {
	return quotedIf(s.names.rs.TypeName(t), " ;\"")
}

// quotedIf puts a name in quotes that has any of some characters in it.
func quotedIf(name, chars string) string {
	if strings.ContainsAny(name, chars) {
		return strconv.Quote(name)
	}
	return name
}

// Meant returns the legal turn that the text of a play as a ledger has it makes, nil if it makes none: the one that names the same squares in the same
// order, and the same types. A partner may be left unsaid where that makes no other turn.
func (s *Scene) Meant(text string) (found *Move) {
	other := s.words(text)
	for i := range s.legal() {
		m := &s.moves[i]
		long := s.Long(&m.Act)
		mine := s.words(long)
		if text == long || len(mine) > 0 && slices.Equal(mine, other) {
			return m
		}
		if n := min(len(mine), len(other)); found == nil && m.Partner && n > 0 && slices.Equal(mine[:n], other[:n]) {
			found = m
		}
	}
	return found
}

// words are the squares of a play, behind = and before @ the types, and what is chosen by name.
func (s *Scene) words(text string) (out []string) {
	for _, w := range playWords().FindAllString(text, -1) {
		switch name, called, chosen := strings.Cut(w, ":"); {
		case chosen:
			out = append(out, strings.TrimLeft(name, "; ")+":"+strings.TrimSpace(called))
		case strings.HasPrefix(w, "="):
			out = append(out, "="+s.typeName(strings.Trim(w[1:], `"`)))
		case strings.HasSuffix(w, "@"):
			out = append(out, s.typeName(strings.Trim(w[:len(w)-1], `"`))+"@")
		default:
			out = append(out, w)
		}
	}
	return out
}

var playWords = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`; *\w+:(?: *"[^"]*"|[^;]*)|=("[^"]*"|[^\s;(]+)|("[^"]*"|[^\s;"]+)@|[ab]?[a-z][1-9][0-9]?|pass`)
})

// typeName is the name of a type that a word names or is the glyph of.
func (s *Scene) typeName(word string) string {
	rs := s.names.rs
	for i := range rs.Types() {
		if t := movement.TypeID(i); rs.Glyph(t) == word {
			return rs.TypeName(t)
		}
	}
	return word
}
