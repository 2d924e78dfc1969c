package explain_test

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"adjudicate/aggregate"
	"adjudicate/aggregate/offer"
	"adjudicate/events"
	"adjudicate/systems"
	"adjudicate/systems/array"
)

// What small games are made of. Each has some of these sections, and each of its types some of these ways and other fields.
var (
	smallSections = []string{
		`placing: {may_attack: "false", may_check: "turns > 2"}`,
		`passing: {when: 'count(mover.pieces) < 4'}`,
		`checks: {own_royal: true}`,
		`duties: [{forbid: capture, when: 'victim.value > 2 and turns < 3', cite: §4}, {oblige: capture, most: count(victims), when: 'mod(turns, 2) == 1', cite: §5}, {forbid: any, after: 'count(mover.pieces, it.attacked) > 3', cite: §6}]`,
		`duties: [{forbid: capture, unless: 'any(mover.pieces, it.attacked)', cite: §4}, {oblige: dash, when: turns == 2, cite: §5}]`,
		`consequences: [{on: landed, when: 'to.in("edge") and actor.value == 2', do: [{become: actor, type: Ant}], cite: §7}, {on: captured, do: [{pay: 1, asset: ink, payee: actor.side}], cite: §8}]`,
		`limits: [{where: 'it.in("mid")', most: 2, beyond: lifted, first: it.value, cite: §9}]`,
		`sharing: {all: "turns > 2", cite: §10}`,
		`plays: {counts: value >= 0, shapes: [{when: "true", of: different, plays: ["Move, Move", "Move, Capture"]}], one_only: "turns < 2", reorder: false, move_once: true, check_ends: false}`,
		`together: {conflicts: [{do: again}]}`,
	}
	smallWays = []string{
		`{legs: [{dir: all, n: 1..2}]}`,
		`{legs: [{dir: diagonal, n: 1..3}], kind: fire}`,
		`{legs: [{dir: all, n: 1..3}], victims: 'distance(victim, to) == 1 and victim.value < 3'}`,
		`{for: [capture], takes: hopped, full: true, onward: true, legs: [{dir: all, n: 2, hop: over, repeat: 2}]}`,
		`{for: [shot], kind: fire, legs: [{dir: orthogonal, n: 2..3, pass: any}]}`,
		`{for: [move], legs: [{dir: all, n: 1..3}], exposed: true}`,
		`{for: [move, capture], legs: [{dir: all, n: 1..2}], becomes: [Bee, Cow]}`,
		`{for: [own], legs: [{dir: diagonal}]}`,
		`{for: [swap], legs: [{dir: all, n: 1..3}]}`,
		`{for: [exit], when: in("edge"), legs: [{dir: all}]}`,
		`{for: [move], legs: [{dir: all}], carries: {row: ahead, when: 'count(row) <= 2', off: victim.side != mover}}`,
		`{as: {who: last, captures: piece}}`,
		`{as: {piece: 'self.next("backward").piece'}}`,
	}
	smallFields = []string{
		`shares: 2`,
		`pack: {beside: all}`,
		`counters: [{name: hp, initial: 2, most: 3, over: 3}], resists: [{kind: [fire], uses: hp}]`,
		`promotion: [{on: own-play, to: any, types: [Bee, Cow], forced: true, timing: end-of-turn, cite: §2}]`,
		`promotion: [{on: reach, in: [mid], to: any, types: [Ant, Bee, Cow], forced: true, timing: at-once, cite: §2}]`,
		`promotion: [{on: stay, to: any, types: [Bee, Dog], timing: at-once, cite: §2}]`,
		`kinds: [{kind: dash, modes: [{legs: [{dir: all, n: 2..3, pass: any}], after: not attacked(), cite: §3}]}]`,
		`actions: [{name: zap, who: enemy, effect: lift, most: 2, when: 'turns > 1', legs: [{dir: all, n: 1..2}]}]`,
		`fields: [{name: ray, dir: all, most: 3, same_side: "true"}]`,
		`grants: [{to: friend, within: 1, modes: [{legs: [{leap: [1, 1]}]}]}]`,
		`immune: [{who: self, from: [Ant], when: 'near("Cow", 1)', against: [capture]}]`,
		`denies: [{to: enemy, within: 1, types: [Dog], deny: [move]}]`,
		`covers: [[0, 0], [1, 0]]`,
		`on_board: 2`,
	}
)

// smallGame is a game made of those at random; ok is false if they do not go together.
func smallGame(random *rand.Rand) (j *aggregate.Judge, ok bool) {
	some := func(list []string, most int) (out []string) {
		for _, i := range random.Perm(len(list))[:random.Intn(most+1)] {
			out = append(out, list[i])
		}
		return out
	}
	names := map[string]bool{}
	rules := "rules:\n  - number: 1\n    procedure:\n      board: {files: 5, ranks: 5, heading: {Red: north, Blue: south}, regions: [{name: mid, squares: [c2-d4]}]}\n" +
		"      capturing: {goes: " + []string{"holding", "owner", "gone"}[random.Intn(3)] + ", cite: §1}\n" +
		"      assets: [{name: ink, of: " + []string{"side", "player"}[random.Intn(2)] + "}]\n      kinds: [{name: dash, asset: ink, cost: 'max(1, self.value - 2)'}]\n"
	for _, s := range some(smallSections, 4) {
		if name, _, _ := strings.Cut(s, ":"); !names[name] {
			names[name] = true
			rules += "      " + s + "\n"
		}
	}
	for i, typ := range []string{"Ant", "Bee", "Cow", "Dog"} {
		ways := strings.Join(append([]string{"{legs: [{dir: orthogonal}]}"}, some(smallWays, 2)...), ", ")
		fields := map[string]string{}
		for _, s := range some(smallFields, 3) {
			name, _, _ := strings.Cut(s, ":")
			fields[name] = s
		}
		rules += fmt.Sprintf("  - number: %d\n    piece: {name: %s, glyph: %s, value: %d, modes: [%s]", i+2, typ, typ[:1], i+1, ways)
		for _, s := range smallFields { // in an order that is always the same
			if name, _, _ := strings.Cut(s, ":"); fields[name] == s {
				rules += ", " + s
			}
		}
		if names["checks"] && typ == "Dog" {
			rules += ", royal: true"
		}
		rules += "}\n"
	}
	dir := fstest.MapFS{
		"system.yaml":    {Data: []byte("name: small\ntitle: Small\nsides: [Red, Blue]\narray:\n  Red: Aa1 Bc1 De1 Ab2\n  Blue: Aa5 Bc5 De5 Cc3\n")},
		"rules/own.yaml": {Data: []byte(rules)},
	}
	sys, err := systems.Read(dir, "small")
	if err != nil {
		return nil, false
	}
	then, err := array.Opening(sys, "", nil)
	if err != nil {
		return nil, false
	}
	if j, err = aggregate.NewJudge(aggregate.NewState(), "test"); err != nil {
		return nil, false
	}
	list := []events.Payload{sys.Opening("a game", strings.Repeat("5", 64), "")}
	for _, r := range sys.Book.Rules() {
		list = append(list, events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
	}
	for _, p := range append(list, then...) {
		d := j.Decide(aggregate.Input{Payload: p, At: time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)})
		if d.Ruling.Verdict != aggregate.Accepted {
			return nil, false
		}
		j.Commit(d)
	}
	return j, true
}

// TestEveryRefusalInSmallGamesIsExplained asks, in games that are made at random of what rules can say, about what pieces can do by
// their definitions and about other plays: what is refused fails by a condition that is named, with its clause.
func TestEveryRefusalInSmallGamesIsExplained(t *testing.T) {
	random := rand.New(rand.NewSource(1998))
	games := 0
	var a audit
	for range 60 {
		j, ok := smallGame(random)
		if !ok {
			continue
		}
		games++
		t.Run(fmt.Sprint(games), func(t *testing.T) { a.smallPlays(t, random, j) })
	}
	if games < 20 || a.rejected < 2000 || a.plays-a.rejected < 500 {
		t.Errorf("only %d games, %d plays, %d of them rejected", games, a.plays, a.rejected)
	}
}

// smallPlays asks about plays of both sides in the first turns of a game.
func (a *audit) smallPlays(t *testing.T, random *rand.Rand, j *aggregate.Judge) {
	for turn := range 4 {
		at := time.Date(2000, 1, 2, turn, 0, 0, 0, time.UTC)
		var legal []events.PlaySubmitted
		for side := range j.State().Sides() {
			ask := func(text string) {
				p := events.PlaySubmitted{Side: side.Name, Text: text}
				in := aggregate.Input{ID: "asked", Payload: p, At: at}
				d := j.Decide(in)
				a.explains(t, fmt.Sprintf("turn %d, %s: %s", turn+1, side.Name, text), j, in, d)
				if d.Ruling.Verdict == aggregate.Accepted && text != "surrender" {
					legal = append(legal, p)
				}
			}
			o := offer.New(j, aggregate.Input{Payload: events.PlaySubmitted{Side: side.Name}, At: at})
			rs := j.Position().Ruleset()
			square := func() string { return rs.SquareName(rs.Squares()[random.Intn(len(rs.Squares()))]) }
			for _, p := range o.Pieces() {
				for i, c := range o.Choices(p.ID, true) {
					if i%4 == turn {
						ask(c.Play)
					}
				}
				for _, text := range []string{"-" + square(), "x" + square(), "x" + square() + "-" + square(), "x" + square() + "x" + square(), "-" + square() + "=B", "=C", "-" + square() + " (dash)", " (exit)"} {
					ask(p.Glyph + p.At + text)
				}
			}
			ask("A@" + square())
			ask("pass")
			ask("surrender")
		}
		if len(legal) == 0 {
			return
		}
		d := j.Decide(aggregate.Input{ID: "played", Payload: legal[random.Intn(len(legal))], At: at})
		j.Commit(d)
	}
}
