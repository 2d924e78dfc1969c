package movement

import (
	"fmt"
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// This file lays fields: what lies on the squares between two pieces. Nothing stands there, and no path leads over
// it but one that leads over anything. Fields are found anew whenever a piece comes, goes or changes, and are never kept.

// fieldLaw is one kind of them, compiled.
type fieldLaw struct {
	name    string
	has     []bool // by TypeID: pieces of the type make it
	dirs    []int  // of compass, one of each two that are opposite
	most    int    // squares between
	owner   bool   // both belong to one side
	stopped bool   // it crosses no other one
	placing bool   // pieces may be placed on its squares
	clause  string
}

// compileFields takes each field from the definition of the lowest number that has it.
func (c *compiler) compileFields() {
	c.rs.fields = nil
	for t, d := range c.defs {
		for i := range d.Piece.Fields {
			src := &d.Piece.Fields[i]
			at := slices.IndexFunc(c.rs.fields, func(f fieldLaw) bool { return f.name == src.Name })
			if at < 0 {
				at = len(c.rs.fields)
				c.rs.fields = append(c.rs.fields, c.field(src, d.Rule.Clause(src.Cite)))
			}
			f := &c.rs.fields[at]
			f.has[t] = true
			if d.Rule.Piece.Compound == nil && d.Rule.Number != "" && len(d.Rule.Piece.Fields) > 0 {
				f.clause = d.Rule.Clause(src.Cite) // and not that of a compound which has it of a part
			}
		}
	}
}

func (c *compiler) field(src *rules.Field, clause string) fieldLaw {
	f := fieldLaw{name: src.Name, has: make([]bool, MostTypes), most: src.Most, clause: clause}
	f.owner, f.stopped, f.placing = c.settled(src.SameSide), c.settled(src.Stopped), c.settled(src.Placing)
	if f.most == 0 {
		f.most = mostSteps
	}
	if src.Dir != "diagonal" {
		f.dirs = append(f.dirs, 0, 2)
	}
	if src.Dir == "diagonal" || src.Dir == "all" {
		f.dirs = append(f.dirs, 1, 3)
	}
	return f
}

// settled asks a condition about readings; one that is left out does not hold.
func (c *compiler) settled(src rules.Expr) bool {
	if src == "" {
		return false
	}
	f, err := formula.Compile(string(src), c.vocabulary(nil), formula.Bool)
	if err != nil {
		return false // the check of its rule says so
	}
	value, _ := f.Const()
	return value != 0
}

// lying is a field between two pieces.
type lying struct {
	of      int // of Ruleset.fields
	squares []Square
	made    [2]PieceID
}

// layFields finds the fields on the board and closes their squares.
func (p *Position) layFields() {
	if p.rs.fields == nil {
		return
	}
	p.openFields()
	p.lying = p.lying[:0]
	for i := range p.rs.fields {
		p.find(i)
	}
	slices.SortFunc(p.lying, func(a, b lying) int { // those of older pieces first
		if d := int(max(a.made[0], a.made[1])) - int(max(b.made[0], b.made[1])); d != 0 {
			return d
		}
		return int(min(a.made[0], a.made[1])) - int(min(b.made[0], b.made[1]))
	})
	kept := p.lying[:0]
	for _, l := range p.lying {
		if p.rs.fields[l.of].stopped && slices.ContainsFunc(l.squares, func(sq Square) bool { return p.cells[sq] == wall }) {
			continue
		}
		kept = append(kept, l)
		for _, sq := range l.squares {
			p.cells[sq] = wall
		}
	}
	p.lying = kept
}

// openFields opens the squares of all fields, until they are laid again.
func (p *Position) openFields() {
	for _, l := range p.lying {
		for _, sq := range l.squares {
			if p.cells[sq] == wall {
				p.cells[sq] = NoPiece
			}
		}
	}
}

// closeFields closes them again.
func (p *Position) closeFields() {
	for _, l := range p.lying {
		for _, sq := range l.squares {
			p.cells[sq] = wall
		}
	}
}

// find finds the fields of one kind.
func (p *Position) find(of int) {
	f := &p.rs.fields[of]
	for _, id := range p.onBoard {
		pc := &p.pieces[id]
		if !f.has[pc.typ] {
			continue
		}
		for _, dir := range f.dirs {
			next := p.rs.king[dir].next
			sq := next[pc.at]
			var between []Square
			for p.cells[sq] == NoPiece && len(between) <= f.most {
				between = append(between, sq)
				sq = next[sq]
			}
			other := p.cells[sq]
			if other < 0 || other == id || len(between) > f.most || len(between) == 0 || !f.has[p.pieces[other].typ] || f.owner && p.pieces[other].side != pc.side {
				continue
			}
			p.lying = append(p.lying, lying{of: of, squares: between, made: [2]PieceID{id, other}})
		}
	}
}

// FieldOn returns the field that lies on a square: its name, its clause, the pieces that make it, and whether pieces may be placed
// there; ok is false if none does.
func (p *Position) FieldOn(sq Square) (name, clause string, made [2]PieceID, placing, ok bool) {
	for _, l := range p.lying {
		if slices.Contains(l.squares, sq) {
			f := &p.rs.fields[l.of]
			return f.name, f.clause, l.made, f.placing, true
		}
	}
	return "", "", made, false, false
}

// Shut says by what a square is closed on which nothing stands: by the field that lies there, with its clause and the pieces that make it; else
// by a rule or a choice, of which the square alone is known.
func (p *Position) Shut(sq Square) (why, clause string, by []PieceID) {
	name, clause, made, _, ok := p.FieldOn(sq)
	if !ok {
		return p.rs.SquareName(sq) + " is closed", "", nil
	}
	return fmt.Sprintf("on %s lies the %s between %s and %s", p.rs.SquareName(sq), name, p.called(made[0]), p.called(made[1])), clause, made[:]
}

// Fieldproof reports whether no more than a field that does not stop a piece lies on a square.
func (p *Position) Fieldproof(id PieceID, sq Square) bool {
	_, _, _, _, ok := p.FieldOn(sq)
	return ok && p.rs.types[p.pieces[id].typ].fieldproof
}

// called is what people read of a piece on the board.
func (p *Position) called(id PieceID) string {
	pc := &p.pieces[id]
	return "the " + p.rs.types[pc.typ].name + " on " + p.rs.SquareName(pc.at)
}

// Fielded returns the squares on which some field lies, in their order.
func (p *Position) Fielded() []Square {
	var list []Square
	for _, l := range p.lying {
		list = append(list, l.squares...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// past lets a piece that no field stops go as if there were none; call what it returns when its ways have been looked at.
func (p *Position) past(own TypeID) func() {
	if len(p.lying) == 0 || !p.rs.types[own].fieldproof {
		return func() {}
	}
	p.openFields()
	return p.closeFields
}

// Neutral reports whether the pieces of a side are nobody's friends or enemies.
func (p *Position) Neutral(s SideID) bool { return p.sides[s].neutral }

// fieldToPlaceOn reports whether nothing but a field lies on a square, on which pieces may be placed.
func (p *Position) fieldToPlaceOn(sq Square) bool {
	_, _, _, placing, ok := p.FieldOn(sq)
	return ok && placing
}
