package projections

import "adjudicate/events"

// Held returns how many knives a player holds.
func (k *Knives) Held(player string) int { return int(k.held(player) / 2) }

// Total returns how many knives there are.
func (k *Knives) Total() int {
	var n events.Half
	for _, h := range k.holders {
		n += h.Knives
	}
	return int(n / 2)
}
