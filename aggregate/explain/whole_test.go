package explain_test

import (
	"strings"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/aggregate/explain"
	"adjudicate/events"
	"adjudicate/systems"
	"adjudicate/systems/array"
)

func TestTurnsOfChessAreExplained(t *testing.T) {
	sys, err := systems.Find("chess")
	if err != nil {
		t.Fatal(err)
	}
	set, err := array.Set(sys, "4k3/3p3P/8/4P3/8/8/8/R3K2R w KQ - 0 1", nil)
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
		at := aggregate.Input{ID: "x", Payload: in, At: time.Date(2000, 1, 1, 0, i, 0, 0, time.UTC)}
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
