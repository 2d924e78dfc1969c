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

// Disputes. They name entries by labels, which stand in lines of their own below them: what
// sequence an entry will have is known when the season runs.

var addressPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[1-9][0-9]*\.[1-9][0-9]*$`) })

var labelPattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`) })

// label reads the name that an entry gets.
func (p *parser) label(c *cursor, e *Entry) {
	c.skip()
	start := c.pos
	name := c.name("a label")
	switch {
	case c.err != nil:
	case !labelPattern().MatchString(name):
		c.failAt(start, "a label of letters, digits, - and _ that begins with a letter", "")
	case slices.Contains(p.labels, name):
		c.failAt(start, "a label that no other entry has", "")
	default:
		e.Label = name
		p.labels = append(p.labels, name)
	}
}

// reference reads #placement, a label declared above, #17, an event's sequence, or #2.1, the
// address of an entry that an edition has put in.
func (p *parser) reference(c *cursor, e *Entry) (sequence uint64, address string) {
	c.skip()
	start := c.pos
	if !strings.HasPrefix(c.text[start:], "#") {
		c.failAt(start, "an entry's label behind #, such as #placement", "")
	}
	if c.err != nil {
		return 0, ""
	}
	c.pos++
	name := c.name("a label")
	if c.err != nil {
		return 0, ""
	}
	if n, err := strconv.ParseUint(name, 10, 64); err == nil && n > 0 && strconv.FormatUint(n, 10) == name {
		return n, ""
	}
	if addressPattern().MatchString(name) {
		return 0, name
	}
	if !slices.Contains(p.labels, name) {
		c.failAt(start+1, "a label declared above", names.Near(name, p.labels))
		return 0, ""
	}
	e.About = name
	return 0, ""
}

// quoted reads a text in quotation marks.
func (c *cursor) quoted(want string) string {
	c.skip()
	if c.err == nil && !strings.HasPrefix(c.text[c.pos:], `"`) {
		c.failAt(c.pos, want+" in quotation marks", "")
		return ""
	}
	return c.name(want)
}

func (p *parser) by(c *cursor) string {
	c.word("by")
	return c.known("a player", p.players)
}

func readDispute(p *parser, c *cursor, e *Entry) {
	switch c.word("open", "argue", "rule", "adopt", "retract", "withdraw", "assign", "recuse", "hear", "appeal") {
	case "open":
		p.openDispute(c, e)
	case "argue":
		a := events.DisputeArgued{Dispute: c.name("the number of a dispute"), Text: c.quoted("the argument")}
		a.By = p.by(c)
		e.Actor = a.By
		e.is(a)
	case "rule":
		p.ruleDispute(c, e)
	case "adopt":
		e.is(events.EditionAdopted{Changes: []events.Change{{Dispute: c.name("the number of a dispute")}}})
	case "retract":
		r := events.VerdictRetracted{Dispute: c.name("the number of a dispute"), Reason: c.note()}
		r.By = p.by(c)
		e.Actor = r.By
		e.is(r)
	case "withdraw":
		w := events.DisputeWithdrawn{Dispute: c.name("the number of a dispute"), Reason: c.note()}
		w.By = p.by(c)
		e.Actor = w.By
		e.is(w)
	case "assign":
		n := events.JudgeNamed{Dispute: c.name("the number of a dispute"), Judge: c.known("a player", p.players), Reason: c.note()}
		n.By = p.by(c)
		e.Actor = n.By
		e.is(n)
	case "recuse":
		n := events.JudgeNamed{Dispute: c.name("the number of a dispute"), Reason: c.note()}
		n.By = p.by(c)
		e.Actor = n.By
		e.is(n)
	case "hear":
		h := events.HearingSet{Dispute: c.name("the number of a dispute")}
		c.word("until")
		h.Until = c.moment("when the hearing ends")
		h.By = p.by(c)
		e.Actor = h.By
		e.is(h)
	case "appeal":
		a := events.VerdictAppealed{Dispute: c.name("the number of a dispute"), Grounds: c.quoted("the grounds")}
		a.By = p.by(c)
		if c.has("judge") {
			a.Judge = c.known("a player", p.players)
		}
		e.Actor = a.By
		e.is(a)
	}
}

func (p *parser) openDispute(c *cursor, e *Entry) {
	var d events.DisputeOpened
	switch {
	case c.has("reading"):
		d.Entry, d.Reading, d.From, d.Address = p.readingFrom(c, e)
	case c.peek() != "clause":
		d.Event, d.Address = p.reference(c, e)
	}
	if c.has("clause") {
		d.Clause = c.name("a clause")
	}
	d.Grounds = c.quoted("the grounds")
	d.By = p.by(c)
	if c.has("judge") {
		d.Judge = c.known("a player", p.players)
	}
	e.Actor = d.By
	e.is(d)
}

func (p *parser) readingFrom(c *cursor, e *Entry) (entry, reading string, from uint64, address string) {
	entry, reading = c.name("an entry of the interpretation register"), c.name("a reading")
	c.word("from")
	from, address = p.reference(c, e)
	return entry, reading, from, address
}

func (p *parser) ruleDispute(c *cursor, e *Entry) {
	r := events.DisputeRuled{Dispute: c.name("the number of a dispute"), Verdict: c.name("a verdict such as overturned")}
	r.Reasons = c.quoted("the reasons")
	r.Judge = p.by(c)
	if c.has("effect") {
		r.Effect = c.name("an effect such as illegal")
	}
	if c.has("reading") {
		r.Entry, r.Reading, r.From, r.Address = p.readingFrom(c, e)
	}
	if c.has("clause") {
		r.Clauses = c.names("a clause")
	}
	if c.has("precedent") {
		r.Precedents = c.names("the number of a precedent")
	}
	e.Actor = r.Judge
	e.is(r)
}

// TakesUp reports whether an input of a season asks for the edition that applies the verdict on a dispute, and on
// which dispute. A ledger computes that edition; a judge alone cannot.
func TakesUp(p events.Payload) (dispute string, ok bool) {
	a, ok := p.(events.EditionAdopted)
	if !ok || a.Edition != 0 || len(a.Changes) != 1 || a.Changes[0].What != "" {
		return "", false
	}
	return a.Changes[0].Dispute, true
}

// ResolveLabel returns a payload in which the label that the entry refers to has become the
// sequence of an event.
func (e *Entry) ResolveLabel(p events.Payload, labels map[string]uint64) events.Payload {
	if e.About == "" {
		return p
	}
	at := labels[e.About]
	switch p := p.(type) {
	case events.DisputeOpened:
		if p.Entry != "" {
			p.From = at
		} else {
			p.Event = at
		}
		return p
	case events.DisputeRuled:
		p.From = at
		return p
	}
	return p
}

// writeDispute writes the inputs of disputes, and says who is taken to have made them.
func writeDispute(e *Entry) (text, by string) {
	ref := func(n uint64, address string) string {
		switch {
		case e.About != "":
			return "#" + e.About
		case address != "":
			return "#" + address
		}
		return "#" + strconv.FormatUint(n, 10)
	}
	switch p := e.Inputs[0].(type) {
	case events.DisputeOpened:
		text = "dispute open"
		switch {
		case p.Entry != "":
			text += words(" reading", spell(p.Entry), spell(p.Reading), "from", ref(p.From, p.Address))
		case p.Event != 0 || p.Address != "" || e.About != "":
			text += " " + ref(p.Event, p.Address)
		}
		if p.Clause != "" {
			text += words(" clause", spell(p.Clause))
		}
		text += words("", strconv.Quote(p.Grounds), "by", spell(p.By))
		if p.Judge != "" {
			text += words(" judge", spell(p.Judge))
		}
		return text, p.By
	case events.DisputeArgued:
		return words("dispute argue", spell(p.Dispute), strconv.Quote(p.Text), "by", spell(p.By)), p.By
	case events.DisputeRuled:
		text = words("dispute rule", spell(p.Dispute), spell(p.Verdict), strconv.Quote(p.Reasons), "by", spell(p.Judge))
		if p.Effect != "" {
			text += words(" effect", spell(p.Effect))
		}
		if p.Entry != "" {
			text += words(" reading", spell(p.Entry), spell(p.Reading), "from", ref(p.From, p.Address))
		}
		if len(p.Clauses) > 0 {
			text += words(" clause", spellAll(p.Clauses))
		}
		if len(p.Precedents) > 0 {
			text += words(" precedent", spellAll(p.Precedents))
		}
		return text, p.Judge
	case events.VerdictRetracted:
		return noted(words("dispute retract", spell(p.Dispute)), p.Reason) + words(" by", spell(p.By)), p.By
	case events.DisputeWithdrawn:
		return noted(words("dispute withdraw", spell(p.Dispute)), p.Reason) + words(" by", spell(p.By)), p.By
	case events.JudgeNamed:
		text = words("dispute recuse", spell(p.Dispute))
		if p.Judge != "" {
			text = words("dispute assign", spell(p.Dispute), spell(p.Judge))
		}
		return noted(text, p.Reason) + words(" by", spell(p.By)), p.By
	case events.HearingSet:
		return words("dispute hear", spell(p.Dispute), "until", WriteMoment(p.Until.UTC()), "by", spell(p.By)), p.By
	case events.VerdictAppealed:
		text = words("dispute appeal", spell(p.Dispute), strconv.Quote(p.Grounds), "by", spell(p.By))
		if p.Judge != "" {
			text += words(" judge", spell(p.Judge))
		}
		return text, p.By
	}
	return "", ""
}
