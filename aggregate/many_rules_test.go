package aggregate_test

import (
	"fmt"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/cputime"
	"adjudicate/internal/generate"
	"adjudicate/rules"
)

// BenchmarkEnact is the enactment of so many rules, one by one, each judged and folded, in a game that is being played: the built-in
// rules and their register are in force, pieces are on the board. Half of the rules are prose, half define a piece. Every run enacts
// rules that no run before has seen, so nothing that is kept of them helps. The time of a rule must not grow with the rules.
func BenchmarkEnact(b *testing.B) {
	played := aggregate.NewState()
	for _, d := range generate.Game(1, generate.Options{}, 20) {
		for _, o := range d.Outcomes {
			played.Apply(o.Payload)
		}
	}
	at, run := played.Clock().Add(time.Hour), 0
	for _, n := range []int{60, 120, 240, 480} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			began := cputime.Used()
			for b.Loop() {
				run++
				j, err := aggregate.NewJudge(played.Clone(), "many")
				if err != nil {
					b.Fatal(err)
				}
				for i := range n {
					r := rules.Rule{Number: fmt.Sprintf("1300.%d", i+1), Title: "Prose", Note: fmt.Sprintf("Nothing that anybody can play, %d.", run)}
					if i%2 == 0 && i < 280 {
						r.Note, r.Piece = "", &rules.Piece{Name: fmt.Sprintf("Piece %d of %d", i, run), Glyph: string([]byte{byte(0x41 + i/2%26), byte(0x61 + i/52)}), Value: "3",
							Modes: []rules.Mode{{Legs: []rules.Leg{{Dir: "orthogonal", N: "1..3"}}}}}
					}
					d := j.Decide(aggregate.Input{ID: "enact", Actor: "Umpire", At: at, Payload: events.RuleEnacted{Number: r.Number, Rule: r.Canonical()}})
					if d.Ruling.Verdict != aggregate.Accepted {
						b.Fatalf("rule %d: %+v", i, d.Ruling)
					}
					j.Commit(d)
				}
			}
			b.ReportMetric((cputime.Used()-began).Seconds()/float64(b.N*n)*1e6, "us/rule")
		})
	}
}
