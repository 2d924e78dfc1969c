package aggregate

import (
	"slices"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/rules"

	"github.com/google/go-cmp/cmp"
)

// invented are pieces that no rule of 1998 defines, written as an umpire would.
const invented = `
number: "1230.90"
revision: 0
title: Herald
piece:
  name: Herald
  glyph: V
  value: 3
  modes:
    - legs: [{dir: all, n: 1}]
      cite: §1
    - for: [swap]
      legs: [{dir: orthogonal, n: 1..4, pass: any}]
      cite: §2
---
number: "1230.91"
revision: 0
title: Grenadier
piece:
  name: Grenadier
  glyph: N
  value: 4
  modes:
    - legs: [{dir: orthogonal, n: 1..3}]
      cite: §1
  on_capture:
    - {destroy: around, who: all, spares: [Guard], cite: §2}
    - {destroy: self, cite: §3}
---
number: "1230.92"
revision: 0
title: Mourner
piece:
  name: Mourner
  glyph: U
  value: 2
  counters:
    - {name: grief, initial: 1, most: 3, over: 1}
  modes:
    - legs: [{dir: all, n: 1..grief}]
      cite: §1
  reacts:
    - {of: friend, within: 2, set: grief, to: grief + 1, cite: §2}
---
number: "1230.93"
revision: 0
title: Warden
piece:
  name: Warden
  glyph: W
  value: 5
  modes:
    - legs: [{dir: all, n: 1}]
      cite: §1
  denies:
    - {to: enemy, within: 2, deny: [move], cite: §2}
`

// with puts further rules in force.
func (g *game) with(text string) *game {
	g.t.Helper()
	list, err := rules.Parse("invented.yaml", []byte(text))
	if err != nil {
		g.t.Fatal(err)
	}
	for _, r := range list {
		g.apply(events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()})
	}
	if err := g.j.base.compile(); err != nil {
		g.t.Fatal(err)
	}
	return g
}

// stand creates a piece on a square.
func (g *game) stand(id, typ, side, at string, counters ...events.Counter) *game {
	return g.apply(events.PieceCreated{Piece: id, Type: typ, Side: side, Counters: counters}, events.PiecePlaced{Piece: id, At: at})
}

func TestPiecesThatNobodyHasSeenBefore(t *testing.T) {
	t.Run("two pieces change places, which is a Move of the first", func(t *testing.T) {
		g := newGame(t, "Red: King a1, Rook e8; Blue: King t20").with(invented).stand("V1", "Herald", "Red", "e5")
		want := []string{"V1 e5-e8", "R1 e8-e5", "Red: move Herald", "Red done", "list: Blue Red", "turn: Blue"}
		if diff := cmp.Diff(want, told(g.play("Red", "Ve5-e8"))); diff != "" {
			t.Error(diff)
		}
		inStep(t, g.j)
	})
	t.Run("a capture destroys what stands around it but the spared, and the captor", func(t *testing.T) {
		g := newGame(t, "Red: King a1, Camel f9; Blue: King t20, Camel e8, Rook d7, Guard f7").with(invented).stand("N1", "Grenadier", "Red", "e5")
		want := []string{"N1 xC2 on e8 to Red", "N1 e5-e8", "Red: capture Grenadier",
			"C1 destroyed (effect)", "R1 destroyed (effect)", "N1 destroyed (effect)", "Red done", "list: Blue Red", "turn: Blue"}
		if diff := cmp.Diff(want, told(g.play("Red", "Ne5xe8"))); diff != "" {
			t.Error(diff)
		}
		inStep(t, g.j)
	})
	t.Run("a piece reacts to the capture of a friend near it", func(t *testing.T) {
		g := newGame(t, "Red: King a1, Rook e5; Blue: King t20, Camel e8").with(invented).
			stand("U1", "Mourner", "Blue", "g9", events.Counter{Name: "grief", Value: 1}).
			stand("U2", "Mourner", "Blue", "h9", events.Counter{Name: "grief", Value: 1}).
			stand("U3", "Mourner", "Blue", "d10", events.Counter{Name: "grief", Value: 3})
		want := []string{"R1 xC1 on e8 to Red", "R1 e5-e8", "U1 grief=2", "U3 grief=1", "Red: capture Rook", "Red done", "list: Blue Red", "turn: Blue"}
		if diff := cmp.Diff(want, told(g.play("Red", "Re5xe8"))); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("a piece reacts to a capture before the captor destroys it", func(t *testing.T) {
		g := newGame(t, "Red: King a1; Blue: King t20, Camel e8").with(invented).stand("N1", "Grenadier", "Red", "e5").
			stand("U1", "Mourner", "Blue", "f9", events.Counter{Name: "grief", Value: 1})
		want := []string{"N1 xC1 on e8 to Red", "N1 e5-e8", "U1 grief=2", "Red: capture Grenadier",
			"U1 destroyed (effect)", "N1 destroyed (effect)", "Red done", "list: Blue Red", "turn: Blue"}
		if diff := cmp.Diff(want, told(g.play("Red", "Ne5xe8"))); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("a piece that another one holds fast is told so", func(t *testing.T) {
		g := newGame(t, "Red: King a1, Rook e5; Blue: King t20").with(invented).stand("W1", "Warden", "Blue", "f6")
		want := []events.Fault{{
			Code: FaultDenied, Clause: "1230.93/0 §2", Message: "a Rook cannot move from e5 to e9: the Warden on f6 denies it",
			At: 1, Squares: []string{"e5", "e9", "f6"}, Pieces: []string{"R1", "W1"},
		}}
		if diff := cmp.Diff(want, g.refused("Red", "Re5-e9")); diff != "" {
			t.Error(diff)
		}
	})
}

func TestAnEffectMayNameATypeThatNoRuleDefines(t *testing.T) {
	// 1230.14 speaks of Locusts; without 1230.24 a capture by a HarfyBlob still adds one.
	g := newGame(t, "Red: King a1, HarfyBlob c3; Blue: King t20, Camel c4")
	g.input(0, events.RuleRepealed{Number: "1230.24"})
	got := said(g.input(0, playOf("Red", "Hc3xc4")))
	if !slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "Hn") && strings.Contains(s, "2") }) {
		t.Errorf("the counter does not become 2: %v", got)
	}
}
