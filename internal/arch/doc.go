// Package arch holds the promises of docs/design.md about the shape of the program as tests:
// which room may use which, what code below the commands may ask of the world, how many
// switches over events there are. It has no code but its tests; everything that they need to
// know they read from the tree, so that a new package is held to the promises from its first
// commit.
package arch
