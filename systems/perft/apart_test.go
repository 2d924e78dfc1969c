package perft_test

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/rules"
	"adjudicate/systems"
	"adjudicate/systems/perft"
)

// amendedChess is chess with some rules put in the place of its own, or beside them.
func amendedChess(t *testing.T, texts ...string) *systems.System {
	t.Helper()
	sys, err := systems.Find("chess")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range texts {
		list, err := rules.Parse("amendment.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		sys = sys.With(sys.Book.With(list[0]))
	}
	return sys
}

const (
	archer = `{number: 2.5, revision: 1, title: An archer, piece: {name: Knight, glyph: N, value: 3, betza: W,
  actions: [{name: strike, legs: [{dir: all, n: 1..2}], who: enemy, most: 1, effect: destroy}]}}`
	caller = `{number: 2.5, revision: 1, title: A caller, piece: {name: Knight, glyph: N, value: 3, betza: N,
  actions: [{name: call, legs: [{dir: all}], who: all, effect: lift}]}}`
	leaver = `{number: 2.5, revision: 1, title: One that leaves, piece: {name: Knight, glyph: N, value: 3,
  modes: [{for: [move], legs: [{dir: orthogonal}]}, {for: [exit], legs: [{leap: [1, 2]}]}, {for: [exit], legs: [{leap: [1, 3]}]}]}}`
	flyer = `{number: 2.5, revision: 1, title: One that flies, piece: {name: Knight, glyph: N, value: 3, modes: [{for: [move], legs: [{dir: orthogonal}]}],
  kinds: [{kind: flight, modes: [{legs: [{dir: orthogonal, n: 2..3}]}, {legs: [{dir: anywhere}]}]}]}, procedure: {kinds: [{name: flight}]}}`
)

// Acts that the squares between which a piece goes do not tell, counted by hand. In each position the King on a1 has the squares that are said, and the
// King on h8 three.
func TestActsApartAreCounted(t *testing.T) {
	file := func(name string) string {
		text, err := os.ReadFile("../chess/amendments/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	tests := []struct {
		name, rule, fen string
		counts          []uint64
	}{
		// King 3, Knight 4 steps, and it strikes the pawn on d4: 8. The pawn goes to d3 unless the Knight stands there or has struck it:
		// 3+1 replies after 6 of these, 3 after the step to d3 and after the action.
		{"an action on one piece", archer, "7k/8/8/8/3p4/8/3N4/K7 w - - 0 1", []uint64{8, 30}},
		// King 2, as c3 attacks b2; Knight 6 leaps; it calls c3, d3 or both away: 11. The pawn on a7 has 2 replies. With the Knight on d2 the
		// pawn on c3 has 2 and that on d3 none; with d2 empty each has one: 3+2+2 after 8 of these. Without c3 it is 3+2, without d3 3+2+2,
		// without both 3+2.
		{"each set of targets is an action", caller, "7k/p7/8/8/8/2pp4/3N4/K7 w - - 0 1", []uint64{11, 73}},
		// King 3, Knight 4 steps; it leaves by eight squares at least, which is one act: 8. The pawn on a7 has 2 replies.
		{"a move off the board is one act", leaver, "7k/p7/8/8/3N4/8/8/K7 w - - 0 1", []uint64{8, 40}},
		// King 3, Knight 4 steps and a flight to each of the 60 empty squares, those beside it among them: 67. 3+2 replies; the Knight on a6 takes
		// both from the pawn, that on a5 one; that on b6 can be captured by it.
		{"a move of a declared kind", flyer, "7k/p7/8/8/3N4/8/8/K7 w - - 0 1", []uint64{67, 67*5 - 2 - 1 + 1}},
		// King 4, as e3 attacks f2; Knight 4 steps, and it changes places with the pawn: 9. The pawn goes to e2 after 7 of these, and takes the Knight on
		// d2 after the King's 4; from d2 it is promoted to 4 types.
		{"what follows of an action", file("juggler"), "7k/8/8/8/8/4p3/3N4/6K1 w - - 0 1", []uint64{9, 9*3 + 7 + 4 + 4}},
		// King 3, Knight 8 leaps and 8 darts, each with ink on one of the 9 squares on and around d4: 83. 3+2 replies, none of which ink is in
		// the way of; from e6 and from f5, where it leaps, the Knight guards g7.
		{"a choice after a move of a declared kind", file("squid"), "7k/p7/8/8/3N4/8/8/K7 w - - 0 1", []uint64{83, 83*5 - 2}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { legal(t, amendedChess(t, tt.rule), tt.fen, tt.counts) })
	}
}

func TestLeavesWithActsApartAreTheTurnsThatAreMade(t *testing.T) {
	var chess []struct {
		FEN string `json:"fen"`
	}
	readJSON(t, "../../fixtures/perft/chess.json", &chess)
	for _, rule := range []string{archer, caller, leaver, flyer} {
		for _, at := range chess {
			madeAsCounted(t, amendedChess(t, rule), at.FEN)
		}
	}
}

func TestActsApartAreCalledBySquaresAndWords(t *testing.T) {
	tests := []struct {
		rule, fen string
		want      []string
	}{
		{caller, "7k/p7/8/8/8/2pp4/3N4/K7 w - - 0 1", []string{"action call d2: c3", "action call d2: c3, d3", "action call d2: d3"}},
		{leaver, "7k/p7/8/8/3N4/8/8/K7 w - - 0 1", []string{"d4-off"}},
		{strings.Replace(flyer, ", {legs: [{dir: anywhere}]}", "", 1), "7k/p7/3p4/8/3N1p2/8/3P4/K7 w - - 0 1", []string{"d4-a4 (flight)", "d4-b4 (flight)"}},
	}
	for _, tt := range tests {
		full, err := perft.FromSystem(amendedChess(t, tt.rule), tt.fen)
		if err != nil {
			t.Fatal(err)
		}
		_, shares := full.Divide(1, func(uint64) bool { return false })
		var got []string
		for _, w := range tt.want {
			if shares[w] == 1 {
				got = append(got, w)
			}
		}
		apart := 0
		for w := range shares {
			if strings.ContainsAny(w, "(:") || strings.HasSuffix(w, "off") {
				apart++
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" || apart != len(tt.want) {
			t.Errorf("%d acts apart in %v (-want +got):\n%s", apart, shares, diff)
		}
	}
}

// What a position alone cannot answer is refused and not left out.
func TestWhatActsApartTakeALedgerForIsRefused(t *testing.T) {
	tests := []struct{ name, want, text string }{
		{"a cost", "what a flight costs requires a ledger", strings.Replace(flyer, "{name: flight}", "{name: flight, asset: gold, cost: 1}], assets: [{name: gold, of: player}", 1)},
		{"too many sets", `"call" of Knight may be done to more than 4096 sets`, strings.Replace(caller, "{dir: all}", "{dir: all, n: 1..2}", 1)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := perft.FromSystem(amendedChess(t, tt.text), ""); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v: want %q", err, tt.want)
			}
		})
	}
}
