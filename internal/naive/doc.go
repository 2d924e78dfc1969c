// Package naive is a second opinion, and is made of tests alone: a slow, obvious model of the analysis of a position of one game,
// written from the text of that game's rules and the wording of its interpretation register, without reading the movement engine, and
// the tests that hold the engine against it.
//
// A Position comes in as JSON and an Analysis goes out as JSON. In between there is one board: every "what if" question (a capture
// made, a friend turned into an opponent, a piece placed) is answered by copying the whole board, changing the copy and asking
// everything again. There is no cache, table or incremental bookkeeping to get wrong.
//
// It validates nothing: Analyse expects a well-formed position (known names, one piece a square, at most one royal piece a side) and
// panics on a square or side that it cannot find. A Yard is another such model, of pieces that stand on several squares.
package naive
