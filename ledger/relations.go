package ledger

import (
	"context"
	"errors"
	"fmt"

	"adjudicate/aggregate/dispute"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
)

// relatedMost is of how many disputes it is found out by ruling again what hangs on them.
const relatedMost = 32

// Relations returns how the disputes of the game bear on each other: the relations stated in the docket, and the
// dependencies found by readjudicating the history under each verdict, or as if each open dispute were upheld.
func (l *Ledger) Relations(ctx context.Context, policy string) ([]dispute.Relation, error) {
	d, err := l.Docket(ctx)
	if err != nil {
		return nil, err
	}
	list, asked := d.Relations(), 0
	for i := range d.Disputes() {
		c := &d.Disputes()[i]
		if c.Status == dispute.Withdrawn || d.Settled(c) || asked == relatedMost || len(d.Disputes()) == 1 {
			continue
		}
		plan, err := l.VerdictPlan(ctx, c, policy)
		if err != nil {
			return nil, err
		}
		if len(plan.Changes)+len(plan.Withdraw) == 0 {
			continue
		}
		asked++
		_, run, err := l.Plan(ctx, plan)
		if err == nil {
			_, err = run.Do(ctx, readjudicate.Options{Watch: func(s *readjudicate.Step) error {
				before, after := s.Ruled()
				if readjudicate.Compare(s.Before, s.After) != readjudicate.Verdict {
					return nil
				}
				for _, o := range d.DisputedAt(s.Place.Input, s.Place.Change) {
					if o.ID != c.ID && o.Sustains(after.Verdict) {
						list = append(list, dispute.Relation{From: c.ID, To: o.ID, Kind: dispute.RelConflict, Why: hangs(d, c, s.Place, after.Verdict) + ", which " + o.ID + " sustained as " + o.Ruling})
					}
					if o.ID != c.ID && o.Status == dispute.Open && s.Change == "" {
						list = append(list, dispute.Relation{From: c.ID, To: o.ID, Kind: dispute.RelDepends, Why: hangs(d, c, s.Place, after.Verdict) + " instead of " + before.Verdict})
					}
				}
				return nil
			}})
		}
		var halt *readjudicate.HaltError
		var change *readjudicate.ChangeError
		if err != nil && !errors.As(err, &halt) && !errors.As(err, &change) && !errors.Is(err, readjudicate.ErrNothing) {
			return nil, err
		}
	}
	return list, nil
}

// hangs says what a dispute makes of what another one is about.
func hangs(d *dispute.Docket, c *dispute.Dispute, at history.Place, after string) string {
	if after == "" {
		after = "gone"
	}
	if c.Verdict != nil {
		return fmt.Sprintf("as ruled in %s, #%s is %s", c.ID, at.Address(), after)
	}
	if d.TakenUp(c) {
		return fmt.Sprintf("if the verdict in %s is reversed, #%s is %s", c.ID, at.Address(), after)
	}
	return fmt.Sprintf("if %s is upheld, #%s is %s", c.ID, at.Address(), after)
}
