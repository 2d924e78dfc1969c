package explain_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/aggregate/explain"
)

// explained runs the sample season and explains the inputs of some sequences.
func explained(t *testing.T, sequences ...uint64) map[uint64]*explain.Tree {
	t.Helper()
	trees := map[uint64]*explain.Tree{}
	next := uint64(1)
	playSeason(t, "../../fixtures/season/autumn.season", func(j *aggregate.Judge, in aggregate.Input, d aggregate.Decision) {
		if slices.Contains(sequences, next) {
			trees[next] = explain.Ruling(explain.Case{Judge: j, Input: in, Ruled: &d.Ruling, Outcomes: d.Outcomes[1:]})
		}
		next += 1 + uint64(len(d.Outcomes))
	})
	return trees
}

// conditions lists the conditions of a tree, without facts and details: a mark, the text,
// and the clauses in brackets.
func conditions(n *explain.Node, indent string) string {
	text := ""
	if n.Kind != explain.Fact {
		mark := "no  "
		if n.Holds {
			mark = "yes "
		}
		text = mark + indent + n.Text
		if len(n.Clauses) > 0 {
			text += " [" + strings.Join(n.Clauses, ", ") + "]"
		}
		text += "\n"
		indent += "  "
	}
	for _, c := range n.Children {
		if !c.Detail {
			text += conditions(c, indent)
		}
	}
	return text
}

// Lantern is to play; the Rook D1 on p8 checks it along the rank, the Rook *1 on q14 checks
// Garden down the file: two sides in check, so single atomic plays only (1230.2 §6). Lantern
// weighs 71 and four of its pieces are worth 2 or more, so that the last line of the table
// applies and would allow Move, Placement. The Move goes six squares down a free file
// (1230.5 §2). A Rook on p12 would attack down the p-file the one on p8; Lantern weighs
// something, so the exception of §6.C does not hold.
const ruling743 = `no  Lantern may play Rq14-q8; R@p12 [1230.2/49 §3]
yes   Ursula is Chess-Umpire [1230.2/49 §1.A]
yes   the game has begun [1230.2/49 §3]
yes   the text reads as a play
yes   it is the turn of Lantern [1230.2/49 §3]
no    these atomic plays may be combined: Move, Placement [1230.2/49 §6]
no      several atomic plays are allowed, as they are not where checked >= 2, with checked = 2 [1230.2/49 §6]
yes     Lantern, with a Weight of 71 and 4 pieces that count, may combine them [1230.2/49 §6]
yes   1. Rq14-q8: a Move [1230.2/49 §6.A]
yes     the Rook *1 on q14 belongs to Lantern
yes     *1 has not moved in this play before [1230.2/49 §6]
yes     some way of the Rook on q14 leads to q8
yes       orthogonally 1–10: q14–q8 [1230.5/5 §2]
no    2. R@p12: a Placement [1230.2/49 §6.C]
yes     Lantern holds a Rook R3 off-board [1230.2/49 §6.C]
yes     it brings no side into check [1230.2/49 §6.C]
no      it attacks no opposing piece, or may [1230.2/49 §6.C]
no        from p12 it attacks no opposing piece [1230.2/49 §6.C]
no        the exception holds: other_square == 0 and n < 5 and W == 0, with other_square = 1, n = 4 and W = 67.5 [1230.2/49 §6.C]
`

// The same Rook takes the King it checks, ten squares down the file, which 1230.5 §2 just
// allows. Lantern's own King is on the board (§8). Its own check is asked twice: the Rook on
// p8 that gives it stands there until Garden's pieces leave, but Garden's King is gone, so
// that even then it attacks no King (§7, §8).
const ruling745 = `yes Lantern may play Rq14xq4 [1230.2/49 §3]
yes   Ursula is Chess-Umpire [1230.2/49 §1.A]
yes   the game has begun [1230.2/49 §3]
yes   the text reads as a play
yes   it is the turn of Lantern [1230.2/49 §3]
yes   Rq14xq4: a Capture [1230.2/49 §6.B]
yes     the Rook *1 on q14 belongs to Lantern
yes     the King K4 on q4 belongs to another side: to Garden [1230.1/21 §4]
yes     Lantern has a royal piece of its own on-board [1230.2/49 §8]
yes     some way of the Rook on q14 captures on q4
yes       orthogonally 1–10: q14–q4 [1230.5/5 §2]
yes   the play does not leave Lantern in check before the loser's pieces leave [1230.2/49 §7]
yes   the play does not leave Lantern in check once the loser's pieces have left [1230.2/49 §7]
`

func TestTheTwoRulingsOfTheReadme(t *testing.T) {
	trees := explained(t, 743, 745)
	for sequence, want := range map[uint64]string{743: ruling743, 745: ruling745} {
		tree := trees[sequence]
		if tree == nil {
			t.Fatalf("there is no input %d", sequence)
		}
		trim(tree.Root)
		if diff := cmp.Diff(want, conditions(tree.Root, "")); diff != "" {
			t.Errorf("%d (-want +got):\n%s", sequence, diff)
		}
	}
}

// trim takes away what atomic plays and checks name of the outcomes they brought about: the
// golden texts are of the conditions.
func trim(n *explain.Node) {
	for c := range n.All {
		if c.Kind == explain.All && len(c.Clauses) > 1 || strings.HasPrefix(c.Text, "the play does not leave") {
			c.Clauses = c.Clauses[:1]
		}
	}
}

func TestThePathOfAnAttackIsDrawn(t *testing.T) {
	tests := []struct {
		name     string
		sequence uint64
		piece    string
		want     string // the squares passed, by the definition
	}{
		// 1230.5 §2: along the rank, every square between is free.
		{"a Rook checks along a rank", 743, "D1", "p8 q8 r8 s8 t8"},
		// 1230.13 §3: from m13 diagonally to the edge, t6, then at a right angle to r4.
		{"a Qball checks round the corner", 334, "Q1", "m13 n12 o11 p10 q9 r8 s7 t6 s5 r4"},
	}
	var sequences []uint64
	for _, tt := range tests {
		sequences = append(sequences, tt.sequence)
	}
	trees := explained(t, sequences...)
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var got []string
			for n := range trees[tt.sequence].Root.All {
				if n.Check && slices.Contains(n.Pieces, tt.piece) {
					got = n.Path
				}
			}
			if diff := cmp.Diff(strings.Fields(tt.want), got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestAFailedConditionSaysWhatWouldBeNeeded(t *testing.T) {
	trees := explained(t, 234, 520, 590)
	for sequence, want := range map[uint64]string{
		// 1230.2 §3: Nobodies stands on top of the list.
		234: "Nobodies is to play",
		// 1230.8 §2: one square orthogonally, all four free.
		520: "the Pawn on b10 may move to a10 b9 b11 c10",
		// 1230.15 §3.a: near its King it captures by shooting; o6 is three squares away diagonally.
		590: "it may capture on o6",
	} {
		found := false
		for n := range trees[sequence].Root.All {
			found = found || !n.Holds && strings.Contains(n.Need, want)
			if n.Holds && n.Need != "" {
				t.Errorf("%d: %q holds and needs %q", sequence, n.Text, n.Need)
			}
		}
		if !found {
			t.Errorf("%d: nothing needs %q:\n%s", sequence, want, conditions(trees[sequence].Root, ""))
		}
	}
}
