package report

import (
	"cmp"
	"fmt"
	"strings"

	"adjudicate/internal/term"
	"adjudicate/ledger/folder"
)

// SystemPiece is a piece type of a system.
type SystemPiece struct {
	Piece string `json:"piece"`
	Glyph string `json:"glyph"`
	Value string `json:"value"` // a number or a formula
	Rule  string `json:"rule"`
	Royal bool   `json:"royal,omitempty"`
}

// SystemEntry is an entry of a system's interpretation register.
type SystemEntry struct {
	Entry    string `json:"entry"`
	Clause   string `json:"clause"`
	Question string `json:"question"`
	Default  string `json:"default"`
}

// SystemHand is something that is left to the umpire.
type SystemHand struct {
	Does string `json:"does"`
	When string `json:"when,omitempty"`
	Cite string `json:"cite,omitempty"`
}

// SystemShown is what a system is.
type SystemShown struct {
	System   string        `json:"system"`
	Title    string        `json:"title,omitempty"`
	Note     string        `json:"note,omitempty"`
	Source   string        `json:"source,omitempty"`
	Extends  string        `json:"extends,omitempty"`
	Sides    []string      `json:"sides"`
	Files    int           `json:"files,omitempty"` // of the board; left out if no rule says
	Ranks    int           `json:"ranks,omitempty"`
	Rules    int           `json:"rules"`
	Pieces   []SystemPiece `json:"pieces"`
	Register []SystemEntry `json:"register"`
	Umpire   []SystemHand  `json:"umpire"` // what they do by hand
	Cases    int           `json:"cases"`
	Seasons  int           `json:"seasons"`
	Problems int           `json:"problems"`
	Rulebook string        `json:"rulebook"`
}

// NewSystemShown tells what a folder holds.
func NewSystemShown(f *folder.Folder) *SystemShown {
	s := f.System
	v := &SystemShown{System: s.Name, Title: s.Title, Note: s.Note, Source: s.Source, Extends: s.Extends, Sides: append([]string{}, s.Sides...),
		Rules: len(s.Book.Rules()), Pieces: []SystemPiece{}, Register: []SystemEntry{}, Umpire: []SystemHand{},
		Cases: len(f.Cases), Seasons: len(f.Seasons), Problems: len(f.Problems), Rulebook: s.Book.Hash()}
	if b := s.Book.Procedure().Board; b != nil {
		v.Files, v.Ranks = b.Files, b.Ranks
	}
	for _, d := range s.Book.Pieces() {
		v.Pieces = append(v.Pieces, SystemPiece{d.Piece.Name, d.Piece.Glyph, string(d.Piece.Value), d.Rule.Clause(""), d.Piece.Royal})
	}
	for _, e := range s.Register.Entries() {
		v.Register = append(v.Register, SystemEntry{e.ID, e.Clause, e.Question, e.Default})
	}
	for _, h := range s.Umpire {
		v.Umpire = append(v.Umpire, SystemHand{h.Does, h.When, h.Cite})
	}
	return v
}

// Print writes the view for people.
func (v *SystemShown) Print(p *term.Page) {
	title := v.System
	if v.Title != "" && v.Title != v.System {
		title += ", " + v.Title
	}
	p.Field("System", title)
	p.Field("", v.Note)
	p.Field("Source", v.Source)
	p.Field("Extends", v.Extends)
	p.Field("Sides", strings.Join(v.Sides, ", "))
	if v.Files > 0 {
		p.Field("Board", fmt.Sprintf("%d files, %d ranks", v.Files, v.Ranks))
	}
	p.Field("Rules", fmt.Sprintf("%d, %s", v.Rules, v.Rulebook))
	p.Field("Tests", fmt.Sprintf("%s, %s", Counted(v.Cases, "case"), Counted(v.Seasons, "season")))
	if v.Problems > 0 {
		p.Field("Problems", fmt.Sprintf("%d; \"adjudicate system check\" names them", v.Problems))
	}
	p.Blank()
	rows := [][]string{{"piece", "", ">value", "rule"}}
	for _, d := range v.Pieces {
		rows = append(rows, []string{d.Piece, d.Glyph, d.Value, d.Rule})
	}
	p.Table(rows)
	if len(v.Register) > 0 {
		p.Blank()
		rows = [][]string{{"entry", "clause", "default"}}
		for _, e := range v.Register {
			rows = append(rows, []string{e.Entry, e.Clause, e.Default})
		}
		p.Table(rows)
	}
	p.Blank()
	if len(v.Umpire) == 0 {
		p.Line("Nothing is left to the umpire.")
		return
	}
	rows = [][]string{{"what the umpire does by hand", "when", "rule"}}
	for _, h := range v.Umpire {
		rows = append(rows, []string{h.Does, h.When, h.Cite})
	}
	p.Table(rows)
}

// FolderCheck is what is wrong with the folder of a system.
type FolderCheck struct {
	RuleCheck
	System  string `json:"system"`
	Cases   int    `json:"cases"`
	Seasons int    `json:"seasons"`
}

// NewFolderCheck tells what is wrong with a folder.
func NewFolderCheck(f *folder.Folder) *FolderCheck {
	return &FolderCheck{RuleCheck: *NewRuleCheck(len(f.System.Book.Rules()), f.Problems), System: cmp.Or(f.System.Name, f.Name), Cases: len(f.Cases), Seasons: len(f.Seasons)}
}

// No reports whether something is a fault.
func (v *FolderCheck) No() bool { return v.Faulty }

// Print writes the view for people.
func (v *FolderCheck) Print(p *term.Page) {
	for _, x := range v.Problems {
		p.Line("%s: %s", x.Severity, x.Problem.String())
	}
	verdict := "nothing wrong"
	if n := len(v.Problems); n > 0 {
		verdict = Counted(n, "problem")
	}
	p.Line("%s: %s, %s, %s: %s.", v.System, Counted(v.Rules, "rule"), Counted(v.Cases, "case"), Counted(v.Seasons, "season"), verdict)
}

// SeasonTest is a season, and what differs from what it says.
type SeasonTest struct {
	File        string       `json:"file"`
	Entries     int          `json:"entries"`
	Plays       int          `json:"plays"`
	Differences []Difference `json:"differences"`
}

// SystemTest is what became of the cases and seasons of a system.
type SystemTest struct {
	System  string       `json:"system"`
	Cases   Cases        `json:"cases"`
	Seasons []SeasonTest `json:"seasons"`
	Passed  bool         `json:"passed"`
}

// NewSystemTest tells what became of a folder's cases and seasons.
func NewSystemTest(f *folder.Folder, o *folder.Outcome) *SystemTest {
	v := &SystemTest{System: f.System.Name, Cases: *NewCases(o.Cases), Seasons: []SeasonTest{}, Passed: o.Passed()}
	for _, ran := range o.Seasons {
		one := newSeasonImport(ran, "", 0)
		v.Seasons = append(v.Seasons, SeasonTest{ran.File, one.Entries, one.Plays, one.Differences})
	}
	return v
}

// No reports whether something is ruled on otherwise than it is written.
func (v *SystemTest) No() bool { return !v.Passed }

// Print writes the view for people.
func (v *SystemTest) Print(p *term.Page) {
	v.Cases.Print(p)
	for _, s := range v.Seasons {
		for _, d := range s.Differences {
			p.Line("%s:%d: %s", s.File, d.Line, d.Text)
		}
		verdict := "as it says"
		if n := len(s.Differences); n > 0 {
			verdict = p.Style(term.Red, Counted(n, "difference"))
		}
		p.Line("%s: %d entries, %s: %s.", s.File, s.Entries, Counted(s.Plays, "play"), verdict)
	}
}

// FolderWritten is a folder that was begun.
type FolderWritten struct {
	Folder string   `json:"folder"`
	Files  []string `json:"files"`
}

// NewFolderWritten tells what a folder was begun with.
func NewFolderWritten(path string, files []folder.File) *FolderWritten {
	v := &FolderWritten{Folder: path, Files: []string{}}
	for _, f := range files {
		v.Files = append(v.Files, f.Path)
	}
	return v
}

// Print writes the view for people.
func (v *FolderWritten) Print(p *term.Page) {
	shown := v.Files
	if len(shown) > 8 {
		shown = append(shown[:7:7], fmt.Sprintf("%d more", len(v.Files)-7))
	}
	p.Item(v.Folder+" holds ", Listed(shown)+".")
	p.Line("Next: adjudicate system check %s; adjudicate system test %s", v.Folder, v.Folder)
}
