// Package san writes the turns of a game in algebraic notation, and reads them as people write them.
//
// # Idea
//
// A turn in short algebraic notation means nothing on its own: "Nf3" is the one legal turn of a
// position that brings a Knight to f3. So both directions start from the legal turns (package turns) of
// whatever game it is. Nothing here knows the rules of chess, only what a turn is made of.
//
//	turns.Game ──Moves──► []Move, each with its text
//	text ──Read──► Move ──Play──► the position after it
//
// # Form
//
// Turns are written as in appendix C of the Laws of Chess, in English letters, as the PGN standard has
// it: the letter of the type, none for letter P; the origin, as far as needed to tell the piece from
// others that could go there too: the file, else the rank, else both; "x" for a capture, preceded by the
// file for a type without a letter; the target square; "=" and the type promoted to. In addition:
//
//	O-O, O-O-O   a royal piece goes to the side of a partner that stands right or left of it
//	N@f3         a Placement from the holding
//	Nf3/H        with a choice: a piece that is placed, and where if there are two squares: O-O/Hh1
//	e4/e6        or a square; e4/xe6: the piece there, which is destroyed
//	e4/tax:2     or what a choice with a name is
//	pass         a Pass
//	+ #          check; mate, or the end of the game by the turn
//
// A turn that this form cannot express is written in full, as turns.Game.Words does: Ke1-g1(h1-f1). Every
// text written reads back as the same turn.
//
// # Reading
//
// Read also accepts castling with zeros, e8Q, e8(Q), e8/Q, annotations and check marks of all kinds,
// "e.p.", long algebraic notation (e2-e4, Ng1xf3), squares alone (e2e4), too little or too much
// disambiguation, a missing or needless x, figurines, names of types, and lower-case letters where
// nothing else fits. It refuses text that is not a turn ([*SyntaxError]), text that several legal turns
// match ([*AmbiguousError], which lists them), and text that none matches ([*IllegalError], which lists
// the nearest).
package san
