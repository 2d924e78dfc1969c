package ledger

import (
	"sync"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// An adoption is ruled on again from a state before what it changes, and mostly changes what was recorded lately. So the states that are
// put aside while a ledger is verified lie close together where it was read last, and the farther apart the longer ago: what has to be
// folded to reach a point stays a small part of what is ruled on again behind it, and there are a few dozen of them in a ledger of any length.

// nearly is how many times as far as the two around it lie apart from one another a state must lie back before it is dropped.
const nearly = 3

// putAside is a keeper of states as they are, and of whatever else catalogues keep. It is safe for concurrent use.
type putAside struct {
	*memory.Store

	mu     sync.Mutex
	states []aside // ascending
}

// An aside is a state after an event.
type aside struct {
	stream string
	at     store.Revision
	id     uuid.UUID // of the event
	state  *aggregate.State
}

func newPutAside() *putAside { return &putAside{Store: memory.New()} }

// put puts the state after an event aside. States come in the order of their events.
func (p *putAside) put(after *events.Envelope, state *aggregate.State) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.states = thinned(append(p.states, aside{after.Ledger, store.Revision(after.Sequence), after.ID, state.Clone()}))
}

// thinned drops states that lie far back for how close they are to their neighbours.
func thinned(list []aside) []aside {
	end := list[len(list)-1].at
	kept := list[:0]
	for i, n := range list {
		if i > 0 && i < len(list)-1 && nearly*(list[i+1].at-kept[len(kept)-1].at) <= end-list[i+1].at {
			continue
		}
		kept = append(kept, n)
	}
	clear(list[len(kept):])
	return kept
}

// StateKept implements [history.StateKeeper].
func (p *putAside) StateKept(stream string, upTo uint64) (*aggregate.State, uint64, uuid.UUID) {
	p.mu.Lock()
	defer p.mu.Unlock()
	i := len(p.states) - 1
	for i >= 0 && uint64(p.states[i].at) > upTo {
		i--
	}
	if i < 0 || p.states[i].stream != stream {
		return nil, 0, uuid.Nil
	}
	return p.states[i].state, uint64(p.states[i].at), p.states[i].id
}
