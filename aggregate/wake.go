package aggregate

import (
	"fmt"
	"slices"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// Rules that have force while a condition holds. It is asked at the end of each input that is taken, so that it has
// been asked before the next one; what changes is recorded with that input.

// whileLaw is a rule's condition, compiled when the board is.
type whileLaw struct {
	number, clause string
	src            rules.Expr
	when           *formula.Formula
	types          []string // that it counts
	texts          []string // names of players and assets
}

// readWhile notes the condition of a rule, dormant or not.
func (l *law) readWhile(r *RuleInForce) error {
	rule, err := rules.FromCanonical(r.Rule)
	if err != nil {
		return fmt.Errorf("%w %s/%d: %w", ErrUnreadableRule, r.Number, r.Revision, err)
	}
	if rule.While == "" {
		return nil
	}
	w := whileLaw{number: r.Number, clause: clauseOf(*r), src: rule.While}
	number := func(list *[]string) func(string) (int, error) {
		return func(name string) (int, error) {
			if i := slices.Index(*list, name); i >= 0 {
				return i, nil
			}
			*list = append(*list, name)
			return len(*list) - 1, nil
		}
	}
	w.when, err = formula.Compile(string(w.src), rules.WhileVocabulary(rules.Resolver{
		Type: number(&w.types), Side: number(&w.texts),
		Reading: func(entry string) (string, bool) { reading, ok := l.reading[entry]; return reading, ok },
	}), formula.Bool)
	if err != nil {
		return fmt.Errorf("rule %s: while: %w", w.clause, err)
	}
	l.whiles = append(l.whiles, w)
	return nil
}

// wake asks the conditions of the rules that have one. A rule whose force changes may change what the others ask, so that
// each is asked once, in the order of the book, and the others see what it left.
func (d *decision) awaken() {
	if d.law().broken != nil || !d.state().Opened() {
		return
	}
	for _, w := range slices.Clone(d.law().whiles) {
		have, ok := d.state().Rule(w.number)
		holds := w.when.Holds(&whileEnv{d: d, w: &w})
		if !ok || have.Dormant != holds {
			continue
		}
		b := basisOf(nil, w.clause)
		d.emit(b, events.RuleDormant{Number: w.number, Dormant: !holds})
		if holds {
			d.note(FactDormant, w.clause, "rule %s is in force again: %s", w.clause, w.src)
		} else {
			d.note(FactDormant, w.clause, "rule %s is suspended: it is in force while %s", w.clause, w.src)
		}
		rests := d.rests
		d.rests = b
		d.newLaw(false)
		d.rests = rests
	}
}

// whileEnv answers a condition, in the order of rules.WhileVocabulary.
type whileEnv struct {
	d *decision
	w *whileLaw
}

// Var implements formula.Env.
func (e *whileEnv) Var(i int) float64 {
	at := e.d.in.At.UTC()
	return []float64{float64(at.Year()), float64(at.Month()), float64(at.Day()), float64(e.d.state().turns), float64(e.d.state().hand + 1)}[i]
}

// Call implements formula.Env.
func (e *whileEnv) Call(f int, args []float64) float64 {
	s := e.d.state()
	switch f {
	case rules.WhilePlays:
		name := e.w.texts[int(args[0])]
		p, known := s.Player(name)
		return flag(known && p.Status != StatusVacation && slices.ContainsFunc(s.sides, func(sd side) bool { return !sd.gone && sd.player == name }))
	case rules.WhileAssets:
		return fromHalf(s.Balance(e.w.texts[int(args[0])], e.w.texts[int(args[1])]))
	case rules.WhileCount:
		n := 0
		for i := range s.pieces {
			if pc := &s.pieces[i]; pc.at != "" && !pc.gone && pc.typ == e.w.types[int(args[0])] {
				n++
			}
		}
		return float64(n)
	}
	return 0
}
