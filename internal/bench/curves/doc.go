// Curves measures how the cost of work grows with the size of what it is done on: a game's events, the pieces and the sides on the
// board, the rules in force, the editions adopted. It writes a table and a picture into the documentation:
//
//	subject (events, pieces, …) × sizes ──► prepare (not measured) ──► work, processor time ──► exponent
//	                                                                                             └──► docs/performance.md, docs/pictures/curves.svg
//
// Every curve is fitted as cost = a·size^k. The exponent k is the slope of the least squares through the logarithms of the upper half
// of the sizes, since what work costs whatever the size hides the slope at small ones. An exponent of 1 is proportional; below that, the
// cost grows more slowly than the size. "make curves" runs it: some minutes.
package main
