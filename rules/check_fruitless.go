package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"adjudicate/rules/formula"
)

// This file doubts effects that change nothing, whatever the game: they come when what they change is over, go to a square where there is no room, or
// undo what nothing does.

// fruitless doubts such effects of a rule.
func (c *checker) fruitless(r *Rule, after *Rulebook) {
	l := lacking{c, after}
	visit := func(field string, list []Consequence) {
		for i := range list {
			e := &list[i]
			at := fmt.Sprintf("%s[%d]", field, i)
			if strings.Contains(string(e.When), NotAgreed) {
				c.vain(at+".when", "this never holds", l.asked())
			}
			for j := range e.Do {
				c.belated(fmt.Sprintf("%s.do[%d]", at, j), e, &e.Do[j])
				c.roomless(fmt.Sprintf("%s.do[%d]", at, j), e, j)
			}
		}
	}
	if r.Piece != nil {
		visit("piece.consequences", r.Piece.Consequences)
	}
	if r.Procedure != nil {
		visit("procedure.consequences", r.Procedure.Consequences)
	}
	eachDoing(r, func(at string, d *Doing) {
		if d.Open == "" {
			return
		}
		c.vain(at+".open", "no effect", l.closing())
		if d.Open == EverySquare && demandsEmpty().MatchString(string(d.Where)) {
			c.doubt(at+".where", "no effect: a closed square is not empty")
			c.hint("open changes closed squares alone: leave it out")
		}
	})
}

// demandsEmpty finds a condition that demands of place, whatever else, that it be empty.
var demandsEmpty = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*place\.empty\s*$|^\s*place\.empty\s+and\b[^|?]*$|^[^|?]*\band\s+place\.empty\s*$`)
})

// belated doubts what is done to a turn that is over, or that nobody has.
func (c *checker) belated(at string, e *Consequence, d *Doing) {
	verb, _ := d.Effect()
	if d.Pass == "" && d.Play == "" {
		return
	}
	switch t := c.merged.Together; {
	case e.On == "turn-ends" && d.Side != "" && c.merged.Order != nil && len(c.merged.Order.Tables) > 0: // a side at another table
	case e.On == "turn-ends":
		c.doubt(at+"."+verb, "no effect: at %s the turn is over", e.On)
		c.hint("turn-starts of the side whose turn it is meant for")
	case t != nil && t.Who == "" && t.When == "":
		c.doubt(at+"."+verb, "no effect: all sides play at once, so it is nobody's turn")
	}
}

// roomless doubts pieces that go where there is room for one of them at most, or for none.
func (c *checker) roomless(at string, e *Consequence, j int) {
	d := &e.Do[j]
	verb, _ := d.Effect()
	if verb != "move" && verb != "place" && verb != "create" || d.Join {
		return
	}
	arrives := slices.Contains([]string{"moved", "placed", "landed"}, e.On) && (e.Of == "" || e.Of == "self")
	if j == 0 && arrives && strings.TrimSpace(string(d.On)) == "to" && d.When == "" && d.Move != "self" && d.Move != "actor" {
		c.doubt(at+".on", "no effect: at %s the piece itself stands on to", e.On)
		c.hint("join: true lets pieces come to a square that they may share")
		return
	}
	if d.AtOnce && d.On != "" && d.On != "along" && !strings.Contains(string(d.On), "it") {
		c.doubt(at+".on", "with at_once none goes where another one goes, and this is the same square for all")
		c.hint("it is the piece that goes: it.square.next(…)")
	}
}

// asked asks for a play that others can refuse.
func (l lacking) asked() lack {
	for i := range l.c.merged.Consents {
		if to := l.c.merged.Consents[i].To; len(to) > 0 {
			return lack{}
		}
	}
	return lacks("the section consents says whose consent an act needs", "nothing needs anybody's consent")
}

// closing asks for what closes a square; what the board lacks is none.
func (l lacking) closing() lack {
	if slices.ContainsFunc(l.c.merged.Choices, func(ch Choice) bool { return ch.Close }) || l.someEffect(func(d *Doing) bool { return d.Close != "" }) {
		return lack{}
	}
	return lacks("the effect close does", "nothing closes a square")
}

// waits doubts a rule that waits for an effect which none has but itself: it is without force, and so are its effects.
func (c *checker) waits(r *Rule, after *Rulebook) {
	if r.While == "" {
		return
	}
	v := WhileVocabulary(c.resolver("while", new(Piece)))
	f, err := formula.Compile(string(r.While), v, formula.Bool)
	if err != nil || !f.Uses("enforced") || !f.Range(func(name string, _ []string) formula.Range {
		if name == "enforced" {
			return formula.Exactly(0)
		}
		return formula.Anything()
	}).Never() {
		return
	}
	own, others := false, false
	for _, o := range after.Rules() {
		eachDoing(&o, func(_ string, d *Doing) {
			if d.Enforce == r.Number {
				own, others = own || o.Number == r.Number, others || o.Number != r.Number
			}
		})
	}
	if own && !others {
		c.doubt("while", "rule %s is never in force: its own effects alone enforce it, and it has none until then", r.Number)
		c.hint("let the effect of another rule enforce it")
	} else if !others && c.game.Whole {
		c.doubt("while", "rule %s is never in force: no effect enforces it", r.Number)
		c.hint("the effect enforce does: do: [{enforce: %q}]", r.Number)
	}
}
