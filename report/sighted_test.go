package report_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/internal/term"
	"adjudicate/report"
)

// Ranks 3 and 4 are seen. Of Black's Galleys, which cover two squares upward, White sees the lower half of that on c4, the upper half of that on e2,
// all of that on g3, nothing of that on a6.
func TestWhatIsSeenOfPiecesOnSeveralSquares(t *testing.T) {
	for _, c := range []struct {
		name, types string
		pieces      []report.Piece
		ranks       []string // 4 and 3 in letters
		sentence    string
	}{
		{
			"whole where all is seen", "",
			[]report.Piece{{Type: "Galley", Side: "Black", At: "e3"}, {Type: "Galley", Side: "Black", At: "g3"}, {Type: "Galley", Side: "Black", At: "c4"}},
			[]string{"4 · · Gab · · · +b · 4", "3 · · · · Gab · Gab · 3"},
			"Black: Galley e3, Galley g3 g4, Galley c4.",
		},
		{
			"by squares where types are hidden", "\n    - {see: types, when: 'it.captures > 0'}",
			[]report.Piece{{Side: "Black", At: "e3"}, {Side: "Black", At: "g3"}, {Side: "Black", At: "c4"}, {Side: "Black", At: "g4"}},
			[]string{"4 · · ?b · · · ?b · 4", "3 · · · · ?b · ?b · 3"},
			"Black: e3, g3, c4, g4.",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			st := amended(t, "chess", "7k/8/8/8/8/8/8/K7 w - - 0 1", `rules:
- number: "900"
  piece: {name: Galley, glyph: Ga, value: 3, covers: [[0, 0], [0, 1]], modes: [{legs: [{dir: vertical}]}]}
- number: "901"
  procedure:
   sight:
    - {see: squares, when: 'it.rank == 3 or it.rank == 4'}`+c.types+"\n")
			for i, at := range []string{"a6", "g3", "c4", "e2"} {
				id := "Ga" + string(rune('1'+i))
				st.Apply(events.PieceCreated{Piece: id, Type: "Galley", Side: "Black"})
				st.Apply(events.PiecePlaced{Piece: id, At: at})
			}
			v, err := report.NewBoardSeen(st, 1, "White")
			if err != nil {
				t.Fatal(err)
			}
			got := slices.DeleteFunc(slices.Clone(v.Pieces), func(p report.Piece) bool { return p.Side == "White" })
			if diff := cmp.Diff(c.pieces, got); diff != "" {
				t.Errorf("pieces (-want +got):\n%s", diff)
			}
			var p term.Page
			v.Print(&p)
			letters := strings.Join(strings.Fields(strings.ReplaceAll(p.String(), "\n", " / ")), " ")
			for _, rank := range c.ranks {
				if !strings.Contains(letters, "/ "+rank+" /") {
					t.Errorf("in letters it lacks %q:\n%s", rank, p.String())
				}
			}
			var svg strings.Builder
			if err := v.Picture(&svg); err != nil {
				t.Fatal(err)
			}
			for _, leak := range []string{"c5", "e2", "a6", "Ga1"} {
				if told := strings.ReplaceAll(svg.String(), leak+": not seen", ""); strings.Contains(told, leak) {
					t.Errorf("the picture tells %s", leak)
				}
			}
			if !strings.Contains(svg.String(), c.sentence) {
				t.Errorf("the picture lacks %q", c.sentence)
			}
			held, err := report.HoldingsSeen(st, "White")
			if err != nil {
				t.Fatal(err)
			}
			for _, h := range held.Sides {
				if h.Side == "Black" && h.OnBoard != len(c.pieces) {
					t.Errorf("Black is said to have %d pieces on the board", h.OnBoard)
				}
			}
		})
	}
}
