package generate

import (
	"bytes"
	"io/fs"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// Changes reads the rule files of a folder as a pool for [Options]: YAML, in order of name. Those that ask for consent
// are left out, as nobody answers in a generated game, and so are those by which the whole game may be over.
func Changes(folder fs.FS) ([]rules.Rule, error) {
	files, err := fs.Glob(folder, "*.yaml")
	if err != nil {
		return nil, err
	}
	var list []rules.Rule
	for _, name := range files {
		text, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		found, err := rules.Parse(name, text)
		if err != nil {
			return nil, err
		}
		for _, r := range found {
			if p := r.Procedure; p == nil || len(p.Consents) == 0 && !slices.ContainsFunc(p.Ends, func(e rules.End) bool { return e.Then != "new-hand" }) {
				list = append(list, r)
			}
		}
	}
	return list, nil
}

// law is what of the rules in force the choice of plays depends on.
type law struct {
	rules    []aggregate.RuleInForce
	readings []events.ReadingInForce
	proc     *rules.Procedure
	oneOnly  *formula.Formula
	wait     *formula.Formula
	shapes   []shape
}

// shape is a row of the procedure's play shapes.
type shape struct {
	when  *formula.Formula
	plays [][]notation.Kind
}

// terms are the values that formulas of shapes ask for, in the order of termNames.
type terms [5]float64

var termNames = [...]string{"W", "n", "pieces", "checked", "can_take_royal"}

func (t *terms) Var(i int) float64 { return t[i] }

// Call is never reached: the vocabulary has no functions but static ones.
func (t *terms) Call(int, []float64) float64 { return 0 }

// of reports whether l was read from what is in force in s.
func (l *law) of(s *aggregate.State) bool {
	return same(l.rules, s.Rules()) && same(l.readings, s.Readings())
}

// same reports whether two lists of a state, which are never written in place, are one.
func same[T any](a, b []T) bool { return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0]) }

func readLaw(s *aggregate.State, register *rules.Register, stage string) *law {
	l := &law{rules: s.Rules(), readings: s.Readings(), proc: new(rules.Procedure)}
	book := new(rules.Rulebook)
	for _, r := range l.rules {
		if rule, err := rules.FromCanonical(r.Rule); err == nil {
			book = book.With(rule)
		}
	}
	if p := book.Procedure(); p != nil {
		l.proc = p
	}
	adopted := map[string]string{}
	for _, r := range l.readings {
		adopted[r.Entry] = r.Reading
	}
	readings, err := register.Complete(adopted)
	if err != nil {
		return l
	}
	v := &formula.Vocabulary{
		Funcs: []formula.Func{{Name: "reading", Args: []formula.Kind{formula.Text}, Result: formula.Text}},
		Static: func(_ string, args []string) (string, bool) {
			r, ok := readings[args[0]]
			return r, ok
		},
	}
	for _, name := range termNames {
		v.Vars = append(v.Vars, formula.Var{Name: name, Kind: formula.Number})
	}
	compile := func(e rules.Expr, want formula.Kind) *formula.Formula {
		f, err := formula.Compile(string(e), v, want)
		if err != nil {
			return nil // a rule of a kind that the choice of plays knows nothing about
		}
		return f
	}
	if p := l.proc.Plays; p != nil {
		l.oneOnly = compile(p.OneOnly, formula.Bool)
		for _, row := range p.Shapes {
			l.shapes = append(l.shapes, shape{compile(row.When, formula.Bool), shapeKinds(row.Plays)})
		}
	}
	if p := l.proc.Stage(stage); p != nil {
		l.wait = compile(p.Wait, formula.Number)
	}
	return l
}

func shapeKinds(rows []string) (list [][]notation.Kind) {
	for _, row := range rows {
		var kinds []notation.Kind
		for word := range strings.SplitSeq(row, ",") {
			kinds = append(kinds, notation.Kind(strings.ToLower(strings.TrimSpace(word))))
		}
		list = append(list, kinds)
	}
	return list
}

// composed returns the plays of several atomic plays that a side may make.
func (l *law) composed(t *terms) [][]notation.Kind {
	if l.oneOnly != nil && l.oneOnly.Holds(t) {
		return nil
	}
	for i := range l.shapes {
		if f := l.shapes[i].when; f == nil || f.Holds(t) {
			return l.shapes[i].plays
		}
	}
	return nil
}

// change names a change of the law: most often something new, or the end of something that
// was new before.
func (g *Generator) change(s *aggregate.State) events.Payload {
	if len(g.o.Changes) == 0 || g.often(300) {
		return g.reading(s)
	}
	undo := g.undo(s)
	if len(undo) > g.rng.IntN(5) {
		return pick(g, undo)
	}
	if g.often(100) {
		if p := g.repeal(s); p != nil {
			return p
		}
	}
	r := pick(g, g.o.Changes)
	have, there := s.Rule(r.Number)
	if !there {
		return events.RuleEnacted{Number: r.Number, Rule: r.Canonical()}
	}
	r.Revision = have.Revision + 1
	return events.RuleAmended{Number: r.Number, Rule: r.Canonical()}
}

// undo lists what would bring the law back to the suite, an input for each rule.
func (g *Generator) undo(s *aggregate.State) (list []events.Payload) {
	for _, have := range s.Rules() {
		first, ours := g.base.Rule(have.Number)
		if !ours {
			list = append(list, events.RuleRepealed{Number: have.Number})
			continue
		}
		first.Revision = have.Revision
		if !bytes.Equal(first.Canonical(), have.Rule) {
			first.Revision++
			list = append(list, events.RuleAmended{Number: have.Number, Rule: first.Canonical()})
		}
	}
	for _, r := range g.base.Rules() {
		if _, there := s.Rule(r.Number); !there {
			list = append(list, events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
		}
	}
	return list
}

// repeal names the end of a rule that defines a piece which is not royal.
func (g *Generator) repeal(s *aggregate.State) events.Payload {
	var list []string
	for _, have := range s.Rules() {
		r, err := rules.FromCanonical(have.Rule)
		if err == nil && r.Piece != nil && !r.Piece.Royal && r.Procedure == nil {
			list = append(list, r.Number)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return events.RuleRepealed{Number: pick(g, list)}
}

// reading names an adoption: of the default where another reading holds, or of any.
func (g *Generator) reading(s *aggregate.State) events.Payload {
	var unusual []events.Payload
	for _, r := range s.Readings() {
		if e, ok := g.register.Entry(r.Entry); ok && e.Default != r.Reading {
			unusual = append(unusual, events.InterpretationAdopted{Entry: r.Entry, Reading: e.Default})
		}
	}
	if len(unusual) > g.rng.IntN(4) {
		return pick(g, unusual)
	}
	e := pick(g, g.register.Entries())
	return events.InterpretationAdopted{Entry: e.ID, Reading: pick(g, e.Readings).Name, Reason: "a matter of taste"}
}
