package aggregate

import (
	"strings"
	"testing"
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
