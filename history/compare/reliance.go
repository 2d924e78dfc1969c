package compare

import (
	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
)

// fell reports whether an input had effect in the first history and has none of its own in the second.
func (in *Input) fell() bool {
	return in.Differs == readjudicate.Verdict.String() && in.Standing != history.Inserted && took(in.Before.Verdict) && !took(in.After.Verdict)
}

func took(verdict string) bool { return verdict == aggregate.Accepted || verdict == aggregate.Stands }

// rely finds the plays that were made in reliance on what falls.
func (r *Report) rely() {
	fallen := map[uint64]bool{}
	r.Relied = []Relied{}
	for _, in := range r.Inputs {
		if !in.fell() {
			continue
		}
		play, ok := in.Payload.(events.PlaySubmitted)
		for _, at := range in.Cause.Chain {
			if !ok || at == in.Point || !fallen[at] {
				continue
			}
			r.Relied = append(r.Relied, Relied{Input: in.Point, On: at, Seen: play.Seen, Edition: play.Edition, Could: play.Seen >= at})
			break
		}
		fallen[in.Point] = true
	}
}
