// Package generate plays long, realistic games for property tests and benchmarks. Only tests and benchmarks import it.
//
// A [Generator] returns the next input to a game. It reads the judge's state, position and analysis, and draws from a source seeded
// once. Most inputs are plays that the analysis allows; the others are purchases, drafts, destructions, payments, announcements,
// missed time limits, stages, sides that play automatically, changes of office, of players and of the law, and a share of illegal plays.
//
//	seed + options ──► Generator ◄── judge (state, position, analysis)
//	                       │ Next
//	                       ▼
//	            aggregate.Input ──► Judge.Decide / Ledger.Submit
//
// The same seed, options and answers of the judge give the same game. [Game] runs a generator against a judge of its own, [Fill]
// against a ledger.
//
// A game never stalls: a side without a legal play passes or surrenders, an empty office is filled, expired limits are recorded, and
// a side that has lost its royal piece for good leaves and enters again. Holdings are replenished, so the board stays populated
// however long the game is.
//
// Rules and piece types come from the rulebook in force; none are named here.
package generate
