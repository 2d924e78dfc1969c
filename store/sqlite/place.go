package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"adjudicate/store"
)

// errMoved says that a name leads to another file than the one that is open.
var errMoved = errors.New("the file was replaced or removed while it was open")

// inPlace refuses to go on when the file that is open is no longer the one of its name: what
// was written into it nobody would find again.
func (s *Store) inPlace() error {
	now, err := os.Stat(s.path)
	if err == nil && os.SameFile(now, s.opened) {
		return oneName(s.path, now)
	}
	return &store.UnreachableError{Place: s.path, Found: "nothing was written", Err: errMoved}
}

// errLinked says that a file has several names.
var errLinked = errors.New("changes written through one hard link are invisible through the others; nothing was written")

// oneName refuses a file with several names. The log lies beside one of them: who opens the
// file by another neither sees what is in the log nor waits for who writes there.
func oneName(path string, info os.FileInfo) error {
	if n := links(info); n > 1 {
		return &store.UnreachableError{Place: path, Found: fmt.Sprintf("the file has %d hard links", n), Err: errLinked}
	}
	return nil
}

// denied says why a file, its folder or the files beside it cannot be opened for reading and
// writing, as far as the system's permissions tell.
func denied(path string) string {
	log, index := path+"-wal", path+"-shm"
	switch folder := filepath.Dir(path); {
	case !may(path, reading):
		return "permission denied: this user cannot read it"
	case !may(folder, writing):
		return "its folder is write-protected, but an open ledger keeps a log beside it"
	case !may(path, writing):
		return "it is write-protected"
	case exists(log) && !may(log, reading|writing):
		return "the log beside it, " + log + ", cannot be read and written by this user"
	case exists(index) && !may(index, reading|writing):
		return "the index of its log, " + index + ", cannot be read and written by this user"
	}
	return "the file or the log beside it cannot be opened"
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
