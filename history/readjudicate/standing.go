package readjudicate

import (
	"context"
	"fmt"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
)

// Standing refuses, by a *ChangeError, an order of the run itself that an entry stands which cannot: one that is no play, and was rejected when it was
// recorded. Of a play the rules say what it does; another entry keeps the effects that it was recorded with, and this one has none.
// Editions that were adopted with such an order are made again as they are: it changes nothing.
func (r *Run) Standing(ctx context.Context) error {
	for i := range r.Changes {
		c := &r.Changes[i]
		label, planned := r.plays[c.ID]
		if !planned || c.What != history.Rule || c.Remedy != aggregate.RemedyStands || c.Address != "" {
			continue
		}
		in, err := r.inputAt(ctx, c.Input)
		if err != nil || in == nil {
			return err
		}
		if _, play := in.Payload.(events.PlaySubmitted); play {
			continue
		}
		ruling, err := r.cat.Recorded(ctx, c.Input+1)
		if err != nil {
			return err
		}
		if p, ok := ruling.Payload.(events.Ruled); ok && p.Verdict == aggregate.Rejected {
			return &ChangeError{Change: label, Text: fmt.Sprintf("event %d is %s and was rejected: only a rejected play can stand", c.Input, in.Payload.Kind())}
		}
	}
	return nil
}
