package report

import (
	"fmt"
	"strings"

	"adjudicate/internal/term"
	"adjudicate/ledger/folder"
	"adjudicate/systems"
)

// System is a game system: its rulebook and its interpretation register.
type System struct {
	System   string `json:"system"`
	Rules    int    `json:"rules"`
	Pieces   int    `json:"pieces"` // valid piece definitions
	Entries  int    `json:"entries"`
	Rulebook string `json:"rulebook"`
}

// Systems lists game systems.
type Systems struct {
	Systems  []System `json:"systems"`
	Variants []string `json:"variants"` // the names of further ones, which extend others or are small
}

// NewSystems lists systems; err is what keeps one from being read.
func NewSystems(list []*folder.Folder, err error) (*Systems, error) {
	v := &Systems{Systems: []System{}, Variants: systems.Variants()}
	for _, f := range list {
		s := f.System
		v.Systems = append(v.Systems, System{System: s.Name, Rules: len(s.Book.Rules()), Pieces: len(s.Book.Pieces()),
			Entries: len(s.Register.Entries()), Rulebook: s.Book.Hash()})
	}
	return v, err
}

// Print writes the view for people.
func (v *Systems) Print(p *term.Page) {
	rows := [][]string{{"system", ">rules", ">pieces", ">register", "rulebook"}}
	for _, s := range v.Systems {
		rows = append(rows, []string{s.System, fmt.Sprint(s.Rules), fmt.Sprint(s.Pieces), fmt.Sprint(s.Entries), s.Rulebook})
	}
	p.Table(rows)
	p.Blank()
	p.Field("Variants", strings.Join(v.Variants, ", "))
	p.Line(`Next: adjudicate system show NAME; adjudicate rule list --system NAME`)
}
