package esdb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"adjudicate/store"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/google/uuid"
)

// Kinds of the troubles that a server's streams can have.
const (
	Hidden     = "hidden"     // a stream was deleted, or its metadata makes the server drop events
	Index      = "index"      // a ledger is not in the index, or entries of the index are missing
	Unfinished = "unfinished" // an append in parts that an earlier version left
	Stage      = "stage"      // a stage that nothing links to
)

// settled is how old the last event of a stage is before it counts as left behind: an append may
// still be under way.
const settled = 24 * time.Hour

// Troubles implements store.Mender. Which streams there are, it asks $all; without the right to
// read that, it looks at the ledgers in the index and returns an error.
func (s *Store) Troubles(ctx context.Context) ([]store.Trouble, error) {
	var found []store.Trouble
	hidden, err := s.hiding(ctx, s.indexName(), "")
	if err != nil {
		return nil, err
	}
	found = append(found, hidden...)
	s.forgetIndex()
	names, damage := s.names(ctx)
	var damaged *store.DamagedError
	if damage != nil && !errors.As(damage, &damaged) {
		return found, damage
	}
	there, scanErr := s.scan(ctx)
	if len(hidden) == 0 && damage != nil {
		found = append(found, s.rebuilding("", damaged.Found, there.ledgers))
		if damaged.Kind == "" {
			found[len(found)-1].Cure, found[len(found)-1].Mend = "", nil
		}
	}
	for _, ledger := range there.ledgers {
		if len(hidden) == 0 && damage == nil && !slices.Contains(names, ledger) {
			found = append(found, s.rebuilding(ledger, fmt.Sprintf("ledger %q is not in the index", ledger), there.ledgers))
		}
	}
	for _, ledger := range union(names, there.ledgers) {
		list, err := s.troublesOf(ctx, ledger)
		if err != nil {
			return found, err
		}
		found = append(found, list...)
	}
	for _, name := range there.left() {
		if st := there.stages[name]; time.Since(st.latest) >= settled && s.unlimited(ctx, name) == nil {
			found = append(found, store.Trouble{Kind: Stage, Harmless: true, Found: fmt.Sprintf("stream %q holds %d events of an aborted append that belong to no ledger", name, st.events),
				Cure: "delete the stream", Mend: func(ctx context.Context) error { return s.sweep(ctx, name) }})
		}
	}
	return found, scanErr
}

// union is a list and what another has besides.
func union(a, b []string) []string {
	list := slices.Clone(a)
	for _, name := range b {
		if !slices.Contains(a, name) {
			list = append(list, name)
		}
	}
	return list
}

// troublesOf are those of one ledger.
func (s *Store) troublesOf(ctx context.Context, ledger string) ([]store.Trouble, error) {
	name := s.nameOf(ledger)
	found, err := s.hiding(ctx, name, ledger)
	if err != nil || len(found) > 0 {
		return found, err
	}
	at, err := s.end(ctx, name)
	var moved *movedError
	switch {
	case errors.As(err, &moved):
		return nil, nil
	case err != nil && store.Alone(err):
		return []store.Trouble{{Kind: Unfinished, Stream: ledger, Found: err.Error()}}, nil
	case err != nil:
		return nil, err
	}
	if at.open != nil && !at.open.linked {
		text := fmt.Sprintf("an append to ledger %q by an earlier version is unfinished: events %d to %d of %d to %d are there", ledger, at.open.First, at.reached, at.open.First, at.open.Last)
		found = append(found, store.Trouble{Kind: Unfinished, Stream: ledger, Found: text,
			Cure: fmt.Sprintf("drop these events, so that the ledger ends at event %d", at.open.First-1),
			Mend: func(ctx context.Context) error { return s.drop(ctx, name) }})
	}
	if at.open != nil && at.open.linked {
		found = append(found, store.Trouble{Kind: Unfinished, Stream: ledger, Harmless: at.head > store.NoStream,
			Found: fmt.Sprintf("an append to ledger %q is unfinished: %d of %d events become readable when the next writer finishes it", ledger, at.open.Last-at.open.First+1, at.open.Last),
			Cure:  "finish it", Mend: func(ctx context.Context) error { return s.finish(ctx, ledger, name, at) }})
	}
	return found, nil
}

// hiding says whether the metadata of a stream makes the server hide events.
func (s *Store) hiding(ctx context.Context, name, ledger string) ([]store.Trouble, error) {
	err := s.unlimited(ctx, name)
	var damaged *store.DamagedError
	switch {
	case err == nil || denied(err):
		return nil, nil
	case !errors.As(err, &damaged):
		return nil, err
	case damaged.Kind == "":
		return []store.Trouble{{Kind: Hidden, Stream: ledger, Found: damaged.Found}}, nil
	}
	return []store.Trouble{{Kind: Hidden, Stream: ledger, Found: damaged.Found, Cure: "remove the limit from its metadata: the events that the server still has become readable again",
		Mend: func(ctx context.Context) error { return s.unhide(ctx, name) }}}, nil
}

// rebuilding is a trouble of the index.
func (s *Store) rebuilding(ledger, found string, there []string) store.Trouble {
	return store.Trouble{Kind: Index, Stream: ledger, Found: found, Cure: "rebuild the index from the ledgers on the server",
		Mend: func(ctx context.Context) error { return s.rebuild(ctx, there) }}
}

// limits are the settings of metadata that make a server drop events.
var limits = []string{"$tb", "$maxCount", "$maxAge"}

// unhide takes the limits out of the metadata of a stream. A server answers the first change to
// a deleted stream with a limit of its own.
func (s *Store) unhide(ctx context.Context, name string) error {
	err := s.govern(ctx, name, func(fields map[string]json.RawMessage) bool {
		before := len(fields)
		for _, limit := range limits {
			delete(fields, limit)
		}
		return len(fields) != before
	})
	if err != nil {
		return err
	}
	return s.unlimited(ctx, name)
}

// KeepLatest has the server drop all but so many of the last events of a stream, which is for streams that are no ledgers: whoever writes to one from then on
// still finds its end.
func (s *Store) KeepLatest(ctx context.Context, stream string, events uint) error {
	limit := json.RawMessage(strconv.FormatUint(uint64(events), 10))
	return s.govern(ctx, s.nameOf(stream), func(fields map[string]json.RawMessage) bool {
		before := fields["$maxCount"]
		fields["$maxCount"] = limit
		return string(before) != string(limit)
	})
}

// govern changes the metadata of a stream, until change finds nothing to be changed.
func (s *Store) govern(ctx context.Context, name string, change func(fields map[string]json.RawMessage) bool) error {
	meta := "$$" + name
	for range 4 {
		e, err := s.rawEvent(ctx, meta, client.End{})
		if err != nil {
			return err
		}
		fields, at := map[string]json.RawMessage{}, store.NoStream
		if e != nil {
			if at = revisionOf(e); json.Unmarshal(e.Data, &fields) != nil {
				return nil // the server does not heed it either
			}
		}
		if !change(fields) {
			return nil
		}
		data, err := json.Marshal(fields)
		if err != nil {
			return err
		}
		id := uuid.NewSHA1(uuid.NameSpaceURL, fmt.Appendf(nil, "esdb:%s@%d/%s", meta, at, data))
		err = s.write(ctx, meta, meta, at, []client.EventData{{EventID: id, EventType: "$metadata", ContentType: client.ContentTypeJson, Data: data}})
		var conflict *store.ConflictError
		if err != nil && !errors.As(err, &conflict) {
			return err
		}
	}
	return nil
}

// rebuild writes into the index the ledgers that it does not name. Entries that are lost leave a
// gap; an event that says that the index was rebuilt stands before what is written anew.
func (s *Store) rebuild(ctx context.Context, there []string) error {
	index := s.indexName()
	for {
		s.forgetIndex()
		names, err := s.names(ctx)
		var damaged *store.DamagedError
		gap := errors.As(err, &damaged)
		if err != nil && !gap {
			return err
		}
		s.mu.Lock()
		head := s.index.head
		s.mu.Unlock()
		var list []client.EventData
		if gap {
			list = append(list, client.EventData{EventID: entryID(index, fmt.Sprintf("\x00rebuilt@%d", head)), EventType: rebuiltType, ContentType: client.ContentTypeJson, Data: []byte("{}")})
		}
		for _, ledger := range union(names, there) {
			if !gap && slices.Contains(names, ledger) {
				continue
			}
			e, err := s.entryOf(ledger)
			if err != nil {
				return err
			}
			list = append(list, e)
		}
		if len(list) == 0 {
			return nil
		}
		err = s.write(ctx, index, index, head, list)
		var conflict *store.ConflictError
		if !errors.As(err, &conflict) {
			return err
		}
	}
}
