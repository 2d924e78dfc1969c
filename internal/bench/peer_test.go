package bench

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"adjudicate/rules"
	"adjudicate/rules/betza"
	"adjudicate/systems/perft"
)

// A peer is an engine for chess variants that speaks UCI and reads pieces written in Betza's notation, as Fairy-Stockfish does. It is not part of
// this project: $ADJUDICATE_PEER names the program, built by whoever compares.
type peer struct {
	in  io.Writer
	out *bufio.Scanner
	pid int
}

// vector is a published count; see fixtures/perft.
type vector struct {
	ID     string              `json:"id"`
	Files  int                 `json:"files"`
	Ranks  int                 `json:"ranks"`
	Pieces map[string]string   `json:"pieces"`
	FEN    string              `json:"fen"`
	Land   map[string][]string `json:"land_only_on"`
	Perft  []uint64            `json:"perft"`
}

func published(b *testing.B) []vector {
	text, err := os.ReadFile("../../fixtures/perft/vectors.json")
	if err != nil {
		b.Fatal(err)
	}
	var all struct {
		TwoPlayer []vector `json:"two_player"`
	}
	if err := json.Unmarshal(text, &all); err != nil {
		b.Fatal(err)
	}
	return all.TwoPlayer
}

// variant is the vector's game in the engine's own form.
func (v *vector) variant() string {
	var s strings.Builder
	fmt.Fprintf(&s, "[%s]\nmaxFile = %d\nmaxRank = %d\nking = k\n", v.ID, v.Files, v.Ranks)
	for i, glyph := range slices.DeleteFunc(slices.Sorted(maps.Keys(v.Pieces)), func(g string) bool { return g == "k" }) {
		fmt.Fprintf(&s, "customPiece%d = %s:%s\n", i+1, glyph, v.Pieces[glyph])
	}
	fmt.Fprintf(&s, "startFen = %s\npromotionPieceTypes = -\ndoubleStep = false\ncastling = false\n\n", v.FEN)
	return s.String()
}

func start(b *testing.B, program string, list []vector) *peer {
	b.Helper()
	path := filepath.Join(b.TempDir(), "variants.ini")
	var s strings.Builder
	for i := range list {
		s.WriteString(list[i].variant())
	}
	if err := os.WriteFile(path, []byte(s.String()), 0o666); err != nil {
		b.Fatal(err)
	}
	c := exec.Command(program)
	in, err := c.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { in.Close(); c.Wait() })
	p := &peer{in, bufio.NewScanner(out), c.Process.Pid}
	fmt.Fprintf(in, "uci\nsetoption name VariantPath value %s\n", path)
	return p
}

// count asks for the leaves of a tree.
func (p *peer) count(b *testing.B, v *vector, depth int) (n uint64) {
	fmt.Fprintf(p.in, "setoption name UCI_Variant value %s\nposition fen %s\ngo perft %d\n", v.ID, v.FEN, depth)
	for p.out.Scan() {
		if rest, found := strings.CutPrefix(p.out.Text(), "Nodes searched: "); found {
			fmt.Sscan(rest, &n)
			return n
		}
	}
	b.Fatalf("%s: the engine ended: %v", v.ID, p.out.Err())
	return 0
}

// spent is the processor time of the engine so far.
func (p *peer) spent(b *testing.B) (all time.Duration) {
	tasks, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", p.pid))
	if err != nil || len(tasks) == 0 {
		b.Fatal("no processor time of the engine: ", err)
	}
	for _, task := range tasks {
		text, err := os.ReadFile(task)
		if err != nil {
			b.Fatal(err)
		}
		var n int64
		fmt.Sscan(string(text), &n)
		all += time.Duration(n)
	}
	return all
}

// BenchmarkPeer counts every published tree of two sides in turn with an engine, and reports the leaves of both in a second of processor time.
func BenchmarkPeer(b *testing.B) {
	program := os.Getenv("ADJUDICATE_PEER")
	if program == "" {
		b.Skip("no engine to compare with: ADJUDICATE_PEER=PROGRAM")
	}
	list := slices.DeleteFunc(published(b), func(v vector) bool { return v.Land != nil })
	p := start(b, program, list)
	for i := range list {
		v := &list[i]
		b.Run(v.ID, func(b *testing.B) {
			var words []string
			for glyph, betza := range v.Pieces {
				words = append(words, glyph+"="+betza)
			}
			slices.Sort(words)
			set, err := betza.Set(strings.Join(words, ","))
			if err != nil {
				b.Fatal(err)
			}
			fen, err := perft.ParseFEN(v.FEN)
			if err != nil {
				b.Fatal(err)
			}
			g, err := perft.FromFEN(rules.NewRulebook(set...), fen)
			if err != nil {
				b.Fatal(err)
			}
			depth := len(v.Perft)
			want := v.Perft[depth-1]
			var ours, theirs time.Duration
			var leaves uint64
			for b.Loop() {
				began := processor(b)
				n := g.Count(depth, nil)
				ours += processor(b) - began
				before := p.spent(b)
				m := p.count(b, v, depth)
				theirs += p.spent(b) - before
				if n != want || m != want {
					b.Fatalf("%d and %d leaves, published %d", n, m, want)
				}
				leaves += n
			}
			b.ReportMetric(float64(leaves)/ours.Seconds()/1e6, "Mleaves/s")
			b.ReportMetric(float64(leaves)/theirs.Seconds()/1e6, "peer-Mleaves/s")
			b.ReportMetric(theirs.Seconds()/ours.Seconds(), "ratio")
		})
	}
}
