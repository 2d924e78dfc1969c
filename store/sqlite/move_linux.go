package sqlite

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// moveNew gives a file another name, which must be free. At no moment does it have two.
func moveNew(from, to string) error {
	err := unix.Renameat2(unix.AT_FDCWD, from, unix.AT_FDCWD, to, unix.RENAME_NOREPLACE)
	if errors.Is(err, unix.EINVAL) || errors.Is(err, unix.ENOSYS) {
		return moveLinked(from, to) // the file system does not know how
	}
	if err != nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
	}
	return nil
}
