package explain_test

import (
	"fmt"
	"os"
	"slices"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/aggregate/cases"
	"adjudicate/aggregate/explain"
	"adjudicate/events"
	"adjudicate/ledger/seasons"
	"adjudicate/season"
	"adjudicate/systems"
)

// An audit holds explanations against the rulings that they explain.
type audit struct {
	plays, rejected, others, loose int
	weighed, checks                int
}

// explains checks one explanation: its verdict, that every fault is the failing of a
// condition with its clause, and that everything the ruling rests on is there.
func (a *audit) explains(t *testing.T, name string, j *aggregate.Judge, in aggregate.Input, d aggregate.Decision) {
	t.Helper()
	tree := explain.Ruling(explain.Case{Judge: j, Input: in, Ruled: &d.Ruling, Outcomes: d.Outcomes[1:]})
	_, isPlay := in.Payload.(events.PlaySubmitted)
	if tree.Verdict != d.Ruling.Verdict || tree.Differs != "" {
		t.Errorf("%s: the tree says %q (differs: %q), the ruling %q", name, tree.Verdict, tree.Differs, d.Ruling.Verdict)
	}
	if tree.Root.Holds != (d.Ruling.Verdict == aggregate.Accepted) {
		t.Errorf("%s: the tree's conditions say %v, the ruling %s %v\n%s", name, tree.Root.Holds, d.Ruling.Verdict, d.Ruling.Faults, failing(tree.Root, ""))
	}
	for _, f := range d.Ruling.Faults {
		found := false
		for n := range tree.Root.All {
			found = found || !n.Holds && slices.Contains(n.Faults, f.Code) && (f.Clause == "" || slices.Contains(n.Clauses, f.Clause))
		}
		if !found {
			t.Errorf("%s: no failed condition for the fault %+v", name, f)
		}
	}
	if n := unjustified(tree.Root); n != nil {
		t.Errorf("%s: the tree says that %q fails, and the ruling has no such fault: %v", name, n.Text, d.Ruling.Faults)
	}
	var clauses, readings []string
	for n := range tree.Root.All {
		clauses, readings = append(clauses, n.Clauses...), append(readings, n.Readings...)
		if n.Text == "" {
			t.Errorf("%s: a node without text: %+v", name, n)
		}
		if n.Kind != explain.Ruled {
			continue
		}
		a.loose++
		if isPlay {
			t.Errorf("%s: the tree has no condition for %q %v", name, n.Text, n.Faults)
		}
	}
	for _, c := range d.Outcomes[0].Basis.Clauses {
		if !slices.Contains(clauses, c) {
			t.Errorf("%s: the ruling rests on %s, which the tree does not name", name, c)
		}
	}
	for _, r := range d.Outcomes[0].Basis.Readings {
		if !slices.Contains(readings, r) {
			t.Errorf("%s: the ruling rests on the reading %s, which the tree does not name", name, r)
		}
	}
	switch {
	case !isPlay:
		a.others++
	case d.Ruling.Verdict == aggregate.Accepted:
		a.plays++
	default:
		a.plays++
		a.rejected++
	}
}

// stands checks what is explained of the board before an input: that Weights are the sums of
// what pieces add, and that every check is drawn with the path of each attack.
func (a *audit) stands(t *testing.T, name string, j *aggregate.Judge) {
	t.Helper()
	if j.Law().Err() != nil {
		return
	}
	for _, s := range explain.Weights(j) {
		a.weighed++
		if s.Weighs && s.Sum() != s.Weight || !s.Weighs && s.Weight != 0 {
			t.Errorf("%s: %s weighs %v, its pieces add %v", name, s.Side, s.Weight, s.Sum())
		}
	}
	for s := range j.State().Sides() {
		n, err := explain.Check(j, s.Name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var got []string
		for c := range n.All {
			if c.Check {
				got = append(got, c.Pieces[0])
				if len(c.Path) < 2 || len(c.Clauses) == 0 {
					t.Errorf("%s: the check by %s has the path %v and rests on %v", name, c.Pieces[0], c.Path, c.Clauses)
				}
			}
		}
		id, _ := j.SideID(s.Name)
		var want []string
		for _, by := range j.Position().CheckedBy(id, nil) {
			want = append(want, j.PieceName(by))
		}
		a.checks += len(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s is in check by %v, explained by %v", name, s.Name, want, got)
		}
	}
}

// unjustified is a condition that fails without a fault of the ruling, nil if there is none.
func unjustified(n *explain.Node) *explain.Node {
	if n.Holds || n.Aside || len(n.Faults) > 0 {
		return nil
	}
	if n.Kind != explain.All {
		return n
	}
	for _, c := range n.Children {
		if bad := unjustified(c); bad != nil {
			return bad
		}
	}
	return nil
}

// failing lists the conditions that do not hold.
func failing(n *explain.Node, indent string) string {
	text := ""
	if !n.Holds {
		text = fmt.Sprintf("%s%s [%s] %v\n", indent, n.Text, n.Kind, n.Faults)
	}
	for _, c := range n.Children {
		text += failing(c, indent+"  ")
	}
	return text
}

// overheard is a judge whose rulings are explained as it makes them.
type overheard struct {
	*aggregate.Judge
	seen func(aggregate.Input, aggregate.Decision)
}

func (o overheard) Decide(in aggregate.Input) aggregate.Decision {
	d := o.Judge.Decide(in)
	o.seen(in, d)
	return o.Judge.Decide(in)
}

// playSeason runs a season file and shows every ruling with the judge before it.
func playSeason(t *testing.T, file string, seen func(j *aggregate.Judge, in aggregate.Input, d aggregate.Decision)) {
	t.Helper()
	s := readSeason(t, file)
	judge, err := aggregate.NewJudge(aggregate.NewState(), "test")
	if err != nil {
		t.Fatal(err)
	}
	report, err := seasons.Run(s, overheard{judge, func(in aggregate.Input, d aggregate.Decision) { seen(judge, in, d) }})
	if err != nil || len(report.Differences()) > 0 {
		t.Fatalf("%v %v", err, report)
	}
}

func readSeason(t *testing.T, file string) *season.Season {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	s, err := season.Parse(file, text)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Resolve(season.Beside(os.DirFS("../../fixtures/season"))); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestExplanationsAgreeWithTheSampleSeason(t *testing.T) {
	var a audit
	n := 0
	playSeason(t, "../../fixtures/season/autumn.season", func(j *aggregate.Judge, in aggregate.Input, d aggregate.Decision) {
		n++
		a.explains(t, fmt.Sprintf("input %d (%s)", n, in.ID), j, in, d)
		a.stands(t, fmt.Sprintf("before input %d (%s)", n, in.ID), j)
	})
	if a.plays < 200 || a.rejected < 60 || a.weighed < 1000 || a.checks < 20 {
		t.Errorf("only %d plays, %d of them rejected, %d Weights, %d checks", a.plays, a.rejected, a.weighed, a.checks)
	}
}

func TestExplanationsAgreeWithTheCases(t *testing.T) {
	sys, err := systems.Find("partychess")
	if err != nil {
		t.Fatal(err)
	}
	var a audit
	err = cases.Walk(os.DirFS("../../systems/partychess/cases"), os.DirFS("../../systems/partychess/amendments"), sys, func(r *cases.Ruled) {
		if r.Order == nil { // what is ordered is not what the conditions come to
			a.explains(t, fmt.Sprintf("%s step %d", r.Case.ID, r.Step+1), r.Judge, r.Input, r.Decision)
		}
		a.stands(t, fmt.Sprintf("before %s step %d", r.Case.ID, r.Step+1), r.Judge)
	})
	if err != nil {
		t.Fatal(err)
	}
	if a.plays < 400 || a.rejected < 150 || a.others < 100 {
		t.Errorf("only %d plays, %d of them rejected, %d other inputs", a.plays, a.rejected, a.others)
	}
}
