package report

import (
	"fmt"

	"adjudicate/internal/term"
	"adjudicate/rules"
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
	Systems []System `json:"systems"`
}

// Add adds a system.
func (v *Systems) Add(name string, book *rules.Rulebook, register *rules.Register) {
	v.Systems = append(v.Systems, System{System: name, Rules: len(book.Rules()), Pieces: len(book.Pieces()),
		Entries: len(register.Entries()), Rulebook: book.Hash()})
}

// Print writes the view for people.
func (v *Systems) Print(p *term.Page) {
	rows := [][]string{{"system", ">rules", ">pieces", ">register", "rulebook"}}
	for _, s := range v.Systems {
		rows = append(rows, []string{s.System, fmt.Sprint(s.Rules), fmt.Sprint(s.Pieces), fmt.Sprint(s.Entries), s.Rulebook})
	}
	p.Table(rows)
}
