// Package intake makes new ledgers out of what people have: a rulebook, a season written by
// hand, an export.
//
//	opening, rules ──Open────┐
//	season ────────Season────┼──► Draft: events, addresses ──Put──► an empty place
//	export ────────Export────┘
//
// Everything is ruled on in memory first, then written in one append: a game stands in a place
// whole, or not at all. The clerk lets a season run against a ledger and not against a judge
// alone, so that disputes and editions come of it as they would in play. What identifies people
// goes no further than the clerk, and is put on the desk of the place.
//
// It refuses a season that does not begin with its game, an opening or a rule that the judge
// rejects, and what package ledger refuses to read of an export. That a ruling is not as a
// season expects or as an export records is no error but what was found.
package intake
