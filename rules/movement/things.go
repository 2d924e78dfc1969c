package movement

import (
	"fmt"
	"slices"

	"adjudicate/rules"
)

// This file answers what formulas ask of the things on a board. Their ids are those of the
// Position: PieceID, Square, SideID and TypeID.

const absent = -1 // formula.Absent

// ThingAttr answers an attribute of a thing on the board, by its place in the vocabularies of package rules.
func (p *Position) ThingAttr(i int, of float64, args []float64) float64 {
	rs := p.rs
	switch i {
	case rules.PieceType:
		return float64(p.pieces[int(of)].typ)
	case rules.PieceSide:
		return float64(p.pieces[int(of)].side)
	case rules.PieceSquare:
		return square(p.pieces[int(of)].at)
	case rules.PieceValue:
		return float64(p.Value(PieceID(of))) / 2
	case rules.PieceRoyal:
		return truth(rs.types[p.pieces[int(of)].typ].royal)
	case rules.PieceCounter:
		pc := &p.pieces[int(of)]
		for i, name := range rs.types[pc.typ].counters {
			if name == rs.texts[int(args[0])] {
				return float64(pc.counters[i])
			}
		}
		return 0
	case rules.PieceAttacked:
		return truth(p.pieces[int(of)].at != Off && p.attackedByAny(PieceID(of)))
	case rules.PieceAttacks:
		return truth(p.asksAttack(PieceID(of), args[0]))
	case rules.PieceDefends:
		return truth(p.asksDefence(PieceID(of), args[0]))
	case rules.PieceDefended:
		return truth(p.defendedByAny(PieceID(of)))
	case rules.SquareFile:
		return float64(rs.file[int(of)] + 1)
	case rules.SquareRank:
		return float64(rs.rank[int(of)] + 1)
	case rules.SquarePiece:
		return float64(p.At(Square(of)))
	case rules.SquareIn:
		return truth(rs.regions[int(args[0])].has(Square(of), p.asker()))
	case rules.SquareNth:
		return float64(rs.regions[int(args[0])].place(Square(of), p.asker()))
	case rules.SquareNext:
		return square(rs.nextTo(Square(of), int(args[0]), p.asker()))
	case rules.PieceIn:
		pc := &p.pieces[int(of)]
		return truth(pc.at != Off && rs.regions[int(args[0])].has(pc.at, p.sides[pc.side].name))
	case rules.SideRoyal:
		return float64(p.sides[int(of)].royal)
	case rules.SideInCheck:
		return truth(p.asksCheck(SideID(of)))
	case rules.TypeValue:
		return float64(p.ValueOf(TypeID(of))) / 2
	case rules.PieceMoved:
		return truth(p.pieces[int(of)].moved)
	case rules.PiecePlaced:
		return truth(p.pieces[int(of)].placed)
	case rules.PiecePromoted:
		return truth(p.pieces[int(of)].base != NoType)
	case rules.SquareEmpty:
		return truth(p.cells[int(of)] == NoPiece)
	case rules.SquareMarked:
		return truth(p.marking(Square(of), int(args[0])) >= 0)
	case rules.SquareMark:
		return float64(p.mark(Square(of), int(args[0])).number)
	case rules.SquareMarkSide:
		return float64(p.mark(Square(of), int(args[0])).side)
	case rules.SidePassed:
		return truth(p.sides[int(of)].last.Play == Pass)
	case rules.PieceAge:
		return float64(p.history.turns - p.PastOf(PieceID(of)).Made)
	case rules.PieceRested:
		return float64(p.history.turns - p.PastOf(PieceID(of)).Came)
	case rules.PieceCaptures:
		return float64(p.PastOf(PieceID(of)).Taken)
	case rules.PieceCapturesOf:
		return float64(p.capturesOf(PieceID(of), TypeID(args[0])))
	case rules.PieceLastVictim:
		if last := p.PastOf(PieceID(of)).Last; last != NoType {
			return float64(last)
		}
		return absent
	case rules.PieceStood:
		return square(p.PastOf(PieceID(of)).Stood)
	case rules.PieceCapturedLast:
		return truth(p.history.captor == PieceID(of))
	case rules.SidePlayer, rules.SideIs, rules.PlayerHas, rules.PlayerSealed, rules.PlayerHolds, rules.SideAccount, rules.PlayerAccount:
		return p.outsideAttr(i, of, args)
	case rules.SideSteps:
		return float64(p.sides[int(of)].steps)
	case rules.SideChecks:
		return float64(p.sides[int(of)].checks)
	case rules.TypeRoyal:
		return truth(int(of) < len(rs.types) && rs.types[int(of)].royal)
	}
	return 0
}

// nextTo returns the square next to one in a direction as rules number them (see rules.Resolver.Board), as a side sees it; Off beyond the edge.
func (rs *Ruleset) nextTo(sq Square, dir int, side string) Square {
	if dir >= len(compass) {
		heading, ok := rs.headings[side]
		if !ok {
			heading = rs.others
		}
		if heading == noHeading {
			return Off
		}
		dir = (dir + int(heading)) % len(compass)
	}
	return rs.next[dir][sq]
}

// square is a square as a thing.
func square(sq Square) float64 {
	if sq == Off {
		return absent
	}
	return float64(sq)
}

// asksAttack asks whether a piece on the board attacks another, inside another question.
func (p *Position) asksAttack(id PieceID, x float64) bool {
	if x < 0 || p.inAttack > 1 || p.pieces[id].at == Off || p.pieces[int(x)].at == Off {
		return false // only definitions that depend on themselves go deeper; see rules.Check
	}
	p.inAttack++
	yes := p.Attacks(id, PieceID(x))
	p.inAttack--
	return yes
}

func (p *Position) asksCheck(s SideID) bool {
	if p.depth >= mostDepth {
		return false
	}
	p.depth++
	yes := p.InCheck(s)
	p.depth--
	return yes
}

// mostDefence is how many questions of defence may be inside each other; see rules.Check.
const mostDefence = 8

func (p *Position) asksDefence(id PieceID, x float64) bool {
	if x < 0 || p.inDefence > mostDefence || p.pieces[id].at == Off || p.pieces[int(x)].at == Off {
		return false
	}
	p.inDefence++
	yes := p.Defends(id, PieceID(x))
	p.inDefence--
	return yes
}

// defendedByAny reports whether a friend defends a piece.
func (p *Position) defendedByAny(x PieceID) bool {
	if p.inDefence > mostDefence || p.pieces[x].at == Off {
		return false
	}
	p.inDefence++
	found := false
	for _, id := range p.onBoard {
		if p.Defends(id, x) {
			found = true
			break
		}
	}
	p.inDefence--
	return found
}

// NextThing returns the first member of a set of things on the board above after; see formula.Things.
func (p *Position) NextThing(set int, of, arg, after float64) float64 {
	switch set {
	case rules.RowPieces:
		return p.row.next(after)
	case rules.AllSquares:
		return p.nextSquare(int(after))
	case rules.SquareAround:
		return p.nextAround(Square(of), int(arg), int(after))
	case rules.SquareNeighbours, rules.SquareConnected:
		return p.rs.nextNeighbour(Square(of), int(after))
	case rules.PieceLinked, rules.PieceLinkedOwn:
		return p.nextLinked(PieceID(of), int(after), set == rules.PieceLinkedOwn)
	case rules.AllPlayers, rules.PlayerSides:
		if p.outside == nil {
			return absent
		}
		return p.outside.Next(set, of, after)
	case rules.AllSides:
		for s := int(after) + 1; s < len(p.sides); s++ {
			if !p.sides[s].left {
				return float64(s)
			}
		}
		return absent
	}
	for i := int(after) + 1; i < len(p.pieces); i++ {
		pc := &p.pieces[i]
		if pc.gone {
			continue
		}
		in := false
		switch set {
		case rules.AllPieces:
			in = pc.at != Off
		case rules.AllHoldings:
			in = pc.at == Off
		case rules.SidePieces:
			in = pc.at != Off && pc.side == SideID(of)
		case rules.SideHoldings:
			in = pc.at == Off && pc.side == SideID(of)
		case rules.TypePieces:
			in = pc.at != Off && pc.typ == TypeID(of)
		}
		if in {
			return float64(i)
		}
	}
	return absent
}

// nextSquare returns the square after one, in the order of Square.
func (p *Position) nextSquare(after int) float64 {
	for sq := max(after, 0) + 1; sq < len(p.rs.empty); sq++ {
		if p.rs.empty[sq] != border {
			return float64(sq)
		}
	}
	return absent
}

// nextAround returns the square after one of those within a distance of a square.
func (p *Position) nextAround(centre Square, within, after int) float64 {
	rs := p.rs
	if !rs.flat {
		for sq := p.nextSquare(after); sq != absent; sq = p.nextSquare(int(sq)) {
			if Square(sq) != centre && rs.Distance(Square(sq), centre) <= within {
				return sq
			}
		}
		return absent
	}
	f0, r0 := int(rs.file[centre]), int(rs.rank[centre])
	f, r := max(0, f0-within), max(0, r0-within)
	if after >= 0 {
		f, r = int(rs.file[after]), int(rs.rank[after])+1
	}
	for ; f <= min(f0+within, rs.files-1); f, r = f+1, max(0, r0-within) {
		for ; r <= min(r0+within, rs.ranks-1); r++ {
			if sq, ok := rs.at(f, r); ok && sq != centre {
				return float64(sq)
			}
		}
	}
	return absent
}

// For answers an attribute as ThingAttr does, for a side: regions are those that it has.
func (p *Position) For(side string, i int, of float64, args []float64) float64 {
	before := p.asking
	p.asking = side
	v := p.ThingAttr(i, of, args)
	p.asking = before
	return v
}

// asker is the side that a condition under way is asked for, by name.
func (p *Position) asker() string {
	if p.asking != "" {
		return p.asking
	}
	if !p.env.open {
		return ""
	}
	return p.sides[p.env.a.side].name
}

// ThingFunc answers a function of things on the board, by its place among those that rules.Resolver.Board adds.
func (p *Position) ThingFunc(f int, args []float64) float64 {
	rs := p.rs
	switch f {
	case rules.FuncDistance:
		if args[0] < 0 || args[1] < 0 {
			return rules.FarAway
		}
		return float64(rs.Distance(Square(args[0]), Square(args[1])))
	case rules.FuncAligned:
		if args[0] < 0 || args[1] < 0 {
			return 0
		}
		_, _, ok := rs.line(Square(args[0]), Square(args[1]))
		return truth(ok)
	case rules.FuncBetween:
		if min(args[0], args[1], args[2]) < 0 {
			return 0
		}
		return truth(rs.between(Square(args[0]), Square(args[1]), Square(args[2])))
	case rules.FuncClear:
		if args[0] < 0 || args[1] < 0 {
			return 0
		}
		return truth(p.clearLine(Square(args[0]), Square(args[1])))
	case rules.FuncShift:
		if min(args[0], args[1], args[2]) < 0 {
			return absent
		}
		return square(rs.shifted(Square(args[0]), Square(args[1]), Square(args[2])))
	case rules.FuncPlayerCalled, rules.FuncAccountCalled, rules.FuncAssets, rules.FuncBound:
		return p.outsideFunc(f, args)
	case rules.FuncChosen, rules.FuncChosen + 1, rules.FuncChosen + 2, rules.FuncChosen + 3:
		if k := int(args[0]); k < len(p.chosen) {
			return p.chosen[k]
		}
	case rules.FuncChosen + 4:
		if k := int(args[0]); k < len(p.chosen) && p.chosen[k] != absent {
			return p.number(k)
		}
		return 0
	case rules.FuncSideCalled:
		for s := range p.sides {
			if p.sides[s].name == rs.texts[int(args[0])] && !p.sides[s].left {
				return float64(s)
			}
		}
	}
	return absent
}

// Attr implements formula.Things.
func (e *env) Attr(i int, of float64, args []float64) float64 {
	if e.p.rests != nil {
		e.p.rests.beyond = true
	}
	saved := *e
	v := e.p.ThingAttr(i, of, args)
	*e = saved
	return v
}

// Next implements formula.Things.
func (e *env) Next(set int, of, arg, after float64) float64 {
	if e.p.rests != nil {
		e.p.rests.beyond = true
	}
	return e.p.NextThing(set, of, arg, after)
}

// thing gives a condition the things that it is about.
func (e *env) thing(i int) float64 {
	if i == rules.VarCopied {
		return truth(e.a.acting != NoType)
	}
	switch i {
	case rules.VarVia:
		return square(e.via)
	case rules.VarTurn:
		return float64(e.bend)
	}
	if i >= rules.VarYear {
		if e.p.rests != nil {
			e.p.rests.beyond = true
		}
		return e.p.calendar(i)
	}
	switch i {
	case rules.VarSelf:
		return float64(e.a.id)
	case rules.VarMover:
		return float64(e.a.side)
	case rules.VarFrom:
		return square(e.start())
	case rules.VarTo:
		return square(e.land)
	default:
		return float64(e.victim)
	}
}

// Region returns the id of a region that every formula may name.
func (rs *Ruleset) Region(name string) (int, error) {
	if i := slices.Index(rs.regionNames, name); i >= 0 {
		return i, nil
	}
	return 0, fmt.Errorf("no such region: %q", name)
}

// Asking makes a side the one that conditions are asked for which other packages ask: squares of regions
// are those of its side. What it returns undoes that.
func (p *Position) Asking(s SideID) func() {
	saved := p.env.question
	p.env.p, p.env.question = p, question{open: true, a: actor{side: s, id: NoPiece}, victim: NoPiece}
	return func() { p.env.question = saved }
}

// SideName returns what a side is called.
func (p *Position) SideName(s SideID) string { return p.sides[s].name }

// Reading returns the reading of an entry of the register that the rules are compiled under.
func (rs *Ruleset) Reading(entry string) (string, bool) {
	r, ok := rs.chosen[entry]
	return r, ok
}
