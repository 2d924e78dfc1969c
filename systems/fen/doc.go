// Package fen reads and writes positions of two sides in one line, as the manifest of their system says (FEN).
//
// # Form
//
//	rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR[Nn] b KQkq e3 3+3 0 1
//
// are: the board, rank by rank from the top, with numbers for empty squares (of any length), * for closed ones,
// + before a promoted piece or ~ behind it; the holdings in brackets, if the opening array has brackets or anybody holds
// something; w or b; which pieces have not moved; on which squares the piece can be captured that moved last; how many
// checks each side has yet to give, where the system counts them; how many turns ago a piece was captured or one of the letter
// P moved or was placed; the number of the move.
//
// Who castles with whom is read as written by X-FEN (KQkq, and the letter of a file for an inner partner) and by Shredder (files
// only). It is written as the opening array of the system does. Fields at the end may be missing.
//
// # Refuses
//
// Read refuses a text that is none of this ([*Error], with its column); Write a position that does not go into one line: pieces of
// a type without a letter of its own that has two cases, or with counters that are not those at first.
package fen
