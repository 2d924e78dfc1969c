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
	in    io.Writer
	out   *bufio.Scanner
	pid   int
	knows map[string]bool // the variants
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

// wider is the vector's game on a board of 12×10, with the pieces where they are. What it comes to nobody has published: the two have to agree.
func (v *vector) wider() vector {
	w := *v
	w.ID, w.Files, w.Ranks, w.Perft = strings.TrimSuffix(v.ID, "8x8")+"12x10", 12, 10, make([]uint64, len(v.Perft))
	board, rest, _ := strings.Cut(v.FEN, " ")
	rows := strings.Split(board, "/")
	for i, row := range rows {
		pieces, free := strings.TrimRight(row, "12345678"), 0
		fmt.Sscan(row[len(pieces):], &free)
		rows[i] = fmt.Sprint(pieces, free+4)
	}
	w.FEN = "12/" + strings.Join(rows, "/") + "/12 " + rest
	return w
}

// types25 are pieces of 25 types on one board of that size.
var types25 = vector{ID: "types-25-12x10", Files: 12, Ranks: 10, FEN: "rcbqksnzwfx1/ptjhgoptumyv/12/1l2d3a2i/12/12/1L2D3A2I/12/PTJHGOPTUMYV/RCBQKSNZWFX1 w - - 0 1",
	Pieces: map[string]string{"k": "K", "r": "R", "b": "B", "q": "Q", "n": "N", "c": "C", "z": "Z", "w": "W", "f": "F", "x": "mRcpR", "p": "mWcF", "j": "AD",
		"h": "W3F3", "g": "W3F2", "o": "W3", "t": "FA", "m": "mW2mF2", "s": "mRcB", "u": "NC", "y": "BN", "v": "NN", "l": "W9", "d": "F9", "a": "gRgB", "i": "pRpB"},
	Perft: make([]uint64, 3)}

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
	p := &peer{in, bufio.NewScanner(out), c.Process.Pid, map[string]bool{}}
	fmt.Fprintf(in, "setoption name VariantPath value %s\nuci\n", path)
	for p.out.Scan() && p.out.Text() != "uciok" {
		if list, found := strings.CutPrefix(p.out.Text(), "option name UCI_Variant "); found {
			for word := range strings.FieldsSeq(list) {
				p.knows[word] = true
			}
		}
	}
	return p
}

// set sets a vector's position up.
func (p *peer) set(b *testing.B, v *vector) {
	fmt.Fprintf(p.in, "setoption name UCI_Variant value %s\nposition fen %s\nisready\n", v.ID, v.FEN)
	p.read(b, "readyok")
}

// count asks for the leaves of a tree.
func (p *peer) count(b *testing.B, depth int) (n uint64) {
	fmt.Fprintf(p.in, "go perft %d\n", depth)
	fmt.Sscan(p.read(b, "Nodes searched: "), &n)
	return n
}

// read returns the rest of the next line that begins so.
func (p *peer) read(b *testing.B, begins string) string {
	for p.out.Scan() {
		if rest, found := strings.CutPrefix(p.out.Text(), begins); found {
			return rest
		}
	}
	b.Fatalf("the engine ended: %v", p.out.Err())
	return ""
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

// BenchmarkPeer counts every published tree of two sides, and where the engine has such boards the same games on a larger one, in turn with it, and reports the leaves of both in a second of processor time.
func BenchmarkPeer(b *testing.B) {
	program := os.Getenv("ADJUDICATE_PEER")
	if program == "" {
		b.Skip("no engine to compare with: ADJUDICATE_PEER=PROGRAM")
	}
	list := slices.DeleteFunc(published(b), func(v vector) bool { return v.Land != nil })
	for i := range list {
		list = append(list, list[i].wider())
	}
	list = append(list, types25)
	p := start(b, program, list)
	for i := range list {
		v := &list[i]
		if !p.knows[v.ID] {
			continue // its boards have no more than 64 squares
		}
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
			p.set(b, v)
			depth := len(v.Perft)
			want := v.Perft[depth-1]
			var ours, theirs time.Duration
			var leaves uint64
			for b.Loop() {
				began := processor(b)
				n := g.Count(depth, nil)
				ours += processor(b) - began
				before := p.spent(b)
				m := p.count(b, depth)
				theirs += p.spent(b) - before
				if n != m || want != 0 && n != want {
					b.Fatalf("%d leaves, the engine counts %d, published are %d", n, m, want)
				}
				leaves += n
			}
			b.ReportMetric(float64(leaves)/ours.Seconds()/1e6, "Mleaves/s")
			b.ReportMetric(float64(leaves)/theirs.Seconds()/1e6, "peer-Mleaves/s")
			b.ReportMetric(theirs.Seconds()/ours.Seconds(), "ratio")
		})
	}
}
