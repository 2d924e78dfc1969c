package rules

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"adjudicate/rules/names"
)

// Modes that several types share are written once: a section of a procedure gives a mode a name, and definitions use it by that name. In a
// rulebook it is written out in each definition, as compounds are, so that whatever plays by definitions knows nothing of it.

// A NamedMode is a mode that definitions use by its name: {mode: push}.
type NamedMode struct {
	Name string `json:"name"` // how definitions refer to it
	Mode Mode   `json:"mode"` // the mode; its `cite` names a section of this rule

	In *Rule `json:"-"` // the rule in which it stands, in a merged procedure
}

// Clause is the place in the rules that states a mode of a definition: own is the clause of the definition's rule.
func (m *Mode) Clause(own *Rule) string {
	if m.By != "" {
		return strings.TrimSpace(m.By + " " + m.Cite)
	}
	return own.Clause(m.Cite)
}

// Citing returns the mode as one that a definition itself states, in a section of its rule.
func (m Mode) Citing(section string) Mode {
	m.Cite, m.By = section, ""
	return m
}

// uses lists the lists of modes of a definition, with their fields.
func (p *Piece) uses(yield func(field string, modes *[]Mode)) {
	yield("piece.modes", &p.Modes)
	for i := range p.Kinds {
		yield(fmt.Sprintf("piece.kinds[%d].modes", i), &p.Kinds[i].Modes)
	}
	yield(olderKindField, &p.OlderKind)
	for i := range p.Grants {
		yield(fmt.Sprintf("piece.grants[%d].modes", i), &p.Grants[i].Modes)
	}
}

// written returns a definition with the named modes that it uses written out: p itself if it uses none. What has no name that the rules
// know stays as it is.
func (p *Piece) written(named []NamedMode) *Piece {
	out := p
	p.uses(func(_ string, modes *[]Mode) {
		if slices.ContainsFunc(*modes, func(m Mode) bool { return m.Mode != "" }) {
			out = nil
		}
	})
	if out != nil {
		return p
	}
	whole := *p
	whole.Grants, whole.Kinds = slices.Clone(p.Grants), slices.Clone(p.Kinds)
	whole.uses(func(_ string, modes *[]Mode) {
		*modes = slices.Clone(*modes)
		for i := range *modes {
			(*modes)[i] = (*modes)[i].written(named)
		}
	})
	return &whole
}

// written returns a mode as it is once its name is looked up.
func (m Mode) written(named []NamedMode) Mode {
	i := slices.IndexFunc(named, func(n NamedMode) bool { return n.Name == m.Mode })
	if m.Mode == "" || i < 0 || named[i].Mode.Mode != "" || m.more() {
		return m
	}
	out := named[i].Mode
	out.When, out.Land = bothHold(m.When, out.When), bothHold(m.Land, out.Land)
	if m.Cite != "" {
		out.Cite = m.Cite
	} else {
		out.By = named[i].In.Clause("")
	}
	return out
}

// more reports whether a mode that is used by its name says more than where and when it is used.
func (m Mode) more() bool {
	m.Mode, m.When, m.Land, m.Cite = "", "", "", ""
	return !reflect.DeepEqual(m, Mode{})
}

func bothHold(a, b Expr) Expr {
	if a == "" || b == "" {
		return a + b
	}
	return "(" + a + ") and (" + b + ")"
}

// equal reports whether two named modes are the same, and stand in the same text of a rule.
func (n NamedMode) equal(o NamedMode) bool {
	return n.Name == o.Name && n.In.Number == o.In.Number && n.In.Revision == o.In.Revision && reflect.DeepEqual(n.Mode, o.Mode)
}

// namedModes checks the section of modes with names. What they say of a piece is checked again in each definition that uses them.
func (c *checker) namedModes(field string, list []NamedMode) {
	c.most(field, len(list), MostNamed, "named modes")
	var taken []string
	for i := range list {
		n, at := &list[i], fmt.Sprintf("%s[%d]", field, i)
		for _, o := range c.merged.Modes {
			if o.In != nil && o.In.Number != c.rule.Number {
				taken = append(taken, o.Name)
			}
		}
		c.identifier(at+".name", n.Name, taken)
		taken = append(taken, n.Name)
		if n.Mode.Mode != "" {
			c.fault(at+".mode.mode", "a named mode cannot use another by its name")
			continue
		}
		if n.Mode.After != "" {
			c.fault(at+".mode.after", "allowed only for moves of declared kinds")
		}
		c.mode(at+".mode", &n.Mode, &Piece{})
	}
}

// unnamed says why a mode that is to be used by its name cannot be.
func (c *checker) unnamed(field string, m *Mode) {
	var known []string
	for _, n := range c.merged.Modes {
		if n.Mode.Mode == "" {
			known = append(known, n.Name)
		}
	}
	if slices.Contains(known, m.Mode) {
		c.fault(field+".mode", "a mode that is used by its name can add only when, land and cite")
		return
	}
	c.fault(field+".mode", "no rule in force defines a mode of this name: %q", m.Mode)
	c.hint("%s", names.Suggest(m.Mode, known, "a procedure defines one in its section modes"))
}
