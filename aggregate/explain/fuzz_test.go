package explain_test

import (
	"sync"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// fuzzed is a board of the sample season with two sides in check, made once.
var fuzzed = sync.OnceValue(func() func(t *testing.T) *aggregate.State {
	var state *aggregate.State
	return func(t *testing.T) *aggregate.State {
		if state == nil {
			next := uint64(1)
			playSeason(t, "../../fixtures/season/autumn.season", func(j *aggregate.Judge, _ aggregate.Input, d aggregate.Decision) {
				if next == 743 {
					state = j.State().Clone()
				}
				next += 1 + uint64(len(d.Outcomes))
			})
		}
		return state.Clone()
	}
})

// FuzzExplanationsAgree asks about any text as a play: the tree must rule as the judge does.
func FuzzExplanationsAgree(f *testing.F) {
	for _, text := range []string{"Rq14-q8; R@p12", "Rq14xq4", "pass", "surrender", "R3@a4", "Gp18-p12", "Qt13-t20 (scratch)", "Rq14-r15 (special)",
		"action Rq14: q13", "Rq14-q8=Q", "K9", "q14xq4>q5", "Rq14-off", "*q14xq4=victim"} {
		f.Add(text, "Lantern")
		f.Add(text, "Garden")
	}
	f.Fuzz(func(t *testing.T, text, side string) {
		j, err := aggregate.NewJudge(fuzzed()(t), "test")
		if err != nil {
			t.Fatal(err)
		}
		in := aggregate.Input{ID: "fuzz", At: time.Date(1998, 10, 11, 15, 0, 0, 0, time.UTC), Payload: events.PlaySubmitted{Side: side, Text: text}}
		var a audit
		a.explains(t, text, j, in, j.Decide(in))
	})
}
