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

// A shot through Prisms and Mirrors hits what rays hit that are followed here one by one, square by square, in the plain sense of the words: rays of
// pieces that hit other sides, their own, or all alike, on one square or several.
func TestShotsThatSplitHitWhatTheirRaysHit(t *testing.T) {
	rs := prisms(t)
	for _, shooter := range []struct {
		kind      string
		foes, own bool
		covers    [][2]int
	}{
		{"Beacon", true, false, [][2]int{{0, 0}}},
		{"Lamp", true, true, [][2]int{{0, 0}}},
		{"Torch", false, true, [][2]int{{0, 0}}},
		{"Hulk", true, false, [][2]int{{0, 0}, {1, 0}, {1, 1}}},
		{"Ark", true, true, [][2]int{{0, 0}, {1, 0}, {1, 1}}},
	} {
		t.Run(shooter.kind, func(t *testing.T) {
			r := rand.New(rand.NewPCG(7, 7))
			several, mixed, owned := 0, 0, 0
			for range 700 {
				pos := rs.NewPosition()
				red, blue := pos.AddSide("Red"), pos.AddSide("Blue")
				type thing struct {
					id          movement.PieceID
					kind        string
					side, slant int
				}
				on := map[[2]int]thing{}
				add := func(kind string, side, slant int, covers [][2]int) (id movement.PieceID, at [2]int, ok bool) {
					at = [2]int{r.IntN(9), r.IntN(9)}
					for _, by := range covers {
						sq := [2]int{at[0] + by[0], at[1] + by[1]}
						if _, taken := on[sq]; taken || sq[0] > 8 || sq[1] > 8 {
							return 0, at, false
						}
					}
					typ, _ := rs.Type(kind)
					id = pos.AddPiece(typ, []movement.SideID{red, blue}[side])
					if kind == "Prism" || kind == "Mirror" {
						pos.SetCounter(id, 0, slant)
					}
					sq, _ := rs.Square(fmt.Sprintf("%c%d", 'a'+at[0], at[1]+1))
					pos.Put(id, sq)
					for _, by := range covers {
						on[[2]int{at[0] + by[0], at[1] + by[1]}] = thing{id, kind, side, slant}
					}
					return id, at, true
				}
				beacon, at, ok := add(shooter.kind, 0, 0, shooter.covers)
				if !ok {
					continue
				}
				for range 15 + r.IntN(40) {
					kind := []string{"Prism", "Prism", "Prism", "Mirror", "Pawn", "Pawn", "King", "Hulk"}[r.IntN(8)]
					covers := [][2]int{{0, 0}}
					if kind == "Hulk" {
						covers = [][2]int{{0, 0}, {1, 0}, {1, 1}}
					}
					add(kind, r.IntN(2), r.IntN(2), covers)
				}
				var want []string
				for _, by := range shooter.covers {
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
							x := on[at]
							if x.kind != "Prism" && x.kind != "Mirror" {
								if x.side == 1 && shooter.foes || x.side == 0 && shooter.own && x.kind != "King" && x.id != beacon {
									hit[x.id] = true
								}
								return
							}
							turned := [2]int{d[1], d[0]} // by a piece that lies as /
							if x.slant == 1 {
								turned = [2]int{-d[1], -d[0]}
							}
							ray(at, turned)
							if x.kind == "Prism" {
								ray(at, d)
							}
						}
						ray([2]int{at[0] + by[0], at[1] + by[1]}, d)
						several += min(1, len(hit)/2)
						if text := texts(hit); len(hit) > 0 && !slices.Contains(want, text) {
							want = append(want, text)
						}
					}
				}
				var a movement.Analysis
				a.Run(pos)
				var got, acts []string
				tell := func(w *movement.Taking) string {
					hit := map[movement.PieceID]bool{}
					for _, x := range w.Victims() {
						hit[x] = true
					}
					if len(hit) != len(w.Victims()) || w.To != pos.Where(beacon) || len(pos.WayOfTaking(beacon, *w, nil).Clauses) == 0 || pos.Shoots(beacon, *w) != shooter.foes {
						t.Fatalf("%v: %v", on, w)
					}
					return texts(hit)
				}
				for _, w := range a.Takings(beacon) {
					foes, friends := 0, 0
					for _, x := range w.Victims() {
						if pos.Owner(x) == red {
							friends++
						} else if foes++; !pos.Attacks(beacon, x) {
							t.Fatalf("%v: %d is no attack", on, x)
						}
					}
					if foes == 0 || pos.Owner(w.Victim) == red {
						t.Fatalf("%v: %v hits no enemy last", on, w)
					}
					mixed += min(1, friends)
					got = append(got, tell(&w))
				}
				for _, w := range a.OwnTakings(beacon) {
					for _, x := range w.Victims() {
						if pos.Owner(x) == blue {
							t.Fatalf("%v: %d is no friend", on, x)
						}
					}
					owned++
					got = append(got, tell(&w))
				}
				for _, ply := range pos.ActsOf(beacon, nil) {
					if ply.Play == movement.Capture {
						acts = append(acts, tell(&ply.Take))
					}
				}
				slices.Sort(want)
				slices.Sort(got)
				slices.Sort(acts)
				if !slices.Equal(want, got) || !slices.Equal(want, acts) {
					t.Fatalf("%v:\nwant %v\n got %v\nacts %v", on, want, got, acts)
				}
				for _, x := range pos.OnBoard() { // nothing else of the other side is attacked
					attacked := slices.ContainsFunc(a.Takings(beacon), func(w movement.Taking) bool { return w.Takes(x) })
					if pos.Owner(x) == blue && pos.Attacks(beacon, x) != attacked {
						t.Fatalf("%v: whether %d is attacked", on, x)
					}
				}
			}
			if several < 50 || shooter.own && owned < 100 || shooter.own && shooter.foes && mixed < 100 {
				t.Errorf("only %d shots hit several pieces, %d both sides, %d friends alone", several, mixed, owned)
			}
		})
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

// shooter is the rule of a type that shoots as the Beacon does.
func shooter(number int, name, uses, covers string) string {
	return fmt.Sprintf(`
  - number: %d
    piece:
      name: %s
      glyph: %s
      value: 1
      %s
      modes:
        - for: %s
          legs:
            - {dir: orthogonal, n: 1..8, hop: onto}
            - dir: [same, turn90]
              when: >-
                turn == 0 and victim.type == "Prism" or
                turn != 0 and (victim.type == "Prism" or victim.type == "Mirror") and
                (turn > 0) == ((from.file == via.file) == (victim.counter("slant") == 0))
              n: 0..8
              zero_ok: true
              hop: onto
              splits: true
              repeat: 40
`, number, name, name[:2], covers, uses)
}

// prisms is a board of 9 squares by 9 with the Beacon, the Lamp, the Prism and the Mirror of the amendments, and others.
func prisms(t *testing.T) *movement.Ruleset {
	t.Helper()
	list, err := rules.Parse("rules", []byte(`
rules:
  - {number: 1, procedure: {board: {files: 9, ranks: 9}, capturing: {goes: gone, cite: ""}}}
  - {number: 2, piece: {name: Pawn, glyph: P, value: 1, modes: [{legs: [{dir: all}]}]}}
  - {number: 3, piece: {name: King, glyph: K, value: 1, royal: true, modes: [{legs: [{dir: all}]}]}}
`+shooter(4, "Torch", "[own]", "")+shooter(5, "Hulk", "[shot]", "covers: [[0, 0], [1, 0], [1, 1]]")+shooter(6, "Ark", "[shot, own]", "covers: [[0, 0], [1, 0], [1, 1]]")))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"beacon", "lamp", "prism", "mirror"} {
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
