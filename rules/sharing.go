package rules

import (
	"fmt"

	"adjudicate/rules/formula"
)

// Resistance says that a capture of the piece of some kinds can be made and has no effect: the piece stays, and so does
// the captor.
type Resistance struct {
	Kind []string `json:"kind,omitempty"` // kinds of captures, as modes name them; empty: every kind
	When Expr     `json:"when,omitempty"` // about the piece where it stands
	Uses string   `json:"uses,omitempty"` // a counter that each such capture lowers by one; at 0 the piece does not resist
	Cite string   `json:"cite,omitempty"`
}

// Pack says that pieces move together, each by its own ways and onto what the others leave, as one Move.
type Pack struct {
	With   []string `json:"with,omitempty"`   // types; empty: its own
	Beside string   `json:"beside,omitempty"` // which neighbours belong to it: orthogonal, diagonal or all (so too if left out)
	Chain  Expr     `json:"chain,omitempty"`  // neighbours of neighbours belong to it as well; else only those beside the piece that is named first
	Anew   Expr     `json:"anew,omitempty"`   // what a piece may do is asked as it sets out; else of all of them before the first does
	Cite   string   `json:"cite,omitempty"`   //
}

// Sharing says what a capture on a square does that holds several pieces. Without it who plays names the piece.
type Sharing struct {
	All     Expr   `json:"all,omitempty"`     // every opposing piece on the square is attacked
	Ground  Expr   `json:"ground,omitempty"`  // only one that shares with nobody by its own definition, if there is such a piece
	Landing Expr   `json:"landing,omitempty"` // who lands there captures every opposing piece on it; else it may stay only with those that share
	Barred  Expr   `json:"barred,omitempty"`  // nobody captures on a square that holds a piece of its own side
	Cite    string `json:"cite,omitempty"`
}

// sharing checks what a definition says of resistances, shared squares and packs.
func (c *checker) sharing(p *Piece) {
	c.most("piece.resists", len(p.Resists), MostClauses, "resistances")
	for i := range p.Resists {
		r, at := &p.Resists[i], fmt.Sprintf("piece.resists[%d]", i)
		c.condition(at+".when", r.When, p, false)
		if r.Uses != "" {
			c.counter(at, r.Uses, p)
		}
	}
	values := func(field string) *formula.Vocabulary { return ValueVocabulary(p.Counters, c.resolver(field, p)) }
	if p.Shares != "" {
		c.formula("piece.shares", p.Shares, values("piece.shares"), formula.Number)
	}
	if k := p.Pack; k != nil {
		c.typeNames("piece.pack.with", k.With)
		if k.Beside != "" {
			c.word("piece.pack.beside", k.Beside, "orthogonal", "diagonal", "all")
		}
		for _, f := range []struct {
			field string
			src   Expr
		}{{"chain", k.Chain}, {"anew", k.Anew}} {
			if f.src != "" {
				c.formula("piece.pack."+f.field, f.src, values("piece.pack."+f.field), formula.Bool)
			}
		}
	}
}

// RegionVocabulary is the words of what readings alone decide: reading(entry).
func RegionVocabulary(r Resolver) *formula.Vocabulary { return r.reading(&formula.Vocabulary{}) }
