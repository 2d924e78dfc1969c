package projections

import "adjudicate/events"

// Held returns how many marks a player holds.
func (k *Marks) Held(player string) int { return int(k.held(player) / 2) }

// Total returns how many marks there are.
func (k *Marks) Total() int {
	var n events.Half
	for _, h := range k.holders {
		n += h.Marks
	}
	return int(n / 2)
}
