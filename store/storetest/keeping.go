package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"
	"testing"

	"adjudicate/store"

	"github.com/google/go-cmp/cmp"
)

// RunKeeper runs the tests of a store that is a store.Keeper as well, each on a store of its
// own.
func RunKeeper(t *testing.T, open Opener) {
	run(t, open, []conformance{
		{"what nobody kept is not there", nothingKept},
		{"the latest note at or before a revision is found", keptAt},
		{"a note replaces the one of the same place", replaced},
		{"notes come in order, or the latest of every stream by name", listed},
		{"notes later than a revision are dropped", dropped},
		{"what is no note is refused", refusedNotes},
		{"notes of megabytes and by the thousand", manyNotes},
		{"notes change no stream", notesApart},
		{"notes given and got can be scribbled on", scribbled},
		{"keeping and appending at once", keepingWhileAppending},
		{"a cancelled context stops keeping", cancelledKeeping},
		{"notes are there after reopening", keptOpen},
	})
}

func keeper(t *testing.T, s store.Store) store.Keeper {
	t.Helper()
	k, ok := s.(store.Keeper)
	if !ok {
		t.Fatalf("a %T keeps no notes", s)
	}
	return k
}

func openKeeper(t *testing.T, open Opener) store.Keeper {
	t.Helper()
	s, _ := open(t)
	return keeper(t, s)
}

// note makes a note whose data tells it from others.
func note(stream, kind string, at store.Revision) store.Note {
	return store.Note{Stream: stream, Kind: kind, At: at, Data: fmt.Appendf(nil, "%s/%s/%d", stream, kind, at)}
}

func mustKeep(t *testing.T, k store.Keeper, notes ...store.Note) {
	t.Helper()
	if err := k.Keep(context.Background(), notes...); err != nil {
		t.Fatalf("keep %d notes: %v", len(notes), err)
	}
}

func allNotes(t *testing.T, seq iter.Seq2[store.Note, error]) []store.Note {
	t.Helper()
	list := []store.Note{}
	for n, err := range seq {
		if err != nil {
			t.Fatalf("after %d notes: %v", len(list), err)
		}
		list = append(list, n)
	}
	return list
}

// finds fails the test unless the note kept at or before a revision is want, nil for none.
func finds(t *testing.T, k store.Keeper, stream, kind string, upTo store.Revision, want *store.Note) {
	t.Helper()
	got, found, err := k.Kept(context.Background(), stream, kind, upTo)
	switch {
	case err != nil:
		t.Errorf("%s of %q at %s: %v", kind, stream, upTo, err)
	case want == nil && found:
		t.Errorf("%s of %q at %s: found a note at %s, want none", kind, stream, upTo, got.At)
	case want != nil && !found:
		t.Errorf("%s of %q at %s: found none, want the one at %s", kind, stream, upTo, want.At)
	case want != nil:
		if d := cmp.Diff(*want, got); d != "" {
			t.Errorf("%s of %q at %s (-want +got):\n%s", kind, stream, upTo, d)
		}
	}
}

func nothingKept(t *testing.T, open Opener) {
	k := openKeeper(t, open)
	finds(t, k, "s", "summary", store.Any, nil)
	for _, stream := range []string{"s", ""} {
		if got := allNotes(t, k.Notes(context.Background(), stream, "summary")); len(got) > 0 {
			t.Errorf("notes of %q: %v", stream, got)
		}
	}
	if err := k.Drop(context.Background(), "s", "summary", 0); err != nil {
		t.Errorf("dropping what is not there: %v", err)
	}
	if err := k.Keep(context.Background()); err != nil {
		t.Errorf("keeping nothing: %v", err)
	}
}

func keptAt(t *testing.T, open Opener) {
	k := openKeeper(t, open)
	five, nine, zero := note("s", "summary", 5), note("s", "summary", 9), note("s", "tree", 0)
	mustKeep(t, k, nine, five, note("s", "tree", 7), note("s2", "summary", 6), zero)
	for _, c := range []struct {
		stream, kind string
		upTo         store.Revision
		want         *store.Note
	}{
		{"s", "summary", 0, nil},
		{"s", "summary", 4, nil},
		{"s", "summary", 5, &five},
		{"s", "summary", 8, &five},
		{"s", "summary", 9, &nine},
		{"s", "summary", 1 << 50, &nine},
		{"s", "summary", store.Any, &nine},
		{"s", "tree", 6, &zero},
		{"s", "tree", 0, &zero},
		{"s", "Summary", store.Any, nil},
		{"S", "summary", store.Any, nil},
		{"", "summary", store.Any, nil},
	} {
		finds(t, k, c.stream, c.kind, c.upTo, c.want)
	}
}

func replaced(t *testing.T, open Opener) {
	k := openKeeper(t, open)
	first, other := note("s", "summary", 5), note("s", "summary", 6)
	second, third := first, first
	second.Data, third.Data = []byte("second\x00\xff"), []byte{}
	mustKeep(t, k, first, other)
	mustKeep(t, k, second)
	finds(t, k, "s", "summary", 5, &second)
	mustKeep(t, k, first, third)
	finds(t, k, "s", "summary", 5, &third)
	if d := cmp.Diff([]store.Note{third, other}, allNotes(t, k.Notes(context.Background(), "s", "summary"))); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func listed(t *testing.T, open Opener) {
	k := openKeeper(t, open)
	names := []string{"'; DROP TABLE notes; --", "B", "a", "a b", "b", "ünïcode"} // ordered as bytes
	want := []store.Note{}
	for i, name := range names {
		mustKeep(t, k, note(name, "summary", store.Revision(10+i)), note(name, "summary", 3), note(name, "tree", 100))
		want = append(want, note(name, "summary", store.Revision(10+i)))
	}
	if d := cmp.Diff(want, allNotes(t, k.Notes(context.Background(), "", "summary"))); d != "" {
		t.Errorf("of every stream (-want +got):\n%s", d)
	}
	if d := cmp.Diff([]store.Note{note("b", "summary", 3), note("b", "summary", 14)}, allNotes(t, k.Notes(context.Background(), "b", "summary"))); d != "" {
		t.Errorf("of one stream (-want +got):\n%s", d)
	}
	for n, err := range k.Notes(context.Background(), "", "summary") {
		if d := cmp.Diff(want[0], n); err != nil || d != "" {
			t.Errorf("the first one: error %v (-want +got):\n%s", err, d)
		}
		break
	}
}

func dropped(t *testing.T, open Opener) {
	k := openKeeper(t, open)
	for at := store.Revision(1); at <= 6; at++ {
		mustKeep(t, k, note("s", "summary", at), note("s", "tree", at), note("t", "summary", at))
	}
	for _, c := range []struct {
		after store.Revision
		left  int
	}{{store.Any, 6}, {6, 6}, {4, 4}, {4, 4}, {0, 0}, {0, 0}} {
		if err := k.Drop(context.Background(), "s", "summary", c.after); err != nil {
			t.Fatal(err)
		}
		if got := allNotes(t, k.Notes(context.Background(), "s", "summary")); len(got) != c.left {
			t.Errorf("after %s: %d notes are left, want %d", c.after, len(got), c.left)
		}
	}
	for _, other := range []store.Note{note("s", "tree", 6), note("t", "summary", 6)} {
		finds(t, k, other.Stream, other.Kind, store.Any, &other)
	}

	mustKeep(t, k, note("s", "summary", 0), note("s", "summary", 4))
	if err := k.Drop(context.Background(), "s", "", 3); err != nil {
		t.Fatal(err)
	}
	for _, left := range []store.Note{note("s", "summary", 0), note("s", "tree", 3), note("t", "summary", 6)} {
		finds(t, k, left.Stream, left.Kind, store.Any, &left)
	}
}

func refusedNotes(t *testing.T, open Opener) {
	k := openKeeper(t, open)
	good := note("s", "summary", 1)
	for _, c := range []struct {
		name string
		note store.Note
	}{
		{"without a stream", note("", "summary", 1)},
		{"without a kind", note("s", "", 1)},
		{"at any revision", note("s", "summary", store.Any)},
	} {
		var refused *store.NoteError
		if err := k.Keep(context.Background(), good, c.note); !errors.As(err, &refused) {
			t.Errorf("%s: got error %v, want it refused", c.name, err)
		}
	}
	finds(t, k, "s", "summary", store.Any, nil)
}

func manyNotes(t *testing.T, open Opener) {
	k := openKeeper(t, open)
	var list []store.Note
	for at := range 3000 {
		list = append(list, note("s", "tree", store.Revision(2*at)))
	}
	big := note("big", "tree", 1)
	big.Data = make([]byte, 5<<20)
	for i := range big.Data {
		big.Data[i] = byte(i * i >> 8)
	}
	mustKeep(t, k, append(list, big, note("small", "tree", 1))...)
	if d := differ(list, allNotes(t, k.Notes(context.Background(), "s", "tree"))); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	finds(t, k, "s", "tree", 2001, &list[1000])
	got, found, err := k.Kept(context.Background(), "big", "tree", 1)
	if !found || err != nil || !bytes.Equal(big.Data, got.Data) {
		t.Errorf("the big one: found %t, error %v, or its data came back changed", found, err)
	}

	list = list[:0]
	for i := range 1200 {
		list = append(list, note(fmt.Sprintf("game %04d", i), "summary", 7))
	}
	mustKeep(t, k, list...)
	if d := differ(list, allNotes(t, k.Notes(context.Background(), "", "summary"))); d != "" {
		t.Errorf("of every stream (-want +got):\n%s", d)
	}
}

func notesApart(t *testing.T, open Opener) {
	s, _ := open(t)
	k := keeper(t, s)
	held := Events("s", 1, 20)
	mustKeep(t, k, note("s", "summary", 20), note("nowhere", "summary", 3))
	mustAppend(t, s, "s", store.NoStream, held)
	mustKeep(t, k, note("s", "summary", 5))
	holds(t, s, "s", held)
	holds(t, s, "nowhere", nil)
}

func scribbled(t *testing.T, open Opener) {
	k := openKeeper(t, open)
	given, want := note("s", "summary", 1), note("s", "summary", 1)
	mustKeep(t, k, given)
	clear(given.Data)
	got, _, err := k.Kept(context.Background(), "s", "summary", 1)
	if err != nil {
		t.Fatal(err)
	}
	clear(got.Data)
	for _, stream := range []string{"s", ""} {
		for n := range k.Notes(context.Background(), stream, "summary") {
			clear(n.Data)
		}
	}
	finds(t, k, "s", "summary", 1, &want)
}

func keepingWhileAppending(t *testing.T, open Opener) {
	s, _ := open(t)
	k := keeper(t, s)
	const count = 50
	var all sync.WaitGroup
	for w := range 2 {
		all.Go(func() {
			for at := range count {
				if err := k.Keep(context.Background(), note(fmt.Sprint("s", w), "summary", store.Revision(at))); err != nil {
					t.Errorf("keeping %d: %v", at, err)
				}
				if _, _, err := k.Kept(context.Background(), "s0", "summary", store.Any); err != nil {
					t.Errorf("looking at %d: %v", at, err)
				}
			}
		})
	}
	held := Events("s", 1, count)
	for at := range held {
		mustAppend(t, s, "s0", store.Revision(at), held[at:at+1])
	}
	all.Wait()
	holds(t, s, "s0", held)
	want := note("s1", "summary", count-1)
	finds(t, k, "s1", "summary", store.Any, &want)
}

func cancelledKeeping(t *testing.T, open Opener) {
	k := openKeeper(t, open)
	mustKeep(t, k, note("s", "summary", 1))
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if err := k.Keep(gone, note("s", "summary", 2)); !errors.Is(err, context.Canceled) {
		t.Errorf("keep: got error %v, want context.Canceled", err)
	}
	if _, _, err := k.Kept(gone, "s", "summary", 2); !errors.Is(err, context.Canceled) {
		t.Errorf("kept: got error %v, want context.Canceled", err)
	}
	if err := k.Drop(gone, "s", "summary", 0); !errors.Is(err, context.Canceled) {
		t.Errorf("drop: got error %v, want context.Canceled", err)
	}
	var last error
	for _, err := range k.Notes(gone, "s", "summary") {
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("notes: got error %v, want context.Canceled", last)
	}
	want := note("s", "summary", 1)
	finds(t, k, "s", "summary", store.Any, &want)
}

func keptOpen(t *testing.T, open Opener) {
	s, reopen := open(t)
	if reopen == nil {
		reopen = func() store.Store { return s } // it forgets with its process
	}
	want := note("s", "summary", 4)
	mustKeep(t, keeper(t, s), note("s", "summary", 2), want)
	s = reopen()
	finds(t, keeper(t, s), "s", "summary", store.Any, &want)
	mustAppend(t, s, "s", store.NoStream, Events("s", 1, 2))
	s = reopen()
	finds(t, keeper(t, s), "s", "summary", 9, &want)
	holds(t, s, "s", Events("s", 1, 2))
}
