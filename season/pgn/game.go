package pgn

import "fmt"

// Bounds of one game.
const (
	MostMoves  = 20000 // moves of a recorded game, those of variations included
	MostDepth  = 32    // variations of a recorded game inside each other
	MostTags   = 500   // tags of a recorded game
	MostFaults = 100   // faults of a file of recorded games, after which no more is read
)

// The results.
const (
	WhiteWins = "1-0"
	BlackWins = "0-1"
	Draw      = "1/2-1/2"
	Unknown   = "*"
)

// Game is a game as a file has it.
type Game struct {
	Tags []Tag
	Line
	Result string // WhiteWins, BlackWins, Draw, Unknown
	At     int    // the line on which it begins
}

// Tag is a pair at the head of a game.
type Tag struct{ Name, Value string }

// Line is moves one after the other.
type Line struct {
	Comments []string // before the first move
	Moves    []Move
}

// Move is a move as written, without its number and what is thought of it.
type Move struct {
	Text       string
	NAGs       []int    // numeric annotation glyphs, what is thought of it
	Comments   []string // behind it
	Variations []Line   // what could have been played instead

	At Place
}

// Place is where in a file something stands, from 1; columns count characters.
type Place struct{ Line, Column int }

// Tagged returns the result that the tag Result has, if it is another than the one that stands behind the moves.
func (g *Game) Tagged() (result string, differs bool) {
	result = resultOf(g.Tag("Result"))
	return result, result != "" && result != g.Result
}

// Tag returns the value of a tag, empty if there is none.
func (g *Game) Tag(name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// Set gives a tag a value; without a value it takes the tag away.
func (g *Game) Set(name, value string) {
	for i := range g.Tags {
		if g.Tags[i].Name == name {
			if g.Tags[i].Value = value; value == "" {
				g.Tags = append(g.Tags[:i], g.Tags[i+1:]...)
			}
			return
		}
	}
	if value != "" {
		g.Tags = append(g.Tags, Tag{name, value})
	}
}

// Error is a fault in a file.
type Error struct {
	File string
	Place
	Text string
}

func (e *Error) Error() string { return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Text) }
