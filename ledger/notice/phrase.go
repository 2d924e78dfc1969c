package notice

import (
	"fmt"
	"strings"
	"time"
)

// A Phrase is what is to be said, before it is said in a language: the English text with the verbs of package fmt, by which catalogues
// know it, and what stands in their places. What people and rules have said stands there as it was written.
type Phrase struct {
	English string
	Args    []any
}

// say makes a phrase. Its text is a literal, so that catalogues can be held to be complete.
func say(english string, args ...any) Phrase { return Phrase{english, args} }

// phrases puts several after one another.
func phrases(list ...Phrase) []Phrase { return list }

// A Language says phrases: in other words, with moments as a reader's clock has them.
type Language interface {
	Phrase(english string) string // "" if there is no other than the English
	Moment(t time.Time) string
}

// In says the phrase in a language, nil for English.
func (p Phrase) In(l Language) string {
	text := p.English
	if l != nil {
		if other := l.Phrase(text); other != "" {
			text = other
		}
	}
	args := make([]any, len(p.Args))
	for i, a := range p.Args {
		switch a := a.(type) {
		case time.Time:
			if args[i] = Moment(a); l != nil {
				args[i] = l.Moment(a)
			}
		case Phrase:
			args[i] = a.In(l)
		default:
			args[i] = a
		}
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// In says a notice in a language: its sentences, and a few words for a subject.
func (n *Notice) In(l Language) (text, short string) {
	said := make([]string, len(n.Said))
	for i, p := range n.Said {
		said[i] = p.In(l)
	}
	return strings.Join(said, " "), n.Brief.In(l)
}
