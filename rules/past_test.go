package rules

import "testing"

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
