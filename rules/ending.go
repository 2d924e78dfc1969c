package rules

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"

	"adjudicate/rules/formula"
)

// This file checks how games end, what is chosen besides an act, and pieces that go along.

// ChoiceVocabulary is the words of choices: those of duties, and it, the square that is asked where a square is
// chosen, else the piece.
func ChoiceVocabulary(r Resolver, square bool) *formula.Vocabulary {
	return withIt(r, formula.Var{Name: "it", Kind: formula.Thing, Sort: map[bool]formula.Sort{true: SortSquare, false: SortPiece}[square]})
}

// withIt is the words of duties, and it.
func withIt(r Resolver, it formula.Var) *formula.Vocabulary {
	v := DutyVocabulary(r)
	v.Vars = append(v.Vars, it)
	return v
}

// Words is the words of where in a choice: it is what may be chosen.
func (ch *Choice) Words(r Resolver) *formula.Vocabulary {
	i := slices.Index(ChoiceOf, ch.Of)
	switch {
	case i < 0:
		return ChoiceVocabulary(r, ch.Close)
	case i == len(chosenSorts):
		return withIt(r, formula.Var{Name: "it", Span: formula.Between(0, formula.Bound)})
	}
	return withIt(r, formula.Var{Name: "it", Kind: formula.Thing, Sort: chosenSorts[i]})
}

// ChoiceOf are the words for what a choice with a name is of, in the order of chosenFuncs, and chosenSorts are the sorts of those that are things.
var (
	ChoiceOf    = []string{"square", "piece", "side", "type", "number"}
	chosenSorts = []formula.Sort{SortSquare, SortPiece, SortSide, SortType}
)

// unchosen is a resolver for formulas that are asked of acts which nobody has chosen anything for, if they are.
func (r Resolver) unchosen(yes bool) Resolver {
	if yes {
		r.Chosen = nil
	}
	return r
}

// Chosen returns the choices of a procedure that have names, as formulas ask for them.
func (p *Procedure) Chosen() (list []formula.Quantity) {
	if p == nil {
		return nil
	}
	for i := range p.Choices {
		if k := slices.Index(ChoiceOf, p.Choices[i].Of); k >= 0 {
			list = append(list, formula.Quantity{Name: p.Choices[i].Name, Call: chosenFuncs[k].Name, Arg: float64(len(list))})
		}
	}
	return list
}

// ChoiceIt is the place of it among the variables of a ChoiceVocabulary.
const ChoiceIt = 2 + WorldVars

// followed are the acts that choices may follow, besides moves of declared kinds.
var followed = []string{ActMove, ActCapture, ActPlacement, ActPass}

func (c *checker) choices(field string, list []Choice) {
	c.most(field, len(list), MostClauses, "choices")
	for i := range list {
		ch, at := &list[i], fmt.Sprintf("%s[%d]", field, i)
		kinds := 0
		for _, is := range []bool{ch.Close, ch.Place != "", ch.Destroy, ch.Name != "" || ch.Of != ""} {
			if is {
				kinds++
			}
		}
		if kinds != 1 {
			c.fault(at, "expected exactly one of close, place, destroy, and name with of")
			continue
		}
		if ch.Name != "" || ch.Of != "" {
			c.namedChoice(at, ch, list[:i])
		}
		if ch.Place != "" {
			c.word(at+".place", ch.Place, "from", "carried", "either")
		}
		if ch.Opens && !ch.Close {
			c.fault(at+".opens", "allowed only with close")
		}
		for j, act := range ch.After {
			c.act(fmt.Sprintf("%s.after[%d]", at, j), act, followed)
		}
		r := c.resolver(at, &Piece{})
		if ch.When != "" {
			c.formula(at+".when", ch.When, DutyVocabulary(r), formula.Bool)
		}
		if ch.Where != "" {
			c.formula(at+".where", ch.Where, ch.Words(r), formula.Bool)
		}
	}
}

// namedChoice checks a choice that has a name.
func (c *checker) namedChoice(at string, ch *Choice, before []Choice) {
	c.word(at+".of", ch.Of, ChoiceOf...)
	v := DutyVocabulary(c.resolver(at, &Piece{}))
	taken := c.takenBeside(v, Quantity{}, nil)
	for _, q := range c.merged.Quantities {
		if q.Of == "" {
			taken = append(taken, q.Name)
		}
	}
	others := slices.DeleteFunc(slices.Clone(c.merged.Choices), func(o Choice) bool { return o.In == nil || o.In.Number == c.rule.Number })
	for _, o := range append(others, before...) {
		taken = append(taken, o.Name)
	}
	taken = append(append(taken, c.merged.KindNames()...), "none", "pass", "surrender", "close", "destroy")
	switch {
	case !kindWord().MatchString(ch.Name) || len(ch.Name) < 2 || ch.Name == "action":
		c.fault(at+".name", "invalid name %q: plays write it before a colon, so expected two small letters or more, a to z", ch.Name)
	case slices.Contains(taken, ch.Name):
		c.fault(at+".name", "name %q is already in use", ch.Name)
	}
	if ch.Instead {
		c.fault(at+".instead", "a choice with a name is made before an act, and belongs to it")
	}
	number := ch.Of == ChoiceOf[len(chosenSorts)]
	if ch.Each != "" {
		if c.word(at+".each", ch.Each, "passed"); !number {
			c.fault(at+".each", "allowed only with of: number")
		}
	}
	if number && ch.Most == "" {
		c.fault(at+".most", "missing: the greatest number that can be chosen")
	}
	least := 0.0
	if ch.Least != "" {
		least = math.NaN() // not known
	}
	for _, f := range []struct {
		field string
		src   Expr
	}{{".least", ch.Least}, {".most", ch.Most}} {
		switch {
		case f.src == "":
		case !number:
			c.fault(at+f.field, "allowed only with of: number")
		default:
			bound := c.formula(at+f.field, f.src, v, formula.Number)
			if n, known := float64(0), false; bound != nil {
				if n, known = bound.Const(); known && f.field == ".most" && n < least {
					c.fault(at+".most", "less than the least: nothing can be chosen")
				}
				switch {
				case known && n != math.Trunc(n):
					c.doubt(at+f.field, "a whole number is chosen: %s is none", f.src)
				case known && f.field == ".least":
					least = n
				case known && n-least >= MostChosen:
					c.doubt(at+f.field, "of these numbers only the first %d can be chosen", MostChosen)
				}
			}
		}
	}
}

// carry checks a piece that goes along.
func (c *checker) carry(field string, g *Carry, p *Piece) {
	if g.Piece == "" {
		c.fault(field+".piece", "missing piece that moves along")
	} else {
		c.onePiece(field+".piece", g.Piece, p)
	}
	for _, list := range []struct {
		name  string
		items []string
	}{{"to", g.To}, {"onto", g.Onto}} {
		if len(list.items) == 0 {
			c.fault(field+"."+list.name, "missing squares")
		}
		c.placeIn(field+"."+list.name, list.items, p)
	}
}

// chosenCarry checks a mode by which the piece pushes or draws one that its player chooses.
func (c *checker) chosenCarry(field string, m *Mode, p *Piece) {
	g, at := m.Carries, field+".carries"
	switch {
	case g.Any == "":
		c.fault(at+".any", "missing condition on the piece that goes along; write \"true\" for any piece")
	case g.Piece != "" || len(g.To) > 0 || len(g.Onto) > 0 || g.Safe:
		c.fault(at+".any", "any cannot be combined with piece, to, onto or safe")
	case (len(g.Ahead) > 0) == (len(g.Behind) > 0):
		c.fault(at, "expected exactly one of ahead and behind")
	case len(m.Legs) == 0:
		c.fault(field+".legs", "missing legs: how the piece goes that takes another one along")
	}
	c.plainWay(field, m, "any")
	c.condition(at+".any", g.Any, p, true)
	for _, l := range []struct {
		name string
		legs []Leg
	}{{field + ".legs", m.Legs}, {at + ".ahead", g.Ahead}, {at + ".behind", g.Behind}} {
		for i := range l.legs {
			if l.legs[i].Takes || l.legs[i].Repeat > 0 {
				c.fault(fmt.Sprintf("%s[%d]", l.name, i), "takes and repeat are not allowed in a mode that carries any")
			}
		}
	}
	c.path(at+".ahead", g.Ahead, p)
	c.path(at+".behind", g.Behind, p)
	c.splits(at+".ahead", g.Ahead, nil, p)
	c.splits(at+".behind", g.Behind, nil, p)
}

// plainWay checks that a mode by which others go along says nothing of captures, nor of what else modes do.
func (c *checker) plainWay(field string, m *Mode, word string) {
	if !slices.Equal(m.For, []string{"move"}) {
		c.fault(field+".for", "expected [move]: by a mode that carries %s the piece does not capture", word)
	}
	for _, f := range []struct {
		name string
		has  bool
	}{
		{"takes", m.Takes != ""}, {"victims", m.Victims != ""}, {"exposed", m.Exposed}, {"becomes", len(m.Becomes) > 0}, {"origin", m.Origin != ""},
		{"onto", m.Onto != ""}, {"after", m.After != ""}, {"victim", len(m.Victim) > 0}, {"spares", len(m.Spares) > 0},
	} {
		if f.has {
			c.fault(field+"."+f.name, "not allowed in a mode that carries %s", word)
		}
	}
}

// row checks a mode by which a row of pieces moves as one.
func (c *checker) row(field string, m *Mode, p *Piece) {
	g, at := m.Carries, field+".carries"
	switch {
	case g.Piece != "" || len(g.To) > 0 || len(g.Onto) > 0 || g.Safe || g.Any != "" || len(g.Ahead)+len(g.Behind) > 0:
		c.fault(at+".row", "row can be combined only with when, off and meets")
	case g.Row != RowAhead && g.Off != "":
		c.fault(at+".off", "off is allowed only with row: ahead")
	case g.Row != RowBehind && g.Meets != "":
		c.fault(at+".meets", "meets is allowed only with row: behind")
	case g.Row == RowBehind && (len(m.Legs) != 1 || !reflect.DeepEqual(m.Legs[0], Leg{Dir: m.Legs[0].Dir, N: m.Legs[0].N, Comment: m.Legs[0].Comment})):
		c.fault(field+".legs", "expected one leg with a dir, n and nothing else: how far the row goes")
	case g.Row != RowBehind && (len(m.Legs) != 1 || !reflect.DeepEqual(m.Legs[0], Leg{Dir: m.Legs[0].Dir, Comment: m.Legs[0].Comment})):
		c.fault(field+".legs", "expected one leg with a dir and nothing else: the step of the row")
	case !c.compassed(field+".legs[0].dir", m.Legs[0].Dir), g.Row != RowAhead && g.Row != RowBehind && !c.compassed(at+".row", g.Row):
	}
	c.plainWay(field, m, "a row")
	b := c.merged.Board
	if b == nil {
		b = new(Board)
	}
	for _, about := range []struct {
		field string
		src   Expr
	}{{".when", g.When}, {".meets", g.Meets}} {
		if about.src == "" {
			continue
		}
		at := at + about.field
		f := c.formula(at, about.src, RowWords(c.conditionWords(at, about.src, p), b.Files, b.Ranks, b.Wrap != ""), formula.Bool)
		if f != nil && misplaced(f, true, p.Counters, c.merged.Conditions) != "" {
			c.fault(at, "%s cannot be used here", misplaced(f, true, p.Counters, c.merged.Conditions))
			c.hint("%s", meaning(misplaced(f, true, p.Counters, c.merged.Conditions)))
		}
	}
	c.condition(at+".off", g.Off, p, true)
}

// compassed requires directions in which a square has a next one.
func (c *checker) compassed(field string, w Words) bool {
	_, _, ok := Directions(w)
	if !ok {
		c.fault(field, "invalid directions of a row %q: expected some of the compass or of the side's heading, such as north, orthogonal, forward", w)
		if strings.HasPrefix(field, "piece.modes") && strings.HasSuffix(field, ".row") {
			c.hint("write row: ahead for the row in the direction of the step")
		}
	}
	return ok
}

// leaps checks a leg of single leaps.
func (c *checker) leaps(field string, legs []Leg, i int) {
	for j, leap := range legs[i].Leaps {
		if len(leap) != 2 || max(abs(leap[0]), abs(leap[1])) < 1 || max(abs(leap[0]), abs(leap[1])) > MostSteps {
			c.fault(fmt.Sprintf("%s.leaps[%d]", field, j), "expected two numbers, [right, forward], up to %d", MostSteps)
		}
	}
	if i+1 < len(legs) && legs[i+1].Dir.turning() {
		c.fault(field+".leaps", "no leg turns after single leaps")
	}
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
