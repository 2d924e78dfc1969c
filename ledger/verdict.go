package ledger

import (
	"context"
	"fmt"
	"slices"
	"time"

	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
)

// VerdictPlan is the plan of an edition in which the changes of a dispute hold: those of its
// verdict, or while it is open those that are at stake: of one that has been reopened, that the verdict which the edition that holds
// now still has is reversed. What that edition says of the same inputs, or of the same reading from the same point, gives way.
func (l *Ledger) VerdictPlan(ctx context.Context, c *dispute.Dispute, policy string) (readjudicate.Plan, error) {
	plan := readjudicate.Plan{Policy: policy}
	var err error
	if plan.Changes, err = c.Stakes(); err != nil {
		return plan, err
	}
	d, err := l.Docket(ctx)
	if err != nil {
		return plan, err
	}
	held := len(d.Held(c.ID)) > 0
	if c.Verdict == nil && held {
		plan.Changes = nil
	}
	if len(plan.Changes) == 0 && !held {
		return plan, nil
	}
	cat, err := l.Catalogue(ctx)
	if err != nil {
		return plan, err
	}
	for _, old := range cat.Current().Changes {
		if old.Dispute == c.ID || slices.ContainsFunc(plan.Changes, func(n events.Change) bool { return supersedes(&n, &old) }) {
			plan.Withdraw = append(plan.Withdraw, old.ID)
		}
	}
	return plan, nil
}

// supersedes reports whether two changes cannot hold together.
func supersedes(n, old *events.Change) bool {
	if n.Input != old.Input || n.Address != old.Address || (n.What == history.Insert) != (old.What == history.Insert) {
		return false
	}
	if n.What != history.Insert {
		return true
	}
	x, errX := events.DecodePayload(n.Type, n.Payload)
	y, errY := events.DecodePayload(old.Type, old.Payload)
	a, okA := x.(events.InterpretationAdopted)
	b, okB := y.(events.InterpretationAdopted)
	return errX == nil && errY == nil && okA && okB && a.Entry == b.Entry
}

// AdoptVerdict appends the edition that takes a verdict up, as Adopt does; an empty reason is
// that of the verdict. The error is an *InputError if there is nothing to take up, or if the
// edition that holds has it already.
func (l *Ledger) AdoptVerdict(ctx context.Context, id, policy, reason, actor string, at time.Time, watch readjudicate.Watch) (Result, *readjudicate.Candidate, error) {
	d, err := l.Docket(ctx)
	if err != nil {
		return Result{}, nil, err
	}
	refuse := func(format string, args ...any) (Result, *readjudicate.Candidate, error) {
		return Result{}, nil, &InputError{Field: "dispute", Text: fmt.Sprintf(format, args...)}
	}
	c, ok := d.Dispute(id)
	switch {
	case !ok:
		return Result{}, nil, unknown("dispute", "dispute", id, d.IDs())
	case c.Verdict == nil:
		return refuse("nothing to adopt: %s has not been ruled on", id)
	case len(c.Verdict.Changes) == 0 && len(d.Held(id)) == 0:
		return refuse("nothing to adopt: %s was ruled %s", id, c.Verdict.Verdict)
	case d.TakenUp(&c):
		return refuse("edition %d already applies %s", c.Editions[len(c.Editions)-1], id)
	}
	plan, err := l.VerdictPlan(ctx, &c, policy)
	if err != nil {
		return Result{}, nil, err
	}
	if reason == "" {
		reason = fmt.Sprintf("%s %s: %s", id, c.Verdict.Verdict, c.Verdict.Reasons)
	}
	return l.Adopt(ctx, plan, reason, actor, at, watch)
}
