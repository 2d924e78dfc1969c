package explain

import (
	"fmt"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/notation"
	"adjudicate/rules/movement"
)

// citeTogether is the clause by which sides play at once.
func (e *explainer) citeTogether() string {
	if t := e.law.Procedure().Together; t != nil {
		return e.law.Place("together", t.Cite)
	}
	return ""
}

// order explains an order, on the board without what stands where it leads.
func (a *atom) order() {
	clause := a.e.citeTogether()
	is := test(!a.failed(aggregate.FaultNoRule), `the rules provide for such an order: a move, written with "-", or help for another piece`).
		by(clause, a.e.law.Section("plays")).stands(aggregate.FaultNoRule)
	if a.n.add(is); !is.Holds {
		return
	}
	if a.failed(aggregate.FaultChoice) {
		a.n.add(test(false, "nothing is chosen with it").by(clause).stands(aggregate.FaultChoice))
		return
	}
	mine := a.mover()
	to, known := a.square(a.item.To)
	if !mine || !known {
		return
	}
	b := a.b
	only := test(!a.failed(aggregate.FaultMovedTwice), b.id(a.id)+" has no other order in this play").by(clause).stands(aggregate.FaultMovedTwice)
	if a.n.add(only); !only.Holds {
		return
	}
	if a.item.Kind != notation.Move {
		a.helps(to)
		return
	}
	if b.pos.Where(a.id) == to {
		a.n.add(test(false, "it leads elsewhere than to where the piece stands").by(b.law.Type(b.pos.TypeOf(a.id)).Move).stands(reachFaults...).needs(b.destinations(a.id)))
		return
	}
	a.n.add(b.ways(a.id, to).needs(b.destinations(a.id)))
}

// helps explains an order to help another piece.
func (a *atom) helps(to movement.Square) {
	b, name := a.b, string(a.item.Kind)
	typ := b.pos.TypeOf(a.id)
	kind, has := a.e.law.Kind(name, typ)
	has = has && b.rs.HasKind(typ, kind.ID)
	n := test(has, article(b.typ(a.id))+" can be told to "+name).by(kind.Clause).stands(aggregate.FaultNoKind)
	if a.n.add(n); !has {
		return
	}
	names := test(a.item.Helps != "", "the order names the piece that it helps").by(kind.Clause).stands(aggregate.FaultKindForbidden)
	if a.n.add(names); !names.Holds {
		return
	}
	if _, ok := a.square(a.item.Helps); !ok {
		return
	}
	there := test(!a.failed(aggregate.FaultNoPiece), "another piece stands on "+a.item.Helps).by(kind.Clause).stands(aggregate.FaultNoPiece)
	if a.n.add(there); !there.Holds {
		return
	}
	ways := either(fmt.Sprintf("it reaches %s from %s to %s there", a.item.To, b.at(a.id), name)).read(kind.Readings...).
		stands(aggregate.FaultOccupied, aggregate.FaultDenied, aggregate.FaultKindRoyal, aggregate.FaultKindForbidden)
	for _, t := range b.pos.TriesOfKind(a.id, kind.ID, to) {
		ways.add(b.way(&t))
	}
	a.n.add(ways.needs("it may help at " + strings.Join(b.squares(b.pos.MovesOfKind(a.id, kind.ID, nil)), " ")))
}
