package report

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"strings"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/amendment"
	"adjudicate/internal/term"
)

// RuleLog is a list of the changes of the rules.
type RuleLog struct {
	Entries []RuleChange `json:"entries"`
}

// RuleChange is an enactment, amendment or repeal, with what editions have made of it; or what has become of a rule by itself, by its while or its end.
type RuleChange struct {
	Address string `json:"address"` // its sequence; of one that an edition has put in just before that input, the change that did
	amendment.Entry
	Marks []history.Mark `json:"marks,omitempty"`
}

// RuleLogOf lists the changes of the rules in the events of a view: those of one number, or all.
func RuleLogOf(ctx context.Context, h *history.View, list iter.Seq2[events.Envelope, error], number string) (*RuleLog, error) {
	all, err := amendment.History(list)
	if err != nil {
		return nil, err
	}
	return RuleLogIn(ctx, h, all, number)
}

// RuleLogIn is RuleLogOf of changes that have been read.
func RuleLogIn(ctx context.Context, h *history.View, all []amendment.Entry, number string) (*RuleLog, error) {
	marks, err := h.Marks(ctx)
	if err != nil {
		return nil, err
	}
	v, addresses := &RuleLog{Entries: []RuleChange{}}, h.Addresses()
	for _, e := range all {
		if number == "" || number == e.Number {
			at := history.Place{Input: e.Sequence, Change: addresses[e.ID]}
			v.Entries = append(v.Entries, RuleChange{at.Address(), e, marks[at]})
		}
	}
	return v, nil
}

// Print writes the view for people.
func (v *RuleLog) Print(p *term.Page) {
	if len(v.Entries) == 0 {
		p.Line("No rule of that number has been enacted.")
		return
	}
	for _, e := range v.Entries {
		text := fmt.Sprintf("%s %s/%d  %s", e.What, e.Number, e.Revision, e.Title)
		if e.Effective != e.Sequence && len(e.Marks) == 0 {
			text += fmt.Sprintf("  (in force from #%d)", e.Effective)
		}
		if e.Wants != "" {
			text = fmt.Sprintf("%s to be %s: %s/%d  %s  (%s: %s)", e.What, e.Wants, e.Number, e.Revision, e.Title, e.Matter, cmp.Or(e.Came, "waits"))
		}
		if e.Proposed != 0 {
			text += fmt.Sprintf("  (proposed in #%d, %s)", e.Proposed, e.Matter)
		}
		who := ""
		if e.Actor != "" {
			who = "  by " + e.Actor
		}
		p.Line("%5s  %s  %s  %s%s", e.Address, moment(e.Recorded), verdictWord(p, e.Verdict), text, p.Style(term.Dim, who))
		for i := range e.Marks {
			p.Item("                             ", p.Style(term.Dim, "since "+markWords(&e.Marks[i])))
		}
		for _, line := range e.Set {
			p.Item("                             ", "set "+line)
		}
		for _, f := range e.Faults {
			p.Item("                             ", f)
		}
		if e.Before != e.After {
			p.Line("                             %s", p.Style(term.Dim, "rulebook "+short(e.Before)+" → "+short(e.After)))
		}
	}
}

// short is the beginning of a hash, enough to tell rulebooks apart by eye.
func short(hash string) string {
	hash = strings.TrimPrefix(hash, "sha256:")
	return hash[:min(12, len(hash))]
}
