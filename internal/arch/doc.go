// Package arch tests the architecture that docs/design.md promises: which package may import which, what code below the commands
// may ask of the world, how many switches over events there are. It contains only tests. They read everything from the source
// tree, so a new package is checked from its first commit.
package arch
