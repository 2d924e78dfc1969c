// Package systems answers which rulebooks are built in.
//
// # Idea
//
// A system is a directory of text files: one YAML file a rule, named by its number, and
// register.yaml, its interpretation register. They are part of the program, so that a
// game can be opened anywhere; an umpire can start from a copy of them.
//
// # Data
//
//	partychess/*.yaml ──rules.Parse──► rules.Rulebook
//	partychess/register.yaml ──rules.ParseRegister──► rules.Register
//
// Rules are in our own words: what matters to play is a definition, the rest a note. Each
// mode and section cites the clause of the sources that it stands for.
//
// # Refuses
//
// Load refuses an unknown system, and names the near one.
package systems

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sync"

	"adjudicate/rules"
	"adjudicate/rules/formula"
)

//go:embed */*.yaml
var files embed.FS

// registerFile is the name of a system's interpretation register. registerOne is what the
// register was when ledgers of format 1 were written, which have none of their own.
const (
	registerFile = "register.yaml"
	registerOne  = "register-1.yaml"
)

// FormatOneFiles and FormatOneRanks are the size of the board that the opening of a ledger of
// format 1 states: that of the only system which it can name, as it was then. What rules of the
// ledger say of the board comes before it.
const FormatOneFiles, FormatOneRanks = 20, 20

// ErrUnknownSystem says that no system of that name is built in.
var ErrUnknownSystem = errors.New("unknown system")

// system is a loaded system.
type system struct {
	book     *rules.Rulebook
	register *rules.Register
	one      *rules.Register // nil if no ledger of format 1 can name the system
	text     string          // hash
	err      error
}

var loaders = func() map[string]func() system {
	all := map[string]func() system{}
	for _, name := range Systems() {
		all[name] = sync.OnceValue(func() system { return load(name) })
	}
	return all
}()

// Systems returns the names of the built-in systems, sorted.
func Systems() []string {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil // the embedded root can be read
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// Load returns the rulebook and the interpretation register of a built-in system. Both
// are immutable; every call returns the same ones.
func Load(name string) (*rules.Rulebook, *rules.Register, error) {
	loader, ok := loaders[name]
	if !ok {
		return nil, nil, fmt.Errorf("%w: %w", ErrUnknownSystem, formula.Unknown("system", name, Systems()))
	}
	s := loader()
	return s.book, s.register, s.err
}

// Files returns the rule files of a system, parsed, in order of their names.
func Files(name string) ([]*rules.File, error) {
	if !slices.Contains(Systems(), name) {
		return nil, fmt.Errorf("%w: %w", ErrUnknownSystem, formula.Unknown("system", name, Systems()))
	}
	entries, err := fs.ReadDir(files, name)
	if err != nil {
		return nil, fmt.Errorf("read system %s: %w", name, err)
	}
	var list []*rules.File
	for _, e := range entries {
		if e.Name() == registerFile || e.Name() == registerOne {
			continue
		}
		at := path.Join(name, e.Name())
		text, err := files.ReadFile(at)
		if err != nil {
			return nil, fmt.Errorf("read system %s: %w", name, err)
		}
		f, err := rules.ParseFile(at, text)
		if err != nil {
			return nil, err
		}
		list = append(list, f)
	}
	return list, nil
}

func load(name string) system {
	list, err := Files(name)
	if err != nil {
		return system{err: err}
	}
	var all []rules.Rule
	for _, f := range list {
		all = append(all, f.Rules...)
	}
	at := path.Join(name, registerFile)
	text, err := files.ReadFile(at)
	if err != nil {
		return system{err: fmt.Errorf("read system %s: %w", name, err)}
	}
	s := system{book: rules.NewRulebook(all...)}
	if s.register, s.err = rules.ParseRegister(at, text); s.err != nil {
		return s
	}
	at = path.Join(name, registerOne)
	if text, err := files.ReadFile(at); err == nil {
		if s.one, s.err = rules.ParseRegister(at, text); s.err != nil {
			return s
		}
	}
	s.text, s.err = hashOf(name)
	return s
}

// FormatOne returns the interpretation register that ledgers of format 1 are read with which
// name a system.
func FormatOne(name string) (*rules.Register, error) {
	loader, ok := loaders[name]
	if !ok {
		return nil, fmt.Errorf("%w: %w", ErrUnknownSystem, formula.Unknown("system", name, Systems()))
	}
	s := loader()
	if s.err == nil && s.one == nil {
		return nil, fmt.Errorf("%w: no ledger of format 1 is played by %q", ErrUnknownSystem, name)
	}
	return s.one, s.err
}
