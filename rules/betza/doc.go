// Package betza parses Betza notation into piece definitions.
//
// Betza notation names the moves of a piece by letters: W is a step along a file or rank, F a
// diagonal step, other letters longer leaps. A number lets the step repeat, a doubled letter lets
// it repeat without limit, and lower-case letters before an atom qualify it. Inventors of pieces
// know it, and it is short, but it expresses little beyond geometry: few of the pieces that players invent
// can be written in it. So it is an input format only: [Parse] turns a text such as "mRcpR"
// into the modes of a rules.Piece, and the engine does not know of Betza.
//
//	atoms      K Q R B N C Z W F A D G H L J; R, B and Q are riders, A (2,2), D (2,0),
//	           N (2,1), C or L (3,1), Z or J (3,2), G (3,3), H (3,0)
//	number     the greatest number of steps of W, F, R or B: W4, R10
//	doubled    the atom as a rider: NN; 0 as a number means the same
//	modifiers  m only moves, c only captures, p hops over exactly one piece and may go on,
//	           g hops and lands right behind, n may be blocked on the way, i only from the
//	           squares of the region "first"; f b l r v s directions, as the side is headed:
//	           fF both forward diagonals, rbB one of the four, fsW three steps, fN the narrow
//	           forward leaps, fsN the wide ones, fhN all four of them; hrN and hlN four leaps
//	           each, which a quarter turn leaves as they are
//
// Parse refuses chained legs (a, y) and unknown letters, and gives their position in the text.
package betza
