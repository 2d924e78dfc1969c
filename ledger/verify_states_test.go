package ledger

import (
	"context"
	"testing"

	"adjudicate/history"
	"adjudicate/store"
)

// TestStatesPutAsideAreFewAndNear puts states aside every ten events, and asks for one before any event.
func TestStatesPutAsideAreFewAndNear(t *testing.T) {
	ctx := context.Background()
	p := newPutAside()
	const every, end = 10, 100_000
	most := 0
	for at := store.Revision(every); at <= end; at += every {
		if err := p.Keep(ctx, store.Note{Stream: "g", Kind: history.StateNote, At: at, Data: []byte{1}}); err != nil {
			t.Fatal(err)
		}
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
