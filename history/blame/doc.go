// Package blame answers what a present fact rests on: which events made it so, which clauses and
// readings those rest on, and which amendments and interpretations brought these about.
//
// # Idea
//
// Every outcome of a ledger carries the input that caused it and the clauses and readings it rests
// on. A fact about the game as it stands is the work of a few outcomes: that a Rook stands on e4, of
// its creation, its captures and its last way onto the board; that somebody holds a knife, of a
// King's capture and of the check before it. [Ask] picks them out of a history, oldest first, each
// with its [Grounds]. A revision of a rule that was not there from the beginning is itself the work
// of an event, an amendment; [Law] knows which.
//
// # Data
//
//	words ──Parse──► Subject ─┐
//	                          ├─ Ask ─► Report: causes, shares of a Weight, places of a list
//	history (read 1–2 times) ─┘
//
// A history is events in the order in which they hold, whichever edition they are of; the sequences
// in it need not run on.
//
// # Refuses
//
// Parse refuses what no history has known, with a near name ([names.UnknownError]). Ask judges
// nothing: what an event rests on is what was recorded with it. Only the shares of a Weight are
// worked out anew, from the board and the rules in force; where they do not add up to what was
// posted the Report says so.
package blame
