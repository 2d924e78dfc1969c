package bisect

import (
	"context"
	"fmt"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
)

// RuleChange is a change of the rules that a history can be had without: an amendment, an
// interpretation, or what an adopted edition has otherwise than was recorded.
type RuleChange struct {
	Sequence uint64 `json:"sequence"`         // of the input; of an adopted change, where it takes effect
	Change   string `json:"change,omitempty"` // of an adopted change: its id, "2.1"
	What     string `json:"what"`             // "enacted", "amended", "repealed", "adopted", "added", or how an edition changed an input
	Of       string `json:"of"`               // "12.5/6", "gess-adjacent=no"; of an input that was changed, its sequence
	Actor    string `json:"actor,omitempty"`
}

// String says what the change is: "amended 12.5/6 (#612)".
func (r *RuleChange) String() string {
	if r.Change != "" {
		return fmt.Sprintf("%s %s (change %s at #%d)", r.What, r.Of, r.Change, r.Sequence)
	}
	return fmt.Sprintf("%s %s (#%d)", r.What, r.Of, r.Sequence)
}

// Changes lists the changes of the rules in an edition up to an effective point, in effective order:
// every one that was accepted, but for the rules that opened the game.
func Changes(ctx context.Context, cat *history.Catalogue, e *history.Edition, upTo uint64) ([]RuleChange, error) {
	var list []RuleChange
	opening := true
	for i := range e.Changes {
		if c := &e.Changes[i]; c.What != history.Insert && c.Input <= upTo {
			list = append(list, RuleChange{Sequence: c.Input, Change: c.ID, What: changed[c.What], Of: fmt.Sprintf("#%d", c.Input), Actor: c.Actor})
		}
	}
	for entry, err := range cat.History(ctx, e, history.Range{To: upTo}) {
		if err != nil {
			return nil, fmt.Errorf("list the changes of the rules: %w", err)
		}
		if !events.Opens(entry.Input.Payload) {
			opening = false
		} else if opening && entry.Place.Change == "" {
			continue
		}
		if c, ok := changeOf(entry); ok {
			list = append(list, c)
		}
	}
	return list, nil
}

// changed says what a change of an edition did to an input.
var changed = map[string]string{history.Correct: "corrected", history.Void: "voided", history.Rule: "ruled on", history.Insert: "inserted"}

// changeOf returns the change that an entry makes, if it makes one.
func changeOf(e *history.Entry) (RuleChange, bool) {
	c := RuleChange{Sequence: e.Place.Input, Change: e.Place.Change, Actor: e.Input.Actor}
	inserted := e.Place.Change != ""
	if e.Changed != "" && !inserted {
		return c, false // the edition's change of it is listed
	}
	if r := e.Ruled(); !inserted && r.Verdict != aggregate.Accepted {
		return c, false
	}
	p := e.Input.Payload
	law, ok := events.Law(p)
	if !ok {
		c.What, c.Of = changed[history.Insert], fmt.Sprintf("%s before #%d", p.Kind(), e.Place.Input)
		return c, inserted
	}
	_, c.What, _ = strings.Cut(p.Kind(), "-") // "rule-amended" is amended
	c.Of = law.Value
	if reading := events.NamedFirst(p, events.RoleReading); reading != "" {
		c.Of += "=" + reading
	}
	for i := range e.Outcomes {
		if in, ok := e.Outcomes[i].Payload.(events.RulePutInForce); ok {
			c.Of = fmt.Sprintf("%s/%d", in.Number, in.Revision)
		}
		if in, ok := e.Outcomes[i].Payload.(events.EntryRegistered); ok {
			c.Of = in.Entry + "=" + in.InForce
		}
	}
	return c, true
}
