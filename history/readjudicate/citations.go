package readjudicate

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/rules"
)

// A revision of a rule is cited by its number ("12.15/3"). What is put in late must not take the number of a text that the ledger
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
		texts = append(texts, text)
	}
	if len(texts) == 0 {
		return nil
	}
	there, err := r.texts(ctx)
	if err != nil {
		return err
	}
	highest := map[string]int{}
	for _, list := range [][]cited{there, texts} {
		for i := range list {
			highest[list[i].number] = max(highest[list[i].number], list[i].revision)
		}
	}
	for i := range texts {
		t := &texts[i]
		t.follow(append(slices.DeleteFunc(slices.Clone(there), func(o cited) bool { return o.at >= t.at }), texts[:i]...))
		if k := slices.IndexFunc(texts[:i], t.clashes); k >= 0 {
			return t.taken(texts[k].label)
		}
		if k := slices.IndexFunc(there, t.clashes); k >= 0 {
			return t.taken(fmt.Sprintf("%s; use another revision, such as %d", there[k].label, max(highest[t.number], t.revision)+1))
		}
	}
	return nil
}

// texts are those that the ledger has, in whatever edition, as they follow on each other.
func (r *Run) texts(ctx context.Context) (list []cited, err error) {
	for _, e := range r.cat.Editions() {
		for _, c := range e.Changes {
			if o, ok := citedBy(c.Type, c.Payload); ok && c.What != history.Void {
				o.label, o.at = "change "+c.ID, c.Input
				list = append(list, o)
			}
		}
	}
	for e, err := range r.cat.Texts(ctx) {
		if err != nil {
			return nil, err
		}
		if o, ok := citedOf(e.Payload); ok {
			o.label, o.at = fmt.Sprintf("#%d", e.Sequence), e.Sequence
			list = append(list, o)
		}
	}
	slices.SortStableFunc(list, func(a, b cited) int { return cmp.Compare(a.at, b.at) })
	for i := range list {
		list[i].follow(list[:i])
	}
	return list, nil
}

// cited is a text under its citation.
type cited struct {
	number   string
	revision int
	next     bool // the text names no revision: it sets fields, and becomes the next one
	text     []byte
	label    string
	at       uint64
}

// follow gives a text without a revision the next one of its rule.
func (c *cited) follow(before []cited) {
	for i := range before {
		if c.next && before[i].number == c.number {
			c.revision = max(c.revision, before[i].revision+1)
		}
	}
}

// clashes reports whether another text has the same citation.
func (c *cited) clashes(o cited) bool {
	return o.number == c.number && o.revision == c.revision && !bytes.Equal(o.text, c.text)
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
	return cited{number: r.Number, revision: r.Revision, next: r.Set != nil && r.Revision == 0, text: text}, err == nil
}
