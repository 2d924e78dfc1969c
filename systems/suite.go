// Package systems lists the built-in game systems and reads the folders that define systems.
//
// # Idea
//
// A system is a folder of text: the name of the game and how its positions are written, its rules, its
// interpretation register. The built-in systems are such folders, embedded in the program so that a game
// can be opened anywhere. An umpire can start from a copy of one, or from nothing.
//
// # Data
//
//	NAME/system.yaml     what the system is called, what it extends, how a FEN is read: Manifest
//	NAME/rules/*.yaml    its rules, one or more a file, in the order of their numbers
//	NAME/register.yaml   its interpretation register, if it has one
//	NAME/cases/*.yaml    its adjudication test cases
//	NAME/seasons/        games of it written by hand, with the verdict on every play
//	NAME/README.md       an introduction for people
//
// A system that extends another inherits its rules, except those that system.yaml removes. A rule with
// the same number replaces the inherited one; one with "set" amends single fields of it. Its register
// entries are appended to the inherited ones, or replace those with the same id. Rules are paraphrased:
// what affects play is a definition, the rest a note. Each mode and section cites its source clause.
//
// # Refuses
//
// Load refuses an unknown system and suggests the nearest name. Read refuses a malformed folder, with
// file, line and field.
package systems

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"adjudicate/rules"
	"adjudicate/rules/names"
	"adjudicate/rules/words"
)

//go:embed */system.yaml */register*.yaml */README.md */rules */cases */amendments */seasons variants
var files embed.FS

// Names of the files of a system. registerOne is what the register was when ledgers of format 1 were written, which have
// none of their own.
const (
	manifestFile = "system.yaml"
	rulesDir     = "rules"
	registerFile = "register.yaml"
	registerOne  = "register-1.yaml"
	variantsDir  = "variants" // of built-in systems that are variants of others
)

//go:embed built-in.json
var builtInText []byte

// builtIn says of the built-in systems what none of them can say of itself.
var builtIn = func() (b struct {
	Usual     string `json:"usual"`
	FormatOne struct {
		Files int `json:"files"`
		Ranks int `json:"ranks"`
	} `json:"format_one"`
}) {
	if err := json.Unmarshal(builtInText, &b); err != nil {
		panic("systems: built-in.json: " + err.Error())
	}
	return b
}()

// Usual is the built-in system that is meant where none is named.
func Usual() string { return builtIn.Usual }

// FormatOneBoard is the size of the board that the opening of a ledger of format 1 states: that of
// the only system which it can name, as it was then. What rules of the ledger say of the board comes
// before it.
func FormatOneBoard() (files, ranks int) { return builtIn.FormatOne.Files, builtIn.FormatOne.Ranks }

// ErrUnknownSystem says that no system of that name is built in.
var ErrUnknownSystem = errors.New("unknown system")

// unknownError is ErrUnknownSystem with the name that was given and the near one.
type unknownError struct{ *names.UnknownError }

func (e *unknownError) Is(target error) bool { return target == ErrUnknownSystem }
func (e *unknownError) Unwrap() error        { return e.UnknownError }

// Advice says where systems are listed, and how a season names one that is not built in.
func (e *unknownError) Advice() string {
	return "\"adjudicate system list\" lists the systems; a season of a system in a folder is read by \"adjudicate import --system DIR\""
}

func unknown(name string) error {
	return &unknownError{names.Unknown("system", name, slices.Concat(Systems(), Variants()))}
}

// A System is a folder that was read. It is immutable.
type System struct {
	Manifest
	Book     *rules.Rulebook
	Register *rules.Register
	Text     string        // hash of the folder
	Files    []*rules.File // its own, in order of their names

	Dir fs.FS // the folder

	spoken words.Table // what it calls things, with what the one calls them that it extends

	inherited *rules.Register // that of the system which it extends
	lender    *rules.Rulebook // that of the system which it extends
	base      *rules.Rulebook // what its own files amend: that of the system which it extends, without what it removes
	one       *rules.Register // nil if no ledger of format 1 can name the system

	doc    *rules.Document // the manifest; nil if there is none
	partly bool            // a rule file could not be read at all, so that what others name cannot be looked up
}

// loaded holds the built-in systems that were read, by name: *read.
var loaded sync.Map

// read is a built-in system that is read once.
type read struct {
	once sync.Once
	s    *System
	err  error
}

// Systems returns the names of the built-in systems that are no variants of others, sorted.
func Systems() []string {
	return slices.DeleteFunc(folders("."), func(name string) bool { return name == variantsDir })
}

// Variants returns the names of the built-in variants, sorted.
func Variants() []string { return folders(variantsDir) }

func folders(dir string) (names []string) {
	entries, err := fs.ReadDir(files, dir)
	if err != nil {
		return nil // what is embedded can be read
	}
	for _, e := range entries {
		if e.IsDir() && isSystem(path.Join(dir, e.Name())) {
			names = append(names, e.Name())
		}
	}
	return names
}

// isSystem tells the folder of a system from one of code beside it.
func isSystem(at string) bool {
	_, err := fs.Stat(files, path.Join(at, manifestFile))
	return err == nil
}

func builtin(at, name string) (*System, error) {
	dir, err := fs.Sub(files, at)
	if err != nil {
		return nil, fmt.Errorf("read system %s: %w", name, err)
	}
	return Read(dir, name)
}

// Find returns a built-in system.
func Find(name string) (*System, error) {
	at := name
	switch {
	case slices.Contains(Variants(), name):
		at = path.Join(variantsDir, name)
	case !slices.Contains(Systems(), name):
		return nil, unknown(name)
	}
	known, _ := loaded.LoadOrStore(name, new(read))
	r := known.(*read)
	r.once.Do(func() { r.s, r.err = builtin(at, name) })
	return r.s, r.err
}

// Open returns the system that a word names: that of dir, which is the folder of the name, or without one a built-in one.
func Open(word string, dir fs.FS) (*System, error) {
	if dir == nil {
		return Find(word)
	}
	return Read(dir, path.Base(word))
}

// Arrayed reports whether the system has an opening array: one written in one line for its two sides, or one side by side.
func (s *System) Arrayed() bool { return s.FEN != nil && len(s.Sides) == 2 || len(s.Array) > 0 }

// With returns the system under another rulebook; under its own for nil.
func (s *System) With(book *rules.Rulebook) *System {
	if book == nil {
		return s
	}
	other := *s
	other.Book = book
	return &other
}

// Parts reads the rules of the folder of a system.
func Parts(dir fs.FS, name string) (*rules.Parts, error) {
	s, err := Read(dir, name)
	if err != nil {
		return nil, err
	}
	return s.Parts(), nil
}

// Parts are the rules of the system.
func (s *System) Parts() *rules.Parts {
	game := s.Game()
	game.Whole = true
	return &rules.Parts{Files: s.Files, Register: s.Register, Base: s.base, Whole: s.Book, Game: game}
}

// Game is what the manifest says of a game of the system.
func (s *System) Game() rules.Game {
	g := rules.Game{Sides: s.Sides, Opens: true, Array: s.Arrayed()}
	for _, w := range s.spoken {
		if asset, ok := strings.CutPrefix(w.Thing, words.Assets+"."); ok {
			g.From = append(g.From, asset[:max(0, strings.LastIndexByte(asset, '.'))])
		}
	}
	if s.FEN != nil {
		board, _, _ := strings.Cut(s.FEN.Start, " ")
		b := s.Book.Procedure().Board
		g.Held = strings.Contains(board, "[") || b != nil && strings.Count(board, "/") >= b.Ranks
	}
	return g
}

// Load returns the rulebook and the interpretation register of a built-in system. Both
// are immutable; every call returns the same ones.
func Load(name string) (*rules.Rulebook, *rules.Register, error) {
	s, err := Find(name)
	if err != nil {
		return nil, nil, err
	}
	return s.Book, s.Register, nil
}

// Read reads the folder of a system; name is what messages call it. Its error is rules.Problems, with all that is wrong
// with the texts as such and is no mere doubt; Examine finds more.
func Read(dir fs.FS, name string) (*System, error) {
	s, found := readAt(dir, name, 0)
	if faults := found.Faults(); len(faults) > 0 {
		return nil, faults
	}
	return s, nil
}

// Examine reads the folder of a system as far as it can be read, and finds all that is wrong with it: texts
// that cannot be read, rules that do not hold together, a manifest that names what the rules do not have. The system
// is for looking at what else the folder holds; it is no system to play by if something is a fault.
func Examine(dir fs.FS, name string) (*System, rules.Problems) {
	s, found := readAt(dir, name, 0)
	if s.doc == nil {
		return s, found
	}
	if !s.partly {
		found = append(found, s.Check()...)
		found = append(found, s.entries(dir, name)...)
		found = append(found, s.held(s.doc, s.Book)...)
		found = append(found, s.orphans()...)
	}
	return s, found
}

// orphans doubts the types that go with an inherited rule which the folder removes, and that are still named.
func (s *System) orphans() (found rules.Problems) {
	for _, o := range s.lender.Orphans(s.Book) {
		i := slices.IndexFunc(s.Remove, func(number string) bool {
			r, ok := s.lender.Rule(number)
			return ok && r.Piece != nil && r.Piece.Name == o.Type
		})
		if i >= 0 {
			p := s.doc.Problem(fmt.Sprintf("remove[%d]", i), "", o.String())
			p.Severity = rules.Doubt
			found = append(found, p)
		}
	}
	return found
}

// Neighbour is a folder that knows those beside it. Beside returns the folder at a path that begins at its own,
// such as ../shogi, nil if there is none with a system.
type Neighbour interface{ Beside(path string) fs.FS }

// mostExtended is how many systems may extend each other in a row.
const mostExtended = 8

// extended returns the system that one in dir extends: a built-in one, or that of the folder at a path that
// begins with ./ or ../.
func extended(dir fs.FS, word string, depth int) (*System, error) {
	if !strings.HasPrefix(word, "./") && !strings.HasPrefix(word, "../") {
		return Find(word)
	}
	if depth == mostExtended {
		return nil, fmt.Errorf("more than %d systems extend each other", mostExtended)
	}
	n, ok := dir.(Neighbour)
	if !ok {
		return nil, fmt.Errorf("%q: the folder of a built-in system extends built-in ones only", word)
	}
	base := n.Beside(word)
	if base == nil {
		return nil, fmt.Errorf("%q is not the folder of a system: expected one with a %s, by its path from this folder on", word, manifestFile)
	}
	s, found := readAt(base, path.Base(word), depth+1)
	if faults := found.Faults(); len(faults) > 0 {
		return nil, fmt.Errorf("%q has faults of its own: %w", word, faults)
	}
	return s, nil
}

func readAt(dir fs.FS, name string, depth int) (*System, rules.Problems) {
	s := &System{Book: rules.NewRulebook(), Dir: dir, lender: rules.NewRulebook()}
	file := path.Join(name, manifestFile)
	text, err := ReadText(dir, manifestFile)
	if err != nil {
		s.registers(dir, name)
		return s, fileProblem(file, err)
	}
	m, doc, found := readManifest(file, text)
	s.Manifest, s.doc, s.spoken = *m, doc, m.Words.Table()
	if s.Extends != "" {
		base, err := extended(dir, s.Extends, depth)
		if err != nil {
			s.partly = true
			found = append(found, doc.Problem("extends", "", err.Error()))
		} else {
			s.over(base)
		}
	}
	for i, number := range s.Remove {
		if _, ok := s.Book.Rule(number); !ok && !s.partly {
			hint := names.Suggest(number, s.Book.Numbers(), "")
			found = append(found, doc.Problem(fmt.Sprintf("remove[%d]", i), hint, fmt.Sprintf("no rule has the number %q", number)))
		}
		s.Book = s.Book.Without(number)
	}
	found = append(found, s.ruleFiles(dir, name)...)
	found = append(found, s.registers(dir, name)...)
	if len(found.Faults()) == 0 {
		if readings, err := s.Register.Complete(nil); err == nil {
			s.Book = s.Book.Under(readings)
		}
		if s.Text, err = hashOf(dir, name); err != nil {
			found = append(found, fileProblem(name, err)...)
		}
	}
	return s, found
}

// ruleFiles reads those of a folder, and lays them over what it extends.
func (s *System) ruleFiles(dir fs.FS, name string) (found rules.Problems) {
	s.base = s.Book
	list, found := List(dir, name, rulesDir, ".yaml")
	var numbers = map[string]string{}
	for _, at := range list {
		text, err := ReadText(dir, at)
		if err != nil {
			found, s.partly = append(found, fileProblem(path.Join(name, at), err)...), true
			continue
		}
		f, wrong := rules.ReadFile(path.Join(name, at), text)
		found = append(found, wrong...)
		if f == nil {
			s.partly = true
			continue
		}
		s.Files = append(s.Files, f)
		for i := range f.Rules {
			r := &f.Rules[i]
			if other := numbers[r.Number]; other != "" && other != f.Name {
				found = append(found, f.Problem(i, "number", "", fmt.Sprintf("rule %s is also in %s", r.Number, other)))
				continue
			}
			numbers[r.Number] = f.Name
			whole, err := s.Book.Complete(*r)
			if err != nil {
				if !f.Broken(i) {
					found = append(found, f.Problem(i, "set", "", err.Error()))
				}
				continue
			}
			s.Book = s.Book.With(whole)
		}
	}
	return found
}

// Problem is a fault of the manifest at a field.
func (s *System) Problem(field, hint, message string) rules.Problem {
	return s.doc.Problem(field, hint, message)
}

// Whole reports whether all rule files could be read, and the system that it extends.
func (s *System) Whole() bool { return s.doc != nil && !s.partly }

// Check says what is wrong with the rules of a system's own files, each held against all others and against the text
// that it replaces or amends.
func (s *System) Check() rules.Problems {
	return s.Parts().Check()
}

// over lays a system over the one that it extends.
func (s *System) over(base *System) {
	s.Book, s.Register, s.lender, s.inherited = base.Book, base.Register, base.Book, base.Register
	if s.Array == nil && (s.FEN == nil || s.FEN.Start == "") { // else it says itself how it begins
		s.Array = base.Array
	}
	if s.FEN == nil {
		s.FEN = base.FEN
	} else if base.FEN != nil {
		s.FEN.over(base.FEN)
	}
	if len(s.Sides) == 0 {
		s.Sides = base.Sides
	}
	s.spoken = s.spoken.Over(base.spoken)
	s.Picture = s.Picture.Over(base.Picture)
}

// registers reads those of a folder.
func (s *System) registers(dir fs.FS, name string) (found rules.Problems) {
	for _, r := range []struct {
		file string
		into **rules.Register
	}{{registerFile, &s.Register}, {registerOne, &s.one}} {
		text, err := ReadText(dir, r.file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			found = append(found, fileProblem(path.Join(name, r.file), err)...)
			continue
		}
		register, err := rules.ParseRegister(path.Join(name, r.file), text)
		if wrong, ok := errors.AsType[rules.Problems](err); ok {
			found = append(found, wrong...)
			continue
		}
		if base := *r.into; base != nil { // of the system that it extends
			own := register.IDs()
			entries := slices.DeleteFunc(base.Entries(), func(e rules.Entry) bool { return slices.Contains(own, e.ID) })
			if register, err = register.Over(entries, base.Settled()); err != nil {
				found = append(found, fileProblem(path.Join(name, r.file), err)...)
				continue
			}
		}
		*r.into = register
	}
	if s.Register == nil {
		s.Register = new(rules.Register)
	}
	return found
}

// FormatOne returns the interpretation register that ledgers of format 1 are read with which
// name a system.
func FormatOne(name string) (*rules.Register, error) {
	s, err := Find(name)
	if err == nil && s.one == nil {
		return nil, fmt.Errorf("%w of a ledger of format 1: %q", ErrUnknownSystem, name)
	}
	if err != nil {
		return nil, err
	}
	return s.one, nil
}
