// Package condition evaluates conditions on a game: that Red has won, that a Weight exceeds a
// hundred, that a Rook stands on e4, that a rule has reached a revision.
//
// # Idea
//
// A condition is a formula (package rules/formula) over the vocabulary of [Words] instead of
// that of a rule. It refers to things by name:
//
//	winner = "Red"                      marks(Ann) >= 2 and not in_check(Blue)
//	at(e4) = Rook and owner(e4) = Red   rule("12.5") >= 6 or reading("gess-adjacent") = no
//
// A name that is a single plain word needs no quotation marks. "none" stands for absence:
// turn = none, at(e4) = none. "=" and "==" are the same.
//
// # Data
//
//	history ──► Catalogue ──┐
//	                        ├─ Compile ─► Condition ─ Watch ─► Watch.Fold(outcome)… ─► Holds
//	text ───────────────────┘
//
// A [Catalogue] holds every name that a history has ever had. A condition on a side or piece that
// never existed is a typing error, not false: Compile refuses it and suggests the nearest name. A
// name that exists only at other times is allowed; its attributes are then 0, "no" or none.
//
// A [Watch] follows one game, outcome by outcome. It evaluates the condition only after an outcome
// that the condition may depend on, so one Watch can search a ledger of a hundred thousand plays.
//
// # Refuses
//
// Errors are *formula.Error: the column, what was expected, the nearest name. Conditions have the
// same size limits as formulas. A Watch folds outcomes and never consults the rule engine.
package condition
