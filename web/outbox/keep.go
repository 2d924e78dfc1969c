package outbox

import (
	"context"
	"errors"
	"time"

	"adjudicate/ledger/place"
	"adjudicate/web/rounds"
)

const (
	lookEvery = 2 * time.Second // whether a game has gone on
	passEvery = time.Minute     // whether a server can be reached again, or somebody who is to be reminded does not wish to be left in peace any more
)

// Start has Keep run beside until ctx is done. Closing the store waits for it: a letter that is being sent is noted, and how far the rounds have come.
func Start(ctx context.Context, st *place.Store, o Options, told func(error)) {
	done := make(chan struct{})
	st.AtClose(func() { <-done })
	go func() {
		defer close(done)
		Keep(ctx, st, o, told)
	}()
}

// Keep sends what is due of all games of a store until ctx is done: within seconds of an entry, and of the moment at which the clock makes it due. Told hears of what
// goes wrong, of the same thing once until something else does.
func Keep(ctx context.Context, st *place.Store, o Options, told func(error)) {
	defer o.Close()
	k := &keeper{o: o, games: &rounds.Games{Store: st, Now: o.Now, Again: passEvery, Kept: "mailed"}}
	rounds.Keep(ctx, lookEvery, k.round, told)
	k.games.Keep(context.WithoutCancel(ctx))
}

// A keeper sends what is due of the games of a store.
type keeper struct {
	o     Options
	games *rounds.Games
}

// round sends what is due of the games that have gone on, or whose moment has come, and the answers.
func (k *keeper) round(ctx context.Context) error {
	err := k.games.Each(ctx, func(ctx context.Context, g *place.Game) (time.Time, error) {
		p, err := passOver(ctx, g, k.o)
		var busy *BusyError
		if errors.As(err, &busy) { // who sends may be killed, and has sent all or holds it no more before the game goes on
			return k.o.Now(), nil
		}
		return p.again, err
	})
	_, failed := Answers(ctx, k.games.Store, k.o)
	_ = k.o.Sender.Close() // a server is not kept waiting
	return errors.Join(err, besideBusy(failed))
}

// besideBusy is an error, nil for that of mails which another process sends.
func besideBusy(err error) error {
	var busy *BusyError
	if errors.As(err, &busy) {
		return nil
	}
	return err
}
