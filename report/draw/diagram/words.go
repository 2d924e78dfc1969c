package diagram

import (
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// words are what the conditions and step counts of a definition ask about, under the
// readings that hold.
type words struct {
	calls []asked
	vars  []string
}

// asked is a call, with the named condition through which it is asked, if any.
type asked struct {
	formula.Call
	through string
}

func (w *world) vocabulary() *formula.Vocabulary {
	return rules.ConditionVocabulary(w.def.Counters, w.proc.Conditions, rules.Resolver{
		Quantities: w.proc.Named(),
		Reading:    func(entry string) (string, bool) { r, ok := w.read[entry]; return r, ok },
	})
}

// compile compiles a condition; nil if there is none.
func (w *world) compile(src rules.Expr) *formula.Formula {
	if src == "" {
		return nil
	}
	f, err := formula.Compile(string(src), w.vocabulary(), formula.Bool)
	if err != nil {
		return nil // the rulebook has been compiled: it is not of this vocabulary
	}
	return f
}

// never reports whether readings alone make a condition false.
func (w *world) never(src rules.Expr) bool {
	f := w.compile(src)
	if f == nil {
		return false
	}
	v, known := f.Const()
	return known && v == 0
}

// words collects the words of the definition's moves.
func (w *world) words() words {
	var out words
	v := w.vocabulary()
	for _, m := range slices.Concat(w.def.AllModes(), grantedModes(w.def)) {
		if w.never(m.When) {
			continue
		}
		for _, src := range []rules.Expr{m.When, m.After, m.Land, m.Victims} {
			out.add(w, w.compile(src), "", src == m.When && src != "")
		}
		out.legs(w, v, m.Legs)
	}
	for i := range w.def.Actions {
		out.add(w, w.compile(w.def.Actions[i].When), "", true)
		out.legs(w, v, w.def.Actions[i].Legs)
	}
	return out
}

func (o *words) legs(w *world, v *formula.Vocabulary, legs []rules.Leg) {
	for _, l := range legs {
		if l.N == "" {
			continue
		}
		s, err := formula.CompileSteps(string(l.N), v)
		if err != nil {
			continue
		}
		for _, f := range s.Formulas() {
			o.add(w, f, "", true)
		}
	}
}

// add takes the words of a formula. About a landing square only its variables matter: where
// the piece itself stands is not what is asked.
func (o *words) add(w *world, f *formula.Formula, through string, self bool) {
	if f == nil {
		return
	}
	for _, c := range f.Calls() {
		if !self && c.Name == "in" {
			continue
		}
		same := func(a asked) bool { return a.Name == c.Name && slices.Equal(a.Texts, c.Texts) }
		if !slices.ContainsFunc(o.calls, same) {
			o.calls = append(o.calls, asked{c, through})
		}
	}
	for _, name := range f.Vars() {
		if slices.Contains(o.vars, name) {
			continue
		}
		o.vars = append(o.vars, name)
		for _, named := range w.proc.Conditions {
			if named.Name == name {
				o.add(w, w.compile(named.When), name, true)
			}
		}
	}
}

// modes returns the modes of the definition that readings do not rule out, those that it
// lends included.
func (w *world) modes() []rules.Mode {
	var out []rules.Mode
	for _, m := range slices.Concat(w.def.AllModes(), grantedModes(w.def)) {
		if !w.never(m.When) {
			out = append(out, m)
		}
	}
	return out
}
