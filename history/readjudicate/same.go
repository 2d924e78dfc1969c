package readjudicate

import (
	"bytes"
	"slices"

	"adjudicate/events"
)

// Same reports whether two lists of outcomes are the same but for the hash of the rulebook
// and the version of the engine that their rulings name: a ruling that rests on nothing
// that changed is the same ruling.
func Same(a, b []events.Outcome) bool {
	if len(a) != len(b) {
		return false
	}
	if len(a) > 0 && &a[0] == &b[0] {
		return true
	}
	for i := range a {
		if !sameOutcome(&a[i], &b[i]) {
			return false
		}
	}
	return true
}

func sameOutcome(a, b *events.Outcome) bool {
	p, q := a.Payload, b.Payload
	if x, ok := p.(events.Ruled); ok {
		y, ok := q.(events.Ruled)
		if !ok {
			return false
		}
		x.Rulebook, x.Engine, y.Rulebook, y.Engine = "", "", "", ""
		p, q = x, y
	}
	if p.Kind() != q.Kind() || !sameBasis(a.Basis, b.Basis) {
		return false
	}
	if events.Alike(p, q) {
		return true
	}
	if events.Unlike(p, q) {
		return false
	}
	_, x, errX := events.EncodePayload(p)
	_, y, errY := events.EncodePayload(q)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

func sameBasis(a, b *events.Basis) bool {
	if a.Empty() || b.Empty() {
		return a.Empty() == b.Empty()
	}
	return slices.Equal(a.Clauses, b.Clauses) && slices.Equal(a.Readings, b.Readings)
}
