package offer_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/aggregate/offer"
	"adjudicate/events"
	"adjudicate/systems"
	"adjudicate/systems/array"
)

// replied are games in which what the other side could reply decides, each for another reason.
var replied = map[string]string{
	"what can be answered is forbidden":    "duties: [{forbid: any, after: 'any(sides, s, s != mover and any(s.pieces, it.attacked))', answered: 'count(mover.pieces) > 2'}]",
	"what cannot be answered is forbidden": "duties: [{forbid: any, unless: 'count(mover.pieces, it.attacked) > 1'}]",
	"both, and a side is obliged": `duties: [{forbid: move, unless: 'any(mover.pieces, it.attacked)'}, {forbid: capture, answered: 'count(mover.pieces) < 3'},
        {oblige: capture, most: count(victims)}, {oblige: move, when: 'mod(turns, 2) == 0'}]`,
	"an end asks": "ends: [{when: 'turns > 1', unless: 'any(mover.pieces, it.attacked)', winner: mover}]",
}

// repliedGame is a game with such a section, whose plays are single acts of pieces that share squares and move in packs.
func repliedGame(t testing.TB, section string) func() *aggregate.Judge {
	t.Helper()
	dir := fstest.MapFS{
		"system.yaml": {Data: []byte("name: small\ntitle: Small\nsides: [Red, Blue]\narray:\n  Red: Aa1 Bb1 Cd1 Aa2\n  Blue: Aa5 Bb4 Cd4 Ae4\n")},
		"rules/own.yaml": {Data: []byte(`rules:
  - number: 1
    title: board
    procedure:
      board: {files: 5, ranks: 5, heading: {Red: north, Blue: south}}
      capturing: {goes: gone}
      kinds: [{name: dash}]
      ` + section + `
  - number: 2
    piece: {name: Ant, glyph: A, value: 1, modes: [{legs: [{dir: orthogonal}]}], shares: 2, pack: {beside: orthogonal}}
  - number: 3
    piece: {name: Bee, glyph: B, value: 2, modes: [{legs: [{dir: all, n: 1..2}]}], promotion: [{on: own-play, to: any, types: [Bee, Cow], forced: true, timing: at-once}]}
  - number: 4
    piece: {name: Cow, glyph: C, value: 3, modes: [{legs: [{dir: diagonal, n: 1..3}]}], kinds: [{kind: dash, modes: [{legs: [{dir: all, n: 2, pass: any}]}]}]}
`)},
	}
	sys, err := systems.Read(dir, "small")
	if err != nil {
		t.Fatal(err)
	}
	then, err := array.Opening(sys, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	return func() *aggregate.Judge {
		j, err := aggregate.NewJudge(aggregate.NewState(), "test")
		if err != nil {
			t.Fatal(err)
		}
		commit(t, j, sys.Opening("a game", strings.Repeat("5", 64), ""))
		for _, r := range sys.Book.Rules() {
			commit(t, j, events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
		}
		for _, p := range then {
			commit(t, j, p)
		}
		return j
	}
}

// TestWhatHasBeenRuledOnChangesNoRuling holds the rulings of a judge who has ruled on many plays of the same turn, and remembers which
// replies answered them, to those of one who has ruled on none.
func TestWhatHasBeenRuledOnChangesNoRuling(t *testing.T) {
	for name, section := range replied {
		t.Run(name, func(t *testing.T) {
			open := repliedGame(t, section)
			j, refused, made := open(), 0, []events.Payload(nil)
			for range 4 {
				o := offered(j, j.State().ToPlay(), "", noon)
				var legal []string
				for n, p := range o.Pieces() {
					for _, c := range o.Choices(p.ID, true) {
						play := events.PlaySubmitted{Side: o.Side(), Text: c.Play}
						if (len(legal)+refused+n)%3 == 0 {
							fresh := open()
							for _, p := range made {
								commit(t, fresh, p)
							}
							d := fresh.Decide(aggregate.Input{Payload: play, At: noon, Actor: "somebody"})
							if diff := cmp.Diff(d.Ruling.Faults, c.Faults); diff != "" {
								t.Fatalf("%s: %s: the second ruling (+) is not the first (-)\n%s", o.Side(), c.Play, diff)
							}
						}
						if len(c.Faults) > 0 {
							refused++
						} else {
							legal = append(legal, c.Play)
						}
					}
				}
				if len(legal) == 0 {
					break
				}
				slices.Sort(legal)
				p := events.PlaySubmitted{Side: o.Side(), Text: legal[len(legal)/2]}
				commit(t, j, p)
				made = append(made, p)
			}
			if refused == 0 && !strings.HasPrefix(section, "ends") {
				t.Error("nothing was refused")
			}
		})
	}
}

// BenchmarkReplies lists the plays of a side where replies to each decide.
func BenchmarkReplies(b *testing.B) {
	for name, section := range replied {
		b.Run(name, func(b *testing.B) {
			j := repliedGame(b, section)()
			for b.Loop() {
				o := offer.New(j, aggregate.Input{Payload: events.PlaySubmitted{Side: "Red"}, At: noon, Actor: "somebody"})
				for _, p := range o.Pieces() {
					o.Choices(p.ID, true)
				}
			}
		})
	}
}
