package aggregate

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
)

// Rules by which Knights act, fly and leave: what squares do not tell. They are turns like others, and the judge, which makes them by rules of its own, rules
// as those are counted.
const (
	bows = `number: "2.5"
revision: 1
title: Knights that act
piece:
  name: Knight
  glyph: N
  value: 3
  modes:
    - {legs: [{leap: [1, 2]}]}
    - {for: [exit], when: self.rank >= 3 and self.rank <= 6, legs: [{leap: [0, 1]}]}
  actions:
    - {name: strike, legs: [{dir: all, n: 1..3}], who: enemy, most: 2, effect: %s, royal: true}
    - {name: clear, legs: [{dir: orthogonal, n: 1..2}], who: all, effect: lift, spares: [Queen]}
  kinds:
    - {kind: flight, modes: [{legs: [{dir: orthogonal, n: 2..3}]}, {legs: [{leap: [2, 2]}]}]}
  promotion:
    - {on: reach, in: [promotion], to: any, types: [Queen, Rook], forced: true, timing: at-once}
    - {on: leave, in: [ends], to: any, types: [Rook], timing: at-once}
  regions: [{name: ends, squares: [rank 1, rank 6]}]
`
	flights = `number: "90.2"
procedure:
  kinds: [{name: flight, may_check: 0 == 1}]
  consequences:
    - {on: moved, when: 'self.type == "Knight" and self.rank == 5', do: [{close: from}]}
    - {on: acts, when: 'victim.type == "Pawn"', do: [{close: at}]}
    - {on: acts, when: 'distance(actor, at) > 1', do: [{move: actor, on: at}]}
    - {on: acts, when: 'actor.type == "Knight" and actor.rank == 7', do: [{destroy: actor}]}
    - {on: removed, do: [{destroy: pieces, where: 'it.type == "Knight" and distance(it, at) == 1'}]}
  duties:
    - {forbid: flight, when: to.rank == 1}
    - {forbid: move, after: 'count(mover.pieces) < 12'}
`
	paid = `number: "90.2"
procedure:
  assets: [{name: gems, of: side}]
  kinds: [{name: flight, asset: gems, cost: 2}]
  consequences: [{on: turn-ends, do: [{pay: 1, asset: gems, payee: side}]}]
`
	chosen = `number: "90.3"
procedure:
  choices: [{after: [flight], close: true, where: 'it.empty and distance(it, to) == 1', optional: true}]
`
	owed = `number: "90.4"
procedure:
  duties: [{oblige: flight}]
`
)

func TestTheJudgeRulesAsActsApartAreCounted(t *testing.T) {
	plays, seeds := 40, 2
	if long, err := strconv.Atoi(os.Getenv("ADJUDICATE_RANDOM")); err == nil {
		plays, seeds = 100, long // make random
	}
	compared := 0
	for i, name := range []string{"chess", "crazyhouse", "losalamos"} {
		for seed := range seeds {
			for k, more := range [][]string{{flights}, {flights, chosen}, {flights, owed}, {paid, owed}} {
				effect := []string{"destroy", "capture"}[(i+k)%2]
				c, _ := followTurns(t, name, uint64(71+seed+10*k), plays, 4, append([]string{fmt.Sprintf(bows, effect)}, more...)...)
				compared += c
			}
		}
	}
	if compared < 12*plays*seeds {
		t.Errorf("%d turns compared: too few", compared)
	}
}

// unlisted returns an act apart that the judge accepts and that is not among the legal turns, an action against one piece at most.
func unlisted(g *game, side string, legal map[string]bool) string {
	list := slices.Collect(maps.Keys(legal))
	for pc := range g.j.State().PiecesOf(side) {
		id, ok := g.j.PieceID(pc.ID)
		if !ok || g.j.Position().Where(id) == movement.Off {
			continue
		}
		for _, p := range g.j.Proposals(g.j.Position().Owner(id), pc.ID) {
			item := p.Items[0]
			if !item.Kind.Declared() && item.Kind != notation.Exit && item.Kind != notation.Action {
				continue
			}
			d := g.j.Decide(Input{ID: "x", Payload: events.PlaySubmitted{Side: side, Text: item.String()}, At: noon})
			if d.Ruling.Verdict == Accepted && !slices.ContainsFunc(list, func(text string) bool {
				return text == d.Ruling.Play || item.Kind == notation.Exit && strings.HasSuffix(text, "(exit)") && strings.HasPrefix(text, item.Name+item.From+"-")
			}) {
				return item.String()
			}
		}
	}
	return ""
}

// Where a rule makes plays single acts that are judged as those of other games, choices come with moves of a declared kind as well.
func TestChoicesComeWithMovesOfAKindWhereTurnsAreNotWhole(t *testing.T) {
	text, err := os.ReadFile("../systems/chess/amendments/squid.yaml")
	if err != nil {
		t.Fatal(err)
	}
	beyond := strings.Replace(string(text), "  betza: N\n", "  betza: N\n  promotion: [{on: own-play, to: any, types: [Bishop], timing: at-once}]\n", 1)
	parsed, err := rules.ParseFile("squid.yaml", []byte(beyond))
	if err != nil {
		t.Fatal(err)
	}
	g := newArray(t, "chess", "4k3/p7/8/8/3N4/8/8/4K3 w - - 0 1")
	g.accept(events.RuleAmended{Number: "2.5", Rule: parsed.Rules[0].Canonical()})
	if mover, _ := g.j.SideID("White"); g.j.Turns(mover, func(*turns.Turn, string) bool { return false }) {
		t.Fatal("the game is one of whole turns")
	}
	for play, want := range map[string]string{
		"Nd4-d7 (dart); close d4": Accepted, "Nd4-d7 (dart)": Rejected, "Nd4-d7 (dart); close d6": Rejected, "Nd4-f5; close d4": Rejected, "Nd4-f5": Accepted,
	} {
		if d := g.j.Decide(Input{ID: "x", Payload: events.PlaySubmitted{Side: "White", Text: play}, At: noon}); d.Ruling.Verdict != want {
			t.Errorf("%s is %s: %v", play, d.Ruling.Verdict, d.Ruling.Faults)
		}
	}
}
