// Package blame answers what a present fact rests on: the events that made it so, the clauses
// and readings they rest on, and the amendments and interpretations that introduced those.
//
// # Idea
//
// Every outcome of a ledger records the input that caused it and the clauses and readings it
// rests on. A fact about the present game is the work of a few outcomes. That a Rook stands on
// e4 rests on its creation, its captures and its last arrival on the board; that a player holds
// a mark rests on a King's capture and the check before it. [Ask] selects these from a history,
// oldest first, each with its [Grounds]. A revision of a rule made after the opening is itself
// the work of an event, an amendment; [Law] records which.
//
// # Data
//
//	words ──Parse──► Subject ─┐
//	                          ├─ Ask ─► Report: causes, shares of a Weight, places of a list
//	history (read 1–2 times) ─┘
//
// A history is events in effective order, of any edition. Their sequences need not be
// consecutive.
//
// # Refuses
//
// Parse refuses names that the history never had, and suggests the nearest
// ([names.UnknownError]). Ask does not judge: the grounds of an event are those recorded with
// it. Only the shares of a Weight are recomputed, from the board and the rules in force; if they
// do not add up to the posted Weight, the Report says so.
package blame
