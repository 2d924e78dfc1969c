package explain_test

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/aggregate/cases"
	"adjudicate/aggregate/explain"
	"adjudicate/events"
	"adjudicate/rules/turns"
	"adjudicate/systems"
	"adjudicate/systems/array"
)

// chessFrom is a judge of chess with a position, and of a rule besides if one is given.
func chessFrom(t *testing.T, fen string, besides ...events.RuleEnacted) *aggregate.Judge {
	t.Helper()
	sys, err := systems.Find("chess")
	if err != nil {
		t.Fatal(err)
	}
	set, err := array.Set(sys, fen, nil)
	if err != nil {
		t.Fatal(err)
	}
	j, err := aggregate.NewJudge(aggregate.NewState(), "test")
	if err != nil {
		t.Fatal(err)
	}
	inputs := []events.Payload{sys.Opening("test", strings.Repeat("5e", 32), "")}
	for _, r := range sys.Book.Rules() {
		inputs = append(inputs, events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
	}
	inputs = append(inputs, set)
	for _, r := range besides {
		inputs = append(inputs, r)
	}
	for i, in := range inputs {
		d := j.Decide(aggregate.Input{ID: "x", Payload: in, At: time.Date(2000, 1, 1, 0, i, 0, 0, time.UTC)})
		if d.Ruling.Verdict != aggregate.Accepted {
			t.Fatal(d.Ruling.Faults)
		}
		j.Commit(d)
	}
	return j
}

// Expected trees are derived by hand from the laws of chess, and from the rule besides.
func TestAWholeTurnIsExplainedAsAnAtomicPlayIs(t *testing.T) {
	// Any capture is forbidden while White has its Queen, and one after which it has ten pieces; whoever is in check moves.
	rule := events.RuleEnacted{Number: "7.90", Rule: json.RawMessage(`{"number": "7.90", "title": "Duties", "procedure": {"duties": [
		{"forbid": "capture", "when": "count(pieces, it.type == \"Queen\") > 0", "cite": "1"},
		{"forbid": "capture", "after": "count(pieces, it.side == mover) > 9", "cite": "2"},
		{"oblige": "move", "when": "mover.in_check", "cite": "3"}]}}`)}
	for _, tt := range []struct {
		name, fen, play, want string
		besides               []events.RuleEnacted
	}{
		{
			// The Pawn has four modes: one step, a step to capture, two steps from its first square (3.7.2), and the capture in passing.
			// A Pawn on its first square goes two squares if both are empty; the Knight stands on the first of them.
			"a Pawn whose way is barred", "4k3/8/8/8/8/4N3/4P3/4K3 w - - 0 1", "Pe2-e4",
			`no  White may play Pe2-e4 [4/0 1.2]
yes   the game has begun [4/0 1.2]
yes   the text reads as a play
yes   it is the turn of White [4/0 1.2]
no    Pe2-e4: a Move
yes     the Pawn P1 on e2 belongs to White
no      some way of the Pawn on e2 leads to e4 [2.6/0 3.7.2]
no        along the file 1: e4 is not on such a way: it lies 2 ranks away [2.6/0]
no        diagonally 1: not for that: only to capture [2.6/0]
no        along the file 2: the Knight on e3 stands in the way [2.6/0 3.7.2]
no        diagonally 1: not for that: only to capture [2.6/0 3.7.3]
`, nil,
		},
		{
			// 3.4: the Queen goes diagonally too; 3.9: the Rook on e8 then attacks the King along the empty file.
			"a pinned Queen", "k3r3/8/8/8/8/8/4Q3/4K3 w - - 0 1", "Qe2-d3",
			`no  White may play Qe2-d3 [4/0 1.2]
yes   the game has begun [4/0 1.2]
yes   the text reads as a play
yes   it is the turn of White [4/0 1.2]
yes   Qe2-d3: a Move
yes     the Queen Q1 on e2 belongs to White
yes     some way of the Queen on e2 leads to d3
no        orthogonally 1–30: d3 is not on such a way: it lies 1 square away on a diagonal [2.2/0]
yes       diagonally 1–30: e2–d3 [2.2/0]
no    the play does not leave White in check [1/0 3.9]
`, nil,
		},
		{
			// Both Rooks stand on the a-file with nothing between; there is no Queen, White has three pieces, and nobody is in check.
			"duties that do not bind", "4k3/8/8/r7/8/8/1P6/R3K3 w - - 0 1", "Ra1xa5",
			`yes White may play Ra1xa5 [4/0 1.2]
yes   the game has begun [4/0 1.2]
yes   the text reads as a play
yes   it is the turn of White [4/0 1.2]
yes   Ra1xa5: a Capture
yes     the Rook R2 on a1 belongs to White
yes     some way of the Rook on a1 captures on a5
yes       orthogonally 1–30: a1–a5 [2.3/0]
yes     a move is not obligatory, since this does not hold: mover.in_check [7.90/0 3]
yes     a capture is not forbidden, since this does not hold: count(pieces, it.type == "Queen") > 0 [7.90/0 1]
yes     a capture may leave the board this way, since this does not hold: count(pieces, it.side == mover) > 9 [7.90/0 2]
yes   the play does not leave White in check [1/0 3.9]
`, []events.RuleEnacted{rule},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			j := chessFrom(t, tt.fen, tt.besides...)
			in := aggregate.Input{ID: "asked", At: time.Date(2000, 1, 2, 0, 0, 0, 0, time.UTC), Payload: events.PlaySubmitted{Side: "White", Text: tt.play}}
			root := explain.WhyNot(j, in, nil).Root
			for n := range root.All { // what came of the act is told below it
				if n.Kind == explain.All && strings.HasPrefix(n.Text, tt.play) {
					n.Clauses = nil
				}
			}
			if diff := cmp.Diff(tt.want, conditions(root, "")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTurnsOfChessAreExplained(t *testing.T) {
	j := chessFrom(t, "4k3/3p3P/8/4P3/8/8/8/R3K2R w KQ - 0 1")
	var inputs []events.Payload
	side := func(name, text string) { inputs = append(inputs, events.PlaySubmitted{Side: name, Text: text}) }
	side("White", "Ke1-g1")
	side("Black", "Pd7-d5")
	side("White", "Pe5xd6")
	side("Black", "Ke8-e9")
	side("Black", "Ke8-d8")
	side("White", "Ph7-h8")
	side("White", "Ph7-h8=Q")
	side("Black", "Kd8-e8")
	for i, in := range inputs {
		at := aggregate.Input{ID: "x", Payload: in, At: time.Date(2000, 1, 2, 0, i, 0, 0, time.UTC)}
		tree := explain.WhyNot(j, at, func(events.Payload, map[string]string) string { return "" })
		d := j.Decide(at)
		if tree.Verdict != d.Ruling.Verdict {
			t.Errorf("%s is %s, explained as %s", in.Kind(), d.Ruling.Verdict, tree.Verdict)
		}
		told := 0
		for n := range tree.Root.All {
			told += len(n.Faults)
		}
		if told < len(d.Ruling.Faults) {
			t.Errorf("%v: %d faults are explained, want %d", in, told, len(d.Ruling.Faults))
		}
		j.Commit(d)
	}
}

// TestExplanationsAgreeWithWholeTurns holds the explanations of plays that are whole turns, those in the cases of every system and others that nobody
// makes there, against the rulings.
func TestExplanationsAgreeWithWholeTurns(t *testing.T) {
	var a audit
	random := rand.New(rand.NewSource(1998))
	for _, dir := range []string{"", "variants/"} {
		names := systems.Systems()
		if dir != "" {
			names = systems.Variants()
		}
		for _, name := range names {
			folder := "../../systems/" + dir + name
			if info, err := os.Stat(folder + "/cases"); name == "partychess" || err != nil || !info.IsDir() {
				continue
			}
			sys, err := systems.Find(name)
			if err != nil {
				t.Fatal(err)
			}
			err = cases.Walk(os.DirFS(folder+"/cases"), os.DirFS(folder+"/amendments"), sys, func(r *cases.Ruled) {
				if !slices.ContainsFunc(r.Judge.State().AllToPlay(), func(name string) bool {
					side, _ := r.Judge.SideID(name)
					return r.Judge.Turns(side, func(*turns.Turn, string) bool { return false })
				}) {
					return
				}
				if play, ok := r.Input.Payload.(events.PlaySubmitted); ok && r.Judge.State().Started() {
					for _, text := range append(append(nearTo(random, r.Judge.State()), toNowhere(r.Judge)...), "pass", play.Text+"=Q", play.Text+"; close e4", "close e4", play.Text+"; "+play.Text) {
						in := aggregate.Input{ID: "asked", At: r.Input.At, Payload: events.PlaySubmitted{Side: play.Side, Text: text}}
						a.explains(t, fmt.Sprintf("%s: %s before step %d, %s: %s", name, r.Case.ID, r.Step+1, play.Side, text), r.Judge, in, r.Judge.Decide(in))
					}
				}
				if r.Order == nil {
					a.explains(t, fmt.Sprintf("%s: %s step %d", name, r.Case.ID, r.Step+1), r.Judge, r.Input, r.Decision)
				}
			})
			if err != nil {
				t.Error(err)
			}
		}
	}
	if a.plays < 5000 || a.rejected < 200 {
		t.Errorf("only %d plays, %d of them rejected", a.plays, a.rejected)
	}
}

// nearTo are some plays at random of whoever is to play.
func nearTo(random *rand.Rand, s *aggregate.State) (list []string) {
	for range 3 {
		text, _ := randomPlay(random, s)
		list = append(list, text)
	}
	return list
}

// toNowhere are plays to a square that the board lacks, with a piece on it and one that is held.
func toNowhere(j *aggregate.Judge) (list []string) {
	closed := j.Position().Ruleset().Closed()
	if len(closed) == 0 {
		return nil
	}
	on, off := "a1", "Pawn"
	for p := range j.State().Pieces() {
		if p.At == "" {
			off = p.ID
		} else {
			on = p.At
		}
	}
	return []string{off + "@" + closed[0], on + "-" + closed[0], on + "x" + closed[0], "pass; " + on + "-" + closed[0], closed[0] + "x" + on}
}
