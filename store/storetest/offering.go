package storetest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"testing"

	"adjudicate/store"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
)

// RunOffers runs the tests of what a store offers besides streams: of store.Lister,
// store.Surveyor, store.Checker and store.Subscriber those that it is.
func RunOffers(t *testing.T, open Opener) {
	run(t, open, []conformance{
		{"streams are listed", listing},
		{"heads are told in one question", surveying},
		{"all streams are read at once", sweeping},
		{"what is lent is what is read", lending},
		{"a sound store passes its check", checking},
		{"a stream is filled whole or not at all", filling},
		{"a subscriber is told what is there and what follows", subscribing},
	})
}

// names are those of the streams that the tests of lists use, ordered as bytes.
var names = []string{"Hand-1", "hand-1", "hand-10", "hand-2", "ünïcode / and spaces"}

func fillNames(t *testing.T, s store.Store) (want []store.Standing) {
	t.Helper()
	for i, name := range slices.Backward(names) {
		mustAppend(t, s, name, store.NoStream, Events(name, 1, i+1))
		want = append([]store.Standing{{Stream: name, Head: store.Revision(i + 1)}}, want...)
	}
	mustAppend(t, s, "without events", store.NoStream, nil)
	return want
}

func listing(t *testing.T, open Opener) {
	s, _ := open(t)
	l, ok := s.(store.Lister)
	if !ok {
		return
	}
	if got, err := l.Streams(context.Background()); len(got) > 0 || err != nil {
		t.Errorf("of an empty store: %q and error %v", got, err)
	}
	fillNames(t, s)
	got, err := l.Streams(context.Background())
	slices.Sort(got)
	if d := cmp.Diff(names, got); d != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s", err, d)
	}
}

func lending(t *testing.T, open Opener) {
	s, _ := open(t)
	list := Events("lent", 1, 3000)
	for i := 0; i < len(list); i += 7 {
		list[i].Data = bytes.Repeat([]byte{byte(i)}, i*i%50_000) // some of which fill what is lent at a time
	}
	mustAppend(t, s, "s", store.NoStream, list)
	for _, from := range []store.Revision{0, 1, 1500, 3000, 3001} {
		want := recorded(list)[min(max(from, 1)-1, 3000):]
		for got, err := range store.Lend(context.Background(), s, "s", from) {
			if err != nil {
				t.Fatal(err)
			}
			if len(want) == 0 || got.Revision != want[0].Revision || got.ID != want[0].ID || got.Type != want[0].Type || !bytes.Equal(got.Data, want[0].Data) {
				t.Fatalf("from %d: what is lent at %s differs from what was appended", uint64(from), got.Revision)
			}
			want = want[1:]
		}
		if len(want) > 0 {
			t.Errorf("from %d: %d events are not lent", uint64(from), len(want))
		}
	}
}

func surveying(t *testing.T, open Opener) {
	s, _ := open(t)
	v, ok := s.(store.Surveyor)
	if !ok {
		return
	}
	for h, err := range v.Heads(context.Background()) {
		t.Errorf("of an empty store: %v and error %v", h, err)
	}
	want := fillNames(t, s)
	var got []store.Standing
	for h, err := range v.Heads(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, h)
	}
	identified(t, s, got)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	for range v.Heads(context.Background()) {
		break
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	var last error
	for _, err := range v.Heads(gone) {
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("got error %v, want context.Canceled", last)
	}
}

// identified holds the ids that standings tell against the events, and takes them out.
func identified(t *testing.T, s store.Store, list []store.Standing) {
	t.Helper()
	for i := range list {
		at := &list[i]
		e, found, err := store.EventAt(context.Background(), s, at.Stream, at.Head)
		if at.ID != uuid.Nil && (err != nil || !found || e.ID != at.ID) {
			t.Errorf("the last event of %s: %s, want %s, error %v", at.Stream, at.ID, e.ID, err)
		}
		at.ID = uuid.Nil
	}
}

func sweeping(t *testing.T, open Opener) {
	s, _ := open(t)
	v, ok := s.(store.Sweeper)
	if !ok {
		return
	}
	want := fillNames(t, s)
	mustAppend(t, s, names[1], want[1].Head, Events(names[1], 3, 2))
	want[1].Head += 2
	got := map[string][]store.Recorded{}
	heads, whole, err := v.Sweep(context.Background(), func(stream string, e *store.Recorded) { got[stream] = append(got[stream], *e) })
	identified(t, s, heads)
	if d := cmp.Diff(want, heads); d != "" || err != nil {
		t.Fatalf("error %v (-want +got):\n%s", err, d)
	}
	for _, name := range names {
		if !whole[name] {
			t.Errorf("%s is not whole", name)
		}
		if d := cmp.Diff(all(t, s.Read(context.Background(), name, 1)), got[name]); d != "" {
			t.Errorf("%s (-want +got):\n%s", name, d)
		}
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := v.Sweep(gone, func(string, *store.Recorded) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("got error %v, want context.Canceled", err)
	}
}

func checking(t *testing.T, open Opener) {
	s, _ := open(t)
	c, ok := s.(store.Checker)
	if !ok {
		return
	}
	fillNames(t, s)
	if err := c.Check(context.Background()); err != nil {
		t.Error(err)
	}
	l, ok := s.(store.Lister)
	if !ok {
		return
	}
	names, err := l.Streams(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if err := c.CheckStream(context.Background(), name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func subscribing(t *testing.T, open Opener) {
	s, _ := open(t)
	sub, ok := s.(store.Subscriber)
	if !ok {
		return
	}
	held := Events("s", 1, 40)
	mustAppend(t, s, "s", store.NoStream, held[:10])
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var got []store.Recorded
	var last error
	for r, err := range sub.Subscribe(ctx, "s", 4) {
		if err != nil {
			last = err
			break
		}
		got = append(got, r)
		// Whatever was appended has been told: append more, until all is.
		if at := int(r.Revision); at%10 == 0 && at < len(held) {
			mustAppend(t, s, "other", store.Any, Events(fmt.Sprint("other", at), 1, 1))
			mustAppend(t, s, "s", r.Revision, held[at:at+10])
		} else if at == len(held) {
			cancel()
		}
	}
	if d := cmp.Diff(recorded(held)[3:], got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("it ended with error %v, want context.Canceled", last)
	}
}

func filling(t *testing.T, open Opener) {
	s, _ := open(t)
	ctx := context.Background()
	held := Events("held", 1, 3)
	mustAppend(t, s, "other", store.NoStream, held)
	many := Events("many", 1, 2500)
	broken := errors.New("the source broke off")
	seq := func(list []store.Event, err error) iter.Seq2[store.Event, error] {
		return func(yield func(store.Event, error) bool) {
			for _, e := range list {
				if !yield(e, nil) {
					return
				}
			}
			if err != nil {
				yield(store.Event{}, err)
			}
		}
	}
	var duplicate *store.DuplicateError
	var conflict *store.ConflictError
	var invalid *store.InvalidError
	noType := slices.Clone(many)
	noType[1700].Type = ""
	for _, c := range []struct {
		name, stream string
		list         []store.Event
		fault        error
		want         any
		elsewhere    bool // what is wrong stands in another stream
	}{
		{"a source that breaks off", "s", many, broken, nil, false},
		{"no event", "s", nil, nil, &invalid, false},
		{"an event without a type", "s", noType, nil, &invalid, false},
		{"an id of another stream", "s", append(slices.Clone(many), held[1]), nil, &duplicate, true},
		{"an id of long before", "s", append(slices.Clone(many), many[7]), nil, &duplicate, false},
		{"an id of just before", "s", append(slices.Clone(many), many[len(many)-1]), nil, &duplicate, false},
		{"a stream that exists", "other", many, nil, &conflict, false},
	} {
		if _, ok := s.(store.Filler); !ok && c.elsewhere {
			continue // whether ids of other streams are known is left open
		}
		_, err := store.Fill(ctx, s, c.stream, seq(c.list, c.fault))
		if c.want == nil && err != broken || c.want != nil && !errors.As(err, c.want) {
			t.Errorf("%s: error %v", c.name, err)
		}
		holds(t, s, "s", nil)
		holds(t, s, "other", held)
	}
	if duplicate == nil || duplicate.ID != many[len(many)-1].ID {
		t.Errorf("the last id in use is told as %v", duplicate)
	}
	if last, err := store.Fill(ctx, s, "s", seq(many, nil)); err != nil || last != 2500 {
		t.Errorf("filled up to %s, error %v", last, err)
	}
	holds(t, s, "s", many)
	mustAppend(t, s, "s", 2500, Events("more", 1, 2))
}
