package report

import (
	"io"

	"adjudicate/draw"
	"adjudicate/draw/diagram"
	"adjudicate/internal/term"
	"adjudicate/rules"
)

// Drawing is the moves of pieces, drawn from their definitions.
type Drawing struct {
	Diagrams []*diagram.Diagram `json:"diagrams"`
}

// Print writes the view for people.
func (v *Drawing) Print(p *term.Page) {
	for i, d := range v.Diagrams {
		if i > 0 {
			p.Blank()
		}
		p.Raw(d.Text())
	}
}

// Draw draws the moves of types of a rulebook under readings. As is the type that a copying piece copies, "" for none.
func Draw(book *rules.Rulebook, readings map[string]string, names []string, as string) (*Drawing, error) {
	v := &Drawing{}
	for _, name := range names {
		d, err := diagram.Of(book, readings, name, diagram.Options{As: as})
		if err != nil {
			return nil, err
		}
		v.Diagrams = append(v.Diagrams, d)
	}
	return v, nil
}

// Picture writes a board as a picture, with what lies over it.
func Picture(b draw.Board, over draw.Overlay) func(io.Writer) error {
	return func(w io.Writer) error { return draw.SVGOver(w, b, over, draw.Options{}) }
}

// Picture writes the board as a picture.
func (v *Board) Picture(w io.Writer) error { return Picture(v.Drawn, draw.Overlay{})(w) }

// Picture writes the board with the moves as a picture.
func (v *Moves) Picture(w io.Writer) error { return Picture(v.Drawn, draw.Overlay{})(w) }

// Pixels draws the board as a picture of pixels.
func (v *Board) Pixels(w io.Writer) error { return draw.PNG(w, v.Drawn, draw.Options{}) }
