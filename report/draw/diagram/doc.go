// Package diagram draws the moves of a piece from its definition alone.
//
// A [Diagram] is a list of panels. The first shows the piece alone in the middle of the board; each
// other shows something that changes its moves: a condition that holds, another counter, pieces to hop
// over, a friend that is lent moves. The panels are found, not listed: for each word in the conditions
// of the definition a setting is tried, and kept if the engine then finds other moves.
//
//	rulebook, type ──► settings ──► movement.Position ──► marks ──► Panel ──► Text, SVG
//	                      └── two rulebooks, same settings ──► what is gained and lost
//
// Captures are found by putting an opposing piece on each square in turn. The other pieces of a setting
// are bystanders, a type that the package adds to the rulebook, so that properties of real types do not
// interfere.
//
// The package knows no piece and no rule; package movement supplies every move shown. It refuses types
// that the rulebook does not define.
package diagram
