package outbox

import (
	"context"
	"errors"
	"time"

	"adjudicate/ledger/place"
)

const (
	lookEvery = 2 * time.Second // whether a game has gone on
	passEvery = time.Minute     // whether the clock has made something due, or a server can be reached again
)

// Keep sends what is due of all games of a store until ctx is done: within seconds of an entry, and once a minute besides. Told hears of what
// goes wrong, of the same thing once until something else does.
func Keep(ctx context.Context, st *place.Store, o Options, told func(error)) {
	defer o.Close()
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	k := &keeper{st: st, o: o, heads: map[string]uint64{}, at: map[string]time.Time{}}
	said := ""
	for {
		err := k.round(ctx)
		if err != nil && ctx.Err() == nil && err.Error() != said {
			said = err.Error()
			told(err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// A keeper knows when it has last looked at a game, and where that stood.
type keeper struct {
	st    *place.Store
	o     Options
	heads map[string]uint64
	at    map[string]time.Time
}

// round passes over the games that have gone on, or were not looked at for a while.
func (k *keeper) round(ctx context.Context) error {
	names, _, err := k.st.Games(ctx)
	if err != nil {
		return err
	}
	var failed []error
	for _, name := range names {
		head, err := k.st.Events.Head(ctx, name)
		if err != nil {
			return err
		}
		now := k.o.Now()
		if k.heads[name] == uint64(head) && now.Sub(k.at[name]) < passEvery {
			continue
		}
		k.heads[name], k.at[name] = uint64(head), now
		var busy *BusyError
		if _, err := Pass(ctx, k.st.Game(name), k.o); err != nil && !errors.As(err, &busy) {
			failed = append(failed, err)
		}
	}
	var busy *BusyError
	if _, err := Answers(ctx, k.st, k.o); err != nil && !errors.As(err, &busy) {
		failed = append(failed, err)
	}
	_ = k.o.Sender.Close() // a server is not kept waiting
	return errors.Join(failed...)
}
