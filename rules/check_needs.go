package rules

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"adjudicate/rules/formula"
	"adjudicate/rules/names"
)

// This file doubts single words and fields that need another one, of the same section or of another rule, and stand without it.

// A need is a field that is written, and what it lacks to have an effect.
type need struct {
	field   string
	written bool
	lack    lack
}

// unmet doubts the fields whose needs are not met.
func (c *checker) unmet(list []need) {
	for _, n := range list {
		if n.written {
			c.vain(n.field, "no effect", n.lack)
		}
	}
}

// unless is a lack if something is not there.
func unless(there bool, hint, format string, args ...any) lack {
	if there {
		return lack{}
	}
	return lacks(hint, format, args...)
}

// orders asks for acts that are not orders which are weighed.
func (l lacking) orders() lack {
	t := l.c.merged.Together
	return unless(t == nil || t.Strength == "" || t.Who != "" || t.When != "" || len(l.c.merged.Stages) > 0, "who or when of together says when sides play in turn",
		"all sides always give orders, which are moves and help for other pieces")
}

func (l lacking) royal() lack {
	return unless(l.someType(func(t *Piece) bool { return t.Royal }), "", "no type is royal")
}

// checked asks for check: a rule that says so, and a royal piece that can be in it.
func (l lacking) checked() lack {
	if l.c.merged.Checks == nil {
		return lacks("the section checks says that there is check", "no side is ever in check")
	}
	return l.royal()
}

// needsOfPiece are those of a definition.
func (l lacking) needsOfPiece(p *Piece) (list []need) {
	merged := l.c.merged
	for i, m := range p.Immune {
		fields := len(m.Against) == 1 && m.Against[0] == AgainstFields
		list = append(list, need{fmt.Sprintf("piece.immune[%d].against", i), fields, unless(l.someType(func(t *Piece) bool { return len(t.Fields) > 0 }), "", "no type has fields")})
	}
	for i, r := range p.Resists {
		for j, kind := range r.Kind {
			list = append(list, need{fmt.Sprintf("piece.resists[%d].kind[%d]", i, j), l.c.game.Whole, unless(l.captures(kind), "a mode says kind: "+kind, "no mode captures in the kind %q", kind)})
		}
	}
	for i := range p.Modes {
		for j := range p.Modes[i].Legs {
			for k, state := range p.Modes[i].Legs[j].Slides {
				given := l.someEffect(func(d *Doing) bool { return d.Mark == state })
				list = append(list, need{fmt.Sprintf("piece.modes[%d].legs[%d].slides[%d]", i, j, k), true, unless(given, "the effect mark does", "nothing gives a square the state %q", state)})
			}
		}
	}
	lends := l.someType(func(t *Piece) bool { return len(t.Grants) > 0 || t.Compound != nil })
	placed := slices.ContainsFunc(merged.Choices, func(ch Choice) bool { return ch.Place != "" })
	list = append(list,
		need{"piece.borrows", p.Borrows != nil, unless(lends || merged.Compounds != nil, "", "no type lends its modes by grants")},
		need{"piece.mobility", p.Mobility != nil, unless(merged.Weights != nil, "", "mobility is a part of Weights, and no rule has the section weights")},
	)
	if p.OnBoard > 0 && !placed {
		list = append(list, need{"piece.on_board", true, l.act(ActPlacement)})
	}
	for i := range p.Promotion {
		m := &p.Promotion[i]
		for _, name := range sorted(m.Most) {
			out := len(m.Types) > 0 && !slices.Contains(m.Types, name)
			list = append(list, need{fmt.Sprintf("piece.promotion[%d].most.%s", i, name), out, lacks("", "%s is none of its types", name)})
		}
		list = append(list, need{fmt.Sprintf("piece.promotion[%d].types", i), len(m.Types) == 1 && m.Types[0] == p.Name, lacks("", "a %s is one already", p.Name)})
	}
	return list
}

// captures reports whether some mode captures in a kind of captures.
func (l lacking) captures(kind string) bool {
	return l.someType(func(t *Piece) bool {
		lent := slices.ContainsFunc(t.Grants, func(g Grant) bool {
			return slices.ContainsFunc(g.Modes, func(m Mode) bool { return m.Kind == kind })
		})
		return lent || t.CapturesInKind(kind) || slices.ContainsFunc(t.AllModes(), func(m Mode) bool { return m.Kind == kind })
	})
}

// side asks for a side of a name, in the game from its start or later.
func (l lacking) side(name string) lack {
	sides := append(slices.Clone(l.c.game.Sides), l.c.entrants()...)
	if len(l.c.game.Sides) == 0 || slices.Contains(sides, name) {
		return lack{}
	}
	return lacks(names.Suggest(name, sides, "the sides are "+strings.Join(sides, ", ")), "no side is called %q", name)
}

// needsOfProcedure are those of a procedure.
func (l lacking) needsOfProcedure(p *Procedure) (list []need) {
	merged := l.c.merged
	if g := p.Capturing; g != nil {
		resists := l.someType(func(t *Piece) bool { return len(t.Resists) > 0 })
		list = append(list,
			need{"procedure.capturing.as", g.As != "" && g.Goes == "gone" && g.When == "", lacks("goes: holding", "captured pieces go nowhere")},
			need{"procedure.capturing.when", g.When != "" && (g.Goes == "" || g.Goes == "holding"), lacks("goes: owner, or gone", "captured pieces go to the holding of the captor's side in any case")},
			need{"procedure.capturing.vain", g.Vain != "", unless(resists || merged.Compounds != nil, "", "no type resists captures")},
		)
	}
	if s := p.Plays; s != nil {
		single := unless(len(s.Shapes) > 0, "shapes list plays of several", "every play is a single atomic play")
		for _, f := range []struct {
			field   string
			written bool
		}{{"reorder", s.Reorder}, {"move_once", s.MoveOnce}, {"check_ends", s.CheckEnds}, {"full", s.Full != ""}} {
			list = append(list, need{"procedure.plays." + f.field, f.written, single})
		}
	}
	for i := range p.Stages {
		g, at := &p.Stages[i], fmt.Sprintf("procedure.stages[%d]", i)
		list = append(list,
			need{at + ".earlier", g.Earlier != "", unless(g.Wait != "", "wait: …", "nobody waits in the stage")},
			need{at + ".up", g.Up != "", unless(merged.Order != nil && merged.Order.Up != "", "order: {up: …}", "no side comes before the others by the order")},
			need{at + ".spares", g.Spares, l.royal()},
			need{at + ".turns", g.Turns, l.turns()},
			need{at + ".next", g.Next != "", l.turns()},
		)
	}
	if a := p.Automatic; a != nil {
		who := unless(a.Who != "" || a.When != "", "who or when says which sides do", "no side plays automatically")
		list = append(list, need{"procedure.automatic.pass_when", a.PassWhen != "", who}, need{"procedure.automatic.halts", a.Halts != "", who}, need{"procedure.automatic.wakes", a.Wakes != "", who})
	}
	if t := p.Together; t != nil {
		list = append(list, need{"procedure.together.checks", t.Checks != "" && t.Checks != "false", l.checked()})
	}
	if k := p.Checks; k != nil {
		list = append(list, need{"procedure.checks.passes", k.Passes != "", l.act(ActPass)})
		list = append(list, need{"procedure.checks", l.c.game.Whole, l.royal()})
	}
	if o := p.Order; o != nil {
		for i, side := range o.Sides {
			list = append(list, need{fmt.Sprintf("procedure.order.sides[%d]", i), l.c.game.Opens && l.c.game.Array, l.side(side)})
		}
		for i, t := range o.Tables {
			for j, side := range t {
				list = append(list, need{fmt.Sprintf("procedure.order.tables[%d][%d]", i, j), l.c.game.Opens && l.c.game.Array, l.side(side)})
			}
		}
	}
	for i, k := range p.Kinds {
		list = append(list, need{fmt.Sprintf("procedure.kinds[%d]", i), l.c.game.Whole, l.act(k.Name)})
		list = append(list, need{fmt.Sprintf("procedure.kinds[%d].helps", i), k.Helps, unless(merged.Together != nil && merged.Together.Strength != "", "together: {strength: …}", "no rule weighs orders")})
	}
	orders := l.orders()
	list = append(list, need{"procedure.placing", p.Placing != nil, orders})
	for i := range p.Choices {
		list = append(list, need{fmt.Sprintf("procedure.choices[%d]", i), true, orders})
	}
	for i := range p.Kinds {
		list = append(list, need{fmt.Sprintf("procedure.kinds[%d]", i), !p.Kinds[i].Helps, orders})
	}
	for i := range p.Chances {
		helps := slices.ContainsFunc(merged.Kinds, func(k Kind) bool { return k.Helps && p.Chances[i].Decides(k.Name) })
		list = append(list, need{fmt.Sprintf("procedure.chances[%d]", i), !helps && !p.Chances[i].Decides(ActMove), orders})
	}
	for i := range p.Ends {
		e, at := &p.Ends[i], fmt.Sprintf("procedure.ends[%d]", i)
		list = append(list, need{at + ".several", e.Several != "" && e.Of == "", lacks("of: side, or player", "several can win only where each is asked")})
		if n := len(l.c.game.Sides); n != 0 && n+len(l.c.entrants()) != 2 && e.Winner == "other" {
			list = append(list, need{at + ".winner", true, lacks("name a side", "of %d sides none is the only other one", n)})
		}
	}
	for i, d := range p.Duties {
		list = append(list, need{fmt.Sprintf("procedure.duties[%d].most", i), d.Most.plain() && d.Most != "", lacks("a formula of the act, such as count(victims)", "each of the acts has the same number")})
	}
	return list
}

// needs doubts what a rule writes without what it needs.
func (c *checker) needs(r *Rule, after *Rulebook) {
	l := lacking{c, after}
	if r.Piece != nil {
		c.unmet(l.needsOfPiece(r.Piece))
		c.unset(r.Piece, after)
	}
	if r.Procedure != nil {
		c.unmet(l.needsOfProcedure(r.Procedure))
		c.unmentioned(r.Procedure, after)
	}
	for _, k := range c.formulas {
		for _, w := range []struct {
			word func() *regexp.Regexp
			lack lack
		}{{asksCheck, l.checked()}, {asksHeld, l.holdings()}} {
			if w.lack.why != "" && w.word().MatchString(string(k.src)) && !strings.Contains(string(k.src), "reading(") {
				c.vain(k.field, "asks in vain", w.lack)
			}
		}
	}
}

var (
	asksCheck = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\.(in_check|checking)\b`) })
	asksHeld  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\bholdings\b`) })
)

// unset doubts counters of a definition that nothing sets.
func (c *checker) unset(p *Piece, after *Rulebook) {
	for i, n := range p.Counters {
		set := sets(after, n.Name) || p.Compound != nil ||
			slices.ContainsFunc(p.OnCapture, func(e Effect) bool { return e.Set == n.Name }) ||
			slices.ContainsFunc(p.Reacts, func(e Reaction) bool { return e.Set == n.Name }) ||
			slices.ContainsFunc(p.Resists, func(e Resistance) bool { return e.Uses == n.Name })
		at := fmt.Sprintf("piece.counters[%d]", i)
		if !set && !slices.ContainsFunc(c.problems, func(b Problem) bool { return strings.HasPrefix(b.Field, at) }) {
			c.doubt(at, "nothing sets the counter %q: it is always %d", n.Name, n.Initial)
		}
	}
}

// unmentioned doubts named conditions that no definition uses, and attributes of sides of which no rule speaks.
func (c *checker) unmentioned(p *Procedure, after *Rulebook) {
	for i, n := range p.Conditions {
		word := regexp.MustCompile(`\b` + regexp.QuoteMeta(n.Name) + `\b`)
		gone := slices.ContainsFunc(c.problems, func(b Problem) bool { return b.Field == "procedure" }) // the definitions that used another one
		if !gone && !slices.ContainsFunc(after.Pieces(), func(d Definition) bool { return mentions(reflect.ValueOf(d.Piece), word) }) {
			c.doubt(fmt.Sprintf("procedure.conditions[%d]", i), "no definition uses the condition %q", n.Name)
		}
	}
	for i := range p.Powers {
		o := &p.Powers[i]
		word := regexp.MustCompile(`\bamount\b`)
		if _, err := formula.Compile(string(o.Amount), noWords, formula.Number); o.Amount != "" && err == nil && !slices.ContainsFunc(after.Rules(), func(r Rule) bool { return mentions(reflect.ValueOf(r), word) }) {
			c.doubt(fmt.Sprintf("procedure.powers[%d].amount", i), "no formula asks for the amount with which a power is used")
		}
	}
	if s := p.Clock; s != nil && s.Spur != nil {
		c.typeNames("procedure.clock.spur.free", s.Spur.Free)
	}
}
