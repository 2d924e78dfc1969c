package aggregate

import (
	"strings"
	"testing"

	"adjudicate/events"

	"github.com/google/go-cmp/cmp"
)

// acting are pieces that do something to others without moving.
const acting = invented + `
---
number: "1230.94"
revision: 0
title: Masher
piece:
  name: Masher
  glyph: T
  value: 4
  modes:
    - for: [move]
      legs: [{dir: all, n: 1..2}]
      cite: §2
  actions:
    - {name: mash, legs: [{dir: orthogonal, n: 1}], who: enemy, spares: [Guard], royal: true, most: 2, effect: destroy, cite: §3}
---
number: "1230.95"
revision: 0
title: Abductor
piece:
  name: Abductor
  glyph: Y
  value: 5
  modes:
    - for: [move]
      legs: [{dir: all, n: 1}]
      cite: §2
  actions:
    - {name: seize, legs: [{dir: diagonal, n: 1..3}], who: enemy, royal: true, effect: capture, cite: §3}
    - {name: recall, legs: [{dir: all, n: 1..4}], who: friend, effect: lift, when: 'near("King", 4)', cite: §4}
    - {name: purge, legs: [{dir: orthogonal, n: 1}], who: all, royal: true, effect: destroy, cite: §5}
---
number: "1230.96"
revision: 0
title: Aegis
piece:
  name: Aegis
  glyph: S
  value: 3
  modes:
    - legs: [{dir: all, n: 1}]
      cite: §1
  immune:
    - {who: friend, beside: all, cite: §2}
`

// actors sets up a game with invented pieces, each written "T1 Masher Red e5".
func actors(t *testing.T, board string, pieces ...string) *game {
	t.Helper()
	g := newGame(t, board).with(acting)
	for _, p := range pieces {
		w := strings.Fields(p)
		var counters []events.Counter
		if w[1] == "Mourner" {
			counters = []events.Counter{{Name: "grief", Value: 1}}
		}
		g.stand(w[0], w[1], w[2], w[3], counters...)
	}
	return g
}

func TestActionsAndWhatFollowsFromThem(t *testing.T) {
	after := []string{"Red done", "list: Blue Red", "turn: Blue"}
	fallen := []string{
		"C1 off m3 (surrender)", "Blue: surrender (king-captured)",
		"Blue's money -100 (king-capture)", "Red's money 100 (king-capture)",
		"K4 King created for Blue", "Red's knives 1 (king-capture)",
		"Red done", "list: Blue Green Red", "turn: Blue",
	}
	tests := []struct {
		name, board string
		pieces      []string
		play        string
		ruled       string // the play as ruled, if it is not play
		want, then  []string
	}{
		{
			name: "a Masher destroys the neighbours that its owner names, and stays where it is", board: "Red: King a1; Blue: King t20, Rook e6, Camel d5, Camel f5",
			pieces: []string{"T1 Masher Red e5"}, play: "action Te5: e6, d5",
			want: []string{"R1 destroyed (effect)", "C1 destroyed (effect)", "Red: move Masher"}, then: after,
		},
		{
			name: "a lone word that no action has is the type's name", board: "Red: King a1; Blue: King t20, Rook e6",
			pieces: []string{"T1 Masher Red e5"}, play: "action Masher e5: e6", ruled: "action Te5: e6",
			want: []string{"R1 destroyed (effect)", "Red: move Masher"}, then: after,
		},
		{
			name: "what is seized joins the actor's holding, and others react as to any capture", board: "Red: King a1; Blue: King t20, Camel g7",
			pieces: []string{"Y1 Abductor Red e5", "U1 Mourner Blue h9"}, play: "action SEIZE e5: g7", ruled: "action seize Ye5: g7",
			want: []string{"Y1 xC1 on g7 to Red", "U1 grief=2", "Red: move Abductor"}, then: after,
		},
		{
			name: "what is recalled goes off-board and keeps its owner", board: "Red: King a1, Rook h5; Blue: King t20",
			pieces: []string{"Y1 Abductor Red e5"}, play: "action recall Ye5: h5",
			want: []string{"R1 off h5 (effect)", "Red: move Abductor"}, then: after,
		},
		{
			name: "a King that is destroyed has been captured by the actor's side (1230.2 §8, 1230.40)", board: "Red: King a1; Blue: King e6, Camel m3; Green: King t20",
			pieces: []string{"T1 Masher Red e5"}, play: "action Te5: e6",
			want: []string{"K2 destroyed (effect)", "Red: move Masher"}, then: fallen,
		},
		{
			name: "a King that is seized ceases to exist, as any captured King", board: "Red: King a1; Blue: King g7, Camel m3; Green: King t20",
			pieces: []string{"Y1 Abductor Red e5"}, play: "action seize Ye5: g7",
			want: []string{"Y1 xK2 on g7 to Red", "Red: move Abductor", "K2 destroyed (king)"}, then: fallen,
		},
		{
			name: "an action that uncovers a check ends the turn (1230.2 §6)", board: "Red: King a1, Rook e4, Camel; Blue: King e8, Camel e6",
			pieces: []string{"T1 Masher Red d6"}, play: "action Td6: e6; C@b2", ruled: "action Td6: e6",
			want: []string{"C2 destroyed (effect)", "Red: move Masher"}, then: []string{"Red done early", "checks: Blue by R1", "list: Blue Red", "turn: Blue"},
		},
		{
			name: "a Placement before an action is read as coming after it", board: "Red: King a1, Camel; Blue: King t20, Rook e6",
			pieces: []string{"T1 Masher Red e5"}, play: "C@b2; action Te5: e6", ruled: "action Te5: e6; C@b2",
			want: []string{"R1 destroyed (effect)", "Red: move Masher", "C1 @b2", "Red: placement Camel"}, then: after,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := actors(t, tt.board, tt.pieces...).apply(events.AssetChanged{Account: "Blue's", Asset: events.MoneyAsset, Change: events.Whole(250)})
			if tt.ruled == "" {
				tt.ruled = tt.play
			}
			if got := g.decide("Red", tt.play).Ruling.Play; got != tt.ruled {
				t.Errorf("ruled as %q, want %q", got, tt.ruled)
			}
			if diff := cmp.Diff(append(tt.want, tt.then...), told(g.play("Red", tt.play))); diff != "" {
				t.Error(diff)
			}
			inStep(t, g.j)
		})
	}
}

func TestAnActionIsAMoveOfThePiece(t *testing.T) {
	g := actors(t, "Red: King a1, Echo j10; Blue: King t20, Camel e6", "T1 Masher Red e5")
	if diff := cmp.Diff([]string{FaultNothingToCopy}, codes(g.refused("Red", "Ej10-l12"))); diff != "" {
		t.Errorf("before: %s", diff)
	}
	d := g.decide("Red", "action Te5: e6")
	if d.Ruling.Shape != "Move" {
		t.Errorf("it counts as a %s, want a Move", d.Ruling.Shape)
	}
	if diff := cmp.Diff([]string{"1230.94/0 §3", "1230.2/49 §6.A"}, d.Outcomes[1].Basis.Clauses); diff != "" {
		t.Errorf("it rests on %s", diff)
	}
	g.j.Commit(d)
	g.play("Blue", "Kt20-t19")
	want := []string{"E1 j10-l12", "Red: move Echo as Masher", "Red done", "list: Blue Red", "turn: Blue"}
	if diff := cmp.Diff(want, told(g.play("Red", "Ej10-l12"))); diff != "" {
		t.Errorf("afterwards an Echo moves two squares, as a Masher does: %s", diff)
	}
}

func TestActionsThatAreRefused(t *testing.T) {
	const masher, abductor = "T1 Masher Red e5", "Y1 Abductor Red e5"
	tests := []struct {
		name, board string
		pieces      []string
		play        string
		want        []string
	}{
		{"a Rook has none", "Red: King a1, Rook e5; Blue: King t20, Camel e6", nil, "action Re5: e6", []string{"no-action 1230.5/5"}},
		{"none is called so", "Red: King a1; Blue: King t20, Camel e6", []string{masher}, "action maash Te5: e6", []string{"no-action 1230.94/0"}},
		{"it has several", "Red: King a1; Blue: King t20, Camel e6", []string{abductor}, "action Ye5: e6", []string{"ambiguous 1230.95/0"}},
		{"the piece is the opponent's", "Red: King a1; Blue: King t20, Camel e6", []string{masher}, "action Ce6: e5", []string{"not-your-piece 1230.2/49 §6.A"}},
		{"there is no target", "Red: King a1; Blue: King t20, Camel e6", []string{masher}, "action Te5:", []string{"notation "}},
		{"the square is empty", "Red: King a1; Blue: King t20, Camel e6", []string{masher}, "action Te5: e4", []string{"no-piece-there 1230.94/0 §3"}},
		{"the square is off the board", "Red: King a1; Blue: King t20, Camel e6", []string{masher}, "action Te5: z4", []string{"unknown-square 1230.1/21"}},
		{"it is out of reach", "Red: King a1; Blue: King t20, Camel e7", []string{masher}, "action Te5: e7", []string{"action-target 1230.94/0 §3"}},
		{"something stands in the way", "Red: King a1; Blue: King t20, Camel f6, Camel g7", []string{abductor}, "action seize Ye5: g7", []string{"action-target 1230.95/0 §3"}},
		{"its type is spared", "Red: King a1; Blue: King t20, Guard e6", []string{masher}, "action Te5: e6", []string{"action-spared 1230.94/0 §3"}},
		{"it is a friend", "Red: King a1, Rook e6; Blue: King t20", []string{masher}, "action Te5: e6", []string{"friendly-piece 1230.94/0 §3"}},
		{"it is an opponent of an action on friends", "Red: King e2; Blue: King t20, Rook h8", []string{abductor}, "action recall Ye5: h8", []string{"action-target 1230.95/0 §4"}},
		{"it is a King and Kings are spared", "Red: King a1; Blue: King t20", []string{abductor}, "action recall Ye5: a1", []string{"action-spared 1230.95/0 §4"}},
		{"it is the actor's own King", "Red: King e4; Blue: King t20", []string{abductor}, "action purge Ye5: e4", []string{"friendly-piece 1230.1/21 §4"}},
		{"a side without its King destroys none", "Red: King; Blue: King e6", []string{masher}, "action Te5: e6", []string{"own-king-off-board 1230.2/49 §8"}},
		{"something protects it", "Red: King a1; Blue: King t20, Camel e6", []string{masher, "S1 Aegis Blue f7"}, "action Te5: e6", []string{"immune 1230.94/0 §3"}},
		{"there are too many", "Red: King a1; Blue: King t20, Camel e6, Camel e4, Camel d5", []string{masher}, "action Te5: e6, e4, d5", []string{"action-too-many 1230.94/0 §3"}},
		{"one is named twice", "Red: King a1; Blue: King t20, Camel e6", []string{masher}, "action Te5: e6, e6", []string{"action-twice 1230.94/0 §3"}},
		{"a neighbour denies all moves", "Red: King a1; Blue: King t20, Camel e6", []string{masher, "W1 Warden Blue f7"}, "action Te5: e6", []string{"denied 1230.93/0 §2"}},
		{"its condition does not hold", "Red: King a1, Rook j12; Blue: King t20", []string{"Y1 Abductor Red j10"}, "action recall Yj10: j12", []string{"condition-unmet 1230.95/0 §4"}},
		{"every target is judged", "Red: King a1, Rook e6; Blue: King t20, Guard d5, Camel f5", []string{masher}, "action Te5: e6, d5, f5, e4",
			[]string{"friendly-piece 1230.94/0 §3", "action-spared 1230.94/0 §3", "no-piece-there 1230.94/0 §3", "action-too-many 1230.94/0 §3"}},
		{"it would leave the King in check", "Red: King a1; Blue: King t20, Rook a9, Camel a5", []string{"T1 Masher Red b5"}, "action Tb5: a5", []string{"own-check 1230.2/49 §7"}},
		{"no piece acts after it has moved", "Red: King a1, Pawn; Blue: King t20, Camel e8", []string{masher}, "Te5-e7; action Te7: e8; p@a9", []string{"moved-twice 1230.2/49 §6"}},
		{"an action on what the play places does not come first", "Red: King a1, Camel; Blue: King t20", []string{abductor}, "C@e7; action recall Ye5: e7", []string{"shape-not-allowed 1230.2/49 §6"}},
		{"nothing is promoted that may not be", "Red: King a1; Blue: King t20, Camel e6", []string{masher}, "action Te5: e6=R", []string{"promotion-not-allowed 1230.94/0"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for _, f := range actors(t, tt.board, tt.pieces...).refused("Red", tt.play) {
				got = append(got, f.Code+" "+f.Clause)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	f := actors(t, "Red: King a1; Blue: King t20, Camel e6", masher).refused("Red", "action maash Te5: e6")
	if !strings.HasSuffix(f[0].Message, `; did you mean "mash"?`) {
		t.Errorf("an action misspelt: %q suggests nothing", f[0].Message)
	}
}
