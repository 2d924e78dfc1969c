package outfile

import (
	"errors"
	"io"
	"os"
)

// Whole writes to where nothing can be taken back, such as standard output: all that write makes, or nothing if it fails. Until
// then it lies in a file that has no name any more where the system allows that.
func Whole(w io.Writer, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp("", "adjudicate-*")
	if err != nil {
		return err
	}
	gone := os.Remove(f.Name()) == nil
	defer func() {
		err = errors.Join(err, f.Close())
		if !gone {
			err = errors.Join(err, os.Remove(f.Name()))
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if _, err := f.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err = io.Copy(w, f)
	return err
}
