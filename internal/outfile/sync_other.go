//go:build !unix

package outfile

// syncDir does nothing where directories cannot be synced on their own.
func syncDir(string) error { return nil }
