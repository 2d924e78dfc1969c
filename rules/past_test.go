package rules

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestAnyOfFindsAWordWhereverOneStands(t *testing.T) {
	words := []string{"abab", "ba.ab", "bbbbbbb", "..a."}
	a, found := newAnyOf(words...), 0
	draw := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		text := make([]byte, draw.IntN(24))
		for i := range text {
			text[i] = "ab.."[draw.IntN(4)]
		}
		want := slices.ContainsFunc(words, func(w string) bool { return bytes.Contains(text, []byte(w)) })
		if want {
			found++
		}
		if got := a.in(text); got != want {
			t.Fatalf("%q contains one of %q: %v, want %v", text, words, got, want)
		}
	}
	if found < 1000 || found > 19_000 {
		t.Errorf("%d texts of 20,000 contain a word: too many are alike", found)
	}
}

func TestARuleAsksForThePastByEachWordThatDoes(t *testing.T) {
	for _, text := range []string{`{"if":"piece.promoted"}`, `.checks`, `x.checking `, `repetitions >= 3`, `quiet(Pawn)`, `{"exposed":true}`, `{"takes":"passing"}`, `,"as":"base"`} {
		if !AsksPast([]byte(text)) {
			t.Errorf("%q does not ask for the past", text)
		}
		if cut := text[:len(text)/2]; AsksPast([]byte(cut)) {
			t.Errorf("%q asks for the past", cut)
		}
	}
}
