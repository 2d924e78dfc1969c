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

func seenByEngine(t *testing.T, j *aggregate.Judge, g *game, sides ...string) (squares, known, held []string) {
	t.Helper()
	v, err := j.SightOf(sides...)
	if err != nil {
		t.Fatal(err)
	}
	for _, sq := range g.squares() {
		if v.Sees(sq.String()) {
			squares = append(squares, sq.String())
		}
	}
	for p := range j.State().Pieces() {
		if v.Knows(&p) {
			known = append(known, p.ID)
		}
		if p.At == "" && v.SeesPiece(&p) {
			held = append(held, p.ID)
		}
	}
	return squares, known, held
}

// TestSidesSeeWhatTheDocumentationSays holds what sides see, and what somebody without one does, against the second opinion.
func TestSidesSeeWhatTheDocumentationSays(t *testing.T) {
	from, to := seeds(40)
	refused, seen, hidden, poor, failures := 0, 0, 0, 0, 0
	for seed := from; seed < to; seed++ {
		r := NewRandom(8000000 + seed)
		text := r.Sights()
		men := r.Men(read(text), 8, 14)
		for i := range men[:min(2, len(men))] {
			men[i].At = ""
		}
		r.purse = true
		have := append(opening(r), events.AssetChanged{Account: "Bank", Asset: "gems", Change: 6, Why: "rule"})
		for _, side := range r.Sides {
			have = append(have, events.AssetChanged{Account: side, Asset: "luck", Change: 4, Why: "rule"})
		}
		j, g, err := begun(text, r.Sides, men, []string{"a2", "b3"}, have...)
		if err != nil {
			refused++
			continue
		}
		for _, sides := range [][]string{{}, {"Red"}, {"Blue"}, {"Green"}, {"Red", "Green"}} {
			squares, known, held := g.seen(sides...)
			s, k, h := seenByEngine(t, j, g, sides...)
			seen, hidden = seen+len(squares), hidden+len(g.squares())-len(squares)
			accounts, a := "", ""
			for _, account := range []string{"Red's", "Blue's", "Green's", "Bank", "Red", "Blue", "Green"} {
				asset := "gems"
				if slices.Contains(r.Sides, account) {
					asset = "luck"
				}
				if g.money[account][asset] == 0 {
					continue // that it has none is not said
				}
				sees := g.seesAsset(account, asset, sides...)
				if accounts += fmt.Sprintf("%s:%t ", account, sees); !sees {
					poor++
				}
				v, err := j.SightOf(sides...)
				if err != nil {
					t.Fatal(err)
				}
				a += fmt.Sprintf("%s:%t ", account, v.SeesAsset(account, asset))
			}
			diff := cmp.Diff(accounts, a) + cmp.Diff(strings.Join(squares, " "), strings.Join(s, " ")) + cmp.Diff(strings.Join(known, " "), strings.Join(k, " ")) + cmp.Diff(strings.Join(held, " "), strings.Join(h, " "))
			if diff != "" {
				t.Errorf("seed %d: seen by %v (-naive +engine): %s\n%s\n%s", seed, sides, diff, text, strings.Join(g.told(), "; "))
				if failures++; failures > 2 {
					t.FailNow()
				}
				break
			}
		}
	}
	if t.Logf("%d refused, %d squares seen, %d hidden, %d accounts hidden", refused, seen, hidden, poor); uint64(refused) > (to-from)/3 || to-from >= 40 && (seen < 1000 || hidden < 1000 || poor < 40) {
		t.Error("too little was seen or hidden")
	}
}

// TestBothSeeThis asks what Red sees. What is expected was worked out by hand from docs/rule-language/sight.md.
func TestBothSeeThis(t *testing.T) {
	for _, test := range []struct{ name, modes, men, want string }{
		{"what a shot reaches, and where the piece stands", "{for: [shot], legs: [{dir: north}]}", "Red Ant a1, Blue Bee a2", "a1 a2"},
		{"what it captures and where it goes by that", "{for: [capture], takes: hopped, legs: [{dir: north, n: 2, hop: over}]}", "Red Ant a1, Blue Bee a2", "a1 a2 a3"},
		{"all squares of what it can capture", "{for: [capture], legs: [{dir: north}]}", "Red Ant a1, Blue Eel a2", "a1 a2 b2"},
		{"where it goes with another piece, and not where that goes", "{for: [move], legs: [{dir: north}], carries: {any: 'true', ahead: [{dir: north}]}}", "Red Ant a1, Red Bee a2", "a1 a2"},
		{"also where it draws another one along", "{for: [move], legs: [{dir: east}], carries: {any: 'true', behind: [{dir: south}]}}", "Red Ant a1, Blue Bee a2", "a1 b1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := fmt.Sprintf(`rules:
  - {number: 1, procedure: {board: {files: 3, ranks: 3}, order: {by: fixed}, sight: [{see: squares, when: 'any(mover.pieces, p, reaches(p, it))'}]}}
  - {number: 2, piece: {name: Ant, glyph: A, value: 1, modes: [%s]}}
  - {number: 3, piece: {name: Bee, glyph: B, value: 1, immovable: true}}
  - {number: 4, piece: {name: Eel, glyph: E, value: 1, immovable: true, covers: [[0, 0], [1, 0]]}}
`, test.modes)
			j, g, err := begun(text, []string{"Red", "Blue"}, menOf(test.men), nil)
			if err != nil {
				t.Fatal(err)
			}
			naive, _, _ := g.seen("Red")
			engine, _, _ := seenByEngine(t, j, g, "Red")
			if want := strings.Fields(test.want); !slices.Equal(naive, want) || !slices.Equal(engine, want) {
				t.Errorf("seen: %v by the second opinion, %v by the program, not %v", naive, engine, want)
			}
		})
	}
}
