package naivelaw

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// noWay is what is expected of a play that the second opinion does not list.
const noWay = "no way"

// TestBothJudgeThesePlays asks both opinions about plays of small games. What is expected was worked out by hand from the pages.
func TestBothJudgeThesePlays(t *testing.T) {
	for _, test := range []struct {
		name, procedure, ant, bee string // sections, modes with what follows them
		men                       string // the first is A1
		play                      string // by Red, whose turn it is; acts end with semicolons
		then                      string // how the game stands after it; "" if it is illegal, noWay if it does not lead there
	}{
		{"an obligation to what a duty about the board after it forbids binds nobody",
			`duties: [{forbid: capture, after: 'count(pieces) < 3'}, {oblige: capture}]`, `modes: [{legs: [{dir: orthogonal}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee c2", "#A1 b2-b3", "A1 Ant Red b3; B1 Bee Blue c2"},
		{"nor one to what a limit forbids",
			`limits: [{of: all, most: 2}]
      duties: [{oblige: placement}]`, `modes: [{for: [capture], legs: [{dir: east}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee c2, Red Bee -", "#A1 b2xc2-c2", "A1 Ant Red c2; B1 Bee Red ; B2 Bee Red "},
		{"an obligation to place binds also who can place only where the piece attacks",
			`duties: [{oblige: placement}, {forbid: placement, when: 'to != "c1"'}]`, `modes: [{legs: [{dir: orthogonal}]}]`, `modes: [{legs: [{dir: north}]}]`,
			"Red Ant b2, Blue Bee c2, Red Bee -", "#A1 b2-b3", ""},
		{"a duty that disarms lets capture whom it does not concern",
			`duties: [{forbid: capture, disarms: true, when: 'self.attacked'}]`, `modes: [{legs: [{dir: orthogonal}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee c2", "#A1 b2xc2-c2", "A1 Ant Red c2; B1 Bee Red "},
		{"the number of an obligation is asked of moves as well",
			`duties: [{oblige: move, most: to.rank}]`, `modes: [{legs: [{dir: [north, south]}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-b1", ""},
		{"and of all acts where any is obligatory",
			`duties: [{oblige: any, most: count(victims)}]`, `modes: [{legs: [{dir: orthogonal}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee c2", "#A1 b2-b3", ""},
		{"of two obligations the first leaves what the second may ask for",
			`duties: [{oblige: move}, {oblige: capture}]`, `modes: [{legs: [{dir: orthogonal}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee c2", "#A1 b2-b3", "A1 Ant Red b3; B1 Bee Blue c2"},
		{"a shape of one piece knows it where its first act has brought it",
			`plays: {counts: "true", one_only: "false", shapes: [{when: "true", of: one, plays: ["Move, Move"]}]}`, `modes: [{legs: [{dir: orthogonal}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-b3; #A1 b3-b4", "A1 Ant Red b4; B1 Bee Blue d4"},
		{"a piece that is placed is another one",
			`plays: {counts: "true", one_only: "false", shapes: [{when: "true", of: different, plays: ["Move, Placement"]}]}`, `modes: [{legs: [{dir: orthogonal}]}]`, `immovable: true`,
			"Red Ant b2, Red Bee -", "#A1 b2-b3; #B1@d4", "A1 Ant Red b3; B1 Bee Red d4"},
		{"but not when it moves at once",
			`plays: {counts: "true", one_only: "false", shapes: [{when: "true", of: different, plays: ["Placement, Move"]}]}`, `modes: [{legs: [{dir: orthogonal}]}]`, `immovable: true`,
			"Red Ant -, Blue Bee d4", "#A1@b2; #A1 b2-b3", ""},
		{"a shape by type knows no piece that its own first act creates",
			`plays: {counts: "true", one_only: "false", shapes: [{when: "true", by: [Ant], of: different, plays: ["Move, Move"]}]}`, `modes: [{legs: [{dir: orthogonal}]}]
      consequences: [{on: landed, do: [{create: Ant, on: from}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-b3; #A2 b2-c2", ""},
		{"nor does a shape of one piece, though it comes where the other stood",
			`plays: {counts: "true", one_only: "false", shapes: [{when: "true", of: one, plays: ["Move, Move"]}]}`, `modes: [{legs: [{dir: orthogonal}]}]
      consequences: [{on: landed, do: [{create: Ant, on: from}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-b3; #A2 b2-c2", ""},
		{"after each piece that goes a limit is asked what is left",
			`limits: [{of: all, where: 'it.value >= 3', most: 1, beyond: lifted, first: it.file}]`, `modes: [{legs: [{dir: orthogonal}]}]`, `value: 1 + count("Bee")
      immovable: true`,
			"Red Ant b2, Blue Bee c4, Red Bee d4", "#A1 b2-b3", "A1 Ant Red b3; B1 Bee Blue ; B2 Bee Red d4"},
		{"what a piece does is done for the side that it has come to",
			`consequences: []`, `modes: [{legs: [{dir: orthogonal}]}]
      consequences: [{on: landed, do: [{convert: pieces, where: 'it.type == "Ant" and it != self'}]}]`, `immovable: true
      consequences: [{on: moved, of: all, do: [{convert: actor}]}]`,
			"Red Ant b2, Blue Bee d4, Green Ant e5", "#A1 b2-b3", "A1 Ant Blue b3; A2 Ant Blue e5; B1 Bee Blue d4"},
		{"a placed piece that goes at once attacks nothing",
			`consequences: []`, `modes: [{legs: [{dir: orthogonal}]}]
      consequences: [{on: placed, do: [{destroy: self}]}]`, `immovable: true`,
			"Red Ant -, Blue Bee d4", "#A1@d3", "B1 Bee Blue d4"},
		{"a piece that is pushed lands as well, when both have moved",
			`consequences: [{on: landed, when: 'count(pieces, it.rank > 2) == 2', do: [{mark: ice, on: at}]}]`, `modes: [{for: [move], legs: [{dir: north}], carries: {any: 'true', ahead: [{dir: north}]}}]`, `immovable: true`,
			"Red Ant b2, Blue Bee b3", "#A1 b2-b3 + b3-b4", "A1 Ant Red b3; B1 Bee Blue b4; b3 is ice; b4 is ice"},
		{"a shape of one piece asks who acts, and not who is pushed",
			`plays: {counts: "true", one_only: "false", shapes: [{when: "true", of: one, plays: ["Move, Move"]}]}`, `modes: [{for: [move], legs: [{dir: north}]}, {for: [move], legs: [{dir: north}], carries: {any: 'true', ahead: [{dir: north}]}}]`, `immovable: true`,
			"Red Ant b2, Blue Bee b3", "#A1 b2-b3 + b3-b4; #A1 b3-b4 + b4-b5", "A1 Ant Red b4; B1 Bee Blue b5"},
		{"and one that is drawn comes to where the other stood",
			`consequences: [{on: landed, do: [{mark: ice, on: at}]}]`, `modes: [{for: [move], legs: [{dir: north}], carries: {any: 'victim.side != mover', behind: [{dir: east}]}}]`, `immovable: true`,
			"Red Ant b2, Blue Bee a2", "#A1 b2-b3 + a2-b2", "A1 Ant Red b3; B1 Bee Blue b2; b2 is ice; b3 is ice"},
		{"a shot that hits friends alone captures them, also where the play says that it is one",
			`consequences: []`, `modes: [{for: [shot, own], legs: [{dir: orthogonal, n: 1..4, hop: onto, splits: true}]}]`, `immovable: true`,
			"Red Ant b2, Red Bee d2", "#A1 b2xd2 (shot)", "A1 Ant Red b2; B1 Bee Red "},
		{"of what it hits friends come first, and of each the oldest",
			`consequences: [{on: captured, when: 'count(holdings) == 1 or any(holdings, it.type == "Ant")', do: [{mark: ice, on: at, to: 'count(holdings)'}]}, {on: captures, when: victim.square == none, do: [{create: victim, on: '"e5"'}]}]`, `modes: [{for: [shot, own], legs: [{dir: orthogonal, n: 1..4, hop: onto, splits: true}]}]`, `immovable: true`,
			"Red Ant b2, Blue Ant b4, Red Bee d2", "#A1 b2xd2xb4 (shot)", "A1 Ant Red b2; A2 Ant Red ; B1 Bee Red ; B2 Bee Red e5; b4 is ice 2; d2 is ice 2"},
		{"a counter stays at the most that it may be",
			`consequences: []`, `counters: [{name: heat, initial: 2, most: 3, over: 1}]
      modes: [{legs: [{dir: orthogonal}]}]
      consequences: [{on: moved, do: [{set: heat, to: heat + 1}]}]`, `immovable: true`,
			"Red Ant b2", "#A1 b2-b3", "A1 Ant Red b3 heat=3"},
		{"and becomes what the definition says above it",
			`consequences: []`, `counters: [{name: heat, initial: 3, most: 3, over: 1}]
      modes: [{legs: [{dir: orthogonal}]}]
      consequences: [{on: moved, do: [{set: heat, to: heat + 1}]}]`, `immovable: true`,
			"Red Ant b2", "#A1 b2-b3", "A1 Ant Red b3 heat=1"},
		{"a piece that shoots has made a Capture, and so has moved",
			`consequences: [{on: captures, when: actor.moved, do: [{mark: ice, on: from}]}]`, `modes: [{for: [shot], legs: [{dir: orthogonal}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee c2", "#A1 b2xc2 (shot)", "A1 Ant Red b2; B1 Bee Red ; b2 is ice"},
		{"after it was destroyed the piece that acted is still another than none",
			`duties: [{forbid: move, after: to.piece != self}]
      consequences: [{on: moved, do: [{destroy: actor}]}]`, `modes: [{legs: [{dir: orthogonal}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-b3", ""},
		{"of several pieces the one that is captured last is the last victim",
			`consequences: [{on: captures, when: 'actor.last_victim == "Ant"', do: [{mark: ice, on: from}]}]`, `modes: [{for: [capture], legs: [{dir: north, takes: true}, {dir: north}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee b3, Blue Ant b4", "#A1 b2xb3xb4-b4", "A1 Ant Red b4; A2 Ant Red ; B1 Bee Red ; b2 is ice"},
		{"a piece that an effect captures has not moved any more",
			`consequences: [{on: removed, when: actor.moved, do: [{mark: ice, on: at}]}]`, `modes: [{legs: [{dir: orthogonal}]}]`, `immovable: true
      consequences: [{on: moved, of: enemy, do: [{capture: actor}]}]`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-b3", "A1 Ant Blue ; B1 Bee Blue d4"},
		{"a counter is that of the type which the piece has become",
			`consequences: []`, `counters: [{name: heat, initial: 1, most: 5, over: 1}]
      modes: [{legs: [{dir: orthogonal}]}]
      consequences: [{on: moved, do: [{become: self, type: Bee}, {set: heat, to: heat + 1}]}]`, `counters: [{name: cold, initial: 2, most: 9, over: 7}, {name: heat, initial: 3, most: 3, over: 0}]
      immovable: true`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-b3", "A1 Bee Red b3 cold=2; B1 Bee Blue d4 cold=2 heat=3"},
		{"and is not set if that has none",
			`consequences: []`, `counters: [{name: heat, initial: 1, most: 5, over: 1}]
      modes: [{legs: [{dir: orthogonal}]}]
      consequences: [{on: moved, do: [{become: self, type: Bee}, {set: heat, to: heat + 1}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-b3", "A1 Bee Red b3; B1 Bee Blue d4"},
		{"who plays next by the formula answers",
			`order: {by: formula, rank: 'mover == "Green" ? 0 : 1'}
      passing: {when: "false"}
      duties: [{forbid: move, unless: 'mover == "Green"'}]`, `modes: [{legs: [{dir: orthogonal}]}]`, `immovable: true`,
			"Red Ant b2, Green Ant d4", "#A1 b2-b3", "A1 Ant Red b3; A2 Ant Green d4"},
		{"what a leap goes over is passed but for closed squares",
			`board: {files: 5, ranks: 5, closed: [b2]}
      consequences: [{on: passed, do: [{mark: ice, on: at}]}]`, `modes: [{for: [move], legs: [{leap: [0, 3]}]}]`, `immovable: true`,
			"Red Ant b1, Blue Bee d4", "#A1 b1-b4", "A1 Ant Red b4; B1 Bee Blue d4; b3 is ice"},
		{"around an edge as well",
			`board: {files: 5, ranks: 7, wrap: files, closed: [a2]}
      consequences: [{on: passed, do: [{mark: ice, on: at}]}]`, `modes: [{for: [move], legs: [{dir: north, n: 6}, {dir: west}]}]`, `immovable: true`,
			"Red Ant b1, Blue Bee d6", "#A1 b1-a7", "A1 Ant Red a7; B1 Bee Blue d6; b6 is ice; c5 is ice; d4 is ice; e3 is ice"},
		{"a path comes back to the square of its first victim",
			`consequences: [{on: captures, when: 'actor.last_victim == "Ant"', do: [{mark: ice, on: from}]}]`,
			`modes: [{for: [capture], legs: [{dir: horizontal, takes: true}, {leap: [0, 2], repeat: 2, takes: true}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee a2, Blue Ant c2", "#A1 b2xa2xc2-a2", "A1 Ant Red a2; A2 Ant Red ; B1 Bee Red ; b2 is ice"},
		{"and takes the same pieces in the order that the play says",
			`consequences: [{on: captures, when: 'actor.last_victim == "Ant"', do: [{mark: ice, on: from}]}]`,
			`modes: [{for: [capture], legs: [{dir: horizontal, takes: true}, {leap: [0, 2], repeat: 2, takes: true}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee a2, Blue Ant c2", "#A1 b2xc2xa2-a2", "A1 Ant Red a2; A2 Ant Red ; B1 Bee Red "},
		{"a piece on several squares is no friend beside itself",
			`consequences: []`, `modes: [{legs: [{dir: north}]}]`, `covers: [[0, 0], [1, 0]]
      immovable: true
      immune: [{who: friend}]`,
			"Red Ant c2, Blue Bee c3", "#A1 c2xc3-c3", "A1 Ant Red c3; B1 Bee Red "},
		{"and protects those beside its place alone",
			`consequences: []`, `modes: [{legs: [{dir: north}]}]`, `covers: [[0, 0], [1, 0]]
      immovable: true
      immune: [{who: friend}]`,
			"Red Ant e2, Blue Bee c3, Blue Ant e3", "#A1 e2xe3-e3", "A1 Ant Red e3; A2 Ant Red ; B1 Bee Blue c3"},
		{"of several on a square it is the one that the play names which moves",
			`consequences: []`, `shares: 2
      modes: [{legs: [{dir: north}]}]`, `immovable: true`,
			"Red Ant b2, Red Ant b2", "#A2 b2-b3", "A1 Ant Red b2; A2 Ant Red b3"},
		{"none becomes what could not stand beside the others",
			`consequences: []`, `shares: 2
      modes: [{legs: [{dir: north}]}]
      consequences: [{on: moved, do: [{become: self, type: Bee}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee b3", "#A1 b2-b3", "A1 Ant Red b3; B1 Bee Blue b3"},
		{"a piece on several squares is captured on any of them, and the play says where its captor lands",
			`consequences: []`, `covers: [[-1, 0], [0, 0]]
      modes: [{legs: [{dir: east, n: 1..2, pass: any}]}]`, `covers: [[0, 0], [1, 0]]
      immovable: true`,
			"Red Ant b2, Blue Bee c2", "#A1 b2xc2-d2", "A1 Ant Red d2; B1 Bee Red "},
		{"a crown changes nobody who is royal already",
			`consequences: [{on: moved, do: [{crown: pieces, type: Bee}]}]`, `modes: [{legs: [{dir: north}]}]`, `royal: true
      counters: [{name: heat, initial: 1}]
      modes: [{legs: [{dir: north}]}]
      consequences: [{on: moved, do: [{set: heat, to: 3}]}]`,
			"Red Bee b2, Blue Ant d4", "#B1 b2-b3", "A1 Bee Blue d4 heat=1; B1 Bee Red b3 heat=3"},
		{"and a royal piece may be created",
			`consequences: [{on: moved, do: [{become: actor, type: Bee}, {create: Bee, on: from, side: '"Blue"'}]}]`, `modes: [{legs: [{dir: north}]}]`, `royal: true
      immovable: true`,
			"Red Ant b2, Blue Ant d4", "#A1 b2-b3", "A1 Ant Red b3; A2 Ant Blue d4; B1 Bee Blue b2"},
		{"of two pieces of a holding the older one comes to a square, and the other one is left",
			`consequences: [{on: moved, do: [{place: holdings, side: '"Blue"', on: 'self.next("east")'}]}]`, `modes: [{legs: [{dir: north}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee -, Blue Bee -, Red Bee -", "#A1 b2-b3", "A1 Ant Red b3; B1 Bee Blue c3; B2 Bee Blue ; B3 Bee Red "},
		{"an effect that turns forward goes as the side that acts is headed",
			`board: {files: 5, ranks: 5, heading: {Red: north, Blue: east}}
      consequences: []`, `modes: [{legs: [{dir: north}]}]`, `immovable: true
      consequences: [{on: moved, of: enemy, do: [{mark: ice, on: 'self.next("forward")'}]}]`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-b3", "A1 Ant Red b3; B1 Bee Blue d4; d5 is ice"},
		{"whoever goes along and is furthest in the direction of the act lands first",
			`consequences: [{on: moved, do: [{move: pieces, on: along, where: 'it.type == "Bee"'}]}, {on: landed, when: 'actor.type == "Bee"', do: [{unmark: ice, where: 'true'}, {mark: ice, on: at}]}]`, `modes: [{legs: [{leap: [3, 1]}]}]`, `immovable: true`,
			"Red Ant a1, Blue Bee b1, Blue Bee a3", "#A1 a1-d2", "A1 Ant Red d2; B1 Bee Blue e2; B2 Bee Blue d4; d4 is ice"},
		{"what a limit lets go gives no check after the play",
			`checks: {own_royal: false}
      limits: [{of: all, where: 'it.side == "Blue"', most: 0, beyond: lifted, first: it.file}]`, `modes: [{legs: [{dir: all, n: 1..4}]}]`, `royal: true
      modes: [{legs: [{dir: all}]}]`,
			"Red Bee b2, Blue Ant d3", "#B1 b2-b3", "A1 Ant Blue ; B1 Bee Red b3"},
		{"what an answer is obliged to need not be answered itself",
			`passing: {when: "false"}
      duties: [{forbid: move, unless: count(pieces) == 3}, {forbid: capture, when: 'mover == "Blue"', unless: count(pieces) == 9}, {oblige: capture}]`,
			`modes: [{legs: [{dir: orthogonal}]}]`, `modes: [{legs: [{dir: north}]}, {for: [move], legs: [{dir: west}]}]`,
			"Red Ant b2, Blue Bee d4, Red Bee d5", "#A1 b2-b3", ""},
		{"of two that share a square one changes places with a third, and the other stays",
			`plays: {counts: "true", one_only: "false", shapes: [{when: "true", plays: ["Move, Move"]}]}`, `modes: [{legs: [{dir: orthogonal}]}]
      consequences:
        - {on: moved, when: to.rank == 3, do: [{swap: pieces, where: 'it.type == "Bee" and it.side == self.side'}]}
        - {on: moved, when: to.rank == 5, do: [{destroy: pieces, where: 'it.type == "Bee" and it.side != self.side'}]}`, `shares: 2
      immovable: true`,
			"Red Ant b2, Blue Bee d4, Red Bee d4", "#A1 b2-b3; #A1 d4-d5", "A1 Ant Red d5; B2 Bee Red b3"},
		{"a body that has turned meets what lies ahead of it",
			`plays: {counts: "true", one_only: "false", shapes: [{when: "true", plays: ["Move, Capture"]}]}`, `covers: [[0, 0], [0, 1]]
      faces: bow
      counters: [{name: bow, initial: 0}]
      modes: [{legs: [{dir: orthogonal}]}]
      consequences: [{on: moved, do: [{set: bow, to: bow + 1}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee c4, Blue Bee e3", "#A1 b2-b3; #A1 b3xc4-b4", "A1 Ant Red b4 bow=1; B1 Bee Red ; B2 Bee Blue e3"},
		{"a body has no room to turn where another piece stands",
			`consequences: []`, `covers: [[0, 0], [0, 1]]
      faces: bow
      counters: [{name: bow, initial: 0}]
      modes: [{legs: [{dir: orthogonal}]}]
      consequences: [{on: moved, do: [{set: bow, to: bow + 1}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee c3", "#A1 b2-b3", "A1 Ant Red b3; B1 Bee Blue c3"},
		{"nor to change hands, if it faces otherwise then",
			`board: {files: 5, ranks: 5, heading: {Red: north, Blue: south}}`, `modes: [{legs: [{dir: orthogonal}]}]
      consequences: [{on: moved, do: [{convert: pieces, where: 'it.type == "Bee"'}]}]`, `covers: [[0, 0], [0, 1]]
      faces: heading
      immovable: true`,
			"Red Ant b2, Blue Bee d3, Blue Bee e5, Green Ant d4", "#A1 b2-b3", "A1 Ant Red b3; A2 Ant Green d4; B1 Bee Blue d3; B2 Bee Blue e5"},
		{"what a kind of move asks of the board after it knows where the piece set out",
			`kinds: [{name: leap}]`, `modes: [{legs: [{dir: south}]}]
      kinds: [{kind: leap, modes: [{legs: [{dir: orthogonal, n: 1..3}], after: 'distance > 1 and dx == 2 and from.empty and to.piece == self and to != from'}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-d2 (leap)", "A1 Ant Red d2; B1 Bee Blue d4"},
		{"and sees what follows of the move",
			`kinds: [{name: leap}]`, `modes: [{legs: [{dir: south}]}]
      consequences: [{on: moved, do: [{destroy: pieces, where: 'it.type == "Bee"'}]}]
      kinds: [{kind: leap, modes: [{legs: [{dir: orthogonal, n: 1..3}], after: 'count("Bee") == 0'}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-d2 (leap)", "A1 Ant Red d2"},
		{"a piece that its own move destroys attacks nothing from where it went",
			`kinds: [{name: leap, may_attack: 0 == 1, may_check: 0 == 1}]`, `modes: [{legs: [{dir: orthogonal}]}]
      consequences: [{on: moved, do: [{destroy: self}]}]
      kinds: [{kind: leap, modes: [{legs: [{dir: orthogonal, n: 1..3}], after: not attacks() and not attacked() and not defends()}]}]`, `royal: true
      immovable: true`,
			"Red Ant b2, Blue Bee d3", "#A1 b2-d2 (leap)", "B1 Bee Blue d3"},
		{"but one that stays may not attack a royal piece where its kind forbids it",
			`kinds: [{name: leap, may_attack: 0 == 1}]`, `modes: [{legs: [{dir: orthogonal}]}]
      kinds: [{kind: leap, modes: [{legs: [{dir: orthogonal, n: 1..3}]}]}]`, `royal: true
      immovable: true`,
			"Red Ant b2, Blue Bee d3", "#A1 b2-d2 (leap)", ""},
		{"nobody is obliged to a move that he cannot pay for",
			`kinds: [{name: leap, asset: gems, cost: 1}]
      duties: [{oblige: leap}]`, `modes: [{legs: [{dir: orthogonal}]}]
      kinds: [{kind: leap, modes: [{legs: [{leap: [1, 2]}]}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-b3", "A1 Ant Red b3; B1 Bee Blue d4"},
		{"nor makes it",
			`kinds: [{name: leap, asset: gems, cost: 1}]`, `modes: [{legs: [{dir: orthogonal}]}]
      kinds: [{kind: leap, modes: [{legs: [{leap: [1, 2]}]}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-c4 (leap)", ""},
		{"but to one that costs nothing, also if it would be promoted there",
			`kinds: [{name: leap}]
      board: {files: 5, ranks: 5, regions: [{name: top, squares: [rank 4]}]}
      limits: [{of: all, most: 9}]
      duties: [{oblige: leap}]`, `modes: [{legs: [{dir: orthogonal}]}]
      promotion: [{on: reach, in: [top], to: any, types: [Bee], forced: true, timing: at-once}]
      kinds: [{kind: leap, modes: [{legs: [{leap: [1, 2]}], land: to.rank == 4}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-b3", ""},
		{"nobody is obliged to an act that the stage of the game leaves out",
			`stages: [{name: dawn, opens: true, turns: true, least: 1, most: 1, acts: [leap], until: turns > 4}]
      kinds: [{name: leap}]
      duties: [{oblige: capture}]`, `modes: [{legs: [{dir: orthogonal}]}]
      kinds: [{kind: leap, modes: [{legs: [{leap: [1, 2]}]}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee c2", "#A1 b2-c4 (leap)", "A1 Ant Red c4; B1 Bee Blue c2"},
		{"a stage for moves is for none of a declared kind",
			`stages: [{name: dawn, opens: true, turns: true, least: 1, most: 1, acts: [move], until: turns > 4}]
      kinds: [{name: leap}]`, `modes: [{legs: [{dir: orthogonal}]}]
      kinds: [{kind: leap, modes: [{legs: [{leap: [1, 2]}]}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-c4 (leap)", ""},
		{"nor is a duty about moves, or who denies them",
			`kinds: [{name: leap}]
      duties: [{forbid: move}]`, `modes: [{legs: [{dir: orthogonal}]}]
      kinds: [{kind: leap, modes: [{legs: [{leap: [1, 2]}]}]}]`, `immovable: true
      denies: [{to: enemy, deny: [move, capture]}]`,
			"Red Ant b2, Blue Bee c2", "#A1 b2-c4 (leap)", "A1 Ant Red c4; B1 Bee Blue c2"},
		{"what is asked of the board after a move of a kind is where the piece stands by then, and not where it landed",
			`board: {files: 5, ranks: 5, regions: [{name: zone, squares: [d2]}]}
      kinds: [{name: leap}]
      consequences: [{on: landed, do: [{move: actor, on: '"e5"'}]}]`, `modes: [{legs: [{dir: south}]}]
      kinds: [{kind: leap, modes: [{legs: [{dir: east, n: 1..3}], after: in("zone")}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-d2 (leap)", noWay},
		{"nor where a mode that it copies has led it",
			`board: {files: 5, ranks: 5, regions: [{name: zone, squares: [c3]}]}
      kinds: [{name: leap}]
      consequences: [{on: landed, when: 'actor.type == "Ant"', do: [{destroy: actor}]}]`, `modes: [{legs: [{dir: south}]}]
      kinds: [{kind: leap, modes: [{as: {type: Bee}, after: 'in("zone") or self.defended'}]}]`, `modes: [{for: [move, own], legs: [{dir: northeast}]}]`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-c3 (leap)", noWay},
		{"and what has moved it into a region has brought it there",
			`board: {files: 5, ranks: 5, regions: [{name: zone, squares: [e5]}]}
      kinds: [{name: leap}]
      consequences: [{on: landed, do: [{move: actor, on: '"e5"'}]}]`, `modes: [{legs: [{dir: south}]}]
      kinds: [{kind: leap, modes: [{legs: [{dir: east, n: 1..3}], after: 'in("zone") and from_centre == 4 and to_centre == 2 and self.rank == 5'}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-d2 (leap)", "A1 Ant Red e5; B1 Bee Blue d4"},
		{"a mode that a kind of move copies says nothing of captures",
			`kinds: [{name: leap}]`, `modes: [{legs: [{dir: south}]}]
      kinds: [{kind: leap, modes: [{as: {type: Bee}}]}]`, `modes: [{victims: 'victim.rank == 4', legs: [{dir: east, n: 1..3}]}]`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-c2 (leap)", "A1 Ant Red c2; B1 Bee Blue d4"},
		{"nor does one that takes what it has hopped onto or over",
			`kinds: [{name: leap}]`, `modes: [{legs: [{dir: south}]}]
      kinds: [{kind: leap, modes: [{as: {type: Bee}}]}]`, `modes: [{takes: hopped, spares: [Ant], legs: [{dir: east, n: 1..3, hop: onto}, {dir: same}]}]`,
			"Red Ant b2, Blue Bee d2", "#A1 b2-e2 (leap)", "A1 Ant Red e2; B1 Bee Blue d2"},
		{"and the kind of move itself hops without taking, as often as it can",
			`kinds: [{name: leap}]`, `modes: [{legs: [{dir: south}]}]
      kinds: [{kind: leap, modes: [{takes: hopped, full: true, victim: [Ant], legs: [{dir: east, n: 2, hop: over, repeat: 2}]}]}]`, `modes: [{legs: [{dir: south}]}]`,
			"Red Ant a2, Blue Bee b2, Red Bee d2", "#A1 a2-e2 (leap)", "A1 Ant Red e2; B1 Bee Blue b2; B2 Bee Red d2"},
		{"or stops before it would hop on",
			`kinds: [{name: leap}]`, `modes: [{legs: [{dir: south}]}]
      kinds: [{kind: leap, modes: [{takes: hopped, full: true, victim: [Ant], legs: [{dir: east, n: 2, hop: over, repeat: 2}]}]}]`, `modes: [{legs: [{dir: south}]}]`,
			"Red Ant a2, Blue Bee b2, Blue Bee d2", "#A1 a2-c2 (leap)", "A1 Ant Red c2; B1 Bee Blue b2; B2 Bee Blue d2"},
		{"a leg that would take ends on no piece, where the mode takes none",
			`kinds: [{name: leap}]`, `modes: [{legs: [{dir: south}]}]
      kinds: [{kind: leap, modes: [{legs: [{dir: north, takes: true}, {dir: east}]}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee b3", "#A1 b2-c3 (leap)", noWay},
		{"but over an empty square it leads on",
			`kinds: [{name: leap}]`, `modes: [{legs: [{dir: south}]}]
      kinds: [{kind: leap, modes: [{legs: [{dir: north, takes: true}, {dir: east}]}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d3", "#A1 b2-c3 (leap)", "A1 Ant Red c3; B1 Bee Blue d3"},
		{"a piece that its own move gives to another side attacks no royal piece of that side",
			`kinds: [{name: leap, may_attack: 0 == 1}]
      consequences: [{on: moved, do: [{convert: actor, side: '"Blue"'}]}]`, `modes: [{legs: [{dir: orthogonal}]}]
      kinds: [{kind: leap, modes: [{legs: [{dir: orthogonal, n: 1..3}]}]}]`, `royal: true
      immovable: true`,
			"Red Ant b2, Blue Bee d3", "#A1 b2-d2 (leap)", "A1 Ant Blue d2; B1 Bee Blue d3"},
		{"but those of all others, that of the side which moves excepted",
			`kinds: [{name: leap, may_attack: 0 == 1}]
      consequences: [{on: moved, do: [{convert: actor, side: '"Blue"'}]}]`, `modes: [{legs: [{dir: orthogonal}]}]
      kinds: [{kind: leap, modes: [{legs: [{dir: orthogonal, n: 1..3}]}]}]`, `royal: true
      immovable: true`,
			"Red Ant b2, Green Bee d3", "#A1 b2-d2 (leap)", ""},
		{"what follows of a move that is tried knows of the past before it, and so knows no piece that has moved",
			`kinds: [{name: leap}]
      consequences: [{on: moved, when: actor.moved, do: [{create: Bee, on: from}]}]`, `modes: [{legs: [{dir: orthogonal}]}]
      kinds: [{kind: leap, modes: [{legs: [{dir: orthogonal, n: 1..3}], after: from.empty}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-d2 (leap)", "A1 Ant Red d2; B1 Bee Blue d4; B2 Bee Red b2"},
		{"nor do its conditions know where a piece has been pushed from",
			`kinds: [{name: leap}]`, `modes: [{legs: [{dir: orthogonal}]}]
      consequences: [{on: landed, do: [{push: pieces, where: 'it.type == "Bee" and distance(it, self) == 1'}]}]
      kinds: [{kind: leap, modes: [{legs: [{dir: orthogonal, n: 1..3}], after: 'any(pieces, it.stood != none)'}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d3", "#A1 b2-d2 (leap)", noWay},
		{"whether a play leaves its side in check is asked once it has been made",
			`checks: {own_royal: false}`, `modes: [{victims: victim.moved, legs: [{dir: orthogonal}]}]`, `royal: true
      modes: [{legs: [{dir: orthogonal}]}]`,
			"Red Bee b2, Blue Ant d4", "#B1 b2-b3", ""},
		{"an obligation to move binds also who can only move in a row",
			`duties: [{oblige: move}]`, `modes: [{for: [capture], legs: [{dir: east}]}, {for: [move], legs: [{dir: north}], carries: {row: ahead}}]`, `immovable: true`,
			"Red Ant b2, Blue Bee c2, Blue Bee b3", "#A1 b2xc2-c2", ""},
		{"or push another piece",
			`duties: [{oblige: move}]`, `modes: [{for: [capture], legs: [{dir: east}]}, {for: [move], legs: [{dir: north}], carries: {any: 'true', ahead: [{dir: north}]}}]`, `immovable: true`,
			"Red Ant b2, Blue Bee c2, Blue Bee b3", "#A1 b2xc2-c2", ""},
		{"but nobody whose row has nowhere to go",
			`duties: [{oblige: move}]`, `modes: [{for: [capture], legs: [{dir: east}]}, {for: [move], legs: [{dir: north}], carries: {row: ahead}}]`, `immovable: true`,
			"Red Ant b2, Blue Bee c2, Blue Bee b3, Blue Bee b4, Blue Bee b5", "#A1 b2xc2-c2", "A1 Ant Red c2; B1 Bee Red ; B2 Bee Blue b3; B3 Bee Blue b4; B4 Bee Blue b5"},
		{"nor whose row a duty forbids to move",
			`duties: [{oblige: move}, {forbid: move, after: 'count(pieces) == 3'}]`, `modes: [{for: [capture], legs: [{dir: east}]}, {for: [move], legs: [{dir: north}], carries: {row: ahead}}]`, `immovable: true`,
			"Red Ant b2, Blue Bee c2, Blue Bee b3", "#A1 b2xc2-c2", "A1 Ant Red c2; B1 Bee Red ; B2 Bee Blue b3"},
		{"what is pushed has not moved, but for the last of a row",
			`consequences: [{on: moved, do: [{mark: ice, where: place.piece.moved}]}]`, `modes: [{for: [move], legs: [{dir: north}], carries: {row: ahead}}]`, `immovable: true`,
			"Red Ant b1, Blue Bee b2, Blue Bee b3", "#A1 b1-b2", "A1 Ant Red b2; B1 Bee Blue b3; B2 Bee Blue b4; b2 is ice; b4 is ice"},
		{"the last of a row that is pushed off is captured by a Move",
			`consequences: [{on: moved, when: victim.type == "Bee", do: [{mark: ice, on: from}]}, {on: captures, do: [{mark: ice, on: to}]}]`, `modes: [{for: [move], legs: [{dir: north}], carries: {row: ahead, off: 'true'}}]`, `immovable: true`,
			"Red Ant b3, Blue Bee b4, Blue Bee b5", "#A1 b3-b4", "A1 Ant Red b4; B1 Bee Blue b5; B2 Bee Red ; b3 is ice"},
		{"a piece that is chosen is called by where it stands before the act, also the one that moves",
			`choices: [{name: turned, of: piece, after: [move], where: it == self}]
      consequences: [{on: moved, do: [{mark: ice, on: turned.square}]}]`, `modes: [{legs: [{dir: orthogonal}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-b3; turned: b2", "A1 Ant Red b3; B1 Bee Blue d4; b3 is ice"},
		{"or the one that is captured",
			`choices: [{name: turned, of: piece, where: it.side != mover}]
      consequences: [{on: captures, when: victim == turned, do: [{mark: ice, on: from}]}]`, `modes: [{legs: [{dir: orthogonal}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee b3", "#A1 b2xb3-b3; turned: b3", "A1 Ant Red b3; B1 Bee Red ; b2 is ice"},
		{"what waits for a lot knows what was chosen with its act",
			`choices: [{name: spot, of: square, where: not it.empty and it != from}]
      consequences: [{on: moved, do: [{destroy: pieces, where: it.square == spot, lot: 1}]}]`, `modes: [{legs: [{dir: orthogonal}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-b3; spot: d4", "A1 Ant Red b3"},
		{"of two acts each knows what was chosen with it",
			`choices: [{name: gift, of: number, after: [move], most: to.rank}]
      plays: {counts: "true", one_only: "false", shapes: [{when: "true", plays: ["Move, Move"]}]}
      consequences: [{on: moved, when: gift == 0, do: [{mark: ice, on: to}]}]`, `modes: [{legs: [{dir: orthogonal}]}]`, `immovable: true`,
			"Red Ant b2, Blue Bee d4", "#A1 b2-b3; gift: 3; #A1 b3-b4; gift: 0", "A1 Ant Red b4; B1 Bee Blue d4; b4 is ice"},
		{"a type is chosen by what a new piece of it is worth",
			`choices: [{name: face, of: type, where: it.value == 3}]
      consequences: [{on: moved, do: [{become: actor, type: (face)}]}]`, `modes: [{legs: [{dir: orthogonal}]}]`, `counters: [{name: heat, initial: 2, most: 3, over: 0}]
      value: heat + 1
      immovable: true`,
			"Red Ant b2", "#A1 b2-b3; face: Bee", "A1 Bee Red b3 heat=2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			procedure := test.procedure
			if !strings.Contains(procedure, "board:") {
				procedure = "board: {files: 5, ranks: 5}\n      " + procedure
			}
			if !strings.Contains(procedure, "order:") {
				procedure += "\n      order: {by: fixed}"
			}
			bee := test.bee
			if !strings.Contains(bee, "value:") {
				bee = "value: 1\n      " + bee
			}
			text := fmt.Sprintf(`rules:
  - number: 1
    procedure:
      placing: {may_attack: "true"}
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
      %s
`, procedure, test.ant, bee)
			j, g, err := begun(text, []string{"Red", "Blue", "Green"}, menOf(test.men), nil)
			if err != nil {
				t.Fatal(err)
			}
			board, turn := g, []act(nil)
			for _, text := range actsIn(test.play) {
				for _, a := range board.acts("Red") {
					if a.text() == text {
						turn = append(turn, a)
						board = board.clone()
						board.do(a.on(board))
						break
					}
				}
			}
			if known := len(turn) == len(actsIn(test.play)); known == (test.then == noWay) {
				t.Fatalf("the second opinion knows %v of %s", turn, test.play)
			}
			d := j.Decide(aggregate.Input{ID: "in", At: noon, Actor: "Umpire", Payload: events.PlaySubmitted{Side: "Red", Text: test.play}})
			got := map[string]string{"the second opinion": "", "the program": ""}
			if test.then == noWay {
				test.then = ""
			} else if len(g.refusedTurn(turn)) == 0 {
				g.play(turn...)
				got["the second opinion"] = strings.Join(g.told(), "; ")
			}
			if d.Ruling.Verdict == aggregate.Accepted {
				j.Commit(d)
				got["the program"] = strings.Join(toldByEngine(j), "; ")
			}
			for who, got := range got {
				if diff := cmp.Diff(test.then, got); diff != "" {
					t.Errorf("%s: %s\n%v", who, diff, faults(d))
				}
			}
		})
	}
}

// menOf reads men such as "Red Ant b2, Blue Bee -", the second off the board.
func menOf(text string) (men []Man) {
	for _, man := range strings.Split(text, ", ") {
		f := strings.Fields(man)
		men = append(men, Man{Side: f[0], Type: f[1], At: strings.Trim(f[2], "-")})
	}
	return men
}

// actsIn splits the text of a play into its acts, each with what is chosen with it.
func actsIn(play string) (acts []string) {
	for _, text := range strings.Split(play, "; ") {
		if strings.Contains(text, ": ") {
			acts[len(acts)-1] += "; " + text
		} else {
			acts = append(acts, text)
		}
	}
	return acts
}
