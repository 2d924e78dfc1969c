package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"

	"adjudicate/store"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

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

func allOrNone(t *testing.T, open Opener) {
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
