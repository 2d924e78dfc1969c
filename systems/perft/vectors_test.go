package perft_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/internal/cputime"
	"adjudicate/rules"
	"adjudicate/rules/betza"
	"adjudicate/rules/movement"
	"adjudicate/systems"
	"adjudicate/systems/perft"
)

// vectors are node counts that other programs agree on; see fixtures/perft.
type vectors struct {
	TwoPlayer []struct {
		ID     string              `json:"id"`
		Pieces map[string]string   `json:"pieces"`
		FEN    string              `json:"fen"`
		Land   map[string][]string `json:"land_only_on"`
		Perft  []uint64            `json:"perft"`
		Shares map[string]uint64   `json:"divide2"` // at depth 2, "a2a3"
	} `json:"two_player"`
	FourPlayer []struct {
		ID    string   `json:"id"`
		Board string   `json:"board"`
		Perft []uint64 `json:"perft"`
	} `json:"four_player_20x20"`
}

func load(t testing.TB) vectors {
	t.Helper()
	text, err := os.ReadFile("../../fixtures/perft/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var v vectors
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// mostNodes keeps the test short; make perft holds the deepest counts too.
var mostNodes = func() uint64 {
	if os.Getenv("ADJUDICATE_DEEP") != "" {
		return 1 << 62
	}
	return 3_000_000
}()

func check(t *testing.T, g *perft.Game, want []uint64) {
	t.Helper()
	for i, n := range want {
		if n > mostNodes {
			break
		}
		if got := g.Count(i+1, nil); got != n {
			t.Errorf("depth %d: got %d, want %d", i+1, got, n)
			return
		}
	}
}

func TestPublishedCountsOfTwoSides(t *testing.T) {
	for _, v := range load(t).TwoPlayer {
		t.Run(v.ID, func(t *testing.T) {
			set, err := betza.Set(strings.Join(pieces(v.Pieces), ","))
			if err != nil {
				t.Fatal(err)
			}
			var lands []perft.Land
			for glyph, squares := range v.Land {
				lands = append(lands, perft.Land{Glyph: glyph, Squares: squares})
			}
			if set, err = perft.Restrict(set, lands); err != nil {
				t.Fatal(err)
			}
			fen, err := perft.ParseFEN(v.FEN)
			if err != nil {
				t.Fatal(err)
			}
			g, err := perft.FromFEN(rules.NewRulebook(set...), fen)
			if err != nil {
				t.Fatal(err)
			}
			check(t, g, v.Perft)
			if v.Shares == nil {
				return
			}
			_, got := g.Divide(2, func(uint64) bool { return false })
			want := map[string]uint64{}
			for turn, n := range v.Shares {
				second := 2
				for turn[second] < 'a' {
					second++
				}
				want[turn[:second]+"-"+turn[second:]] = n
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("shares at depth 2 (-want +got):\n%s", diff)
			}
		})
	}
}

// party20 is the piece set of the four-player counts.
const party20 = "k=K,r=R10,b=B10,c=C,j=AD,g=W3F2"

func fourPlayer(t testing.TB, board string) *perft.Game {
	t.Helper()
	set, err := betza.Set(party20)
	if err != nil {
		t.Fatal(err)
	}
	rs, err := movement.CompileBoard(rules.NewRulebook(set...), nil, 20, 20, nil)
	if err != nil {
		t.Fatal(err)
	}
	g := &perft.Game{Rules: rs, Position: rs.NewPosition()}
	for range 4 {
		g.Position.AddSide("")
	}
	for i, row := range strings.Split(board, "/") {
		file := 0
		for _, tok := range strings.Split(row, ",") {
			if tok[0] >= '0' && tok[0] <= '9' {
				n := 0
				fmt.Sscan(tok, &n)
				file += n
				continue
			}
			typ, ok := rs.Type(strings.ToLower(tok[1:]))
			if !ok {
				t.Fatalf("token %q", tok)
			}
			sq, _ := rs.Square(fmt.Sprintf("%c%d", 'a'+file, 20-i))
			g.Position.Put(g.Position.AddPiece(typ, movement.SideID(tok[0]-'a')), sq)
			file++
		}
	}
	return g
}

func TestPublishedCountsOfFourSides(t *testing.T) {
	for _, v := range load(t).FourPlayer {
		t.Run(v.ID, func(t *testing.T) { check(t, fourPlayer(t, v.Board), v.Perft) })
	}
}

// fairy is 25 types of the published counts on one board.
const fairy = "k=K,r=R,b=B,q=Q,n=N,c=C,z=Z,w=W,f=F,x=mRcpR,p=mWcF,j=AD,h=W3F3,g=W3F2,o=W3,t=FA,m=mW2mF2,s=mRcB,u=NC,y=BN,v=NN,l=W9,d=F9,a=gRgB,i=pRpB"

// BenchmarkPerft reports leaf moves, and positions of which all legal plays were found, a
// second of processor time.
func BenchmarkPerft(b *testing.B) {
	v := load(b)
	run := func(name string, g *perft.Game, depth int) {
		b.Run(name, func(b *testing.B) {
			var nodes, runs uint64
			expanded := uint64(1)
			for d := 1; d < depth; d++ {
				expanded += g.Count(d, nil)
			}
			began := cputime.Used()
			for b.Loop() {
				nodes += g.Count(depth, nil)
				runs++
			}
			spent := (cputime.Used() - began).Seconds()
			b.ReportMetric(float64(runs*expanded)/spent, "positions/s")
			b.ReportMetric(float64(nodes)/spent/1e6, "Mleaves/s")
		})
	}
	for _, w := range v.TwoPlayer {
		if w.ID != "array-8x8" && w.ID != "orth0-8x8" && w.ID != "mix0a-8x8" && w.ID != "lame0-8x8" && w.ID != "one-i-8x8" {
			continue
		}
		set, err := betza.Set(strings.Join(pieces(w.Pieces), ","))
		if err != nil {
			b.Fatal(err)
		}
		fen, err := perft.ParseFEN(w.FEN)
		if err != nil {
			b.Fatal(err)
		}
		g, err := perft.FromFEN(rules.NewRulebook(set...), fen)
		if err != nil {
			b.Fatal(err)
		}
		run(w.ID, g, 4)
	}
	run("fairy-12x10", game(b, fairy, "rcbqksnzwfx1/ptjhgoptumyv/12/1l2d3a2i/12/12/1L2D3A2I/12/PTJHGOPTUMYV/RCBQKSNZWFX1 w"), 3)
	run(v.FourPlayer[0].ID, fourPlayer(b, v.FourPlayer[0].Board), 3)
}

// BenchmarkFull reports the leaves of full legal play of systems, with all their rules, a second of processor time.
func BenchmarkFull(b *testing.B) {
	for _, at := range []struct {
		system, fen string
		depth       int
	}{
		{"chess", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 3},
		{"xiangqi", "r1ba1ab2/3ck4/2n5n/2p1p1prp/c8/4P1B1P/1RP3P2/4C4/4A1R2/1NBK1A3 w - - 1 25", 3},
		{"shogi", "1n2s3k/l7l/p+P1sg1r1n/2pp2G1p/2S3P2/1g2PP2P/P2PS2P1/L+b1K3pR/+BNPG3NL[PPPp] w - - 1 42", 3},
		{"crazyhouse", "r2qkb1r/1bp1pppp/3p3N/pp1PN3/3p4/NP1P4/2PQBPPP/R3K1NR[B] b KQkq - 0 13", 3},
		{"janggi", "rnb1aabnr/9/1cc2k3/1pp1p1p1p/9/2P3P2/1P2P3P/1C2KC3/3A5/RNB2ABNR b - - 13 7", 3},
	} {
		b.Run(at.system, func(b *testing.B) {
			sys, err := systems.Find(at.system)
			if err != nil {
				b.Fatal(err)
			}
			g, err := perft.FromSystem(sys, at.fen)
			if err != nil {
				b.Fatal(err)
			}
			var nodes uint64
			began := cputime.Used()
			for b.Loop() {
				nodes += g.Walk(at.depth, nil)
			}
			b.ReportMetric(float64(nodes)/(cputime.Used()-began).Seconds()/1e6, "Mleaves/s")
		})
	}
}

var update = flag.Bool("update", false, "renew docs/perft.md")

// TestThePageOfCountsIsUpToDate compares docs/perft.md with the counts of fixtures/perft.
func TestThePageOfCountsIsUpToDate(t *testing.T) {
	var b strings.Builder
	b.WriteString(`# Counts of legal sequences

The movement engine against counts that established engines agree on (fixtures/perft/vectors.json):
the number of legal sequences of each length in the game "plain". The tests hold every count up to
three million, "make perft" all of them; the shares of the first turns are held as well.
Generated by "go test ./systems/perft -update".

| position | pieces | depth 1, 2, … |
|---|---|---|
`)
	v := load(t)
	for _, w := range v.TwoPlayer {
		fmt.Fprintf(&b, "| %s | `%s` | %s |\n", w.ID, strings.Join(pieces(w.Pieces), " "), counts(w.Perft))
	}
	for _, w := range v.FourPlayer {
		fmt.Fprintf(&b, "| %s, four sides on 20×20 | `%s` | %s |\n", w.ID, strings.ReplaceAll(party20, ",", " "), counts(w.Perft))
	}
	b.WriteString(familyTable(t))
	const page = "../../docs/perft.md"
	if *update {
		if err := os.WriteFile(page, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	have, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(b.String(), string(have)); diff != "" {
		t.Errorf("%s is out of date (-want +got):\n%s", page, diff)
	}
}

func pieces(set map[string]string) []string {
	var out []string
	for _, glyph := range slices.Sorted(maps.Keys(set)) {
		out = append(out, glyph+"="+set[glyph])
	}
	return out
}

func counts(list []uint64) string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = fmt.Sprint(n)
	}
	return strings.Join(out, ", ")
}
