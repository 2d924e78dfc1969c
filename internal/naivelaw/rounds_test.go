package naivelaw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// TestBothPlayTheseTogether asks both opinions about plays that are made at once. What is expected was worked out by hand from
// docs/rule-language/course.md, "Simultaneous plays".
func TestBothPlayTheseTogether(t *testing.T) {
	const rook, mace = "modes: [{legs: [{dir: orthogonal, n: 1..4}]}]", "royal: true\n      modes: [{legs: [{dir: all}]}]"
	for _, test := range []struct {
		name, together, more string // the section, and further sections
		ant, bee             string
		men, plays           string // of each side, in the order of play; both are asked again once they are made, or at once
		then                 string
	}{
		{"two that each block the other conflict, both", "conflicts: [{do: void}]", "", rook, rook,
			"Red Ant a2, Blue Bee e2", "#A1 a2-d2 / #B1 e2-c2", "A1 Ant Red a2; B1 Bee Blue e2"},
		{"what cannot be made after another is made before it", "conflicts: [{do: void}]", "", rook, rook,
			"Red Ant c1, Blue Bee a3", "#A1 c1-c3 / #B1 a3-e3", "A1 Ant Red c3; B1 Bee Blue e3"},
		{"but while ways holds they conflict", `ways: "true", conflicts: [{do: void}]`, "", rook, rook,
			"Red Ant c1, Blue Bee a3", "#A1 c1-c3 / #B1 a3-e3", "A1 Ant Red c1; B1 Bee Blue a3"},
		{"each with a piece of its own making", "conflicts: [{do: void}]", "", rook + "\n      consequences: [{on: moved, do: [{create: Bee, on: from}]}]", rook,
			"Red Ant b1, Blue Ant d1", "#A1 b1-b2 / #A2 d1-d2", "A1 Ant Red b2; A2 Ant Blue d2; B1 Bee Red b1; B2 Bee Blue d1"},
		{"a limit is kept when all have passed", "conflicts: [{do: void}]", "limits: [{of: all, where: 'it.type == \"Bee\"', most: 1, beyond: lifted, first: it.file}]\n      consequences: [{on: turn-ends, when: 'side == \"Blue\"', do: [{create: Bee, on: 'first(squares, s, s == \"e5\")'}]}]", rook, rook,
			"Red Ant a1, Blue Bee b1", "pass / pass", "A1 Ant Red a1; B1 Bee Blue ; B2 Bee Blue e5"},
		{"a placed piece of rank may come under attack by what is made with it", "conflicts: [{do: void}], ways: \"true\"", "checks: {own_royal: false}", rook, mace,
			"Red Ant a1, Blue Bee -", "#A1 a1-a3 / #B1@c3", "A1 Ant Red a3; B1 Bee Blue c3"},
		{"or conflicts with that while checks holds", "conflicts: [{do: void}], checks: \"true\"", "checks: {own_royal: false}", rook, mace,
			"Red Ant a1, Blue Bee -", "#A1 a1-a3 / #B1@c3", "A1 Ant Red a1; B1 Bee Blue "},
		{"who surrenders is not asked whether it is in check, and keeps the pieces where that ends the game", "conflicts: [{do: void}]", "checks: {own_royal: false}\n      ends: [{on: surrender, when: 'true', winner: other, cite: §1}]", rook, mace,
			"Red Ant a3, Blue Bee c3", "#A1 a3-b3 / surrender", "A1 Ant Red b3; B1 Bee Blue c3; over"},
		{"whom an effect calls plays next", "when: 'turns < 2'", "consequences: [{on: moved, do: [{next: owner}]}]", rook, rook,
			"Red Ant a1, Blue Bee e5", "pass / #B1 e5-e4", "A1 Ant Red a1; B1 Bee Blue e4; Blue is to play"},
		{"no lot brings plays into conflict, though both could draw the same piece", "conflicts: [{do: void}]", "consequences: [{on: moved, do: [{destroy: pieces, where: 'it.type == \"Bee\"', lot: 1}]}]", rook, "immovable: true",
			"Red Ant a1, Blue Ant e1, Blue Bee c3", "#A1 a1-a2 / #A2 e1-e2", "A1 Ant Red a2; A2 Ant Blue e2"},
		{"nor keeps one from being made: it is drawn when all have been judged", "conflicts: [{do: void}]", "consequences: [{on: moved, when: 'mover == \"Red\"', do: [{lift: pieces, where: 'it.type == \"Bee\" and it.rank == 2', lot: 1}]}]", rook, rook,
			"Red Ant a1, Blue Bee e1", "#A1 a1-a2 / #B1 e1-e2", "A1 Ant Red a2; B1 Bee Blue "},
		{"nor does what a surrender by an effect brings", "conflicts: [{do: void}]", "consequences: [{on: moved, when: 'mover == \"Red\"', do: [{surrender: side, side: '\"Blue\"'}]}]", rook, rook,
			"Red Ant a1, Blue Bee e1", "#A1 a1-a2 / #B1 e1-e2", "A1 Ant Red a2; B1 Bee Blue "},
		{"who comes before whom amid a round does not begin it anew", "conflicts: [{do: void}]", "checks: {own_royal: false}\n      powers: [{name: ask, by: side, do: [{mark: ice, on: '\"c3\"'}]}]", rook, mace,
			"Red Ant a2, Blue Bee e2", "#A1 a2-b2 / power ask / #B1 e2-e3", "A1 Ant Red b2; B1 Bee Blue e3; c3 is ice"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := fmt.Sprintf(`rules:
  - number: 1
    procedure:
      board: {files: 5, ranks: 5}
      order: {by: list, up: mover.in_check}
      passing: {when: "true"}
      placing: {may_attack: "true", may_check: "true"}
      together: {%s}
      %s
  - number: 2
    piece:
      name: Ant
      glyph: A
      value: 1
      %s
  - number: 3
    piece:
      name: Bee
      glyph: B
      value: 1
      %s
`, test.together, test.more, test.ant, test.bee)
			j, g, err := begun(text, []string{"Red", "Blue"}, menOf(test.men), nil)
			if err != nil {
				t.Fatal(err)
			}
			m := meeting{j: j, g: g, kinds: map[string]int{}}
			plays := strings.Split(test.plays, " / ")
			sides := slices.Clone(g.sides)
			for _, play := range plays {
				side := sides[0]
				if name, uses := strings.CutPrefix(play, "power "); uses {
					in := events.PowerUsed{Power: name, Player: playerOf(side), Side: side}
					d := j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: in})
					if d.Ruling.Verdict != aggregate.Accepted {
						t.Fatal(faults(d))
					}
					j.Commit(d)
					g.uses(use{power: g.powers[0], player: playerOf(side), side: side, doing: &doing{g: g, side: side, player: playerOf(side)}})
					g.stirs()
					continue
				}
				sides = sides[1:]
				turn := m.written(side, play)
				if turn == nil {
					t.Fatalf("the second opinion knows no %s", play)
				}
				d := j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.PlaySubmitted{Side: side, Text: play}})
				if d.Ruling.Verdict != aggregate.Accepted {
					t.Fatal(faults(d))
				}
				j.Commit(d)
				g.sends(side, turn)
			}
			naive, engine := g.told(), toldByEngine(j)
			for _, end := range []struct {
				list *[]string
				over bool
				next string
			}{{&naive, g.over, g.toPlay()}, {&engine, j.State().Over(), j.State().ToPlay()}} {
				if end.over {
					*end.list = append(*end.list, "over")
				} else if end.next != "" {
					*end.list = append(*end.list, end.next+" is to play")
				}
			}
			for who, got := range map[string][]string{"the second opinion": naive, "the program": engine} {
				if diff := cmp.Diff(test.then, strings.Join(got, "; ")); diff != "" {
					t.Errorf("%s: %s", who, diff)
				}
			}
		})
	}
}
