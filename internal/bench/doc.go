// Package bench counts the same trees of orthodox chess with this program, by the general path of any system, and with Go
// libraries that know chess alone, one after the other in turn, and compares their leaves a second of processor time. It is
// a module of its own, so that the program does not depend on what it is compared with.
//
// All of them count the leaves of a position at once, as the number of its legal turns. "make bench-chess" runs it.
package bench
