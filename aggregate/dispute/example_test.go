package dispute_test

import (
	"fmt"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/internal/played"
)

func Example() {
	b, err := played.NewBench("example")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range []events.Payload{
		events.GameOpened{Game: "Hand 3", System: "partychess", Seed: strings.Repeat("5e", 32)},
		events.PlayerRegistered{Player: "Ann"},
		events.DisputeOpened{By: "Ann", Grounds: "what is an attack?", Clause: "1230.2 §5"},
		events.DisputeRuled{Dispute: "D1", Judge: "Ann", Verdict: dispute.Sustained, Reasons: "the clause says so"},
		events.DisputeRuled{Dispute: "D1", Judge: "Ann", Verdict: dispute.Overturned, Reasons: "on second thoughts"},
	} {
		d := b.Decide(aggregate.Input{Payload: p, At: time.Unix(907588800, 0).UTC()})
		b.Commit(d)
		for _, f := range d.Ruling.Faults {
			fmt.Println(f.Message)
		}
	}
	for _, p := range b.Docket().Precedents() {
		fmt.Println(p.Cite(), "was set in", p.Dispute)
	}
	// Output:
	// D1 has been ruled on already: sustained by Ann at 1998-10-05 12:00
	// P1 (1230.2 §5) was set in D1
}
