package san

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"adjudicate/rules/movement"
	"adjudicate/rules/picture"
	"adjudicate/systems"
)

// Letters are how the types of a ruleset are written.
type Letters struct {
	rs     *movement.Ruleset
	of     []string          // by type; empty: nothing is written
	silent []movement.TypeID // whose letter is not written
	longer []movement.TypeID // all, those of longer letters first
	kings  []movement.TypeID // whose going along with a partner is called castling
}

// silentLetter is the letter that is not written.
const silentLetter = "P"

// lettersOf returns the letters of a system: those in which its positions are written, else the glyphs.
func lettersOf(sys *systems.System, rs *movement.Ruleset) *Letters {
	l := &Letters{rs: rs, of: make([]string, rs.Types())}
	uses := map[string]int{}
	for i := range l.of {
		t := movement.TypeID(i)
		l.of[i] = rs.Glyph(t)
		king := rs.Royal(t)
		if sys.FEN != nil {
			for letter, name := range sys.FEN.Letters {
				if name == rs.TypeName(t) {
					l.of[i] = letter
				}
			}
			king = king || sys.FEN.Rights != nil && sys.FEN.Rights.King == rs.TypeName(t)
		}
		if king {
			l.kings = append(l.kings, t)
		}
		uses[l.of[i]]++
		l.longer = append(l.longer, t)
	}
	for i := range l.of {
		t := movement.TypeID(i)
		switch {
		case l.of[i] == silentLetter && !rs.Royal(t):
			l.silent = append(l.silent, t)
		case uses[l.of[i]] > 1 || l.of[i] == "":
			l.of[i] = rs.TypeName(t) + " "
		}
	}
	slices.SortStableFunc(l.longer, func(a, b movement.TypeID) int { return len(l.of[b]) - len(l.of[a]) })
	return l
}

func (l *Letters) isSilent(t movement.TypeID) bool { return slices.Contains(l.silent, t) }

// prefix is what stands before the squares of a type's turns.
func (l *Letters) prefix(t movement.TypeID) string {
	if l.isSilent(t) {
		return ""
	}
	return l.of[t]
}

// symbol is a type that a text may begin with, and how many bytes name it.
type symbol struct {
	typ movement.TypeID
	n   int
}

// exact lists the types whose letter, name or figurine a text begins with, the longest first; folded those that agree
// only without regard to case.
func (l *Letters) exact(text string) []symbol {
	return l.begins(text, strings.HasPrefix)
}

func (l *Letters) folded(text string) []symbol {
	return l.begins(text, func(s, word string) bool {
		return len(s) >= len(word) && strings.EqualFold(s[:len(word)], word) && s[:len(word)] != word
	})
}

func (l *Letters) begins(text string, has func(text, word string) bool) (out []symbol) {
	for _, t := range l.longer {
		if name := l.rs.TypeName(t); has(text, name) {
			out = append(out, symbol{t, len(name)})
		}
	}
	_, n := utf8.DecodeRuneInString(text)
	drawn, letter := picture.Figurine(text[:n])
	for _, t := range l.longer {
		word := strings.TrimRightFunc(l.of[t], unicode.IsSpace)
		switch {
		case word != "" && has(text, word):
			out = append(out, symbol{t, len(word)})
		case word != "" && (letter == word || drawn == l.rs.TypeName(t)):
			out = append(out, symbol{t, n})
		}
	}
	return out
}
