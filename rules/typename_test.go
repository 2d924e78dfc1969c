package rules_test

import (
	"testing"

	"adjudicate/systems"
)

func TestAPieceTypeIsNamedByItsNameOrGlyph(t *testing.T) {
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range book.Pieces() {
		for _, word := range []string{d.Piece.Name, d.Piece.Glyph} {
			if got, err := book.TypeNamed(word); err != nil || got != d.Piece.Name {
				t.Errorf("%s: got %q, error %v; want %s", word, got, err, d.Piece.Name)
			}
		}
	}
	for word, want := range map[string]string{"rook": "Rook", "HARFYBLOB": "HarfyBlob", "k": "King", "Bogus": ""} {
		if got, err := book.TypeNamed(word); got != want || (err == nil) != (want != "") {
			t.Errorf("%s: got %q, error %v; want %q", word, got, err, want)
		}
	}
	if n := len(book.TypeNames()); n != len(book.Pieces()) {
		t.Errorf("%d names of %d types", n, len(book.Pieces()))
	}
}
