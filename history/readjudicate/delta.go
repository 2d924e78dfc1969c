package readjudicate

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/rules"
)

// Difference is how much two lists of outcomes of one input differ, in ascending order.
type Difference int

const (
	Equal     Difference = iota
	Citations            // the same verdict and effects, resting on other clauses, readings or facts
	Effects              // the same verdict with other effects
	Verdict              // another verdict
)

// String names a difference for people.
func (d Difference) String() string {
	return [...]string{"equal", "citations", "effects", "verdict"}[d]
}

// Compare returns how much an input's outcomes differ before and after. An input that stands in only
// one of the histories differs in its verdict.
func Compare(before, after []events.Outcome) Difference {
	if Same(before, after) {
		return Equal
	}
	a, b := ruled(before), ruled(after)
	if a.Verdict != b.Verdict {
		return Verdict
	}
	if len(before) != len(after) {
		return Effects
	}
	for i := 1; i < len(before); i++ {
		x, y := events.Outcome{Payload: before[i].Payload}, events.Outcome{Payload: after[i].Payload}
		if !sameOutcome(&x, &y) {
			return Effects
		}
	}
	return Citations
}

// A delta is what may be touched by the difference between two laws as long as nothing else
// differs: the rulebook and readings of the base edition, and those of the candidate.
type delta struct {
	stale     bool
	all       bool     // every ruling
	types     []string // rulings on boards with pieces of these types
	catalogue bool     // rulings that ask which types there are
	words     []string // lower case; rulings on texts with these names
}

func (d *delta) none() bool { return !d.all && len(d.types) == 0 && !d.catalogue && len(d.words) == 0 }

// characters remember what the laws of two histories are as a whole.
type characters [2]aggregate.Character

// measure finds out how the laws of two states differ.
func measure(a, b *aggregate.State, known *characters) (delta, error) {
	d := delta{all: !a.SameRegister(b)}
	for _, pair := range changedRules(a, b) {
		was, err := pieceOf(pair[0])
		if err != nil {
			return d, err
		}
		is, err := pieceOf(pair[1])
		if err != nil {
			return d, err
		}
		d.add(was, is)
	}
	for _, entry := range changedReadings(a, b) {
		if _, asked := rules.Unlisted(entry); asked { // by the engine, of any ruling
			d.all = true
			continue
		}
		bound := false
		for _, s := range []*aggregate.State{a, b} {
			for _, r := range s.Rules() {
				if !bytes.Contains(r.Rule, []byte(entry)) {
					continue
				}
				p, err := pieceOf(&r)
				if err != nil {
					return d, err
				}
				d.add(p, p)
				bound = true
			}
		}
		d.all = d.all || !bound
	}
	slices.Sort(d.types)
	d.types = slices.Compact(d.types)
	// A type may decide for all pieces how they are judged, though there is none of it.
	d.all = d.all || len(d.types) > 0 && known[0].Of(a) != known[1].Of(b)
	return d, nil
}

// definition is what matters here of a rule in force: nil if there is none, and what is no
// piece, or has force at times, has no name.
type definition struct{ Name, Glyph string }

func pieceOf(r *aggregate.RuleInForce) (*definition, error) {
	if r == nil {
		return nil, nil
	}
	rule, err := rules.FromCanonical(r.Rule)
	if err != nil {
		return nil, fmt.Errorf("rule %s: %w", r.Number, err)
	}
	if rule.Piece == nil || rule.Procedure != nil || rule.While != "" || rule.Until != "" {
		return &definition{}, nil
	}
	return &definition{rule.Piece.Name, rule.Piece.Glyph}, nil
}

func (d *delta) add(was, is *definition) {
	for _, p := range []*definition{was, is} {
		switch {
		case p == nil:
		case p.Name == "":
			d.all = true
		default:
			d.types = append(d.types, p.Name)
		}
	}
	if was != nil && is != nil && *was == *is {
		return
	}
	d.catalogue = true
	for _, p := range []*definition{was, is} {
		if p != nil && p.Name != "" {
			d.words = append(d.words, strings.ToLower(p.Name), strings.ToLower(p.Glyph))
		}
	}
}

// changedRules pairs what is in force under a number in one state and in the other.
func changedRules(a, b *aggregate.State) [][2]*aggregate.RuleInForce {
	var out [][2]*aggregate.RuleInForce
	for _, r := range a.Rules() {
		o, ok := b.Rule(r.Number)
		switch {
		case !ok:
			out = append(out, [2]*aggregate.RuleInForce{&r, nil})
		case !o.Same(r):
			out = append(out, [2]*aggregate.RuleInForce{&r, &o})
		}
	}
	for _, r := range b.Rules() {
		if _, ok := a.Rule(r.Number); !ok {
			out = append(out, [2]*aggregate.RuleInForce{nil, &r})
		}
	}
	return out
}

// changedReadings lists the entries that are adopted otherwise in one state than in the other.
func changedReadings(a, b *aggregate.State) []string {
	var out []string
	for _, pair := range [][2]*aggregate.State{{a, b}, {b, a}} {
		for _, r := range pair[0].Readings() {
			if !slices.Contains(pair[1].Readings(), r) && !slices.Contains(out, r.Entry) {
				out = append(out, r.Entry)
			}
		}
	}
	return out
}

// touches reports whether a ruling may rest on what differs.
func (d *delta) touches(s *aggregate.State, step *Step) bool {
	if d.none() {
		return false
	}
	if d.all {
		return true
	}
	if len(d.types) > 0 {
		for p := range s.Pieces() {
			if slices.Contains(d.types, p.Type) {
				return true
			}
		}
		for side := range s.Sides() {
			if slices.Contains(d.types, side.Last.Type) || slices.Contains(d.types, side.Last.As) {
				return true
			}
		}
	}
	one := history.Rested{}
	in := step.Asked()
	one.Add(in, step.Before)
	return d.concerns(&one)
}

// concerns reports whether rulings that rested on something may rest on what differs.
func (d *delta) concerns(on *history.Rested) bool {
	switch {
	case d.none():
		return false
	case d.all || on.Law:
		return true
	case d.catalogue && (on.Unnamed || on.Promotes):
		return true
	}
	for _, t := range d.types {
		if on.Types.Has(t) {
			return true
		}
	}
	for _, w := range d.words {
		if on.Words.Has(w) {
			return true
		}
	}
	return false
}

// concerns reports whether an input is to be judged anew.
func (x *execution) concerns(s *Step, c *events.Change) bool {
	if x.parted || x.thorough || c != nil || s.Before == nil || s.Standing != history.Recorded || s.Change != "" || x.reopened[s.Place] {
		return true
	}
	if x.clock.moved(s.Place) {
		return true
	}
	if end := x.Base.Ended; end != 0 && s.Place.Input > end {
		return true // it was recorded in another edition, on another board
	}
	if _, law := events.Law(s.Input.Payload); law {
		x.delta.stale = true
		return true
	}
	if x.delta.stale {
		d, err := measure(x.base, x.judge.State(), &x.characters)
		if err != nil {
			return true // what cannot be compared is judged
		}
		x.delta = d
	}
	return x.delta.touches(x.base, s)
}

// part notes that after a step that differs the two histories may go apart. As long as they
// differ in rules and readings only, they are the same game under another law.
func (x *execution) part(s *Step) {
	x.delta.stale = true
	if Compare(s.Before, s.After) == Citations {
		return
	}
	x.parted = x.parted || !lawOnly(s.Before) || !lawOnly(s.After)
}

func lawOnly(list []events.Outcome) bool {
	for i := range list {
		if events.About(list[i].Payload)&^(events.PartRuling|events.PartLaw) != 0 {
			return false
		}
	}
	return true
}
