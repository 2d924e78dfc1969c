package rules

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/rules/formula"
	"adjudicate/rules/names"
)

// A Chance lets a lot decide what comes of an act, before it is made. Whether the act is legal does not depend on that: it is judged as if it succeeded.
type Chance struct {
	Of    []string `json:"of,omitempty"`    // of which acts: capture (the default), move, placement, the names of declared kinds of moves, or any of them
	When  Expr     `json:"when,omitempty"`  // condition on the act, before it is made; without it, always. Of several entries the first that applies decides
	Draw  []string `json:"draw,omitempty"`  // names, one of which is drawn by lot
	Made  Expr     `json:"made,omitempty"`  // condition, which knows what was drawn: the act is made; otherwise the piece stays where it is
	Falls Expr     `json:"falls,omitempty"` // the same, of captures: the captor is captured by its victim; if the act is made too, both are captured
	Cite  string   `json:"cite,omitempty"`

	In *Rule `json:"-"` // the rule in which it stands, in a merged procedure
}

// MostNamesDrawn is how many names there can be of which a chance draws one.
const MostNamesDrawn = 1000

// Decides reports whether a chance is about acts of a name.
func (e *Chance) Decides(act string) bool {
	if len(e.Of) == 0 {
		return act == ActCapture
	}
	return slices.Contains(e.Of, act) || slices.Contains(e.Of, ActAny)
}

// covers reports whether a chance is about all acts that another one is about.
func (e *Chance) covers(o *Chance) bool {
	if len(o.Of) == 0 {
		return e.Decides(ActCapture)
	}
	return !slices.ContainsFunc(o.Of, func(act string) bool { return !e.Decides(act) })
}

// chanceActs are the acts beside moves of declared kinds of which a lot can decide.
var chanceActs = []string{ActCapture, ActMove, ActPlacement, ActAny}

// ChanceVocabulary is the words of what a lot decides: those of duties, and last rolled, the place of what was drawn among the names, from 1, and
// drawn(name).
func ChanceVocabulary(r Resolver) *formula.Vocabulary {
	v := DutyVocabulary(r)
	v.Vars = append(v.Vars[:len(v.Vars):len(v.Vars)], formula.Var{Name: "rolled", Span: formula.Between(1, MostNamesDrawn)})
	v.Funcs = append(v.Funcs[:len(v.Funcs):len(v.Funcs)], formula.Func{Name: "drawn", Args: oneText, Result: formula.Bool, Resolve: text(r.Drawn)})
	return v
}

// chances checks the acts of which a lot decides.
func (c *checker) chances(field string, list []Chance) {
	c.most(field, len(list), MostClauses, "chances")
	for i := range list {
		e, at := &list[i], fmt.Sprintf("%s[%d]", field, i)
		for k, act := range e.Of {
			c.act(fmt.Sprintf("%s.of[%d]", at, k), act, chanceActs)
		}
		c.most(at+".draw", len(e.Draw), MostNamesDrawn, "names to draw from")
		switch sorted := slices.Sorted(slices.Values(e.Draw)); {
		case len(e.Draw) < 2:
			c.fault(at+".draw", "expected at least two names to draw from")
		case len(slices.Compact(sorted)) < len(e.Draw):
			c.fault(at+".draw", "one name stands twice: each is drawn as often as any other")
		}
		if e.Made == "" {
			c.fault(at+".made", "missing condition: with which draws the act is made")
		}
		c.shadowed(at, e, list[:i])
		if e.Falls != "" && (e.Decides(ActMove) || e.Decides(ActPlacement)) {
			c.fault(at+".falls", "allowed only of captures: who makes another act has no victim by which it could be captured")
		}
		r := c.resolver(at, &Piece{})
		r.Drawn = func(name string) (int, error) {
			if !slices.Contains(e.Draw, name) {
				return 0, names.Unknown("name to draw", name, e.Draw)
			}
			return 0, nil
		}
		for _, f := range []struct {
			name string
			src  Expr
			v    *formula.Vocabulary
		}{{"when", e.When, DutyVocabulary(r)}, {"made", e.Made, ChanceVocabulary(r)}, {"falls", e.Falls, ChanceVocabulary(r)}} {
			if f.src == "" {
				continue
			}
			compiled := c.formula(at+"."+f.name, f.src, f.v, formula.Bool)
			switch {
			case compiled == nil:
			case f.name != "when":
				if !compiled.Uses("rolled") && !compiled.Uses("drawn") {
					c.doubt(at+"."+f.name, "the draw decides nothing here: the condition asks neither for rolled nor for drawn(…)")
				}
			case compiled.Range(func(string, []string) formula.Range { return formula.Anything() }).Never() && !strings.Contains(string(f.src), "reading("):
				c.doubt(at+".when", "condition is never true: no lot is drawn")
			}
		}
	}
}

// shadowed doubts a chance of whose acts one before it decides.
func (c *checker) shadowed(at string, e *Chance, before []Chance) {
	for i := range before {
		if o := &before[i]; o.covers(e) && (o.When == "" || o.When == e.When) {
			c.doubt(at, "no lot is drawn here: chances[%d] decides of the same acts before it", i)
			return
		}
	}
}
