package ledger

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/store"
)

// TestStatesPutAsideAreFewAndNear puts states aside every ten events, and asks for one before any event.
func TestStatesPutAsideAreFewAndNear(t *testing.T) {
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
	for upTo := uint64(every); upTo <= end; upTo += 7 {
		_, at, id := p.StateKept("g", upTo)
		if at > upTo || id != (uuid.UUID{15: byte(at)}) {
			t.Fatalf("before %d: %d, %v", upTo, at, id)
		}
		if back := upTo - at; nearly*back > 2*(end-upTo)+2*nearly*every && upTo > end/nearly {
			t.Fatalf("before %d, %d from the end, the nearest lies at %d", upTo, end-upTo, at)
		}
	}
	if s, at, _ := p.StateKept("another", end); s != nil || at != 0 {
		t.Errorf("a state of another stream, at %d", at)
	}
	if s, at, _ := p.StateKept("g", 2*end); s == nil || at != end {
		t.Errorf("the last: at %d, %v", at, s)
	}
}

// TestAStatePutAsideStaysAsItWas changes a state after it has been put aside.
func TestAStatePutAsideStaysAsItWas(t *testing.T) {
	state := aggregate.NewState()
	state.Apply(events.LedgerOpened{Game: "g", System: "partychess", Seed: "11", Files: 8, Ranks: 8})
	last := &events.Envelope{Ledger: "g", Sequence: 2, ID: uuid.UUID{1}}
	want, err := state.Snapshot(nil)
	if err != nil {
		t.Fatal(err)
	}
	p := newPutAside()
	p.put(last, state)
	state.Apply(events.PlayerKnown{Player: "A", Status: aggregate.StatusActive})
	kept, at, id := p.StateKept("g", 5)
	if kept == nil || at != 2 || id != last.ID {
		t.Fatalf("kept %v at %d under %v", kept, at, id)
	}
	got, err := kept.Snapshot(nil)
	if d := cmp.Diff(string(want), string(got)); d != "" || err != nil {
		t.Errorf("error %v (-want +got):\n%s", err, d)
	}
}
