package aggregate

import (
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
)

// What ends unless the next side has a legal play (procedures.md, whole turns) goes on while that side has one by whatever rules give it, and the
// next side is the one that will be to play.
func TestAGameGoesOnWhileTheNextSideHasAPlayOfAnyKind(t *testing.T) {
	const stalemated = "k7/8/8/8/8/8/8/K1Q5 w - - 0 1"
	for _, c := range []struct {
		name, array, rule, play string
		over                    bool
		toPlay                  string
	}{
		{"nothing else", stalemated, "number: \"9.99\"\ntitle: Nothing\nprocedure: {consequences: [{on: captures, do: [{next: mover}]}]}", "Qc1-c7", true, ""},
		{"a shared square", "k7/8/8/8/7p/7P/8/K1Q5 w - - 0 1", "number: \"2.6\"\nset: {piece.shares: 2}", "Qc1-c7", false, "Black"},
		{"no square to share", "k7/8/8/8/7p/7P/8/K1Q5 w - - 0 1", "number: \"2.5\"\nset: {piece.shares: 2}", "Qc1-c7", true, ""},
		{"a pack", "1pnnp2k/1P2P3/Q7/8/8/8/8/K7 w - - 0 1", "number: \"2.5\"\nset: {piece.modes: [{legs: [{dir: [left, right]}]}], piece.pack: {with: [Knight], beside: orthogonal}}", "Qa6-g6", false, "Black"},
		{"alone each", "1pnnp2k/1P2P3/Q7/8/8/8/8/K7 w - - 0 1", "number: \"2.5\"\nset: {piece.modes: [{legs: [{dir: [left, right]}]}]}", "Qa6-g6", true, ""},
		{"a second turn", "k7/2Q5/8/8/3p4/2K5/8/8 w - - 0 1", "number: \"9.99\"\ntitle: Again\nprocedure: {consequences: [{on: captures, do: [{next: mover}]}]}", "Kc3xd4", false, "White"},
		{"who is passed over", stalemated, "number: \"9.99\"\ntitle: Over\nprocedure: {automatic: {skip_when: mover == \"Black\"}}", "Qc1-c7", false, "White"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := newArray(t, "chess", c.array)
			list, err := rules.Parse("x.yaml", []byte(c.rule))
			if err != nil {
				t.Fatal(err)
			}
			r := &list[0]
			if r.Number == "9.99" {
				g.accept(events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
			} else {
				g.accept(events.RuleAmended{Number: r.Number, Rule: r.Canonical()})
			}
			g.accept(events.PlaySubmitted{Side: "White", Text: c.play})
			if s := g.j.State(); s.Over() != c.over || s.ToPlay() != c.toPlay {
				t.Errorf("over %v, %q to play; expected %v and %q", s.Over(), s.ToPlay(), c.over, c.toPlay)
			}
		})
	}
}

// Once a game is over it is nobody's turn, whatever has ended it.
func TestNobodyIsToPlayOnceAGameIsOver(t *testing.T) {
	g := newArray(t, "chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	g.accept(events.PlaySubmitted{Side: "White", Text: "Pe2-e4"})
	g.accept(events.PlaySubmitted{Side: "White", Text: "surrender"})
	if s := g.j.State(); !s.Over() || s.ToPlay() != "" {
		t.Errorf("over %v, %q to play", s.Over(), s.ToPlay())
	}
}

// A Pass that a condition bars is refused by the clause of that condition.
func TestARefusedPassCitesWhatAllowsOne(t *testing.T) {
	g := newArray(t, "chess", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")
	list, err := rules.Parse("x.yaml", []byte("number: \"9.99\"\ntitle: Passes\nprocedure: {passing: {when: turns > 2, cite: §4}}"))
	if err != nil {
		t.Fatal(err)
	}
	g.accept(events.RuleEnacted{Number: "9.99", Rule: list[0].Canonical()})
	d := g.j.Decide(Input{ID: "x", Payload: events.PlaySubmitted{Side: "White", Text: "pass"}, At: noon})
	if len(d.Ruling.Faults) != 1 || d.Ruling.Faults[0].Clause != "9.99/0 §4" {
		t.Errorf("faults %v, expected one by 9.99/0 §4", d.Ruling.Faults)
	}
}
