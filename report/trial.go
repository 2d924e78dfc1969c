package report

import (
	"context"
	"errors"
	"fmt"
	"time"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/causes"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"
)

// BoardsMost is the greatest number of inputs for which a page shows the boards before them. Each board takes some
// hundred kilobytes.
const BoardsMost = 100

// A Trial rules on the history of a game once more and fills the views that tell what comes of it.
type Trial struct {
	Ledger *ledger.Ledger
	Boards int    // how many inputs the boards are kept of, for a page
	Point  uint64 // the histories are also compared there; 0 for nowhere

	Progress func(what string, total int64) (at func(int64), done func())
	Undated  func(events.Change) // is told of each entry that is put in without a moment of its own
}

// prepare holds a plan against the ledger.
func (t *Trial) prepare(ctx context.Context, plan readjudicate.Plan) (*history.Catalogue, *readjudicate.Run, error) {
	cat, run, err := t.Ledger.Plan(ctx, plan)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range run.Undated(plan) {
		t.Undated(c)
	}
	return cat, run, nil
}

// do carries a run through.
func (t *Trial) do(ctx context.Context, run *readjudicate.Run, watch readjudicate.Watch, point uint64) (*readjudicate.Candidate, error) {
	at, done := t.Progress("judging", int64(t.Ledger.Head()))
	defer done()
	return run.Do(ctx, readjudicate.Options{Watch: watch, Point: point, Progress: func(n uint64) { at(int64(n)) }})
}

// Become finds out what the history becomes under a plan, and how that differs from the current edition.
func (t *Trial) Become(ctx context.Context, plan readjudicate.Plan, v *Candidate) error {
	cat, run, err := t.prepare(ctx, plan)
	if err != nil {
		return err
	}
	return t.become(ctx, plan, cat, run, v)
}

// become is Become of a plan that has been held against the ledger.
func (t *Trial) become(ctx context.Context, plan readjudicate.Plan, cat *history.Catalogue, run *readjudicate.Run, v *Candidate) (err error) {
	base := run.Base.Number
	if plan, err = plan.Against(cat); err == nil && base != plan.Base && plan.Base != 0 {
		run, err = t.Ledger.Prepare(ctx, cat, plan)
	}
	if err != nil {
		return err
	}
	c, err := t.do(ctx, run, v.watching(run.Changes, t.Boards), t.Point)
	if err != nil {
		return err
	}
	if c.At != nil {
		v.At = &Point{Point: t.Point, StateA: c.At.Before, StateB: c.At.After}
	}
	if err := v.fill(c); err != nil {
		return err
	}
	v.Base = base
	return t.causes(ctx, cat, plan, v.Report)
}

// causes finds out which changes of a plan each difference rests on.
func (t *Trial) causes(ctx context.Context, cat *history.Catalogue, plan readjudicate.Plan, r *compare.Report) error {
	at, done := t.Progress("seeking causes", causes.DefaultMost)
	defer done()
	return causes.Find(ctx, causes.Question{Store: t.Ledger.Store(), Catalogue: cat, Plan: plan, Engine: t.Ledger.Engine(), Progress: func(n int) { at(int64(n)) }}, r)
}

// Adopt appends an edition of a plan and tells what it is.
func (t *Trial) Adopt(ctx context.Context, plan readjudicate.Plan, reason, actor string, now time.Time, v *Candidate) error {
	cat, run, err := t.prepare(ctx, plan)
	if err == nil && t.Point > cat.End(run.Base) {
		err = &history.PointError{Asked: t.Point, Last: cat.End(run.Base), What: "effective point"}
	}
	if err != nil {
		return err
	}
	if run.Base.Number != cat.Current().Number {
		// It does not begin with the current edition, and is compared with that.
		if err := t.become(ctx, plan, cat, run, v); err != nil {
			return err
		}
		res, c, err := t.Ledger.Enact(ctx, run, reason, actor, now, nil)
		if err == nil {
			v.Adopted, v.B = res.Input.Sequence, fmt.Sprintf("edition %d", c.Number)
		}
		return err
	}
	res, c, err := t.Ledger.Enact(ctx, run, reason, actor, now, v.watching(run.Changes, t.Boards))
	if err != nil {
		return err
	}
	v.Adopted = res.Input.Sequence
	if t.Point != 0 {
		later, err := history.Load(ctx, t.Ledger.Store(), t.Ledger.Name(), 0)
		if err != nil {
			return err
		}
		if v.At, err = pointOf(ctx, later, c.Base, c.Number, t.Point); err != nil {
			return err
		}
	}
	if err := v.fill(c); err != nil {
		return err
	}
	v.B = fmt.Sprintf("edition %d", v.Edition)
	return t.causes(ctx, cat, plan, v.Report)
}

// Editions compares two editions that the ledger has.
func (t *Trial) Editions(ctx context.Context, cat *history.Catalogue, a, b *history.Edition, v *Diff) error {
	c := compare.NewCollector(newChanges(a, b))
	v.Form.set(c, t.Boards)
	r, err := compare.Editions(ctx, cat, a, b, 0, c)
	if err != nil {
		return err
	}
	v.A, v.B = fmt.Sprintf("edition %d", a.Number), fmt.Sprintf("edition %d", b.Number)
	v.Finish(r, cat.Known())
	if err := t.causes(ctx, cat, causes.Differing(a, b), r); err != nil {
		return err
	}
	if t.Point != 0 {
		if v.At, err = pointOf(ctx, cat, a.Number, b.Number, t.Point); err != nil {
			return err
		}
	}
	return v.AtPoint()
}

// Stakes rules on the history again with what a dispute changes, and writes nothing. It is
// nil for a dispute that changes nothing.
func (t *Trial) Stakes(ctx context.Context, c *dispute.Dispute, policy string) (*Stakes, error) {
	plan, err := t.Ledger.VerdictPlan(ctx, c, policy)
	if err != nil || len(plan.Changes)+len(plan.Withdraw) == 0 {
		return nil, err
	}
	v := newStakes(c)
	v.Reversed = v.Upheld && len(plan.Changes) == 0
	_, run, err := t.prepare(ctx, plan)
	var candidate *readjudicate.Candidate
	if err == nil {
		candidate, err = t.do(ctx, run, v.Watch, 0)
	}
	var change *readjudicate.ChangeError
	switch {
	case err == nil:
		v.Fill(candidate)
		return v, v.Compare(candidate)
	case errors.As(err, &change):
		v.Why = change.Error()
	default:
		if v.Halted = HaltOf(err); v.Halted == nil {
			return nil, err
		}
	}
	v.Policy, v.Changes = plan.Policy, plan.Changes
	return v, nil
}

// AdoptVerdict appends the edition that takes the verdict in a dispute up.
func (t *Trial) AdoptVerdict(ctx context.Context, c *dispute.Dispute, policy, reason, actor string, now time.Time) (*Stakes, error) {
	v := newStakes(c)
	res, candidate, err := t.Ledger.AdoptVerdict(ctx, c.ID, policy, reason, actor, now, v.Watch)
	if err != nil {
		return nil, err
	}
	v.Fill(candidate)
	v.Adopted = res.Input.Sequence
	return v, v.Compare(candidate)
}

// Branch rules on what a trial branch tries, as far as it changes the history, and then on the entries at
// its end, as if they came at a moment.
func (t *Trial) Branch(ctx context.Context, changes *readjudicate.Plan, then []events.Payload, actor func(events.Payload) string, at time.Time, v *Branch) error {
	v.state = t.Ledger.State().Clone()
	if changes != nil {
		v.Candidate = &Candidate{Diff: Diff{Kinds: []string{"verdict"}}}
		if err := t.Become(ctx, *changes, v.Candidate); err != nil {
			return err
		}
		v.state = v.Candidate.After
	}
	judge, err := aggregate.NewJudge(v.state, t.Ledger.Engine())
	if err != nil {
		return err
	}
	for _, p := range then {
		one, err := tried(judge, p, actor(p), at, t.Ledger.Head())
		if err != nil {
			return err
		}
		v.Then = append(v.Then, one)
	}
	v.Standing = StandingOf(v.state, t.Ledger.Head())
	return nil
}
