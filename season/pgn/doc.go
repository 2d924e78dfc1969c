// Package pgn reads and writes files of games in Portable Game Notation, the standard of 1994. It knows the form of such a file and nothing of
// any game: a move is a word.
//
// # Why not a library
//
// Those there are read the moves as well, and with them bring a board of orthodox chess, on which no other game of this program could be
// read, and rules of their own beside those that rule here. What is left of the format without its moves is small.
//
// # Form
//
//	[Event "Casual game"]              tags: the name, the value in quotes, \" and \\ in it
//	[White "Anderssen, Adolf"]
//
//	1. e4 e5 2. f4 {a gambit} exf4     moves, their numbers, comments in braces
//	$1 3. Bc4 (3. Nf3 g5) Qh4+ ; old   what is thought of a move, variations, comments to the end of the line
//	1-0                                the result: 1-0, 0-1, 1/2-1/2 or *
//
// Several games follow one another. A line that begins with % is skipped. Files of DOS and of Unix, with and without a byte order
// mark, in UTF-8, UTF-16, Windows-1252 or Latin-1 are read; they are written in UTF-8 in the export format: the seven tags of the roster first,
// the others by name, lines of 79 characters at most.
//
// Read as well: marks such as !? and += for the numbers that stand for them, a game without result or without tags, castling with
// zeros, a promotion in brackets, a quotation mark in a value that should have a backslash.
//
// # Bounds
//
// Parse refuses a game that is not of this form with an *Error, which names line and column, and one beyond MostMoves or with variations deeper
// than MostDepth; the other games of the file are read.
package pgn
