// Package projections keeps what people look up about a game: what every side weighs and has
// weighed, who holds knives and why, who won which hand, what was asked and how it was ruled on.
//
// A projection is a fold of a history: it is fed one act after the other, an input with its
// outcomes, in effective order. It judges nothing and knows no rulebook. What it says is what
// was ruled in that history, whichever rules came later; to know what was so at an earlier
// point, fold up to there.
//
//	acts ─┬► Weights   what every side weighs, posting by posting
//	      ├► Knives    who got Stabber's Knives, why, and when they went
//	      ├► Winners   who won which hand, and when
//	      └► History   inputs with their rulings and outcomes, to be searched
//
// What is so now, such as holdings, accounts and whose turn it is, stands in the state
// (package aggregate), which the same outcomes make.
//
// What an accessor returns is read only, unless it says otherwise. A projection keeps acts as
// it was given them and does not write into them. It is not safe for use by several goroutines
// while one of them folds.
package projections

import "adjudicate/events"

// A Projection is a fold of a history.
type Projection interface {
	// Fold takes the next act.
	Fold(a *events.Act)
}
