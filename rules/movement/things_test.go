package movement_test

import (
	"testing"

	"adjudicate/rules/movement"
)

func TestConditionsRangeOverThings(t *testing.T) {
	// A mover goes one step in every direction if its condition holds; a taker captures so.
	mover := func(condition string) string {
		return "  name: Asker\n  glyph: A\n  value: 2\n  modes: [{for: [move], legs: [{dir: orthogonal}], " + condition + "}]\n"
	}
	taker := func(condition string) string {
		return "  name: Asker\n  glyph: A\n  value: 2\n  modes: [{for: [capture], legs: [{dir: all, n: 1..7}], " + condition + "}]\n"
	}
	for _, c := range []struct {
		name, piece, men string
		moves, takes     string
	}{
		{"only where its side has more pieces", mover(`when: "count(mover.pieces) > count(pieces, it.side != mover)"`),
			"Red: Kh1 Ac3 Rh8; Blue: Kh7 Ra8", "b3 c2 c4 d3", ""},
		{"not where it has as many", mover(`when: "count(mover.pieces) > count(pieces, it.side != mover)"`),
			"Red: Kh1 Ac3; Blue: Kh7 Ra8", "", ""},
		{"never beside an opposing Rook", mover(`land: 'not any(pieces, it.type == "Rook" and it.side != mover and distance(it, to) == 1)'`),
			// b3 touches a4; c4, d3 and c2 do not, and e.g. the friendly Rook d1 does not matter.
			"Red: Kh1 Ac3 Rd1; Blue: Kh7 Ra4", "c2 c4 d3", ""},
		{"toward the middle", mover(`land: "to.file > from.file or to.rank == 4"`),
			"Red: Kh1 Ac3; Blue: Kh7", "c4 d3", ""},
		{"not in a row with its King", mover(`land: "not aligned(to, mover.royal)"`),
			// h1: the file h, the rank 1, the diagonal h1-a8 with c6, d5, e4, f3: from e3 e4 and f3 are on it.
			"Red: Kh1 Ae3; Blue: Kh7", "d3 e2", ""},
		{"between two Rooks of its own", mover(`land: 'any(mover.pieces, p, any(mover.pieces, q, p.type == "Rook" and q.type == "Rook" and between(to, p, q)))'`),
			"Red: Kh1 Ac3 Rc8 Rc1 Ra2; Blue: Kh7", "c2 c4", ""}, // not c1 or c8 themselves, and a2 makes a line with neither
		{"onto the squares around its King", mover(`land: "any(mover.royal.around(2), it == to)"`),
			"Red: Kc1 Ac4; Blue: Kh7", "c3", ""},
		{"onto e4 alone", mover(`land: 'to == "e4"'`), "Red: Kh1 Ae3; Blue: Kh7", "e4", ""},
		{"not within reach of an opposing piece", mover(`land: "all(pieces, it.side == mover or distance(it, to) > 2)"`),
			"Red: Kh1 Ac3; Blue: Kh7 Rf3 Ra6", "b3 c2", ""}, // d3 is 2 from f3, c4 is 2 from a6
		{"as long as no piece of its side is attacked", mover(`when: "not any(mover.pieces, it.attacked)"`),
			"Red: Kh1 Ac3; Blue: Kh7", "b3 c2 c4 d3", ""}, // h1 is not attacked: the King is 6 away
		{"and not once one is", mover(`when: "not any(mover.pieces, it.attacked)"`),
			"Red: Kh1 Ac3 Ra1; Blue: Kh7 Ra8", "", ""},
		{"captures what is worth at most itself", taker(`land: "victim.value <= self.value"`),
			"Red: Kh1 Ac3; Blue: Kh7 Rc7 Af6", "", "f6>f6"},
		{"captures what nobody defends", taker(`land: "not victim.defended"`),
			// c7 is defended by the Rook a7, f6 by nobody.
			"Red: Kh1 Ac3; Blue: Kh2 Rc7 Ra7 Rf6", "", "f6>f6"},
		{"captures from four squares on", taker(`land: "distance(from, to) >= 4"`),
			"Red: Kh1 Ac3; Blue: Kh7 Rc6 Rg3", "", "g3>g3"},
		{"captures the cheapest that stands", taker(`land: "victim == first(pieces, it.side == victim.side and not it.royal, it.value)"`),
			"Red: Kh1 Ac3; Blue: Kh7 Rc7 Ae5", "", "e5>e5"},
		{"captures the kind of piece that is most common", taker(`land: "count(victim.type.pieces) >= 3"`),
			"Red: Kh1 Ac3; Blue: Kh7 Rc7 Ra8 Rb8 Ae5", "", "c7>c7"},
		{"captures pieces of one side alone", taker(`land: 'victim.side == "Green"'`),
			"Red: Kh1 Ac3; Blue: Kh7 Rc7; Green: Ka8 Re5", "", "e5>e5"},
		{"goes as far as its side has Rooks", "  name: Asker\n  glyph: A\n  value: 2\n  modes: [{for: [move], legs: [{dir: east, n: '1..count(mover.pieces, it.type == \"Rook\")'}]}]\n",
			"Red: Kh1 Ac3 Rh8 Rg8; Blue: Kh7 Ra1", "d3 e3", ""},
		{"reads the counter of another", "  name: Asker\n  glyph: A\n  value: 2\n  counters: [{name: heat, initial: 2}]\n  modes: [{for: [move], when: 'any(pieces, it != self and it.counter(\"heat\") == 2)', legs: [{dir: east}]}]\n",
			"Red: Kh1 Ac3; Blue: Kh7 Aa8", "d3", ""},
		{"and of nobody", "  name: Asker\n  glyph: A\n  value: 2\n  counters: [{name: heat, initial: 2}]\n  modes: [{for: [move], when: 'any(pieces, it != self and it.counter(\"heat\") == 2)', legs: [{dir: east}]}]\n",
			"Red: Kh1 Ac3; Blue: Kh7 Ra8", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, at := board(t, c.piece, c.men)
			var who movement.PieceID
			for man, id := range at {
				if man[0] == 'A' && p.Owner(id) == 0 {
					who = id
				}
			}
			if got := squares(p, p.MovesOf(who, nil)); got != c.moves {
				t.Errorf("moves %q, by hand %q", got, c.moves)
			}
			if got := takings(p, p.TakingsOf(who, nil)); got != c.takes {
				t.Errorf("captures %q, by hand %q", got, c.takes)
			}
		})
	}
}

func TestAnExplanationNamesTheFirstThing(t *testing.T) {
	p, at := board(t, "  name: Asker\n  glyph: A\n  value: 2\n  modes: [{for: [move], legs: [{dir: orthogonal}], land: 'not any(pieces, it.side != mover and distance(it, to) == 1)'}]\n",
		"Red: Kh1 Ac3; Blue: Kh7 Ra4 Rb5")
	b3, _ := p.Ruleset().Square("b3")
	got := p.Explain(at["Ac3"], b3)
	want := "it may not go to b3: not any(pieces, it.side != mover and distance(it, to) == 1); it rests on the Rook on a4"
	if len(got) != 1 || got[0].Text != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestAConditionAboutSidesIsAskedAnewInTheQuestionOfDefence(t *testing.T) {
	// It captures only what is not its own side's: of a friend, were it an enemy, that holds.
	p, at := board(t, "  name: Asker\n  glyph: A\n  value: 2\n  modes: [{legs: [{dir: all}], land: 'victim == none or victim.side != mover'}]\n",
		"Red: Kh1 Ac3 Rc4; Blue: Kh7")
	var a movement.Analysis
	a.Run(p)
	if got := a.Defends(at["Ac3"]); len(got) != 1 || got[0] != at["Rc4"] {
		t.Errorf("defends %v, want the Rook", got)
	}
}
