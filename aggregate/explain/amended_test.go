package explain_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/aggregate/explain"
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/systems"
)

// amended is a game under the suite with the rules of some files of systems/partychess/amendments, and
// pieces written "Red Rook a1", the ids being P1, P2 and so on.
func amended(t *testing.T, files []string, pieces ...string) *aggregate.Judge {
	t.Helper()
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile("../../systems/partychess/amendments/" + file)
		if err != nil {
			t.Fatal(err)
		}
		list, err := rules.Parse(file, text)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range list {
			book = book.With(r)
		}
	}
	s := aggregate.NewState()
	s.Apply(events.LedgerOpened{Game: "test", System: "partychess", Seed: strings.Repeat("5e", 32), Files: 20, Ranks: 20})
	for _, r := range book.Rules() {
		s.Apply(events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()})
	}
	s.Apply(events.OfficeHeld{Office: "umpire", Player: "Umpire"})
	for _, side := range []string{"Red", "Blue"} {
		s.Apply(events.SideEntered{Side: side, Player: side + "'s", Attributes: []string{"party"}})
	}
	for i, text := range pieces {
		words := strings.Fields(text)
		id := "P" + string(rune('1'+i))
		s.Apply(events.PieceCreated{Piece: id, Type: words[1], Side: words[0]})
		if len(words) > 2 {
			s.Apply(events.PiecePlaced{Piece: id, At: words[2]})
		}
	}
	for _, p := range []events.Payload{events.StartDone{}, events.OrderChanged{Order: []string{"Red", "Blue"}}, events.TurnBegan{Side: "Red"}} {
		s.Apply(p)
	}
	j, err := aggregate.NewJudge(s, "test")
	if err != nil {
		t.Fatal(err)
	}
	return j
}

// ways are the ways of a piece in the explanation of a play of Red's, a line each.
func ways(j *aggregate.Judge, text string) string {
	in := aggregate.Input{ID: "in", At: time.Date(1998, 10, 2, 12, 0, 0, 0, time.UTC), Payload: events.PlaySubmitted{Side: "Red", Text: text}}
	var out strings.Builder
	for n := range explain.WhyNot(j, in, nil).Root.All {
		if n.Kind == explain.Any {
			for _, c := range n.Children {
				out.WriteString(conditions(c, "") + facts(c))
			}
		}
	}
	return out.String()
}

func facts(n *explain.Node) string {
	text := ""
	for _, c := range n.Children {
		if c.Kind == explain.Fact {
			text += "    " + c.Text + " [" + strings.Join(c.Clauses, ", ") + "]\n"
		}
	}
	return text
}

// TestAmendedRulesExplainThemselves: nothing of these pieces and numbers stands in the
// program; what is said of them comes from their rules, at their revisions.
func TestAmendedRulesExplainThemselves(t *testing.T) {
	tests := []struct {
		name   string
		files  []string
		pieces []string
		play   string
		want   string
	}{
		{
			// It moves along files and ranks, and captures there over exactly one piece.
			"an invented piece that hops over nothing",
			[]string{"cannon.yaml"}, []string{"Red Cannon a1", "Blue Rook a7"}, "a1xa7",
			"no  orthogonally 1–19: not for that: only to move [1230.53/0 §2]\n" +
				"no  orthogonally 2–19, over exactly one piece: 0 pieces between: it hops over exactly one [1230.53/0 §3]\n",
		},
		{
			"an invented piece that hops over a friend",
			[]string{"cannon.yaml"}, []string{"Red Cannon a1", "Blue Rook a7", "Red Pawn a3"}, "a1xa7",
			"no  orthogonally 1–19: not for that: only to move [1230.53/0 §2]\n" +
				"yes orthogonally 2–19, over exactly one piece: a1–a7 [1230.53/0 §3]\n",
		},
		{
			// With a radius of two, a King three squares away is outside: the Archer captures by its
			// move, four squares to j14, and not by shooting.
			"an Archer outside a Defensive Position that has shrunk",
			[]string{"defensive-radius-2.yaml"}, []string{"Red King j7", "Red Archer j10", "Blue Rook j13"}, "j10xj13",
			"no  orthogonally 1–4, then at a right angle 4 - d1 (d1: the first leg's squares) or none: not for that: only to move [1230.15/2 §2]\n" +
				"no  orthogonally 1–4, then at a right angle 4 - d1 (d1: the first leg's squares) or none: j13 is not on such a way: it lies 3 ranks away [1230.15/2 §3.b]\n" +
				"no  orthogonally 1–4: open only if defensive [1230.15/2 §3.a]\n" +
				"    defensive asks near(\"King\", 2), which is false [1230.1/22 §8]\n" +
				"no  diagonally 1–3: j13 is not on such a way: it lies 3 ranks away [1230.15/2 §3.a]\n",
		},
		{
			"an Archer inside it",
			[]string{"defensive-radius-2.yaml"}, []string{"Red King j8", "Red Archer j10", "Blue Rook j13"}, "j10xj13",
			"no  orthogonally 1–4, then at a right angle 4 - d1 (d1: the first leg's squares) or none: not for that: only to move [1230.15/2 §2]\n" +
				"no  orthogonally 1–4, then at a right angle 4 - d1 (d1: the first leg's squares) or none: open only if not defensive [1230.15/2 §3.b]\n" +
				"    defensive asks near(\"King\", 2), which is true [1230.1/22 §8]\n" +
				"yes orthogonally 1–4: j10–j13 [1230.15/2 §3.a]\n" +
				"    defensive asks near(\"King\", 2), which is true [1230.1/22 §8]\n" +
				"no  diagonally 1–3: j13 is not on such a way: it lies 3 ranks away [1230.15/2 §3.a]\n",
		},
		{
			// 1230.20 ¶2: a friend next to a Cantor may also go up to four squares diagonally, over anything.
			"a loan", nil, []string{"Red Cantor b1", "Red Camel a1", "Red Pawn b2"}, "a1-d4",
			"no  a leap of (3,1): d4 is not on such a way: it lies 3 squares away on a diagonal [1230.6/4 §2]\n" +
				"yes lent by the Cantor P1 on b1: diagonally 1–4, over anything: a1–d4 [1230.20/1 ¶2]\n",
		},
		{
			// 1230.25 ¶3: a Guard next to it orthogonally protects the Camel from the Archer, unless attacked.
			"a protection", nil, []string{"Red Archer a1", "Blue Camel a5", "Blue Guard a6"}, "a1xa5",
			"no  orthogonally 1–4, then at a right angle 4 - d1 (d1: the first leg's squares) or none: not for that: only to move [1230.15/2 §2]\n" +
				"no  orthogonally 1–4, then at a right angle 4 - d1 (d1: the first leg's squares) or none: the Camel on a5 is protected from it by the Guard on a6 [1230.15/2 §3.b, 1230.25/1 ¶3]\n" +
				"    defensive asks near(\"King\", 4), which is false [1230.1/21 §8]\n" +
				"no  orthogonally 1–4: open only if defensive [1230.15/2 §3.a]\n" +
				"    defensive asks near(\"King\", 4), which is false [1230.1/21 §8]\n" +
				"no  diagonally 1–3: a5 is not on such a way: it lies 4 ranks away [1230.15/2 §3.a]\n",
		},
		{
			// 1230.9 §3: a CopyCat takes a Rook as a Rook could, from its own square.
			"a copy", nil, []string{"Red CopyCat a1", "Blue Rook a7"}, "a1xa7",
			"no  in any direction 3 or 5: not for that: only to move [1230.9/5 §2]\n" +
				"no  in any direction 3 or 5: it does not capture the Rook on a7 that way [1230.9/5 §3]\n" +
				"yes as a Rook: orthogonally 1–10: a1–a7 [1230.9/5 §3, 1230.5/5 §2]\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := ways(amended(t, tt.files, tt.pieces...), tt.play)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
