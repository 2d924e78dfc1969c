package naive

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/ledger/seasons"
	"adjudicate/rules/movement"
	"adjudicate/season"
)

// A comparer holds every position that a season comes through to the slow model.
type comparer struct {
	*aggregate.Judge
	t         *testing.T
	committed int
	compared  int
	placed    int    // off-board pieces whose placements were compared
	last      string // the position compared last
}

func (c *comparer) Commit(d aggregate.Decision) {
	c.Judge.Commit(d)
	c.committed++
	if c.State().Started() && !c.t.Failed() {
		c.compare()
	}
}

func (c *comparer) compare() {
	position, ok := plain(c.State(), c.committed%40 == 0)
	if key := fmt.Sprint(position); !ok || key == c.last {
		return
	} else {
		c.last = key
	}
	c.compared++
	want := map[string]string{}
	analysis := Analyse(position)
	for _, p := range analysis.Pieces {
		if p.Placements != nil {
			c.placed++
			want[p.ID] = fmt.Sprint("placements ", *p.Placements)
			continue
		}
		want[p.ID] = fmt.Sprint("moves ", p.Moves, " captures ", p.Captures, " defends ", p.Defends, " mobility ", p.Mobility)
	}
	for _, s := range analysis.Sides {
		want["side "+s.Name] = fmt.Sprint("weight ", s.Weight, " counting ", s.PiecesOnBoard, " checked by ", s.CheckedBy)
	}
	if diff := cmp.Diff(want, c.engine(position)); diff != "" {
		c.t.Errorf("after input %d the engine differs (-plain model +engine):\n%s", c.committed, diff)
	}
}

// plain writes the state down for the slow model, which knows no types but those of the
// suite; the holdings only if asked for, since that model looks at each placement anew.
func plain(s *aggregate.State, holdings bool) (Position, bool) {
	p := Position{System: s.System(), Interpretations: map[string]string{}}
	for _, r := range s.Readings() {
		p.Interpretations[r.Entry] = r.Reading
	}
	for side := range s.Sides() {
		out := Side{Name: side.Name, Benefyts: int(s.Balance(side.Player, "benefyts") / 2)}
		if side.Played {
			out.Last = &Last{Play: side.Last.Play, Type: side.Last.Type, As: side.Last.As, Counters: map[string]int{}}
			for _, c := range side.Last.Counters {
				out.Last.Counters[c.Name] = c.Value
			}
			if out.Last.Type == "Frog" {
				return p, false
			}
		}
		p.Sides = append(p.Sides, out)
	}
	for pc := range s.Pieces() {
		if pc.At == "" && !holdings {
			continue
		}
		if pc.Type == "Frog" {
			return p, false
		}
		out := Piece{ID: pc.ID, Type: pc.Type, Side: pc.Side, At: pc.At}
		for _, c := range pc.Counters {
			out.Counters = map[string]int{c.Name: c.Value}
		}
		p.Pieces = append(p.Pieces, out)
	}
	return p, true
}

// engine says of the same position what the judge's analysis holds, in the same words.
func (c *comparer) engine(position Position) map[string]string {
	an, rs := c.Analysis(), c.Position().Ruleset()
	names := func(squares []movement.Square) []string {
		list := []string{}
		for _, sq := range squares {
			list = append(list, rs.SquareName(sq))
		}
		return list
	}
	ids := func(pieces []movement.PieceID) []string {
		list := []string{}
		for _, id := range pieces {
			list = append(list, c.PieceName(id))
		}
		slices.SortFunc(list, strings.Compare)
		return list
	}
	found := map[string]string{}
	for _, p := range position.Pieces {
		id, _ := c.PieceID(p.ID)
		if p.At == "" {
			side, _ := c.SideID(p.Side)
			found[p.ID] = fmt.Sprint("placements ", names(c.Position().Placements(id, func(other bool) bool { return !other && an.Weight(side) == 0 && an.Counting(side) < 5 })))
			continue
		}
		captures := []Capture{}
		for _, w := range an.Takings(id) {
			captures = append(captures, Capture{Piece: c.PieceName(w.Victim), At: rs.SquareName(w.At), To: rs.SquareName(w.To)})
		}
		found[p.ID] = fmt.Sprint("moves ", names(an.Moves(id)), " captures ", captures, " defends ", ids(an.Defends(id)), " mobility ", an.Mobility(id))
	}
	for _, s := range position.Sides {
		id, _ := c.SideID(s.Name)
		found["side "+s.Name] = fmt.Sprint("weight ", an.Weight(id), " counting ", an.Counting(id), " checked by ", ids(an.CheckedBy(id)))
	}
	return found
}

func TestThePlainModelAgreesWithEveryPositionOfTheAutumnHand(t *testing.T) {
	const folder = "../../fixtures/season"
	text, err := os.ReadFile(filepath.Join(folder, "autumn.season"))
	if err != nil {
		t.Fatal(err)
	}
	s, err := season.Parse("autumn.season", text)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Resolve(season.Beside(os.DirFS(folder))); err != nil {
		t.Fatal(err)
	}
	judge, err := aggregate.NewJudge(aggregate.NewState(), "test")
	if err != nil {
		t.Fatal(err)
	}
	c := &comparer{Judge: judge, t: t}
	if _, err := seasons.Run(s, c); err != nil {
		t.Fatal(err)
	}
	if c.compared < 130 {
		t.Errorf("%d positions were compared, want at least 130", c.compared)
	}
	if c.placed < 60 {
		t.Errorf("the placements of %d pieces were compared, want at least 60", c.placed)
	}
}
