// Package draw answers: what does a board look like?
//
// Its [Board] is a plain value that anybody can fill in: a size, pieces with their glyphs and
// sides, and what is to be shown about them, the marks. [Text] draws it for a terminal, [SVG]
// as a picture; [Series] draws the Weights of a game, [Sparkline] in a line of text.
//
//	state ──► (caller) ──► Board ──► Text: letters, with or without colour
//	                             └─► SVG: one self-contained picture, light or dark page
//
// A piece's glyph tells its type. Its side is told twice: by colour and by a tag, a letter of the
// side's name, so that a page printed in black and a reader who sees no colours lose nothing.
//
// The package draws and knows no rules: what can move where is in the marks or it is not
// shown. It refuses boards of more than 64 files or ranks, as [Board.Check] says.
package draw

import (
	"errors"
	"fmt"
	"slices"

	"adjudicate/rules"
)

// MaxSize is the greatest number of files and of ranks.
const MaxSize = 64

// Board is a position to draw.
type Board struct {
	Title        string // "Hand 3, after play 17"; may be empty
	Files, Ranks int
	Sides        []Side   // in the order of the legend
	Entered      []string // every side that ever entered, in order, for letters and colours that last; may be empty
	Pieces       []Piece
	Marks        []Mark
	Arrows       []Arrow  // only SVG draws them
	Walls        []string // squares on which nothing can stand
	Closed       []string // squares that there are not
	AroundFiles  bool     // after the last file comes the first
	AroundRanks  bool     // after the last rank comes the first
}

// Side is an owner of pieces.
type Side struct {
	Name    string
	Note    string // "37.5", "to play"; stands beside the name in the legend
	InCheck bool
}

// Piece is a piece on a square.
type Piece struct {
	Square, Glyph, Type, ID, Side string
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
	Special                  // its special move leads here
	Scratch                  // it would scratch here
	Defended                 // it defends the piece here
	Check                    // gives or is in check, or lies between
)

var kindNames = [...]string{
	Origin: "from", Target: "move", Capture: "capture", Special: "special", Scratch: "scratch",
	Defended: "defended", Check: "check",
}

// String returns the kind's word in the legend, "move".
func (k Kind) String() string {
	if k < Origin || k > Check {
		return "unknown"
	}
	return kindNames[k]
}

// Errors that Check wraps.
var (
	ErrSize   = errors.New("the board is too large or too small")
	ErrSquare = errors.New("no square of the board")
	ErrSide   = errors.New("no side of the board")
	ErrTaken  = errors.New("two pieces on one square")
	ErrKind   = errors.New("no kind of mark")
)

// Check reports what about the board cannot be drawn: a size, the first square that is off the
// board, a piece of no side, two pieces on one square.
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
		case taken[p.Square]:
			return fmt.Errorf("draw: %s: %w", p.Square, ErrTaken)
		}
		taken[p.Square] = true
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

func (b *Board) on(square string) bool {
	file, rank, ok := rules.ParseSquare(square)
	return ok && file < b.Files && rank < b.Ranks
}

// around says in words which edges lead around.
func (b *Board) around() []string {
	var words []string
	if b.AroundFiles {
		words = append(words, "after file "+rules.FileName(b.Files-1)+" comes file a")
	}
	if b.AroundRanks {
		words = append(words, fmt.Sprintf("after rank %d comes rank 1", b.Ranks))
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
