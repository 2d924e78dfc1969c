//go:build !unix

package sqlite

// inodeOf has no answer here.
func inodeOf(string) (uint64, bool) { return 0, false }

// syncDir does nothing where directories cannot be synced on their own.
func syncDir(string) error { return nil }
