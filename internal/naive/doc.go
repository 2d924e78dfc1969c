// Package naive is a second opinion: a slow, obvious model of the analysis of a Party Chess position, written from the rule text
// (1230.1–1230.25) and the wording of the interpretation register, without reading the movement engine. Tests compare the two;
// nothing else may import this package.
//
// A Position comes in as JSON and an Analysis goes out as JSON. In between there is one board: every "what if" question (a capture
// made, a friend turned into an opponent, a piece placed) is answered by copying the whole board, changing the copy and asking
// everything again. There is no cache, table or incremental bookkeeping to get wrong.
//
// Because it is only a test oracle, piece names and the numbers of the rules appear here in Go; the program itself takes both from
// rulebooks.
//
// It validates nothing: Analyse expects a well-formed position (known names, one piece a square, at most one King a side) and panics
// on a square or side that it cannot find.
package naive
