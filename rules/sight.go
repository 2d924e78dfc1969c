package rules

import (
	"fmt"

	"adjudicate/rules/formula"
)

// What an entry of sight lets a side see.
const (
	SeeSquares  = "squares"
	SeeTypes    = "types"
	SeeHoldings = "holdings"
	SeeAssets   = "assets"
)

// FuncReaches is the function that sight alone has, after those of duties: whether a piece can move to a square, or capture there.
const FuncReaches = BoardFuncs + 2

// Words of sight of assets, by their place: whose account it is, in the place of it; which asset, and the account of which name.
const (
	SightSide    = ChoiceIt
	SightPlayer  = ChoiceIt + 1
	FuncOfAsset  = FuncReaches + 1
	FuncAccounts = FuncReaches + 2
)

// SightVocabulary is the words of sight: those of choices, and
//
//	reaches(p, x)   the modes of the piece p let it move to the square x, or capture what stands there or by going there
//
// Of assets it has instead of it
//
//	side, player    whose account it is: that of a side, and of its player; that of a player; of any other neither
//	asset("…")      it is that asset
//	account("…")    the account has that name
func SightVocabulary(r Resolver, see string) *formula.Vocabulary {
	v := ChoiceVocabulary(r, see == SeeSquares)
	v.Funcs = append(v.Funcs, formula.Func{Name: "reaches", Args: twoThings, Sorts: []formula.Sort{SortPiece, SortSquare}, Result: formula.Bool, Cost: costAttack})
	if see == SeeAssets {
		v.Vars = append(v.Vars[:ChoiceIt], formula.Var{Name: "side", Kind: formula.Thing, Sort: SortSide}, formula.Var{Name: "player", Kind: formula.Thing, Sort: SortPlayer})
		v.Funcs = append(v.Funcs, formula.Func{Name: "asset", Args: oneText, Result: formula.Bool, Resolve: text(r.Asset)},
			formula.Func{Name: "account", Args: oneText, Result: formula.Bool, Resolve: text(r.Side)})
	}
	return v
}

// sights checks what sides may see.
func (c *checker) sights(field string, list []Sight) {
	c.most(field, len(list), MostClauses, "entries")
	for i := range list {
		e, at := &list[i], fmt.Sprintf("%s[%d]", field, i)
		c.word(at+".see", e.See, SeeSquares, SeeTypes, SeeHoldings, SeeAssets)
		if e.When == "" {
			c.fault(at+".when", "missing condition: whether a side (mover) sees a square, the type of a piece, or a piece off the board (it), or what an account has of an asset")
			continue
		}
		f := c.formula(at+".when", e.When, SightVocabulary(c.resolver(at, &Piece{}), e.See), formula.Bool)
		if f == nil {
			continue
		}
		for _, word := range []string{"self", "from", "to", "victim", "victims"} {
			if f.Uses(word) {
				c.fault(at+".when", "%s cannot be used here", word)
				if e.See == SeeAssets {
					c.hint("sight concerns no act: side and player have the account, mover is the side that looks")
					continue
				}
				c.hint("sight concerns no act: it is the square or piece looked at, mover the side that looks")
			}
		}
	}
}

// A SourcedSight is an entry of sight with the clause that states it.
type SourcedSight struct {
	*Sight
	Clause string
}

// Sights returns what the procedures of a rulebook let sides see, in the order of their rules; none: everything.
func (b *Rulebook) Sights() []SourcedSight {
	var list []SourcedSight
	for _, r := range b.rules {
		if r.Procedure == nil {
			continue
		}
		for i := range r.Procedure.Sight {
			e := &r.Procedure.Sight[i]
			list = append(list, SourcedSight{e, r.Clause(e.Cite)})
		}
	}
	return list
}
