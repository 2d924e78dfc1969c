package aggregate

import (
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
)

// shifted lists what moved and what was closed, in order.
func shifted(list []events.Payload) (out []string) {
	for _, p := range list {
		switch p := p.(type) {
		case events.PieceMoved:
			out = append(out, p.Piece+" "+p.From+"-"+p.To)
		case events.SquareClosed:
			out = append(out, "closed "+p.Square)
		}
	}
	return out
}

// TestPiecesFallAtTheEndOfATurn has every Stone fall a square south if that was empty when the turn ended: which ones is
// determined before the first of them falls, so that one on top of another stays there, although that one falls.
func TestPiecesFallAtTheEndOfATurn(t *testing.T) {
	g := gemsGame(t, `{of: player, counts: gems, when: held >= 99}`, `
  - number: "7.3"
    title: Gravity
    procedure:
      consequences:
        - on: turn-ends
          do: [{move: pieces, on: 'it.square.next("south")', where: 'it.square.next("south").empty'}]
`)
	// S3 stands on S4, S5 on S2, which stands on the first rank.
	for i, at := range []string{"c5", "c4", "f2"} {
		id := []string{"S3", "S4", "S5"}[i]
		g.apply(events.PieceCreated{Piece: id, Type: "Stone", Side: "South"}, events.PiecePlaced{Piece: id, At: at})
	}
	want(t, shifted(g.play("North", "Sa5-b5")), []string{"S1 a5-b5", "S1 b5-b4", "S4 c4-c3"})
	// Now c4 is empty, and so is c2.
	want(t, shifted(g.play("South", "Sf1-e1")), []string{"S2 f1-e1", "S1 b4-b3", "S3 c5-c4", "S4 c3-c2", "S5 f2-f1"})
}

// TestOfPiecesThatGoToOneSquareTheOldestGetsThere moves them one after the other, each if its square is empty by then.
func TestOfPiecesThatGoToOneSquareTheOldestGetsThere(t *testing.T) {
	g := gemsGame(t, `{of: player, counts: gems, when: held >= 99}`, `
  - number: "7.3"
    title: To the middle
    procedure:
      consequences:
        - {on: turn-ends, do: [{move: pieces, on: '"c3"', where: it.square != "c3"}, {move: pieces, on: 'first(pieces, it.square == "c3")'}]}
`)
	want(t, shifted(g.play("North", "Sa5-a4")), []string{"S1 a5-a4", "S1 a4-c3"})
}

// TestSquaresAreClosedAtTheEndOfATurn closes those that are empty, and says so of each.
func TestSquaresAreClosedAtTheEndOfATurn(t *testing.T) {
	g := gemsGame(t, `{of: player, counts: gems, when: held >= 99}`, `
  - number: "7.3"
    title: The hall shrinks
    procedure:
      consequences:
        - {on: turn-ends, when: turns == 1, do: [{close: squares, where: place.rank == 6 and place.file < 4}, {close: '"f6"'}], cite: §1}
        - {on: turn-ends, when: turns == 2, do: [{close: squares, where: place.rank == 6}, {move: pieces, on: '"b6"'}], cite: §2}
`)
	// a6 is not empty then.
	want(t, shifted(g.play("North", "Sa5-a6")), []string{"S1 a5-a6", "closed b6", "closed c6", "closed f6"})
	// What is closed is not closed again, and nobody gets there.
	want(t, shifted(g.play("South", "Sf1-f2")), []string{"S2 f1-f2", "closed d6", "closed e6"})
	if faults := g.refused("North", "Sa6-b6"); len(faults) != 1 {
		t.Errorf("a play to a closed square: %v", faults)
	}
}

// TestASideIsDrawnThroughAPiece gives one Stone of two a counter by lot, and its side a gem.
func TestASideIsDrawnThroughAPiece(t *testing.T) {
	g := gemsGame(t, `{of: player, counts: gems, when: held >= 99}`, `
  - number: "7.3"
    title: The lot
    procedure:
      counters: [{name: lucky}]
      consequences:
        - on: turn-ends
          do:
            - {set: lucky, to: 1, where: 'it.type == "Stone"', lot: 1}
            - {pay: 1, asset: gems, payee: 'first(pieces, it.counter("lucky") == 1).side'}
`)
	var lucky, paid string
	for _, p := range g.play("North", "Sa5-a4") {
		switch p := p.(type) {
		case events.CounterChanged:
			lucky += p.Piece
		case events.AssetChanged:
			paid += p.Account
		}
	}
	if whose := map[string]string{"S1": "North", "S2": "South"}[lucky]; whose == "" || paid != whose {
		t.Errorf("the lot falls on %q, and %q has a gem", lucky, paid)
	}
}

// TestACaptureOfSeveralIsWrittenOutWhereItIsNamedByOne refuses a capture that names one of the two that it takes, and says how it is written, in a
// game whose turns are single acts.
func TestACaptureOfSeveralIsWrittenOutWhereItIsNamedByOne(t *testing.T) {
	g := newArray(t, "chess", "4k3/8/8/8/1n6/1n6/8/4K3 w - - 0 1")
	ram, err := rules.ParseFile("ram.yaml", []byte(`rules:
  - number: '90'
    title: The Ram, which takes all that stands in a line before it
    piece: {name: Ram, glyph: Y, value: 1, modes: [{for: [capture], legs: [{dir: all}], victims: 'between(to, from, victim)', cite: §2}]}
`))
	if err != nil {
		t.Fatal(err)
	}
	g.accept(events.RuleEnacted{Number: "90", Rule: ram.Rules[0].Canonical()})
	g.apply(events.PieceCreated{Piece: "Y1", Type: "Ram", Side: "White"}, events.PiecePlaced{Piece: "Y1", At: "b1"})
	for text, said := range map[string]string{
		"b1xb3":       "the Ram on b1 does not capture that way; write Yb1xb4xb3-b2",
		"b1xb4-b2":    "the Ram on b1 does not capture that way; write Yb1xb4xb3-b2",
		"b1xb3xb4-b2": "",
	} {
		d := g.decide("White", text)
		var messages []string
		for _, f := range d.Ruling.Faults {
			messages = append(messages, f.Message)
		}
		if got := strings.Join(messages, "; "); got != said {
			t.Errorf("%s: %q, want %q", text, got, said)
		}
	}
}

// TestASideIsEntrustedToAnotherPlayer gives South to Ann, who holds North, and back to nobody: there is no third player.
func TestASideIsEntrustedToAnotherPlayer(t *testing.T) {
	g := gemsGame(t, `{of: player, counts: gems, when: held >= 99}`, `
  - number: "7.3"
    title: The guardian
    procedure:
      consequences:
        - on: turn-ends
          do:
            - {entrust: side, side: 'first(sides, it == "South")', holder: 'first(sides, it == "North")'}
            - {entrust: side, holder: 'first(players, it == "Zoe")'}
          cite: §1
`)
	held := func(list []events.Payload) (out []string) {
		for _, p := range list {
			if p, ok := p.(events.SideHeld); ok {
				out = append(out, p.Side+" "+p.Player)
			}
		}
		return out
	}
	want(t, held(g.play("North", "Sa5-a4")), []string{"South Ann"})
	want(t, held(g.play("South", "Sf1-f2")), nil) // it is hers already
}
