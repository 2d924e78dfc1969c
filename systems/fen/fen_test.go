package fen_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"adjudicate/systems"
	"adjudicate/systems/fen"
	"adjudicate/systems/san"
)

func read(t testing.TB, system, text string) *fen.Position {
	t.Helper()
	sys, err := systems.Find(system)
	if err != nil {
		t.Fatal(err)
	}
	at, err := fen.Read(sys, text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return at
}

func write(t testing.TB, at *fen.Position) string {
	t.Helper()
	text, err := at.Write()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

type vector struct {
	Variant   string `json:"variant"`
	Positions []struct {
		FEN string `json:"fen"`
	} `json:"positions"`
}

// sorted brings what is held into one order, and leaves the square out on which a piece stands that has passed others: others write
// it always, and we where it is needed.
func sorted(text string) string {
	fields := strings.Fields(text)
	if board, held, ok := strings.Cut(strings.TrimSuffix(fields[0], "]"), "["); ok {
		signs := strings.Split(held, "")
		slices.Sort(signs)
		fields[0] = board + strings.Join(signs, "")
	}
	if len(fields[3]) == 4 {
		squares := []string{fields[3][:2], fields[3][2:]}
		slices.Sort(squares)
		fields[3] = squares[0]
	}
	return strings.Join(fields, " ")
}

// All positions of which counts are published are written as they were.
func TestPublishedPositionsAreWrittenAsTheyWere(t *testing.T) {
	var list []vector
	text, err := os.ReadFile("../../fixtures/perft/variants.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	for _, v := range list {
		t.Run(v.Variant, func(t *testing.T) {
			for _, p := range v.Positions {
				got := write(t, read(t, v.Variant, p.FEN))
				if sorted(got) != sorted(p.FEN) {
					t.Errorf("\n%s is written as\n%s", p.FEN, got)
				}
				if again := write(t, read(t, v.Variant, got)); again != got {
					t.Errorf("\n%s is written again as\n%s", got, again)
				}
			}
		})
	}
}

func TestRightsAndPassedSquaresOfChess(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"the standard", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 17", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 5 17"},
		{"some rights", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1"},
		{"Shredder's letters", "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{"an inner rook has the letter of its file", "4k3/8/8/8/8/8/8/R1R1K2R w CK - 0 1", "4k3/8/8/8/8/8/8/R1R1K2R w KC - 0 1"},
		{"passed", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"},
		{"fields left out", "4k3/8/8/8/8/8/8/4K3 b", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"the board alone", "4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"numbers follow on the side to play", "4k3/8/8/8/8/8/8/4K3 b 3 17", "4k3/8/8/8/8/8/8/4K3 b - - 3 17"},
		{"numbers follow on the rights", "4k3/8/8/8/8/8/8/4K3 w - 3 17", "4k3/8/8/8/8/8/8/4K3 w - - 3 17"},
		{"promoted", "4k2Q~/8/8/8/8/8/8/4K3 w - - 0 1", "4k2Q~/8/8/8/8/8/8/4K3 w - - 0 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := write(t, read(t, "chess", tt.text)); got != tt.want {
				t.Errorf("%s is written as\n%s, want\n%s", tt.text, got, tt.want)
			}
		})
	}
}

// Several pieces of a square stand in parentheses, the lowest first.
func TestStacks(t *testing.T) {
	const rest = "/7/7/7/7/7 w - - 0 1"
	if text := "7/3(oSs)3" + rest; write(t, read(t, "lasca", text)) != text {
		t.Errorf("%s is written as %s", text, write(t, read(t, "lasca", text)))
	}
	if text := "7/3(s)3" + rest; write(t, read(t, "lasca", text)) != "7/3s3"+rest {
		t.Errorf("%s is written as %s", text, write(t, read(t, "lasca", text)))
	}
	for _, tt := range []struct{ system, text, want string }{
		{"lasca", "7/3(sS3" + rest, "fen, column 7: \"3\" is not a piece, a number, * or /"},
		{"lasca", "7/3(sS" + rest, "fen, column 4: a ) is missing behind the pieces of a square"},
		{"lasca", "7/3()3" + rest, "fen, column 4: no piece stands between ( and )"},
		{"chess", "4k3/8/8/8/8/8/8/4(KQ)3 w - - 0 1", "fen, column 20: no room for a Queen on e1"},
	} {
		sys, err := systems.Find(tt.system)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fen.Read(sys, tt.text); err == nil || err.Error() != tt.want {
			t.Errorf("%s: %v, want %s", tt.text, err, tt.want)
		}
	}
}

// Rights go with what is played: each expectation follows from article 3.8.2.
func TestRightsAfterTurns(t *testing.T) {
	tests := []struct{ name, system, fen, turns, want string }{
		{"a rook that moved", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rg1", "r3k2r/8/8/8/8/8/8/R3K1R1 b Qkq - 1 1"},
		{"a king that moved", "chess", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "Ke7", "r6r/4k3/8/8/8/8/8/R3K2R w KQ - 1 2"},
		{"a rook that was taken", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "Rxh8+", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1"},
		{"a pawn that passed", "chess", "", "e4 c5", "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2"},
		{"what was taken is held", "crazyhouse", "4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1", "exd5", "4k3/8/8/3P4/8/8/8/4K3[P] b - - 0 1"},
		{"a rook that was dropped has no right", "crazyhouse", "4k3/8/8/8/8/8/8/4K3[R] w - - 0 1", "R@h1", "4k3/8/8/8/8/8/8/4K2R[] b - - 1 1"},
		{"a check that was given", "3check", "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1", "Ra8+", "R3k3/8/8/8/8/8/8/4K3 b - - 2+3 1 1"},
		{"where the duck stands", "duck", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Kd1/e7", "4k3/4*3/8/8/8/8/8/3K4 b - - 1 1"},
		{"a promoted piece", "shogi", "4k4/9/9/P8/9/9/9/9/4K4[] w - - 0 1", "a7=G", "4k4/9/+P8/9/9/9/9/9/4K4[] b - - 0 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			at := read(t, tt.system, tt.fen)
			s := san.At(at)
			for _, text := range strings.Fields(tt.turns) {
				m, err := s.Read(text)
				if err != nil {
					t.Fatal(err)
				}
				s.Play(m)
			}
			if got := write(t, at); got != tt.want {
				t.Errorf("after %s:\n%s, want\n%s", tt.turns, got, tt.want)
			}
		})
	}
}

// TestASystemMustSayHowItsPositionsAreWritten names what a manifest lacks.
func TestASystemMustSayHowItsPositionsAreWritten(t *testing.T) {
	for manifest, want := range map[string]string{
		"name: mine\nsides: [White, Black]\narray: {White: p:a1}\n":      "mine does not say how its positions are written in one line: its system.yaml has no fen",
		"name: mine\nsides: [White, Black, Red]\narray: {White: p:a1}\n": "mine has 3 sides in its system.yaml: positions of two sides are written in one line",
	} {
		sys, err := systems.Read(fstest.MapFS{
			"system.yaml":    {Data: []byte(manifest)},
			"rules/all.yaml": {Data: []byte("rules:\n  - {number: 1, procedure: {board: {files: 3, ranks: 3}}}\n  - {number: 2, piece: {name: p, glyph: p, value: 1, betza: W}}\n")},
		}, "mine")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fen.Read(sys, ""); err == nil || err.Error() != want {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
