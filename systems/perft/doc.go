// Package perft counts the legal sequences of a bare game: sides play in a fixed order, one move or
// capture a turn, and may not leave an own royal piece attacked; there are no passes and no drops. It
// exists to compare the movement engine with published counts (perft) and with other programs.
//
// A game is a piece set (a rulebook, or Betza texts by glyph), a board with walls, and a placement of
// pieces: from a FEN for two sides, or from a position document for any number. [Game.Count] walks the
// tree of legal plays.
//
// The package refuses FENs with ranks of different lengths, glyphs without a type, and boards larger
// than 26 files by 31 ranks.
package perft
