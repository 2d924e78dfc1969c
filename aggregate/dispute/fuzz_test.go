package dispute_test

import (
	"fmt"
	"strings"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/internal/played"
)

// bareTable is a game without rules: players, and an input that is rejected.
func bareTable(t testing.TB) *table {
	t.Helper()
	b, err := played.NewBench("test")
	if err != nil {
		t.Fatal(err)
	}
	g := &table{t: t, bench: b, at: noon}
	g.must(events.GameOpened{Game: "Hand 3", System: "partychess", Seed: strings.Repeat("5e", 32)})
	for _, name := range []string{"Ann", "Bob", "Cy"} {
		g.must(events.PlayerRegistered{Player: name})
	}
	g.submit(events.PlaySubmitted{Side: "Red", Text: "K@j2"})
	return g
}

// FuzzADocketStaysInOrder feeds inputs made of bytes to a docket: every fault has a message, a
// closed dispute does not change any more, and numbers run on.
func FuzzADocketStaysInOrder(f *testing.F) {
	f.Add([]byte{0, 40, 0, 1, 2, 0, 2, 1, 0, 1, 3, 1, 0})
	f.Add([]byte{0, 200, 3, 0, 41, 1, 2, 0, 0, 2, 0, 3, 2, 1, 2, 3, 0, 1})
	f.Fuzz(func(t *testing.T, script []byte) {
		g := bareTable(t)
		next := func() int {
			if len(script) == 0 {
				return 0
			}
			b := script[0]
			script = script[1:]
			return int(b)
		}
		pick := func(list ...string) string { return list[next()%len(list)] }
		player := func() string { return pick("Ann", "Bob", "Cy", "Zoe", "") }
		id := func() string { return pick("D1", "D2", "D3", "D9", "") }
		clause := func() string { return pick("", "1230.2 §6", "1230.4", "six") }
		closed := map[string]dispute.Dispute{}
		for n := 0; len(script) > 0 && n < 40; n++ {
			var p events.Payload
			switch next() % 4 {
			case 0:
				p = events.DisputeOpened{By: player(), Grounds: pick("so", ""), Judge: player(), Event: uint64(next()), Entry: pick("", "gess-adjacent", "x"),
					Reading: pick("", "no", "yes"), From: uint64(next()), Clause: clause()}
			case 1:
				p = events.DisputeArgued{Dispute: id(), By: player(), Text: pick("so", "")}
			case 2:
				p = events.DisputeRuled{Dispute: id(), Judge: player(), Reasons: pick("r", ""), Verdict: pick(append(dispute.Verdicts, "x")...),
					Effect: pick(append(dispute.Effects, "", "x")...), Entry: pick("", "gess-adjacent"), Reading: pick("", "no"), From: uint64(next()),
					Clauses: []string{clause()}, Precedents: []string{pick("P1", "P2")}[:next()%2]}
			case 3:
				p = events.DisputeWithdrawn{Dispute: id(), By: player()}
			}
			_, d := g.submit(p)
			for _, fault := range d.Ruling.Faults {
				if fault.Code == "" || fault.Message == "" || dispute.Field(fault.Code) == "input" {
					t.Fatalf("%+v: a fault that says nothing: %+v", p, fault)
				}
			}
			if (d.Ruling.Verdict == aggregate.Accepted) != (len(d.Outcomes) > 1) {
				t.Fatalf("%+v: %s with %d outcomes", p, d.Ruling.Verdict, len(d.Outcomes))
			}
			for i, c := range g.bench.Docket().Disputes() {
				if c.ID != fmt.Sprintf("D%d", i+1) {
					t.Fatalf("dispute %d is called %s", i+1, c.ID)
				}
				if was, ok := closed[c.ID]; ok && (was.Status != c.Status || len(was.Arguments) != len(c.Arguments)) {
					t.Fatalf("%s was closed and has changed", c.ID)
				}
				if c.Status != dispute.Open {
					closed[c.ID] = c
				}
			}
		}
	})
}
