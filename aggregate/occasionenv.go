package aggregate

import (
	"slices"
	"strings"

	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// occasionEnv answers the formulas of occasions, in the order of rules.OccasionVocabulary.
type occasionEnv struct {
	scene
	d     *decision
	h     happening
	side  int
	it    movement.PieceID
	place movement.Square // that is asked
	who   int             // the player that is asked
	told  telling         // of a power, and of what needs consent
	drawn []string
}

func (d *decision) occasionEnv(h happening) *occasionEnv {
	e := &occasionEnv{d: d, h: h, side: int(d.sideID(h.side)), it: movement.NoPiece, who: -1, told: telling{typ: movement.NoType}}
	e.scene = d.sceneOf(movement.SideID(e.side))
	if !d.dueAt.IsZero() {
		e.at = d.dueAt // also where an entry was dated later
	}
	return e
}

// tellingOf is an occasionEnv about an input.
func (d *decision) tellingOf(t telling) *occasionEnv {
	e := d.occasionEnv(t.happening)
	e.standing = true
	e.told = t
	if sq, ok := d.law().ruleset.Square(t.square); ok {
		e.to = sq
	}
	if sq, ok := d.law().ruleset.Square(t.from); ok {
		e.from = sq
	}
	if i, ok := d.state().findPiece(t.piece); ok {
		e.self = d.now.thing(i)
	}
	if i, ok := d.state().findPiece(t.victim); ok {
		e.victim = d.now.thing(i)
	}
	return e
}

// Var implements formula.Env.
func (e *occasionEnv) Var(i int) float64 {
	switch i {
	case rules.OccasionSide:
		return float64(e.side)
	case rules.OccasionOther:
		return float64(e.d.sideID(e.h.other))
	case rules.OccasionActor:
		if i, ok := e.d.state().anyPiece(e.h.piece); ok {
			return float64(e.d.now.thing(i))
		}
		return float64(movement.NoPiece)
	case rules.OccasionIt:
		return float64(e.it)
	case rules.OccasionPlayer:
		name := e.told.player
		if name == "" && e.side >= 0 {
			name = e.d.state().sides[e.side].player
		}
		return e.player(name)
	case rules.OccasionWho:
		return float64(e.who)
	case rules.OccasionType:
		if e.told.typ == movement.NoType {
			return formula.Absent
		}
		return float64(e.told.typ)
	case rules.OccasionPlace:
		return squareThing(e.place)
	case rules.OccasionAmount:
		return e.told.amount
	case rules.OccasionTakebacks:
		return float64(len(e.d.state().moments))
	}
	return e.world(i - rules.OccasionVars)
}

// Call implements formula.Env.
func (e *occasionEnv) Call(f int, args []float64) float64 {
	s, l := e.d.state(), e.d.law()
	switch f {
	case rules.FuncPlays:
		name := l.texts[int(args[0])]
		return flag(slices.ContainsFunc(s.sides, func(sd side) bool { return !sd.gone && sd.player == name }))
	case rules.FuncDrawn:
		return flag(slices.Contains(e.drawn, l.texts[int(args[0])]))
	case rules.FuncRule:
		number := l.texts[int(args[0])]
		return flag(e.told.rule == number || strings.HasPrefix(e.told.rule, number+"."))
	case rules.FuncAsset:
		return flag(e.told.asset == l.texts[int(args[0])])
	case rules.FuncFault:
		return flag(slices.Contains(e.h.faults, l.texts[int(args[0])]))
	case rules.FuncHow:
		return flag(e.h.how == l.texts[int(args[0])])
	case rules.FuncCount:
		n := 0
		for _, id := range e.d.now.pos.OnBoard() {
			if e.d.now.pos.TypeOf(id) == movement.TypeID(args[0]) {
				n++
			}
		}
		return float64(n)
	}
	return e.function(f-rules.OccasionFuncs, args)
}
