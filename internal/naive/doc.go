// Package naive is a second opinion: a slow, obvious model of the analysis of a Party Chess
// position, written from the rule text (1230.1–1230.25) and from the wording of the
// interpretation register, apart from the movement engine and without reading it. Tests
// compare the two; nothing else may import this package.
//
// A Position comes in as a host would write it down in JSON and an Analysis goes out in the
// same form. In between there is one mutable-by-copy board: every question that begins with
// "what if" (a capture made, a friend turned into an opponent, a piece placed) is answered by
// copying the whole board, changing it and asking everything again. There is no cache, no
// table and no incremental bookkeeping to get wrong.
//
// Because it is only a test oracle, piece names and the numbers of the rules appear here in Go;
// the program itself takes both from rulebooks.
//
// It refuses nothing: Analyse expects a well-formed position (known names, one piece a square,
// at most one King a side) and panics on a square or a side that it cannot find.
package naive
