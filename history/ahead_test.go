package history

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"adjudicate/events"
	"adjudicate/store"
)

var errDisk = errors.New("the disk does not answer")

// scroll is a store of one stream, of announcements with their rulings, which counts who is reading it.
type scroll struct {
	store.Store
	list    []store.Recorded
	fails   store.Revision // cannot be read; 0: none
	reading atomic.Int32
}

func (s *scroll) Read(ctx context.Context, _ string, from store.Revision) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		s.reading.Add(1)
		defer s.reading.Add(-1)
		for _, rec := range s.list[from-1:] {
			err := ctx.Err()
			if rec.Revision == s.fails {
				err = errDisk
			}
			if err != nil {
				yield(store.Recorded{}, err)
				return
			}
			if !yield(rec, nil) {
				return
			}
		}
	}
}

func newScroll(t *testing.T, n int) *scroll {
	t.Helper()
	s := new(scroll)
	for i := range n {
		e := events.Envelope{ID: uuid.UUID{1, byte(i >> 8), byte(i)}, Ledger: "scroll", Sequence: uint64(i + 1), Effective: uint64(i + 1), Recorded: time.Unix(int64(i), 0).UTC()}
		if e.Payload = events.Payload(events.Ruled{Verdict: "accepted", Subject: fmt.Sprint(i)}); i%2 == 0 {
			e.Payload = events.PlaySubmitted{Side: "Red", Text: fmt.Sprint("K@j", i)}
		}
		wire, _, err := events.EncodePayload(e.Payload)
		if err != nil {
			t.Fatal(err)
		}
		e.Type = wire
		data, err := events.Encode(&e)
		if err != nil {
			t.Fatal(err)
		}
		s.list = append(s.list, store.Recorded{Event: store.Event{ID: e.ID, Type: wire, Data: data}, Revision: store.Revision(i + 1)})
	}
	return s
}

// sees walks over a scroll and returns what it decodes until it leaves, fails or ends.
func (s *scroll) sees(ctx context.Context, leave int) (seen []events.Envelope, err error) {
	w := &walk{ctx: ctx, c: &Catalogue{stream: stream{st: s, name: "scroll"}}}
	var dec events.Decoder
	for rec, err := range w.records(1) {
		if err != nil {
			return seen, err
		}
		e, err := w.decode(&dec, rec)
		if err != nil {
			return seen, err
		}
		if seen = append(seen, e); len(seen) == leave {
			return seen, nil
		}
	}
	return seen, nil
}

func TestReadingAheadYieldsWhatReadingYields(t *testing.T) {
	const n = aheadAfter + 3*aheadChunk + 7
	s := newScroll(t, n)
	var want []events.Envelope
	for _, rec := range s.list {
		e, err := events.Decode(rec.Data)
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, e)
	}
	for _, end := range []int{aheadAfter - 1, aheadAfter, aheadAfter + 1, aheadAfter + aheadChunk, n} {
		part := &scroll{list: s.list[:end]}
		got, err := part.sees(context.Background(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.EqualFunc(want[:end], got, func(a, b events.Envelope) bool {
			return a.Sequence == b.Sequence && a.ID == b.ID && a.Payload.Kind() == b.Payload.Kind() && events.Alike(a.Payload, b.Payload)
		}) {
			t.Errorf("of a stream of %d events %d are read, or others", end, len(got))
		}
	}
}

func TestWhoReadsAheadHasEndedWhenTheWalkHas(t *testing.T) {
	s := newScroll(t, aheadAfter+9*aheadChunk)
	for _, leave := range []int{1, aheadAfter, aheadAfter + 1, aheadAfter + aheadChunk + 1} {
		if got, err := s.sees(context.Background(), leave); err != nil || len(got) != leave {
			t.Errorf("a walk left after %d events saw %d: %v", leave, len(got), err)
		}
		if n := s.reading.Load(); n != 0 {
			t.Errorf("%d still read after a walk of %d events", n, leave)
		}
	}
}

func TestReadingAheadFailsWhereReadingFails(t *testing.T) {
	const at = aheadAfter + aheadChunk + 5
	s := newScroll(t, at+2*aheadChunk)
	s.fails = at
	if got, err := s.sees(context.Background(), 0); len(got) != at-1 || !errors.Is(err, errDisk) {
		t.Errorf("an event that cannot be read: %d events before it, want %d; error %v", len(got), at-1, err)
	}
	s.fails = 0
	s.list[at-1].Data = []byte("{")
	if got, err := s.sees(context.Background(), 0); len(got) != at-1 || err == nil {
		t.Errorf("an event that is none: %d events before it, want %d; error %v", len(got), at-1, err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	if _, err := s.sees(ctx, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("a walk that is called off: %v", err)
	}
}
