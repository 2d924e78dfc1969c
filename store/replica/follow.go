package replica

import (
	"context"
	"errors"
	"strconv"
	"time"

	"adjudicate/store"
)

// Following qualifies Follow.
type Following struct {
	Every time.Duration // how often the source is asked; of one that tells, at the latest

	// Told, if set, hears of every update that brought something, and of the first.
	Told func(Result)

	// Waiting, if set, hears why the source or the replica cannot be had at the moment.
	Waiting func(error)
}

// Follow compares all that the replica has, brings it up to date, and again whenever the source has more, until ctx
// ends or something is wrong: its error is then that of ctx, or what was wrong. Once it has
// begun, a store that cannot be reached is waited for.
func (r *Replica) Follow(ctx context.Context, o Following) error {
	res, err := r.Update(ctx, true)
	if err != nil {
		return err
	}
	if o.Told != nil {
		o.Told(res)
	}
	waking, stop := context.WithCancel(ctx)
	defer stop()
	more := r.wake(waking, o.Every, res.After)
	for {
		timer := time.NewTimer(o.Every)
		select {
		case <-ctx.Done():
			timer.Stop()
			return ctx.Err()
		case <-more:
			timer.Stop()
		case <-timer.C:
		}
		res, err := r.Update(ctx, false)
		var away *store.UnreachableError
		switch {
		case errors.As(err, &away) && ctx.Err() == nil:
			if o.Waiting != nil {
				o.Waiting(err)
			}
		case err != nil:
			return err
		case o.Told != nil && res.After > res.Before:
			o.Told(res)
		}
	}
}

// wake returns a channel on which something comes when the source has more, if the source
// offers a subscription. What it is told says only that: Update reads it, whole inputs at a
// time. A subscription that breaks is renewed.
func (r *Replica) wake(ctx context.Context, every time.Duration, head store.Revision) <-chan struct{} {
	s, ok := r.From.(store.Subscriber)
	if !ok {
		return nil
	}
	more := make(chan struct{}, 1)
	go func() {
		for ctx.Err() == nil {
			for rec, err := range s.Subscribe(ctx, r.Stream, head+1) {
				if err != nil {
					break
				}
				head = rec.Revision
				select {
				case more <- struct{}{}:
				default:
				}
			}
			timer := time.NewTimer(every)
			select {
			case <-ctx.Done():
			case <-timer.C:
			}
			timer.Stop()
		}
	}()
	return more
}

func at(r store.Revision) string { return strconv.FormatUint(uint64(r), 10) }

func told(r *store.Recorded) string {
	if r == nil {
		return "nothing"
	}
	return r.Type + " " + r.ID.String()
}
