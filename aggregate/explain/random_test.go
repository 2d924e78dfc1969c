package explain_test

import (
	"fmt"
	"math/rand"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// TestExplanationsAgreeWithRandomPlays asks about plays that nobody has made, most of them
// illegal, on many boards of the sample season: the tree must rule as the judge does.
func TestExplanationsAgreeWithRandomPlays(t *testing.T) {
	random := rand.New(rand.NewSource(1998))
	var a audit
	n := 0
	playSeason(t, "../../fixtures/season/autumn.season", func(j *aggregate.Judge, in aggregate.Input, d aggregate.Decision) {
		if n++; n < 60 || n%9 != 0 || !j.State().Started() {
			return
		}
		for range 12 {
			text, side := randomPlay(random, j.State())
			asked := aggregate.Input{ID: "random", At: in.At, Payload: events.PlaySubmitted{Side: side, Text: text}}
			a.explains(t, fmt.Sprintf("input %d, %s: %s", n, side, text), j, asked, j.Decide(asked))
		}
	})
	if a.plays < 250 || a.rejected == a.plays {
		t.Errorf("%d plays, %d of them rejected", a.plays, a.rejected)
	}
}

// randomPlay is a play of one to three atomic plays, mostly of the side whose turn it is and
// with pieces and squares that exist.
func randomPlay(r *rand.Rand, s *aggregate.State) (text, side string) {
	side = s.ToPlay()
	var sides []string
	for o := range s.Sides() {
		sides = append(sides, o.Name)
	}
	if side == "" || r.Intn(8) == 0 {
		side = sides[r.Intn(len(sides))]
	}
	var on, off, others []aggregate.Piece
	for p := range s.Pieces() {
		switch {
		case p.Side != side && p.At != "":
			others = append(others, p)
		case p.Side != side:
		case p.At != "":
			on = append(on, p)
		default:
			off = append(off, p)
		}
	}
	files, ranks := s.Board()
	square := func() string { return fmt.Sprintf("%c%d", 'a'+r.Intn(files), 1+r.Intn(ranks)) }
	near := func(at string) string {
		var rank int
		_, _ = fmt.Sscanf(at[1:], "%d", &rank)
		f := min(max(int(at[0]-'a')+r.Intn(5)-2, 0), files-1)
		return fmt.Sprintf("%c%d", 'a'+f, min(max(rank+r.Intn(5)-2, 1), ranks))
	}
	for i := range 1 + r.Intn(6)/4 + r.Intn(6)/5 {
		if i > 0 {
			text += "; "
		}
		switch k := r.Intn(12); {
		case k == 0:
			text += []string{"pass", "surrender"}[r.Intn(2)]
		case k < 4 && len(off) > 0:
			text += off[r.Intn(len(off))].ID + "@" + square()
		case k < 7 && len(on) > 0 && len(others) > 0:
			text += on[r.Intn(len(on))].At + "x" + others[r.Intn(len(others))].At
		case k == 7 && len(on) > 0:
			at := on[r.Intn(len(on))].At
			text += at + "-" + near(at) + " (special)"
		case k == 8 && len(on) > 0:
			at := on[r.Intn(len(on))].At
			text += at + "-" + near(at) + "=R"
		case len(on) > 0:
			at := on[r.Intn(len(on))].At
			if r.Intn(3) == 0 {
				text += at + "-" + square()
			} else {
				text += at + "-" + near(at)
			}
		default:
			text += square() + "-" + square()
		}
	}
	return text, side
}
