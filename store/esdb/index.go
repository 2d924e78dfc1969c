package esdb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"

	"adjudicate/store"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
)

// entryType is the type of the events of the index.
const entryType = "ledger-named.v1"

// entry is such an event.
type entry struct {
	Ledger string `json:"ledger"`
}

// entryID is the same for the same name, so that a repeat is one.
func entryID(index, ledger string) uuid.UUID {
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte("esdb:"+index+"/"+ledger))
}

// names reads the index.
func (s *Store) names(ctx context.Context) (list []string, head store.Revision, err error) {
	index, seen := s.indexName(), map[string]bool{}
	r := &reading{s: s, name: index, next: 1}
	err = r.run(ctx, s.patience(false, "reading which ledgers there are"), false, openRead, func(e *client.RecordedEvent) error {
		var x entry
		if e.EventType != entryType || json.Unmarshal(e.Data, &x) != nil || x.Ledger == "" {
			return &store.DamagedError{Place: s.place, Found: fmt.Sprintf("%s of stream %q is no entry of an index of ledgers", revisionOf(e), index)}
		}
		if !seen[x.Ledger] {
			seen[x.Ledger] = true
			list = append(list, x.Ledger)
		}
		head = revisionOf(e)
		return nil
	})
	return list, head, err
}

// register makes sure that a ledger stands in the index.
func (s *Store) register(ctx context.Context, ledger string) error {
	s.mu.Lock()
	known := s.named[ledger]
	s.mu.Unlock()
	if known {
		return nil
	}
	for {
		list, head, err := s.names(ctx)
		if err != nil {
			return err
		}
		if !slices.Contains(list, ledger) {
			data, err := json.Marshal(entry{ledger})
			if err != nil {
				return err
			}
			part := []client.EventData{{EventID: entryID(s.indexName(), ledger), EventType: entryType, ContentType: client.ContentTypeJson, Data: data}}
			err = s.write(ctx, s.indexName(), s.indexName(), head, part)
			var conflict *store.ConflictError
			if errors.As(err, &conflict) {
				continue // another ledger began meanwhile
			}
			var u *store.UnreachableError
			if errors.As(err, &u) {
				u.InDoubt = false // of the events themselves nothing has been sent
			}
			if err != nil {
				return err
			}
		}
		s.mu.Lock()
		s.named[ledger] = true
		s.mu.Unlock()
		return nil
	}
}

// Streams implements store.Lister: in the order in which the ledgers began.
func (s *Store) Streams(ctx context.Context) ([]string, error) {
	var list []string
	err := s.standings(ctx, func(at store.Standing) bool {
		list = append(list, at.Stream)
		return true
	})
	return list, err
}

// standings yields the ledgers that have events, in the order in which they began.
func (s *Store) standings(ctx context.Context, yield func(store.Standing) bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	names, _, err := s.names(ctx)
	if err != nil {
		return err
	}
	// Some at a time: the answers take longer to come than to give.
	for len(names) > 0 {
		some := names[:min(spare, len(names))]
		names = names[len(some):]
		heads, errs := make([]store.Revision, len(some)), make([]error, len(some))
		var all sync.WaitGroup
		for i, name := range some {
			all.Go(func() { heads[i], errs[i] = s.Head(ctx, name) })
		}
		all.Wait()
		for i, name := range some {
			if errs[i] != nil {
				return errs[i]
			}
			if heads[i] != store.NoStream && !yield(store.Standing{Stream: name, Head: heads[i]}) {
				return nil
			}
		}
	}
	return nil
}

// Heads implements store.Surveyor. It asks for each ledger in turn, because the server has
// no such question.
func (s *Store) Heads(ctx context.Context) iter.Seq2[store.Standing, error] {
	return func(yield func(store.Standing, error) bool) {
		var list []store.Standing
		err := s.standings(ctx, func(at store.Standing) bool {
			list = append(list, at)
			return true
		})
		if err != nil {
			yield(store.Standing{}, err)
			return
		}
		slices.SortFunc(list, func(a, b store.Standing) int {
			if a.Stream < b.Stream {
				return -1
			}
			return 1
		})
		for _, at := range list {
			if !yield(at, nil) {
				return
			}
		}
	}
}
