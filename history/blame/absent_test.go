package blame_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/history"
	"adjudicate/history/blame"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/store/memory"
)

// What stood on a square and is another's, or of another type, is told with what made it so. The sample season says which: Masque's Rook R3 is
// captured on q14 by Lantern's Zombie, which becomes a Rook there; Nobodies' Pawn p1 is promoted to Guard on j10; Garden's King K4 is captured on q4
// and destroyed (1230.2 §8).
func TestAPieceThatIsNoLongerOneOfThoseMeantIsAccountedFor(t *testing.T) {
	ctx := context.Background()
	st := memory.New()
	if _, err := played.Into(st, "autumn", "../../fixtures/season/autumn.season", ledger.Options{Engine: "test 1", Entropy: rand.Reader}); err != nil {
		t.Fatal(err)
	}
	v, err := history.Look(ctx, st, "autumn", history.Where{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		absence blame.Absence
		left    []uint64 // the last one there: by what it came, and ceased to be there or to be one
		others  []string
	}{
		{blame.Absence{Type: "Rook", Side: "Masque", Square: "q14"}, []uint64{571, 611}, []string{"Rook R3 of Masque, now Rook of Lantern by #611"}},
		{blame.Absence{Type: "Rook", Side: "Lantern", Square: "q14"}, []uint64{614, 748}, []string{"Rook R3 of Lantern by #1378", "Rook *1 of Lantern by #1370"}},
		{blame.Absence{Type: "Pawn", Side: "Nobodies", Square: "j10"}, []uint64{583, 585}, []string{"Pawn p1 of Nobodies, now Guard of Nobodies by #585"}},
		{blame.Absence{Piece: "K4", Square: "q4"}, []uint64{430, 747}, []string{"King K4 of Lantern, destroyed by #750"}},
		{blame.Absence{Type: "Echo", Side: "Stag", Square: "a1"}, nil, nil},
	} {
		m, err := blame.Absent(ctx, v, c.absence)
		if err != nil {
			t.Fatal(err)
		}
		var left []uint64
		for _, one := range m.Left {
			left = append(left, one.Event.Sequence)
		}
		var others []string
		for _, x := range m.Others {
			p, now := x.Piece, ""
			if x.Was != nil {
				p, now = *x.Was, fmt.Sprintf(", now %s of %s", x.Piece.Type, x.Piece.Side)
			}
			if x.Gone {
				now = ", destroyed"
			}
			by := uint64(0)
			if x.Cause != nil {
				by = x.Cause.Event.Sequence
			}
			others = append(others, fmt.Sprintf("%s %s of %s%s by #%d", p.Type, p.ID, p.Side, now, by))
		}
		if d := cmp.Diff(c.left, left) + cmp.Diff(c.others, others); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.absence, d)
		}
	}
}
