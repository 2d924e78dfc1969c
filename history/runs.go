package history

import (
	"context"
	"iter"

	"adjudicate/events"
	"adjudicate/store"
)

// Between two states that a Memory holds lie few events, which are asked for with every point there. They are decoded once:
//
//	sequence ──► its run ──► in the memory, or read whole, decoded and put there ──► the events, which nobody writes to
//
// A run is kept when the stream has all of it: what stands in a stream never changes.

// A run is the events of a stretch of a stream.
type run struct {
	events []events.Envelope
	size   int // about, in bytes
}

// Of each event: what an Envelope takes, and how much larger than its bytes its payload is.
const (
	ownOfEvent  = 300
	payloadSize = 3
)

// mostLately is how many events are read through the memory: who asks for more reads the stream, so that one long reading does not take the place of all else.
const mostLately = 2 * heldEvery

// recently yields the events of a stream up to a sequence, for few of them: what is read is kept.
func (c *Catalogue) recently(ctx context.Context, from, upTo uint64) iter.Seq2[events.Envelope, error] {
	m := c.opened.memory
	return func(yield func(events.Envelope, error) bool) {
		for from = max(from, 1); from <= upTo; {
			r, err := m.runOf(ctx, c, from/m.every)
			if err != nil {
				yield(events.Envelope{}, err)
				return
			}
			before := from
			for i := range r.events {
				e := &r.events[i]
				if e.Sequence < from {
					continue
				}
				if e.Sequence > upTo || !yield(*e, nil) {
					return
				}
				from = e.Sequence + 1
			}
			if from == before { // the stream ends here
				return
			}
		}
	}
}

// runOf returns a run of the stream of a catalogue, as far as the stream has come.
func (m *Memory) runOf(ctx context.Context, c *Catalogue, number uint64) (*run, error) {
	key := stretch{c.name, 0, number}
	if r, ok := m.runs.GetIfPresent(key); ok {
		return r, nil
	}
	first := max(number*m.every, 1)
	last := (number+1)*m.every - 1
	r := &run{events: make([]events.Envelope, 0, m.every)}
	var dec events.Decoder
	for rec, err := range store.Lend(ctx, c.st, c.name, store.Revision(first)) {
		if err != nil {
			return nil, err
		}
		e, err := inStream(&dec, &rec)
		if err != nil {
			return nil, err
		}
		r.events, r.size = append(r.events, e), r.size+ownOfEvent+payloadSize*len(rec.Data)
		if e.Sequence == last {
			break
		}
	}
	if uint64(len(r.events)) == last-first+1 {
		m.runs.Set(key, r)
	}
	return r, nil
}
