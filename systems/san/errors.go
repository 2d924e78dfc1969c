package san

import (
	"fmt"
	"strings"
)

// SyntaxError says where a text stops being the notation of a turn.
type SyntaxError struct {
	Text     string
	Column   int // in characters from 1; one past the end if something is missing
	Expected string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%q, column %d: expected %s", e.Text, e.Column, e.Expected)
}

// AmbiguousError says that a text may mean several legal turns.
type AmbiguousError struct {
	Text  string
	Moves []Move
}

func (e *AmbiguousError) Error() string {
	return fmt.Sprintf("%q is ambiguous: %s", e.Text, list(e.Moves))
}

// IllegalError says that a text means no legal turn.
type IllegalError struct {
	Text    string
	Against string // what it would break, if a piece can move so at all; else empty
	Near    []Move // the legal turns that are most like it
	Tried   []Act  // what the text means if legality is left aside, or what comes nearest to it; none if it tells choices that a legal act has not
}

func (e *IllegalError) Error() string {
	text := fmt.Sprintf("%q is illegal", e.Text)
	if e.Against != "" {
		text += ": " + e.Against
	}
	if len(e.Near) > 0 {
		text += "; legal: " + list(e.Near)
	}
	return text
}

// mostListed is how many turns an error lists.
const mostListed = 6

// list names turns: "Nbd2, Nfd2 and 3 more".
func list(moves []Move) string {
	var words []string
	for i := range min(len(moves), mostListed) {
		words = append(words, moves[i].Text)
	}
	text := strings.Join(words, ", ")
	if more := len(moves) - mostListed; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
