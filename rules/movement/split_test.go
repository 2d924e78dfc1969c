package movement_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// A shot through Prisms and Mirrors hits what rays hit that are followed here one by one, square by square, in the plain sense of the words.
func TestShotsThatSplitHitWhatTheirRaysHit(t *testing.T) {
	rs := prisms(t)
	r := rand.New(rand.NewPCG(7, 7))
	several := 0
	for range 3000 {
		pos := rs.NewPosition()
		red, blue := pos.AddSide("Red"), pos.AddSide("Blue")
		type thing struct {
			id          movement.PieceID
			kind        string
			side, slant int
		}
		on := map[[2]int]thing{}
		add := func(kind string, side, slant int) {
			at := [2]int{r.IntN(9), r.IntN(9)}
			if _, ok := on[at]; ok {
				return
			}
			typ, _ := rs.Type(kind)
			id := pos.AddPiece(typ, []movement.SideID{red, blue}[side])
			if kind != "Beacon" && kind != "Pawn" {
				pos.SetCounter(id, 0, slant)
			}
			sq, _ := rs.Square(fmt.Sprintf("%c%d", 'a'+at[0], at[1]+1))
			pos.Put(id, sq)
			on[at] = thing{id, kind, side, slant}
		}
		add("Beacon", 0, 0)
		for range 15 + r.IntN(40) {
			add([]string{"Prism", "Prism", "Prism", "Mirror", "Pawn"}[r.IntN(5)], r.IntN(2), r.IntN(2))
		}
		var want []string
		var beacon movement.PieceID
		for at, x := range on {
			if x.kind != "Beacon" {
				continue
			}
			beacon = x.id
			for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
				hit, been := map[movement.PieceID]bool{}, map[[4]int]bool{}
				var ray func(at, d [2]int)
				ray = func(at, d [2]int) {
					for {
						at[0], at[1] = at[0]+d[0], at[1]+d[1]
						if at[0] < 0 || at[0] > 8 || at[1] < 0 || at[1] > 8 {
							return
						}
						if _, ok := on[at]; ok {
							break
						}
					}
					if key := [4]int{at[0], at[1], d[0], d[1]}; been[key] {
						return
					} else {
						been[key] = true
					}
					switch x := on[at]; x.kind {
					case "Beacon", "Pawn":
						if x.side == 1 {
							hit[x.id] = true
						}
					default:
						turned := [2]int{d[1], d[0]} // by a piece that lies as /
						if x.slant == 1 {
							turned = [2]int{-d[1], -d[0]}
						}
						ray(at, turned)
						if x.kind == "Prism" {
							ray(at, d)
						}
					}
				}
				ray(at, d)
				if len(hit) > 1 {
					several++
				}
				if text := texts(hit); len(hit) > 0 && !slices.Contains(want, text) {
					want = append(want, text)
				}
			}
		}
		var a movement.Analysis
		a.Run(pos)
		var got []string
		for _, w := range a.Takings(beacon) {
			hit := map[movement.PieceID]bool{}
			for _, x := range w.Victims() {
				hit[x] = true
				if !pos.Attacks(beacon, x) {
					t.Fatalf("%v: %d is no attack", on, x)
				}
			}
			if w.To != pos.Where(beacon) {
				t.Fatalf("%v: the Beacon moves", on)
			}
			got = append(got, texts(hit))
		}
		slices.Sort(want)
		slices.Sort(got)
		if !slices.Equal(want, got) {
			t.Fatalf("%v:\nwant %v\n got %v", on, want, got)
		}
	}
	if several < 500 {
		t.Errorf("only %d shots hit several pieces", several)
	}
}

func texts(set map[movement.PieceID]bool) string {
	var list []movement.PieceID
	for x := range set {
		list = append(list, x)
	}
	slices.Sort(list)
	return fmt.Sprint(list)
}

// prisms is a board of 9 squares by 9 with the Beacon, the Prism and the Mirror of the amendments, and Pawns.
func prisms(t *testing.T) *movement.Ruleset {
	t.Helper()
	list, err := rules.Parse("rules", []byte(`
rules:
  - {number: 1, procedure: {board: {files: 9, ranks: 9}, capturing: {goes: gone, cite: ""}}}
  - {number: 2, piece: {name: Pawn, glyph: P, value: 1, modes: [{legs: [{dir: all}]}]}}
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"beacon", "prism", "mirror"} {
		text, err := os.ReadFile("../../systems/partychess/amendments/" + name + ".yaml")
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := rules.Parse(name, text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, parsed...)
	}
	rs, err := movement.Compile(rules.NewRulebook(list...), nil)
	if err != nil {
		t.Fatal(err)
	}
	return rs
}
