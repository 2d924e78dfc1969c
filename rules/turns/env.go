package turns

import (
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// env answers the formulas of duties, choices and ends, in the order of rules.ChoiceVocabulary.
type env struct {
	g     *Game
	mover movement.SideID
	act   *movement.Ply
	it    float64
}

// holds asks a condition, which may be missing, about a side that acts; act may be nil.
func (g *Game) holds(f *formula.Formula, s movement.SideID, act *movement.Ply) bool {
	return g.asks(f, s, act, formula.Absent)
}

// counted asks for a number of an act.
func (g *Game) counted(f *formula.Formula, s movement.SideID, act *movement.Ply) (n float64) {
	if g.world != nil {
		defer g.Position.Asking(s)()
		return f.Eval(g.world.Scene(g.asked(s, act, formula.Absent)))
	}
	saved := g.env
	g.env = env{g, s, act, formula.Absent}
	defer g.Position.Asking(s)()
	n = f.Eval(&g.env)
	g.env = saved
	return n
}

func (g *Game) asks(f *formula.Formula, s movement.SideID, act *movement.Ply, it float64) bool {
	if f == nil {
		return true
	}
	if g.world != nil {
		defer g.Position.Asking(s)()
		return f.Holds(g.world.Scene(g.asked(s, act, it)))
	}
	saved := g.env
	g.env = env{g, s, act, it}
	defer g.Position.Asking(s)()
	yes := f.Holds(&g.env)
	g.env = saved
	return yes
}

// Var implements formula.Env.
func (e *env) Var(i int) float64 {
	switch i {
	case 0:
		return float64(e.g.rs.Files())
	case 1:
		return float64(e.g.rs.Ranks())
	case rules.ChoiceIt:
		return e.it
	case 2 + rules.VarRepetitions:
		return 1 // without a ledger there was no position before
	case 2 + rules.VarRecurrence:
		return 0
	case 2 + rules.VarUnchanged:
		if e.g.unchanged() {
			return 1
		}
		return 0
	case 2 + rules.VarTurns:
		return float64(e.g.Position.Turns())
	case 2 + rules.VarMover:
		return float64(e.mover)
	}
	if e.act == nil {
		return formula.Absent
	}
	switch i - 2 {
	case rules.VarSelf:
		if e.act.Piece == movement.NoPiece && e.act.To != movement.Off {
			return float64(e.g.Position.At(e.act.To))
		}
		return float64(e.act.Piece)
	case rules.VarFrom:
		return square(e.act.From)
	case rules.VarTo:
		return square(e.act.To)
	case rules.VarVictim:
		if e.act.Play == movement.Capture {
			return float64(e.act.Take.Victim)
		}
	}
	return formula.Absent
}

func square(sq movement.Square) float64 {
	if sq == movement.Off {
		return formula.Absent
	}
	return float64(sq)
}

// Call implements formula.Env.
func (e *env) Call(f int, args []float64) float64 {
	p := e.g.Position
	if f > 0 {
		if f-1 == rules.FuncSideCalled {
			for s := range p.Sides() {
				if p.SideName(movement.SideID(s)) == e.g.texts[int(args[0])] {
					return float64(s)
				}
			}
			return formula.Absent
		}
		if f-1 == rules.FuncQuiet {
			return 0
		}
		return p.ThingFunc(f-1, args)
	}
	n := 0
	for _, id := range p.OnBoard() {
		if p.TypeOf(id) == movement.TypeID(args[0]) {
			n++
		}
	}
	return float64(n)
}

// Attr implements formula.Things.
func (e *env) Attr(i int, of float64, args []float64) float64 {
	p := e.g.Position
	switch i {
	case rules.SquareMarked, rules.SquareMark, rules.SquareMarkSide:
		number, side := p.MarkOn(movement.Square(of), e.g.texts[int(args[0])])
		if i == rules.SquareMarkSide {
			return float64(side)
		}
		if i == rules.SquareMarked {
			number = min(number, 1)
		}
		return float64(number)
	}
	if i != rules.PieceCounter {
		return p.ThingAttr(i, of, args)
	}
	id := movement.PieceID(of)
	if k, ok := e.g.rs.CounterIndex(p.TypeOf(id), e.g.texts[int(args[0])]); ok {
		return float64(p.CountersOf(id)[k])
	}
	return 0
}

// Next implements formula.Things.
func (e *env) Next(set int, of, arg, after float64) float64 {
	if set == rules.ActVictims {
		if e.act == nil || e.act.Play != movement.Capture {
			return formula.Absent
		}
		return e.act.Take.After(after)
	}
	return e.g.Position.NextThing(set, of, arg, after)
}

// resolver turns the names in formulas into ids.
func (g *Game) resolver() rules.Resolver {
	text := func(name string) (int, error) {
		i := slices.Index(g.texts, name)
		if i < 0 {
			i = len(g.texts)
			g.texts = append(g.texts, name)
		}
		return i, nil
	}
	return rules.Resolver{
		Quantities: g.quantities,
		Chosen:     g.rs.Named(),
		Type: func(name string) (int, error) {
			if t, ok := g.rs.Type(name); ok {
				return int(t), nil
			}
			return int(movement.NoType), nil
		},
		Square: func(name string) (int, error) {
			if sq, ok := g.rs.Square(name); ok {
				return int(sq), nil
			}
			return formula.Absent, nil
		},
		Region: g.rs.Region,
		Side:   text, Counter: text, Asset: text, Mark: text,
		Reading: g.rs.Reading,
	}
}
