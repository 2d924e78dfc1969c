package readjudicate

import (
	"bytes"
	"context"
	"fmt"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/rules"
)

// A revision of a rule is cited by its number ("1230.15/3"). What is put in late must not take the number of a text that the ledger
// has already, in whatever edition: two texts never share a citation.

// Citations refuses, by a *ChangeError, the text of a rule that the run itself puts in under the citation of another one.
func (r *Run) Citations(ctx context.Context) error {
	var texts []cited
	for i := range r.Changes {
		c := &r.Changes[i]
		label, planned := r.plays[c.ID]
		text, ok := citedBy(c.Type, c.Payload)
		if !planned || c.What != history.Insert || !ok {
			continue
		}
		text.label, text.at = label, c.Input
		for _, o := range texts {
			if o.number == text.number && o.revision == text.revision && !bytes.Equal(o.text, text.text) {
				return text.taken(o.label)
			}
		}
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		return nil
	}
	highest := map[string]int{}
	var clash *cited
	where := ""
	meet := func(o cited, at string) {
		for i := range texts {
			if t := &texts[i]; t.number == o.number {
				highest[t.number] = max(highest[t.number], o.revision, t.revision)
				if clash == nil && t.revision == o.revision && !bytes.Equal(t.text, o.text) {
					clash, where = t, at
				}
			}
		}
	}
	for _, e := range r.cat.Editions() {
		for _, c := range e.Changes {
			if o, ok := citedBy(c.Type, c.Payload); ok && c.What != history.Void {
				meet(o, "change "+c.ID)
			}
		}
	}
	for e, err := range r.cat.Texts(ctx) {
		if err != nil {
			return err
		}
		if o, ok := citedOf(e.Payload); ok {
			meet(o, fmt.Sprintf("#%d", e.Sequence))
		}
	}
	if clash != nil {
		return clash.taken(fmt.Sprintf("%s; use another revision, such as %d", where, highest[clash.number]+1))
	}
	return nil
}

// cited is a text under its citation.
type cited struct {
	number   string
	revision int
	text     []byte
	label    string
	at       uint64
}

func (c *cited) taken(by string) error {
	return &ChangeError{Change: c.label, At: c.at, Text: fmt.Sprintf("%s/%d already has a different text, by %s", c.number, c.revision, by)}
}

func citedBy(wire string, payload []byte) (cited, bool) {
	if wire == "" {
		return cited{}, false
	}
	p, err := events.DecodePayload(wire, payload)
	if err != nil {
		return cited{}, false
	}
	return citedOf(p)
}

func citedOf(p events.Payload) (cited, bool) {
	var text []byte
	if p, ok := p.(events.RuleEnacted); ok {
		text = p.Rule
	}
	if p, ok := p.(events.RuleAmended); ok {
		text = p.Rule
	}
	if text == nil {
		return cited{}, false
	}
	r, err := rules.FromCanonical(text)
	return cited{number: r.Number, revision: r.Revision, text: text}, err == nil
}
