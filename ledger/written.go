package ledger

import (
	"context"
	"io"

	"adjudicate/events"
	"adjudicate/season"
	"adjudicate/store"
)

// WriteSeason writes a ledger as the season that imports to it, up to and including sequence upTo; 0 means its
// end. See season.Of.
func WriteSeason(ctx context.Context, st store.Store, name string, out io.Writer, upTo uint64) error {
	s, err := season.Of(func(yield func(events.Envelope, error) bool) {
		for e, err := range Events(ctx, st, name, 1) {
			if upTo != 0 && e.Sequence > upTo || !yield(e, err) {
				return
			}
		}
	}, season.Beside(nil))
	if err != nil {
		return err
	}
	_, err = io.WriteString(out, s.String())
	return err
}
