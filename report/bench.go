package report

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"adjudicate/aggregate/offer"
	"adjudicate/report/draw"
	"adjudicate/rules"
)

// A Draft is a play that is being built click by click: a piece, then its destination, and so on.
type Draft struct {
	Side   string
	Play   string // as far as it is written
	From   string // the piece that is picked up, by id
	Barred bool   // whether to show also what it may not do
}

// A Bench is the board on which a play is built. Each step has an address, whose effect is described beforehand; a
// table of the squares offers the same steps as the picture.
type Bench struct {
	Draft   Draft
	From    string
	Picture template.HTML
	Rows    [][]benchCell // the squares as a table, the highest rank first
	Files   []string
	Held    []benchStep // pieces off the board that can be placed
	Choices []benchStep // what the piece that is picked up can do
	Barred  []benchStep // and what it may not, with the reason
	Rest    []benchStep // what belongs to no piece
	Picked  string      // the piece that is picked up, in words
	Back    string      // the address of the draft without its last part, "" without a part
	Other   string      // the address that shows, or no longer shows, what is barred
}

// A benchCell is a square of the table.
type benchCell struct {
	Square string
	Rank   int
	Piece  string // what stands there, in words
	Glyph  string
	Title  string // what choosing it does
	To     string // the address that it leads to, "" for none
}

// A benchStep is something to choose.
type benchStep struct {
	Text string
	To   string
	Why  string // why it may not be done
}

// A BenchHost is the page that shows a bench: it knows addresses, and a language.
type BenchHost struct {
	Language string                            // as that of a draw.Board
	Address  func(Draft) string                // that leads to a draft
	Several  func(square string) string        // "several plays lead to c3"
	On       func(piece, square string) string // "Rook R1 on c3"
}

// NewBench is the board for a draft of the play that an offer is about.
func NewBench(o *offer.Offer, d Draft, host BenchHost) (*Bench, error) {
	address := host.Address
	d.Side = o.Side()
	b := &Bench{Draft: d, From: d.From}
	st := o.State()
	book, err := st.Rulebook()
	if err != nil {
		return nil, err
	}
	drawn := BoardOf(st, book, "")
	drawn.Language = host.Language
	links, marks := map[string]draw.Link{}, map[string]bool{}
	var over draw.Overlay
	lead := func(square, title string, to Draft) {
		if _, taken := links[square]; square != "" && !taken {
			links[square] = draw.Link{Square: square, Address: address(to), Title: title}
		}
	}
	choices := o.Choices(d.From, d.Barred)
	ways := map[string]int{} // plays that lead to a square
	for i := range choices {
		if c := &choices[i]; len(c.Faults) == 0 || c.Later() {
			ways[c.To]++
		}
	}
	for i := range choices {
		c := &choices[i]
		to := Draft{Side: d.Side, Play: c.Play}
		if len(c.Faults) > 0 && !c.Later() {
			b.Barred = append(b.Barred, benchStep{Text: c.Text, To: address(to), Why: c.Faults[0].Message})
			over.Barred = append(over.Barred, draw.Note{Square: c.To, Title: c.Text + ": " + c.Faults[0].Message})
			continue
		}
		b.Choices = append(b.Choices, benchStep{Text: c.Text, To: address(to)})
		if ways[c.To] > 1 { // the list tells them apart
			lead(c.To, host.Several(c.To), Draft{Side: d.Side, Play: d.Play, From: d.From, Barred: d.Barred})
		} else {
			lead(c.To, c.Text, to)
		}
		if !marks[c.To] {
			marks[c.To] = true
			drawn.Marks = append(drawn.Marks, draw.Mark{Square: c.To, Kind: markOf(c)})
		}
	}
	for _, c := range o.Rest() {
		to := Draft{Side: d.Side, Play: c.Play}
		b.Rest = append(b.Rest, benchStep{Text: c.Text, To: address(to)})
		if c.To != "" && (o.Written() != "" || c.Closes()) {
			lead(c.To, c.Text, to)
			drawn.Marks = append(drawn.Marks, draw.Mark{Square: c.To, Kind: draw.Target})
		}
	}
	for _, p := range o.Pieces() {
		to := Draft{Side: d.Side, Play: d.Play, From: p.ID, Barred: d.Barred}
		title := fmt.Sprintf("%s %s", p.Type, p.ID)
		if p.ID == d.From {
			b.Picked = title
			if p.At != "" {
				over.Squares = append(over.Squares, p.At)
			}
		}
		if p.At == "" {
			b.Held = append(b.Held, benchStep{Text: title, To: address(to)})
			continue
		}
		for _, sq := range append([]string{p.At}, drawn.Covers[p.At]...) {
			lead(sq, host.On(title, sq), to)
		}
		if d.From == "" {
			over.Ready = append(over.Ready, p.At)
		}
	}
	if d.Barred && d.From != "" {
		b.everywhere(links, &drawn, o, lead)
	}
	for _, sq := range squaresOf(&drawn) {
		if l, ok := links[sq]; ok {
			over.Links = append(over.Links, l)
		}
	}
	if b.Picture, err = inline(drawn, over); err != nil {
		return nil, err
	}
	b.table(&drawn, links)
	if at := strings.LastIndex(o.Written(), ";"); at >= 0 {
		b.Back = address(Draft{Side: d.Side, Play: o.Written()[:at]})
	} else if o.Written() != "" || d.From != "" {
		b.Back = address(Draft{Side: d.Side})
	}
	other := d
	other.Barred = !d.Barred
	b.Other = address(other)
	return b, nil
}

// everywhere lets each other square lead to the play that goes there, so that the judge says why not.
func (b *Bench) everywhere(links map[string]draw.Link, drawn *draw.Board, o *offer.Offer, lead func(string, string, Draft)) {
	pc, ok := o.State().Piece(b.From)
	if !ok {
		return
	}
	for _, sq := range squaresOf(drawn) {
		text := pc.At + "-" + sq
		if other, taken := o.State().PieceAt(sq); taken && other.Side != pc.Side {
			text = pc.At + "x" + sq
		}
		if pc.At == "" {
			text = offer.Placement(pc.ID, sq)
		}
		if o.Written() != "" {
			text = o.Written() + "; " + text
		}
		if sq != pc.At && links[sq].Address == "" {
			lead(sq, text, Draft{Side: b.Draft.Side, Play: text, From: b.From, Barred: true})
		}
	}
}

// markOf is how a choice is marked on the board.
func markOf(c *offer.Choice) draw.Kind {
	switch {
	case c.Captures():
		return draw.Capture
	case c.Extraordinary():
		return draw.Declared
	case c.Exits():
		return draw.Exit
	}
	return draw.Target
}

// squaresOf lists the squares of a board, the highest rank first.
func squaresOf(b *draw.Board) (list []string) {
	for rank := b.Ranks - 1; rank >= 0; rank-- {
		for file := range b.Files {
			if sq := rules.SquareName(file, rank); !slices.Contains(b.Closed, sq) {
				list = append(list, sq)
			}
		}
	}
	return list
}

// table sets the squares in rows.
func (b *Bench) table(drawn *draw.Board, links map[string]draw.Link) {
	on := map[string]*draw.Piece{}
	standing := map[string]string{} // whose pieces of which types, the highest first
	for i := range drawn.Pieces {
		p := &drawn.Pieces[i]
		if below := standing[p.Square]; below != "" {
			standing[p.Square] = p.Side + " " + p.Type + ", " + below
		} else {
			standing[p.Square] = p.Side + " " + p.Type
		}
		on[drawn.Pieces[i].Square] = &drawn.Pieces[i]
		for _, sq := range drawn.Covers[drawn.Pieces[i].Square] {
			on[sq] = &drawn.Pieces[i]
		}
	}
	for file := range drawn.Files {
		b.Files = append(b.Files, rules.FileName(file))
	}
	for rank := drawn.Ranks - 1; rank >= 0; rank-- {
		row := []benchCell{}
		for file := range drawn.Files {
			p := benchCell{Square: rules.SquareName(file, rank), Rank: rank + 1}
			if piece := on[p.Square]; piece != nil {
				p.Piece, p.Glyph = standing[piece.Square], piece.Glyph
			}
			if l, ok := links[p.Square]; ok {
				p.To, p.Title = l.Address, l.Title
			}
			row = append(row, p)
		}
		b.Rows = append(b.Rows, row)
	}
}
