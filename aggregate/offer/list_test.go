package offer_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/systems"
	"adjudicate/systems/array"
)

// A drawnGame is a game drawn at random whose plays are single acts: with kinds of captures and of moves, promotions, placements, choices, duties. The power
// auto has a lot choose among all plays of a side.
type drawnGame struct {
	*rand.Rand
	names   []string // of choices,
	sorts   []string // what they are of,
	asked   []string // and a condition on each
	chooses bool     // there are choices
}

func (r *drawnGame) some(percent int, text string) string {
	if r.IntN(100) < percent {
		return text
	}
	return ""
}

func (r *drawnGame) one(list ...string) string { return list[r.IntN(len(list))] }

// choice is an entry of the section choices.
func (r *drawnGame) choice(i int) string {
	of := [][2]string{{"of: side, where: it != mover", "%s == mover"}, {"of: side", "%s == mover"}, {"of: number, least: 1, most: 3", "%s == 2"}, {"of: number, most: victim.value + 1", "%s == 1"},
		{"of: square, where: 'distance(it, to) <= 1'", "%s == to"}, {"of: piece, where: it.side != mover", "%s.value == 1"}, {`of: type, where: 'it != "King"'`, `%s == "Bee"`}}
	after := r.one("", "after: [capture], ", "after: [move], ", "after: [capture, placement], ", "after: [dash], ", "after: [move, capture], ")
	optional := r.some(40, ", optional: true")
	if r.IntN(3) == 0 {
		return "{" + after + r.one("close: true, where: 'it.empty and distance(it, to) == 1'", "destroy: true, where: 'it.side != mover'", "place: from") + optional + "}"
	}
	name := []string{"heir", "gift", "omen"}[i]
	k := r.IntN(len(of))
	r.sorts = append(r.sorts, strings.TrimPrefix(strings.Split(of[k][0], ",")[0], "of: "))
	r.names, r.asked = append(r.names, name), append(r.asked, fmt.Sprintf(of[k][1], name))
	return "{name: " + name + ", " + after + of[k][0] + optional + "}"
}

func (r *drawnGame) system() fstest.MapFS {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("rules:\n  - number: 1\n    procedure:\n      board: {files: 4, ranks: 5, heading: {Red: north, Blue: south}}")
	line("      capturing: {goes: %s}", r.one("holding", "gone"))
	line("      kinds: [{name: dash}]")
	line("      powers: [{name: auto, by: side, do: [{play: side, lot: 1}]}]")
	placing := r.IntN(100) < 70
	if placing {
		line("      placing: {may_attack: \"true\"" + r.some(60, `, may_check: "true"`) + "}")
	}
	line("%s", r.some(60, "      checks: {}"))
	line("%s", r.some(30, "      plays: {counts: \"true\", one_only: \"false\", shapes: [{when: \"true\", plays: [\"Move, Move\"]}]}"))
	var choices []string
	for i := range r.IntN(3) {
		choices = append(choices, r.choice(i))
	}
	if r.chooses = len(choices) > 0; r.chooses {
		line("      choices: [%s]", strings.Join(choices, ", "))
	}
	duties := []string{r.some(30, "{forbid: capture, when: 'victim.value > 2'}"), r.some(30, "{oblige: "+r.one("capture", "dash", "placement")+"}"), r.some(20, "{forbid: move, after: 'count(mover.pieces, it.attacked) > 2'}")}
	for _, asked := range r.asked {
		duties = append(duties, r.some(50, "{forbid: any, when: '"+asked+"'}"))
	}
	if duties = slices.DeleteFunc(duties, func(d string) bool { return d == "" }); len(duties) > 0 {
		line("      duties: [%s]", strings.Join(duties, ", "))
	}
	line("  - number: 2\n    piece: {name: King, glyph: K, value: 0, royal: true, betza: K}")
	line("  - number: 3\n    piece: {name: Ant, glyph: A, value: 1, modes: [{legs: [{dir: forward}]}, {for: [%s], legs: [{dir: [forward-left, forward-right]}]%s}]%s%s}", r.one("capture", "shot", "capture, shot"),
		r.some(30, ", kind: bite"), r.some(60, ", promotion: [{on: reach, in: [rank 5, rank 1], to: any, types: [Bee, Cow], timing: at-once"+r.some(50, ", forced: true")+"}]"), r.some(map[bool]int{true: 40}[placing], ", placement: {in: [a2-d4], "+r.one("free: true", "when: 'to.empty'")+"}"))
	line("  - number: 4\n    piece: {name: Bee, glyph: B, value: 2, modes: [{legs: [{dir: all, n: 1..2}]%s}%s]%s%s}", r.some(40, ", kind: sting"), r.some(40, ", {legs: [{dir: all}], kind: bite}"),
		r.some(40, ", shares: 2"), r.some(30, ", promotion: [{on: own-play, to: any, types: [Bee, Cow], forced: true, timing: at-once}]"))
	line("  - number: 5\n    piece: {name: Cow, glyph: C, value: 3, modes: [{legs: [{dir: diagonal, n: 1..3}]}%s], kinds: [{kind: dash, modes: [{for: [%s], legs: [{dir: all, n: 2, pass: any}]}]}]%s}",
		r.some(30, ", {for: [exit], legs: [{leap: [1, 2]}]}"), r.one("move", "move, capture", "capture"), r.some(40, ", actions: [{name: kick, legs: [{dir: orthogonal}], who: enemy, most: 2, effect: lift}]"))
	return fstest.MapFS{
		"system.yaml":    {Data: []byte("name: small\ntitle: Small\nsides: [Red, Blue]\narray:\n  Red: Kb1 Aa2 Ab2 Bc1 Cd1\n  Blue: Kc5 Ad4 Ac4 Bb5 Ca5\n")},
		"rules/own.yaml": {Data: []byte(b.String())},
	}
}

// judge begins a drawn game.
func (r *drawnGame) judge(t *testing.T) (*aggregate.Judge, string) {
	t.Helper()
	files := r.system()
	text := string(files["rules/own.yaml"].Data)
	sys, err := systems.Read(files, "small")
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	then, err := array.Opening(sys, "", nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	j, err := aggregate.NewJudge(aggregate.NewState(), "test")
	if err != nil {
		t.Fatal(err)
	}
	commit(t, j, sys.Opening("a game", strings.Repeat("5", 64), ""))
	for _, rule := range sys.Book.Rules() {
		commit(t, j, events.RuleEnacted{Number: rule.Number, Rule: rule.Canonical()})
	}
	for _, p := range then {
		commit(t, j, p)
	}
	return j, text
}

// offeredNow are the plays that people are offered, as rulings write them, in order.
func offeredNow(j *aggregate.Judge, side string) (list []string) {
	o := offered(j, side, "", noon)
	seen := map[string]bool{}
	add := func(text string) {
		d := j.Decide(aggregate.Input{Payload: events.PlaySubmitted{Side: side, Text: text}, At: noon})
		if play := d.Ruling.Play; d.Ruling.Verdict != aggregate.Accepted {
			list = append(list, "refused: "+text)
		} else if !seen[play] && play != "pass" {
			seen[play] = true
			list = append(list, play)
		}
	}
	types := map[string]bool{}
	for _, p := range o.Pieces() {
		if p.At == "" && types[p.Type] {
			continue
		}
		types[p.Type] = types[p.Type] || p.At == ""
		for _, c := range o.Choices(p.ID, false) {
			add(c.Play)
		}
	}
	for _, c := range o.Rest() {
		add(c.Play)
	}
	return list
}

// madeNow are the plays among which a rule chooses.
func madeNow(t *testing.T, j *aggregate.Judge, side string) (list []string) {
	player := ""
	for s := range j.State().Sides() {
		if s.Name == side {
			player = s.Player
		}
	}
	d := j.Decide(aggregate.Input{Payload: events.PowerUsed{Power: "auto", Side: side, Player: player}, At: noon, Actor: player, ID: "x"})
	if d.Ruling.Verdict != aggregate.Accepted {
		t.Fatalf("the power: %v", d.Ruling.Faults)
	}
	for _, o := range d.Outcomes {
		if p, ok := o.Payload.(events.LotDrawn); ok {
			return p.Among
		}
	}
	for _, f := range d.Ruling.Facts {
		if _, play, ok := strings.Cut(f.Message, " is played by the rules: "); ok {
			return []string{play}
		}
	}
	return nil
}

// writtenNow are the plays that the judge takes of all that can be written of a side's pieces, the squares, kinds and choices, as rulings write them.
func (r *drawnGame) writtenNow(j *aggregate.Judge, side string) (list []string) {
	pos := j.Position()
	var squares []string
	for _, sq := range pos.Ruleset().Squares() {
		squares = append(squares, pos.Ruleset().SquareName(sq))
	}
	var chosen []string
	for _, sq := range squares {
		chosen = append(chosen, "close "+sq, "destroy "+sq)
	}
	of := map[string][]string{"side": {"Red", "Blue"}, "number": {"0", "1", "2", "3", "4", "5"}, "type": {"King", "Ant", "Bee", "Cow"}, "square": squares, "piece": squares}
	for i, name := range r.names {
		for _, word := range of[r.sorts[i]] {
			chosen = append(chosen, name+": "+word)
		}
	}
	for pc := range j.State().PiecesOf(side) {
		if pc.At == "" {
			for _, sq := range squares {
				chosen = append(chosen, "#"+pc.ID+"@"+sq)
			}
		}
	}
	seen := map[string]bool{}
	var try func(text string, more int)
	try = func(text string, more int) {
		d := j.Decide(aggregate.Input{Payload: events.PlaySubmitted{Side: side, Text: text}, At: noon})
		if play := once(d.Ruling.Play); d.Ruling.Verdict == aggregate.Accepted && !seen[play] {
			seen[play] = true
			list = append(list, play)
		}
		possible := d.Ruling.Verdict == aggregate.Accepted
		for _, f := range d.Ruling.Faults {
			possible = possible || f.Code == aggregate.FaultChoice && strings.HasPrefix(f.Message, "a choice is missing")
		}
		if possible && more > 0 && r.chooses {
			for _, c := range chosen {
				try(text+"; "+c, more-1)
			}
		}
	}
	act := func(text string) {
		try(text, 2)
		for _, glyph := range []string{"A", "B", "C"} {
			d := j.Decide(aggregate.Input{Payload: events.PlaySubmitted{Side: side, Text: text + "=" + glyph}, At: noon})
			if !slices.ContainsFunc(d.Ruling.Faults, func(f events.Fault) bool {
				return f.Code == aggregate.FaultPromotionNotAllowed || f.Code == aggregate.FaultPromotionType
			}) {
				try(text+"="+glyph, 2)
			}
		}
	}
	for pc := range j.State().PiecesOf(side) {
		if pc.At == "" {
			for _, sq := range squares {
				act("#" + pc.ID + "@" + sq)
			}
			continue
		}
		own := "#" + pc.ID + pc.At
		for i, sq := range squares {
			act(own + "-" + sq)
			act(own + "-" + sq + " (dash)")
			act("action kick " + pc.At + ": " + sq)
			for _, other := range squares[i+1:] {
				act("action kick " + pc.At + ": " + sq + ", " + other)
			}
			if _, stands := j.State().PieceAt(sq); stands {
				for _, way := range []string{"", " (shot)", " (move)"} {
					for _, manner := range []string{"", " (bite)", " (sting)", " (dash)"} {
						for _, named := range []string{"", "A", "B", "C"} {
							act(own + "x" + named + sq + way + manner)
						}
					}
				}
			}
		}
		act(own + "-" + pc.At + " (exit)")
		for _, sq := range squares {
			act(own + "-" + sq + " (exit)")
		}
	}
	for _, sq := range squares {
		act("A@" + sq)
	}
	return list
}

// once is a play of several that differ in writing alone: in the order of choices, of which those with names come first, and in the square by which a piece leaves the board.
func once(play string) string {
	items := strings.Split(play, "; ")
	if from, _, ok := strings.Cut(items[0], "-"); ok && strings.HasSuffix(items[0], "(exit)") {
		items[0] = from + "-off"
	}
	slices.SortStableFunc(items[1:], func(a, b string) int {
		switch x, y := strings.Contains(a, ":"), strings.Contains(b, ":"); {
		case x && y:
			return strings.Compare(a, b)
		case x:
			return -1
		case y:
			return 1
		}
		return 0
	})
	return strings.Join(items, "; ")
}

// TestEverybodyWhoLooksForPlaysFindsThose holds what people are offered, what a rule chooses among and what the judge takes of all that can be written
// to each other, the first two also in their order.
func TestEverybodyWhoLooksForPlaysFindsThose(t *testing.T) {
	games, plays := 6, 2
	if long, err := strconv.Atoi(os.Getenv("ADJUDICATE_RANDOM")); err == nil {
		games, plays = 8*long, 4 // make random
	}
	first := uint64(0)
	if s, err := strconv.Atoi(os.Getenv("ADJUDICATE_SEED")); err == nil {
		first, games = uint64(s), 1
	}
	positions, found := 0, 0
	for seed := range uint64(games) {
		r := &drawnGame{Rand: rand.New(rand.NewPCG(first+seed, 20))}
		j, text := r.judge(t)
		for range plays {
			side := j.State().ToPlay()
			if j.State().Over() || side == "" {
				break
			}
			moves, made, want := offeredNow(j, side), madeNow(t, j, side), r.writtenNow(j, side)
			if diff := cmp.Diff(moves, made); diff != "" {
				t.Fatalf("seed %d: people are offered (-), a rule chooses among (+):\n%s\n%s\n%v", first+seed, diff, text, standing(j))
			}
			slices.Sort(want)
			var got []string
			for _, play := range moves {
				got = append(got, once(play))
			}
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("seed %d: the judge takes (-), listed is (+):\n%s\n%s\n%v", first+seed, diff, text, standing(j))
			}
			positions, found = positions+1, found+len(moves)
			if len(moves) == 0 {
				break
			}
			commit(t, j, events.PlaySubmitted{Side: side, Text: moves[r.IntN(len(moves))]})
		}
	}
	if first == 0 && (positions < games || found < 10*positions) {
		t.Errorf("%d plays in %d positions: too few", found, positions)
	}
}

// standing is where the pieces of a game stand.
func standing(j *aggregate.Judge) (list []string) {
	for pc := range j.State().Pieces() {
		list = append(list, fmt.Sprintf("%s %s %s %s", pc.ID, pc.Type, pc.Side, pc.At))
	}
	return append(list, "to play: "+j.State().ToPlay())
}
