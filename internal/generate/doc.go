// Package generate plays long games that look like real ones, for property tests and
// benchmarks.
//
// A [Generator] is asked for the next input to a game as it stands: it reads the judge's
// state, position and analysis, draws from a source seeded once, and names one thing that
// somebody might do now. Most are plays that the analysis allows; beside them go purchases,
// drafts, destructions, payments, announcements, missed time limits, Free For Alls, warmth,
// changes of office, of Swingers and of the law, and a share of plays against the rules.
//
//	seed + options ──► Generator ◄── judge (state, position, analysis)
//	                       │ Next
//	                       ▼
//	            aggregate.Input ──► Judge.Decide / Ledger.Submit
//
// The same seed, options and answers of the judge give the same game. [Game] runs a
// generator against a judge of its own, [Fill] against a ledger.
//
// A game never comes to a stop: whoever has no legal play passes or surrenders, an empty
// office is filled, what is due is brought about, and a side that has lost its royal piece
// for good leaves and enters again. Holdings are bought up again to what a lively game has,
// so that the board stays populated however long the game is.
//
// Rules and piece types are read from the rulebook in force; nothing of them is written
// here. Tests and benchmarks alone import this package.
package generate
