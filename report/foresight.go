package report

import (
	"cmp"

	"adjudicate/aggregate"
	"adjudicate/history/amendment"
	"adjudicate/report/draw/diagram"
	"adjudicate/rules"
)

// foreseen draws a game with the plays that a change brings and takes: a square is marked if
// some piece gains or loses something there. Placements are left out. The diagram has one
// panel.
func foreseen(f *amendment.Foresight, st *aggregate.State, title string) (*diagram.Diagram, error) {
	book, err := st.Rulebook()
	if err != nil {
		return nil, err
	}
	b := BoardOf(st, book, title)
	p := diagram.Panel{Title: title, Files: b.Files, Ranks: b.Ranks, Pieces: []diagram.Piece{}, Marks: []diagram.Mark{}}
	for _, x := range b.Pieces {
		piece := diagram.Piece{Square: x.Square, Type: x.Type, Glyph: x.Glyph, Role: "piece", Side: x.Side}
		piece.Fill, piece.Ink, piece.Tag = b.Livery(x.Side)
		p.Pieces = append(p.Pieces, piece)
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
				m := mark(targetOf(play))
				m.Gained, m.Kinds = m.Gained|k, m.Kinds|k
			}
		}
		for _, play := range side.Lost {
			if k := kindOf(play); k != 0 {
				mark(targetOf(play)).Lost |= k
			}
		}
	}
	return &diagram.Diagram{Panels: []diagram.Panel{p}, Notes: []string{}}, nil
}

// targetOf is the square that a play is about: where the victim stands, or where the piece goes.
func targetOf(p amendment.Play) string { return cmp.Or(p.At, p.To) }

func kindOf(p amendment.Play) diagram.Kinds {
	switch p.Kind {
	case "move":
		return diagram.Move
	case "capture":
		return diagram.Capture
	case "shot":
		return diagram.Shot
	case rules.ExitWord():
		return diagram.Exit
	case "swap":
		return diagram.Swap
	case "placement":
		return 0
	}
	if p.Declared {
		return diagram.Declared
	}
	return diagram.Act
}
