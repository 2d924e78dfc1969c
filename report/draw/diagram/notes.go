package diagram

import (
	"fmt"
	"strings"

	"adjudicate/rules"
)

// notes says in words what a picture cannot show, in the order of the definition.
func (w *world) notes() []string {
	p := w.def
	list := []string{}
	add := func(cite, format string, args ...any) {
		text := fmt.Sprintf(format, args...)
		if cite != "" {
			text += " (" + cite + ")"
		}
		for _, have := range list {
			if have == text {
				return
			}
		}
		list = append(list, text)
	}
	add("", "value %s", p.Value)
	if p.Royal {
		add("", "royal: to attack it is to give check")
	}
	if p.Limit > 0 {
		add("", "at most %d a side", p.Limit)
	}
	if p.Immovable {
		add("", "never moves")
	}
	for _, m := range w.modes() {
		switch {
		case len(m.Victim) > 0 && swapsOnly(m):
			add(m.Cite, "changes places only with %s", strings.Join(m.Victim, ", "))
		case len(m.Victim) > 0:
			add(m.Cite, "a way to capture only %s", strings.Join(m.Victim, ", "))
		}
		if len(m.Spares) > 0 {
			add(m.Cite, "a way that never captures %s", strings.Join(m.Spares, ", "))
		}
	}
	if p.Borrows != nil {
		add("", "what is lent to it captures only where %s", p.Borrows.Capture)
	}
	w.relations(add)
	if p.Placement != nil && len(p.Placement.In) > 0 {
		add(p.Placement.Cite, "may be placed on %s only", strings.Join(p.Placement.In, ", "))
	}
	for _, m := range p.Promotion {
		if !w.never(m.When) {
			add(m.Cite, "%s", promotion(&m))
		}
	}
	if b := p.Purchase; b != nil {
		if b.Forbidden {
			add(b.Cite, "cannot be bought")
		}
		if b.Fee != "" {
			add(b.Cite, "costs %s more", b.Fee)
		}
		if b.When != "" {
			add(b.Cite, "bought only where %s", b.When)
		}
	}
	for _, e := range p.OnCapture {
		switch {
		case e.Destroy == "self":
			add(e.Cite, "is destroyed when it captures")
		case e.Destroy != "":
			add(e.Cite, "its capture destroys %s within %d", whose(e.Who), max(1, e.Within))
		default:
			add(e.Cite, "with a capture, %s becomes %s", e.Set, e.To)
		}
	}
	for _, e := range p.OnCaptured {
		if e.Destroy == "captor" {
			add(e.Cite, "its captor is destroyed")
		} else {
			add(e.Cite, "when captured it destroys %s within %d", whose(e.Who), max(1, e.Within))
		}
	}
	for _, r := range p.Reacts {
		add(r.Cite, "when %s is captured within %d, %s becomes %s", whose(r.Of), max(1, r.Within), r.Set, r.To)
	}
	return list
}

// relations notes protections, denials and actions.
func (w *world) relations(add func(cite, format string, args ...any)) {
	given := func(src rules.Expr) string {
		if f := w.compile(src); f != nil {
			if _, known := f.Const(); !known {
				return ", if " + string(src)
			}
		}
		return ""
	}
	for _, im := range w.def.Immune {
		if w.never(im.When) {
			continue
		}
		who := "it"
		if im.Who == "friend" {
			who = "a friend beside it"
		}
		from := "anything"
		if len(im.From) > 0 {
			from = strings.Join(im.From, ", ")
		}
		add(im.Cite, "%s cannot be captured by %s%s", who, from, given(im.When))
	}
	for _, d := range w.def.Denies {
		if !w.never(d.When) {
			add(d.Cite, "%s within %d may not %s%s", whose(d.To), max(1, d.Within), strings.Join(d.Deny, ", "), given(d.When))
		}
	}
	for _, a := range w.def.Actions {
		most := ""
		if a.Most > 0 {
			most = fmt.Sprintf(", at most %d at once", a.Most)
		}
		add(a.Cite, "action %s: %s on %s%s%s", a.Name, a.Effect, whose(a.Who), most, given(a.When))
	}
	for _, g := range w.def.Grants {
		add(g.Cite, "lends moves to friends within %d", g.Within)
	}
}

func whose(word string) string {
	switch word {
	case "friend":
		return "a friend"
	case "enemy":
		return "an opposing piece"
	}
	return "any piece"
}

func promotion(m *rules.Promotion) string {
	if m.Forced {
		return "is promoted " + m.Words()
	}
	return "may be promoted " + m.Words()
}
