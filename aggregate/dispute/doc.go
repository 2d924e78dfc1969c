// Package dispute keeps the docket of a game: who disputes what, the arguments, and the
// verdict.
//
// A dispute is about one of three things: the ruling on an input; the reading of an entry of
// the interpretation register from some input on; or the meaning of a clause. Four kinds of
// input concern disputes, and each is ruled on like any other input of the ledger:
//
//	dispute-opened     → dispute-entered
//	dispute-argued     → argument-entered
//	dispute-ruled      → verdict-entered [input-marked] [precedent-set] dispute-closed
//	dispute-withdrawn  → dispute-closed
//
// A [Docket] is a fold of those outcomes: Apply records and never judges, Decide judges and
// never writes. The docket is kept apart from the state of the game because readjudication
// rewinds the board to an earlier point, but not what people argued.
//
// A verdict does not itself change history. It carries its effect as changes that a later
// edition may adopt: a ruling overturned (events.Change "rule", or "void" if the input is not
// a play), a reading adopted from an earlier point ("insert"), or nothing. The verdicts:
//
//	sustained    the ruling, or the current reading, stays
//	overturned   the ruling falls: an accepted play becomes illegal, a rejected one takes effect
//	stands       the play stands though illegal: it is marked and keeps its effects
//	undecided    the judge declines to decide
//
// A verdict that names clauses sets a precedent, numbered P1, P2, …. Later verdicts may rest on
// it and cite it as "P1 (12.2 §6.C)".
//
// No rule of the built-in games restricts who may open, argue, rule on or withdraw a dispute.
// So any known player may, and anything unusual (judges who rule on their own dispute, someone
// other than the assigned judge) is stated as a fact of the ruling. Refused are references to
// disputes, events, players, readings and precedents that do not exist; verdicts on closed
// disputes; effects that no edition could have; and inputs beyond the time limit that a rule
// sets ([Within]).
package dispute
