// Package infile reads the files given to a command, up to a limit: whole, or piece by piece. It undoes gzip compression, a byte order mark and Windows
// line ends.
package infile

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Limits of what is read, in bytes, decompressed. An export may be as long as a game lasts.
const (
	Limit       = 64 << 20
	ExportLimit = 4 << 30
)

// TooLongError says that a file holds more than is read.
type TooLongError struct{ Limit int64 }

func (e *TooLongError) Error() string {
	return fmt.Sprintf("file too large: the limit is %d MiB", e.Limit>>20)
}

// A ReadError says that a file cannot be read, or not to its end.
type ReadError struct {
	Place string
	Err   error
}

func (e *ReadError) Error() string { return fmt.Sprintf("cannot read %s: %v", e.Place, e.Err) }
func (e *ReadError) Unwrap() error { return e.Err }

// Failed words the error of a file that is read, nil for none.
func Failed(path string, err error) error {
	if err == nil {
		return nil
	}
	if pe, ok := err.(*fs.PathError); ok {
		err = pe.Err
	}
	return &ReadError{path, err}
}

// Stream begins to read what a word of the command line names, standard input for "-", and returns what to call it in messages.
func Stream(path string, stdin io.Reader) (label string, r *Reader, closed func() error, err error) {
	label, closed = path, func() error { return nil }
	from := stdin
	if path == "-" {
		label = "standard input"
	} else {
		f, err := Open(path)
		if err != nil {
			return label, nil, nil, Failed(label, err)
		}
		from, closed = f, f.Close
	}
	if r, err = NewReader(from); err != nil {
		closed()
		return label, nil, nil, Failed(label, err)
	}
	r.label = label
	return label, r, closed, nil
}

// A Spooled is a text in a file of its own, which can be read from any place on and is gone when it is closed.
type Spooled struct {
	*os.File
	Size int64
}

// Spool copies what a word of the command line names, standard input for "-", to a file of its own, and returns what to call it in messages.
func Spool(path string, stdin io.Reader) (label string, s *Spooled, err error) {
	label, r, closed, err := Stream(path, stdin)
	if err != nil {
		return label, nil, err
	}
	defer closed()
	f, err := os.CreateTemp("", "adjudicate-*")
	if err != nil {
		return label, nil, err
	}
	s = &Spooled{File: f}
	if s.Size, err = io.Copy(f, r); err != nil {
		return label, nil, errors.Join(err, s.Close())
	}
	return label, s, nil
}

// Close closes the file and removes it.
func (s *Spooled) Close() error { return errors.Join(s.File.Close(), os.Remove(s.Name())) }

// Named reads what a word of the command line names, standard input for "-", and returns what to call it in messages.
func Named(path string, stdin io.Reader, all func(io.Reader) ([]byte, error)) (label string, text []byte, err error) {
	if path == "-" {
		label = "standard input"
		text, err = all(stdin)
		return label, text, Failed(label, err)
	}
	f, err := Open(path)
	if err == nil {
		defer f.Close()
		text, err = all(f)
	}
	return path, text, Failed(path, err)
}

// Open opens a file to be read. A pipe is read if somebody writes into it, and not waited for.
func Open(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, &os.PathError{Op: "read", Path: path, Err: errors.New("it is a directory")}
	}
	return f, nil
}

// File reads a file.
func File(path string) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return All(f)
}

// Regular reads a regular file; what is none is as if it did not exist.
func Regular(path string) ([]byte, error) {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return nil, fs.ErrNotExist
	}
	return File(path)
}

// Beside is a path that stands in a file: it leads on from the folder of that unless it is absolute.
func Beside(file, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(file), path)
}

// A Folder is a folder of the disk whose files are read as File reads them.
type Folder string

// Open implements fs.FS.
func (d Folder) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	return Open(filepath.Join(string(d), filepath.FromSlash(name)))
}

// ReadFile implements fs.ReadFileFS.
func (d Folder) ReadFile(name string) ([]byte, error) {
	f, err := d.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := All(f)
	if err != nil {
		err = &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return text, err
}

// A Remnant is what is left of a file of which some parts may be unreadable: they read as zeros.
type Remnant struct {
	file   *os.File
	size   int64
	broken map[int64]bool // pieces, by where they begin
}

// Remains opens what is left of a file.
func Remains(path string) (*Remnant, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &Remnant{f, info.Size(), map[int64]bool{}}, nil
}

// Size is how long the file was when it was opened.
func (r *Remnant) Size() int64 { return r.size }

// Unreadable is how many pieces of 4 KiB could not be read so far.
func (r *Remnant) Unreadable() int { return len(r.broken) }

// Close closes the file.
func (r *Remnant) Close() error { return r.file.Close() }

// ReadAt implements io.ReaderAt. Its only error is io.EOF.
func (r *Remnant) ReadAt(p []byte, at int64) (n int, err error) {
	if n, err = r.file.ReadAt(p, at); err == nil || err == io.EOF {
		return n, err
	}
	const piece = 4096
	for n = 0; n < len(p) && at+int64(n) < r.size; {
		from := at + int64(n)
		part := p[n:min(n+piece-int(from%piece), len(p))]
		got, err := r.file.ReadAt(part, from)
		if err == io.EOF {
			return n + got, err
		}
		if err != nil {
			clear(part)
			r.broken[from-from%piece] = true
		}
		n += len(part)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// Mails lists the files of a Maildir in which messages are, those read before first, or names
// the one file that a path means.
func Mails(path string) ([]string, error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return []string{path}, nil // whoever reads it says what is wrong
	}
	var list []string
	for _, dir := range []string{"cur", "new", "."} {
		files, err := os.ReadDir(filepath.Join(path, dir))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, f := range files {
			if f.Type().IsRegular() && !strings.HasPrefix(f.Name(), ".") {
				list = append(list, filepath.Join(path, dir, f.Name()))
			}
		}
	}
	return list, nil
}

// All reads a text to its end.
func All(r io.Reader) ([]byte, error) {
	s, err := NewReader(r)
	if err != nil {
		return nil, err
	}
	return s.Text()
}

// Raw is All with the line ends left as they are.
func Raw(r io.Reader) ([]byte, error) {
	s, err := NewReader(r)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(s)
}

// A Reader reads a text piece by piece: decompressed, without a byte order mark, and no more of it than a text of its kind may have.
// Line ends are left as they are.
type Reader struct {
	from  *bufio.Reader
	head  []byte
	limit int64
	taken int64
	gzip  bool
	label string // that errors tell
}

// headLength is how much of a text tells of what kind it is.
const headLength = 512

// NewReader begins to read a text.
func NewReader(r io.Reader) (*Reader, error) {
	s := &Reader{from: bufio.NewReaderSize(io.LimitReader(r, ExportLimit+1), 1<<16), limit: Limit}
	magic, err := s.peek(2)
	if err != nil {
		return nil, err
	}
	if s.gzip = bytes.Equal(magic, []byte{0x1f, 0x8b}); s.gzip {
		z, err := gzip.NewReader(s.from)
		if err != nil {
			return nil, s.failed(err)
		}
		s.from = bufio.NewReaderSize(z, 1<<16)
	}
	if mark, err := s.peek(3); err == nil && string(mark) == "\ufeff" {
		s.from.Discard(len(mark))
		s.taken = int64(len(mark))
	}
	if s.head, err = s.peek(headLength); err != nil {
		return nil, err
	}
	s.head = bytes.Clone(s.head)
	if bytes.Contains(s.head, []byte(`"specversion"`)) {
		s.limit = ExportLimit
	}
	return s, nil
}

// Head is how the text begins, or all of a short one.
func (s *Reader) Head() []byte { return s.head }

// peek looks at the next bytes, fewer at the end.
func (s *Reader) peek(n int) ([]byte, error) {
	head, err := s.from.Peek(n)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return head, s.failed(err)
}

func (s *Reader) failed(err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	if s.gzip {
		err = fmt.Errorf("decompress: %w", err)
	}
	if s.label != "" {
		err = Failed(s.label, err)
	}
	return err
}

// Text returns what has not been read yet.
func (s *Reader) Text() ([]byte, error) { return io.ReadAll(s) }

// Read implements io.Reader.
func (s *Reader) Read(p []byte) (int, error) {
	n, err := s.from.Read(p)
	if s.taken += int64(n); s.taken > s.limit {
		err = &TooLongError{s.limit}
	}
	return s.unixLines(p[:n]), s.failed(err)
}

// unixLines undoes Windows line ends in what was read just now, and returns how long it is then.
func (s *Reader) unixLines(p []byte) int {
	i := bytes.IndexByte(p, '\r')
	if i < 0 {
		return len(p)
	}
	n := i
	for ; i < len(p); i++ {
		if p[i] == '\r' {
			next := p[i+1:]
			if len(next) == 0 {
				next, _ = s.from.Peek(1)
			}
			if len(next) > 0 && next[0] == '\n' {
				continue
			}
		}
		p[n] = p[i]
		n++
	}
	return n
}
