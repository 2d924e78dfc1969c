package report

import (
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/internal/term"
)

func TestAPieceIsCalledWhatItIsWhenSomethingHappens(t *testing.T) {
	before := &Names{types: these(map[string]string{"N3": "Knight c3", "p10": "Pawn d5"})}
	after := &Names{types: these(map[string]string{"N3": "Pawn d5", "p10": "Pawn"})}
	v := &Ruling{types: Both(before, after)}
	v.Outcomes = []Event{
		{Payload: events.PieceCaptured{Piece: "p10", At: "d5", By: "N3", Side: "Red"}},
		{Payload: events.PieceMoved{Piece: "N3", From: "c3", To: "d5"}},
		{Payload: events.PiecePromoted{Piece: "N3", Type: "Pawn"}},
		{Payload: events.PieceMoved{Piece: "N3", From: "d5", To: "d6"}},
	}
	var page term.Page
	v.outcomes(&page)
	text := page.String()
	for _, want := range []string{"by Knight N3", "Knight N3 goes c3", "Pawn N3 goes d5"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not said:\n%s", want, text)
		}
	}
}
