package aggregate

import (
	"fmt"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// effectLaw is one compiled effect of a type's captures.
type effectLaw struct {
	destroy bool
	set     string
	to      *formula.Formula
	basis   *events.Basis
}

// compileEffects compiles what a type's captures bring about.
func (l *law) compileEffects(t movement.TypeID, def *rules.Piece) error {
	k := &l.kinds[t]
	v := rules.EffectVocabulary(def.Counters, rules.Resolver{
		Type: func(name string) (int, error) {
			if typ, ok := l.ruleset.Type(name); ok {
				return int(typ), nil
			}
			return 0, fmt.Errorf("no piece type is called %q", name)
		},
		Counter: func(name string) (int, error) { return l.counterID(name), nil },
		Reading: func(entry string) (string, bool) { r, ok := l.reading[entry]; return r, ok },
	})
	for i := range def.OnCapture {
		e := &def.OnCapture[i]
		law := effectLaw{destroy: e.Destroy != "", set: e.Set, basis: basisOf(k.readings, l.clauseOf(t, e.Cite))}
		if e.Set != "" {
			var err error
			if law.to, err = formula.Compile(string(e.To), v, formula.Number); err != nil {
				return fmt.Errorf("on_capture[%d].to: %w", i, err)
			}
		}
		k.effects = append(k.effects, law)
	}
	k.bounds = def.Counters
	return nil
}

// counterID numbers the names of counters that formulas ask of victims.
func (l *law) counterID(name string) int {
	for i, n := range l.counterNames {
		if n == name {
			return i
		}
	}
	l.counterNames = append(l.counterNames, name)
	return len(l.counterNames) - 1
}

// captureEnv answers the formulas of effects, in the order of rules.EffectVocabulary.
type captureEnv struct {
	p      *play
	captor movement.PieceID
	own    []rules.Counter
	victim *capturedPiece
}

// Var gives files, ranks and then the captor's counters.
func (e *captureEnv) Var(i int) float64 {
	rs := e.p.d.law().ruleset
	switch i {
	case 0:
		return float64(rs.Files())
	case 1:
		return float64(rs.Ranks())
	}
	return float64(valueOf(e.p.d.state().pieces[e.captor].counters, e.own[i-2].Name))
}

// Call gives count, victim_is and victim.
func (e *captureEnv) Call(f int, args []float64) float64 {
	switch f {
	case 0:
		n := 0
		pos := e.p.d.now.pos
		for _, id := range pos.OnBoard() {
			if pos.TypeOf(id) == movement.TypeID(args[0]) {
				n++
			}
		}
		return float64(n)
	case 1:
		return flag(e.victim.typ == movement.TypeID(args[0]))
	case 2:
		return float64(valueOf(e.victim.counters, e.p.d.law().counterNames[int(args[0])]))
	}
	return 0
}

func valueOf(counters []events.Counter, name string) int {
	for _, c := range counters {
		if c.Name == name {
			return c.Value
		}
	}
	return 0
}

// counters brings the captor's counters up to date after a capture.
func (p *play) counters(id movement.PieceID, kind *kindLaw, victim *capturedPiece) {
	for i := range kind.effects {
		e := &kind.effects[i]
		if e.set == "" {
			continue
		}
		value := int(e.to.Eval(&captureEnv{p: p, captor: id, own: kind.bounds, victim: victim}))
		for _, c := range kind.bounds {
			if c.Name == e.set && c.Most > 0 && value > c.Most {
				value = c.Over
			}
		}
		if value != valueOf(p.d.state().pieces[id].counters, e.set) {
			p.d.emit(e.basis, events.CounterChanged{Piece: p.d.now.pieceName(id), Name: e.set, Value: value})
		}
	}
}

// selfDestruct destroys a captor whose definition says so.
func (p *play) selfDestruct(id movement.PieceID, kind *kindLaw) {
	for i := range kind.effects {
		if kind.effects[i].destroy {
			p.d.emit(kind.effects[i].basis, events.PieceDestroyed{Piece: p.d.now.pieceName(id), Why: WhyEffect})
			return
		}
	}
}
