// Package movement answers what a position holds: where every piece can go, what it
// attacks and defends, who is in check, and what each side weighs.
//
// # Idea
//
// A piece definition (rules.Piece) is a list of modes; a mode is a path of legs under
// conditions. [Compile] turns the definitions of a rulebook, for one board and one choice
// of readings, into flat tables: modes whose condition is settled by a reading are kept
// or dropped, step counts become bit masks, and every type gets a table that says for
// each offset which of its modes could span it on an empty board.
//
// Everything then rests on two functions that share those tables:
//
//   - reach, forwards: the squares on which a mode can land from where a piece stands;
//   - takes, target first: whether a piece could capture one given piece. It looks at the
//     offset table, and only then at the board.
//
// Conditions that depend on attacks (a Guard's protection, a Pawn's second square) ask
// target first, so that they end: an attack question never generates all attacks.
//
// Whoever counts legal plays by the million asks the board by bits (lines.go): a slide is the zeros
// behind a bit, a leap a set of squares. Only turns that touch what an attack on the royal piece depends on
// are tried, the others are counted without being made (tally.go). Both are made from the same tables, for any
// board and any definition that depends on occupied squares alone; the walkers remain for the rest.
//
// # Data
//
//	rules.Rulebook + readings ──Compile──► Ruleset ──NewPosition──► Position ──Run──► Analysis
//
// A Position is pieces, squares and what each side did last; it can be changed and asked.
// An Analysis is everything about one Position at once, in memory that it reuses.
//
// # Refuses
//
// Compile refuses definitions that name what does not exist or exceed the limits of the
// tables, with the rule and the field. A Ruleset that compiled cannot fail at play: every
// loop is bounded by the board, by the number of pieces or by the depth of the rule text.
package movement
