package outbox

import (
	"bytes"
	"image/png"
	"testing"

	"adjudicate/report"
	"adjudicate/report/draw"
)

// TestABoardIsDrawnOnceForAllWhoSeeIt wants one picture of what looks the same, others of what does not, and no more kept than the bound.
func TestABoardIsDrawnOnceForAllWhoSeeIt(t *testing.T) {
	board := func(after uint64, language string) *report.Board {
		return &report.Board{Drawn: draw.Board{Title: "Test", After: after, Language: language, Files: 2, Ranks: 2, Sides: []draw.Side{{Name: "Red", ToPlay: true}}}}
	}
	var p pictures
	first := p.of(board(1, ""))
	if _, err := png.Decode(bytes.NewReader(first)); err != nil {
		t.Fatalf("it is no picture: %v", err)
	}
	if again := p.of(board(1, "")); !bytes.Equal(first, again) || p.drawn != 1 {
		t.Errorf("the same board was drawn %d times", p.drawn)
	}
	if german := p.of(board(1, "de")); bytes.Equal(first, german) {
		t.Error("the German picture is the English one")
	}
	for after := range uint64(2 * mostPainted) {
		p.of(board(after+2, ""))
	}
	if p.of(&report.Board{}) != nil || len(p.kept) != mostPainted {
		t.Errorf("%d pictures are kept", len(p.kept))
	}
}

// TestManyPlayersAreSentOnePicture sends the letters of a whole game, in which most entries are told to several players.
func TestManyPlayersAreSentOnePicture(t *testing.T) {
	g, s := season(t), &mailServer{}
	fromTheStart(t, g)
	before := painted.drawn
	painted.kept = nil
	if sent, drawn := pass1(t, g, options(t, s.listen(t))), painted.drawn-before; drawn == 0 || drawn >= sent {
		t.Errorf("%d pictures were drawn for %d mails", drawn, sent)
	}
}
