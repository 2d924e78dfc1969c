package position_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/rules"
	"adjudicate/systems"
	"adjudicate/systems/position"
)

// What duties forbid is none of what a piece can legally do; what it attacks stays.
func TestWhatDutiesForbidIsNotLegal(t *testing.T) {
	const doc = `{"system": "partychess", "sides": [{"name": "Red"}, {"name": "Blue"}], "pieces": [
		{"id": "R1", "type": "Rook", "side": "Red", "at": "a1"}, {"id": "R2", "type": "Rook", "side": "Red", "at": "c9"},
		{"id": "p1", "type": "Pawn", "side": "Blue", "at": "a3"}, {"id": "B1", "type": "Bishop", "side": "Blue", "at": "c1"}]}`
	for _, tt := range []struct {
		name, duty   string
		moves        int // of R1: a2 b1 without a duty
		captures, r2 []string
	}{
		{"without a duty", "", 2, []string{"a3", "c1"}, []string{"c1"}},
		{"a capture that is forbidden", "{forbid: capture, when: 'victim.type == \"Pawn\"'}", 2, []string{"c1"}, []string{"c1"}},
		{"moves that are forbidden on a file", "{forbid: move, when: to.file == 1}", 1, []string{"a3", "c1"}, []string{"c1"}},
		{"an act that is obligatory", "{oblige: capture}", 0, []string{"a3", "c1"}, []string{"c1"}},
		{"what may not be left behind", "{forbid: capture, after: 'count(pieces, it.type == \"Bishop\") == 0'}", 2, []string{"a3"}, nil},
		{"what takes a ledger to answer", "{forbid: any, when: year > 1}", 2, []string{"a3", "c1"}, []string{"c1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			book, _, err := systems.Load("partychess")
			if err != nil {
				t.Fatal(err)
			}
			if tt.duty != "" {
				list, err := rules.Parse("", []byte("number: 1230.99\nprocedure:\n  duties: ["+tt.duty+"]\n"))
				if err != nil {
					t.Fatal(err)
				}
				book = book.With(list[0])
			}
			d, err := position.Read("", strings.NewReader(doc))
			if err != nil {
				t.Fatal(err)
			}
			r, err := position.Analyse("", d, book)
			if err != nil {
				t.Fatal(err)
			}
			squares := func(list []position.CaptureReport) (at []string) {
				for _, c := range list {
					at = append(at, c.At)
				}
				return at
			}
			if got := squares(r.Pieces[0].LegalCaptures); len(r.Pieces[0].LegalMoves) != tt.moves || !cmp.Equal(got, tt.captures) {
				t.Errorf("R1: %v, %v, want %d moves and captures on %v", r.Pieces[0].LegalMoves, got, tt.moves, tt.captures)
			}
			if got := squares(r.Pieces[1].LegalCaptures); !cmp.Equal(got, tt.r2) {
				t.Errorf("R2 captures on %v, want %v", got, tt.r2)
			}
			if len(r.Pieces[0].Captures) != 2 {
				t.Errorf("R1 attacks %v: duties change nothing about that", r.Pieces[0].Captures)
			}
		})
	}
}
