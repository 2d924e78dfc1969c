package report_test

import (
	"strings"
	"testing"

	"adjudicate/internal/term"
	"adjudicate/report"
)

// TestWhatBarsAnActIsACheckOnlyOfASideWithAKing reads what the moves of a piece are said to be barred by. In chess the Rook on e2 is
// pinned by the one on e8; in antichess, where nobody is royal, the Rook on h1 may not move while the Pawn on e4 can take.
func TestWhatBarsAnActIsACheckOnlyOfASideWithAKing(t *testing.T) {
	for _, c := range []struct{ system, fen, square, says, not string }{
		{"chess", "k3r3/8/8/8/8/8/4R3/4K3 w - - 0 1", "e2", "would leave White in check: ", "a rule forbids"},
		{"antichess", "8/8/8/3p4/4P3/8/8/7R w - - 0 1", "h1", "a rule forbids for now: ", "in check"},
	} {
		at, err := report.SetupOf("test", judgeAt(t, c.system, c.fen).State())
		if err != nil {
			t.Fatal(err)
		}
		v, err := at.Moves(c.square)
		if err != nil {
			t.Fatal(err)
		}
		var p term.Page
		if v.Print(&p); !strings.Contains(p.String(), c.says) || strings.Contains(p.String(), c.not) {
			t.Errorf("%s: %s is said to do\n%s\nwant %q and no %q", c.system, c.square, p.String(), c.says, c.not)
		}
	}
}
