package storetest

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"testing"

	"adjudicate/store"

	"github.com/google/go-cmp/cmp"
)

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
	size := 5 << 20
	if l, ok := s.(Limited); ok {
		size = min(size, l.LargestEvent())
	}
	events[1].Data = make([]byte, size)
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
