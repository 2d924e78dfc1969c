package summary

import (
	"context"
	"errors"
	"iter"
	"slices"

	"adjudicate/store"
)

// ErrNoList says that a store cannot tell which streams it holds.
var ErrNoList = errors.New("the store does not tell which ledgers it holds")

// Entry is one ledger of a store. Err says why there is no summary of it.
type Entry struct {
	Name    string
	Summary Summary
	Err     error
}

// All yields every ledger of a store with its summary, by name. The heads of the streams and
// the notes on them are asked for once; only ledgers whose notes are behind are read, and
// their new notes kept. anew leaves notes unread. An error of the second value ends the list.
func All(ctx context.Context, st store.Store, keeper store.Keeper, anew bool) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		notes := map[string]store.Note{}
		if !anew {
			for n, err := range keeper.Notes(ctx, "", Kind) {
				if err != nil {
					break // without notes it takes longer
				}
				notes[n.Stream] = n
			}
		}
		k := keeping{ctx: ctx, keeper: keeper, anew: anew}
		defer k.flush()
		for at, err := range heads(ctx, st) {
			if err != nil {
				yield(Entry{}, err)
				return
			}
			e := Entry{Name: at.Stream, Err: at.Err}
			if at.Err != nil {
				if !yield(e, nil) {
					return
				}
				continue
			}
			n, noted := notes[at.Stream]
			if noted && n.At == at.Head {
				e.Summary, e.Err = Noted(n)
			}
			if !noted || n.At != at.Head || e.Err != nil {
				if !noted || n.At > at.Head {
					n = store.Note{Stream: at.Stream}
				}
				if e.Summary, e.Err = After(ctx, st, n); e.Err == nil {
					k.add(e, noted)
				}
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// heads yields the streams of a store with their heads, by name.
func heads(ctx context.Context, st store.Store) iter.Seq2[store.Standing, error] {
	if s, ok := st.(store.Surveyor); ok {
		return s.Heads(ctx)
	}
	return func(yield func(store.Standing, error) bool) {
		l, ok := st.(store.Lister)
		if !ok {
			yield(store.Standing{}, ErrNoList)
			return
		}
		names, err := l.Streams(ctx)
		if err != nil {
			yield(store.Standing{}, err)
			return
		}
		slices.Sort(names)
		for _, name := range names {
			head, err := st.Head(ctx, name)
			if !yield(store.Standing{Stream: name, Head: head}, err) || err != nil {
				return
			}
		}
	}
}

// keeping gathers notes and keeps many at once.
type keeping struct {
	ctx    context.Context
	keeper store.Keeper
	anew   bool
	list   []store.Note
}

func (k *keeping) add(e Entry, noted bool) {
	data, err := e.Summary.encode()
	if err != nil || e.Summary.Sequence == 0 {
		return
	}
	if noted || k.anew {
		_ = k.keeper.Drop(k.ctx, e.Name, Kind, 0)
	}
	k.list = append(k.list, store.Note{Stream: e.Name, Kind: Kind, At: store.Revision(e.Summary.Sequence), Data: data})
	if len(k.list) >= 256 {
		k.flush()
	}
}

func (k *keeping) flush() {
	_ = k.keeper.Keep(k.ctx, k.list...)
	k.list = k.list[:0]
}
