package projections

import (
	"iter"
	"slices"

	"adjudicate/events"
)

// History is inputs with their rulings and other outcomes: those that a query asks for, all of them or the last ones. It holds no others.
type History struct {
	query Query
	last  int
	acts  []*events.Act
	left  bool // an act that the query matches is not kept
}

// NewHistory returns the projection before the first act. Of the acts that the query matches it keeps the last so many, all if last is
// below 0.
func NewHistory(query Query, last int) *History { return &History{query: query, last: last} }

// Fold takes the next act.
func (h *History) Fold(a *events.Act) {
	if h.last == 0 || !h.query.Answers(a) {
		return
	}
	h.left = h.left || h.last > 0 && len(h.acts) >= h.last
	if h.last > 0 && len(h.acts) >= 2*h.last { // now and then, so that an act costs no more for those that are kept
		h.acts = slices.Delete(h.acts, 0, len(h.acts)-h.last+1)
	}
	h.acts = append(h.acts, a)
}

// Whole reports whether all acts that the query matches are kept.
func (h *History) Whole() bool { return !h.left }

// Len is how many acts are kept, at most those that were asked for.
func (h *History) Len() int {
	if h.last >= 0 {
		return min(len(h.acts), h.last)
	}
	return len(h.acts)
}

// All yields the acts kept, oldest first.
func (h *History) All() iter.Seq[*events.Act] {
	if h.last > 0 && len(h.acts) > h.last {
		return slices.Values(h.acts[len(h.acts)-h.last:])
	}
	return slices.Values(h.acts)
}
