// Package diagram answers: what do the moves of a piece look like, from its definition alone?
//
// A [Diagram] is some panels. In the first the piece stands alone in the middle of the
// board; the others show what changes the picture: a condition that holds, another counter,
// pieces to hop over, a friend who is lent moves. Nobody says which panels there are: the
// conditions of the definition are taken apart, a setting is tried for each of their words,
// and it is kept if the engine then finds other moves.
//
//	rulebook, type ──► settings ──► movement.Position ──► marks ──► Panel ──► Text, SVG
//	                      └── two rulebooks, same settings ──► what is gained and lost
//
// What is a capture is found by putting an opposing piece on each square in turn. The other
// pieces of a setting are bystanders, a type that the package adds to the rulebook, so that
// no property of a real type plays a part where none is meant.
//
// The package knows no piece and no rule: all it shows is what package movement answers. It
// refuses types that the rulebook does not define.
package diagram
