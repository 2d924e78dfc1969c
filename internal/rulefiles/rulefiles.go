// Package rulefiles reads rules from files: a single file, or a folder of them with a register beside them.
//
// It refuses a folder without rule files and a rule number that occurs twice. Package rules reports what is wrong within a file.
package rulefiles

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"adjudicate/internal/infile"
	"adjudicate/rules"
)

// registers are the names of a system's interpretation register among its rule files: as it is, and
// as ledgers of format 1 are read with it.
var registers = []string{"register.yaml", "register-1.yaml"}

// A Set is the rules of some files.
type Set struct {
	Files    []*rules.File
	Folder   bool            // whether they are those of a folder
	Register *rules.Register // of a folder that holds one, else nil
	Whole    *rules.Parts    // of a folder that is a system; else nil
}

// Error says that files do not make a set of rules.
type Error struct {
	Path string
	Err  error
}

func (e *Error) Error() string { return e.Path + ": " + e.Err.Error() }
func (e *Error) Unwrap() error { return e.Err }

// IsFile reports whether a word names a file or a folder rather than a rule or a type.
func IsFile(word string) bool {
	if word == "-" || strings.HasSuffix(word, ".yaml") || strings.HasSuffix(word, ".yml") {
		return true
	}
	info, err := os.Stat(word)
	return err == nil && info.Mode().IsRegular()
}

// Reader reads the folder of a whole system.
type Reader func(dir fs.FS, name string) (*rules.Parts, error)

// Folder returns the folder of a system, nil if a path does not lead to one.
func Folder(path string) fs.FS {
	if info, err := os.Stat(filepath.Join(path, "system.yaml")); err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return Within(path)
}

// Around returns the path of the system that a folder lies in directly, as its cases do, "" if it lies in none.
func Around(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil && Folder(filepath.Dir(abs)) != nil {
		return filepath.Dir(abs)
	}
	return ""
}

// Within returns a folder of which nothing is read but files and folders that lie in it: a folder from somebody else
// may hold links that lead out of it, pipes and devices. It is nil if the path leads to no folder.
func Within(path string) fs.FS {
	root, err := os.OpenRoot(path)
	if err != nil {
		return nil
	}
	return folder{root, path}
}

// Relative is the path to a folder from another one on, as "extends" has it.
func Relative(from, to string) (string, error) {
	from, err := filepath.Abs(from)
	if err == nil {
		to, err = filepath.Abs(to)
	}
	if err == nil {
		to, err = filepath.Rel(from, to)
	}
	if to = filepath.ToSlash(to); !strings.HasPrefix(to, "../") {
		to = "./" + to
	}
	return to, err
}

// folder is the folder of a system, which may name others beside it.
type folder struct {
	root *os.Root
	path string
}

// errNoFile says that a name leads to something that is not read.
var errNoFile = errors.New("not a regular file")

// Open implements fs.FS.
func (f folder) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	info, err := f.root.Lstat(filepath.FromSlash(name))
	if err != nil {
		return nil, err
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errNoFile}
	}
	return f.root.Open(filepath.FromSlash(name))
}

// Beside implements systems.Neighbour.
func (f folder) Beside(path string) fs.FS {
	return Folder(filepath.Join(f.path, filepath.FromSlash(path)))
}

// Read reads the rules of a file, or of all rule files of a folder in the order of their names. The
// error of a file that cannot be read is an *infile.ReadError.
func Read(path string, system Reader) (*Set, error) {
	set, err := read(path, system)
	if file := (*fs.PathError)(nil); errors.As(err, &file) {
		return nil, infile.Failed(file.Path, err)
	}
	return set, err
}

// Book is the rulebook of the rules that Read reads, nil for an empty path.
func Book(path string, system Reader) (*rules.Rulebook, error) {
	if path == "" {
		return nil, nil
	}
	set, err := Read(path, system)
	if err != nil {
		return nil, err
	}
	return set.Book(), nil
}

func read(path string, system Reader) (*Set, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	set := &Set{}
	if !info.IsDir() {
		return set, set.add(path)
	}
	set.Folder = true
	if dir := Folder(path); dir != nil {
		if set.Whole, err = system(dir, filepath.Base(path)); err == nil {
			set.Files, set.Register = set.Whole.Files, set.Whole.Register
		}
		return set, err
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		ext, file := filepath.Ext(e.Name()), filepath.Join(path, e.Name())
		switch {
		case e.IsDir() || strings.HasPrefix(e.Name(), ".") || !slices.Contains([]string{".yaml", ".yml", ".json"}, ext):
		case !slices.Contains(registers, e.Name()):
			if err := set.add(file); err != nil {
				return nil, err
			}
		case e.Name() == registers[0]:
			text, err := infile.File(file)
			if err != nil {
				return nil, err
			}
			if set.Register, err = rules.ParseRegister(file, text); err != nil {
				return nil, err
			}
		}
	}
	if len(set.Files) == 0 {
		return nil, &Error{path, errors.New("no rule files in the folder: expected names ending in .yaml, .yml or .json")}
	}
	return set, nil
}

// add reads one file.
func (s *Set) add(path string) error {
	text, err := infile.File(path)
	if err != nil {
		return err
	}
	f, err := rules.ParseFile(path, text)
	if err != nil {
		return err
	}
	for i := range f.Rules {
		for _, other := range s.Files {
			if _, ok := other.Rule(f.Rules[i].Number); ok {
				return &Error{path, fmt.Errorf("rule %s is also in %s", f.Rules[i].Number, other.Name)}
			}
		}
	}
	s.Files = append(s.Files, f)
	return nil
}

// Rules lists the rules in the order of their numbers.
func (s *Set) Rules() []rules.Rule {
	if s.Whole != nil {
		return s.Whole.Whole.Rules()
	}
	var all []rules.Rule
	for _, f := range s.Files {
		all = append(all, f.Rules...)
	}
	slices.SortFunc(all, func(a, b rules.Rule) int { return rules.CompareNumbers(a.Number, b.Number) })
	return all
}

// Book is the rulebook of the rules alone.
func (s *Set) Book() *rules.Rulebook { return rules.NewRulebook(s.Rules()...) }

// under returns the register of the folder, or else another.
func (s *Set) under(other *rules.Register) *rules.Register {
	if s.Register != nil {
		return s.Register
	}
	return other
}

// Costs lists what each formula of the rules costs at most, under a register unless the folder has one.
func (s *Set) Costs(book *rules.Rulebook, register *rules.Register) (list []rules.Cost) {
	register = s.under(register)
	for _, r := range s.Rules() {
		list = append(list, rules.Costs(&r, book, register)...)
	}
	return list
}

// Check checks each file against a rulebook with the rules of the others, under a register unless the folder has one. The game is
// that to which the rulebook belongs.
func (s *Set) Check(book *rules.Rulebook, register *rules.Register, game rules.Game) rules.Problems {
	register = s.under(register)
	if s.Whole != nil {
		return rules.CheckFiles(s.Files, s.Whole.Base, s.Whole.Whole, register, s.Whole.Game)
	}
	if book == nil {
		book = rules.NewRulebook()
	}
	whole := book
	for _, r := range s.Rules() {
		if r, err := book.Complete(r); err == nil { // else the check of its own file says why
			whole = whole.With(r)
		}
	}
	return rules.CheckFiles(s.Files, book, whole, register, game)
}
