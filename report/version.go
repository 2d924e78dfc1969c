package report

import (
	"adjudicate/internal/term"
)

// Script is a completion script for a shell.
type Script struct {
	Shell  string `json:"shell"`
	Script string `json:"script"`
}

// Print writes the view for people.
func (v *Script) Print(p *term.Page) { p.Raw(v.Script) }

// Manual is a man page.
type Manual struct {
	Page string `json:"page"` // in the form that man reads
}

// NewManual is a page, or the error that there is none.
func NewManual(page string, err error) (*Manual, error) { return &Manual{page}, err }

// Print writes the view for people.
func (v *Manual) Print(p *term.Page) { p.Raw(v.Page) }

// Version is the version of the program.
type Version struct {
	Version string `json:"version"`
	Go      string `json:"go"`
	Commit  string `json:"commit,omitempty"`
	Date    string `json:"date,omitempty"`    // of the commit, as 2026-01-31T12:00:00Z
	Altered bool   `json:"altered,omitempty"` // what was built is not what was committed
}

func when(yes bool, text string) string {
	if yes {
		return text
	}
	return ""
}

// Print writes the view for people.
func (v *Version) Print(p *term.Page) {
	p.Line("adjudicate %s (%s)", v.Version, v.Go)
	if v.Commit != "" {
		p.Line("commit %s%s%s", v.Commit, when(v.Date != "", " of "+v.Date), when(v.Altered, ", altered"))
	}
}
