package score_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/season/pgn"
	"adjudicate/season/score"
	"adjudicate/systems/san"
)

func follow(t *testing.T, g *pgn.Game) (*score.Score, error) {
	t.Helper()
	sys, err := score.SystemOf(g)
	if err != nil {
		t.Fatal(err)
	}
	return score.Follow("x.pgn", g, sys)
}

// The last positions of these games are printed in every collection of them.
func TestGamesOfThePastEndAsTheyDid(t *testing.T) {
	const file = "../pgn/testdata/games.pgn"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	games, err := pgn.Parse(file, text)
	if err != nil {
		t.Fatal(err)
	}
	want := []struct {
		fen, last string
		turns     int
	}{
		{"r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23", "Be7#", 45},
		{"1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17", "Rd8#", 33},
		{"1r3kr1/pbpBBp1p/1b3P2/8/8/2P2q2/P4PPP/3R2K1 b - - 0 24", "Bxe7#", 47},
		{"4q2k/2r1r3/4PR1p/p1p5/P1Bp1Q1P/1P6/6P1/6K1 b - - 4 41", "Qf4", 81},
	}
	if len(games) != len(want) {
		t.Fatalf("%d games, want %d", len(games), len(want))
	}
	for i, g := range games {
		t.Run(g.Tag("White"), func(t *testing.T) {
			s, err := follow(t, g)
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.Scene.FEN()
			if err != nil || got != want[i].fen || len(s.Turns) != want[i].turns || s.Turns[len(s.Turns)-1].Text != want[i].last {
				t.Errorf("after %d turns, the last %s:\n%s, want\n%s: %v", len(s.Turns), s.Turns[len(s.Turns)-1].Text, got, want[i].fen, err)
			}
			for j, turn := range s.Turns {
				if turn.Text != turn.Of.Text && turn.Of.Text != "0-0-0" {
					t.Errorf("turn %d is written %s, and in the collections %s", j, turn.Text, turn.Of.Text)
				}
			}
		})
	}
}

func TestGamesOfOtherSystems(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"a drop", "[Variant \"Crazyhouse\"]\n1. e4 d5 2. exd5 Qxd5 3. P@d4 *", "rnb1kbnr/ppp1pppp/8/3q4/3P4/8/PPPP1PPP/RNBQKBNR[p] b KQkq - 0 3"},
		{"a position", "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 31\"]\n31... Kd7 32. 0-0 *", "8/3k4/8/8/8/8/8/5RK1 b - - 5 32"},
		{"the name of a server", "[Variant \"Three-check\"]\n1. e4 e5 2. Bc4 Nc6 3. Bxf7+ *", "r1bqkbnr/pppp1Bpp/2n5/4p3/4P3/8/PPPP1PPP/RNBQK1NR b KQkq - 2+3 0 3"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			games, err := pgn.Parse("x.pgn", []byte(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			s, err := follow(t, games[0])
			if err != nil {
				t.Fatal(err)
			}
			if got, err := s.Scene.FEN(); err != nil || got != tt.want {
				t.Errorf("got %s, want %s: %v", got, tt.want, err)
			}
		})
	}
}

func TestAFaultyMoveIsNamedWithItsPlace(t *testing.T) {
	games, err := pgn.Parse("x.pgn", []byte("1. e4 e5\n2. Nf3 Nf3"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := follow(t, games[0])
	var illegal *san.IllegalError
	if !errors.As(err, &illegal) || len(s.Turns) != 3 {
		t.Fatalf("after %d turns: %v", len(s.Turns), err)
	}
	want := `x.pgn:2:8: "Nf3" is illegal: no Knight of Black can do that; legal: Na6, Nc6, Ne7, Nf6, Nh6`
	if err.Error() != want {
		t.Errorf("got %s, want %s", err, want)
	}
}

func ExampleFollow() {
	games, err := pgn.Parse("opera.pgn", []byte("1. e4 e5 2. Qh5 Ke7 3. Qxe5 *"))
	if err != nil {
		fmt.Println(err)
		return
	}
	sys, err := score.SystemOf(games[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	s, err := score.Follow("opera.pgn", games[0], sys)
	fmt.Println(s.Turns[len(s.Turns)-1].Text, err)
	// Output: Qxe5# <nil>
}

// How a game ended that its moves do not end is entered as what the players did, by the words of the standard and of servers.
func TestGamesEndAsTheTagsSay(t *testing.T) {
	const moves = "\n1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 "
	tests := []struct{ tags, result, want string }{
		{"", "1-0", `B surrender`},
		{"normal", "0-1", `A surrender`},
		{"A won by resignation", "1-0", `B surrender`},
		{"", "1/2-1/2", "B power draw, A yes"},
		{"Game drawn by agreement", "1/2-1/2", "B power draw, A yes"},
		{"Game drawn by repetition", "1/2-1/2", "A power claim"},
		{"Game drawn by 50-move rule", "1/2-1/2", "A power claim"},
		{"time forfeit", "0-1", "B power flag, A yes"},
		{"A won on time", "1-0", "A power flag, B yes"},
		{"Game drawn by timeout vs insufficient material", "1/2-1/2", "B power flag, A yes"},
		{"abandoned", "1-0", ""},
		{"rules infraction", "0-1", ""},
		{"", "*", ""},
	}
	for _, tt := range tests {
		t.Run(tt.tags+tt.result, func(t *testing.T) {
			text := "[White \"A\"]\n[Black \"B\"]\n[Result \"" + tt.result + "\"]\n"
			if tt.tags != "" {
				text += "[Termination \"" + tt.tags + "\"]\n"
			}
			games, err := pgn.Parse("x.pgn", []byte(text+moves+tt.result))
			if err != nil {
				t.Fatal(err)
			}
			s, _, err := score.Season("x.pgn", games[0], nil, "x", time.Unix(0, 0))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range s.Entries[9:] {
				switch p := e.Inputs[0].(type) {
				case events.PlaySubmitted:
					got = append(got, e.Actor+" "+p.Text)
				case events.PowerUsed:
					got = append(got, p.Player+" power "+p.Power)
				case events.AnswerGiven:
					got = append(got, p.Player+" yes")
				}
			}
			if text := strings.Join(got, ", "); text != tt.want {
				t.Errorf("got %q, want %q", text, tt.want)
			}
		})
	}
}
