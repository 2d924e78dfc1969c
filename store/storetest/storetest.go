// Package storetest holds the tests that every store.Store must pass. The test of an adapter
// calls Run with a function that opens an empty store, and RunUnique if the store remembers
// every id for ever. Start here to write a new adapter.
package storetest

import (
	"context"
	"fmt"
	"iter"
	"reflect"
	"testing"

	"adjudicate/store"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

// differ is cmp.Diff, which would take much the longest part of reading thousands of events; of lists that are the same it is not asked.
func differ[T any](want, got []T) string {
	if reflect.DeepEqual(want, got) {
		return ""
	}
	return cmp.Diff(want, got)
}

// An Opener opens an empty store and closes it when the test ends. Reopen closes the store
// and opens it again with what it held; it is nil for a store that forgets.
type Opener func(t *testing.T) (s store.Store, reopen func() store.Store)

// Limited is a store that takes no events of megabytes: LargestEvent is how many bytes it takes.
type Limited interface{ LargestEvent() int }

// Run runs every conformance test, each on a store of its own.
func Run(t *testing.T, open Opener) {
	run(t, open, []conformance{
		{"an empty stream has no events and no head", empty},
		{"events come back in order and byte for byte", faithful},
		{"reading starts at the revision asked for", readFrom},
		{"streams do not mix", apart},
		{"expected revisions", expectations},
		{"an append without events only checks", bare},
		{"a repeated append changes nothing and answers the same", repeats},
		{"an append that only resembles an earlier one is refused", nearRepeats},
		{"what is no append is refused", invalid},
		{"thousands of events in one append and in many", large},
		{"an event of megabytes", heavy},
		{"a cancelled context stops reading and appending", cancelled},
		{"appending while reading", interleaved},
		{"a reader may stop early", stopping},
		{"data given and data got can be scribbled on", isolated},
		{"of appenders at one revision one wins", racing},
		{"appenders that try again all succeed", contending},
		{"what clients are told at once is so in one order", linear},
		{"what was appended is there after reopening", durable},
	})
}

// RunUnique runs the tests of a store that remembers every id for ever, so that an id is
// never used twice and a repeat is known at any revision. Servers may remember only some.
func RunUnique(t *testing.T, open Opener) {
	run(t, open, []conformance{
		{"an id is used once", duplicates},
		{"an append refused for its last event writes nothing", allOrNone},
		{"a repeat is known at any revision", repeatsAnywhere},
	})
}

type conformance struct {
	name string
	test func(*testing.T, Opener)
}

func run(t *testing.T, open Opener, tests []conformance) {
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) { c.test(t, open) })
	}
}

// Events makes events with ids and data derived from a name and a number, from number first
// on: the same call makes the same events.
func Events(name string, first, count int) []store.Event {
	list := make([]store.Event, count)
	for i := range list {
		n := first + i
		list[i] = store.Event{
			ID:   uuid.NewSHA1(uuid.NameSpaceOID, fmt.Appendf(nil, "%s/%d", name, n)),
			Type: "piece-moved.v1",
			Data: fmt.Appendf(nil, `{"name":%q,"number":%d}`, name, n),
		}
	}
	return list
}

// recorded is what reading a stream that holds events from the start gives.
func recorded(events []store.Event) []store.Recorded {
	list := make([]store.Recorded, len(events))
	for i, e := range events {
		list[i] = store.Recorded{Event: e, Revision: store.Revision(i + 1)}
	}
	return list
}

func all(t *testing.T, seq iter.Seq2[store.Recorded, error]) []store.Recorded {
	t.Helper()
	list := []store.Recorded{}
	for r, err := range seq {
		if err != nil {
			t.Fatalf("after %d events: %v", len(list), err)
		}
		list = append(list, r)
	}
	return list
}

func mustAppend(t *testing.T, s store.Store, stream string, expected store.Revision, events []store.Event) store.Revision {
	t.Helper()
	r, err := s.Append(context.Background(), stream, expected, events)
	if err != nil {
		t.Fatalf("append %d events to %q at %s: %v", len(events), stream, expected, err)
	}
	return r
}

// holds fails the test unless the stream holds exactly events.
func holds(t *testing.T, s store.Store, stream string, events []store.Event) {
	t.Helper()
	ctx := context.Background()
	if d := differ(recorded(events), all(t, s.Read(ctx, stream, 1))); d != "" {
		t.Errorf("stream %q (-want +got):\n%s", stream, d)
	}
	head, err := s.Head(ctx, stream)
	if err != nil || head != store.Revision(len(events)) {
		t.Errorf("head of %q: got %s and error %v, want %d", stream, head, err, len(events))
	}
}
