package summary

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/google/uuid"

	"adjudicate/events"
	"adjudicate/store"
)

// ErrNoList says that a store cannot tell which streams it holds.
var ErrNoList = errors.New("the store does not list its ledgers")

// Entry is one ledger of a store. Err says why there is no summary of it; without a name it is about
// the store, of which the others are what is left.
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
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		list := heads(ctx, st)
		var swept map[string]*Summary
		if len(notes) == 0 {
			list, swept = sweep(ctx, st, list)
		}
		for at, err := range ahead(ctx, st, list, notes, swept) {
			if err != nil {
				yield(Entry{}, err)
				return
			}
			e := at.wait()
			if at.read && e.Err == nil && e.Name != "" {
				k.add(e, at.noted)
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// A line is what a list says of one game, or will say when it has been read.
type line struct {
	Entry
	read, noted bool          // whether something had to be read, behind a note that may have been too old
	done        chan struct{} // closed when they have been
}

func (l *line) wait() Entry {
	if l.done != nil {
		<-l.done
	}
	return l.Entry
}

// atOnce is how many games of a distant store are read at the same time, so that its answers are not
// waited for one by one.
const atOnce = 16

// ahead yields the games of a store in the order of their heads, while those that have to be read are
// being read: those of which neither a note nor a sweep has told as much.
func ahead(ctx context.Context, st store.Store, heads iter.Seq2[store.Standing, error], notes map[string]store.Note, swept map[string]*Summary) iter.Seq2[*line, error] {
	most := 1
	if _, ok := st.(store.Distant); ok {
		most = atOnce
	}
	return func(yield func(*line, error) bool) {
		slots := make(chan struct{}, most)
		var waiting []*line
		give := func(keep int) bool {
			for len(waiting) > keep {
				l := waiting[0]
				if waiting = waiting[1:]; !yield(l, nil) {
					return false
				}
			}
			return true
		}
		for at, err := range heads {
			if err != nil {
				if !give(0) {
					return
				}
				if !store.Alone(err) {
					yield(nil, err)
				} else if !yield(&line{Entry: Entry{Err: err}}, nil) {
					return
				}
				continue
			}
			l := &line{Entry: Entry{Name: at.Stream, Err: at.Err}}
			n, noted := notes[at.Stream]
			if l.noted = noted; noted && at.Err == nil {
				l.Summary, l.Err = Noted(n)
			}
			current := noted && l.Err == nil && n.At == at.Head && (at.ID == uuid.Nil || at.ID == l.Summary.last)
			switch s := swept[at.Stream]; {
			case at.Err != nil || current && !l.Summary.unwritten():
			case s != nil && s.Sequence == uint64(at.Head) && !s.unwritten():
				l.Summary, l.Err, l.read = *s, nil, true
			default:
				if !noted || n.At > at.Head {
					n = store.Note{Stream: at.Stream}
				}
				l.read, l.done = true, make(chan struct{})
				known := current
				if s != nil && s.Sequence == uint64(at.Head) {
					l.Summary, l.Err, known = *s, nil, true
				}
				slots <- struct{}{}
				go func() {
					if !known {
						l.Summary, l.Err = After(ctx, st, n)
					}
					if l.Err == nil {
						l.Summary.Write(ctx, st, at.Stream)
					}
					close(l.done)
					<-slots
				}()
			}
			if waiting = append(waiting, l); !give(most - 1) {
				return
			}
		}
		give(0)
	}
}

// sweep reads all games at once, if the store can, and returns the heads of its streams and the
// summaries of those games of which that tells all.
func sweep(ctx context.Context, st store.Store, heads iter.Seq2[store.Standing, error]) (iter.Seq2[store.Standing, error], map[string]*Summary) {
	w, ok := st.(store.Sweeper)
	if !ok {
		return heads, nil
	}
	var dec events.Decoder
	swept := map[string]*Summary{}
	failed := map[string]bool{}
	list, whole, err := w.Sweep(ctx, func(stream string, rec *store.Recorded) {
		if failed[stream] {
			return
		}
		s := swept[stream]
		if s == nil {
			s = &Summary{}
			swept[stream] = s
		}
		e, err := dec.Decode(rec.Data)
		failed[stream] = err != nil || e.Sequence != s.Sequence+1 || s.Fold(&e) != nil
	})
	if errors.Is(err, store.ErrPiecemeal) {
		return heads, nil
	}
	for stream := range swept {
		if failed[stream] || !whole[stream] {
			delete(swept, stream)
		}
	}
	return func(yield func(store.Standing, error) bool) {
		for _, at := range list {
			if !yield(at, nil) {
				return
			}
		}
		if err != nil {
			yield(store.Standing{}, err)
		}
	}, swept
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
