package main

import (
	"iter"

	"adjudicate/events"
	"adjudicate/history/condition"
)

// history yields the events of the history in the order in which they hold, up to where the
// flags point. It can be read more than once.
func (s *session) history(g *game) iter.Seq2[events.Envelope, error] {
	return func(yield func(events.Envelope, error) bool) {
		p, err := s.point(g)
		if err != nil {
			yield(events.Envelope{}, err)
			return
		}
		p.events(1)(yield)
	}
}

// names returns every name that the game has known, up to where the flags point.
func (s *session) names(g *game) (*condition.Catalogue, error) {
	return condition.Collect(s.history(g))
}
