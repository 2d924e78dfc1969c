package outfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Folder writes a new folder with files in it, each by its path and text. One that is there already must be empty: nothing
// is ever written beside what somebody else has put there. The error is an *ExistsError or an *fs.PathError.
func Folder(path string, files [][2]string) error {
	entries, err := os.ReadDir(path)
	switch {
	case err == nil && len(entries) > 0:
		return &ExistsError{Path: path, Found: "folder not empty"}
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return &ExistsError{Path: path, Found: "exists and is not a folder"}
	}
	for _, f := range files {
		at := filepath.Join(path, filepath.FromSlash(f[0]))
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			return err
		}
		if err := New(at, f[1], 0o666); err != nil {
			return err
		}
	}
	return nil
}

// Text writes a text into a file that may be there already, whatever it holds.
func Text(path, text string) error {
	return Write(path, Options{Force: true}, func(w io.Writer) error { _, err := io.WriteString(w, text); return err })
}
