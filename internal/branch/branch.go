// Package branch keeps trial branches, on which changes and plays are tried without touching a ledger. A branch is a text file
// NAME.plan in a folder beside the ledger: the changes of a plan, one a line, followed by lines that begin with "then", entries
// tried at the end of the history.
package branch

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"adjudicate/internal/infile"
	"adjudicate/internal/outfile"
	"adjudicate/rules/names"
)

const ext = ".plan"

var validName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`) })

// A Branch is a trial branch as it stands in its file.
type Branch struct {
	Name    string
	Path    string   // of its file
	Changes []string // lines of a plan
	Then    []string // entries at the end of the history
}

// Open returns the branch of a name as it stands in its file. One that is not there is empty if it may be fresh; else the
// error is a *names.UnknownError.
func Open(folder, name string, fresh bool) (*Branch, error) {
	b, err := New(folder, name)
	if err != nil {
		return nil, err
	}
	err = b.Read()
	switch {
	case errors.Is(err, fs.ErrNotExist) && fresh:
		return b, nil
	case errors.Is(err, fs.ErrNotExist):
		known, _ := Names(folder)
		return nil, names.Unknown("branch", name, known)
	}
	return b, infile.Failed(b.Path, err)
}

// All reads the branches of a folder, in the order of their names.
func All(folder string) (list []*Branch, err error) {
	known, err := Names(folder)
	if err != nil {
		return nil, infile.Failed(folder, err)
	}
	for _, name := range known {
		b, err := Open(folder, name, false)
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	return list, nil
}

// New returns an empty branch of a folder, which Write will make. The error is about the name.
func New(folder, name string) (*Branch, error) {
	if !validName().MatchString(name) {
		return nil, fmt.Errorf("invalid branch name %q: expected letters, digits, - and _", name)
	}
	return &Branch{Name: name, Path: filepath.Join(folder, name+ext)}, nil
}

// Read fills a branch from its file. The error of one that does not exist is fs.ErrNotExist.
func (b *Branch) Read() error {
	text, err := os.ReadFile(b.Path)
	if err != nil {
		return err
	}
	for line := range strings.SplitSeq(string(text), "\n") {
		if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "then "); ok {
			b.Then = append(b.Then, rest)
		} else if strings.TrimSpace(line) != "" {
			b.Changes = append(b.Changes, line)
		}
	}
	return nil
}

// Write puts a branch into its file, whole or not at all, and makes the folder if need be.
func (b *Branch) Write() error {
	err := os.MkdirAll(filepath.Dir(b.Path), 0o777)
	if err == nil {
		err = b.write()
	}
	if err != nil {
		return fmt.Errorf("cannot keep the branch: %w", err)
	}
	return nil
}

func (b *Branch) write() error {
	return outfile.Write(b.Path, outfile.Options{Force: true}, func(w io.Writer) error {
		var text strings.Builder
		for _, l := range b.Changes {
			text.WriteString(l + "\n")
		}
		for _, l := range b.Then {
			text.WriteString("then " + l + "\n")
		}
		_, err := io.WriteString(w, text.String())
		return err
	})
}

// Discard removes the file of a branch, and the folder if that was the last.
func (b *Branch) Discard() error {
	if err := os.Remove(b.Path); err != nil {
		return fmt.Errorf("cannot discard the branch: %w", err)
	}
	_ = os.Remove(filepath.Dir(b.Path)) // only if it is empty
	return nil
}

// Names lists the branches of a folder, none if there is no such folder.
func Names(folder string) ([]string, error) {
	list, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, f := range list {
		if name, ok := strings.CutSuffix(f.Name(), ext); ok && validName().MatchString(name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, err
}
