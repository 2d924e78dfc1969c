// Package bench compares the speed of this program's general move generator with that of Go chess libraries. Each counts the same
// trees of orthodox chess, in alternation; results are in leaves per second of processor time. It is a module of its own, so that
// the program does not depend on those libraries.
//
// All of them count the leaves of a position at once, as the number of its legal turns. "make bench-chess" runs it.
package bench
