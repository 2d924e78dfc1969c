package bench

import (
	"syscall"
	"testing"
	"time"

	corentings "github.com/corentings/chess/v2"
	notnil "github.com/notnil/chess"

	"adjudicate/systems"
	"adjudicate/systems/perft"
)

// trees are published counts.
var trees = []struct {
	name, fen string
	depth     int
	leaves    int
}{
	{"opening", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4865609},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4085603},
}

// counters count the leaves of a tree.
var counters = []struct {
	name  string
	count func(b *testing.B, fen string, depth int) int
}{
	{"adjudicate", func(b *testing.B, fen string, depth int) int {
		sys, err := systems.Find("chess")
		if err != nil {
			b.Fatal(err)
		}
		g, err := perft.FromSystem(sys, fen)
		if err != nil {
			b.Fatal(err)
		}
		return int(g.Walk(depth, nil))
	}},
	{"corentings", func(b *testing.B, fen string, depth int) int {
		set, err := corentings.FEN(fen)
		if err != nil {
			b.Fatal(err)
		}
		return ofCorentings(corentings.NewGame(set).Position(), depth)
	}},
	{"notnil", func(b *testing.B, fen string, depth int) int {
		set, err := notnil.FEN(fen)
		if err != nil {
			b.Fatal(err)
		}
		return ofNotnil(notnil.NewGame(set).Position(), depth)
	}},
}

func ofCorentings(p *corentings.Position, depth int) (n int) {
	moves := p.ValidMoves()
	if depth == 1 {
		return len(moves)
	}
	for i := range moves {
		n += ofCorentings(p.Update(&moves[i]), depth-1)
	}
	return n
}

func ofNotnil(p *notnil.Position, depth int) (n int) {
	moves := p.ValidMoves()
	if depth == 1 {
		return len(moves)
	}
	for _, m := range moves {
		n += ofNotnil(p.Update(m), depth-1)
	}
	return n
}

// BenchmarkChess reports the leaves that each counts in a second of processor time.
func BenchmarkChess(b *testing.B) {
	for _, tree := range trees {
		b.Run(tree.name, func(b *testing.B) {
			spent := make([]time.Duration, len(counters))
			rounds := 0
			for b.Loop() {
				for i, c := range counters {
					began := processor(b)
					if n := c.count(b, tree.fen, tree.depth); n != tree.leaves {
						b.Fatalf("%s counts %d leaves, want %d", c.name, n, tree.leaves)
					}
					spent[i] += processor(b) - began
				}
				rounds++
			}
			for i, c := range counters {
				b.ReportMetric(float64(rounds*tree.leaves)/spent[i].Seconds()/1e6, c.name+"-Mleaves/s")
			}
			b.ReportMetric(0, "ns/op")
		})
	}
}

// processor returns the processor time that this process has taken.
func processor(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
