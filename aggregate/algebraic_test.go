package aggregate

import (
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
)

// Plays of a game of whole turns in short algebraic notation are ruled on as the same plays in full.
func TestPlaysInAlgebraicNotation(t *testing.T) {
	const (
		castle  = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
		passing = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2"
		promote = "3r4/4P3/k7/8/8/8/8/4K3 w - - 0 1"
		knights = "4k3/8/8/8/8/8/4K3/1N3N2 w - - 0 1"
		pinned  = "4k3/4r3/8/8/8/8/4N3/4K3 w - - 0 1"
	)
	tests := []struct {
		fen, short, full string
		fault            string // empty: it is accepted
	}{
		{"", "Nf3", "Ng1-f3", ""},
		{"", "e4", "e2-e4", ""},
		{castle, "0-0", "e1-g1", ""},
		{castle, "O-O-O", "e1-c1", ""},
		{passing, "exd6 e.p.", "e5xd6", ""},
		{promote, "e8=Q", "e7-e8=Queen", ""},
		{promote, "exd8(N)+", "e7xd8=Knight", ""},
		{promote, "e8", "", `"e8" is ambiguous: e8=Q, e8=R, e8=B, e8=N`},
		{knights, "Nd2", "", `"Nd2" is ambiguous: Nbd2, Nfd2`},
		{pinned, "Nc3", "Ne2-c3", "check"},
		{"", "Nd4", "Nb1-d4", "a Knight cannot"},
		{"", "what?", "", "column 1"},
		// as mails and copied texts have it
		{"", "♘f3", "Ng1-f3", ""},
		{"", "♞g1–f3", "Ng1-f3", ""},
		{"", "♙️e2−e4", "e2-e4", ""},
		{"", "Ｎｆ３", "Ng1-f3", ""},
		{"", "Ｎｇ１－ｆ３", "Ng1-f3", ""},
		{"", "\u200eN\u200bf\ufeff3", "Ng1-f3", ""},
		{"", "е2-е4", "e2-e4", ""}, // Cyrillic letters
		{"", "NF3", "Ng1-f3", ""},
		{"", "E2-E4", "e2-e4", ""},
		{castle, "о-о", "e1-g1", ""},
		{passing, "e5:d6", "e5xd6", ""},
		{passing, "e5×d6!?", "e5xd6", ""},
		{promote, "e7-e8=Q+", "e7-e8=Queen", ""},
		{promote, "e7:d8=♘", "e7xd8=Knight", ""},
		{promote, "e7-e8=Ｑ", "e7-e8=Queen", ""},
	}
	for _, tt := range tests {
		t.Run(tt.short, func(t *testing.T) {
			g := newArray(t, "chess", tt.fen)
			short := g.decide("White", tt.short)
			if tt.fault != "" {
				if short.Ruling.Verdict != Rejected || len(short.Ruling.Faults) != 1 || !strings.Contains(short.Ruling.Faults[0].Message, tt.fault) {
					t.Errorf("%s: %s with %v, want a fault about %q", tt.short, short.Ruling.Verdict, short.Ruling.Faults, tt.fault)
				}
			}
			if tt.full == "" {
				return
			}
			full := g.decide("White", tt.full)
			if short.Ruling.Verdict != full.Ruling.Verdict || tt.fault == "" && (full.Ruling.Verdict != Accepted || short.Ruling.Play != full.Ruling.Play) {
				t.Errorf("%s is %s as %q, and %s is %s as %q: %v", tt.short, short.Ruling.Verdict, short.Ruling.Play, tt.full, full.Ruling.Verdict, full.Ruling.Play, short.Ruling.Faults)
			}
		})
	}
}

// Accepted plays are written as appendix C of the Laws of Chess has it, whatever the rules have become: the expectations are by hand.
func TestRulingsWriteAlgebraicNotation(t *testing.T) {
	const (
		leaping = `{number: 2.5, revision: 1, title: The Knight, piece: {name: Knight, glyph: N, value: 3, betza: NC}}`
		horse   = `{number: 2.5, revision: 1, title: The Horse, piece: {name: Knight, glyph: H, value: 3, betza: N}}`
	)
	tests := []struct {
		name, system, fen, amend, play, want string
	}{
		{"a pawn has no letter", "chess", "", "", "e2-e4", "e4"},
		{"a capture of a pawn begins with its file", "chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "", "e4xd5", "exd5"},
		{"so does one in passing", "chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "", "e5xd6", "exd6"},
		{"of two knights the file tells", "chess", "4k3/8/8/8/8/8/4K3/1N3N2 w - - 0 1", "", "Nb1-d2", "Nbd2"},
		{"of two rooks on a file the rank", "chess", "6k1/8/8/4R3/8/8/6K1/4R3 w - - 0 1", "", "Re1-e2", "R1e2"},
		{"of three queens both", "chess", "8/k7/8/8/4Q2Q/8/8/K6Q w - - 0 1", "", "Qh4-e1", "Qh4e1"},
		{"one that is pinned is no other", "chess", "4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "", "Ng1-e2", "Ne2"},
		{"castling has a name", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "", "e1-g1", "O-O"},
		{"and on the other side", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "", "e1-c1", "O-O-O"},
		{"mate by a promotion", "chess", "7k/R3P3/8/8/8/8/8/K7 w - - 0 1", "", "e7-e8=Queen", "e8=Q#"},
		{"check", "chess", "4k3/8/8/8/8/8/8/K6R w - - 0 1", "", "Rh1-h8", "Rh8+"},
		{"a piece is dropped", "crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "", "N@f3", "N@f3"},
		{"a square is closed besides", "duck", "", "", "e2-e4; close e6", "e4/e6"},
		{"a knight that leaps further", "chess", "4k3/8/8/8/8/8/4K3/N7 w - - 0 1", leaping, "Na1-d2", "Nd2"},
		{"two that reach a square in two ways", "chess", "4k3/8/8/8/8/8/4K3/N5N1 w - - 0 1", leaping, "Ng1-d2", "Ngd2"},
		{"a piece has the letter that it has become", "chess", "", horse, "Hg1-f3", "Hf3"},
		{"castling that is also a move of the king says the rook", "fischerandom", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "", "Kf1-g1; Rh1-f1", "O-O"},
		{"and the move of the king does not", "fischerandom", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", "", "Kf1-g1", "Kg1"},
		{"other games keep to the full form", "xiangqi", "", "", "Nb1-c3", ""},
		{"castling to where the rook stands", "fischerandom", "4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "", "Kf1-g1", "O-O"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := newArray(t, tt.system, tt.fen)
			if tt.amend != "" {
				parsed, err := rules.ParseFile("amendment.yaml", []byte(tt.amend))
				if err != nil {
					t.Fatal(err)
				}
				g.accept(events.RuleAmended{Number: parsed.Rules[0].Number, Rule: parsed.Rules[0].Canonical()})
			}
			d := g.decide("White", tt.play)
			if d.Ruling.Verdict != Accepted {
				t.Fatalf("%s is %s: %v", tt.play, d.Ruling.Verdict, d.Ruling.Faults)
			}
			before := shown(g.j.Position())
			if got := g.j.Algebraic(&d.Ruling); got != tt.want {
				t.Errorf("%s is written %q, want %q", tt.play, got, tt.want)
			}
			if after := shown(g.j.Position()); after != before {
				t.Errorf("writing it has changed the board:\n%s", after)
			}
			g.j.Commit(d)
			if got := g.j.Algebraic(&events.Ruled{Verdict: Rejected, Side: "White", Play: tt.play}); got != "" {
				t.Errorf("a rejected play is written %q", got)
			}
		})
	}
}
