package report

import (
	"fmt"
	"time"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/internal/term"
)

// NewEditions lists the editions of a catalogue.
func NewEditions(cat *history.Catalogue) *Editions {
	v := &Editions{Known: cat.Known()}
	for i := range cat.Editions() {
		e := &cat.Editions()[i]
		one := Edition{Edition: e.Number, Base: e.Base, Adopted: e.Adopted, Until: cat.End(e), Current: e.Ended == 0, Actor: e.Actor,
			Policy: e.Policy, Reason: e.Reason, From: e.From, Restated: e.Restated, Flipped: e.Flipped, Changes: e.Changes}
		if e.Adopted != 0 {
			one.Recorded = &e.Recorded
		}
		if one.Changes == nil {
			one.Changes = []events.Change{}
		}
		v.Editions = append(v.Editions, one)
	}
	return v
}

// Edition is an edition of the history, with the changes that made it.
type Edition struct {
	Edition  int             `json:"edition"`
	Base     int             `json:"base,omitempty"`
	Adopted  uint64          `json:"adopted,omitempty"`
	Recorded *time.Time      `json:"recorded,omitempty"`
	Until    uint64          `json:"until"`
	Current  bool            `json:"current"`
	Actor    string          `json:"actor,omitempty"`
	Policy   string          `json:"policy,omitempty"`
	Reason   string          `json:"reason,omitempty"`
	From     uint64          `json:"from,omitempty"`
	Restated int             `json:"restated"`
	Flipped  int             `json:"flipped"`
	Changes  []events.Change `json:"changes"`
}

// Editions is a list of the editions, the first one first.
type Editions struct {
	Known    uint64    `json:"known_at"`
	Editions []Edition `json:"editions"`
}

// Print writes the view for people.
func (v *Editions) Print(p *term.Page) {
	for i := range v.Editions {
		e := &v.Editions[i]
		held := fmt.Sprintf("up to #%d", e.Until)
		if e.Current {
			held = "current"
		}
		if e.Adopted == 0 {
			p.Line("%s  as first ruled on; %s", p.Style(term.Bold, "edition 1"), held)
			continue
		}
		p.Line("%s  from edition %d, adopted at #%d (%s) by %s; %s", p.Style(term.Bold, fmt.Sprintf("edition %d", e.Edition)), e.Base, e.Adopted, moment(*e.Recorded), e.Actor, held)
		if e.Reason != "" {
			p.Line("  because: %s", e.Reason)
		}
		for k := range e.Changes {
			p.Item("  "+e.Changes[k].ID+"  ", changeWords(&e.Changes[k]))
		}
		if e.Restated == 0 {
			p.Line("  no ruling differs")
			continue
		}
		p.Line("  %s restated from #%d on, %d with a different verdict", Counted(e.Restated, "input"), e.From, e.Flipped)
	}
}
