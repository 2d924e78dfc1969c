package report

import (
	"adjudicate/internal/term"
)

type Script struct {
	Shell  string `json:"shell"`
	Script string `json:"script"`
}

func (v *Script) Print(p *term.Page) { p.Raw(v.Script) }

type Version struct {
	Version string `json:"version"`
	Go      string `json:"go"`
	Commit  string `json:"commit,omitempty"`
}

func (v *Version) Print(p *term.Page) {
	p.Line("adjudicate %s (%s)", v.Version, v.Go)
	if v.Commit != "" {
		p.Line("commit %s", v.Commit)
	}
}
