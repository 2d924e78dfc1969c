package rules

import (
	"adjudicate/rules/formula"
)

// Plays that are made together can be weighed against each other: an order takes a piece to a square, or lets it help another piece come to, or keep, one.
// Every piece has a strength by a formula about the orders that were given. docs/rule-language/course.md says what comes of them.

// The formulas of the section together about orders.
const (
	fieldStrength = "strength"
	fieldCut      = "cut"
)

// weighed reports whether a formula of a procedure is asked about orders.
func weighed(field string) bool {
	return field == "together."+fieldStrength || field == "together."+fieldCut
}

// OrderMove is the name of an order that takes a piece to another square, where formulas ask for one; others have the names of kinds.
const OrderMove = ActMove

// What formulas about orders ask of pieces, by their place after the attributes of procedures.
const (
	PieceOrdered = PieceAtStake + 1 + iota
	PieceTarget
	PieceGoal
	PieceHelps
	PieceDislodged
	PieceCut
)

// Orders lets a vocabulary of procedures speak of the orders that pieces have been given. Whether one is cut the strength can ask, and not what says so.
func (r Resolver) Orders(v *formula.Vocabulary, strength bool) *formula.Vocabulary {
	out := *v
	out.Attrs = append(out.Attrs[:len(out.Attrs):len(out.Attrs)],
		formula.Attr{Of: SortPiece, Name: "ordered", Args: oneText, Resolve: text(r.Order), Result: formula.Bool},
		formula.Attr{Of: SortPiece, Name: "target", Result: formula.Thing, Sort: SortSquare},
		formula.Attr{Of: SortPiece, Name: "goal", Result: formula.Thing, Sort: SortSquare},
		formula.Attr{Of: SortPiece, Name: "helps", Result: formula.Thing, Sort: SortPiece},
		formula.Attr{Of: SortPiece, Name: "dislodged", Result: formula.Bool},
	)
	if strength {
		out.Attrs = append(out.Attrs, formula.Attr{Of: SortPiece, Name: "cut", Result: formula.Bool})
	} else {
		out.Elsewhere = with(out.Elsewhere, map[string]string{".cut": "whether a piece helps ← whether pieces help ← this: ask for .ordered(…), .target, .goal or .dislodged"})
	}
	return &out
}

// orderWords are words of formulas about orders, with where they can stand.
var orderWords = func() map[string]string {
	words := map[string]string{}
	for _, word := range []string{".ordered", ".target", ".goal", ".helps", ".dislodged", ".cut"} {
		words[word] = "what pieces have been told is known to strength and cut of the section together"
	}
	return words
}()

// outsideOrders are the words of formulas that are about no orders, for what is said otherwise.
var outsideOrders = with(unsayable, orderWords)

// MostWeighing is how many steps it may take at most to weigh the orders of a board, each piece once.
const MostWeighing = 10 * formula.MostCost

// orders checks what the section together says of strengths.
func (c *checker) orders(at func(string, ...any) string, t *Together) {
	if t.Strength == "" {
		if t.Cut != "" {
			c.fault(at("together.cut"), "requires strength: without it no order helps another one")
		}
		return
	}
	for _, f := range []struct {
		field string
		has   bool
	}{{"ways", t.Ways != ""}, {"checks", t.Checks != ""}, {"hopeless", t.Hopeless != ""}, {"conflicts", len(t.Conflicts) > 0}} {
		if f.has {
			c.fault(at("together."+f.field), "not allowed with strength: the stronger order is carried out, and no plays conflict")
		}
	}
}

// weighing refuses a formula about orders that takes too long for all pieces of a board.
func (c *checker) weighing(field, name string, f *formula.Formula) {
	r := c.resolver(field, new(Piece))
	squares := int64(r.Files * r.Ranks)
	if weighed(name) && f.Cost()*squares > MostWeighing {
		c.fault(field, "too costly: up to %d steps for each of %d pieces, at most %d in all", f.Cost(), squares, MostWeighing)
		c.hint("begin at self or to and look around them: to.around(1) instead of pieces")
	}
}
