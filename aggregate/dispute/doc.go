// Package dispute keeps the docket of a game: who doubts what, what is said about it, and
// what a judge rules.
//
// A dispute is about one of three things: the ruling on an input; as what an entry of the
// interpretation register is read, from some input on; or what a clause means. Four kinds of
// inputs come to it, and each is ruled on like any other input of the ledger:
//
//	dispute-opened     → dispute-entered
//	dispute-argued     → argument-entered
//	dispute-ruled      → verdict-entered [input-marked] [precedent-set] dispute-closed
//	dispute-withdrawn  → dispute-closed
//
// A [Docket] is a fold of those outcomes: Apply writes down and never judges, Decide judges
// and never writes. The docket stands beside the state of the board and not in it: ruling on
// history again takes the board back to an earlier point, but not what people argued.
//
// A verdict changes no history by itself. It carries its effect as changes that an edition of
// the history may take up: a ruling overturned (events.Change "rule", or "void" where there
// is no play), a reading adopted from an earlier point ("insert"), or nothing. The verdicts:
//
//	sustained    the ruling, or the reading in force, stays
//	overturned   it falls: an accepted play is held illegal, a rejected one takes effect
//	stands       the play stands though illegal: it is marked, and its effects remain
//	undecided    the judge rules that e cannot rule
//
// A verdict that names clauses sets a precedent, P1, P2, …; later verdicts may rest on it and
// then cite it as "P1 (1230.2 §6.C)".
//
// Who may open, argue, rule and withdraw is not regulated by the rules of any game here. So
// everybody known may, and what is unusual (a judge who rules on eir own dispute, somebody
// else than the one assigned) becomes a fact of the ruling. What is refused: disputes, events,
// players, readings and precedents that do not exist, verdicts on what is closed, effects
// that no edition could have, and what lies beyond the reach that a rule sets ([Within]).
package dispute
