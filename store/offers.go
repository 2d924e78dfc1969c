package store

import (
	"context"
	"errors"
	"iter"

	"github.com/google/uuid"
)

// What a store may offer besides Store. Who needs one of these asks by a type assertion and
// says so, or does without, where there is none.

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
