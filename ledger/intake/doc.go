// Package intake creates ledgers from a rulebook, a handwritten season or an export.
//
//	opening, rules ──Open────┐
//	season ────────Season────┼──► Draft: events, addresses ──Put──► an empty place
//	export ────────Export────┘
//
// Everything is ruled on in memory first, then written in one append: a game is in a place whole or not at
// all. A season runs against a ledger rather than a judge alone, so that its disputes and editions have the
// same effect as in play. Personal data does not enter the events; it is put on the desk of the place.
//
// The package refuses a season that does not begin with its game, an opening or rule that the judge rejects,
// and exports that package ledger refuses to read. A ruling that differs to what the season says or the
// export records is a result, not an error.
package intake
