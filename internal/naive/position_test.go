package naive

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Position is the input of an analysis, in the field order of its JSON form.
type Position struct {
	System          string            `json:"system"`
	Interpretations map[string]string `json:"interpretations,omitempty"`
	Sides           []Side            `json:"sides"`
	Pieces          []Piece           `json:"pieces"`
}

// A Side owns pieces. Last is its most recent atomic play, nil before its first.
type Side struct {
	Name     string `json:"name"`
	Benefyts int    `json:"benefyts,omitempty"`
	Last     *Last  `json:"last,omitempty"`
}

// Last is an atomic play: its kind, the type and counters of the piece it was made with, and
// for an Echo the type that it moved as (empty if it moved by a Cantor's loan only).
type Last struct {
	Play     string         `json:"play"`
	Type     string         `json:"type,omitempty"`
	As       string         `json:"as,omitempty"`
	Counters map[string]int `json:"counters,omitempty"`
}

// A Piece is on-board if At is not empty.
type Piece struct {
	ID       string         `json:"id"`
	Type     string         `json:"type"`
	Side     string         `json:"side"`
	At       string         `json:"at,omitempty"`
	Counters map[string]int `json:"counters,omitempty"`
}

// An Analysis is what there is to say about a Position; pieces and sides in input order.
type Analysis struct {
	Pieces []AnalysedPiece `json:"pieces"`
	Sides  []AnalysedSide  `json:"sides"`
}

// An AnalysedPiece has OnBoard or Placements, never both.
type AnalysedPiece struct {
	ID    string `json:"id"`
	Type  string `json:"type"`
	Side  string `json:"side"`
	At    string `json:"at,omitempty"`
	Value int    `json:"value"`
	*OnBoard
	Placements *[]string `json:"placements,omitempty"`
}

// OnBoard is what an on-board piece can do. Every list is sorted: squares by file and then
// rank, captures by victim's square and then by where the captor ends, ids as text.
type OnBoard struct {
	Mobility      Half      `json:"mobility"`
	Moves         []string  `json:"moves"`
	Captures      []Capture `json:"captures"`
	Specials      []string  `json:"specials"`
	Defends       []string  `json:"defends"`
	Exits         bool      `json:"scratches"`
	LegalMoves    []string  `json:"legal_moves"`
	LegalCaptures []Capture `json:"legal_captures"`
}

// A Capture is of the piece that stands At; the captor ends on To.
type Capture struct {
	Piece string `json:"piece"`
	At    string `json:"at"`
	To    string `json:"to"`
}

// An AnalysedSide has its Weight, what 1230.2 §6 counts of its pieces, and its checks.
type AnalysedSide struct {
	Name          string   `json:"name"`
	Weight        Half     `json:"weight"`
	PiecesOnBoard int      `json:"pieces_on_board"`
	InCheck       bool     `json:"in_check"`
	CheckedBy     []string `json:"checked_by"`
}

// Half is a multiple of one half, stored doubled.
type Half int

// String writes 37 as 37 and 37½ as 37.5.
func (h Half) String() string {
	if h%2 == 0 {
		return strconv.Itoa(int(h) / 2)
	}
	return fmt.Sprintf("%d.5", int(h)/2)
}

// MarshalJSON writes a JSON number.
func (h Half) MarshalJSON() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalJSON reads a JSON number that is a multiple of one half.
func (h *Half) UnmarshalJSON(data []byte) error {
	var f float64
	if err := json.Unmarshal(data, &f); err != nil {
		return err
	}
	if f*2 != float64(int(f*2)) {
		return fmt.Errorf("%s is not a multiple of one half", data)
	}
	*h = Half(f * 2)
	return nil
}

// A square is a column and a row, both from 0. The zero square is a1; an off-board piece has off.
type square struct{ col, row int }

var off = square{-1, -1}

func (s square) onBoard() bool { return 0 <= s.col && s.col < 20 && 0 <= s.row && s.row < 20 }

// plus is SQn in the direction d (1230.1 §6.C).
func (s square) plus(d direction, n int) square { return square{s.col + n*d.col, s.row + n*d.row} }

func (s square) String() string {
	if s == off {
		return ""
	}
	return fmt.Sprintf("%c%d", 'a'+s.col, s.row+1)
}

func parseSquare(text string) square {
	if text == "" {
		return off
	}
	row, err := strconv.Atoi(text[1:])
	s := square{int(text[0] - 'a'), row - 1}
	if err != nil || !s.onBoard() {
		panic("no such square: " + text)
	}
	return s
}

func compareSquares(a, b square) int {
	if a.col != b.col {
		return a.col - b.col
	}
	return a.row - b.row
}

// distance of two squares (1230.1 §6.F).
func distance(a, b square) int { return max(abs(a.col-b.col), abs(a.row-b.row)) }

func abs(n int) int { return max(n, -n) }

// names writes squares sorted and each once.
func names(squares []square) []string {
	squares = slices.Clone(squares)
	slices.SortFunc(squares, compareSquares)
	texts := []string{}
	for _, s := range slices.Compact(squares) {
		texts = append(texts, s.String())
	}
	return texts
}

// sortCaptures sorts by victim's square and then by the captor's final one.
func sortCaptures(captures []Capture) {
	slices.SortFunc(captures, func(a, b Capture) int {
		if c := compareSquares(parseSquare(a.At), parseSquare(b.At)); c != 0 {
			return c
		}
		return compareSquares(parseSquare(a.To), parseSquare(b.To))
	})
}

// sorted returns ids as a list that is never nil, in text order.
func sorted(ids []string) []string {
	ids = append([]string{}, ids...)
	slices.SortFunc(ids, strings.Compare)
	return ids
}
