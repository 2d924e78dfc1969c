package web

import (
	"context"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/aggregate/offer"
	"adjudicate/draw"
	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/report"
	"adjudicate/rules"
)

// A play is built click by click: a piece, then where it goes, and on from there. Every step is an address, so that it needs no
// script; what each leads to is told before it is taken, and a table of the squares says the same as the picture.

// A draft is what an address of the page says of a play that is being built.
type draft struct {
	Side   string
	Play   string // as far as it is written
	From   string // the piece that is picked up, by id
	Barred bool   // whether to show also what it may not do
}

// query is a draft as it stands in an address.
func (d draft) query() string {
	v := url.Values{}
	for _, f := range [][2]string{{"side", d.Side}, {"play", d.Play}, {"from", d.From}} {
		if f[1] != "" {
			v.Set(f[0], f[1])
		}
	}
	if d.Barred {
		v.Set("barred", "1")
	}
	return "?" + v.Encode()
}

// draftOf reads a draft from an address or a form.
func draftOf(get func(string) string) draft {
	return draft{Side: get("side"), Play: get("play"), From: get("from"), Barred: get("barred") != ""}
}

// A bench is the board on which a play is built.
type bench struct {
	Draft   draft
	From    string
	Picture template.HTML
	Rows    [][]cell // the squares as a table, the highest rank first
	Files   []string
	Held    []step // pieces off the board that can be placed
	Choices []step // what the piece that is picked up can do
	Barred  []step // and what it may not, with the reason
	Rest    []step // what belongs to no piece
	Picked  string // the piece that is picked up, in words
	Back    string // the address of the draft without its last part, "" without a part
	Other   string // the address that shows, or no longer shows, what is barred
}

// A cell is a square of the table.
type cell struct {
	Square string
	Rank   int
	Piece  string // what stands there, in words
	Glyph  string
	Title  string // what choosing it does
	To     string // the address that it leads to, "" for none
}

// A step is something to choose.
type step struct {
	Text string
	To   string
	Why  string // why it may not be done
}

// bench sets up the board for a draft; the ledger is the request's own, and stands at the moment of the input. It is nil where nothing
// can be built.
func (s *Server) bench(ctx context.Context, j *aggregate.Judge, in aggregate.Input, d draft, lang string) (*bench, error) {
	o := offer.New(j, in)
	if o == nil {
		return nil, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	d.Side = in.Payload.(events.PlaySubmitted).Side
	b := &bench{Draft: d, From: d.From}
	st := o.State()
	book, err := st.Rulebook()
	if err != nil {
		return nil, err
	}
	drawn := report.BoardOf(st, book, "")
	links, marks := map[string]draw.Link{}, map[string]bool{}
	var over draw.Overlay
	lead := func(square, title string, to draft) {
		if _, taken := links[square]; square != "" && !taken {
			links[square] = draw.Link{Square: square, Address: to.query(), Title: title}
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
		to := draft{Side: d.Side, Play: c.Play}
		if len(c.Faults) > 0 && !c.Later() {
			b.Barred = append(b.Barred, step{Text: c.Text, To: to.query(), Why: c.Faults[0].Message})
			over.Barred = append(over.Barred, draw.Note{Square: c.To, Title: c.Text + ": " + c.Faults[0].Message})
			continue
		}
		b.Choices = append(b.Choices, step{Text: c.Text, To: to.query()})
		if ways[c.To] > 1 { // the list tells them apart
			lead(c.To, say(lang, "several plays lead to %s", c.To), draft{Side: d.Side, Play: d.Play, From: d.From, Barred: d.Barred})
		} else {
			lead(c.To, c.Text, to)
		}
		if !marks[c.To] {
			marks[c.To] = true
			drawn.Marks = append(drawn.Marks, draw.Mark{Square: c.To, Kind: markOf(c.Kind)})
		}
	}
	for _, c := range o.Rest() {
		to := draft{Side: d.Side, Play: c.Play}
		b.Rest = append(b.Rest, step{Text: c.Text, To: to.query()})
		if o.Written() != "" || c.Kind == notation.Close {
			lead(c.To, c.Text, to)
			drawn.Marks = append(drawn.Marks, draw.Mark{Square: c.To, Kind: draw.Target})
		}
	}
	for _, p := range o.Pieces() {
		to := draft{Side: d.Side, Play: d.Play, From: p.ID, Barred: d.Barred}
		title := fmt.Sprintf("%s %s", p.Type, p.ID)
		if p.ID == d.From {
			b.Picked = title
			if p.At != "" {
				over.Squares = append(over.Squares, p.At)
			}
		}
		if p.At == "" {
			b.Held = append(b.Held, step{Text: title, To: to.query()})
			continue
		}
		lead(p.At, say(lang, "%s on %s", title, p.At), to)
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
	var text strings.Builder
	if err := draw.SVGOver(&text, drawn, over, draw.Options{}); err != nil {
		return nil, err
	}
	b.Picture = template.HTML(text.String())
	b.table(&drawn, links)
	if at := strings.LastIndex(o.Written(), ";"); at >= 0 {
		b.Back = draft{Side: d.Side, Play: o.Written()[:at]}.query()
	} else if o.Written() != "" || d.From != "" {
		b.Back = draft{Side: d.Side}.query()
	}
	other := d
	other.Barred = !d.Barred
	b.Other = other.query()
	return b, nil
}

// everywhere lets each other square lead to the play that goes there, so that the judge says why not.
func (b *bench) everywhere(links map[string]draw.Link, drawn *draw.Board, o *offer.Offer, lead func(string, string, draft)) {
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
			text = notation.Item{Kind: notation.Placement, ID: pc.ID, To: sq}.String()
		}
		if o.Written() != "" {
			text = o.Written() + "; " + text
		}
		if sq != pc.At && links[sq].Address == "" {
			lead(sq, text, draft{Side: b.Draft.Side, Play: text, From: b.From, Barred: true})
		}
	}
}

// markOf is how a choice is marked on the board.
func markOf(k notation.Kind) draw.Kind {
	switch k {
	case notation.Capture:
		return draw.Capture
	case notation.Special, notation.Promotion:
		return draw.Special
	case notation.Scratch:
		return draw.Scratch
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
func (b *bench) table(drawn *draw.Board, links map[string]draw.Link) {
	on := map[string]*draw.Piece{}
	for i := range drawn.Pieces {
		on[drawn.Pieces[i].Square] = &drawn.Pieces[i]
	}
	for file := range drawn.Files {
		b.Files = append(b.Files, rules.FileName(file))
	}
	for rank := drawn.Ranks - 1; rank >= 0; rank-- {
		row := []cell{}
		for file := range drawn.Files {
			p := cell{Square: rules.SquareName(file, rank), Rank: rank + 1}
			if piece := on[p.Square]; piece != nil {
				p.Piece, p.Glyph = piece.Side+" "+piece.Type, piece.Glyph
			}
			if l, ok := links[p.Square]; ok {
				p.To, p.Title = l.Address, l.Title
			}
			row = append(row, p)
		}
		b.Rows = append(b.Rows, row)
	}
}
