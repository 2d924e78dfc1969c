// Package perft is the barest game of pieces: sides play in a fixed order, one move or
// capture a turn, nobody may leave an own royal piece attacked, no pass and no drops. It
// exists so that the movement engine can be held against published counts of legal
// sequences (perft) and against other programs.
//
// A game is a piece set (a rulebook, or Betza texts by glyph), a board with walls, and a
// placement of pieces: from a FEN for two sides, or from a position document for any
// number. [Game.Count] walks the tree of legal plays.
//
// Refused: FENs with ranks of different lengths, glyphs without a type, boards larger than
// 26 files by 31 ranks.
package perft
