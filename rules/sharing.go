package rules

import (
	"fmt"
	"slices"

	"adjudicate/rules/formula"
	"adjudicate/rules/names"
)

// Resistance makes captures of some kinds legal but without effect: the piece stays, and so does the captor.
type Resistance struct {
	Kind []string `json:"kind,omitempty"` // kinds of captures, as modes name them; default: all
	When Expr     `json:"when,omitempty"` // condition on the piece
	Uses string   `json:"uses,omitempty"` // counter that each such capture lowers by one; at 0 the piece does not resist
	Cite string   `json:"cite,omitempty"`
}

// Pack lets neighbouring pieces move together as one Move, each by its own modes; each may use the squares that the others leave.
type Pack struct {
	With   []string `json:"with,omitempty"`   // the types in the pack; default: its own
	Beside string   `json:"beside,omitempty"` // which neighbours belong to it: orthogonal, diagonal or all (the default)
	Chain  Expr     `json:"chain,omitempty"`  // condition: neighbours of neighbours also belong to it; otherwise only the neighbours of the piece named first
	Anew   Expr     `json:"anew,omitempty"`   // condition: what each piece may do is determined as it moves; otherwise before the first one moves
	Cite   string   `json:"cite,omitempty"`
}

// Sharing says what a capture takes on a square that holds several pieces. Without it the player names the piece.
type Sharing struct {
	All     Expr   `json:"all,omitempty"`     // condition: every opposing piece on the square is attacked
	Ground  Expr   `json:"ground,omitempty"`  // condition: only the piece that does not share is attacked, if there is one
	Landing Expr   `json:"landing,omitempty"` // condition: a captor that lands there captures every opposing piece on the square; otherwise it stays only beside pieces that share
	Barred  Expr   `json:"barred,omitempty"`  // condition: nobody captures on a square that holds a piece of its own side
	Order   string `json:"order,omitempty"`   // a counter that every piece has: of the pieces on a square the one of the greatest number is on top, and stands for the square; what is beneath cannot be captured
	Cite    string `json:"cite,omitempty"`
}

// stacks checks by which counter pieces on a square are ordered.
func (c *checker) stacks(s *Sharing) {
	if s == nil || s.Order == "" {
		return
	}
	var list []string
	for _, n := range c.merged.Counters {
		list = append(list, n.Name)
	}
	const at = "procedure.sharing.order"
	if !slices.Contains(list, s.Order) {
		c.fault(at, "no such counter of all pieces: %q", s.Order)
		c.hint("%s", names.Suggest(s.Order, list, fmt.Sprintf("declare it in a procedure: counters: [{name: %s}]", s.Order)))
	}
	if s.Ground != "" {
		c.fault("procedure.sharing.ground", "cannot be combined with order, by which only what is on top is attacked")
	}
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

// Standing returns the regions of a board that hold by what readings alone decide.
func (b *Board) Standing(r Resolver) []Region {
	if !slices.ContainsFunc(b.Regions, func(g Region) bool { return g.When != "" }) {
		return b.Regions
	}
	v := RegionVocabulary(r)
	return slices.DeleteFunc(slices.Clone(b.Regions), func(g Region) bool {
		if g.When == "" {
			return false
		}
		f, err := formula.Compile(string(g.When), v, formula.Bool)
		if err != nil {
			return true // Check has found it to be well written
		}
		holds, _ := f.Const()
		return holds == 0
	})
}
