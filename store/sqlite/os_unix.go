//go:build unix

package sqlite

import (
	"os"
	"syscall"
)

// inodeOf returns a file's inode number without opening it.
func inodeOf(path string) (uint64, bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return uint64(s.Ino), true
}

// What may asks for.
const (
	reading = 4
	writing = 2
)

// may reports whether this user may read or write a file, without opening it.
func may(path string, how uint32) bool { return syscall.Access(path, how) == nil }

// syncDir makes the names in a directory durable.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return err
	}
	defer dir.Close()
	return dir.Sync()
}

// links returns how many names a file has.
func links(info os.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink)
	}
	return 1
}
