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

// sight is what the author of a play could have seen.
type sight struct {
	play    bool
	edition int
	last    uint64
}

func sightOf(p events.Payload) sight {
	play, ok := p.(events.PlaySubmitted)
	return sight{ok, play.Edition, play.Seen}
}

// rely finds the plays that were made relying on what is undone.
func (r *Report) rely() {
	first := map[*Input]uint64{} // that fell, on the way to an input
	r.Relied = []Relied{}
	for _, in := range r.Inputs {
		on := first[in.From]
		if on == 0 && in.From != nil && in.From.fell() {
			on = in.From.Point
		}
		if first[in] = on; on == 0 || on == in.Point || !in.fell() {
			continue
		}
		if in.seen.play {
			r.Relied = append(r.Relied, Relied{Input: in.Point, On: on, Seen: in.seen.last, Edition: in.seen.edition, Could: in.seen.last >= on})
		}
	}
}
