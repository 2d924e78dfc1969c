package intake

import (
	"context"

	"adjudicate/events"
	"adjudicate/ledger/carry"
	"adjudicate/ledger/place"
	"adjudicate/store"
)

// Carry drafts what a game of an older format becomes in today's: the game that a name means at a
// place, or the only one there. Renew makes its opening that of today's format.
func Carry(ctx context.Context, h *place.Host, from, name string, renew func(events.GameOpened) (events.GameOpened, error), told func(int64)) (*Draft, *carry.Report, error) {
	st, err := h.Open(ctx, from)
	if err != nil {
		return nil, nil, err
	}
	defer st.Close()
	g, err := st.Find(ctx, name)
	if err != nil {
		return nil, nil, err
	}
	list, r, err := carry.Over(ctx, st.Events, g.Name, renew, h.Options(told))
	if err != nil {
		return nil, nil, err
	}
	d, err := Of(ctx, h, "", g.Name, store.Each(list))
	if err == nil {
		d.People = r.People
	}
	return d, r, err
}
