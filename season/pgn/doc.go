// Package pgn reads and writes Portable Game Notation, the standard of 1994. It parses the form
// of a file only and knows no game: a move is a word.
//
// # Why not a library
//
// Existing libraries also interpret the moves, and so bring a board and rules of orthodox chess.
// They could not read the other games of this program, and would rule beside its own rules. The
// format without its moves is small.
//
// # Form
//
//	[Event "Casual game"]              tags: a name, a quoted value; \" and \\ are escapes
//	[White "Anderssen, Adolf"]
//
//	1. e4 e5 2. f4 {a gambit} exf4     moves, move numbers, comments in braces
//	$1 3. Bc4 (3. Nf3 g5) Qh4+ ; old   annotation glyphs, variations, comments to the end of the line
//	1-0                                the result: 1-0, 0-1, 1/2-1/2 or *
//
// Several games may follow one another. A line that begins with % is skipped. Both DOS and Unix
// line ends are read, with or without a byte order mark, in UTF-8, UTF-16, Windows-1252 or
// Latin-1. Files are written in UTF-8 in export format: the seven roster tags first, other tags
// by name, lines of at most 79 characters.
//
// Also accepted: marks such as !? and += for their glyph numbers, games without result or tags,
// castling with zeros, promotions in brackets, and unescaped quotation marks in a value.
//
// # Bounds
//
// Parse refuses a malformed game with an *Error that names line and column, and a game longer
// than MostMoves or with variations deeper than MostDepth. The other games of the file are still
// read.
package pgn
