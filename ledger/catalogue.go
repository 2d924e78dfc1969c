package ledger

import (
	"context"

	"adjudicate/events"
	"adjudicate/history"
)

// mostLately is how many events a ledger keeps that it has read: no more lie behind a kept state, and they are some 8 MiB.
const mostLately = history.StateEvery

// keep keeps an event that was read, if that is asked for.
func (l *Ledger) keep(e *events.Envelope) {
	if !l.opts.Again {
		return
	}
	if len(l.lately) == 2*mostLately { // read from far back: the last are kept
		l.lately = append([]events.Envelope(nil), l.lately[mostLately:]...)
	}
	l.lately = append(l.lately, *e)
}

// Catalogue returns the editions of the ledger as it stands. The catalogue knows the events that Options.Again had the ledger keep, so that ruling on them
// again decodes none once more. It is the same one until the ledger goes on.
func (l *Ledger) Catalogue(ctx context.Context) (*history.Catalogue, error) {
	if err := l.flush(ctx, l.head); err != nil {
		return nil, err
	}
	if l.catalogue != nil && l.catalogue.Known() == uint64(l.head) {
		return l.catalogue, nil
	}
	cat, err := history.LoadRead(ctx, l.st, l.name, uint64(l.head), l.lately)
	if err == nil {
		l.catalogue = cat
	}
	return cat, err
}
