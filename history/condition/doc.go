// Package condition answers whether something is so in a game: that Red has won, that a Weight
// is above a hundred, that a Rook stands on e4, that a rule has reached a revision.
//
// # Idea
//
// A condition is written in the language of formulas (package rules/formula), over the words of
// [Words] instead of those of a rule. What has a name is called by it:
//
//	winner = "Red"                      knives(Ann) >= 2 and not in_check(Blue)
//	at(e4) = Rook and owner(e4) = Red   rule("1230.5") >= 6 or reading("gess-adjacent") = no
//
// A name that is one plain word needs no quotation marks; any other does. "none" is the name of
// nothing: turn = none, at(e4) = none. "=" and "==" are the same.
//
// # Data
//
//	history ──► Catalogue ──┐
//	                        ├─ Compile ─► Condition ─ Watch ─► Watch.Fold(outcome)… ─► Holds
//	text ───────────────────┘
//
// A [Catalogue] holds every name that a history has ever known. A condition that asks for a side or
// a piece which never was is a slip of whoever typed it, not false: Compile refuses it and says
// which name is near. A name that exists at other times only is allowed; what is asked of it then
// is 0, "no" or none.
//
// A [Watch] follows one game, outcome by outcome. It evaluates the condition only after an outcome
// that what the condition asks for may depend on, so that a ledger of a hundred thousand plays can
// be searched with one.
//
// # Refuses
//
// Errors are *formula.Error: the column, what was expected, a near name. A condition is bounded as a
// formula is. Nothing here judges: a Watch folds outcomes, and asks no rule engine.
package condition
