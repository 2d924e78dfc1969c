//go:build !linux

package sqlite

// moveNew gives a file another name, which must be free.
func moveNew(from, to string) error { return moveLinked(from, to) }
