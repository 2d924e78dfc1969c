package season

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"adjudicate/rules/names"
)

// forms are the statements that can stand behind "expect". A word in capitals is a slot;
// one that ends in an S behind a comma-less list word (SIDES, PIECES, TYPES) takes
// several, separated by commas, and stands last. An Expectation's Kind is its form.
var forms = []string{
	"turn SIDE",
	"turn none",
	"awaited SIDES",
	"awaited none",
	"list SIDES",
	"weight SIDE HALF",
	"check none",
	"check SIDE none",
	"check SIDE by PIECES",
	"piece PIECE at SQUARE",
	"piece PIECE off SIDE",
	"piece PIECE gone",
	"piece PIECE is TYPE",
	"counter PIECE NAME COUNT",
	"square SQUARE empty",
	"square SQUARE SIDE TYPE",
	"on-board SIDE COUNT",
	"off-board SIDE COUNT",
	"holding SIDE none",
	"holding SIDE TYPES",
	"last SIDE NAME",
	"last SIDE NAME NAME",
	"defaults SIDE COUNT",
	"early SIDE",
	"limit MOMENT",
	"account NAME NAME HALF",
	"owns PLAYER NAME",
	"winner PLAYER",
	"winner none",
	"hand COUNT",
	"has SIDE NAME",
	"lacks SIDE NAME",
	"status PLAYER NAME",
	"holder SIDE PLAYER",
	"umpire PLAYER",
	"umpire none",
	"stage NAME none",
	"stage NAME NAME",
	"rule NAME COUNT",
	"rule NAME none",
	"reading NAME NAME",
	"drawn NAME NAMES",
	"dispute NAME NAME",
	"precedent NAME NAMES",
}

// None is a reserved word: no side or player can have this name.
const None = "none"

var slots = map[string]string{
	"SIDE": "a side", "SIDES": "sides separated by commas", "PLAYER": "a player",
	"PIECE": "the id of a piece", "PIECES": "ids or squares of pieces, separated by commas",
	"TYPE": "a type of piece", "TYPES": "types of pieces, separated by commas",
	"SQUARE": "a square such as a1", "COUNT": "a whole number", "HALF": "a number such as 12 or 37.5",
	"MOMENT": "the moment", "NAME": "a name", "NAMES": "names separated by commas",
}

var squarePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[a-z]{1,2}[1-9][0-9]?$`) })

// claims are all forms, those in local words among them.
func claims() []string {
	list := slices.Clone(forms)
	for _, w := range local().Expect {
		list = append(list, w.Form)
	}
	return list
}

// parseExpect reads what follows the word expect: the form that fits, or else the error
// of the form that fitted longest.
func (p *parser) parseExpect(c *cursor) Expectation {
	kind := c.peek()
	var words []string
	var failed *SyntaxError
	for _, form := range claims() {
		first, _, _ := strings.Cut(form, " ")
		if len(words) == 0 || words[len(words)-1] != first {
			words = append(words, first)
		}
		if first != kind {
			continue
		}
		try := *c
		if e := p.tryForm(&try, form); try.err == nil {
			*c = try
			return e
		}
		if failed == nil || try.err.Column >= failed.Column {
			if failed != nil && try.err.Column == failed.Column && try.err.Found == failed.Found && try.err.Want != failed.Want {
				try.err.Want = failed.Want + " or " + try.err.Want
				if try.err.Near == "" {
					try.err.Near = failed.Near
				}
			}
			failed = try.err
		}
	}
	if failed == nil {
		c.failAt(c.pos, "a word that says what to expect, such as turn or weight", names.Near(kind, words))
	} else {
		c.err = failed
	}
	return Expectation{}
}

func (p *parser) tryForm(c *cursor, form string) Expectation {
	e := Expectation{Line: c.line, Kind: form}
	for word := range strings.FieldsSeq(form) {
		if slots[word] == "" {
			c.word(word)
			continue
		}
		e.Args = append(e.Args, p.slot(c, word))
		for strings.HasSuffix(word, "S") && c.comma() {
			e.Args = append(e.Args, p.slot(c, word))
		}
	}
	c.end()
	return e
}

func (p *parser) slot(c *cursor, word string) string {
	want := slots[word]
	c.skip()
	start := c.pos
	switch word {
	case "SIDE", "SIDES":
		return p.side(c, want)
	case "PLAYER":
		return c.known(want, p.players)
	case "COUNT":
		return strconv.Itoa(c.number(want))
	case "HALF":
		return c.half(want).String()
	case "MOMENT":
		return WriteMoment(c.moment(want))
	}
	got := c.name(want)
	if got == None || word == "SQUARE" && !squarePattern().MatchString(got) {
		c.failAt(start, want, "")
	}
	return got
}

// String writes the expectation as it stands in a season, without the word expect.
func (e Expectation) String() string {
	var b strings.Builder
	args := e.Args
	for word := range strings.FieldsSeq(e.Kind) {
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		if slots[word] == "" || len(args) == 0 {
			b.WriteString(word)
			continue
		}
		take := 1
		if strings.HasSuffix(word, "S") {
			take = len(args)
		}
		if word == "MOMENT" {
			b.WriteString(args[0])
		} else {
			b.WriteString(spellAll(args[:take]))
		}
		args = args[take:]
	}
	return b.String()
}

func spellAll(names []string) string {
	all := make([]string, len(names))
	for i, n := range names {
		all[i] = spell(n)
	}
	return strings.Join(all, ", ")
}

// WriteMoment writes a time so that cursor.moment reads it.
func WriteMoment(t time.Time) string {
	return t.Format("2006-01-02 ") + writeClock(t)
}

func writeClock(t time.Time) string {
	if t.Second() != 0 {
		return t.Format("15:04:05")
	}
	return t.Format("15:04")
}
