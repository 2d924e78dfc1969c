package ledger_test

import (
	"errors"
	"slices"
	"testing"

	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/store/memory"
)

// TestWordsOfPeopleBecomeInputs reads the words in which people name types, squares and accounts in a season of two: Ann plays Red.
func TestWordsOfPeopleBecomeInputs(t *testing.T) {
	l, err := played.Into(memory.New(), "short", "../fixtures/season/short.season", options())
	if err != nil {
		t.Fatal(err)
	}
	choice, err := l.Choice("Red", []string{"rook, ", "Camel,,bishop"})
	if err != nil || !slices.Equal(choice.Types, []string{"Rook", "Camel", "Bishop"}) {
		t.Errorf("chose %q, %v", choice.Types, err)
	}
	if _, err := l.Choice("Red", []string{"rook", "no such type"}); err == nil {
		t.Error("chose a type that there is not")
	}
	bought, err := l.Purchase("Red", "rook", "")
	if err != nil || bought.Type != "Rook" || bought.Buyer != "Ann" {
		t.Errorf("bought %+v, %v: a side's Swinger pays unless somebody else is named", bought, err)
	}
	if bought, err := l.Purchase("Red", "rook", "Bob"); err != nil || bought.Buyer != "Bob" {
		t.Errorf("bought %+v, %v", bought, err)
	}
	seen := 0
	for p := range l.State().Pieces() {
		if p.At == "" {
			continue
		}
		seen++
		for _, word := range []string{p.At, p.ID} {
			if d := l.Destruction("Red", word); d.Piece != p.ID {
				t.Errorf("%s is %q, not %s", word, d.Piece, p.ID)
			}
		}
	}
	if seen < 3 {
		t.Errorf("%d pieces on the board", seen)
	}
	var slip *ledger.AccountError
	if err := l.CheckAccount("Annn"); !errors.As(err, &slip) || slip.Near != "Ann" {
		t.Errorf("a slip for Ann: %v", err)
	}
	for _, name := range []string{"Ann", "treasury"} {
		if err := l.CheckAccount(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
