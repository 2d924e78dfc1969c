package esdb

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"adjudicate/store"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/shared"
	"github.com/EventStore/EventStore-Client-Go/v4/protos/streams"
)

// sweepMost is how far the end of the server's log may lie from its beginning, in bytes, for all of it
// to be looked through: in a longer one most is of others, or old.
const sweepMost = 512 << 20

// Sweep implements store.Sweeper by one reading of $all. It looks closer at a ledger of which an
// event says anything else than what a plain one says, or whose metadata were ever set.
func (s *Store) Sweep(ctx context.Context, take func(stream string, e *store.Recorded)) ([]store.Standing, map[string]bool, error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	if err := s.sweepable(ctx); err != nil {
		return nil, nil, err
	}
	known, odd := map[string]last{}, map[string]bool{}
	err := s.pages(ctx, "reading all ledgers", func(e *streams.ReadResp_ReadEvent_RecordedEvent) {
		name := string(e.GetStreamIdentifier().GetStreamName())
		if of, ok := strings.CutPrefix(name, "$$"); ok {
			odd[of] = true
			return
		}
		ledger, ok := LedgerName(s.o.Category, name)
		if kind := e.GetMetadata()["type"]; !ok || kind == linkType || kind == dropType || bytes.Contains(e.GetCustomMetadata(), []byte(`"append"`)) ||
			e.GetStreamRevision() != uint64(known[ledger].at) {
			odd[name] = true
		}
		if odd[name] {
			return
		}
		r, ok := plainRecorded(e)
		if odd[name] = !ok; ok {
			known[ledger] = last{r.Revision, r.ID}
			take(ledger, &r)
		}
	}, s.o.Category+"-", "$$"+s.o.Category+"-")
	if err != nil {
		return nil, nil, piecemeal(ctx, err)
	}
	whole := map[string]bool{}
	for ledger := range known {
		if name := s.nameOf(ledger); odd[name] || odd[successor(name)] {
			delete(known, ledger)
		} else {
			whole[ledger] = true
		}
	}
	list, err := s.standings(ctx, known)
	if err != nil && !store.Alone(err) {
		return nil, nil, err
	}
	for _, at := range list {
		delete(known, at.Stream)
	}
	for ledger, at := range known {
		list = append(list, store.Standing{Stream: ledger, Head: at.at, ID: at.id})
	}
	if len(known) > 0 && err == nil {
		names := slices.Sorted(maps.Keys(known))
		err = &store.DamagedError{Place: s.place, Kind: Index, Found: fmt.Sprintf("the index lacks ledgers that are on the server: %q", names)}
	}
	slices.SortFunc(list, func(a, b store.Standing) int { return strings.Compare(a.Stream, b.Stream) })
	return list, whole, err
}

// sweepable asks where the server's log ends.
func (s *Store) sweepable(ctx context.Context) error {
	o := pageOf(nil)
	o.StreamOption = &streams.ReadReq_Options_All{All: &streams.ReadReq_Options_AllOptions{AllOption: &streams.ReadReq_Options_AllOptions_End{End: &shared.Empty{}}}}
	o.CountOption, o.ReadDirection = &streams.ReadReq_Options_Count{Count: 1}, streams.ReadReq_Options_Backwards
	o.FilterOption = &streams.ReadReq_Options_NoFilter{NoFilter: &shared.Empty{}}
	p := s.patience(false, "reading the end of the log")
	page, err := ask(ctx, p, func(ctx context.Context, l *link) ([]*streams.ReadResp_ReadEvent_RecordedEvent, error) {
		return l.everything(ctx, s, o)
	})
	if err != nil {
		return piecemeal(ctx, err)
	}
	if len(page) > 0 && page[0].GetCommitPosition() > sweepMost {
		return store.ErrPiecemeal
	}
	return nil
}

// piecemeal is the error of a sweep that a server refuses: the streams can be asked for all the same.
func piecemeal(ctx context.Context, err error) error {
	if ctx.Err() == nil && (denied(err) || isAnswer(err)) {
		return store.ErrPiecemeal
	}
	return err
}

// plainRecorded is an event that is no link.
func plainRecorded(e *streams.ReadResp_ReadEvent_RecordedEvent) (store.Recorded, bool) {
	id := e.GetId().GetStructured()
	if id == nil {
		return store.Recorded{}, false
	}
	named, err := client.ParseUUIDFromInt64(id.GetMostSignificantBits(), id.GetLeastSignificantBits())
	return store.Recorded{Event: store.Event{ID: named, Type: e.GetMetadata()["type"], Data: append([]byte{}, e.GetData()...)}, Revision: store.Revision(e.GetStreamRevision()) + 1}, err == nil
}
