package ledger

import (
	"context"
	"iter"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/store"
)

// Events yields the events of a ledger from a sequence on, decoded. An error ends the iteration and names the
// place of the event.
func Events(ctx context.Context, st store.Store, name string, from uint64) iter.Seq2[events.Envelope, error] {
	return history.Stream(ctx, st, name, from)
}
