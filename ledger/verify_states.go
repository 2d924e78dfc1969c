package ledger

import (
	"context"
	"slices"
	"sync"

	"adjudicate/history"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// An adoption is ruled on again from a state before what it changes, and mostly changes what was recorded lately. So the states that are
// put aside while a ledger is verified lie close together where it was read last, and the farther apart the longer ago: what has to be
// folded to reach a point stays a small part of what is ruled on again behind it, and there are a few dozen of them in a ledger of any length.

// nearly is how many times as far as the two around it lie apart from one another a state must lie back before it is dropped.
const nearly = 8

// putAside is a keeper of states, and of whatever else catalogues keep. It is safe for concurrent use.
type putAside struct {
	*memory.Store

	mu     sync.Mutex
	states []store.Note // ascending
}

func newPutAside() *putAside { return &putAside{Store: memory.New()} }

// Keep implements [store.Keeper]. States come in the order of their events.
func (p *putAside) Keep(ctx context.Context, notes ...store.Note) error {
	for _, n := range notes {
		if n.Kind != history.StateNote {
			if err := p.Store.Keep(ctx, n); err != nil {
				return err
			}
			continue
		}
		p.mu.Lock()
		p.states = thinned(append(p.states, n))
		p.mu.Unlock()
	}
	return nil
}

// thinned drops states that lie far back for how close they are to their neighbours.
func thinned(list []store.Note) []store.Note {
	end := list[len(list)-1].At
	kept := list[:0]
	for i, n := range list {
		if i > 0 && i < len(list)-1 && nearly*(list[i+1].At-kept[len(kept)-1].At) <= end-list[i+1].At {
			continue
		}
		kept = append(kept, n)
	}
	clear(list[len(kept):])
	return kept
}

// Kept implements [store.Keeper].
func (p *putAside) Kept(ctx context.Context, stream, kind string, upTo store.Revision) (store.Note, bool, error) {
	if kind != history.StateNote {
		return p.Store.Kept(ctx, stream, kind, upTo)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	i := len(p.states) - 1
	for i >= 0 && upTo != store.Any && p.states[i].At > upTo {
		i--
	}
	if i < 0 || p.states[i].Stream != stream {
		return store.Note{}, false, nil
	}
	n := p.states[i]
	n.Data = slices.Clone(n.Data)
	return n, true, nil
}
