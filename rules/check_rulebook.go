package rules

import (
	"maps"
	"slices"
	"strings"

	"adjudicate/rules/formula"
)

// againstRulebook asks what only matters when a rule enters a rulebook, and what takes the whole
// rulebook to answer. It is asked of rules that are sound by themselves.
func (c *checker) againstRulebook(r *Rule, before, after *Rulebook) {
	if len(c.problems.Faults()) > 0 {
		return
	}
	if r.Piece != nil && r.Piece.Compound == nil {
		c.alive(r.Piece)
	}
	if r.Procedure != nil {
		c.bystanders(r, before, after)
	}
	c.lost(before, after)
	c.renamed(r, before, after)
	c.crowd(r, after)
	c.copies(r, after)
	if len(c.problems.Faults()) == 0 {
		c.circles(r, before, after)
		c.forcedBy(r)
	}
}

// bystanders notes the definitions of other rules that a changed procedure makes invalid.
func (c *checker) bystanders(r *Rule, before, after *Rulebook) {
	was := map[string]bool{}
	for _, bad := range before.Invalid() {
		was[bad.Rule.Number] = true
	}
	for _, bad := range after.Invalid() {
		if bad.Rule.Number != r.Number && !was[bad.Rule.Number] {
			c.doubt("procedure", "this makes rule %s invalid, which defines %s: %s", bad.Rule.Number, bad.Rule.Piece.Name, bad.Why)
		}
	}
}

// renamed doubts the name that a type no longer has while other rules still name it.
func (c *checker) renamed(r *Rule, before, after *Rulebook) {
	was, ok := before.Rule(r.Number)
	if !ok || was.Piece == nil {
		return
	}
	field := "piece"
	if r.Piece != nil {
		field = "piece.name"
	}
	for _, o := range before.Orphans(after) {
		if o.Type == was.Piece.Name && !slices.ContainsFunc(c.problems, func(o Problem) bool { return o.Field == field }) {
			c.orphan(field, o)
		}
	}
}

// An Orphan is a type that no rule defines any longer while rules still name it.
type Orphan struct {
	Type  string
	Named []string // the numbers of the rules
}

// String says what is doubted of it.
func (o Orphan) String() string {
	c := &checker{rule: new(Rule)}
	c.orphan("", o)
	return c.problems[0].Message
}

func (c *checker) orphan(field string, o Orphan) {
	c.doubt(field, "other rules still name the type %s, which no rule defines any longer: %s", o.Type, strings.Join(o.Named, ", "))
}

// Orphans lists the types that a later rulebook no longer defines and still names.
func (b *Rulebook) Orphans(after *Rulebook) (list []Orphan) {
	had, have := b.typeNames(), after.typeNames()
	for _, name := range had {
		if slices.Contains(have, name) {
			continue
		}
		o := Orphan{Type: name}
		for i, r := range after.rules {
			if namesText(string(after.text(i)), name) && pieceName(r) != name {
				o.Named = append(o.Named, r.Number)
			}
		}
		if len(o.Named) > 0 {
			list = append(list, o)
		}
	}
	return list
}

// namesText reports whether a text of a rule holds a name: as a whole text, or in quotes within a formula.
func namesText(canonical, name string) bool {
	for _, quote := range []string{`"`, `\"`, "'"} {
		if strings.Contains(canonical, quote+name+quote) {
			return true
		}
	}
	return false
}

// lost notes the sections of the procedure that no rule has any more.
func (c *checker) lost(before, after *Rulebook) {
	if names := before.Lost(after); len(names) > 0 {
		c.doubt("procedure", "no rule would provide any longer for: %s", strings.Join(names, ", "))
	}
}

// crowd holds the rulebook to the limits of the compiled tables.
func (c *checker) crowd(r *Rule, after *Rulebook) {
	if r.Piece == nil {
		return
	}
	if n := len(after.Pieces()); n > MostTypes {
		c.fault("piece", "too many types: expected at most %d, found %d", MostTypes, n)
	}
	grants := 0
	for _, d := range after.Pieces() {
		grants += len(d.Piece.Grants)
	}
	if grants > MostGrants && len(r.Piece.Grants) > 0 {
		c.fault("piece.grants", "too many grants: expected at most %d in all rules together, found %d", MostGrants, grants)
	}
}

// copies checks the modes that take the moves of a named type: the words of that type's
// definition must mean something in the one that takes them.
func (c *checker) copies(r *Rule, after *Rulebook) {
	types := map[string]*Piece{}
	for _, d := range after.Pieces() {
		types[d.Piece.Name] = d.Piece
	}
	for _, d := range after.Pieces() {
		all := 0
		for field, modes := range d.Piece.lists() {
			total, captures := 0, 0
			for i := range modes {
				total++
				if _, ok := modes[i].InKind(""); ok {
					captures++
				}
				as := modes[i].As
				if as == nil || as.Type == "" || types[as.Type] == nil {
					continue
				}
				source := types[as.Type]
				total += len(source.Modes) - 1
				if d.Rule.Number != r.Number && source.Name != pieceName(r) {
					continue
				}
				for j := range source.Modes {
					if what := c.foreign(&source.Modes[j], d.Piece); what != "" {
						c.fault(copyField(r, d.Rule, field, i), "%s takes the moves of %s, which use what only %s has: %s", d.Piece.Name, source.Name, source.Name, what)
						break
					}
				}
			}
			if total > MostModes && (d.Rule.Number == r.Number || len(r.pieceModes()) > 0) {
				c.fault(copyField(r, d.Rule, field, 0), "%s has %d modes including copied ones: expected at most %d", d.Piece.Name, total, MostModes)
			}
			if isKindField(field) {
				total = captures
			}
			if all += total; all > MostModes && total < all && d.Rule.Number == r.Number {
				c.fault(field, "%s has %d modes including those that capture in moves of declared kinds: expected at most %d", d.Piece.Name, all, MostModes)
			}
		}
	}
}

func pieceName(r *Rule) string {
	if r.Piece == nil {
		return ""
	}
	return r.Piece.Name
}

func (r *Rule) pieceModes() []Mode {
	if r.Piece == nil {
		return nil
	}
	return r.Piece.Modes
}

func copyField(r, at *Rule, field string, i int) string {
	if r.Number != at.Number {
		return "piece.modes"
	}
	return fmtIndex(field, i, "as")
}

// foreign says what keeps a mode from being compiled for another type than its own.
func (c *checker) foreign(m *Mode, p *Piece) string {
	if m.As != nil {
		return ""
	}
	v := c.words(p)
	for _, src := range []Expr{m.When, m.Land, m.Victims} {
		if src == "" {
			continue
		}
		if _, err := formula.Compile(string(src), v, formula.Bool); err != nil {
			return message(err)
		}
	}
	for i := range m.Legs {
		if src := m.Legs[i].When; src != "" {
			if _, err := formula.Compile(string(src), v, formula.Bool); err != nil {
				return message(err)
			}
		}
		if m.Legs[i].N == "" {
			continue
		}
		if _, err := formula.CompileSteps(string(m.Legs[i].N), v); err != nil {
			return message(err)
		}
	}
	return ""
}

func message(err error) string {
	if bad, ok := err.(*formula.Error); ok {
		return bad.Message
	}
	return err.Error()
}

// mostChoices bounds the combinations of readings that are tried.
const mostChoices = 256

// readings calls f with every combination of readings of these entries, until f says that
// it has enough. With more combinations than can be tried, or without a register, it
// returns false and calls nothing.
func (c *checker) readings(entries map[string]bool, f func() (enough bool)) bool {
	ids := slices.Sorted(maps.Keys(entries))
	total := 1
	for _, id := range ids {
		if c.register == nil {
			return false
		}
		e, ok := c.register.Entry(id)
		if !ok {
			return false
		}
		if total *= len(e.Readings); total > mostChoices {
			return false
		}
	}
	defer func() { c.chosen = nil }()
	for n := range total {
		c.chosen = map[string]string{}
		rest := n
		for _, id := range ids {
			e, _ := c.register.Entry(id)
			c.chosen[id] = e.Readings[rest%len(e.Readings)].Name
			rest /= len(e.Readings)
		}
		if f() {
			break
		}
	}
	return true
}

// compiled compiles a condition under the readings at hand, nil if there is none or it
// cannot be. Problems of it have been reported before.
func (c *checker) compiled(src Expr, p *Piece) *formula.Formula {
	if src == "" {
		return nil
	}
	f, err := formula.Compile(string(src), c.words(p), formula.Bool)
	if err != nil {
		return nil
	}
	return f
}

// asking runs f and returns the entries of the register that conditions asked for.
func (c *checker) asking(f func()) map[string]bool {
	c.asked = map[string]bool{}
	f()
	asked := c.asked
	c.asked = nil
	return asked
}
