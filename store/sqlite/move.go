package sqlite

import (
	"errors"
	"io/fs"
	"os"
)

// moveLinked gives a file another name, which must be free, by way of a hard link where there
// are any. For a moment it has two names.
func moveLinked(from, to string) error {
	switch err := os.Link(from, to); {
	case err == nil:
		return os.Remove(from)
	case errors.Is(err, fs.ErrExist):
		return err
	}
	if _, err := os.Lstat(to); err == nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: fs.ErrExist}
	}
	return os.Rename(from, to)
}
