package report

import (
	"cmp"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"adjudicate/aggregate"
	"adjudicate/internal/term"
	"adjudicate/report/draw"
	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/rules/picture"
	"adjudicate/systems/position"
)

// glyphs returns the glyph of each type of a rulebook.
func glyphs(book *rules.Rulebook) map[string]string {
	out := map[string]string{}
	for _, d := range book.Pieces() {
		out[d.Piece.Name] = d.Piece.Glyph
	}
	return out
}

// glyphOf is a type's glyph, "?" for a type that the rulebook in force does not define.
func glyphOf(g map[string]string, typ string) string {
	if x := g[typ]; x != "" {
		return x
	}
	return "?"
}

// BoardOf draws the board of a ledger.
func BoardOf(st *aggregate.State, book *rules.Rulebook, title string) draw.Board {
	b := draw.Board{Title: title, Entered: st.Entered()}
	b.Files, b.Ranks = st.Board()
	if board := book.Procedure().Board; board != nil {
		if b.Files == 0 {
			b.Files, b.Ranks = board.Files, board.Ranks
		}
		b.Closed = board.ClosedSquares(b.Files, b.Ranks)
		b.AroundFiles, b.AroundRanks = board.Around()
	}
	dressed(&b, picture.Of(st.Words()), book, readingOf(st))
	for side := range st.Sides() {
		note := ""
		if book.Procedure().Weights != nil {
			note = st.Weight(side.Name).String()
		}
		b.Sides = append(b.Sides, draw.Side{Name: side.Name, Note: note, ToPlay: st.IsToPlay(side.Name), Clock: clockOf(st, book, side.Name), InCheck: st.InCheck(side.Name), Heading: headingOf(book, side.Name)})
	}
	known, wide, pieces := glyphs(book), book.Covering(), book.Pieces()
	b.Walls, b.States = slices.Clone(st.Closed()), statesOf(Marked(st))
	at := map[string]string{}
	royal := map[string]string{}
	for p := range st.Pieces() {
		if p.At == "" {
			continue
		}
		at[p.ID] = p.At
		for _, d := range pieces {
			if d.Piece.Royal && d.Piece.Name == p.Type {
				royal[p.Side] = p.At
			}
		}
		b.Pieces = append(b.Pieces, draw.Piece{Square: p.At, Glyph: glyphOf(known, p.Type), Type: p.Type, ID: p.ID, Side: p.Side})
		if def := wide[p.Type]; def != nil {
			cover(&b, p.At, p.Covered(p.At, def, book.Procedure().Board))
		}
	}
	level := map[string]int{}
	if s := book.Procedure().Sharing; s != nil && s.Order != "" {
		for p := range st.Pieces() {
			for _, c := range p.Counters {
				if c.Name == s.Order {
					level[p.ID] = c.Value
				}
			}
		}
	}
	raise(&b, book, level)
	for _, check := range st.Checks() {
		if royal[check.Side] == "" {
			continue
		}
		b.Marks = append(b.Marks, draw.Mark{Square: royal[check.Side], Kind: draw.Check})
		for _, id := range check.By {
			if at[id] != "" {
				b.Arrows = append(b.Arrows, draw.Arrow{From: at[id], To: royal[check.Side], Kind: draw.Check})
			}
		}
	}
	return b
}

// raise lists the pieces that share a square from the lowest to the one that stands for the square: by levels, given by their ids, where rules order them;
// else one that does not share is above, and an older one. Pieces that stand alone keep their places.
func raise(b *draw.Board, book *rules.Rulebook, level map[string]int) {
	on := map[string]int{}
	for i := range b.Pieces {
		on[b.Pieces[i].Square]++
	}
	if len(on) == len(b.Pieces) {
		return
	}
	shares := map[string]bool{}
	for _, d := range book.Pieces() {
		shares[d.Piece.Name] = shares[d.Piece.Name] || d.Piece.Shares != ""
	}
	var places []int
	var list []draw.Piece
	for i, p := range b.Pieces {
		if on[p.Square] > 1 {
			places, list = append(places, i), append(list, p)
		}
	}
	slices.Reverse(list) // the youngest first
	slices.SortStableFunc(list, func(x, y draw.Piece) int {
		above := 0
		switch {
		case shares[x.Type] == shares[y.Type]:
		case shares[x.Type]:
			above = -1
		default:
			above = 1
		}
		return cmp.Or(level[x.ID]-level[y.ID], above)
	})
	for i, p := range list {
		b.Pieces[places[i]] = p
	}
}

// cover lets a piece stand on squares beside its own.
func cover(b *draw.Board, at string, squares []string) {
	for _, sq := range squares {
		if sq == at {
			continue
		}
		if b.Covers == nil {
			b.Covers = map[string][]string{}
		}
		b.Covers[at] = append(b.Covers[at], sq)
	}
}

// Marks are the squares that have a state, with the same number and of the same side.
type Marks struct {
	State   string   `json:"state"`
	Number  int      `json:"number,omitempty"` // of the state, if not 1
	Side    string   `json:"side,omitempty"`   // whose it is, if anybody's
	Squares []string `json:"squares"`
}

// String is the state as a legend names it: "frozen", "fuse 3", "claim (Red)".
func (m *Marks) String() string {
	text := m.State
	if m.Number > 1 {
		text += " " + strconv.Itoa(m.Number)
	}
	if m.Side != "" {
		text += " (" + m.Side + ")"
	}
	return text
}

// Marked lists the states of squares by their names, numbers and sides.
func Marked(st *aggregate.State) (list []Marks) {
	for _, m := range st.Marks() {
		same := func(x Marks) bool { return x.State == m.Mark && x.Number == m.Number && x.Side == m.Side }
		if i := slices.IndexFunc(list, same); i >= 0 {
			list[i].Squares = append(list[i].Squares, m.Square)
			continue
		}
		list = append(list, Marks{m.Mark, m.Number, m.Side, []string{m.Square}})
	}
	slices.SortFunc(list, func(a, b Marks) int {
		return cmp.Or(strings.Compare(a.State, b.State), a.Number-b.Number, strings.Compare(a.Side, b.Side))
	})
	for i := range list {
		slices.SortFunc(list[i].Squares, func(a, b string) int {
			f1, r1, _ := rules.ParseSquare(a)
			f2, r2, _ := rules.ParseSquare(b)
			return cmp.Or(f1-f2, r1-r2)
		})
	}
	return list
}

func statesOf(list []Marks) (out []draw.State) {
	for i := range list {
		out = append(out, draw.State{Name: list[i].String(), Squares: list[i].Squares})
	}
	return out
}

// readingOf returns what gives the reading in force of an entry of the register.
func readingOf(st *aggregate.State) func(entry string) (string, bool) {
	register := sync.OnceValue(func() *rules.Register {
		register, err := st.Register()
		if err != nil {
			return nil // whoever asks the register says why
		}
		return register
	})
	return func(entry string) (string, bool) {
		for _, r := range st.Readings() {
			if r.Entry == entry {
				return r.Reading, true
			}
		}
		if register() == nil {
			return "", false
		}
		e, ok := register().Entry(entry)
		return e.Default, ok
	}
}

// dressed makes a board look as its system wants it, under readings.
func dressed(b *draw.Board, p *picture.Picture, book *rules.Rulebook, reading func(entry string) (string, bool)) {
	if p == nil {
		return
	}
	b.Turned = picture.Turns[p.Turned]
	for typ, figures := range p.Figures {
		if b.Figures == nil {
			b.Figures = map[string][]string{}
		}
		b.Figures[typ] = figures.List()
	}
	board := book.Procedure().Board
	if board == nil {
		return
	}
	for _, r := range board.Standing(rules.Resolver{Reading: reading, Quantities: book.Procedure().Named()}) {
		tint, ok := p.Regions[r.Name]
		if !ok {
			continue
		}
		squares := slices.Clone(r.Squares)
		for _, side := range slices.Sorted(maps.Keys(r.Of)) {
			squares = append(squares, r.Of[side]...)
		}
		at, _ := rules.Squares(squares, b.Files, b.Ranks)
		out := draw.Tint{Name: r.Name, Colour: tint.Colour, Sign: tint.Sign}
		for _, sq := range at {
			out.Squares = append(out.Squares, rules.SquareName(sq[0], sq[1]))
		}
		b.Tints = append(b.Tints, out)
	}
}

// headingOf is where the pieces of a side head, "" if no rule says.
func headingOf(book *rules.Rulebook, side string) string {
	board := book.Procedure().Board
	if board == nil {
		return ""
	}
	if h, ok := board.Heading[side]; ok {
		return h
	}
	return board.Heading["others"]
}

// boardOfSetting draws the board of a position document.
func boardOfSetting(set *position.Setting, title string) draw.Board {
	rs := set.Rules
	b := draw.Board{Title: title, Files: rs.Files(), Ranks: rs.Ranks(), Entered: set.Doc.Entered, Closed: rs.Closed()}
	b.AroundFiles, b.AroundRanks = rs.Around()
	dressed(&b, set.Doc.Picture, set.Book, rs.Reading)
	for i := range set.Doc.Sides {
		b.Sides = append(b.Sides, draw.Side{Name: set.Doc.Sides[i].Name, InCheck: set.Position.InCheck(movement.SideID(i)), Heading: headingOf(set.Book, set.Doc.Sides[i].Name)})
	}
	for i := range set.Doc.Pieces {
		if p := &set.Doc.Pieces[i]; p.At != "" {
			b.Pieces = append(b.Pieces, draw.Piece{Square: p.At, Glyph: rs.Glyph(set.Position.TypeOf(movement.PieceID(i))), Type: p.Type, ID: p.ID, Side: p.Side})
			var squares []string
			for _, sq := range set.Position.SquaresOf(movement.PieceID(i)) {
				squares = append(squares, rs.SquareName(sq))
			}
			cover(&b, p.At, squares)
		}
	}
	levels := map[string]int{}
	for i := range set.Doc.Pieces {
		levels[set.Doc.Pieces[i].ID] = set.Position.LevelOf(movement.PieceID(i))
	}
	raise(&b, set.Book, levels)
	return b
}

// textBoard draws a board for the terminal.
func textBoard(p *term.Page, b draw.Board) string { return draw.Text(b, draw.Options{Color: p.Color}) }

// NewBoard returns the board of a state after an event.
func NewBoard(st *aggregate.State, at uint64) (*Board, error) {
	book, err := st.Rulebook()
	if err != nil {
		return nil, err
	}
	v := &Board{Sequence: at, Pieces: PiecesOf(st, true), Closed: slices.Clone(st.Closed()), States: Marked(st), Drawn: BoardOf(st, book, st.Game())}
	v.Drawn.After = at
	v.Files, v.Ranks = v.Drawn.Files, v.Drawn.Ranks
	return v, nil
}

// Board is the board after an event.
type Board struct {
	Sequence uint64                `json:"sequence"`
	Files    int                   `json:"files"`
	Ranks    int                   `json:"ranks"`
	Pieces   []Piece               `json:"pieces"`
	As       []string              `json:"as,omitzero" doc:"the sides whose view it is, none for that of nobody, where rules hide a part of the game"`
	Hidden   []string              `json:"hidden,omitempty" doc:"squares that are not seen"`
	Closed   []string              `json:"closed,omitempty" doc:"squares that are closed"`
	States   []Marks               `json:"states,omitempty" doc:"what rules say of squares for a time, such as frozen"`
	Drawn    draw.Board            `json:"-"`
	Plain    bool                  `json:"-"` // drawn without its legend
	film     func(io.Writer) error // draws it in place of Picture; nil: nothing does
}

// A Way is how a board is to be drawn.
type Way struct {
	Flip      bool   // upside down
	Part      string // leave only this part of it, such as "c3-h9"; "" is all of it
	Figurines bool   // pieces named as those of chess by the signs that Unicode has for those
	Language  string // of what the picture says, "" is English
}

// Show has the board drawn in a way. Its error is draw.ErrPart.
func (v *Board) Show(w Way) error {
	v.Drawn.Language = w.Language
	if w.Flip {
		v.Drawn.Flip()
	}
	if w.Figurines {
		v.Drawn.Figures = picture.Figurines(v.Drawn.Figures)
	}
	if w.Part == "" {
		return nil
	}
	return v.Drawn.Crop(w.Part)
}

// Print writes the view for people.
func (v *Board) Print(p *term.Page) {
	if v.Files == 0 {
		p.Line("There is no board: no rule in force describes one.")
		return
	}
	p.Raw(textBoard(p, v.Drawn))
}
