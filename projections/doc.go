// Package projections derives what people look up about a game: the Weights of each side over
// time, who holds marks and why, who won which hand, and inputs with their rulings.
//
// A projection is a fold of a history. It is fed one act at a time, an input with its outcomes,
// in effective order.
//
//	acts ─┬► Weights   the Weight of each side, posting by posting
//	      ├► Marks    who got marks, why, and when they were lost
//	      ├► Winners   who won which hand, and when
//	      └► History   the inputs that a query asks for, with their rulings and outcomes
//
// A projection judges nothing and knows no rulebook: it reports what was ruled in that history,
// whatever rules came later. For the answer at an earlier point, fold up to that point. Present
// facts such as holdings, accounts and whose turn it is are in the state (package aggregate),
// a fold of the same outcomes.
//
// Values returned by accessors are read-only unless documented otherwise. A projection keeps
// the acts it is given without modifying them. It is not safe for concurrent use while it
// folds.
package projections

import "adjudicate/events"

// A Projection is a fold of a history.
type Projection interface {
	// Fold takes the next act.
	Fold(a *events.Act)
}
