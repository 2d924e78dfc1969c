package san_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"adjudicate/systems"
	"adjudicate/systems/fen"
	"adjudicate/systems/san"
)

func scene(t testing.TB, system, text string) *san.Scene {
	t.Helper()
	sys, err := systems.Find(system)
	if err != nil {
		t.Fatal(err)
	}
	at, err := fen.Read(sys, text)
	if err != nil {
		t.Fatal(err)
	}
	return san.At(at)
}

// Each expectation is worked out by hand from the Laws of Chess, appendix C, and for what is beyond them from the package comment.
func TestTextsOfTurns(t *testing.T) {
	tests := []struct {
		name, system, fen string
		turn              string // in full
		want              string
	}{
		{"a pawn has no letter (C.4)", "chess", "", "e2-e4", "e4"},
		{"a piece has one (C.2)", "chess", "", "g1-f3", "Nf3"},
		{"the file tells pieces on one rank apart (C.10.1)", "chess", "4k3/8/8/8/8/8/4K3/1N3N2 w - - 0 1", "b1-d2", "Nbd2"},
		{"the rank tells pieces on one file apart (C.10.2)", "chess", "4k3/8/8/8/8/5N2/4K3/5N2 w - - 0 1", "f3-d2", "N3d2"},
		{"the file is preferred (C.10.3)", "chess", "4k3/8/8/1N6/8/8/4K3/5N2 w - - 0 1", "b5-d4", "Nd4"},
		{"both, where neither is enough", "chess", "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "h4-e1", "Qh4e1"},
		{"a pinned piece needs no telling apart", "chess", "4k3/8/8/8/1b6/2N5/4K3/4K1N1 w - - 0 1", "g1-f3", "Nf3"},
		{"a capture by a pawn names its file (C.9)", "chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4-d5", "exd5"},
		{"in passing as well (C.9)", "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5-d6", "exd6"},
		{"castling (C.13)", "chess", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1-g1(h1-f1)", "O-O"},
		{"castling to the other side", "chess", "r3k3/8/8/8/8/8/8/4K3 b q - 0 1", "e8-c8(a8-d8)", "O-O-O"},
		{"castling of a king to whose square the rook goes", "fischerandom", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1-g1(h1-f1)", "O-O"},
		{"castling to where the rook stands", "fischerandom", "4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1-g1(g1-f1)", "O-O"},
		{"castling of a king that stays", "fischerandom", "4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1-g1(h1-f1)", "O-O"},
		{"castling with check", "chess", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1-g1(h1-f1)", "O-O+"},
		{"promotion (C.11)", "chess", "8/4P3/k7/8/8/8/8/4K3 w - - 0 1", "e7-e8=Queen", "e8=Q"},
		{"promotion with capture and check", "chess", "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7-d8=Rook", "exd8=R+"},
		{"mate", "chess", "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", "d8-h4", "Qh4#"},
		{"a drop", "crazyhouse", "4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1", "Knight@f3", "N@f3"},
		{"a dropped pawn has its letter", "crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1", "Pawn@e4", "P@e4"},
		{"a piece that is gated", "seirawan", "", "b1-c3/Hawk@b1", "Nc3/H"},
		{"one that is not", "seirawan", "", "b1-c3", "Nc3"},
		{"gating at castling says where", "seirawan", "4k3/8/8/8/8/8/8/4K2R[H] w KEH - 0 1", "e1-g1(h1-f1)/Hawk@h1", "O-O/Hh1"},
		{"where the duck goes", "duck", "", "e2-e4/e6", "e4/e6"},
		{"the third check ends the game", "3check", "k7/8/8/8/8/8/8/K6R w - - 1+3 0 1", "h1-h8", "Rh8#"},
		{"the king in the middle ends it", "kingofthehill", "k7/8/8/8/8/3K4/8/8 w - - 0 1", "d3-d4", "Kd4#"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := scene(t, tt.system, tt.fen)
			var all []string
			for _, m := range s.Moves() {
				all = append(all, m.Words)
				if m.Words == tt.turn {
					if m.Text != tt.want {
						t.Errorf("%s is written %s, want %s", tt.turn, m.Text, tt.want)
					}
					return
				}
			}
			t.Errorf("%s is not among %s", tt.turn, strings.Join(all, " "))
		})
	}
}

func TestWhatPeopleWrite(t *testing.T) {
	const (
		start    = ""
		castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
		passing  = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
		promote  = "3r4/4P3/k7/8/8/8/8/4K3 w - - 0 1"
		knights  = "4k3/8/8/8/8/8/4K3/1N3N2 w - - 0 1"
		bishop   = "4k3/8/8/8/8/1P6/B7/4K3 w - - 0 1"
		taking   = "4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1"
	)
	tests := []struct{ fen, want, written string }{
		{start, "e4", "e4 e2e4 e2-e4 e2–e4 1.e4 1._e4 1...e4 e4! e4!? pe4 Pe4 ♙e4 e4+/- e4= pawn_e4"},
		{start, "Nf3", "Nf3 Ngf3 N1f3 Ng1f3 Ng1-f3 g1f3 nf3 ♘f3 ♞f3 Nf3!! Nf3+!? Nf3++ Nf3# 12...Nf3 Knight_f3 Knight_g1-f3 N_g1_-_f3 Nxf3 Nf3_ch. Nf3(+)"},
		{castling, "O-O", "O-O+ O-O 0-0 o-o OO 00 0–0 O-O! 0-0+ e1g1 Kg1 e1h1 Ke1-g1 О-О"},
		{castling, "O-O-O", "O-O-O 0-0-0 ooo 0—0—0 Kc1"},
		{passing, "exd6", "exd6 exd6e.p. exd6ep exd6/ep e5xd6 ed6 exd ed e5d6 e:d6 ed6: exd6_e.p.!"},
		{promote, "e8=Q", "e8=Q e8Q e8(Q) e8/Q e8=(Q) e7e8q e7-e8=Q e8Q! e8q"},
		{promote, "exd8=N", "exd8=N exd8N ed8N e7xd8(N) e7d8n exdN exd8=♘ exd=N"},
		{knights, "Nbd2", "Nbd2 Nb1d2 Nb1-d2 b1d2"},
		{bishop, "Bb1", "Bb1 bb1 ba2b1"},
		{taking, "Nxe5", "Nxe5 Ne5 N:e5 N×e5 f3xe5 Nf3xe5 Nfxe5+"},
	}
	for _, tt := range tests {
		s := scene(t, "chess", tt.fen)
		for _, text := range strings.Fields(tt.written) {
			text = strings.ReplaceAll(text, "_", " ")
			m, err := s.Read(text)
			if err != nil || m.Text != tt.want {
				t.Errorf("%q is read as %q, want %s: %v", text, m.Text, tt.want, err)
			}
		}
	}
}

func TestWhatIsRefused(t *testing.T) {
	tests := []struct{ name, fen, text, want string }{
		{"two knights", "4k3/8/8/8/8/8/4K3/1N3N2 w - - 0 1", "Nd2", `"Nd2" is ambiguous: Nbd2, Nfd2`},
		{"four promotions", "8/4P3/k7/8/8/8/8/4K3 w - - 0 1", "e8", `"e8" is ambiguous: e8=Q, e8=R, e8=B, e8=N`},
		{"out of reach", "", "Nd4", `"Nd4" is illegal: no Knight of White can do that; legal: d4`},
		{"a pinned piece", "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1", "Nc3", `"Nc3" is illegal: White would be in check; legal: Kd1, Kd2, Kf1, Kf2`},
		{"castling out of check", "4k3/4r3/8/8/8/8/8/4K2R w K - 0 1", "O-O", `"O-O" is illegal: White cannot castle so; legal: Kd1, Kd2, Kf1, Kf2`},
		{"no square", "", "Nf9", `"Nf9", column 2: expected a square of the board`},
		{"nothing", "", "", `"", column 1: expected a piece or a square`},
		{"a dash and nothing", "", "Nf3-", `"Nf3-", column 5: expected a square of the board`},
		{"a slash and nothing", "", "d4/", `"d4/", column 4: expected a square of the board`},
		{"a part of castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "0-0-", `"0-0-", column 4: expected the end of the turn`},
		{"something else", "", "Nf3 or so", `"Nf3 or so", column 5: expected the end of the turn`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			m, err := scene(t, "chess", tt.fen).Read(tt.text)
			if err == nil || err.Error() != tt.want {
				t.Errorf("%q: read as %q with error\n%v, want\n%s", tt.text, m.Text, err, tt.want)
			}
		})
	}
}

// Whatever is written reads as the same turn, and no two turns are written alike, in every system that has positions in one line.
func TestWhatIsWrittenReadsAsTheSame(t *testing.T) {
	for _, name := range slices.Concat([]string{"chess"}, systems.Variants()) {
		t.Run(name, func(t *testing.T) {
			s := scene(t, name, "")
			for range 6 {
				moves := s.Moves()
				seen := map[string]string{}
				for _, m := range moves {
					if was, ok := seen[m.Text]; ok {
						t.Errorf("%s and %s are both written %s", was, m.Words, m.Text)
					}
					seen[m.Text] = m.Words
				}
				for i, m := range moves {
					if i%7 != 0 {
						continue
					}
					back, err := s.Read(m.Text)
					if err != nil || back.Words != m.Words || back.Text != m.Text {
						t.Errorf("%s (%s) is read as %s (%s): %v", m.Text, m.Words, back.Text, back.Words, err)
					}
				}
				if len(moves) == 0 {
					return
				}
				s.Play(moves[len(moves)*5/7])
			}
		})
	}
}

func TestErrorsSayWhatTheyAre(t *testing.T) {
	s := scene(t, "chess", "")
	var illegal *san.IllegalError
	if _, err := s.Read("Nd2"); !errors.As(err, &illegal) || len(illegal.Near) == 0 {
		t.Errorf("Nd2: %v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{"e4", "Nf3+!?", "0-0", "e8(Q)", "exd6 e.p.", "♘f3", "N@f3", "--", "12...Nbd7"} {
		f.Add(text)
	}
	s := scene(f, "chess", "r3k2r/pPppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/P1PBBPPP/R3K2R w KQkq - 0 1")
	f.Fuzz(func(t *testing.T, text string) {
		m, err := s.Read(text)
		if err != nil {
			return
		}
		if again, err := s.Read(m.Text); err != nil || again.Words != m.Words {
			t.Errorf("%q is read as %s, which is read as %s: %v", text, m.Text, again.Text, err)
		}
	})
}

func TestWhatMayBeATurnAtAll(t *testing.T) {
	rs := scene(t, "chess", "").Game.Position.Ruleset()
	for text, want := range map[string]bool{
		"Nf3": true, "e4": true, "12...exd6 e.p.": true, "0-0": true, "O-O-O+": true, "exd": true, "N@f3": true, "e8(Q)": true,
		"♘f3": true, "Knight f3": true, "knight g1 - f3": true,
		"what?": false, "": false, "pass the salt": false, "resign": false, "Ed": false, "bad": false, "Knight to f3": false, "e4 takes d5": false, "f3 or f4": false, "so f3": false,
	} {
		if got := san.Turn(rs, text); got != want {
			t.Errorf("%q: %t, want %t", text, got, want)
		}
	}
}
