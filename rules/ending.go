package rules

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"adjudicate/rules/formula"
)

// This file checks how games end, what is chosen besides an act, and pieces that go along.

// ChoiceVocabulary is the words of choices: those of duties, and it, the square that is asked where a square is
// chosen, else the piece.
func ChoiceVocabulary(r Resolver, square bool) *formula.Vocabulary {
	v := DutyVocabulary(r)
	sort := SortPiece
	if square {
		sort = SortSquare
	}
	v.Vars = append(v.Vars, formula.Var{Name: "it", Kind: formula.Thing, Sort: sort})
	return v
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
		for _, is := range []bool{ch.Close, ch.Place != "", ch.Destroy} {
			if is {
				kinds++
			}
		}
		if kinds != 1 {
			c.fault(at, "expected exactly one of close, place and destroy")
			continue
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
			c.formula(at+".where", ch.Where, ChoiceVocabulary(r, ch.Close), formula.Bool)
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
