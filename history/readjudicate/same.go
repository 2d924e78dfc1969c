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
	return sameBasis(a.Basis, b.Basis) && sameLetters(p, q)
}

// Repeats reports whether outcomes are, to the letter, those that events state. Where any engine will do, rulings may name different ones.
func Repeats(outcomes []events.Outcome, stated []events.Envelope, anyEngine bool) bool {
	if len(outcomes) != len(stated) {
		return false
	}
	for i := range stated {
		o := outcomes[i]
		if was, ok := stated[i].Payload.(events.Ruled); ok && anyEngine {
			if is, ok := o.Payload.(events.Ruled); ok {
				is.Engine = was.Engine
				o.Payload = is
			}
		}
		if !sameBasis(o.Basis, &stated[i].Basis) || !sameLetters(o.Payload, stated[i].Payload) {
			return false
		}
	}
	return true
}

func sameLetters(p, q events.Payload) bool {
	if p.Kind() != q.Kind() {
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
