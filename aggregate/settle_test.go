package aggregate

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

const wideRules = `
rules:
  - number: 1
    procedure:
      board: {files: %d, ranks: %d, heading: {White: north, Black: south}}
      capturing: {goes: gone, cite: ""}
      order: {by: fixed, sides: [White, Black]}
  - {number: 2, piece: {name: Wanderer, glyph: W, value: 1, modes: [{legs: [{dir: anywhere}]}]}}
  - {number: 3, piece: {name: Wanda, glyph: Wa, value: 1, modes: [{legs: [{dir: anywhere}]}]}}
  - {number: 4, piece: {name: Abba, glyph: b, value: 1, modes: [{legs: [{dir: anywhere}]}]}}
`

// Every square that the board prints is read in a play, as where a piece stands, where it goes and what it captures: with a glyph, with a
// glyph that ends as a file begins, with a name, with nothing before it.
func TestSquaresOfWideBoardsAreReadAsPrinted(t *testing.T) {
	random := rand.New(rand.NewPCG(64, 27))
	for range 40 {
		files, ranks := 2+random.IntN(63), 2+random.IntN(63)
		parsed, err := rules.ParseFile("wide.yaml", fmt.Appendf(nil, wideRules, files, ranks))
		if err != nil {
			t.Fatal(err)
		}
		j, err := NewJudge(NewState(), "test")
		if err != nil {
			t.Fatal(err)
		}
		g := &game{t: t, j: j}
		g.accept(events.GameOpened{Game: "wide", System: "wide", Seed: strings.Repeat("5e", 32), Format: 2})
		for _, r := range parsed.Rules {
			g.accept(events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
		}
		squares := random.Perm(files * ranks)
		at := func(i int) string { return rules.SquareName(squares[i]%files, squares[i]/files) }
		types := []string{"Wanderer", "Wanda", "Abba"}
		set := events.ArraySet{Sides: []events.ArraySide{{Side: "White", Player: "Ann"}, {Side: "Black", Player: "Bob"}}, First: "White"}
		for i := range min(4, len(squares)) {
			set.Pieces = append(set.Pieces, events.ArrayPiece{Type: types[random.IntN(3)], Side: []string{"White", "Black"}[i%2], At: at(i)})
		}
		g.accept(set)
		for range 12 {
			side, pos := j.State().ToPlay(), j.Position()
			rs := pos.Ruleset()
			var own []movement.PieceID
			for _, id := range pos.OnBoard() {
				if pos.SideName(pos.Owner(id)) == side {
					own = append(own, id)
				}
			}
			if len(own) == 0 {
				break
			}
			id := own[random.IntN(len(own))]
			name := []string{rs.Glyph(pos.TypeOf(id)), rs.TypeName(pos.TypeOf(id)) + " ", ""}[random.IntN(3)]
			text, from := "", rs.SquareName(pos.Where(id))
			to := rules.SquareName(random.IntN(files), random.IntN(ranks))
			sq, _ := rs.Square(to)
			switch there := pos.At(sq); {
			case there == movement.NoPiece:
				text = name + from + "-" + to
			case pos.Owner(there) != pos.Owner(id):
				text = name + from + "x" + []string{"", rs.Glyph(pos.TypeOf(there))}[random.IntN(2)] + to
			default:
				continue
			}
			g.accept(events.PlaySubmitted{Side: side, Text: text})
			if pc, ok := j.State().PieceAt(to); !ok || pc.Side != side || pc.Type != rs.TypeName(pos.TypeOf(id)) {
				t.Fatalf("%d×%d: after %s there is %v on %s", files, ranks, text, pc, to)
			}
		}
	}
}
