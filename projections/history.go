package projections

import (
	"iter"

	"adjudicate/events"
)

// History is every input with its ruling and other outcomes, searchable.
type History struct{ acts []*events.Act }

// NewHistory returns the projection before the first act.
func NewHistory() *History { return &History{} }

// Fold takes the next act.
func (h *History) Fold(a *events.Act) { h.acts = append(h.acts, a) }

// All yields the acts, oldest first.
func (h *History) All() iter.Seq[*events.Act] { return h.Search(Query{}) }

// Search yields the acts that match a query, oldest first.
func (h *History) Search(q Query) iter.Seq[*events.Act] {
	return func(yield func(*events.Act) bool) {
		for _, a := range h.acts {
			if q.Answers(a) && !yield(a) {
				return
			}
		}
	}
}
