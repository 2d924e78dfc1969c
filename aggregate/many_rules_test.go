package aggregate_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/systems"
)

// BenchmarkEnact is the enactment of so many rules, one by one, each judged and folded: half of them are prose, half
// define a piece; the built-in ones are in force. The time of a rule must not grow with the rules.
func BenchmarkEnact(b *testing.B) {
	book, _, err := systems.Load("partychess")
	if err != nil {
		b.Fatal(err)
	}
	for _, n := range []int{60, 120, 240, 480} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				s := aggregate.NewState()
				s.Apply(events.LedgerOpened{Game: "many", System: "partychess", Seed: strings.Repeat("11", 32), Files: 20, Ranks: 20})
				for _, r := range book.Rules() {
					s.Apply(events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()})
				}
				s.Apply(events.PlayerKnown{Player: "Umpire", Status: "active"})
				s.Apply(events.OfficeHeld{Office: "umpire", Player: "Umpire"})
				j, err := aggregate.NewJudge(s, "many")
				if err != nil {
					b.Fatal(err)
				}
				for i := range n {
					r := rules.Rule{Number: fmt.Sprintf("1300.%d", i+1), Title: "Prose", Note: "Nothing that anybody can play."}
					if i%2 == 0 && i < 280 {
						r.Note, r.Piece = "", &rules.Piece{Name: fmt.Sprintf("Piece %d", i), Glyph: string([]byte{byte(0x41 + i/2%26), byte(0x61 + i/52)}), Value: "3",
							Modes: []rules.Mode{{Legs: []rules.Leg{{Dir: "orthogonal", N: "1..3"}}}}}
					}
					d := j.Decide(aggregate.Input{ID: "enact", Actor: "Umpire", At: time.Date(1998, 10, 5, 9, 0, 0, 0, time.UTC),
						Payload: events.RuleEnacted{Number: r.Number, Rule: r.Canonical()}})
					if d.Ruling.Verdict != aggregate.Accepted {
						b.Fatalf("rule %d: %+v", i, d.Ruling)
					}
					j.Commit(d)
				}
			}
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N*n)*1e6, "us/rule")
		})
	}
}
