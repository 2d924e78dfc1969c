// Package projections keeps what people look up about a game: what every side weighs and has
// weighed, who holds knives and why, who won which hand, whose turn it is, where every piece
// has been, what stands on every account, what was asked and how it was ruled on, and which
// lots were drawn.
//
// A projection is a fold of a ledger's outcomes. It is fed every envelope of the ledger, one
// sequence after the other; inputs only move it on. The exception is History, which shows
// what was asked beside what was ruled. No projection judges anything: it knows no rulebook,
// and what it says about a sequence is what had been ruled by then, whatever rules came later.
//
//	envelopes ─► Set.Fold ─┬► Weights   what every side weighs, posting by posting
//	  1, 2, 3 …            ├► Knives    who got Stabber's Knives, why, and when they went
//	                       ├► Winners   hands, and what their end brought about
//	                       ├► PlayList  the order of play, the turn and its limit
//	                       ├► Lots      what was drawn, among what, by whom
//	                       ├► Accounts  balances, and the statement behind them
//	                       ├► Holdings  pieces on the board and off, and the life of each
//	                       └► History   inputs with their rulings and outcomes
//
// Each can be rebuilt from nothing, and each can be resumed: Checkpoint writes down what it
// holds as canonical JSON with the name and version of its form, the ledger and the sequence
// at which it stands, and Restore reads that back, after which the next envelope is the next
// sequence. A fold that was interrupted in this way equals one that was not. Each keeps
// enough to answer for any sequence that it has passed (At), and agrees there with an
// aggregate.State folded up to that sequence.
//
// Fold refuses an envelope that is not the next one ([GapError]) or is of another ledger
// ([LedgerError]). Restore refuses another projection's checkpoint, another version, and
// text that Checkpoint would not have written ([CheckpointError]). At refuses sequences that
// have not been folded yet ([BeyondError]). After an error a projection is as it was.
//
// What an accessor returns is read only, unless it says otherwise. A projection keeps
// payloads as it was given them and does not write into them. It is not safe for use by
// several goroutines while one of them folds.
package projections
