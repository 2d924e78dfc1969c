package summary

import (
	"bytes"
	"context"
	"errors"
	"iter"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger"
	"adjudicate/store"
)

// Of folds a whole ledger into its summary.
func Of(list iter.Seq2[events.Envelope, error]) (Summary, error) {
	var s Summary
	state := aggregate.NewState()
	for e, err := range list {
		if err != nil {
			return Summary{}, err
		}
		s.Sequence, s.Recorded, s.last = e.Sequence, e.Recorded, e.ID
		s.told(&e)
		if err := history.Fold(state, &e); err != nil {
			return Summary{}, err
		}
	}
	if s.Sequence > 0 {
		s.state(state)
	}
	return s, nil
}

// Current returns the summary of a ledger that stands at head, from the note on it and the
// events after that. If the note was not up to date, the new one is kept; that a keeper
// cannot keep it is no error.
func Current(ctx context.Context, st store.Store, keeper store.Keeper, name string, head store.Revision) (Summary, error) {
	n, found, err := keeper.Kept(ctx, name, Kind, head)
	if err != nil || !found {
		n = store.Note{Stream: name, Kind: Kind}
	}
	if s, err := Noted(n); err == nil && n.At == head {
		return s, nil
	}
	s, err := After(ctx, st, n)
	if err == nil && s.Sequence != uint64(n.At) {
		Keep(ctx, keeper, name, s)
	}
	return s, err
}

// Deriving derives a summary that is kept again, of the acts that a verification reads, event by event or, where an edition restates the
// state, of the state that the game has come to. It is a [ledger.Deriving].
type Deriving struct {
	note  store.Note
	s     Summary
	whole bool // only the state tells it
}

// Derive begins to derive a note again.
func Derive(n store.Note) ledger.Deriving { return &Deriving{note: n} }

// Add implements [ledger.Deriving].
func (d *Deriving) Add(act *events.Act, after *aggregate.State) {
	if act.First().Sequence > uint64(d.note.At) {
		return
	}
	for e := range act.All() {
		if e.Sequence > uint64(d.note.At) {
			return // amid an act
		}
		err := d.s.Fold(e)
		if errors.Is(err, errUntold) {
			d.s.told(e)
		}
		d.whole = d.whole || err != nil
	}
	if d.whole && d.s.Sequence == uint64(d.note.At) {
		d.s.state(after)
	}
}

// Holds implements [ledger.Deriving]. A note of an earlier version holds, since nobody reads it any more.
func (d *Deriving) Holds(ctx context.Context, st store.Store) (bool, error) {
	kept, err := Noted(d.note)
	if err != nil {
		return outdated(d.note.Data), nil // nobody reads it
	}
	s := d.s
	if kept.wrote {
		s.Write(ctx, st, d.note.Stream)
	}
	// The sides stand in the order in which they were heard of, which means nothing.
	for _, list := range [][]holder{s.holders, kept.holders} {
		slices.SortFunc(list, func(a, b holder) int { return strings.Compare(a.Side, b.Side) })
	}
	if d.whole {
		s.holders, kept.holders = nil, nil // the state does not know sides that are gone
	}
	if kept.edition == 0 { // by a program that did not keep what editions say
		s.edition, s.bases, s.stated = 0, nil, nil
	}
	want, err := s.encode()
	if err != nil {
		return false, err
	}
	have, err := kept.encode()
	return bytes.Equal(want, have), err
}

// After returns the summary that a note holds, brought up to date with the events after it.
// A note that cannot be read is as good as none, and so is one of another stream that had the name
// before: the event that it is about is looked at. Behind an adoption the state is read as package history reads it.
func After(ctx context.Context, st store.Store, n store.Note) (Summary, error) {
	s, err := Noted(n)
	if err != nil {
		s = Summary{}
	}
	begun, restated := s.Sequence, false
	for e, err := range ledger.Events(ctx, st, n.Stream, max(s.Sequence, 1)) {
		if err != nil {
			return Summary{}, err
		}
		if e.Sequence == s.Sequence {
			if e.ID != s.last {
				return Of(ledger.Events(ctx, st, n.Stream, 1))
			}
			continue
		}
		err := s.Fold(&e)
		restated = restated || errors.Is(err, errRestated)
		if err != nil && (begun == 0 || !errors.Is(err, errRestated)) {
			return Of(ledger.Events(ctx, st, n.Stream, 1)) // what has been read is all of it, or not enough
		}
	}
	if !restated {
		return s, nil
	}
	state, at := history.KeptState(ctx, st, n.Stream, s.Sequence)
	if err := history.FoldStream(ctx, st, n.Stream, state, at, s.Sequence); err != nil {
		return Summary{}, err
	}
	s.state(state)
	return s, nil
}

// Noted reads a note, as Current keeps it. One about no event needs no data.
func Noted(n store.Note) (Summary, error) {
	if len(n.Data) == 0 && n.At == store.NoStream {
		return Summary{}, nil
	}
	s, err := decode(n.Data)
	if err == nil && s.Sequence != uint64(n.At) {
		err = errors.New("read a summary: its event differs from that of its note")
	}
	return s, err
}

// Keep keeps a summary in place of those before it. That it cannot be kept is no error.
func Keep(ctx context.Context, keeper store.Keeper, name string, s Summary) {
	data, err := s.encode()
	if err != nil || s.Sequence == 0 {
		return
	}
	if keeper.Drop(ctx, name, Kind, 0) == nil {
		_ = keeper.Keep(ctx, store.Note{Stream: name, Kind: Kind, At: store.Revision(s.Sequence), Data: data})
	}
}
