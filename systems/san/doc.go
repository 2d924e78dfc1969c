// Package san writes the turns of a game in algebraic notation, and reads them as people write them.
//
// # Idea
//
// A turn in short algebraic notation means nothing on its own: "Nf3" is that one of the legal turns of a position
// which brings a Knight to f3. So both directions begin with the legal turns (package turns), whatever the game is:
// nothing here knows the rules of chess, only what a turn is made of.
//
//	turns.Game ──Moves──► []Move, each with its text
//	text ──Read──► Move ──Play──► the position after it
//
// # Form
//
// Written is what the Laws of Chess say in appendix C, in English letters and as the PGN standard has it: the
// letter of the type, none for that of the letter P; of the square that the piece comes from as much as tells it from others that could
// go there as well: the file, else the rank, else both; "x" for a capture, which for a type
// without a letter has the file before it; the square; "=" and what it is promoted to. Besides:
//
//	O-O, O-O-O   a royal piece goes to the side of a partner that stands right or left of it
//	N@f3         a Placement from the holding
//	Nf3/H        with what is chosen besides: a piece that is placed, and where if there are two squares: O-O/Hh1
//	e4/e6        or a square
//	pass         a Pass
//	+ #          check; mate, or the end of the game by the turn
//
// What cannot be told so is written in full, as turns.Game.Words does: Ke1-g1(h1-f1). Whatever is written reads as the same turn.
//
// # Reading
//
// Read takes what people write as well: castling with zeros, e8Q, e8(Q), e8/Q, annotations and marks of check of all kinds,
// "e.p.", long algebraic notation (e2-e4, Ng1xf3) and squares alone (e2e4), too little or too much that tells
// pieces apart, a missing or needless x, figurines, names of types, small letters where nothing else fits. It refuses
// what is no notation of a turn ([*SyntaxError]), what several legal turns agree with ([*AmbiguousError], which lists them),
// and what none does ([*IllegalError], which lists the nearest).
package san
