package diagram

import (
	"encoding/json"

	"adjudicate/rules"
)

// Diagram is the picture of one type.
type Diagram struct {
	Type   string   `json:"type"`
	Glyph  string   `json:"glyph"`
	Clause string   `json:"clause"` // "12.5/5", the rule that defines it
	Panels []Panel  `json:"panels"`
	Notes  []string `json:"notes"` // what no picture shows
}

// Panel is the piece in one setting. Its window on the board begins at file File and rank
// Rank, counted from 0.
type Panel struct {
	Title  string  `json:"title"`
	File   int     `json:"file"`
	Rank   int     `json:"rank"`
	Files  int     `json:"files"`
	Ranks  int     `json:"ranks"`
	Pieces []Piece `json:"pieces"`
	Marks  []Mark  `json:"marks"`
}

// Piece is a piece in a panel. Role is "self", "friend" or "enemy", and "piece" in the
// panel of a game, where Side owns it and Tag, a letter, tells the sides apart. The Glyph of
// a bystander is "".
type Piece struct {
	Square string `json:"square"`
	Type   string `json:"type,omitempty"`
	Glyph  string `json:"glyph,omitempty"`
	Role   string `json:"role"`
	Side   string `json:"side,omitempty"`
	Tag    string `json:"tag,omitempty"`

	Covers []string `json:"covers,omitempty"` // further squares on which it stands

	Fill string `json:"-"` // in a picture of a game: the colours of Side
	Ink  string `json:"-"`
}

// Mark says what can be done on a square. Gained and Lost are only there where two
// definitions are compared.
type Mark struct {
	Square string `json:"square"`
	Kinds  Kinds  `json:"kinds"`
	Gained Kinds  `json:"gained,omitempty"`
	Lost   Kinds  `json:"lost,omitempty"`
}

// Kinds is a set of things that can be done on a square.
type Kinds uint16

// The kinds of marks.
const (
	Move     Kinds = 1 << iota // the piece can move here
	Capture                    // it captures what stands here
	Shot                       // it captures what stands here and stays where it is
	Lands                      // it ends here after a capture of a piece that stands elsewhere
	Declared                   // a move of a kind that rules declare leads here
	Exit                       // by going here it leaves the board
	Swap                       // it changes places with a friend here
	Act                        // one of its actions reaches a piece here
	Guarded                    // it protects a friend here
	Denied                     // it denies something to a piece here
	lastKind = Denied
)

// kindWords are the words of the legend, in order.
var kindWords = []string{"move", "capture", "shot", "lands", "declared", "exit", "swap", "action", "protects", "denies"}

// Words returns the words of a set, "move" and "capture".
func (k Kinds) Words() []string {
	words := []string{}
	for i, w := range kindWords {
		if k>>i&1 != 0 {
			words = append(words, w)
		}
	}
	return words
}

// MarshalJSON writes the words of the set.
func (k Kinds) MarshalJSON() ([]byte, error) { return json.Marshal(k.Words()) }

// Changed reports whether a panel of a comparison shows a difference.
func (p *Panel) Changed() bool {
	for _, m := range p.Marks {
		if m.Gained|m.Lost != 0 {
			return true
		}
	}
	return false
}

// Changes counts the squares on which something is gained and on which something is lost.
func (p *Panel) Changes() (gained, lost int) {
	for _, m := range p.Marks {
		if m.Gained != 0 {
			gained++
		}
		if m.Lost != 0 {
			lost++
		}
	}
	return gained, lost
}

// shows reports whether a square is in the panel's window.
func (p *Panel) shows(square string) bool {
	file, rank, ok := rules.ParseSquare(square)
	file, rank = file-p.File, rank-p.Rank
	return ok && file >= 0 && file < p.Files && rank >= 0 && rank < p.Ranks
}
