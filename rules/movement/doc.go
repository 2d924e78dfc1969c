// Package movement answers what a position holds: where every piece can go, what it attacks and defends,
// who is in check, and the Weight of each side.
//
// # Idea
//
// A piece definition (rules.Piece) is a list of modes; a mode is a path of legs under conditions.
// [Compile] turns the definitions of a rulebook, for one board and one choice of readings, into flat
// tables: modes whose condition is settled by a reading are kept or dropped, step counts become bit
// masks, and every type gets a table of the modes that could span each offset on an empty board.
//
// Everything then rests on two functions that share those tables:
//
//   - reach, forwards: the squares on which a mode can land from where a piece stands;
//   - takes, target first: whether a piece could capture one given piece. It consults the offset
//     table before the board.
//
// Conditions that depend on attacks (a Guard's protection, a Pawn's second square) ask target first and
// so terminate: an attack query never generates all attacks.
//
// Counting legal plays by the million uses bitboards (lines.go): a slide is the run of zeros after a bit,
// a leap a set of squares. Only turns that may affect an attack on the royal piece are made and tested;
// the others are counted without being made (tally.go). Both use the same tables, and serve any board and
// any definition that depends on occupied squares alone. Everything else uses reach and takes.
//
// # Data
//
//	rules.Rulebook + readings ──Compile──► Ruleset ──NewPosition──► Position ──Run──► Analysis
//
// A Position is the pieces, the squares and the last act of each side; it can be changed and queried. An
// Analysis is everything about one Position at once, in memory that it reuses.
//
// # Refuses
//
// Compile refuses definitions that name what does not exist or exceed the limits of the tables, with the
// rule and the field. A compiled Ruleset cannot fail in play: every loop is bounded by the board, the
// number of pieces or the depth of the rule text.
package movement
