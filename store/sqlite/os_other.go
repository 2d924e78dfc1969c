//go:build !unix

package sqlite

import "os"

// inodeOf has no answer here.
func inodeOf(string) (uint64, bool) { return 0, false }

// What may asks for.
const (
	reading = 4
	writing = 2
)

// may does not know here.
func may(string, uint32) bool { return true }

// syncDir does nothing where directories cannot be synced on their own.
func syncDir(string) error { return nil }

// links does not know here.
func links(os.FileInfo) uint64 { return 1 }
