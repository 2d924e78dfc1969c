package report

import (
	"maps"
	"slices"

	"adjudicate/internal/term"
)

// Perft is a count of legal sequences of plays.
type Perft struct {
	Depth  int               `json:"depth"`
	Nodes  uint64            `json:"nodes"`
	Divide map[string]uint64 `json:"divide,omitzero"`
}

// Print writes the view for people.
func (v *Perft) Print(p *term.Page) {
	for _, play := range slices.Sorted(maps.Keys(v.Divide)) {
		p.Line("%-10s %d", play, v.Divide[play])
	}
	p.Line("depth %d: %d nodes", v.Depth, v.Nodes)
}
