// Package folder tests the folder of a game system: is it consistent, and does the program rule as its cases
// and seasons expect? It also creates folders, from nothing or from the rules in force in a ledger.
//
//	NAME/ ──Read──► Folder: system, cases, seasons, problems ──Test──► Outcome
//	        New ──► files of a folder that passes both       ◄──Of── state of a ledger
//
// A folder may come from somebody who has never seen this program. So Read does not stop at the first
// problem: one run reports each with file, line and what was expected. It reads no more than package systems
// allows. Nothing here writes to disk: new folders are returned as names with texts.
package folder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"adjudicate/aggregate/cases"
	"adjudicate/events"
	"adjudicate/ledger/intake"
	"adjudicate/ledger/place"
	"adjudicate/ledger/seasons"
	"adjudicate/rules"
	"adjudicate/season"
	"adjudicate/systems"
	"adjudicate/systems/array"
)

// A Folder is what was read of the folder of a system.
type Folder struct {
	Name     string // what messages call it
	System   *systems.System
	Cases    []cases.Case
	Seasons  []*season.Season
	Problems rules.Problems // in the order of files and lines

	dir fs.FS
}

// Read reads the folder of a system, and finds all that is wrong with it.
func Read(dir fs.FS, name string) *Folder {
	f := &Folder{Name: name, dir: dir}
	f.System, f.Problems = systems.Examine(dir, name)
	f.add(systems.Strangers(dir, name)...)
	if f.Sound() {
		f.arrayProblems()
	}
	f.readCases()
	f.readSeasons()
	f.add(f.readmeProblems()...)
	slices.SortStableFunc(f.Problems, func(a, b rules.Problem) int {
		return cmp.Or(strings.Compare(a.File, b.File), a.Line-b.Line, a.Column-b.Column)
	})
	return f
}

func (f *Folder) add(found ...rules.Problem) { f.Problems = append(f.Problems, found...) }

// BuiltIn lists the built-in systems that are no variants of others, without their cases and seasons.
func BuiltIn() (list []*Folder, err error) {
	for _, name := range systems.Systems() {
		sys, err := systems.Find(name)
		if err != nil {
			return nil, err
		}
		list = append(list, &Folder{Name: name, System: sys, dir: sys.Dir})
	}
	return list, nil
}

// Array is the opening array of a sound folder; empty if its positions are not written in one line.
func (f *Folder) Array() (events.ArraySet, error) {
	if !f.System.Arrayed() {
		return events.ArraySet{}, nil
	}
	return array.Set(f.System, "", nil)
}

// arrayProblems finds what is wrong with the opening array, once everything else holds together.
func (f *Folder) arrayProblems() {
	if n := len(f.System.Sides); n != 2 && f.System.FEN != nil && f.System.FEN.Start != "" && f.System.Array == nil {
		f.add(f.System.Problem("fen.start", "list the pieces of other numbers of sides under array", fmt.Sprintf("a position in one line has two sides, capitals the first: %d listed under sides", n)))
		return
	}
	field, hint := "fen.start", "numbers are empty squares, letters pieces, / ends a rank"
	if f.System.Array != nil {
		field, hint = "array", "such as White: Ke1 p:a2..h2"
	}
	if _, err := f.Array(); err != nil && f.Sound() {
		f.add(f.System.Problem(field, hint, err.Error()))
	}
	if f.Sound() {
		f.begin(field)
	}
}

// Parts reads the rules of the folder of a system, and lets a game of them begin as Read does.
func Parts(dir fs.FS, name string) (*rules.Parts, error) {
	sys, err := systems.Read(dir, name)
	if err != nil {
		return nil, err
	}
	parts := sys.Parts()
	parts.Begin = func() rules.Problems {
		f := &Folder{Name: name, System: sys, dir: dir}
		f.arrayProblems()
		return f.Problems
	}
	return parts, nil
}

// begin has a game of the folder begin, and finds what the judge rejects of it: a rule, or the array at a field of the manifest.
func (f *Folder) begin(field string) {
	err := intake.Try(f.System)
	if err == nil {
		return
	}
	message := "no game can begin: " + err.Error()
	var rejected *intake.RejectedError
	if errors.As(err, &rejected) {
		message = "no game can begin: " + rejected.Fault.Message
		if in, ok := rejected.Input.(events.RuleEnacted); ok {
			field = "extends"
			for _, file := range f.System.Files {
				if i := slices.Index(file.Numbers(), in.Number); i >= 0 {
					f.add(file.Problem(i, "", "", message))
					return
				}
			}
		}
	}
	f.add(f.System.Problem(field, "", message))
}

// Sound reports whether nothing is wrong with the folder: what is doubtful may be meant.
func (f *Folder) Sound() bool { return len(f.Problems.Faults()) == 0 }

// part is a part of the folder; nil if it is not there.
func (f *Folder) part(name string) fs.FS {
	info, err := fs.Stat(f.dir, name)
	if err != nil || !info.IsDir() {
		return nil
	}
	part, err := fs.Sub(f.dir, name)
	if err != nil {
		return nil
	}
	return part
}

func (f *Folder) readCases() {
	dir := f.part(systems.CasesDir)
	if dir == nil {
		return
	}
	wrong := func(faults []*cases.FormatError) {
		for _, e := range faults {
			f.add(rules.Problem{File: path.Join(f.Name, systems.CasesDir, e.File), Line: e.Line, Column: e.Column, Message: e.Message})
		}
	}
	list, err := cases.Load(dir)
	f.Cases = list
	wrong(cases.Faults(err))
	if f.readable() {
		wrong(cases.Vet(list, f.part(systems.ChangesDir), f.System))
	}
}

// readable reports whether all rules could be read, so that what the cases and seasons name can be looked up.
func (f *Folder) readable() bool {
	return f.System.Whole() && !slices.ContainsFunc(f.Problems, func(p rules.Problem) bool {
		return p.Severity == rules.Fault && strings.HasPrefix(p.File, path.Join(f.Name, "rules")+"/")
	})
}

func (f *Folder) readSeasons() {
	texts, found := systems.List(f.dir, f.Name, systems.SeasonsDir, ".season", ".yaml")
	f.add(found...)
	for _, at := range texts {
		if path.Ext(at) != ".season" {
			continue // rules that a season names
		}
		label := path.Join(f.Name, at)
		text, err := systems.ReadText(f.dir, at)
		if err == nil {
			err = f.readSeason(label, at, text)
		}
		var wrong season.SyntaxErrors
		switch {
		case errors.As(err, &wrong):
			for _, e := range wrong {
				f.add(ofSyntax(e))
			}
		case err != nil:
			f.add(rules.Problem{File: label, Message: strings.TrimPrefix(err.Error(), label+": ")})
		}
	}
}

func (f *Folder) readSeason(label, at string, text []byte) error {
	beside, err := fs.Sub(f.dir, path.Dir(at))
	if err != nil {
		return err
	}
	if _, err := season.Parse(label, text); err != nil || !f.readable() {
		return err
	}
	s, err := intake.Read(label, text, beside, f.System)
	if err != nil {
		return err
	}
	f.Seasons = append(f.Seasons, s)
	f.cited(label, s)
	return nil
}

func ofSyntax(e *season.SyntaxError) rules.Problem {
	p := rules.Problem{File: e.File, Line: e.Line, Column: e.Column}
	p.Message = "expected " + e.Want
	if e.Found == "" {
		p.Message += ", found the end of the line"
	} else {
		p.Message += fmt.Sprintf(", found %q", e.Found)
	}
	p.Hint = e.Hint()
	return p
}

// cited finds verdicts of a season that rest on rules which neither the system nor the season has.
func (f *Folder) cited(label string, s *season.Season) {
	known := map[string]bool{}
	for _, n := range f.System.Book.Numbers() {
		known[n] = true
	}
	for i := range s.Entries {
		for _, in := range s.Entries[i].Inputs {
			if p, ok := in.(events.RuleEnacted); ok {
				known[p.Number] = true
			}
		}
	}
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.Verdict == nil {
			continue
		}
		for _, clause := range e.Verdict.Clauses {
			number, _, _ := strings.Cut(clause, " ")
			number, _, _ = strings.Cut(number, "/")
			if !known[number] {
				f.add(rules.Problem{File: label, Line: e.Line, Column: 1, Message: fmt.Sprintf("the verdict rests on %s, but neither the system nor the season has rule %s", clause, number)})
			}
		}
	}
}

// An Outcome is what became of the cases and seasons of a folder.
type Outcome struct {
	Cases   []cases.Result
	Seasons []*seasons.Report
}

// Passed reports whether everything is ruled on as it is written.
func (o *Outcome) Passed() bool {
	for _, c := range o.Cases {
		if !c.Passed() {
			return false
		}
	}
	for _, s := range o.Seasons {
		if len(s.Differences()) > 0 {
			return false
		}
	}
	return true
}

// Under returns the folder with its system under another rulebook; under its own for nil.
func (f *Folder) Under(book *rules.Rulebook) *Folder {
	other := *f
	other.System = f.System.With(book)
	return &other
}

// Judge rules on every case of a sound folder.
func (f *Folder) Judge() []cases.Result {
	return cases.Judge(f.Cases, f.part(systems.ChangesDir), f.System)
}

// Test judges every case and season of a sound folder. A season is ruled on as if it were imported; told, if not nil,
// hears how many inputs have been.
func (f *Folder) Test(ctx context.Context, h *place.Host, told func(int64)) (*Outcome, error) {
	o := &Outcome{Cases: f.Judge()}
	for _, s := range f.Seasons {
		_, ran, err := intake.Season(ctx, h, s, "", told)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", s.File, err)
		}
		o.Seasons = append(o.Seasons, ran)
	}
	return o, ctx.Err()
}
