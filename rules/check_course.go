package rules

import (
	"fmt"
	"slices"

	"adjudicate/rules/formula"
	"adjudicate/rules/names"
)

// course checks the sections that say how a game goes its course. They are asked in today's
// form; a problem names the field as p writes it.
func (c *checker) course(p, today *Procedure) {
	at := func(format string, args ...any) string { return p.written("procedure." + fmt.Sprintf(format, args...)) }
	if p.older() {
		for _, twice := range []struct {
			section string
			both    bool
		}{
			{"order", p.Order != nil && p.OlderOrder != nil}, {"clock", p.Clock != nil && p.OlderClock != nil},
			{"automatic", p.Automatic != nil && p.OlderAutomatic != nil},
		} {
			if twice.both {
				c.fault("procedure."+twice.section, "this section is also given in an earlier form")
			}
		}
	}
	for i, a := range today.Attributes {
		c.called(at("attributes[%d].name", i), a.Name, func(j int) string { return today.Attributes[j].Name }, i)
		c.notNegative(at("attributes[%d].most", i), a.Most)
		for k, other := range a.Except {
			c.attribute(at("attributes[%d].except[%d]", i, k), other)
		}
	}
	for i, o := range today.Offices {
		c.called(at("offices[%d].name", i), o.Name, func(j int) string { return today.Offices[j].Name }, i)
	}
	c.order(at, today.Order)
	c.clock(at, today.Clock)
	if a := today.Automatic; a != nil {
		c.attribute(at("automatic.who"), a.Who)
	}
	c.together(at, today)
	for i := range today.Stages {
		c.called(at("stages[%d].name", i), today.Stages[i].Name, func(j int) string { return today.Stages[j].Name }, i)
		c.stage(func(field string) string { return at("stages[%d].%s", i, field) }, &today.Stages[i])
	}
}

// called holds the i-th name of a list to what a name is: letters, digits and hyphens, and its own.
func (c *checker) called(field, name string, names func(int) string, i int) {
	ok := name != ""
	for k, b := range []byte(name) {
		ok = ok && (b >= 'a' && b <= 'z' || k > 0 && (b >= '0' && b <= '9' || b == '-' || b == '_'))
	}
	if !ok {
		c.fault(field, "invalid name %q: expected lower-case letters, digits and hyphens", name)
		return
	}
	for j := range i {
		if names(j) == name {
			c.fault(field, "name %q is already in use", name)
			return
		}
	}
}

// attribute asks for an attribute of sides that some rule declares; "" names none.
func (c *checker) attribute(field, name string) {
	if name == "" || c.merged.Attribute(name) != nil {
		return
	}
	var list []string
	for _, a := range c.merged.Attributes {
		list = append(list, a.Name)
	}
	c.fault(field, "%v", names.Unknown("attribute of sides", name, list))
	if names.Near(name, list) == "" {
		c.hint("declare it: attributes: [{name: %s}]", name)
	}
}

// Orders of turns.
const (
	OrderList    = "list"
	OrderFixed   = "fixed"
	OrderFormula = "formula"
)

func (c *checker) order(at func(string, ...any) string, o *Order) {
	if o == nil {
		return
	}
	c.word(at("order.by"), firstWord(o.By, OrderList), OrderList, OrderFixed, OrderFormula)
	if (o.By == OrderFormula) != (o.Rank != "") {
		c.fault(at("order.rank"), "rank requires an order by a formula, and such an order requires rank")
	}
	c.attribute(at("order.first"), o.First)
	c.tables(at, o)
	if o.AfterAnswer != "" {
		c.word(at("order.after_answer"), o.AfterAnswer, "down", "revert")
		if o.AfterAnswer == "revert" && o.Up == "" {
			c.doubt(at("order.after_answer"), "no effect: nobody plays out of turn without %s", at("order.up")[len("procedure."):])
		}
	}
}

// tables checks who sits where, and what does not go with several tables.
func (c *checker) tables(at func(string, ...any) string, o *Order) {
	if len(o.Tables) == 0 {
		return
	}
	var seated []string
	for i, t := range o.Tables {
		if len(t) == 0 {
			c.fault(at("order.tables[%d]", i), "expected the sides at this table")
		}
		for j, side := range t {
			if slices.Contains(seated, side) {
				c.fault(at("order.tables[%d][%d]", i, j), "side at two tables: %s", side)
			}
			seated = append(seated, side)
		}
	}
	m := c.merged
	if m.Together != nil {
		c.fault(at("order.tables"), "not allowed with the section together: at several tables nobody plays at once with others")
	}
	if len(m.Stages) > 0 {
		c.fault(at("order.tables"), "not allowed with stages, of which each is one for all sides")
	}
	if k := m.Clock; k != nil && k.Of == "" {
		c.fault(at("order.tables"), "with a clock expected one that runs on an asset (of): announcements are of one turn for all")
	}
}

func firstWord(word, other string) string {
	if word == "" {
		return other
	}
	return word
}

func (c *checker) unit(field, unit string) {
	if _, ok := Units[unit]; !ok {
		c.word(field, unit, "second", "minute", "hour", "day")
	}
}

func (c *checker) clock(at func(string, ...any) string, t *Clock) {
	if t == nil {
		return
	}
	c.unit(at("clock.unit"), t.Unit)
	c.thinking(at, t)
	for i, d := range t.Default {
		c.word(at("clock.default[%d]", i), d, "pass", "surrender")
	}
	if s := t.Spur; s != nil {
		c.notNegative(at("clock.spur.steps"), s.Steps)
		if s.After < 1 || t.Of == "" && s.After >= t.Limit {
			c.fault(at("clock.spur.after"), "expected a time within the limit")
		}
	}
	if a := t.Away; a != nil {
		c.notNegative(at("clock.away.after"), a.After)
		c.attribute(at("clock.away.of"), a.Of)
		c.attribute(at("clock.away.becomes"), a.Becomes)
		if a.Becomes == "" {
			c.fault(at("clock.away.becomes"), "missing attribute of sides")
		}
	}
}

// thinking checks how long a turn takes: a limit of its own, or what a side has of an asset.
func (c *checker) thinking(at func(string, ...any) string, t *Clock) {
	switch i := slices.IndexFunc(c.merged.Assets, func(a Asset) bool { return a.Name == t.Of }); {
	case t.Of == "" && t.Limit > 0 && t.Most == 0:
		c.fault(at("clock.most"), "missing: the greatest limit that may be set, at least %d", t.Limit)
	case t.Of == "" && (t.Limit < 1 || t.Most < t.Limit):
		c.fault(at("clock.limit"), "expected at least 1 and at most the extended limit")
	case t.Of == "" && (t.Free != "" || t.Runs != "" || t.Costs != ""):
		c.fault(at("clock.of"), "free, runs and costs require the asset of sides that the clock runs on")
	case t.Of == "":
	case t.Limit != 0 || t.Most != 0:
		c.fault(at("clock.limit"), "a clock that runs on an asset has no limit or most")
	case i < 0:
		c.fault(at("clock.of"), "no asset %q: declare it under assets, with of: side", t.Of)
	case c.merged.Assets[i].Of != "side" || c.merged.Assets[i].Halves:
		c.fault(at("clock.of"), "expected an asset of sides (of: side) in whole numbers")
	}
}

func (c *checker) stage(at func(string) string, g *Stage) {
	c.unit(at("unit"), g.Unit)
	objected := g.Objected
	if objected == 0 {
		objected = g.Most
	}
	if g.Opens && g.Until == "" {
		c.fault(at("until"), "a stage that begins the game requires until")
	}
	if f, err := formula.Compile(string(g.Until), new(formula.Vocabulary), formula.Bool); g.Opens && err == nil && f.Range(func(string, []string) formula.Range { return formula.Anything() }).Never() {
		c.doubt(at("until"), "condition is never true: the stage never ends")
	}
	if !g.Opens && g.Least == 0 && g.Most == 0 {
		c.fault(at("least"), "missing least and most: how long the stage may be announced for")
		c.hint("such as least: 3, most: 14; a stage that begins the game has opens and until")
	} else if !g.Opens && (g.Least < 1 || g.Most < g.Least || objected < g.Least || objected > g.Most) {
		c.fault(at("least"), "expected least, then the length after an objection, then most, in ascending order")
	}
	c.notNegative(at("rest"), g.Rest)
	c.notNegative(at("notice"), g.Notice)
	c.notNegative(at("cancel_at"), g.CancelAt)
	if g.Reorder != "" {
		c.word(at("reorder"), g.Reorder, "lot", "kept")
	}
	for _, act := range g.Acts {
		c.act(at("acts"), act, forbidden[:len(forbidden)-1])
	}
	if g.Turns && g.Wait != "" {
		c.doubt(at("wait"), "no effect: nobody waits in a stage with turns")
	}
}

// Together: what conflicting plays bring.
const (
	ConflictSurrender = "surrender"
	ConflictVoid      = "void"
	ConflictAgain     = "again"
)

func (c *checker) together(at func(string, ...any) string, p *Procedure) {
	t := p.Together
	if t == nil {
		return
	}
	c.notNegative(at("together.least"), t.Least)
	c.orders(at, t)
	for i, k := range t.Conflicts {
		c.word(at("together.conflicts[%d].do", i), k.Do, ConflictSurrender, ConflictVoid, ConflictAgain)
		if k.When == "" && i+1 < len(t.Conflicts) {
			c.doubt(at("together.conflicts[%d]", i+1), "unreachable: the preceding conflict has no when and always applies")
		}
	}
}
