package ledger

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/store"
)

// TestStatesPutAsideAreFewAndNear puts states aside every ten events, and asks for one before any event.
func TestStatesPutAsideAreFewAndNear(t *testing.T) {
	ctx := context.Background()
	p := newPutAside()
	const every, end = 10, 100_000
	most := 0
	state := aggregate.NewState()
	for at := store.Revision(every); at <= end; at += every {
		p.put(&events.Envelope{Ledger: "g", Sequence: uint64(at), ID: uuid.UUID{15: byte(at)}}, state)
		most = max(most, len(p.states))
	}
	if most > 120 {
		t.Errorf("%d states at once", most)
	}
	for upTo := store.Revision(every); upTo <= end; upTo += 7 {
		n, found, err := p.Kept(ctx, "g", history.StateNote, upTo)
		if err != nil || n.At > upTo || found && n.Kind != history.StateNote {
			t.Fatalf("before %d: %+v, %v", upTo, n, err)
		}
		if back := upTo - n.At; nearly*back > 2*(end-upTo)+2*nearly*every && upTo > end/nearly {
			t.Fatalf("before %d, %d from the end, the nearest lies at %d", upTo, end-upTo, n.At)
		}
	}
	if _, found, err := p.Kept(ctx, "another", history.StateNote, store.Any); found || err != nil {
		t.Errorf("a state of another stream: %v, %v", found, err)
	}
	if n, found, err := p.Kept(ctx, "g", history.StateNote, store.Any); !found || err != nil || n.At != end {
		t.Errorf("the last: %+v, %v, %v", n, found, err)
	}
}

// TestAStatePutAsideStaysAsItWas changes a state after it has been put aside.
func TestAStatePutAsideStaysAsItWas(t *testing.T) {
	state := aggregate.NewState()
	state.Apply(events.LedgerOpened{Game: "g", System: "partychess", Seed: "11", Files: 8, Ranks: 8})
	last := &events.Envelope{Ledger: "g", Sequence: 2, ID: uuid.UUID{1}}
	want, err := history.NoteOf("g", 2, last.ID, state)
	if err != nil {
		t.Fatal(err)
	}
	p := newPutAside()
	p.put(last, state)
	state.Apply(events.PlayerKnown{Player: "A", Status: aggregate.StatusActive})
	got, found, err := p.Kept(context.Background(), "g", history.StateNote, store.Any)
	if d := cmp.Diff(want, got); d != "" || !found || err != nil {
		t.Errorf("found %v, error %v (-want +got):\n%s", found, err, d)
	}
}
