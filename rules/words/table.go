package words

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/rules/names"

	"golang.org/x/text/language"
)

// Texts is a table as the manifest of a system says it.
type Texts struct {
	Language   string                       `json:"language,omitempty"`   // whose plural forms: a BCP 47 tag; en if it is left out
	Notation   string                       `json:"notation,omitempty"`   // how views write plays: san, algebraic notation; in full if it is left out
	Assets     map[string]map[string]string `json:"assets,omitempty"`     // name, and how an amount is said: the plural forms
	Offices    map[string]string            `json:"offices,omitempty"`    // what people call them
	Stages     map[string]string            `json:"stages,omitempty"`     //
	Attributes map[string]string            `json:"attributes,omitempty"` //
	Plays      map[string]string            `json:"plays,omitempty"`      // move, capture, …
	Reasons    map[string]string            `json:"reasons,omitempty"`    // what people read where the ledger has a reason
	Labels     map[string]string            `json:"labels,omitempty"`     // what stands before a list
	Messages   map[string]string            `json:"messages,omitempty"`   // sentences
	Counted    map[string]map[string]string `json:"counted,omitempty"`    // sentences about a number, each with its plural forms
}

// Table is what a game calls things: "assets.gems.one", "offices.umpire", "messages.asset-gained".
type Table []events.Word

// Sections of a table.
const (
	Assets     = "assets"
	Offices    = "offices"
	Stages     = "stages"
	Attributes = "attributes"
	OfPlays    = "plays"
	Reasons    = "reasons"
	OfLabels   = "labels"
	OfMessages = "messages"
	Language   = "language"
	Notation   = "notation"
)

// Algebraic is the Notation of games whose players write "Nbd7" and "exd5".
const Algebraic = "san"

// names are the sections that name things, in their order.
func (t *Texts) names() []section {
	return []section{{Offices, t.Offices}, {Stages, t.Stages}, {Attributes, t.Attributes}, {OfPlays, t.Plays}, {Reasons, t.Reasons}, {OfLabels, t.Labels}}
}

type section struct {
	name  string
	texts map[string]string
}

func sorted[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// Table returns what the texts say as a list, in an order of its own.
func (t *Texts) Table() (table Table) {
	if t == nil {
		return nil
	}
	add := func(word string, thing ...string) {
		table = append(table, events.Word{Thing: strings.Join(thing, "."), Word: word})
	}
	if t.Language != "" {
		add(t.Language, Language)
	}
	if t.Notation != "" {
		add(t.Notation, Notation)
	}
	for _, name := range sorted(t.Assets) {
		for _, form := range sorted(t.Assets[name]) {
			add(t.Assets[name][form], Assets, name, form)
		}
	}
	for _, s := range t.names() {
		for _, name := range sorted(s.texts) {
			add(s.texts[name], s.name, name)
		}
	}
	for _, key := range sorted(t.Messages) {
		add(t.Messages[key], OfMessages, key)
	}
	for _, key := range sorted(t.Counted) {
		for _, form := range sorted(t.Counted[key]) {
			if form == "other" {
				add(t.Counted[key][form], OfMessages, key)
			} else {
				add(t.Counted[key][form], OfMessages, key+"#"+form)
			}
		}
	}
	return table
}

// Over returns t laid over the table of the system that this one extends.
func (t Table) Over(base Table) Table {
	out := slices.Clone(t)
	for _, w := range base {
		if !slices.ContainsFunc(t, func(x events.Word) bool { return x.Thing == w.Thing }) {
			out = append(out, w)
		}
	}
	return out
}

// A Find is something that is wrong with a table.
type Find struct {
	Field   string // "words.assets.gems.onne"
	Message string
	Hint    string
}

func unknown(field, what, name string, known []string) Find {
	return Find{Field: field, Message: fmt.Sprintf("no such %s: %q", what, name), Hint: names.Suggest(name, known, "")}
}

// Doubts finds names of what no rule declares; declared are the names that the rules have, by section.
func (t *Texts) Doubts(declared map[string][]string) (list []Find) {
	if t == nil {
		return nil
	}
	ask := func(section, what string, names []string) {
		for _, name := range names {
			if !slices.Contains(declared[section], name) {
				list = append(list, unknown("words."+section+"."+name, what+" of the rules", name, declared[section]))
			}
		}
	}
	ask(Assets, "asset", sorted(t.Assets))
	ask(Offices, "office", sorted(t.Offices))
	ask(Stages, "stage", sorted(t.Stages))
	ask(Attributes, "attribute of sides", sorted(t.Attributes))
	for _, name := range sorted(t.Plays) {
		if known := slices.Concat(Plays, declared[OfPlays]); !slices.Contains(known, name) {
			list = append(list, unknown("words."+OfPlays+"."+name, "kind of play", name, known))
		}
	}
	return list
}

// Faults finds unknown notations, messages, labels, placeholders and plural forms.
func (t *Texts) Faults() []Find {
	if t == nil {
		return nil
	}
	c := &checker{lang: language.English}
	if t.Language != "" {
		var err error
		if c.lang, err = language.Parse(t.Language); err != nil {
			c.fault("words.language", "expected a language tag such as en, de or pt-BR", "invalid language %q", t.Language)
			return c.list
		}
	}
	c.have = formsOf(c.lang)
	if t.Notation != "" && t.Notation != Algebraic {
		c.fault("words.notation", "expected "+Algebraic+", algebraic notation", "unknown notation %q", t.Notation)
	}
	for _, name := range sorted(t.Assets) {
		c.asset("words.assets."+name, t.Assets[name])
	}
	for _, s := range t.names() {
		for _, name := range sorted(s.texts) {
			at := "words." + s.name + "." + name
			if s.name == OfLabels && find(Labels, name) == nil {
				c.list = append(c.list, unknown(at, "label", name, keys(Labels)))
			}
			c.placeholders(at, s.texts[name], nil)
		}
	}
	for _, key := range sorted(t.Messages) {
		if m := c.message("words.messages."+key, key); m != nil {
			c.placeholders("words.messages."+key, t.Messages[key], m.With)
		}
	}
	for _, key := range sorted(t.Counted) {
		at := "words.counted." + key
		m := c.message(at, key)
		if m == nil {
			continue
		}
		if !slices.Contains(m.With, "n") {
			c.fault(at, "use messages", "it has no number that could have plural forms")
			continue
		}
		if _, twice := t.Messages[key]; twice {
			c.fault(at, "", "it is set in messages too")
		}
		for _, form := range sorted(t.Counted[key]) {
			c.form(at, form)
			c.placeholders(at+"."+form, t.Counted[key][form], m.With)
		}
		if t.Counted[key]["other"] == "" {
			c.fault(at, "", "missing form other")
		}
	}
	return c.list
}

// A checker finds what is wrong with texts.
type checker struct {
	lang language.Tag
	have []string // its plural forms
	list []Find
}

func (c *checker) fault(field, hint, format string, args ...any) {
	c.list = append(c.list, Find{field, fmt.Sprintf(format, args...), hint})
}

func (c *checker) message(field, key string) *Message {
	key, of, narrower := strings.Cut(key, ".")
	m := find(Messages, key)
	switch {
	case m == nil:
		c.list = append(c.list, unknown(field, "message", key, keys(Messages)))
	case narrower && m.Of == "":
		c.fault(field, "leave out ."+of, "%s is one sentence for all", key)
		return nil
	}
	return m
}

func (c *checker) asset(field string, texts map[string]string) {
	for _, form := range sorted(texts) {
		with := []string{"n"}
		if form == "name" {
			with = nil
		} else {
			c.form(field, form)
		}
		c.placeholders(field+"."+form, texts[form], with)
	}
	if texts["other"] == "" {
		c.fault(field, `such as other: "{n} gems"`, "missing form for several")
	}
}

func (c *checker) form(field, form string) {
	switch {
	case !slices.Contains(Forms, form):
		c.list = append(c.list, unknown(field+"."+form, "plural form", form, append([]string{"name"}, c.have...)))
	case !slices.Contains(c.have, form):
		c.fault(field+"."+form, "it has "+strings.Join(c.have, ", "), "no such plural form in the language %s", c.lang)
	}
}

// placeholders finds one that a text does not have, or a brace that is none.
func (c *checker) placeholders(field, text string, with []string) {
	for rest := text; ; {
		open := strings.IndexByte(rest, '{')
		if open < 0 {
			return
		}
		end := strings.IndexByte(rest[open:], '}')
		if end < 0 {
			c.fault(field, "a placeholder ends with }", "unclosed { in %q", text)
			return
		}
		name := rest[open+1 : open+end]
		if u := unknown(field, "placeholder", name, with); !slices.Contains(with, name) {
			if u.Hint == "" && len(with) > 0 {
				u.Hint = "it has " + strings.Join(with, ", ")
			}
			c.list = append(c.list, u)
		}
		rest = rest[open+end:]
	}
}
