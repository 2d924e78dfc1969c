package turns

import (
	"fmt"
	"strings"

	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// compile reads what the procedures of a rulebook say of turns, and refuses what only a ledger could answer.
func compile(rb *rules.Rulebook, g *Game) (*Game, error) {
	g.env.g = g
	g.book, g.quantities = rb, rb.Procedure().Named()
	proc := rb.Procedure()
	if proc == nil {
		proc = new(rules.Procedure)
	}
	g.checks = proc.Checks != nil
	r := g.resolver()
	if g.world != nil {
		r = g.world.Resolver()
	}
	v := rules.DutyVocabulary(r)
	for i := range g.rs.Types() {
		t := movement.TypeID(i)
		list := g.rs.Def(t).Duties
		for j := range list {
			if err := g.duty(&list[j], t, g.rs.Rule(t).Clause(list[j].Cite), v); err != nil {
				return nil, err
			}
		}
	}
	for _, d := range rb.Duties() {
		if err := g.duty(d.Duty, movement.NoType, d.Clause, v); err != nil {
			return nil, err
		}
	}
	if w := proc.Passing; w != nil {
		f, err := g.truth("passing.when", w.When, v)
		if err != nil {
			return nil, err
		}
		g.passing = &passing{f}
	}
	if k := proc.Checks; k != nil {
		var err error
		if g.exempts, err = g.truth("checks.passes", k.Passes, v); err != nil {
			return nil, err
		}
	}
	if o := proc.Order; o != nil && o.Up != "" && o.Up != rules.UpInCheck && g.world == nil {
		if g.up, _ = g.truth("order.up", o.Up, v); g.up != nil && !g.up.Uses(".steps") {
			g.up = nil // whoever comes before others for another reason does so in a ledger
		}
	}
	if pl := proc.Placing; pl != nil {
		g.placing = true
		switch strings.TrimSpace(string(pl.MayAttack)) {
		case "true":
			g.attack = true
		case "false", "":
		default:
			if g.attack = true; g.world != nil {
				break // whoever judges a placement asks
			}
			return nil, fmt.Errorf("placing.may_attack: %q requires a ledger: expected true or false", pl.MayAttack)
		}
	}
	if len(g.duties) > mostDuties || len(rb.Procedure().Choices) > mostDuties {
		return nil, fmt.Errorf("%d duties: at most %d", len(g.duties), mostDuties)
	}
	limits, err := Limits(rb, r)
	if err != nil {
		return nil, err
	}
	for i := range limits {
		l := &limits[i]
		for _, f := range []*formula.Formula{l.where, l.counts, l.most} {
			if word := g.unknowable(f); word != "" {
				return nil, fmt.Errorf("%s, limits: %s requires a ledger", l.Clause, word)
			}
		}
		if l.Beyond == "" {
			g.limits = append(g.limits, *l)
		}
	}
	if g.world == nil {
		if err := g.apart(proc); err != nil {
			return nil, err
		}
	}
	return g, g.procedures(rb, v, r)
}

// apart refuses acts apart that a position alone does not know (see movement.Ply.Apart): those that cost something, and actions of which it might not
// list all.
func (g *Game) apart(proc *rules.Procedure) error {
	for i := range g.rs.Types() {
		t := movement.TypeID(i)
		def, rule := g.rs.Def(t), g.rs.Rule(t)
		for _, of := range def.ByKind() {
			if k := proc.Kind(of.Kind); k != nil && k.Cost != "" {
				return fmt.Errorf("%s, kinds: what a %s costs requires a ledger", rule.Clause(""), of.Kind)
			}
		}
		for k := range def.Actions {
			if g.rs.Sets(t, k) > movement.MostSets {
				return fmt.Errorf("%s, actions: %q of %s may be done to more than %d sets of pieces at once: expected a smaller most", rule.Clause(def.Actions[k].Cite),
					def.Actions[k].Name, def.Name, movement.MostSets)
			}
		}
	}
	return nil
}

// mostDuties is how many duties a game may have.
const mostDuties = 64

func (g *Game) duty(d *rules.Duty, typ movement.TypeID, clause string, v *formula.Vocabulary) error {
	out := duty{Duty: d, typ: typ, clause: clause}
	var err error
	if out.when, err = g.truth(clause+", duties", d.When, v); err == nil {
		out.after, err = g.truth(clause+", duties", d.After, v)
	}
	if err == nil {
		out.unless, err = g.truth(clause+", duties", d.Unless, v)
	}
	if err == nil {
		out.answered, err = g.truth(clause+", duties", d.Answered, v)
	}
	if err == nil {
		out.most, err = g.compiled(clause+", duties", d.Most, v, formula.Number)
	}
	g.duties = append(g.duties, out)
	return err
}

// procedures compiles what several rules may say.
func (g *Game) procedures(rb *rules.Rulebook, v *formula.Vocabulary, r rules.Resolver) error {
	for _, rule := range rb.Rules() {
		if rule.Procedure == nil {
			continue
		}
		for i := range rule.Procedure.Ends {
			e := &rule.Procedure.Ends[i]
			if e.Of != "" || e.Asked() != "" || g.world == nil && e.Uncounted {
				continue // it counts what players have, or what a ledger remembers: no position shows it
			}
			f, err := g.truth(rule.Clause(e.Cite)+", ends", e.When, v)
			if err != nil {
				return err
			}
			unless, err := g.truth(rule.Clause(e.Cite)+", ends", e.Unless, v)
			if err != nil {
				return err
			}
			if unless != nil && g.world == nil && unless.Range(anything).Always() {
				continue // a side that can do nothing has no turns to count
			}
			g.ends = append(g.ends, end{e, f, unless, rule.Clause(e.Cite)})
		}
		for i := range rule.Procedure.Choices {
			ch := &rule.Procedure.Choices[i]
			out := choice{Choice: ch, clause: rule.Clause(ch.Cite)}
			var err error
			if out.when, err = g.truth(rule.Clause(ch.Cite)+", choices", ch.When, v); err == nil {
				out.where, err = g.truth(rule.Clause(ch.Cite)+", choices", ch.Where, ch.Words(r))
			}
			if err == nil {
				out.least, err = g.compiled(rule.Clause(ch.Cite)+", choices", ch.Least, v, formula.Number)
			}
			if err == nil {
				out.most, err = g.compiled(rule.Clause(ch.Cite)+", choices", ch.Most, v, formula.Number)
			}
			if ch.Name != "" {
				out.place = g.rs.Chosen(ch.Name)
				g.named++
			}
			if err != nil {
				return err
			}
			g.choices = append(g.choices, out)
		}
	}
	return nil
}

// beyond are the words that take a ledger to answer.
var beyond = []string{"year", "month", "day", "weekday", ".player", ".weight", ".counting", ".has", ".is", ".sealed", ".moves", ".to_play", ".checking", "bound", "assets"}

func (g *Game) truth(field string, src rules.Expr, v *formula.Vocabulary) (*formula.Formula, error) {
	return g.compiled(field, src, v, formula.Bool)
}

func (g *Game) compiled(field string, src rules.Expr, v *formula.Vocabulary, kind formula.Kind) (*formula.Formula, error) {
	if src == "" {
		return nil, nil
	}
	f, err := formula.Compile(string(src), v, kind)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", field, err)
	}
	if word := g.unknowable(f); word != "" {
		return nil, fmt.Errorf("%s: %s requires a ledger", field, word)
	}
	g.counts = g.counts || f.Uses(".checks")
	g.recalls = g.recalls || g.world == nil && f.Uses("unchanged")
	return f, nil
}

// unknowable returns a word of a formula, which may be missing, that a position alone does not answer.
func (g *Game) unknowable(f *formula.Formula) string {
	for _, word := range beyond {
		if g.world == nil && f != nil && f.Uses(word) {
			return strings.TrimPrefix(word, ".")
		}
	}
	return ""
}
