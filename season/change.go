package season

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"adjudicate/events"
	"adjudicate/rules/names"
)

// A Change is a statement that history is to be otherwise, as people write it:
//
//	from 120 amend archer.yaml          a rule, a reading or any other entry from a point on
//	from 1998-10-07 adopt gess-adjacent no
//	move 612 to 120                     an entry of the ledger, taken to another point
//	correct 743 Lantern: Rq14-q8        what should have been entered
//	correct 743 at 1998-10-07T10:00Z    when it was, an entry may follow
//	void 745 "a slip"                   it never happened
//	rule 745 illegal by "12.2 §6.C" "the square was attacked"
//	withdraw 2.1                        a change of the edition that is the base
//
// A point is the sequence of an event, the address of an entry that an edition has put in ("2.1"), or a
// moment: then it is the first input recorded at or after it.
type Change struct {
	Line     int    // from 1
	What     string // "from", "move", "correct", "void", "rule", "withdraw"
	Point    string // a sequence, an address or a moment: of the event concerned
	To       string // of "move": the point it goes to
	At       string // of "correct": the moment of the entry, if that was wrong
	Entry    *Entry // of "from" and "correct", nil where only a moment is corrected; its rules are to be resolved
	Remedy   string // of "rule"
	Clause   string // of "rule"
	Reason   string // of "void" and "rule"
	Withdraw string // of "withdraw": the id of a change, or "*"
}

// Changes lists the words that begin a change, with the form of the rest.
var Changes = []struct{ Word, Form string }{
	{"from", "POINT ENTRY"}, {"move", "EVENT to POINT"}, {"correct", "EVENT [at MOMENT] [ENTRY]"}, {"void", "EVENT [REASON]"},
	{"rule", "EVENT illegal|stands|default-play|void|reopen|rewind [by CLAUSE] [REASON]"}, {"withdraw", "CHANGE"},
}

var remedies = []string{"illegal", "stands", "default-play", "void", "reopen", "rewind"}

const momentForm = `[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}(:[0-9]{2})?Z?)?`

var (
	pointPattern  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9]+|[0-9]+\.[0-9]+|` + momentForm + `)$`) })
	momentPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^` + momentForm + `$`) })
)

// String writes a change as ParseChanges reads it.
func (ch *Change) String() string {
	if ch.What == "withdraw" {
		return words(ch.What, spell(ch.Withdraw))
	}
	text := words(ch.What, ch.Point)
	switch ch.What {
	case "from", "correct":
		if ch.At != "" {
			text = words(text, "at", ch.At)
		}
		if ch.Entry == nil {
			return text
		}
		w := &writer{holder: map[string]string{}}
		entry, _ := w.input(ch.Entry)
		return words(text, entry)
	case "move":
		return words(text, "to", ch.To)
	case "rule":
		text = words(text, ch.Remedy)
		if ch.Clause != "" {
			text = words(text, "by", spell(ch.Clause))
		}
	}
	return noted(text, ch.Reason)
}

// Names are the sides and players that plays and entries may refer to.
type Names struct{ Sides, Players []string }

// ParseChanges reads changes, one a line; empty lines and those that begin with # say
// nothing. Whoever a change puts in is added to the names, for the changes that follow. Errors are
// SyntaxErrors.
func ParseChanges(file, text string, names *Names) ([]Change, error) {
	var out []Change
	var errs SyntaxErrors
	for i, line := range strings.Split(text, "\n") {
		c := &cursor{file: file, line: i + 1, text: strings.ReplaceAll(strings.TrimSuffix(line, "\r"), "\t", " ")}
		if c.skip(); c.pos == len(c.text) || c.text[c.pos] == '#' {
			continue
		}
		c.readable()
		p := &parser{season: &Season{File: file}, begun: true, holder: map[string]string{},
			sides: slices.Clone(names.Sides), players: slices.Clone(names.Players)}
		ch := Change{Line: i + 1}
		if c.err == nil {
			p.change(c, &ch)
		}
		if c.err != nil {
			errs = append(errs, c.err)
			continue
		}
		names.Sides, names.Players = p.sides, p.players
		out = append(out, ch)
	}
	if len(errs) > 0 {
		return nil, errs
	}
	return out, nil
}

func (p *parser) change(c *cursor, ch *Change) {
	start := c.pos
	ch.What = c.peek()
	words := make([]string, len(Changes))
	known := false
	for i, w := range Changes {
		words[i] = w.Word
		known = known || w.Word == ch.What
	}
	if !known {
		c.failAt(start, "a change: "+strings.Join(words, ", "), names.Near(ch.What, words))
		return
	}
	c.word(ch.What)
	if ch.What == "withdraw" {
		ch.Withdraw = c.name("the id of a change, such as 2.1, or *")
		c.end()
		return
	}
	ch.Point = c.point()
	switch ch.What {
	case "correct":
		if c.has("at") {
			ch.At = c.instant()
		}
		if c.skip(); ch.At == "" || c.err == nil && c.pos < len(c.text) {
			ch.Entry = p.changed(c)
		}
	case "from":
		ch.Entry = p.changed(c)
	case "move":
		c.word("to")
		ch.To = c.point()
	case "rule":
		ch.Remedy = c.word(remedies...)
		if c.has("by") {
			ch.Clause = c.name("a clause in quotes")
		}
		ch.Reason = c.note()
	case "void":
		ch.Reason = c.note()
	}
	c.end()
}

// instant reads a moment alone: a day stands for its beginning.
func (c *cursor) instant() string {
	c.skip()
	start := c.pos
	got := c.peek()
	if c.err == nil && !momentPattern().MatchString(got) {
		c.failAt(start, "a moment such as 1998-10-07T10:00Z", "")
		return ""
	}
	c.pos += len(got)
	return got
}

func (c *cursor) point() string {
	c.skip()
	start := c.pos
	got := c.peek()
	if c.err == nil && !pointPattern().MatchString(got) {
		c.failAt(start, "the sequence of an event, or a moment such as 1998-10-07T10:00Z", "")
		return ""
	}
	c.pos += len(got)
	return got
}

func (p *parser) changed(c *cursor) *Entry {
	e := &Entry{Line: c.line}
	if c.skip(); c.err != nil {
		return e
	}
	if side, text, ok := p.play(c); ok {
		e.Inputs = []events.Payload{events.PlaySubmitted{Side: side, Text: text}}
	} else if c.err == nil {
		p.input(c, e)
	}
	if c.err == nil && e.Source != nil && *e.Source == (Source{Amend: e.Source.Amend}) {
		c.skip()
		c.failAt(c.pos, "a rule file", "")
	}
	return e
}

// Sequence returns the number that a point is, if it is one.
func Sequence(point string) (uint64, bool) {
	n, err := strconv.ParseUint(point, 10, 64)
	return n, err == nil
}

// ResolveChanges fetches the rules that changes name, as Season.Resolve does for entries.
func ResolveChanges(file string, list []Change, lib Library) error {
	for i := range list {
		if list[i].Entry == nil {
			continue
		}
		s := Season{File: file, Entries: []Entry{*list[i].Entry}}
		if err := s.Resolve(lib); err != nil {
			return err
		}
		*list[i].Entry = s.Entries[0]
	}
	return nil
}
