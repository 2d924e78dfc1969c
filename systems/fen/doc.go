// Package fen reads and writes positions of two sides in one line (FEN), in the dialect that the
// manifest of their system declares.
//
// # Form
//
//	rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[Nn] b KQkq e3 3+3 0 1
//
// The fields are: the board, rank by rank from the top, with numbers of any length for empty squares,
// * for closed ones, + before or ~ after a promoted piece, and several pieces of a square in parentheses,
// the lowest first; the holdings in brackets, if the opening
// array has brackets or anybody holds something; the side to move, w or b; the pieces that have not
// moved; the squares on which the piece that moved last can be captured; the checks that each side has
// yet to give, if the system counts them; the number of turns since the last capture, or move or
// placement of a piece of letter P; the move number.
//
// Castling rights are read as in X-FEN (KQkq, and the letter of a file for an inner partner) and as in
// Shredder-FEN (files only), and written in the style of the system's opening array. Trailing fields
// may be omitted, all but the board, and the two before the numbers where numbers follow on the side to move.
//
// # Refuses
//
// Read refuses a malformed text with an [*Error] that gives the column. Write refuses a position that
// one line cannot hold: pieces of a type without a letter of its own in both cases, or with counters
// that differ from their initial values, but for the one by which pieces on a square are ordered, if it
// counts those beneath.
package fen
