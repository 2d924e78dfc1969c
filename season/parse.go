package season

import (
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/names"
	"adjudicate/systems"
)

// mostErrors is how many errors Parse collects before it gives up.
const mostErrors = 20

// A parser keeps what the lines read so far declared.
type parser struct {
	season  *Season
	errs    SyntaxErrors
	begun   bool      // the first line has been read
	day     time.Time // midnight of the date that the last "on" named
	now     time.Time // when the entries now being read happened
	notes   []string
	sides   []string
	players []string
	holder  map[string]string // side → player
	umpire  string
	labels  []string
	asked   int  // entries of which hands has asked the rules
	handing bool // sides may change hands by what a rule does
	undated bool // an entry before the first date has been reported
}

// Parse reads a season. The file name is for messages only. What is wrong with the text
// is returned as SyntaxErrors.
func Parse(file string, text []byte) (*Season, error) {
	p := &parser{season: &Season{File: file}, holder: map[string]string{}}
	lines := strings.Split(names.Composed(string(text)), "\n")
	for i, line := range lines {
		c := &cursor{file: file, line: i + 1, text: strings.ReplaceAll(strings.TrimSuffix(line, "\r"), "\t", " ")}
		if c.readable(); c.err == nil {
			p.line(c)
		}
		if c.err != nil {
			p.errs = append(p.errs, c.err)
			if len(p.errs) == mostErrors {
				return nil, p.errs
			}
		}
	}
	if len(p.season.Entries) == 0 && len(p.errs) == 0 {
		want := `the first line, "season 1"`
		if p.begun {
			want = "an entry, such as: game NAME system " + systems.Usual() + " seed HEX"
		}
		c := &cursor{file: file, line: len(lines)}
		c.failAt(0, want, "")
		p.errs = append(p.errs, c.err)
	}
	for _, e := range p.season.Entries {
		if len(p.errs) == 0 && e.Source != nil && *e.Source == (Source{Amend: e.Source.Amend}) {
			c := &cursor{file: file, line: e.Line}
			c.failAt(0, "a rule file, or below the line the rule itself in lines that begin with |", "")
			p.errs = append(p.errs, c.err)
		}
	}
	if len(p.errs) > 0 {
		return nil, p.errs
	}
	p.season.Tail = p.notes
	return p.season, nil
}

// mostLine is how long a line may be, in bytes: a play is shorter, and so is a rule's line.
const mostLine = 64 << 10

// readable fails where the line stops being text, or is longer than any.
func (c *cursor) readable() {
	if len(c.text) > mostLine {
		c.failAt(0, fmt.Sprintf("a line of at most %d bytes", mostLine), "")
		c.err.Found = c.text[:20] + "…"
		return
	}
	for i, r := range c.text {
		if r == utf8.RuneError && !utf8.ValidString(c.text[i:]) || unicode.IsControl(r) {
			c.failAt(i, "printable characters in UTF-8", "")
			return
		}
	}
}

var clockPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9]{2}:[0-9]{2}(?::[0-9]{2})?) `) })

func (p *parser) line(c *cursor) {
	if c.skip(); c.pos == len(c.text) {
		return
	}
	switch rest := c.text[c.pos:]; {
	case rest[0] == '#':
		note := strings.TrimRight(strings.TrimPrefix(rest[1:], " "), " ")
		p.notes = append(p.notes, note)
	case !p.begun:
		p.first(c)
	case rest[0] == '|':
		p.ruleText(c)
	case strings.HasPrefix(rest, arrow):
		c.pos += len(arrow)
		p.verdict(c)
	case c.starts("on"):
		c.word("on")
		p.date(c)
	case c.starts("expect"):
		c.word("expect")
		if e := p.parseExpect(c); c.err == nil && p.current(c) != nil {
			e.Notes, p.notes = p.notes, nil
			p.current(c).Expect = append(p.current(c).Expect, e)
		}
	case c.starts("by"), c.starts("sent"), c.starts("message"), c.starts("clock"), c.starts("seen"), c.starts("label"), c.starts("signature"):
		p.detail(c)
	default:
		p.entry(c)
	}
}

// first reads the line that says what the text is.
func (p *parser) first(c *cursor) {
	c.word("season")
	c.word(strconv.Itoa(Version))
	c.end()
	p.begun = true
	p.season.Head, p.notes = p.notes, nil
}

// current is the entry that details, verdicts and expectations belong to.
func (p *parser) current(c *cursor) *Entry {
	if len(p.season.Entries) == 0 {
		c.failAt(0, "an entry before what is said about it", "")
		return nil
	}
	return &p.season.Entries[len(p.season.Entries)-1]
}

func (p *parser) date(c *cursor) {
	c.skip()
	start := c.pos
	day, err := time.Parse(time.DateOnly, c.peek())
	if err != nil || !plausible(day) {
		c.failAt(start, "a date such as 1998-10-05", "")
		if p.day.IsZero() { // what follows is not to blame
			p.day = time.Date(1000, 1, 1, 0, 0, 0, 0, time.UTC)
			p.now = p.day
		}
		return
	}
	c.pos += len(c.peek())
	c.end()
	if day.Before(p.day) {
		c.failAt(start, "a date not before "+p.day.Format(time.DateOnly), "")
		return
	}
	if !day.Equal(p.day) {
		p.day, p.now = day, day
	}
}

// clock reads the time at the beginning of an entry, if there is one. What is wrong with it is
// returned, so that what the entry declares is known below nonetheless.
func (p *parser) clock(c *cursor) *SyntaxError {
	c.skip()
	start := c.pos
	m := clockPattern().FindStringSubmatch(c.text[c.pos:])
	if m == nil {
		return nil
	}
	form := "15:04"
	if len(m[1]) > len(form) {
		form = time.TimeOnly
	}
	clock, err := time.Parse(form, m[1])
	if err != nil {
		c.failAt(start, "a time between 00:00 and 23:59:59", "")
		return c.passed(len(m[1]))
	}
	at := p.day.Add(time.Duration(clock.Hour())*time.Hour + time.Duration(clock.Minute())*time.Minute + time.Duration(clock.Second())*time.Second)
	if at.Before(p.now) {
		c.failAt(start, "a time not before "+writeClock(p.now), "")
		return c.passed(len(m[1]))
	}
	p.now = at
	c.pos += len(m[1])
	return nil
}

func (p *parser) entry(c *cursor) {
	if p.day.IsZero() {
		if !p.undated { // said once
			c.failAt(c.pos, `a date first, such as "on 1998-10-05"`, "")
			p.undated = true
		}
		return
	}
	untimed := p.clock(c)
	e := Entry{Line: c.line, At: p.now, Actor: p.umpire}
	e.Notes, p.notes = p.notes, nil
	if side, text, ok := p.play(c); ok {
		e.Actor = p.holder[side]
		e.Inputs = []events.Payload{events.PlaySubmitted{Side: side, Text: text}}
	} else if c.err == nil {
		p.input(c, &e)
	}
	if c.skip(); c.err == nil && strings.HasPrefix(c.text[c.pos:], arrow) {
		c.pos += len(arrow)
		e.Verdict = parseVerdict(c)
	}
	c.end()
	if untimed != nil {
		c.err = untimed
	}
	p.season.Entries = append(p.season.Entries, e)
}

// play reads "Red: Ra1-a5" if the line is one.
func (p *parser) play(c *cursor) (side, text string, ok bool) {
	try := *c
	try.skip()
	rest := try.text[try.pos:]
	if strings.HasPrefix(rest, `"`) {
		try.name("a side")
		if try.err != nil || !strings.HasPrefix(try.text[try.pos:], ":") {
			return "", "", false
		}
	} else {
		i := strings.IndexAny(rest, ": ,\"")
		if i <= 0 || rest[i] != ':' {
			return "", "", false
		}
	}
	bare, _, _ := strings.Cut(rest, ":")
	if strings.HasPrefix(rest, `"`) {
		side = p.side(c, "a side")
	} else if slices.Contains(p.sides, bare) || p.enters(bare) {
		c.skip()
		side, c.pos = bare, c.pos+len(bare)
	} else {
		c.skip()
		c.failAt(c.pos, "a side declared above", names.Near(bare, p.sides))
		return "", "", false
	}
	c.mark(":")
	start := c.pos
	text = c.rest("a play")
	if most := events.MostPlay; len(text) > most && c.err == nil {
		c.failAt(start, fmt.Sprintf("a play of at most %d bytes", most), "")
		c.err.Found = text[:20] + "…"
	}
	return side, text, c.err == nil
}

// side reads the name of a side, which may be one that a rule lets enter.
func (p *parser) side(c *cursor, want string) string {
	try := *c
	try.skip()
	if name := try.name(want); try.err == nil && !slices.Contains(p.sides, name) {
		p.enters(name)
	}
	return c.known(want, p.sides)
}

// enters reports whether a rule of the season, or of a system that it names, may let a side of that name enter. From then on it is a side.
func (p *parser) enters(name string) bool {
	for _, e := range p.season.Entries {
		if e.Source == nil || e.Source.File != "" {
			continue
		}
		if slices.ContainsFunc(e.Source.readable(), func(r rules.Rule) bool { return slices.Contains(r.Enters(), name) }) {
			p.sides = append(p.sides, name)
			return true
		}
	}
	return false
}

// readable are the rules of a source that need no library; none where they cannot be read.
func (src *Source) readable() []rules.Rule {
	if src.Suite == "" {
		list, _ := rules.Parse("", []byte(src.Text))
		return list
	}
	if sys, err := systems.Find(src.Suite); err == nil {
		return sys.Book.Rules()
	}
	return nil
}

// nobody is how a season writes that nobody is recorded as who made an entry.
const nobody = `""`

// hands reports whether a rule may let sides change hands without an entry that says so: who holds them is then up to the judge. Of rules
// that stand elsewhere nothing is known, and of those that cannot be read.
func (p *parser) hands() bool {
	for ; p.asked < len(p.season.Entries) && !p.handing; p.asked++ {
		src := p.season.Entries[p.asked].Source
		if src == nil {
			continue
		}
		var list []rules.Rule
		err := errors.ErrUnsupported
		if src.Suite != "" {
			var sys *systems.System
			if sys, err = systems.Find(src.Suite); err == nil {
				list = sys.Book.Rules()
			}
		} else if src.File == "" {
			list, err = rules.Parse("", []byte(src.Text))
		}
		p.handing = err != nil || slices.ContainsFunc(list, func(r rules.Rule) bool { return r.HandsOver() })
	}
	return p.handing
}

// mayNot says who may make an entry, if its actor may not: what a side does its player
// does, or the umpire for it.
func (p *parser) mayNot(e *Entry) string {
	for _, in := range e.Inputs {
		side, ok := events.PlayedFor(in)
		holder := p.holder[side]
		if !ok || e.Actor == "" || e.Actor == holder || e.Actor == p.umpire {
			continue
		}
		if p.umpire == "" || p.umpire == holder {
			return fmt.Sprintf("by %s, who holds %s", spell(holder), spell(side))
		}
		return fmt.Sprintf("by %s, who holds %s, or by the umpire %s", spell(holder), spell(side), spell(p.umpire))
	}
	return ""
}

// detail reads a line that adds to the entry above it.
func (p *parser) detail(c *cursor) {
	e := p.current(c)
	if e == nil {
		return
	}
	e.Notes = append(e.Notes, p.notes...)
	p.notes = nil
	c.skip()
	start := c.pos
	if c.has("by") {
		if c.skip(); strings.HasPrefix(c.text[c.pos:], nobody) {
			e.Actor, c.pos = "", c.pos+len(nobody)
		} else {
			e.Actor = c.name("a player")
		}
		if want := p.mayNot(e); want != "" && slices.Contains(p.players, e.Actor) && p.hands() {
			open := *c
			open.failAt(start, want, "")
			e.Unless = open.err
		} else if want != "" {
			c.failAt(start, want, "")
		}
		c.end()
		return
	}
	if c.has("label") {
		if e.Label != "" {
			c.failAt(start, "one label an entry", "")
		}
		p.label(c, e)
		c.end()
		return
	}
	if c.has("signature") {
		p.signature(c, e)
		return
	}
	var play events.PlaySubmitted
	if len(e.Inputs) == 1 {
		play, _ = e.Inputs[0].(events.PlaySubmitted)
	}
	if play.Text == "" {
		c.failAt(start, "a play above what is said about its message", "")
		return
	}
	if c.has("sent") {
		sent := c.moment("when the message was sent")
		play.Sent = &sent
	} else if c.has("message") {
		play.Message = c.rest("the Message-ID")
	} else if c.has("seen") {
		play.Seen = c.sequence("the last event that its author could have seen")
		if c.has("in") {
			c.word("edition")
			play.Edition = c.number("the number of an edition")
		}
	} else if c.has("clock") {
		play.Clock = c.word(events.ClockDate, events.ClockServer, events.ClockCommand)
		if c.has("dated") {
			dated := c.moment("the date of the mail")
			play.Dated = &dated
		}
	}
	c.end()
	e.Inputs[0] = play
}

// signature reads by what the actor of an entry signed it, and after which event.
func (p *parser) signature(c *cursor, e *Entry) {
	c.skip()
	start := c.pos
	value := c.peek()
	if _, err := base64.StdEncoding.DecodeString(value); err != nil || value == "" {
		c.failAt(start, "a signature in base64", "")
		return
	}
	c.pos += len(value)
	var after uint64
	play, isPlay := e.Play()
	if isPlay && play.Seen == 0 {
		c.failAt(start, `"seen N" above the signature of a play`, "")
		return
	}
	if !isPlay {
		if c.word("after"); c.err == nil {
			after = c.sequence("the event that the signature names as the last one seen")
		}
	}
	if had, _ := e.signature(); had != "" || e.Source != nil && e.Source.Suite != "" {
		c.failAt(start, "one signature of one input", "")
	}
	c.end()
	if c.err == nil {
		e.sign(value, after)
	}
}

// ruleText reads one line of a rule that stands in the season itself.
func (p *parser) ruleText(c *cursor) {
	e := p.current(c)
	if e == nil {
		return
	}
	if e.Source == nil || e.Source.Suite != "" || e.Source.File != "" || len(e.Expect) > 0 || len(p.notes) > 0 {
		c.failAt(c.pos, `"enact" or "amend" without a file above the text of a rule`, "")
		return
	}
	line := strings.TrimPrefix(c.text[c.pos+1:], " ")
	e.Source.Text += strings.TrimRight(line, " ") + "\n"
}

func (p *parser) verdict(c *cursor) {
	e := p.current(c)
	if e == nil {
		return
	}
	if e.Verdict != nil {
		c.failAt(c.pos-len(arrow), "one verdict an entry", "")
		return
	}
	e.Notes = append(e.Notes, p.notes...)
	p.notes = nil
	e.Verdict = parseVerdict(c)
}
