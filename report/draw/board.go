// Package draw draws boards and charts, as text for a terminal and as SVG.
//
// A [Board] is a plain value that any caller can fill in: a size, pieces with their glyphs and sides,
// and marks to show about them. [Text] and [SVG] draw it. [Series] draws the Weights of a game;
// [Sparkline] draws them in one line of text.
//
//	state ──► (caller) ──► Board ──► Text: letters, with or without colour
//	                             └─► SVG: one self-contained picture, light or dark page
//
// A piece's glyph shows its type. Its side is shown twice, by colour and by a tag, a letter of the
// side's name, so that nothing is lost in black and white or to a reader who sees no colours.
//
// The package knows no rules: it shows where a piece can go only if the marks say so. It refuses boards
// of more than 64 files or ranks; see [Board.Check].
package draw

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"adjudicate/rules"
	colours "adjudicate/rules/picture"
)

// MaxSize is the greatest number of files and of ranks.
const MaxSize = 64

// Board is a position to draw.
type Board struct {
	Title        string // the game, for instance; may be empty
	After        uint64 // the event after which the board is so, told with the title; 0: it is not told
	Language     string // of what the picture says: "de"; any other is English
	Files, Ranks int
	First        [2]int              // file and rank of the first square that is shown, from 0; see Crop
	Sides        []Side              // in the order of the legend
	Entered      []string            // every side that ever entered, in order, for letters and colours that last; may be empty
	Pieces       []Piece             // of several on one square the last is on top, and is drawn
	Covers       map[string][]string // square of a piece -> further squares on which it stands
	Marks        []Mark
	OtherKind    string              // how the legend calls the moves of a declared kind; empty: in general words
	Arrows       []Arrow             // only SVG draws them
	Walls        []string            // squares on which nothing can stand
	Closed       []string            // squares that there are not
	AroundFiles  bool                // after the last file comes the first
	AroundRanks  bool                // after the last rank comes the first
	Tints        []Tint              // of regions, in the order of the legend
	States       []State             // of squares, in the order of the legend
	Figures      map[string][]string // type -> what is drawn in place of its glyph, by the order of the sides; the last one for all further sides
	Turned       int                 // how far the board is turned, in degrees clockwise, a multiple of 45: at 45 it is a diamond with the end of the first rank at the bottom, at 315 one with a1

	cropped bool // it is a part of a board
}

// Flip turns the board upside down, as players on the far side see it.
func (b *Board) Flip() {
	b.Turned = (b.Turned + 180) % 360
}

// named is what a tint is called.
func (b *Board) named(t *Tint) string {
	if t.Fog {
		return b.say("not seen")
	}
	return t.Name
}

// Tint is how squares of a region are shown: by a colour, and in text by a sign where they are empty.
type Tint struct {
	Name    string // of the region; of Fog none
	Fog     bool   // the squares are not seen
	Squares []string
	Colour  string // a word of package picture, or #rrggbb
	Sign    string // one column wide; empty: none
}

// State is a state that rules give to some squares for a time, such as "frozen", with the sign drawn on them.
type State struct {
	Name    string
	Squares []string
}

// stateSigns are the signs of states, in their order; none is one of a mark.
var stateSigns = [...]string{"*", "^", "~", "%", "!", "&", "$", "@"}

// stateSign is the sign of a state by its place among those of the board; after the last sign they begin anew, in pairs.
func stateSign(i int) string {
	return strings.Repeat(stateSigns[i%len(stateSigns)], 1+i/len(stateSigns))
}

// Side is an owner of pieces.
type Side struct {
	Name    string
	Note    string // "37.5"; stands beside the name in the legend
	ToPlay  bool
	Clock   Phrase // the time that it has; no format: nothing is told
	Heading string // "north": where its pieces head, shown as an arrow in the legend; empty: none is shown
	InCheck bool
}

// Piece is a piece on a square.
type Piece struct {
	Square, Glyph, Type, ID, Side string
}

// sign is what is drawn of a piece: its figure, or its glyph.
func (b *Board) sign(p *Piece) string {
	figures := b.Figures[p.Type]
	if len(figures) == 0 {
		return p.Glyph
	}
	place := max(0, slices.IndexFunc(b.Sides, func(s Side) bool { return s.Name == p.Side }))
	if i := slices.Index(b.Entered, p.Side); i >= 0 {
		place = i
	}
	return figures[min(place, len(figures)-1)]
}

// stacks lists the pieces on each square that holds several, the lowest first. It is nil where no square does, as in most games.
func (b *Board) stacks() map[string][]*Piece {
	on := make(map[string]int, len(b.Pieces))
	several := false
	for i := range b.Pieces {
		on[b.Pieces[i].Square]++
		several = several || on[b.Pieces[i].Square] > 1
	}
	if !several {
		return nil
	}
	out := map[string][]*Piece{}
	for i := range b.Pieces {
		if p := &b.Pieces[i]; on[p.Square] > 1 {
			out[p.Square] = append(out[p.Square], p)
		}
	}
	return out
}

// Mark says something about a square.
type Mark struct {
	Square string
	Kind   Kind
}

// Arrow points from a square to a square: from a piece that gives check, or along a move.
type Arrow struct {
	From, To string
	Kind     Kind
}

// Kind says what a mark or an arrow means.
type Kind int

// The kinds of marks, in the order of the legend. If a square has several, the later ones
// are drawn above.
const (
	Origin   Kind = iota + 1 // the piece in question, or where it came from
	Target                   // it can move here
	Capture                  // it can capture here
	Declared                 // a move of a kind that rules declare leads here
	Exit                     // by going here it would leave the board
	Defended                 // it defends the piece here
	Check                    // gives or is in check, or lies between
)

var kindNames = [...]string{
	Origin: "from", Target: "move", Capture: "capture", Declared: "other move", Exit: "leaves the board",
	Defended: "defended", Check: "check",
}

// String returns the kind's word in the legend, "move".
func (k Kind) String() string {
	if k < Origin || k > Check {
		return "unknown"
	}
	return kindNames[k]
}

// word is how the legend calls a kind.
func (b *Board) word(k Kind) string {
	if k == Declared && b.OtherKind != "" {
		return b.OtherKind // a word of the rules, whatever the language
	}
	return b.say(k.String())
}

// Errors that Check wraps.
var (
	ErrSize   = errors.New("the board is too large or too small")
	ErrSquare = errors.New("no square of the board")
	ErrSide   = errors.New("no side of the board")
	ErrTaken  = errors.New("a piece on a square that another one covers")
	ErrKind   = errors.New("no kind of mark")
	ErrColour = errors.New("no colour")
	ErrPart   = errors.New("no part of the board")
	ErrTurn   = errors.New("a board is turned by 45, 90, 180 or 270 degrees")
)

// Check reports what about the board cannot be drawn: a size, the first square that is off the
// board, a piece of no side, a piece on a square that another one covers.
func (b *Board) Check() error {
	if b.Files < 1 || b.Files > MaxSize || b.Ranks < 1 || b.Ranks > MaxSize {
		return fmt.Errorf("draw: %d files, %d ranks: %w (1 to %d)", b.Files, b.Ranks, ErrSize, MaxSize)
	}
	sides := map[string]bool{}
	for _, s := range b.Sides {
		sides[s.Name] = true
	}
	taken := map[string]bool{}
	for _, p := range b.Pieces {
		switch {
		case !b.on(p.Square):
			return fmt.Errorf("draw: piece %s on %q: %w", p.ID, p.Square, ErrSquare)
		case !sides[p.Side]:
			return fmt.Errorf("draw: piece %s of %q: %w", p.ID, p.Side, ErrSide)
		}
		taken[p.Square] = true
	}
	for _, p := range b.Pieces {
		for _, sq := range b.Covers[p.Square] {
			switch {
			case !b.on(sq):
				return fmt.Errorf("draw: piece %s on %q: %w", p.ID, sq, ErrSquare)
			case taken[sq]:
				return fmt.Errorf("draw: %s: %w", sq, ErrTaken)
			}
			taken[sq] = true
		}
	}
	for _, s := range b.States {
		for _, sq := range s.Squares {
			if !b.on(sq) {
				return fmt.Errorf("draw: %s %s: %w", s.Name, sq, ErrSquare)
			}
		}
	}
	for _, m := range b.Marks {
		if err := b.checkMark(m.Kind, m.Square); err != nil {
			return err
		}
	}
	for _, a := range b.Arrows {
		if err := b.checkMark(a.Kind, a.From, a.To); err != nil {
			return err
		}
	}
	for _, t := range b.Tints {
		if _, ok := colours.Colour(t.Colour); !ok {
			return fmt.Errorf("draw: %q of %s: %w", t.Colour, t.Name, ErrColour)
		}
		for _, sq := range t.Squares {
			if !b.on(sq) {
				return fmt.Errorf("draw: %s of %s: %w", sq, t.Name, ErrSquare)
			}
		}
	}
	if b.Turned < 0 || b.Turned >= 360 || b.Turned%45 != 0 {
		return fmt.Errorf("draw: %d degrees: %w", b.Turned, ErrTurn)
	}
	for _, w := range slices.Concat(b.Walls, b.Closed) {
		if !b.on(w) {
			return fmt.Errorf("draw: wall on %q: %w", w, ErrSquare)
		}
	}
	return nil
}

func (b *Board) checkMark(k Kind, squares ...string) error {
	if k < Origin || k > Check {
		return fmt.Errorf("draw: mark %d: %w", k, ErrKind)
	}
	for _, s := range squares {
		if !b.on(s) {
			return fmt.Errorf("draw: mark on %q: %w", s, ErrSquare)
		}
	}
	return nil
}

// Shows reports whether a square is one of those that are drawn.
func (b *Board) Shows(square string) bool { return b.on(square) }

func (b *Board) on(square string) bool {
	file, rank, ok := rules.ParseSquare(square)
	file, rank = file-b.First[0], rank-b.First[1]
	return ok && file >= 0 && rank >= 0 && file < b.Files && rank < b.Ranks
}

// arrows show where a side heads, from north clockwise by an eighth of a turn.
var arrows = []string{"↑", "↗", "→", "↘", "↓", "↙", "←", "↖"}

// arrow is where the pieces of a side head on the board as it is drawn, "" if it is not said.
func (b *Board) arrow(s *Side) string {
	i := slices.Index(rules.Headings(), s.Heading)
	if i < 0 {
		return ""
	}
	return arrows[(i+b.Turned/45)%8]
}

// around says in words which edges lead around.
func (b *Board) around() []string {
	var words []string
	if b.AroundFiles {
		words = append(words, b.say("after file %s comes file a", rules.FileName(b.Files-1)))
	}
	if b.AroundRanks {
		words = append(words, b.say("after rank %d comes rank 1", b.Ranks))
	}
	return words
}

// used returns the kinds of marks and arrows on the board, in order.
func (b *Board) used() []Kind {
	var on [Check + 1]bool
	for _, m := range b.Marks {
		on[m.Kind] = true
	}
	for _, a := range b.Arrows {
		on[a.Kind] = true
	}
	var kinds []Kind
	for k := Origin; k <= Check; k++ {
		if on[k] {
			kinds = append(kinds, k)
		}
	}
	return kinds
}
