package report

import (
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"adjudicate/history/amendment"
	"adjudicate/internal/term"
	"adjudicate/report/draw"
	"adjudicate/report/draw/diagram"
	"adjudicate/rules"
)

// Drawing shows the moves of pieces, drawn from their definitions.
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

// Draw draws the moves of the type that a word means under a law. As is the type that a copying piece copies, "" for none.
func Draw(l *amendment.Law, word, as string) (*Drawing, error) {
	name, err := l.Book.TypeNamed(word)
	if err != nil {
		return nil, err
	}
	return drawn(l, []string{name}, as)
}

func drawn(l *amendment.Law, types []string, as string) (v *Drawing, err error) {
	if as != "" {
		if as, err = l.Book.TypeNamed(as); err != nil {
			return nil, err
		}
	}
	v = &Drawing{}
	for _, name := range types {
		d, err := diagram.Of(l.Book, l.Readings, name, diagram.Options{As: as})
		if err != nil {
			return nil, err
		}
		v.Diagrams = append(v.Diagrams, d)
	}
	return v, nil
}

// DrawFile does the same as Draw for the types that a file defines, whose rules are added to the law.
func DrawFile(l *amendment.Law, file *rules.File, as string) (*Drawing, error) {
	with, types := *l, []string(nil)
	for i := range file.Rules {
		with.Book = with.Book.With(file.Rules[i])
		if p := file.Rules[i].Piece; p != nil {
			types = append(types, p.Name)
		}
	}
	if len(types) == 0 {
		return nil, fmt.Errorf("%s defines no piece", file.Name)
	}
	return drawn(&with, types, as)
}

// Picture writes a board as a picture, with what lies over it.
func Picture(b draw.Board, over draw.Overlay) func(io.Writer) error {
	return func(w io.Writer) error { return draw.SVGOver(w, b, over, draw.Options{}) }
}

// Inline draws a board for inclusion in a page in a language, as that of a draw.Board; it returns "" if there is no board yet.
func Inline(b draw.Board, language string) (template.HTML, error) {
	b.Language = language
	return inline(b, draw.Overlay{})
}

// mostSquares is how many squares a list of them has at most.
const mostSquares = 64

// Squares reads a list of squares, such as "c3,d4".
func Squares(text string) ([]string, error) {
	list := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	for _, square := range list {
		if _, _, ok := rules.ParseSquare(square); !ok {
			return nil, fmt.Errorf("%q is not a square: expected a list such as c3,d4", square)
		}
	}
	if len(list) > mostSquares {
		return nil, fmt.Errorf("%d squares: expected at most %d", len(list), mostSquares)
	}
	return list, nil
}

// InlineLit is Inline with some squares outlined, of those that the picture shows.
func InlineLit(b draw.Board, language string, squares []string) (template.HTML, error) {
	b.Language = language
	return inline(b, draw.Overlay{Squares: slices.DeleteFunc(slices.Clone(squares), func(s string) bool { return !b.Shows(s) })})
}

func inline(b draw.Board, over draw.Overlay) (template.HTML, error) {
	if b.Files == 0 {
		return "", nil
	}
	var text strings.Builder
	err := Picture(b, over)(&text)
	return template.HTML(inlined(text.String())), err // drawn by this program; names in it are escaped
}

// Picture writes the board as a picture.
func (v *Board) Picture(w io.Writer) error {
	if v.film != nil {
		return v.film(w)
	}
	return draw.SVG(w, v.Drawn, draw.Options{Plain: v.Plain})
}

// Picture writes the board with the moves as a picture.
func (v *Moves) Picture(w io.Writer) error { return Picture(v.Drawn, draw.Overlay{})(w) }

// Pixels draws the board as a picture of pixels.
func (v *Board) Pixels(w io.Writer) error { return draw.PNG(w, v.Drawn, draw.Options{Plain: v.Plain}) }
