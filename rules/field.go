package rules

import (
	"adjudicate/rules/formula"
)

// Field lies on the squares between two pieces whose types have a field of the same name, while those squares are
// empty. No piece can stand on such a square, and only paths that lead over anything cross it.
type Field struct {
	Name     string `json:"name"`                // for example "beam"
	Dir      Words  `json:"dir,omitempty"`       // direction of the line: orthogonal (the default), diagonal or all
	Most     int    `json:"most,omitempty"`      // the most squares between the two pieces; 0 is any number
	SameSide Expr   `json:"same_side,omitempty"` // condition on readings: both pieces must belong to one side
	Stopped  Expr   `json:"stopped,omitempty"`   // condition on readings: it crosses no other field of its name; the one whose pieces came into line first stays
	Placing  Expr   `json:"placing,omitempty"`   // condition on readings: pieces may be placed on its squares
	Cite     string `json:"cite,omitempty"`
}

// fields checks those of a definition.
func (c *checker) fields(field string, list []Field, p *Piece) {
	c.most(field, len(list), MostClauses, "fields")
	for i := range list {
		f := &list[i]
		at := func(part string) string { return fmtIndex(field, i, part) }
		if f.Name == "" {
			c.fault(at("name"), "missing name: a field lies between pieces with a field of the same name")
		}
		if f.Dir != "" {
			c.word(at("dir"), string(f.Dir), "orthogonal", "diagonal", "all")
		}
		c.notNegative(at("most"), f.Most)
		v := c.resolver(field, p).reading(new(formula.Vocabulary))
		for name, src := range map[string]Expr{"same_side": f.SameSide, "stopped": f.Stopped, "placing": f.Placing} {
			if src != "" {
				c.formula(at(name), src, v, formula.Bool)
			}
		}
	}
}

// Fields returns the fields that types have, each once, by name, as the definition of the lowest number says.
func (b *Rulebook) Fields() []SourcedField {
	var list []SourcedField
	for _, d := range b.Pieces() {
		for i := range d.Piece.Fields {
			f := &d.Piece.Fields[i]
			if d.Rule.Piece.Compound == nil || len(d.Rule.Piece.Fields) > 0 {
				list = append(list, SourcedField{f, d.Rule.Clause(f.Cite)})
			}
		}
	}
	return list
}

// SourcedField is a field with the clause that states it.
type SourcedField struct {
	*Field
	Clause string
}
