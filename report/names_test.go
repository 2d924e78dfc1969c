package report

import (
	"testing"

	"adjudicate/events"
)

func TestATypeOfSeveralWordsIsNamedInFull(t *testing.T) {
	for known, want := range map[string]string{
		"Fire Demon a1": "Fire Demon F1 goes a1 to b1", "Fire Demon": "Fire Demon F1 goes a1 to b1", "Rook a1": "Rook F1 goes a1 to b1", "": "F1 goes a1 to b1",
	} {
		n := (*Names)(nil).with(map[string]string{"F1": known})
		if got := OutcomeWords(events.PieceMoved{Piece: "F1", From: "a1", To: "b1"}, n); got != want {
			t.Errorf("a piece known as %q: %q, want %q", known, got, want)
		}
	}
}
