package aggregate

import (
	"testing"

	"adjudicate/notation"
)

// A ruling tells a play of several pieces whole, also where a capital letter names the first of them.
func TestAPlayOfSeveralPiecesIsWrittenWhole(t *testing.T) {
	for _, text := range []string{"Ra1-a5 + Rb1-b5", "Ra1-a5", "cc5-b5 + cd5-c5"} {
		play, err := notation.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := written(play.Items); got != text {
			t.Errorf("%q is written %q", text, got)
		}
	}
}
