package store

import (
	"context"
	"errors"
	"iter"
	"sync"
	"sync/atomic"

	"github.com/google/uuid"
)

// What a store may offer besides Store. Who needs one of these asks by a type assertion and
// says so, or does without, where there is none.

// Lender is an optional interface of a Store that reads many events through the same memory.
type Lender interface {
	// Lend yields what Read yields; the Data of each event is overwritten when the next one is asked for.
	Lend(ctx context.Context, stream string, from Revision) iter.Seq2[Recorded, error]
}

// Lend yields what Read yields, for whoever keeps no event's Data longer than until it asks for the next one: a long stream is then
// read without making garbage of all of it.
func Lend(ctx context.Context, s Store, stream string, from Revision) iter.Seq2[Recorded, error] {
	if l, ok := s.(Lender); ok {
		return l.Lend(ctx, stream, from)
	}
	return s.Read(ctx, stream, from)
}

// Lister is an optional interface of a Store that can list its streams.
type Lister interface {
	// Streams returns the names of all streams that have events, in the order in which
	// they began where the store knows it, else by name. One whose events the store should
	// have, and does not give, is among them: who reads it is told why.
	Streams(ctx context.Context) ([]string, error)
}

// Surveyor can tell how far all streams have come, in one question.
type Surveyor interface {
	// Heads yields every stream that Streams names with its head, by name. After an error the
	// sequence ends; what is wrong with one stream alone stands in its Standing.
	Heads(ctx context.Context) iter.Seq2[Standing, error]
}

// ErrPiecemeal reports that streams should be read one by one: the store may not read all at once, or holds much
// foreign data.
var ErrPiecemeal = errors.New("all streams cannot be read at once")

// A Sweeper is an optional interface of a Store that can read all streams at once faster than one by one.
type Sweeper interface {
	// Sweep hands over the events of all streams, mixed, each stream's in their order, and
	// returns what Heads yields. Only of the streams in whole are these what Read yields, from
	// the first to the head: others hold something that asks for a closer look. The error may be
	// ErrPiecemeal; one that has to do with some streams alone comes with the others' standings.
	Sweep(ctx context.Context, take func(stream string, e *Recorded)) (list []Standing, whole map[string]bool, err error)
}

// A Standing is a stream and its last event. Err is set if the stream is damaged or was deleted.
type Standing struct {
	Stream string
	Head   Revision
	ID     uuid.UUID // of the event at Head, if the store tells it at once
	Err    error
}

// Checker is an optional interface of a Store: it finds damage that reading a stream does not show.
type Checker interface {
	// Check looks at the whole store, and goes on behind what it finds: a *DamagedError for
	// each stream, joined.
	Check(ctx context.Context) error

	// CheckStream looks at one stream, and at what all have in common.
	CheckStream(ctx context.Context, stream string) error
}

// Founded is a Checker whose CheckStream finds what CheckGround does that is not quick, and else only what reading the stream to its end shows. So whoever reads it
// anyway need not have it read twice.
type Founded interface {
	Checker

	// CheckGround looks at what all streams have in common, while others read them. A quick look leaves out what nobody who reads a stream
	// depends on: which event an index says has an id.
	CheckGround(ctx context.Context, quick bool) error
}

// A Trouble is something about a store that stands in the way of its streams, or is left behind,
// and that the store may put right itself.
type Trouble struct {
	Kind   string // what can be asked to be mended: "index"
	Stream string // the one that it is about, "" if it is about all
	Found  string // what is the matter
	Cure   string // what Mend does, "" if the store knows no help

	Harmless bool // it is in nobody's way

	Mend func(ctx context.Context) error // nil without a cure
}

// Mender knows what can stand in the way of its streams.
type Mender interface {
	// Troubles looks for all of it and changes nothing. With an error there may be some found.
	Troubles(ctx context.Context) ([]Trouble, error)
}

// Subscriber is an optional interface of a Store that announces events as they are appended.
type Subscriber interface {
	// Subscribe yields the events of a stream as Read does, and at its end waits for more.
	// It ends with the error of ctx, or with the one that broke the connection: what
	// follows can then be had by subscribing again, from the next revision.
	Subscribe(ctx context.Context, stream string, from Revision) iter.Seq2[Recorded, error]
}

// Distant is an optional interface of a Store that is slow to read, so that a reader should cache the result of
// reading a stream to its end.
type Distant interface {
	Distant()
}

// Picker can read one event, where reading on sends more than is asked for.
type Picker interface {
	// Event returns the event at a revision, false if there is none.
	Event(ctx context.Context, stream string, at Revision) (Recorded, bool, error)
}

// EventAt reads one event of a stream, and reports whether there is one at that revision.
func EventAt(ctx context.Context, st Store, stream string, at Revision) (Recorded, bool, error) {
	if p, ok := st.(Picker); ok {
		return p.Event(ctx, stream, at)
	}
	for e, err := range st.Read(ctx, stream, at) {
		return e, err == nil, err
	}
	return Recorded{}, false, nil
}

// Saver can write all that it holds into a new file.
type Saver interface {
	// Save makes a file that holds every stream as it stood at one moment during the call,
	// while others read and append. The file appears whole and checked, or not at all; an
	// existing one is left alone. progress, if not nil, is told how far it is.
	Save(ctx context.Context, path string, progress func(done, of int)) error
}

// Filler is an optional interface of a Store that writes more events in one append than memory should hold.
type Filler interface {
	// Fill is Append of a sequence of events, one at least, to a stream that does not exist. It reads the sequence once, and writes all of it
	// or nothing; an error of the sequence is returned as it is. The sequence must not use the Store.
	Fill(ctx context.Context, stream string, events iter.Seq2[Event, error]) (Revision, error)
}

// Fill writes the first events of a stream as a Filler does. For other stores it gathers them first.
func Fill(ctx context.Context, st Store, stream string, events iter.Seq2[Event, error]) (Revision, error) {
	if f, ok := st.(Filler); ok {
		return f.Fill(ctx, stream, events)
	}
	var list []Event
	for e, err := range events {
		if err != nil {
			return 0, err
		}
		list = append(list, e)
	}
	if len(list) == 0 {
		return 0, ErrNothing
	}
	return st.Append(ctx, stream, NoStream, list)
}

// ErrNothing says that a stream was to be filled with no event at all.
var ErrNothing error = &InvalidError{Found: "a stream begins with one event at least"}

// Each yields the events of a list, for Fill.
func Each(list []Event) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		for _, e := range list {
			if !yield(e, nil) {
				return
			}
		}
	}
}

// A Poller is an optional interface of a Store that looks at the ends of several streams for little more than one costs.
type Poller interface {
	// HeadsOf returns the streams of some names with their heads, in the same order; NoStream is the head of one without events. What is wrong
	// with one stream alone stands in its Standing.
	HeadsOf(ctx context.Context, streams []string) ([]Standing, error)
}

// mostAsked is how many streams HeadsOf asks for at the same time where a store is asked for each.
const mostAsked = 16

// HeadsOf is what a Poller tells; of other stores each stream is asked for.
func HeadsOf(ctx context.Context, st Store, streams []string) ([]Standing, error) {
	if p, ok := st.(Poller); ok {
		return p.HeadsOf(ctx, streams)
	}
	list := make([]Standing, len(streams))
	var each sync.WaitGroup
	var next atomic.Int64
	for range min(mostAsked, len(streams)) {
		each.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(streams)) && ctx.Err() == nil; i = next.Add(1) - 1 {
				list[i].Stream = streams[i]
				list[i].Head, list[i].Err = st.Head(ctx, streams[i])
			}
		})
	}
	each.Wait()
	return list, ctx.Err()
}

// A Follower tells which streams of a store have grown. It lives as long as the store, and is for one goroutine at a time.
type Follower interface {
	// Grown returns the streams that have events which no call told of before, with their heads: the first call all streams, a later one those that were appended to
	// before it, whoever did so. Seldom, what was appended during a call is told of twice. Except for the first call it costs what has grown, and not how many streams
	// there are, of a store that is Following.
	Grown(ctx context.Context) ([]Standing, error)
}

// A Marker is an optional interface of a Follower, by which another one, of a later process too, goes on where it has come to.
type Marker interface {
	// Mark returns how far all has been told, and false if the first call of Grown has not.
	Mark() (uint64, bool)

	// From has the first call tell what has grown since a mark in place of all streams, or what was told last then as well. A mark that is none
	// of the store's, as far as it can tell, is as no mark.
	From(mark uint64)
}

// Following is an optional interface of a Store that knows which streams grow.
type Following interface {
	Follow() Follower
}

// Follow returns a Follower of a store. For one that is not Following it lists the streams and asks for each; of one that cannot list them it tells nothing.
func Follow(st Store) Follower {
	if f, ok := st.(Following); ok {
		return f.Follow()
	}
	return &asking{st: st, known: map[string]Revision{}}
}

// asking follows a store by asking for the head of every stream.
type asking struct {
	st    Store
	known map[string]Revision
}

func (f *asking) Grown(ctx context.Context) (grown []Standing, err error) {
	l, ok := f.st.(Lister)
	if !ok {
		return nil, nil
	}
	names, err := l.Streams(ctx)
	if err != nil {
		return nil, err
	}
	all, err := HeadsOf(ctx, f.st, names)
	if err != nil {
		return nil, err
	}
	for _, s := range all {
		if known, ok := f.known[s.Stream]; s.Err != nil || !ok || known != s.Head {
			f.known[s.Stream] = s.Head
			grown = append(grown, s)
		}
	}
	return grown, nil
}
