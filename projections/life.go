package projections

import (
	"slices"
	"time"

	"adjudicate/events"
)

// What can happen to a piece.
const (
	Created   = "created"
	Placed    = "placed"
	Moved     = "moved"
	Captured  = "captured"
	Lifted    = "lifted"
	Promoted  = "promoted"
	Counted   = "counted"
	Destroyed = "destroyed"
)

// Step is one thing that happened to a piece, with what it is afterwards.
type Step struct {
	Sequence uint64
	Recorded time.Time
	What     string           // Created, Placed, …
	From, To string           // squares; "" is off-board
	By       string           // the capturing piece
	Loser    string           // the side that owned it until it was captured
	Was      string           // the type that it was promoted from
	Why      string           // of being lifted or destroyed, the outcome's word
	Owner    string           // the side that owns it now
	Type     string           // what it is now
	Counters []events.Counter // those it has now
}

// Life returns what happened to a piece from its creation on, oldest first; nothing if there
// has been no such piece. Pieces that were destroyed have a life, too.
func (h *Holdings) Life(piece string) []Step {
	i, ok := h.now.index[piece]
	if !ok {
		return nil
	}
	var places []int32
	for at := h.now.pieces[i].last; at >= 0; at = *h.before.at(int(at)) {
		places = append(places, at)
	}
	slices.Reverse(places)
	steps := make([]Step, 0, len(places))
	var last Step
	for _, at := range places {
		last = last.next(h.records.at(int(at)))
		steps = append(steps, last)
	}
	return steps
}

// next returns the step that a record makes after s.
func (s Step) next(r *Record) Step {
	n := Step{Sequence: r.Sequence, Recorded: r.Recorded, From: s.To, To: s.To, Owner: s.Owner, Type: s.Type, Counters: s.Counters}
	switch p := r.Payload.(type) {
	case events.PieceCreated:
		n.What, n.Owner, n.Type, n.Counters = Created, p.Side, p.Type, p.Counters
	case events.PiecePlaced:
		n.What, n.To = Placed, p.At
	case events.PieceMoved:
		n.What, n.To = Moved, p.To
	case events.PieceCaptured:
		n.What, n.To, n.By, n.Loser, n.Owner = Captured, "", p.By, s.Owner, p.Side
	case events.PieceLifted:
		n.What, n.To, n.Why = Lifted, "", p.Why
	case events.PiecePromoted:
		n.What, n.Was, n.Type, n.Counters = Promoted, s.Type, p.Type, p.Counters
	case events.CounterChanged:
		n.What, n.Counters = Counted, counted(s.Counters, p.Name, p.Value)
	case events.PieceDestroyed:
		n.What, n.To, n.Why = Destroyed, "", p.Why
	}
	return n
}

// Owners returns the sides that have owned a piece, the first one first. A side that got it
// back stands there again.
func (h *Holdings) Owners(piece string) []string {
	var list []string
	for _, s := range h.Life(piece) {
		if len(list) == 0 || list[len(list)-1] != s.Owner {
			list = append(list, s.Owner)
		}
	}
	return list
}
