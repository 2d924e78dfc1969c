package movement

import (
	"slices"

	"adjudicate/rules"
)

// This file answers what the formulas of consequences ask.

// followEnv answers the formulas of consequences, in the order of rules.ConsequenceVocabulary.
type followEnv struct {
	x     *follower
	m     *moment
	entry *consequence // that responds
	self  PieceID
	it    PieceID

	place Square   // that is asked
	drawn []string // by effects of the entry before
}

// Var implements formula.Env.
func (e *followEnv) Var(i int) float64 {
	p := e.x.p
	switch i {
	case 0:
		return float64(p.rs.files)
	case 1:
		return float64(p.rs.ranks)
	}
	if i -= 2; i < MostCounters {
		return e.counter(i)
	}
	if i -= MostCounters; i >= rules.ThenVars {
		return p.calendar(i - rules.ThenVars + rules.VarYear)
	}
	switch i {
	case rules.ThenSelf:
		return float64(e.self)
	case rules.ThenActor:
		return float64(e.m.actor)
	case rules.ThenCaptor:
		return float64(e.m.captor)
	case rules.ThenVictim:
		return float64(e.m.victim)
	case rules.ThenIt:
		return float64(e.it)
	case rules.ThenMover:
		return float64(e.x.mover)
	case rules.ThenOwner:
		return float64(e.m.side)
	case rules.ThenFrom:
		return square(e.x.act.From)
	case rules.ThenTo:
		return square(e.x.act.To)
	case rules.ThenPlace:
		return square(e.place)
	case rules.ThenLeft:
		return square(e.m.left)
	default:
		return square(e.m.at)
	}
}

// counter is what self has of a counter of the definition in which the entry stands; 0 if it has become of a type that has none.
func (e *followEnv) counter(i int) float64 {
	pc := &e.x.p.pieces[e.self]
	if i = slices.Index(e.x.p.rs.types[pc.typ].counters, e.entry.counters[i].Name); i < 0 {
		return 0
	}
	return float64(pc.counters[i])
}

// Call implements formula.Env.
func (e *followEnv) Call(f int, args []float64) float64 {
	switch f {
	case rules.ThenCount:
		return float64(e.x.p.count[int(args[0])])
	case rules.ThenDrawn:
		return truth(slices.Contains(e.drawn, e.x.p.rs.texts[int(args[0])]))
	}
	return e.x.p.ThingFunc(f-rules.ThenFuncs, args)
}

// Attr implements formula.Things.
func (e *followEnv) Attr(i int, of float64, args []float64) float64 {
	if i == rules.SquareIn || i == rules.SquareNth || i == rules.SquareNext {
		return e.x.p.For(e.x.p.sides[e.x.mover].name, i, of, args)
	}
	return e.x.p.ThingAttr(i, of, args)
}

// Next implements formula.Things.
func (e *followEnv) Next(set int, of, arg, after float64) float64 {
	return e.x.p.NextThing(set, of, arg, after)
}
