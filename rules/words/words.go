package words

import (
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"adjudicate/events"
	"adjudicate/rules"

	"golang.org/x/text/language"
)

// A Speaker says things as a game does. A nil one speaks plain English.
type Speaker struct {
	lang  language.Tag
	words []events.Word // of a thing that stands there several times the last one counts
	book  func() *rules.Rulebook
}

// New returns the speaker of a game: with its words, and what its rules call things. The rules are asked for when they are
// needed first; without any, book is nil.
func New(table []events.Word, book func() *rules.Rulebook) *Speaker {
	s := &Speaker{lang: language.English, words: table}
	if book != nil {
		s.book = sync.OnceValue(book)
	}
	for _, w := range table {
		if w.Thing == Language {
			if lang, err := language.Parse(w.Word); err == nil {
				s.lang = lang
			}
		}
	}
	return s
}

func (s *Speaker) word(thing string) string {
	if s == nil {
		return ""
	}
	for i := len(s.words) - 1; i >= 0; i-- {
		if w := &s.words[i]; w.Thing == thing {
			return w.Word
		}
	}
	return ""
}

// procedure is what the rules say; it is never nil.
func (s *Speaker) procedure() *rules.Procedure {
	if s == nil || s.book == nil {
		return new(rules.Procedure)
	}
	return s.book().Procedure()
}

func or(texts ...string) string {
	for _, t := range texts {
		if t != "" {
			return t
		}
	}
	return ""
}

// plain is a name as it is said where nothing else is known of it.
func plain(name string) string { return strings.ReplaceAll(name, "-", " ") }

// titled is a name as it is said of something that has a proper name: "long-rest" is "Long Rest".
func titled(name string) string {
	list := strings.Split(name, "-")
	for i, w := range list {
		if w != "" {
			list[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(list, " ")
}

// Capital is a text with a capital letter first.
func Capital(text string) string {
	r, n := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(r)) + text[n:]
}

// Office is what an office is called.
func (s *Speaker) Office(name string) string {
	title := ""
	if o := s.procedure().Office(name); o != nil {
		title = o.Title
	}
	return or(title, s.word(Offices+"."+name), plain(name))
}

// Stage is what a stage is called.
func (s *Speaker) Stage(name string) string {
	title := ""
	if g := s.procedure().Stage(name); g != nil {
		title = g.Title
	}
	return or(title, s.word(Stages+"."+name), titled(name))
}

// Attribute is what an attribute of a side is called.
func (s *Speaker) Attribute(name string) string {
	title := ""
	if a := s.procedure().Attribute(name); a != nil {
		title = a.Title
	}
	return or(title, s.word(Attributes+"."+name), plain(name))
}

// Play is what a kind of atomic play is called.
func (s *Speaker) Play(kind string) string {
	return or(s.word(OfPlays+"."+strings.ToLower(kind)), kind)
}

// Reason is why something came about.
func (s *Speaker) Reason(why string) string {
	plain := why
	if why == events.WhyLeft { // a word of one game
		plain = "its side has left"
	}
	return or(s.word(Reasons+"."+why), plain)
}

// Label is what stands before a list, by its key.
func (s *Speaker) Label(key string) string {
	plain := ""
	if l := find(Labels, key); l != nil {
		plain = l.Text
	}
	return or(s.word(OfLabels+"."+key), plain)
}

// Asset is what an asset is called.
func (s *Speaker) Asset(name string) string {
	many := ""
	if a := s.asset(name); a != nil {
		many = a.Many
	}
	return or(many, s.word(Assets+"."+name+".name"), name)
}

func (s *Speaker) asset(name string) *rules.Asset {
	if s == nil || s.book == nil {
		return nil
	}
	list := s.book().Assets()
	for i := range list {
		if list[i].Name == name {
			return &list[i]
		}
	}
	return nil
}

// Amount says how much there is of an asset: "a gem", "3 gems".
func (s *Speaker) Amount(asset string, n events.Half) string {
	text := ""
	if a := s.asset(asset); a != nil {
		if text = a.Many; n == 2 && a.One != "" {
			text = a.One
		} else if text != "" && !strings.Contains(text, "{n}") {
			text = "{n} " + text
		}
	}
	if at := Assets + "." + asset + "."; text == "" && s != nil {
		text = or(s.word(at+formOf(s.lang, n)), s.word(at+"other"))
	}
	return strings.ReplaceAll(or(text, "{n} of "+asset), "{n}", n.String())
}

// Balance says how much somebody has, or owes, of an asset, in a list: "3 gems", "gems 3" where the game has no word for it.
func (s *Speaker) Balance(asset string, n events.Half) string {
	if n < 0 {
		return "owes " + s.Balance(asset, -n)
	}
	if text := s.Amount(asset, n); text != n.String()+" of "+asset {
		return text
	}
	return asset + " " + n.String()
}

// Because returns a reason as an addition to a sentence, "" for no reason.
func (s *Speaker) Because(why string) string {
	if why == "" {
		return ""
	}
	return s.Say("because", "", With{"reason": s.Reason(why)})
}

// With maps the placeholders of a message to their values.
type With map[string]string

// Say returns the message of a key with its placeholders replaced; of is the name under which a game may override it.
func (s *Speaker) Say(key, of string, with With) string { return s.say(key, of, nil, with) }

// Count says a message about a number, which {n} stands for.
func (s *Speaker) Count(key, of string, n events.Half, with With) string {
	with["n"] = n.String()
	return s.say(key, of, &n, with)
}

func (s *Speaker) say(key, of string, n *events.Half, with With) string {
	text := ""
	for _, at := range []string{OfMessages + "." + key + "." + of, OfMessages + "." + key} {
		if n != nil && s != nil && text == "" {
			text = s.word(at + "#" + formOf(s.lang, *n))
		}
		text = or(text, s.word(at))
	}
	if m := find(Messages, key); text == "" && m != nil {
		if text = m.Text; n != nil && *n == 2 && m.One != "" {
			text = m.One
		}
	}
	var out strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "{")
		out.WriteString(before)
		name, after, closed := strings.Cut(rest, "}")
		if !ok || !closed {
			return out.String()
		}
		out.WriteString(with[name])
		text = after
	}
}

// Entitle returns p with the titles that a table gives to offices, stages and attributes to which the rules give none.
func Entitle(p *rules.Procedure, table []events.Word) *rules.Procedure {
	titles := map[string]string{}
	for _, w := range table {
		titles[w.Thing] = w.Word
	}
	q := *p
	q.Offices, q.Stages, q.Attributes = slices.Clone(p.Offices), slices.Clone(p.Stages), slices.Clone(p.Attributes)
	for i := range q.Offices {
		q.Offices[i].Title = or(q.Offices[i].Title, titles[Offices+"."+q.Offices[i].Name])
	}
	for i := range q.Stages {
		q.Stages[i].Title = or(q.Stages[i].Title, titles[Stages+"."+q.Stages[i].Name])
	}
	for i := range q.Attributes {
		q.Attributes[i].Title = or(q.Attributes[i].Title, titles[Attributes+"."+q.Attributes[i].Name])
	}
	return &q
}
