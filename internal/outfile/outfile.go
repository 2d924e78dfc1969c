// Package outfile writes the output files of a command: each appears whole or not at all, and none overwrites a file by mistake.
//
// The data is written to a temporary file beside the target, synced, and renamed. An existing file is replaced without confirmation
// only by one of its own kind, as its first bytes tell: a picture by a picture, an export by a later one of the same game. Ledgers,
// private keys and the files that Options.Never names are never replaced.
package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// Options qualify how a file is written.
type Options struct {
	Mode  fs.FileMode // of a new file, before the umask; 0 is 0666
	Force bool        // replace a file of another kind
	Never []string    // files that are not replaced, whether they exist yet or not
}

// An ExistsError says that something stands where the file was to be written. Nothing was.
type ExistsError struct {
	Path  string
	Found string // what stands there
	Force bool   // whether Options.Force would replace it
}

func (e *ExistsError) Error() string { return fmt.Sprintf("cannot write %s: %s", e.Path, e.Found) }

// Advice says what to do about it.
func (e *ExistsError) Advice() string {
	if e.Force {
		return "choose another name, or use --force to overwrite it"
	}
	return "choose another name"
}

// Unwrap makes an ExistsError one that something exists.
func (e *ExistsError) Unwrap() error { return fs.ErrExist }

// Pair writes a new file that only its owner may read and another for everybody, both or neither.
func Pair(private, secret, public, text string) error {
	err := New(private, secret, 0o600)
	if err == nil {
		if err = New(public, text, 0o644); err != nil {
			err = errors.Join(err, os.Remove(private))
		}
	}
	return err
}

// New writes a file that must not be there yet.
func New(path, text string, mode fs.FileMode) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err == nil {
		_, err = f.WriteString(text)
		err = errors.Join(err, f.Close())
	}
	return err
}

// Write writes a file. What is no regular file, such as /dev/null or a pipe, is written to as it
// is. An error is write's own, an *ExistsError, or an *fs.PathError; the file is then as it
// was before. The operation of an *fs.PathError is "create" if nothing could be begun.
func Write(path string, o Options, write func(io.Writer) error) error {
	target, old, err := look(path, o)
	if err != nil {
		return err
	}
	if old != nil && !old.Mode().IsRegular() {
		f, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return &fs.PathError{Op: "create", Path: path, Err: cause(err)}
		}
		return errors.Join(write(f), f.Close())
	}
	draft, err := create(target, path, o.Mode, old)
	if err != nil {
		return err
	}
	defer os.Remove(draft.Name()) // of no use once it is renamed
	err = write(draft)
	if err == nil {
		err = draft.Sync()
	}
	if cerr := draft.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return renamed(err, draft.Name(), path)
	}
	if old != nil && !o.Force {
		is, will := kind(target), kind(draft.Name())
		if is != will && is != empty {
			return &ExistsError{Path: path, Found: "file exists (" + is.String() + ")", Force: true}
		}
	}
	if err := os.Rename(draft.Name(), target); err != nil {
		return &fs.PathError{Op: "rename", Path: path, Err: cause(err)}
	}
	return syncDir(filepath.Dir(target))
}

// look finds the file that a path leads to, and refuses those that must not be replaced.
func look(path string, o Options) (target string, old fs.FileInfo, err error) {
	target = path
	if full, err := filepath.EvalSymlinks(path); err == nil {
		target = full
	}
	old, err = os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		old, err = nil, nil
	case err != nil:
		return "", nil, &fs.PathError{Op: "create", Path: path, Err: cause(err)}
	case old.IsDir():
		return "", nil, &ExistsError{Path: path, Found: "is a directory"}
	}
	for _, n := range o.Never {
		if same(target, old, n) {
			return "", nil, &ExistsError{Path: path, Found: "file in use, never overwritten"}
		}
	}
	if old == nil || !old.Mode().IsRegular() {
		return target, old, nil
	}
	switch is := kind(target); {
	case is.precious:
		return "", nil, &ExistsError{Path: path, Found: "file exists (" + is.String() + "), never overwritten"}
	case is == other && !o.Force:
		return "", nil, &ExistsError{Path: path, Found: "file exists (" + is.String() + ")", Force: true}
	}
	return target, old, nil
}

// same reports whether two names lead to one file, or would once it exists.
func same(path string, info fs.FileInfo, other string) bool {
	there, err := os.Stat(other)
	if err == nil {
		return info != nil && os.SameFile(info, there)
	}
	if filepath.Base(path) != filepath.Base(other) {
		return false
	}
	a, errA := os.Stat(filepath.Dir(path))
	b, errB := os.Stat(filepath.Dir(other))
	return errA == nil && errB == nil && os.SameFile(a, b)
}

// create makes the file that becomes the one at target, with its permissions.
func create(target, path string, perm fs.FileMode, old fs.FileInfo) (*os.File, error) {
	if perm == 0 {
		perm = 0o666
	}
	for n := 0; ; n++ {
		name := filepath.Join(filepath.Dir(target), fmt.Sprintf(".%s.%d-%d", filepath.Base(target), os.Getpid(), n))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
		switch {
		case errors.Is(err, fs.ErrExist) && n < 100:
			continue
		case err != nil:
			return nil, &fs.PathError{Op: "create", Path: path, Err: cause(err)}
		}
		if old != nil {
			_ = f.Chmod(old.Mode().Perm()) // on file systems that have permissions
		}
		return f, nil
	}
}

// renamed names the file that was to be written in an error about the one beside it.
func renamed(err error, draft, path string) error {
	var failed *fs.PathError
	if errors.As(err, &failed) && failed.Path == draft {
		return &fs.PathError{Op: failed.Op, Path: path, Err: failed.Err}
	}
	return err
}

// cause is what an error about a name says without the name.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}
