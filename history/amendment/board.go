package amendment

import (
	"strings"

	"adjudicate/aggregate"
	"adjudicate/draw/diagram"
)

// Board draws a game with the plays that a change brings and takes: a square is marked if
// some piece gains or loses something there. Placements are left out. The diagram has one
// panel.
func (f *Foresight) Board(s *aggregate.State, title string) (*diagram.Diagram, error) {
	book, err := bookOf(s)
	if err != nil {
		return nil, err
	}
	p := diagram.Panel{Title: title, Pieces: []diagram.Piece{}, Marks: []diagram.Mark{}}
	if p.Files, p.Ranks = s.Board(); book.Procedure().Board != nil {
		p.Files, p.Ranks = book.Procedure().Board.Files, book.Procedure().Board.Ranks
	}
	glyphs := map[string]string{}
	for _, d := range book.Pieces() {
		glyphs[d.Piece.Name] = d.Piece.Glyph
	}
	tags := tagsOf(s)
	for pc := range s.Pieces() {
		if pc.At == "" {
			continue
		}
		glyph := glyphs[pc.Type]
		if glyph == "" {
			glyph = "?"
		}
		p.Pieces = append(p.Pieces, diagram.Piece{Square: pc.At, Type: pc.Type, Glyph: glyph, Role: "piece", Side: pc.Side, Tag: tags[pc.Side]})
	}
	mark := func(square string) *diagram.Mark {
		for i := range p.Marks {
			if p.Marks[i].Square == square {
				return &p.Marks[i]
			}
		}
		p.Marks = append(p.Marks, diagram.Mark{Square: square})
		return &p.Marks[len(p.Marks)-1]
	}
	for _, side := range f.Plays {
		for _, play := range side.Gained {
			if k := kindOf(play); k != 0 {
				m := mark(play.target())
				m.Gained, m.Kinds = m.Gained|k, m.Kinds|k
			}
		}
		for _, play := range side.Lost {
			if k := kindOf(play); k != 0 {
				mark(play.target()).Lost |= k
			}
		}
	}
	return &diagram.Diagram{Panels: []diagram.Panel{p}, Notes: []string{}}, nil
}

// target is the square that a play is about: where the victim stands, or where the piece goes.
func (p *Play) target() string {
	if p.At != "" {
		return p.At
	}
	return p.To
}

func kindOf(p Play) diagram.Kinds {
	switch p.Kind {
	case "move":
		return diagram.Move
	case "capture":
		return diagram.Capture
	case "shot":
		return diagram.Shot
	case "special":
		return diagram.Special
	case "scratch":
		return diagram.Scratch
	case "swap":
		return diagram.Swap
	case "placement":
		return 0
	}
	return diagram.Act
}

// tagsOf gives each side a letter of its name that no side before it has, in small.
func tagsOf(s *aggregate.State) map[string]string {
	out, taken := map[string]string{}, map[rune]bool{}
	for side := range s.Sides() {
		out[side.Name] = "?"
		for _, r := range strings.ToLower(side.Name) + "123456789" {
			if !taken[r] && (r >= 'a' && r <= 'z' || r >= '1' && r <= '9') {
				taken[r] = true
				out[side.Name] = string(r)
				break
			}
		}
	}
	return out
}
