package readjudicate

import (
	"testing"

	"adjudicate/events"
)

// Outcomes that leave the same state lead to one node, and are told apart by how they were ruled: by whom, or resting on what.
func TestRulingsThatLeaveTheSameStateLeadToOneNode(t *testing.T) {
	outcomes := func(engine, clause, side string) []events.Outcome {
		b := &events.Basis{Clauses: []string{clause}}
		return []events.Outcome{{Payload: events.Ruled{Verdict: "accepted", Subject: "play-submitted", Engine: engine}, Basis: b}, {Payload: events.TurnBegan{Side: side}, Basis: b}}
	}
	var tree Tree
	root := new(node)
	first := tree.leads(root, outcomes("one", "1230.2 §3", "Red"))
	for _, c := range []struct {
		name         string
		outcomes     []events.Outcome
		branch, node bool
	}{
		{"the same", outcomes("one", "1230.2 §3", "Red"), true, true},
		{"another engine", outcomes("two", "1230.2 §3", "Red"), false, true},
		{"another clause", outcomes("one", "1230.2 §4", "Red"), false, true},
		{"another side", outcomes("one", "1230.2 §3", "Blue"), false, false},
		{"the ruling alone", outcomes("one", "1230.2 §3", "Red")[:1], false, false},
		{"nothing", nil, false, false},
	} {
		b := tree.leads(root, c.outcomes)
		if b == first != c.branch || b.to == first.to != c.node {
			t.Errorf("%s: the same branch %v, the same node %v", c.name, b == first, b.to == first.to)
		}
		if again := tree.leads(root, c.outcomes); again != b {
			t.Errorf("%s leads elsewhere the second time", c.name)
		}
	}
	instead := new(node)
	root.leadsTo(first.to, instead)
	for _, engine := range []string{"one", "two"} {
		if tree.leads(root, outcomes(engine, "1230.2 §3", "Red")).to != instead {
			t.Errorf("the ruling of %s does not lead to the other node", engine)
		}
	}
}
