package aggregate

import (
	"fmt"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// terms are the compiled formulas of what is not a play: buying, the order, automatic plays and stages.
// A formula whose section is not in force is nil.
type terms struct {
	price, mayBuy, compensation *formula.Formula
	passWhen, skipWhen          *formula.Formula
	halts, wakes                *formula.Formula
	byItself                    *formula.Formula
	rank, up, reverts           *formula.Formula
	mayCheck, uncovers, passes  *formula.Formula
	goesWhen, vain              *formula.Formula
	stages                      []stageLaw
	round                       roundLaw
	thinking                    thinking
	spurCaptures, spurTakes     *formula.Formula
	purchases                   []purchaseLaw // by movement.TypeID
}

// purchaseLaw is what a type's own definition adds to the terms of purchase.
type purchaseLaw struct {
	forbidden bool
	fee, when *formula.Formula
	clause    string
}

func (l *law) compileTerms(v *formula.Vocabulary) error {
	var err, failed error
	compile := func(into **formula.Formula, section, field string, src rules.Expr, want formula.Kind) {
		f, err := l.formula(v, section, field, src, want)
		if err != nil && failed == nil {
			failed = err
		}
		*into = f
	}
	if p := l.proc.Buying; p != nil {
		compile(&l.price, "buying", "price", p.Price, formula.Number)
		compile(&l.mayBuy, "buying", "when", p.When, formula.Bool)
		compile(&l.compensation, "buying", "compensation", p.Compensation, formula.Number)
	}
	if p := l.proc.Order; p != nil {
		compile(&l.rank, "order", "rank", p.Rank, formula.Number)
		compile(&l.up, "order", "up", p.Up, formula.Bool)
		compile(&l.reverts, "order", "reverts", p.Reverts, formula.Bool)
	}
	if p := l.proc.Automatic; p != nil {
		compile(&l.byItself, "automatic", "when", p.When, formula.Bool)
		compile(&l.passWhen, "automatic", "pass_when", p.PassWhen, formula.Bool)
		compile(&l.skipWhen, "automatic", "skip_when", p.SkipWhen, formula.Bool)
		compile(&l.halts, "automatic", "halts", p.Halts, formula.Bool)
		compile(&l.wakes, "automatic", "wakes", p.Wakes, formula.Bool)
	}
	if p := l.proc.Placing; p != nil {
		compile(&l.mayCheck, "placing", "may_check", p.MayCheck, formula.Bool)
		compile(&l.uncovers, "placing", "uncovers", p.Uncovers, formula.Bool)
	}
	if p := l.proc.Capturing; p != nil {
		compile(&l.goesWhen, "capturing", "when", p.When, formula.Bool)
		compile(&l.vain, "capturing", "vain", p.Vain, formula.Bool)
	}
	if p := l.proc.Checks; p != nil {
		compile(&l.passes, "checks", "passes", p.Passes, formula.Bool)
	}
	if p := l.proc.Clock; p != nil {
		compile(&l.thinking.free, "clock", "free", p.Free, formula.Number)
		compile(&l.thinking.runs, "clock", "runs", p.Runs, formula.Bool)
		compile(&l.thinking.costs, "clock", "costs", p.Costs, formula.Number)
	}
	if p := l.proc.Clock; p != nil && p.Spur != nil {
		compile(&l.spurCaptures, "clock", "spur.captures", p.Spur.Captures, formula.Bool)
		compile(&l.spurTakes, "clock", "spur.takes", p.Spur.Takes, formula.Bool)
	}
	if p := l.proc.Together; p != nil {
		k := &l.round
		k.Together = p
		compile(&k.who, "together", "who", p.Who, formula.Bool)
		compile(&k.when, "together", "when", p.When, formula.Bool)
		compile(&k.sealed, "together", "sealed", p.Sealed, formula.Bool)
		compile(&k.ways, "together", "ways", p.Ways, formula.Bool)
		compile(&k.checks, "together", "checks", p.Checks, formula.Bool)
		compile(&k.hopeless, "together", "hopeless", p.Hopeless, formula.Bool)
		if p.Strength != "" {
			w := l.resolver().Orders(v, true)
			if k.strength, err = l.formula(w, "together", "strength", p.Strength, formula.Number); err != nil && failed == nil {
				failed = err
			}
		}
		if p.Cut != "" {
			w := l.resolver().Orders(v, false)
			if k.cut, err = l.formula(w, "together", "cut", p.Cut, formula.Bool); err != nil && failed == nil {
				failed = err
			}
		}
		k.conflicts = make([]*formula.Formula, len(p.Conflicts))
		for i := range p.Conflicts {
			compile(&k.conflicts[i], "together", "conflicts", p.Conflicts[i].When, formula.Bool)
		}
	}
	for i := range l.stages {
		g := &l.stages[i]
		compile(&g.wait, "stages", "wait", g.Wait, formula.Number)
		compile(&g.earlier, "stages", "earlier", g.Earlier, formula.Bool)
		compile(&g.until, "stages", "until", g.Until, formula.Bool)
		compile(&g.up, "stages", "up", g.Up, formula.Bool)
		compile(&g.next, "stages", "next", g.Next, formula.Bool)
	}
	if failed != nil {
		return failed
	}
	return l.compilePurchases()
}

func (l *law) compilePurchases() error {
	v := l.procedureVocabulary()
	l.purchases = make([]purchaseLaw, l.ruleset.Types())
	for i := range l.purchases {
		t := movement.TypeID(i)
		p := l.ruleset.Def(t).Purchase
		if p == nil {
			continue
		}
		law := &l.purchases[i]
		law.forbidden = p.Forbidden
		if p.Cite != "" { // else the terms stand with those of all purchases
			law.clause = l.ruleset.Rule(t).Clause(p.Cite)
		}
		var err error
		if p.Fee != "" {
			if law.fee, err = formula.Compile(string(p.Fee), v, formula.Number); err != nil {
				return fmt.Errorf("rule %s, purchase.fee: %w", law.clause, err)
			}
		}
		if p.When != "" {
			if law.when, err = formula.Compile(string(p.When), v, formula.Bool); err != nil {
				return fmt.Errorf("rule %s, purchase.when: %w", law.clause, err)
			}
		}
	}
	return nil
}

// Where the rules say what the inputs in these files rest on. What no section of the
// procedure stands for is cited by the rule that it belongs to.

// citeUndefined names the clause on on-board pieces that no rule defines.
func (l *law) citeUndefined() string {
	return l.cite("defining", citeOf(l.proc.Defining, func(s *rules.Defining) string { return firstOf(s.CiteUndefined, s.Cite) }))
}

// citeExcess names the clause on pieces above an instance limit.
func (l *law) citeExcess() string {
	return l.cite("defining", citeOf(l.proc.Defining, func(s *rules.Defining) string { return firstOf(s.CiteExcess, s.Cite) }))
}

// citeOrder names a clause of the order: its start, or what enters and leaves it.
func (l *law) citeOrder(place func(*rules.Order) string) string {
	return l.cite("order", citeOf(l.proc.Order, func(s *rules.Order) string { return firstOf(place(s), s.Cite) }))
}

func (l *law) citeBuying() string {
	return l.cite("buying", citeOf(l.proc.Buying, func(s *rules.Buying) string { return s.Cite }))
}

func (l *law) citeDestroying() string {
	return l.cite("buying", citeOf(l.proc.Buying, func(s *rules.Buying) string { return firstOf(s.CiteDestroy, s.Cite) }))
}

func (l *law) citeExtension() string {
	return l.cite("clock", citeOf(l.proc.Clock, func(s *rules.Clock) string { return firstOf(s.CiteExtend, s.Cite) }))
}

func (l *law) citeAway() string {
	return l.cite("clock", citeOf(l.proc.Clock, func(s *rules.Clock) string { return firstOf(s.CiteAway, s.Cite) }))
}

func (l *law) citeDefault() string {
	return l.cite("clock", citeOf(l.proc.Clock, func(s *rules.Clock) string { return firstOf(s.CiteDefault, s.Cite) }))
}

func (l *law) citeAutomatic() string {
	return l.cite("automatic", citeOf(l.proc.Automatic, func(s *rules.Automatic) string { return s.Cite }))
}

func (l *law) citeSkip() string {
	return l.cite("automatic", citeOf(l.proc.Automatic, func(s *rules.Automatic) string { return firstOf(s.CiteSkip, s.Cite) }))
}

func (l *law) citeNotice() string {
	return l.cite("automatic", citeOf(l.proc.Automatic, func(s *rules.Automatic) string { return firstOf(s.CiteNotify, s.Cite) }))
}

// madeSo adds, to what a Pass or Surrender rests on, the clause by which it came about.
func (l *law) madeSo(how string, b *events.Basis) *events.Basis {
	clause := ""
	switch how {
	case HowDefault:
		clause = l.citeDefault()
	case HowAutomatic:
		clause = l.citeAutomatic()
	case HowNotified:
		clause = l.citeNotice()
	}
	if clause == "" {
		return b
	}
	return basisOf(b.Readings, append([]string{clause}, b.Clauses...)...)
}
