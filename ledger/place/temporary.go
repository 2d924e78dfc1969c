package place

import (
	"context"
	"errors"

	"adjudicate/ledger/summary"
	"adjudicate/store/sqlite"
)

// Draft returns an empty store for more events than memory should hold, which is gone when it is closed: if a place is a file that is not
// there yet, a draft of that file, and near is true; else one in the system's folder for what does not last.
func (h *Host) Draft(place string) (d *sqlite.Draft, near bool, err error) {
	if place == "" || IsAddress(place) || sqlite.Vacant(place) != nil {
		d, err = sqlite.NewTemporary(h.files())
		return d, false, err
	}
	d, err = sqlite.NewDraft(place, h.files())
	return d, true, err
}

// Publish gives the draft of a file its name, and opens it: it holds one game, which stands at head, with its summary if that is known.
func (h *Host) Publish(ctx context.Context, d *sqlite.Draft, place, name string, head uint64, known *summary.Summary) (*Store, error) {
	if err := d.Publish(); err != nil {
		return nil, err
	}
	s, err := h.Open(ctx, place)
	if err != nil {
		return nil, err
	}
	if known != nil {
		summary.Keep(ctx, s.Game(name).Keeper(ctx), name, *known)
	}
	if err := s.begun(ctx, name, head); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}
