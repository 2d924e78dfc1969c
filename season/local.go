package season

import (
	_ "embed"
	"encoding/json"
	"slices"
	"sync"

	"adjudicate/events"
)

// A game may call what every game has by words of its own: a side, what is true of one, a stage. Season files of such games
// begin lines with them, and local.json says for each what it stands for. An entry is written with such a word where it says
// all that there is to say, otherwise in the general form.

//go:embed local.json
var localText []byte

type localWords struct {
	Stage   string       `json:"stage"` // the one meant where an objection or a correction names none
	Entries []localEntry `json:"entries"`
	Expect  []localClaim `json:"expect"`
}

// A localEntry is a word that begins an entry. One of the others says what the entry is.
type localEntry struct {
	Word string `json:"word"`
	Form string `json:"form"` // for people: what follows the word

	Creates *struct {
		Held       string   `json:"held"`       // the word before the player
		Attributes []string `json:"attributes"` // that may follow, in this order
	} `json:"creates"` // a side
	Attribute *struct {
		Name string `json:"name"`
		On   bool   `json:"on"`
	} `json:"attribute"` // is put or taken
	Stage  string `json:"stage"`  // is announced, for a number of days
	Holder bool   `json:"holder"` // a side is handed over
}

// A localClaim is a form of what follows expect, and the general one that it stands for.
type localClaim struct {
	Form  string   `json:"form"`
	Means string   `json:"means"`
	Args  []string `json:"args"` // what the general one is about; "" is what the line says next
}

var local = sync.OnceValue(func() (w localWords) {
	if err := json.Unmarshal(localText, &w); err != nil {
		panic("season: local.json: " + err.Error())
	}
	return w
})

// verb is the entry that begins with the word.
func (w localEntry) verb() verb {
	v := verb{word: w.Word, form: w.Form}
	switch {
	case w.Creates != nil:
		v.read = func(p *parser, c *cursor, e *Entry) {
			s := events.SideCreated{Side: c.fresh("the name of a side")}
			c.word(w.Creates.Held)
			s.Player = c.known("a player", p.players)
			for _, a := range w.Creates.Attributes {
				if c.has(a) {
					s.Attributes = append(s.Attributes, a)
				}
			}
			p.declare(e, s)
		}
	case w.Attribute != nil:
		v.read = func(p *parser, c *cursor, e *Entry) {
			e.is(events.AttributeChanged{Side: p.side(c, "a side"), Attribute: w.Attribute.Name, On: w.Attribute.On})
		}
	case w.Holder:
		v.read = readHolder
	default:
		v.read = func(_ *parser, c *cursor, e *Entry) { e.is(events.StageAnnounced{Stage: w.Stage, Length: c.days()}) }
	}
	return v
}

// writeLocal writes an entry by a local word, "" if none says all of it.
func writeLocal(p events.Payload) string {
	for _, w := range local().Entries {
		if text := w.write(p); text != "" {
			return text
		}
	}
	return ""
}

func (w localEntry) write(p events.Payload) string {
	if s, ok := p.(events.SideCreated); ok && w.Creates != nil && len(s.Attributes) > 0 && within(s.Attributes, w.Creates.Attributes) {
		return words(append([]string{w.Word, spell(s.Side), w.Creates.Held, spell(s.Player)}, s.Attributes...)...)
	}
	if a, ok := p.(events.AttributeChanged); ok && w.Attribute != nil && w.Attribute.Name == a.Attribute && w.Attribute.On == a.On {
		return words(w.Word, spell(a.Side))
	}
	if g, ok := p.(events.StageAnnounced); ok && w.Stage != "" && w.Stage == g.Stage {
		return words(w.Word, days(g.Length))
	}
	return ""
}

// within reports whether a list is a part of another, in its order.
func within(list, of []string) bool {
	for _, x := range list {
		i := slices.Index(of, x)
		if i < 0 {
			return false
		}
		of = of[i+1:]
	}
	return true
}

// General is the same expectation in a general form: x itself unless it is in the words of one game.
func (x Expectation) General() Expectation {
	i := slices.IndexFunc(local().Expect, func(w localClaim) bool { return w.Form == x.Kind })
	if i < 0 {
		return x
	}
	said := x.Args
	x.Kind, x.Args = local().Expect[i].Means, slices.Clone(local().Expect[i].Args)
	for k := range x.Args {
		if x.Args[k] == "" {
			x.Args[k], said = said[0], said[1:]
		}
	}
	return x
}
