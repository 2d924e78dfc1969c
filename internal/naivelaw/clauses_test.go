package naivelaw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules/movement"
)

// TestBothReadTheseWaysAsTheyAreWritten asks both opinions about the first man of small positions. What is expected was worked out by hand.
func TestBothReadTheseWaysAsTheyAreWritten(t *testing.T) {
	for _, test := range []struct {
		name, board, modes string
		men, ice, closed   string // "Red Ant a1", "Blue Bee b2"
		want               string
	}{
		{"a path of two legs does not hop over what it may not",
			"files: 5, ranks: 5", "{legs: [{dir: north, n: 2, hop: over, not_over: [Bee]}, {dir: east}]}",
			"Red Ant a1, Blue Bee a2", "", "", ""},
		{"it hops over others",
			"files: 5, ranks: 5", "{legs: [{dir: north, n: 2, hop: over, over: [Bee]}, {dir: east}]}",
			"Red Ant a1, Blue Bee a2", "", "", "move b3"},
		{"what stands in the region stops no leg of a path that takes",
			"files: 5, ranks: 5, regions: [{name: zone, squares: [b1-c1]}]", "{for: [capture], legs: [{dir: east, n: 1..3, through: [zone], takes: true}, {dir: north}]}",
			"Red Ant a1, Red Bee b1, Blue Bee d1, Blue Bee b2", "", "", "capture 2-d2, capture 3-b2"},
		{"a leg that takes may be followed by one of no steps, on a piece",
			"files: 5, ranks: 5", "{for: [capture], legs: [{dir: east, takes: true}, {dir: north, n: 0..1, zero_ok: true}]}",
			"Red Ant a1, Blue Bee b1", "", "", "capture 1-b1, capture 1-b2"},
		{"ice stops before what a mode for moves meets",
			"files: 5, ranks: 5", "{for: [move], legs: [{dir: north, slides: [ice]}]}",
			"Red Ant a1, Blue Bee a4", "a2 a3", "", "move a3"},
		{"and lets one for captures take it",
			"files: 5, ranks: 5", "{legs: [{dir: north, slides: [ice]}]}",
			"Red Ant a1, Blue Bee a4", "a2 a3", "", "capture 1-a4"},
		{"on a ring of ice a piece stops when it is back where it came down",
			"files: 5, ranks: 5, wrap: files", "{for: [move], legs: [{dir: north}, {dir: east, slides: [ice]}]}",
			"Red Ant a1", "a2 b2 c2 d2 e2", "", "move b2"},
		{"its own square, which it leaves only at the end, stops it",
			"files: 5, ranks: 5, wrap: files", "{for: [move], legs: [{dir: east, slides: [ice]}]}",
			"Red Ant a2", "a2 b2 c2 d2 e2", "", "move e2"},
		{"land is asked of the board before anything is taken",
			"files: 5, ranks: 5", "{for: [capture], legs: [{dir: north, takes: true}, {dir: north}], land: 'count(pieces) == 2 and not shift(self, \"c3\", \"c4\").empty'}",
			"Red Ant a1, Blue Bee a2", "", "", "capture 1-a3"},
		{"between lies on the line around the edge as well",
			"files: 5, ranks: 5, wrap: files", "{legs: [{dir: north}], when: 'any(pieces, q, between(q, self, \"d1\"))'}",
			"Red Ant b1, Blue Bee a1", "", "", "move b2"},
		{"clear is what one of the lines is",
			"files: 5, ranks: 5, wrap: files", "{legs: [{dir: north}], when: 'clear(self, \"d1\")'}",
			"Red Ant b1, Blue Bee c1", "", "", "move b2"},
		{"squares are aligned over closed ones",
			"files: 5, ranks: 5, wrap: files, closed: [a3]", "{legs: [{dir: north}], when: 'aligned(self, \"a5\") and not clear(self, \"a5\")'}",
			"Red Ant a1", "", "", "move a2"},
		{"what goes along lets it go to each of several squares",
			"files: 7, ranks: 3", "{for: [move], carries: {piece: 'first(mover.pieces, it != self)', to: [a1-c1], onto: [d1]}}",
			"Red Ant d1, Red Bee e1", "", "", "goes 0-a1 with 1-d1, goes 0-b1 with 1-d1, goes 0-c1 with 1-d1"},
		{"a later leg hops over a closed square as the first does",
			"files: 5, ranks: 5", "{legs: [{dir: north}, {dir: east, n: 2, hop: over}]}",
			"Red Ant a1", "", "b2", "move c2"},
		{"one that hops over no Bee hops over a closed square, and what goes over Bees alone does not",
			"files: 5, ranks: 5", "{legs: [{dir: [north], n: 2, hop: over, not_over: [Bee]}, {dir: east}]}, {legs: [{dir: [east], n: 2, hop: over, over: [Bee]}]}",
			"Red Ant a1", "", "a2 b1", "move b3"},
		{"what is hopped over with a closed square is captured",
			"files: 5, ranks: 5", "{for: [capture], takes: hopped, legs: [{dir: north, n: 2..3, hop: 1..2}]}",
			"Red Ant a1, Blue Bee a2", "", "a3", "capture 1-a4"},
		{"a path that may lead over its own square does so with its first leg, around the board",
			"files: 5, ranks: 5, wrap: files", "{for: [move], origin: allowed, legs: [{dir: east, n: [6]}, {dir: north, repeat: 2}]}",
			"Red Ant a1", "", "", "move b2, move b3"},
		{"through lets over what stands in the region, and over no closed square",
			"files: 5, ranks: 5, regions: [{name: zone, squares: [b1-c1]}]", "{for: [move], legs: [{dir: east, n: [3], through: [zone]}]}, {for: [move], legs: [{dir: north, n: [3], through: [zone]}]}",
			"Red Ant a1, Blue Bee b1", "", "c1", "move a4"},
		{"who copies the friend behind it does so while one stands there, with the conditions asked of itself",
			"files: 5, ranks: 5, heading: {Red: north}", `{legs: [{dir: east}], when: 'not copied or self.rank == 3'}, {as: {piece: 'first(mover.pieces, it.square == self.next("backward"))', instead: true}}`,
			"Red Ant b2, Red Ant b1, Blue Bee c2", "", "", ""},
		{"which are asked of its square and not of the other one's",
			"files: 5, ranks: 5, heading: {Red: north}", `{legs: [{dir: east}], when: 'not copied or self.rank == 3'}, {as: {piece: 'first(mover.pieces, it.square == self.next("backward"))', instead: true}}`,
			"Red Ant b3, Red Ant b2, Blue Bee c3", "", "", "capture 2-c3"},
		{"by itself it keeps its own modes",
			"files: 5, ranks: 5, heading: {Red: north}", `{legs: [{dir: east}]}, {as: {piece: 'first(mover.pieces, it.square == self.next("backward"))', instead: true}}`,
			"Red Ant b2, Blue Ant b1, Blue Bee c2", "", "", "capture 2-c2"},
		{"a copy for moves alone takes nothing",
			"files: 5, ranks: 5", `{for: [capture], legs: [{dir: north}]}, {for: [move], as: {piece: 'first(pieces, it.side != mover and it.type == "Ant")'}}`,
			"Red Ant b2, Blue Bee b3, Blue Ant a5", "", "", "capture 1-b3"},
		{"a path that takes on its way takes nothing that is protected, and does not lead past it",
			"files: 5, ranks: 5", "{for: [capture], takes: hopped, legs: [{dir: north, n: 2, hop: next, repeat: 3}]}",
			"Red Ant a1, Blue Bee a2, Blue Cat a4", "", "", "capture 1-a3"},
		{"hop next lands in the gap between two squares of one piece, and no further",
			"files: 5, ranks: 5", "{for: [move], legs: [{dir: north, n: 2..4, hop: next}]}",
			"Red Ant a1, Blue Eel a2", "", "", "move a3"},
		{"hop over lands behind the gap too: it is one piece",
			"files: 5, ranks: 5", "{for: [move], legs: [{dir: north, n: 2..4, hop: over}]}",
			"Red Ant a1, Blue Eel a2", "", "", "move a3, move a5"},
		{"a path that leads around the board to its own piece turns there, and attacks whom it can capture so",
			"files: 6, ranks: 5, wrap: files", "{for: [move], legs: [{dir: north}], when: self.attacked}, {for: [capture], legs: [{dir: west, n: 1..6, hop: onto}, {dir: turn90}]}",
			"Red Ant b2, Blue Ant b1", "", "", "capture 1-b1, move b3"},
		{"a path of more steps than there are files attacks whom it meets then",
			"files: 6, ranks: 5, wrap: files", "{for: [move], legs: [{dir: north}], when: self.attacked}, {for: [capture], legs: [{dir: west, n: 7, pass: any}]}",
			"Red Ant b2, Blue Ant c2", "", "", "move b3"},
		{"a piece on two squares meets one closed square twice, and lands where it meets it no more",
			"files: 7, ranks: 3", "{for: [move], legs: [{dir: west, n: 2..6, hop: next}]}",
			"Red Barge f1", "", "e1", "move c1"},
		{"or directly behind it where it meets it once",
			"files: 7, ranks: 3", "{for: [move], legs: [{dir: north, n: 2, hop: next}]}",
			"Red Barge f1", "", "g2", "move f3"},
		{"a shot to the edge does not end in the gap between two squares of its piece",
			"files: 5, ranks: 3", "{for: [shot], legs: [{dir: east, n: edge}]}",
			"Red Raft a1, Blue Bee b1, Blue Bee e1", "", "", "capture 2-a1"},
		{"nor before them around the board, whether more legs follow or not",
			"files: 5, ranks: 3, wrap: files", "{for: [shot], legs: [{dir: east, n: edge}]}, {for: [shot], legs: [{dir: [west], n: edge}, {dir: right90}]}, {for: [shot], legs: [{dir: [west], n: edge}, {dir: right90, n: 2, hop: over}]}",
			"Red Raft a1, Blue Bee e1, Blue Bee b2, Blue Bee b3", "", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := fmt.Sprintf(`rules:
  - {number: 1, procedure: {board: {%s}}}
  - number: 2
    piece:
      name: Ant
      glyph: A
      value: 1
      modes: [%s]
  - {number: 3, piece: {name: Bee, glyph: B, value: 1, immovable: true}}
  - {number: 4, piece: {name: Cat, glyph: C, value: 1, immovable: true, immune: [{who: self}]}}
  - {number: 5, piece: {name: Eel, glyph: E, value: 1, immovable: true, covers: [[0, 0], [0, 2]]}}
`, test.board, test.modes)
			if body, ok := map[string]string{"Barge": "[[0, 0], [1, 0]]", "Raft": "[[0, 0], [2, 0]]"}[strings.Fields(test.men)[1]]; ok {
				text = strings.Replace(text, "name: Ant\n", "name: Ant\n      covers: "+body+"\n", 1)
			}
			rs, why := compiled(text)
			if rs == nil {
				t.Fatal(why)
			}
			var men []Man
			for _, man := range strings.Split(test.men, ", ") {
				f := strings.Fields(man)
				men = append(men, Man{Side: f[0], Type: strings.NewReplacer("Barge", "Ant", "Raft", "Ant").Replace(f[1]), At: f[2]})
			}
			g, pos := setUp(read(text), rs, []string{"Red", "Blue"}, men, strings.Fields(test.ice), strings.Fields(test.closed))
			defended := func(s string) bool { return strings.HasPrefix(s, "defends") }
			for who, got := range map[string][]string{"the second opinion": naiveWays(g, g.pieces[0]), "the program": engineWays(pos, movement.PieceID(0))} {
				if diff := cmp.Diff(test.want, strings.Join(slices.DeleteFunc(got, defended), ", ")); diff != "" {
					t.Errorf("%s: %s", who, diff)
				}
			}
		})
	}
}

// TestADefenceInsideADefenceIsAskedOnItsBoard asks whether an Ant that captures only while it is defended defends a Bee. Were the Bee of
// another side, the Dog would go over it and then over the Ant, as long as the Bee stays of another side while the Ant's own defence is asked.
func TestADefenceInsideADefenceIsAskedOnItsBoard(t *testing.T) {
	text := `rules:
  - {number: 1, procedure: {board: {files: 5, ranks: 5}, duties: [{forbid: capture, disarms: true, when: not self.defended}]}}
  - {number: 2, piece: {name: Ant, glyph: A, value: 1, modes: [{for: [capture], legs: [{dir: all}]}]}}
  - {number: 3, piece: {name: Bee, glyph: B, value: 1, immovable: true, immune: [{who: friend}]}}
  - {number: 4, piece: {name: Dog, glyph: D, value: 1, modes: [{for: [capture], takes: hopped, legs: [{dir: all, n: 2, hop: next, repeat: 2}]}]}}
`
	rs, why := compiled(text)
	if rs == nil {
		t.Fatal(why)
	}
	for _, test := range []struct{ dog, want string }{
		{"a4", "defends 1"}, // over b3 to c2, over b2 to a2
		{"d5", ""},
	} {
		men := []Man{{Type: "Ant", Side: "Red", At: "b2"}, {Type: "Bee", Side: "Red", At: "b3"}, {Type: "Dog", Side: "Red", At: test.dog}}
		g, pos := setUp(read(text), rs, []string{"Red", "Blue"}, men, nil, nil)
		for who, got := range map[string][]string{"the second opinion": naiveWays(g, g.pieces[0]), "the program": engineWays(pos, 0)} {
			if diff := cmp.Diff(test.want, strings.Join(got, ", ")); diff != "" {
				t.Errorf("with the Dog on %s, %s: %s", test.dog, who, diff)
			}
		}
	}
}

// TestWhatFollowsSeesWhatCameBefore plays small consequences that were once wrong. What is expected was worked out by hand from
// docs/rule-language/consequences.md.
func TestWhatFollowsSeesWhatCameBefore(t *testing.T) {
	one := []Man{{Type: "Ant", Side: "Red", At: "a1"}}
	ring := []Man{{Type: "Ant", Side: "Red", At: "a1"}, {Type: "Bee", Side: "Blue", At: "c4"}, {Type: "Bee", Side: "Red", At: "c2"}, {Type: "Bee", Side: "Red", At: "c5"}}
	const bees = `
  - {number: 2, piece: {name: Ant, glyph: A, value: 1, modes: [{legs: [{dir: north}]}]}}
  - {number: 3, piece: {name: Bee, glyph: B, value: 1, immovable: true}}`
	const wide = bees + `
  - {number: 4, piece: {name: Eel, glyph: E, value: 1, immovable: true, covers: [[0, 0], [1, 0]]}}
  - {number: 5, piece: {name: Ox, glyph: O, value: 1, immovable: true, covers: [[0, 0], [1, 0], [0, 1], [1, 1]]}}`
	for _, test := range []struct {
		name, rules, then string
		men               []Man
	}{
		{"the lowest falls first, whichever is the oldest",
			`
      consequences:
        - {on: moved, do: [{move: pieces, first: it.rank, on: 'first(squares, s, s.empty and s.file == it.file and s.rank < it.rank and clear(s, it), s.rank)'}]}` + bees,
			"A1 Ant Red a1; B1 Bee Blue c2; B2 Bee Red c1; B3 Bee Red c3", ring},
		{"without an order the oldest falls first",
			`
      consequences:
        - {on: moved, do: [{move: pieces, on: 'first(squares, s, s.empty and s.file == it.file and s.rank < it.rank and clear(s, it), s.rank)'}]}` + bees,
			"A1 Ant Red a1; B1 Bee Blue c3; B2 Bee Red c1; B3 Bee Red c4", ring},
		{"pieces go around a ring at once, and what would come to the square of one that stays stays",
			`
      consequences:
        - {on: moved, do: [{move: pieces, at_once: true, on: 'it.square == "c4" ? first(squares, s, s == "c2") : it.square == "c2" ? first(squares, s, s == "c4") : it.square == "c5" ? first(squares, s, s == "a2") : none'}]}` + bees,
			"A1 Ant Red a2; B1 Bee Blue c2; B2 Bee Red c4; B3 Bee Red c5", ring},
		{"pieces of several squares go at once as well, onto squares of their own and of others that leave",
			`
      consequences:
        - {on: moved, do: [{move: pieces, at_once: true, on: 'it.type == "Ant" ? none : it.square.next("east")'}]}` + wide,
			"A1 Ant Red a2; B1 Bee Blue e4; E1 Eel Red b5; O1 Ox Red c3", append(slices.Clip(one),
				Man{Type: "Ox", Side: "Red", At: "b3"}, Man{Type: "Bee", Side: "Blue", At: "d4"}, Man{Type: "Eel", Side: "Red", At: "a5"})},
		{"where one of the squares is kept, none of them goes, nor what would come to theirs",
			`
      consequences:
        - {on: moved, do: [{move: pieces, at_once: true, on: 'it.type == "Ant" or it.type == "Bee" and it.side == mover ? none : it.square.next("east")'}]}` + wide,
			"A1 Ant Red a2; B1 Bee Red d4; B2 Bee Blue a4; E1 Eel Red d1; O1 Ox Red b3", append(slices.Clip(one),
				Man{Type: "Ox", Side: "Red", At: "b3"}, Man{Type: "Bee", Side: "Red", At: "d4"}, Man{Type: "Bee", Side: "Blue", At: "a4"}, Man{Type: "Eel", Side: "Red", At: "d1"})},
		{"of several on a square one goes, and what would come there stays, since the others keep it",
			`
      consequences:
        - {on: moved, do: [{move: pieces, at_once: true, on: 'it.square == "b3" ? first(squares, s, s == "c3") : it.type == "Bee" and it.side == mover ? first(squares, s, s == "d3") : none'}]}
  - {number: 2, piece: {name: Ant, glyph: A, value: 1, modes: [{legs: [{dir: north}]}]}}
  - {number: 3, piece: {name: Bee, glyph: B, value: 1, shares: 2, immovable: true}}`,
			"A1 Ant Red a2; B1 Bee Red d3; B2 Bee Blue c3; B3 Bee Blue b3", append(slices.Clip(one),
				Man{Type: "Bee", Side: "Red", At: "c3"}, Man{Type: "Bee", Side: "Blue", At: "c3"}, Man{Type: "Bee", Side: "Blue", At: "b3"})},
		{"a square that was closed is open again, and a piece comes into a holding",
			`
      consequences:
        - {on: moved, do: [{close: '"a3"'}, {close: '"a4"'}, {open: squares, where: 'place.rank == 3'}, {create: Bee, side: '"Blue"'}, {move: actor, on: '"a3"'}, {move: actor, on: '"a4"'}]}` + bees,
			"A1 Ant Red a3; B1 Bee Blue ; a4 is closed", one},
		{"a payment sees what the one before it left",
			`
      assets: [{name: gems}]
      consequences:
        - {on: moved, do: [{pay: 2, asset: gems, payee: mover}, {pay: '3 * assets(mover, "gems")', asset: gems, payee: mover}]}
  - {number: 2, piece: {name: Ant, glyph: A, value: 1, modes: [{legs: [{dir: north}]}]}}
  - {number: 3, piece: {name: Bee, glyph: B, value: 1, immovable: true}}`,
			"A1 Ant Red a2; Red's has 8", one},
		{"a piece that becomes of another type answers the moment as what it was",
			`
      consequences:
        - {on: moved, do: [{mark: ice, on: from}]}
  - number: 2
    piece:
      name: Ant
      glyph: A
      value: 1
      modes: [{legs: [{dir: north}]}]
      consequences:
        - {on: moved, do: [{become: actor, type: Bee}]}
        - {on: moved, do: [{mark: ice, on: to}]}
  - {number: 3, piece: {name: Bee, glyph: B, value: 1, immovable: true}}`,
			"A1 Bee Red a2; a1 is ice; a2 is ice", one},
		{"an entry that makes a piece anew where it lands does not answer the landing of the new one",
			`
      consequences:
        - {on: landed, do: [{destroy: actor}, {create: Ant, on: at}]}
  - {number: 2, piece: {name: Ant, glyph: A, value: 1, modes: [{legs: [{dir: north}]}]}}
  - {number: 3, piece: {name: Bee, glyph: B, value: 1, immovable: true}}`,
			"A2 Ant Red a2", one},
		{"nor does it where another entry has made the one that it made into the next",
			`
      consequences:
        - {on: landed, when: 'actor.type == "Ant"', do: [{destroy: actor}, {create: Bee, on: at}]}
        - {on: landed, when: 'actor.type == "Bee"', do: [{destroy: actor}, {create: Ant, on: at}]}
  - {number: 2, piece: {name: Ant, glyph: A, value: 1, modes: [{legs: [{dir: north}]}]}}
  - {number: 3, piece: {name: Bee, glyph: B, value: 1, immovable: true}}`,
			"A2 Ant Red a2", one},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := "rules:\n  - number: 1\n    procedure:\n      board: {files: 5, ranks: 5}\n      order: {by: fixed}" + test.rules + "\n"
			j, g, err := begun(text, []string{"Red", "Blue"}, test.men, nil)
			if err != nil {
				t.Fatal(err)
			}
			a := g.acts("Red")[0]
			j.Commit(j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.PlaySubmitted{Side: "Red", Text: a.text()}}))
			g.play(a)
			for who, got := range map[string][]string{"the second opinion": g.told(), "the program": toldByEngine(j)} {
				if diff := cmp.Diff(test.then, strings.Join(got, "; ")); diff != "" {
					t.Errorf("%s: %s", who, diff)
				}
			}
		})
	}
}
