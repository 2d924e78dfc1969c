// Package storetest holds the tests that every store.Store must pass. An adapter's own test
// calls Run with a way to open an empty store, and RunUnique if the store remembers every id
// for ever; whoever writes a new adapter starts here.
package storetest

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"sync"
	"testing"

	"adjudicate/store"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

// An Opener opens an empty store and closes it when the test ends. Reopen closes the store
// and opens it again with what it held; it is nil for a store that forgets.
type Opener func(t *testing.T) (s store.Store, reopen func() store.Store)

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
		{"what was appended is there after reopening", durable},
	})
}

// RunUnique runs the tests of a store that remembers every id for ever, so that an id is
// never used twice and a repeat is known at any revision. Servers may remember only some.
func RunUnique(t *testing.T, open Opener) {
	run(t, open, []conformance{
		{"an id is used once", duplicates},
		{"an append refused for its last event writes nothing", atomic},
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
	if d := cmp.Diff(recorded(events), all(t, s.Read(ctx, stream, 1))); d != "" {
		t.Errorf("stream %q (-want +got):\n%s", stream, d)
	}
	head, err := s.Head(ctx, stream)
	if err != nil || head != store.Revision(len(events)) {
		t.Errorf("head of %q: got %s and error %v, want %d", stream, head, err, len(events))
	}
}

func empty(t *testing.T, open Opener) {
	s, _ := open(t)
	holds(t, s, "nowhere", nil)
}

func faithful(t *testing.T, open Opener) {
	s, _ := open(t)
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	events := Events("faithful", 1, 5)
	events[0].Data = []byte{}
	events[1].Data = every
	events[2].Data = []byte("a\x00b")
	events[3].Data = []byte("\xff\xfe not UTF-8 ½ \r\n")
	events[4].Type = "größe.v12"
	if got := mustAppend(t, s, "s", store.NoStream, events); got != 5 {
		t.Errorf("got %s, want revision 5", got)
	}
	holds(t, s, "s", events)
}

func readFrom(t *testing.T, open Opener) {
	s, _ := open(t)
	events := Events("from", 1, 100)
	mustAppend(t, s, "s", store.NoStream, events)
	for from, want := range map[store.Revision][]store.Recorded{
		0: recorded(events), 1: recorded(events), 2: recorded(events)[1:], 57: recorded(events)[56:],
		100: recorded(events)[99:], 101: {}, 5000: {}, 1 << 50: {}, store.Any: {},
	} {
		if d := cmp.Diff(want, all(t, s.Read(context.Background(), "s", from))); d != "" {
			t.Errorf("from %d (-want +got):\n%s", uint64(from), d)
		}
	}
}

func apart(t *testing.T, open Opener) {
	s, _ := open(t)
	names := []string{"hand-1", "hand-2", "Hand-1", "ünïcode / and spaces", "'; DROP TABLE events; --"}
	held := map[string][]store.Event{}
	for round := range 3 {
		for _, name := range names {
			more := Events(name, 10*round, 2)
			mustAppend(t, s, name, store.Revision(len(held[name])), more)
			held[name] = append(held[name], more...)
		}
	}
	for _, name := range names {
		holds(t, s, name, held[name])
	}
}

func expectations(t *testing.T, open Opener) {
	for _, c := range []struct {
		name     string
		has      int
		expected store.Revision
		conflict bool
	}{
		{"no stream, and there is none", 0, store.NoStream, false},
		{"any, and there is none", 0, store.Any, false},
		{"a revision, and there is no stream", 0, 3, true},
		{"no stream, and there is one", 3, store.NoStream, true},
		{"the right revision", 3, 3, false},
		{"an earlier revision", 3, 2, true},
		{"a later revision", 3, 4, true},
		{"any, and there is a stream", 3, store.Any, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, _ := open(t)
			held := Events("had", 1, c.has)
			if c.has > 0 {
				mustAppend(t, s, "s", store.NoStream, held)
			}
			more := Events("more", 1, 2)
			got, err := s.Append(context.Background(), "s", c.expected, more)
			if !c.conflict {
				if want := store.Revision(c.has + 2); err != nil || got != want {
					t.Fatalf("got %s and error %v, want %s", got, err, want)
				}
				holds(t, s, "s", append(held, more...))
				return
			}
			var conflict *store.ConflictError
			if !errors.As(err, &conflict) {
				t.Fatalf("got error %v, want a conflict", err)
			}
			want := &store.ConflictError{Stream: "s", Wanted: c.expected, Found: store.Revision(c.has)}
			if d := cmp.Diff(want, conflict); d != "" {
				t.Errorf("conflict (-want +got):\n%s", d)
			}
			holds(t, s, "s", held)
		})
	}
}

func bare(t *testing.T, open Opener) {
	s, _ := open(t)
	held := Events("held", 1, 3)
	mustAppend(t, s, "s", store.NoStream, held)
	for _, expected := range []store.Revision{3, store.Any} {
		if got := mustAppend(t, s, "s", expected, nil); got != 3 {
			t.Errorf("at %s: got %s, want revision 3", expected, got)
		}
	}
	for _, expected := range []store.Revision{store.NoStream, 2, 4} {
		var conflict *store.ConflictError
		if _, err := s.Append(context.Background(), "s", expected, nil); !errors.As(err, &conflict) {
			t.Errorf("at %s: got error %v, want a conflict", expected, err)
		}
	}
	if got := mustAppend(t, s, "other", store.NoStream, nil); got != store.NoStream {
		t.Errorf("to a stream without events: got %s, want no stream", got)
	}
	holds(t, s, "s", held)
	holds(t, s, "other", nil)
}

func repeats(t *testing.T, open Opener) {
	s, _ := open(t)
	first, second, third := Events("r", 1, 3), Events("r", 4, 2), Events("r", 6, 1)
	mustAppend(t, s, "s", store.NoStream, first)
	mustAppend(t, s, "s", 3, second)
	mustAppend(t, s, "s", store.Any, third)
	held := append(append(append([]store.Event{}, first...), second...), third...)
	for _, c := range []struct {
		name     string
		expected store.Revision
		events   []store.Event
		want     store.Revision
	}{
		{"the first append", store.NoStream, first, 3},
		{"the second append", 3, second, 5},
		{"the last append, at its revision", 5, third, 6},
		{"the beginning of the first append", store.NoStream, first[:2], 2},
		{"two appends in one", store.NoStream, held[:5], 5},
	} {
		got, err := s.Append(context.Background(), "s", c.expected, c.events)
		if err != nil || got != c.want {
			t.Errorf("%s: got %s and error %v, want %s", c.name, got, err, c.want)
		}
	}
	holds(t, s, "s", held)
}

func repeatsAnywhere(t *testing.T, open Opener) {
	s, _ := open(t)
	held := Events("r", 1, 6)
	mustAppend(t, s, "s", store.NoStream, held[:3])
	mustAppend(t, s, "s", 3, held[3:5])
	mustAppend(t, s, "s", store.Any, held[5:])
	for _, c := range []struct {
		events []store.Event
		want   store.Revision
	}{{held[5:], 6}, {held[3:5], 5}, {held[:1], 1}, {held, 6}} {
		got, err := s.Append(context.Background(), "s", store.Any, c.events)
		if err != nil || got != c.want {
			t.Errorf("%d events again: got %s and error %v, want %s", len(c.events), got, err, c.want)
		}
	}
	holds(t, s, "s", held)
}

func nearRepeats(t *testing.T, open Opener) {
	s, _ := open(t)
	held := Events("n", 1, 4)
	mustAppend(t, s, "s", store.NoStream, held)
	fresh := Events("fresh", 1, 1)[0]
	for _, c := range []struct {
		name     string
		expected store.Revision
		events   []store.Event
	}{
		{"one event more than was appended", store.NoStream, append(held[:4:4], fresh)},
		{"another order", store.NoStream, []store.Event{held[1], held[0], held[2], held[3]}},
		{"a new event in the middle", store.NoStream, []store.Event{held[0], fresh, held[2], held[3]}},
		{"the right events one place on", 1, held[:3]},
		{"a place that is still to come", 7, held},
	} {
		_, err := s.Append(context.Background(), "s", c.expected, c.events)
		want := &store.ConflictError{Stream: "s", Wanted: c.expected, Found: 4}
		var conflict *store.ConflictError
		if !errors.As(err, &conflict) {
			t.Errorf("%s: got error %v, want a conflict", c.name, err)
		} else if d := cmp.Diff(want, conflict); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
	holds(t, s, "s", held)
}

func duplicates(t *testing.T, open Opener) {
	s, _ := open(t)
	held, fresh := Events("d", 1, 3), Events("e", 1, 50)
	mustAppend(t, s, "s", store.NoStream, held)
	for _, c := range []struct {
		name     string
		stream   string
		expected store.Revision
		events   []store.Event
		want     store.DuplicateError
	}{
		{"again at the end", "s", 3, held[1:2], store.DuplicateError{ID: held[1].ID, Stream: "s", Revision: 2}},
		{"behind new events", "s", store.Any, append(fresh[:40:40], held[2]), store.DuplicateError{ID: held[2].ID, Stream: "s", Revision: 3}},
		{"in another stream", "other", store.NoStream, []store.Event{fresh[0], held[0]}, store.DuplicateError{ID: held[0].ID, Stream: "s", Revision: 1}},
		{"in another stream at any revision", "other", store.Any, held, store.DuplicateError{ID: held[0].ID, Stream: "s", Revision: 1}},
		{"twice in one append", "s", 3, []store.Event{fresh[0], fresh[1], fresh[0]}, store.DuplicateError{ID: fresh[0].ID, Stream: "s"}},
	} {
		_, err := s.Append(context.Background(), c.stream, c.expected, c.events)
		var duplicate *store.DuplicateError
		if !errors.As(err, &duplicate) {
			t.Errorf("%s: got error %v, want a duplicate", c.name, err)
		} else if d := cmp.Diff(c.want, *duplicate); d != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, d)
		}
	}
	holds(t, s, "s", held)
	holds(t, s, "other", nil)
	mustAppend(t, s, "s", 3, fresh)
	holds(t, s, "s", append(held, fresh...))
}

func invalid(t *testing.T, open Opener) {
	s, _ := open(t)
	noID, noType := Events("i", 1, 3), Events("i", 1, 3)
	noID[2].ID, noType[1].Type = uuid.Nil, ""
	for _, c := range []struct {
		name, stream string
		events       []store.Event
	}{
		{"a stream without a name", "", Events("i", 1, 1)},
		{"an event without an id", "s", noID},
		{"an event without a type", "s", noType},
	} {
		var refused *store.InvalidError
		if _, err := s.Append(context.Background(), c.stream, store.Any, c.events); !errors.As(err, &refused) {
			t.Errorf("%s: got error %v, want it refused as invalid", c.name, err)
		}
	}
	holds(t, s, "s", nil)
}

func atomic(t *testing.T, open Opener) {
	s, _ := open(t)
	held := Events("a", 1, 1)
	mustAppend(t, s, "s", store.NoStream, held)
	bad := append(Events("b", 1, 500), held[0])
	if _, err := s.Append(context.Background(), "s", 1, bad); err == nil {
		t.Error("an append whose last event's id is in use succeeded")
	}
	holds(t, s, "s", held)
	if _, err := s.Append(context.Background(), "new", store.NoStream, bad); err == nil {
		t.Error("an append to a new stream whose last event's id is in use succeeded")
	}
	holds(t, s, "new", nil)
	mustAppend(t, s, "s", 1, bad[:500])
	holds(t, s, "s", append(held, bad[:500]...))
}

func large(t *testing.T, open Opener) {
	s, _ := open(t)
	events := Events("l", 1, 5000)
	mustAppend(t, s, "s", store.NoStream, events[:4001])
	for at := 4001; at < 5000; {
		n := min(1+at%97, 5000-at)
		at = int(mustAppend(t, s, "s", store.Revision(at), events[at:at+n]))
	}
	holds(t, s, "s", events)
}

func heavy(t *testing.T, open Opener) {
	s, _ := open(t)
	events := Events("h", 1, 3)
	events[1].Data = make([]byte, 5<<20)
	for i := 0; i+8 <= len(events[1].Data); i += 8 {
		binary.LittleEndian.PutUint64(events[1].Data[i:], uint64(i)*0x9e3779b97f4a7c15)
	}
	mustAppend(t, s, "s", store.NoStream, events)
	got := all(t, s.Read(context.Background(), "s", 1))
	if len(got) != 3 {
		t.Fatalf("read %d events, want 3", len(got))
	}
	for i := range events {
		if !bytes.Equal(events[i].Data, got[i].Data) {
			t.Errorf("the data of event %d came back changed", i+1)
		}
	}
}

func cancelled(t *testing.T, open Opener) {
	s, _ := open(t)
	held := Events("c", 1, 2000)
	mustAppend(t, s, "s", store.NoStream, held)
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Append(gone, "s", 2000, Events("d", 1, 1)); !errors.Is(err, context.Canceled) {
		t.Errorf("append: got error %v, want context.Canceled", err)
	}
	if _, err := s.Head(gone, "s"); !errors.Is(err, context.Canceled) {
		t.Errorf("head: got error %v, want context.Canceled", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	n := 0
	var last error
	for _, err := range s.Read(ctx, "s", 1) {
		if last = err; err == nil {
			n++
		}
		if n == 3 {
			cancel()
		}
	}
	if !errors.Is(last, context.Canceled) || n >= 2000 {
		t.Errorf("reading after cancelling: %d events, then error %v, want context.Canceled before the end", n, last)
	}
	holds(t, s, "s", held)
}

func interleaved(t *testing.T, open Opener) {
	s, _ := open(t)
	held := Events("i", 1, 50)
	mustAppend(t, s, "s", store.NoStream, held)
	n := 0
	for r, err := range s.Read(context.Background(), "s", 1) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		if d := cmp.Diff(store.Revision(n), r.Revision); d != "" {
			t.Fatalf("revision (-want +got):\n%s", d)
		}
		if n <= 50 {
			more := Events("more", n, 1)
			mustAppend(t, s, "s", store.Revision(len(held)), more)
			mustAppend(t, s, "other", store.Any, Events("other", n, 1))
			held = append(held, more...)
		}
	}
	if n < 50 {
		t.Errorf("read %d events, want at least the 50 that were there", n)
	}
	holds(t, s, "s", held)
}

func stopping(t *testing.T, open Opener) {
	s, _ := open(t)
	held := Events("s", 1, 300)
	mustAppend(t, s, "s", store.NoStream, held)
	for range 3 {
		for r, err := range s.Read(context.Background(), "s", 7) {
			if err != nil || r.Revision != 7 {
				t.Fatalf("got %s and error %v, want revision 7", r.Revision, err)
			}
			break
		}
	}
	mustAppend(t, s, "s", 300, Events("s", 301, 1))
	holds(t, s, "s", Events("s", 1, 301))
}

func isolated(t *testing.T, open Opener) {
	s, _ := open(t)
	given := Events("o", 1, 20)
	mustAppend(t, s, "s", store.NoStream, given)
	for i := range given {
		clear(given[i].Data)
	}
	for r, err := range s.Read(context.Background(), "s", 1) {
		if err != nil {
			t.Fatal(err)
		}
		clear(r.Data[:cap(r.Data)])
	}
	holds(t, s, "s", Events("o", 1, 20))
}

func racing(t *testing.T, open Opener) {
	s, _ := open(t)
	const writers = 8
	var wg sync.WaitGroup
	errs := make([]error, writers)
	for w := range writers {
		wg.Go(func() {
			_, errs[w] = s.Append(context.Background(), "s", store.NoStream, Events(fmt.Sprint("writer ", w), 1, 10))
		})
	}
	wg.Wait()
	winner := -1
	for w, err := range errs {
		var conflict *store.ConflictError
		switch {
		case err == nil && winner < 0:
			winner = w
		case err == nil:
			t.Errorf("writers %d and %d both won", winner, w)
		case !errors.As(err, &conflict) || conflict.Found != 10:
			t.Errorf("writer %d: got error %v, want a conflict that found revision 10", w, err)
		}
	}
	if winner < 0 {
		t.Fatal("nobody won")
	}
	holds(t, s, "s", Events(fmt.Sprint("writer ", winner), 1, 10))
}

func contending(t *testing.T, open Opener) {
	s, _ := open(t)
	const writers, each = 4, 25
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for n, head := 0, store.NoStream; n < each; {
				r, err := s.Append(context.Background(), "s", head, Events(fmt.Sprint("w", w), n, 1))
				var conflict *store.ConflictError
				switch {
				case err == nil:
					head, n = r, n+1
				case errors.As(err, &conflict) && conflict.Found > head:
					head = conflict.Found
				default:
					t.Errorf("writer %d at %s: %v", w, head, err)
					return
				}
			}
		})
	}
	wg.Wait()
	next := [writers]int{}
	got := all(t, s.Read(context.Background(), "s", 1))
	for _, r := range got {
		for w := range writers {
			if r.ID == Events(fmt.Sprint("w", w), next[w], 1)[0].ID {
				next[w]++
				break
			}
		}
	}
	if d := cmp.Diff([writers]int{each, each, each, each}, next); d != "" || len(got) != writers*each {
		t.Errorf("%d events; of each writer, in its order (-want +got):\n%s", len(got), d)
	}
}

func durable(t *testing.T, open Opener) {
	s, reopen := open(t)
	held := Events("d", 1, 40)
	if reopen == nil {
		reopen = func() store.Store { return s } // it forgets: only the repeats below are asked
	}
	for at := 0; at < len(held); at += 10 {
		mustAppend(t, s, "s", store.Revision(at), held[at:at+10])
		mustAppend(t, s, "other", store.Any, Events("e", at, 1))
		s = reopen()
		holds(t, s, "s", held[:at+10])
	}
	if got := mustAppend(t, s, "s", 30, held[30:]); got != 40 {
		t.Errorf("a repeat after reopening: got %s, want revision 40", got)
	}
	var conflict *store.ConflictError
	if _, err := s.Append(context.Background(), "s", 39, Events("f", 1, 1)); !errors.As(err, &conflict) {
		t.Errorf("a stale append after reopening: got error %v, want a conflict", err)
	}
	holds(t, s, "s", held)
}
