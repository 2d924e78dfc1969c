package aggregate

import (
	"slices"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// A scene is what a formula about the game is asked of: the board as it stands, what the game holds
// beyond it, and the things that the formula is about. Its ids are the indices of the state.
type scene struct {
	t  *table
	q  *quantities // of a section of the procedure, or nil
	at time.Time

	self, victim movement.PieceID
	take         *movement.Taking // of the capture that is asked about
	mover        int
	from, to     movement.Square
	it           float64 // of a choice
	standing     bool    // it is asked of the position as it stands, and not of one that a play is about to leave
	reach        within  // of sight
}

// sceneOf is a scene about a side, -1 for nobody.
func (d *decision) sceneOf(side movement.SideID) scene {
	return scene{t: d.now, at: d.dated(), self: movement.NoPiece, victim: movement.NoPiece, mover: int(side)}
}

// asked evaluates a formula of the procedure about a side, -1 for nobody.
func (d *decision) asked(f *formula.Formula, q *quantities, side movement.SideID) float64 {
	return d.askedOf(f, q, side, movement.NoPiece, movement.Off)
}

// askedOf evaluates a formula of the procedure about a piece of a side, and where it goes.
func (d *decision) askedOf(f *formula.Formula, q *quantities, side movement.SideID, self movement.PieceID, to movement.Square) float64 {
	if d.now.laid == nil || f.AsksFirst(quantityCount) {
		return f.Eval(q)
	}
	s := d.sceneOf(side)
	s.q, s.self, s.to = q, self, to
	return f.Eval(&procedureScene{s})
}

// dated is the moment that formulas are asked of: that of the input, or of what time has made due by it.
func (d *decision) dated() time.Time {
	if !d.asOf.IsZero() {
		return d.asOf
	}
	return d.in.At
}

// sideID returns the id of a side, -1 if it is not in the game.
func (d *decision) sideID(name string) movement.SideID {
	if i, ok := d.state().findSide(name); ok {
		return movement.SideID(i)
	}
	return -1
}

// A procedureScene answers formulas in the order of procedureVocabulary, a dutyScene in that of
// rules.DutyVocabulary.
type (
	procedureScene struct{ scene }
	dutyScene      struct{ scene }
)

// Var implements formula.Env.
func (s *procedureScene) Var(i int) float64 {
	if i < int(quantityCount) {
		return s.q[i]
	}
	return s.world(i - int(quantityCount))
}

// Call implements formula.Env: reading comes first, and is static; then count.
func (s *procedureScene) Call(f int, args []float64) float64 {
	if f > 1 {
		return s.function(f-2, args)
	}
	return s.count(args)
}

// Var implements formula.Env.
func (s *dutyScene) Var(i int) float64 {
	switch rs := s.t.law.ruleset; i {
	case 0:
		return float64(rs.Files())
	case 1:
		return float64(rs.Ranks())
	case rules.ChoiceIt:
		return s.it
	}
	return s.world(i - 2)
}

// Call implements formula.Env.
func (s *dutyScene) Call(f int, args []float64) float64 {
	if f > 0 {
		return s.function(f-1, args)
	}
	return s.count(args)
}

// count is how many pieces of a type are on the board, anybody's.
func (s *scene) count(args []float64) float64 {
	n := 0
	for _, id := range s.t.pos.OnBoard() {
		if s.t.pos.TypeOf(id) == movement.TypeID(args[0]) {
			n++
		}
	}
	return float64(n)
}

// world answers the variables that rules.Resolver.World adds.
func (s *scene) world(i int) float64 {
	switch i {
	case rules.VarSelf:
		return float64(s.self)
	case rules.VarMover:
		return float64(s.mover)
	case rules.VarFrom:
		return squareThing(s.from)
	case rules.VarTo:
		return squareThing(s.to)
	case rules.VarVictim:
		return float64(s.victim)
	}
	if i == rules.VarRepetitions {
		if s.standing {
			return float64(s.t.occurrences())
		}
		return float64(s.t.repetitions(movement.SideID(s.mover)))
	}
	if i == rules.VarRecurrence {
		if s.standing {
			return float64(s.t.recurred())
		}
		return float64(s.t.recurrence(movement.SideID(s.mover)))
	}
	if i == rules.VarUnchanged {
		if s.t.unchanged(movement.SideID(s.mover)) {
			return 1
		}
		return 0
	}
	if i == rules.VarTurns {
		return float64(s.t.state.turns)
	}
	return movement.DateVar(i, s.at)
}

func squareThing(sq movement.Square) float64 {
	if sq == movement.Off {
		return formula.Absent
	}
	return float64(sq)
}

// function answers the functions that rules.Resolver.World adds.
func (s *scene) function(f int, args []float64) float64 {
	switch f {
	case rules.FuncSideCalled:
		if i, ok := s.t.state.findSide(s.t.law.texts[int(args[0])]); ok {
			return float64(i)
		}
		return formula.Absent
	case rules.FuncPlayerCalled, rules.FuncAccountCalled, rules.FuncAssets, rules.FuncBound:
		return (*outside)(s.t).Func(f, args, s.text)
	case rules.FuncQuiet:
		return float64(s.t.quiet(movement.TypeID(args[0])))
	case rules.FuncReaches:
		return flag(args[0] >= 0 && args[1] >= 0 && s.reach.reaches(s.t.pos, movement.PieceID(args[0]), movement.Square(args[1])))
	}
	return s.t.pos.ThingFunc(f, args)
}

func (s *scene) player(name string) float64 { return s.t.state.playerID(name) }

// text is a text of formulas of the law.
func (s *scene) text(id float64) string { return s.t.law.texts[int(id)] }

// Attr implements formula.Things.
func (s *scene) Attr(i int, of float64, args []float64) float64 {
	st := s.t.state
	switch i {
	case rules.PieceCounter:
		name := s.t.law.texts[int(args[0])]
		if id := movement.PieceID(of); int(of) >= len(st.pieces) { // an act that is tried has made it
			if k, ok := s.t.law.ruleset.CounterIndex(s.t.pos.TypeOf(id), name); ok {
				return float64(s.t.pos.CountersOf(id)[k])
			}
			return 0
		}
		return float64(valueOf(st.pieces[int(of)].counters, name))
	case rules.SquareMarked, rules.SquareMark, rules.SquareMarkSide:
		number, side := st.MarkOn(s.t.law.ruleset.SquareName(movement.Square(of)), s.t.law.texts[int(args[0])])
		switch i {
		case rules.SquareMarked:
			return flag(number > 0)
		case rules.SquareMark:
			return float64(number)
		}
		return float64(st.sideNamed(side))
	case rules.SquareIn, rules.SquareNth, rules.SquareNext:
		return s.t.pos.For(s.t.sideName(movement.SideID(s.mover)), i, of, args)
	case rules.SideToPlay:
		return flag(int(of) < len(st.sides) && st.IsToPlay(st.sides[int(of)].name))
	case rules.SidePlayer, rules.SideIs, rules.PlayerHas, rules.PlayerSealed, rules.PlayerHolds, rules.SideAccount, rules.PlayerAccount:
		text := ""
		if len(args) > 0 {
			text = s.text(args[0])
		}
		return (*outside)(s.t).Attr(i, of, text)
	case rules.PieceAtStake:
		if int(of) >= len(st.pieces) {
			return 0
		}
		id := st.pieces[int(of)].id
		return flag(slices.ContainsFunc(st.matters, func(m events.MatterOpened) bool { return m.Victim == id }))
	case rules.SideChecking:
		if int(of) >= len(st.sides) {
			return 0
		}
		return float64(st.sides[int(of)].checking)
	case rules.SideWeight:
		return fromHalf(s.t.weights().Weight(movement.SideID(of)))
	case rules.SideCounting:
		return float64(s.t.weights().Counting(movement.SideID(of)))
	case rules.PieceMoves:
		if s.t.pos.Where(movement.PieceID(of)) == movement.Off {
			return 0
		}
		return float64(len(s.t.pos.MovesOf(movement.PieceID(of), nil)))
	}
	return s.t.pos.ThingAttr(i, of, args)
}

// Next implements formula.Things.
func (s *scene) Next(set int, of, arg, after float64) float64 {
	switch set {
	case rules.AllPlayers, rules.AllSides, rules.PlayerSides:
		return (*outside)(s.t).Next(set, of, after)
	}
	if set == rules.ActVictims {
		if s.take == nil {
			return formula.Absent
		}
		return s.take.After(after)
	}
	return s.t.pos.NextThing(set, of, arg, after)
}

// named is what a thing is called where people read of it.
func (s *scene) named(m formula.Member) string {
	st := s.t.state
	switch m.Sort {
	case rules.SortPlayer:
		return st.players[m.ID].Name
	case rules.SortSide:
		return st.sides[m.ID].name
	case rules.SortSquare:
		return s.t.law.ruleset.SquareName(movement.Square(m.ID))
	case rules.SortPiece:
		id := movement.PieceID(m.ID)
		name := "the " + s.t.law.ruleset.TypeName(s.t.pos.TypeOf(id))
		if sq := s.t.squareOf(id); sq != "" {
			return name + " on " + sq
		}
		return name + " off-board"
	}
	return s.t.law.ruleset.TypeName(movement.TypeID(m.ID))
}

// resolver turns the names in formulas of a law into ids.
func (l *law) resolver() rules.Resolver {
	text := func(name string) (int, error) {
		i := slices.Index(l.texts, name)
		if i < 0 {
			i = len(l.texts)
			l.texts = append(l.texts, name)
		}
		return i, nil
	}
	return rules.Resolver{
		Quantities: l.proc.Named(),
		Chosen:     l.proc.Chosen(),
		Type:       l.typeID,
		Square: func(name string) (int, error) {
			if sq, ok := l.ruleset.Square(name); ok {
				return int(sq), nil
			}
			return formula.Absent, nil
		},
		Region: l.ruleset.Region,
		Side:   text, Counter: text, Asset: text, Mark: text, Order: text, Drawn: text,
		Reading: func(entry string) (string, bool) {
			if r, ok := l.reading[entry]; ok {
				return r, true
			}
			return rules.Unlisted(entry)
		},
	}
}
