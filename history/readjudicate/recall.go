package readjudicate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
)

// Where changes are made and withdrawn by turns, an edition is often what an earlier one was: the same changes, made from a base with the same changes, of the same
// recorded inputs. A Tree remembers what such a run has come to, and does not go through the inputs again to find it.
//
// A run is taken for an earlier one where all is the same that it rests on:
//
//	the state that it begins with   it begins at the same input, at the same node of the tree
//	what was recorded from there    there were only adoptions since
//	what the base and the run make  the changes of both are the same, but for their ids, under the same policies
//
// What each entry comes to rests on the state before it, the entry, and the order under which it is ruled on, so by induction all entries come to the same in both histories as
// they did then. So it does not matter by which edition a history is come to, and a run from what another has come to, back to the changes of its base, comes to that base: it
// is remembered with the other one, where the base was ruled on by this engine. One thing hangs on more: how far the labels go that the ledger has given in any edition. A label that an input has given it gives again, so that this
// changes no ruling, but the states that a history comes to know it, and get what has been given since (Tree.knowing). What hangs on more than that is never remembered: entries that changes put in, whose addresses are the ids of changes; moments that are corrected; what time makes due
// in one history only; and the policies that a tree does not grow under.

// mostRecalled is how many runs a tree remembers. Each holds two states and a few words an input that differs, so that with states of 80 KB it takes 20 MiB.
const mostRecalled = 1 << 7

// mostSteps is how many inputs that differ the runs that are remembered have together.
const mostSteps = 1 << 14

// A memory is what a run has come to.
type memory struct {
	earliest, from uint64
	start          *node
	end            *node // that it has come to
	as             int   // the edition that was ruled on
	out            Candidate
	steps          []remembered
}

// remembered is an input that differs.
type remembered struct {
	place    history.Place
	input    uuid.UUID
	change   int // that concerns it, among those of the run; -1: none
	standing string
	after    []events.Outcome
}

// memories are what runs have come to, by what they rest on.
type memories struct {
	list  map[string]*memory
	ends  map[*node]*aggregate.State // that runs came to
	steps int
}

func (m *memories) add(key string, one *memory) {
	if m.list == nil || len(m.list) >= mostRecalled || m.steps+len(one.steps) > mostSteps {
		m.list, m.ends, m.steps = map[string]*memory{}, map[*node]*aggregate.State{}, 0
	}
	m.list[key] = one
	m.steps += len(one.steps)
}

// rememberable reports whether what a run comes to rests on nothing but what its likeness tells, and the state that it begins with.
func (r *Run) rememberable() bool {
	if r.tree == nil || !r.grows() || len(r.due) > 0 {
		return false
	}
	return !slices.ContainsFunc(slices.Concat(r.Base.Changes, r.Changes), func(c events.Change) bool {
		return c.What == history.Insert || c.Address != "" || c.At != nil || c.Due || c.Remedy == aggregate.RemedyStands
	})
}

// like returns what the tree remembers of a run that makes the same of the same inputs as this one, whatever their changes are called, nil for nothing. The first input that it concerns
// is the same if it is that for the changes themselves: what else concerns earlier ones are moments, which both have.
func (r *Run) like(ctx context.Context) (was *memory, err error) {
	if !r.rememberable() {
		return nil, nil
	}
	if r.ground, err = r.cat.Ground(ctx); err != nil {
		return nil, err
	}
	r.likeness = r.likenessOf(r.plain(), asks{r.Policy, r.Changes})
	return r.tree.recalled.list[r.likeness], nil
}

// asks is what makes one history another.
type asks struct {
	policy  string
	changes []events.Change
}

// plain is what the base asks. In the first edition no play falls, so that every policy makes the same of it.
func (r *Run) plain() asks {
	if r.Base.Number == 1 {
		return asks{r.Policy, r.Base.Changes}
	}
	return asks{r.Base.Policy, r.Base.Changes}
}

// likenessOf is the same for runs that make the same histories from the same.
func (r *Run) likenessOf(from, to asks) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d %q", r.ground, r.engine)
	for _, h := range []asks{from, to} {
		fmt.Fprintf(&b, "\n%q %d", h.policy, len(h.changes))
		for i := range h.changes {
			c := &h.changes[i]
			fmt.Fprintf(&b, "\n%q %d %q %q %q %q %q", c.What, c.Input, c.Type, c.Payload, c.Remedy, c.Clause, c.Reason)
		}
	}
	return b.String()
}

// recall returns what a run comes to if the tree remembers it, and otherwise nil. What differs is shown to whoever
// watches, of each input no more than its place, the id of the input, its standing, the change that concerns it and what it comes to, in a step that is the recall's own.
func (r *Run) recall(ctx context.Context, o *Options) (*Candidate, error) {
	if o.All || o.Point != 0 || o.Until != 0 || o.Beside != nil {
		r.likeness = "" // what is asked for is not what is remembered
	}
	if r.likeness == "" {
		return nil, nil
	}
	t := r.tree
	was := t.recalled.list[r.likeness]
	if was == nil || was.from != r.From || was.start != t.at(stand{r.cat.Holder(r.Base, r.From-1), r.From - 1}, nil) {
		return nil, nil
	}
	var s Step
	for i := range was.steps {
		m := &was.steps[i]
		s = Step{Entry: history.Entry{Place: m.place, Standing: m.standing}, After: m.after}
		if s.Input.ID = m.input; m.change >= 0 {
			s.Change = r.Changes[m.change].ID
		}
		if o.Watch == nil {
			break
		}
		if err := o.Watch(&s); err != nil {
			return nil, err
		}
	}
	r.cat.Alike(r.Number, was.as)
	out := was.out
	if err := t.knowing(ctx, r, was, &out); err != nil {
		return nil, err
	}
	out.Number, out.Base, out.Changes, out.Head, out.Inputs, out.Judged = r.Number, r.Base.Number, r.Changes, r.Head, 0, 0
	if e := r.cat.Current(); e.Adopted > r.ground {
		out.Last = e.Recorded
	}
	return &out, nil
}

// knowing gives the states of a run that is recalled the labels that the ledger has given since.
func (t *Tree) knowing(ctx context.Context, r *Run, was *memory, out *Candidate) error {
	if out.After.Format() < 2 {
		return nil
	}
	labels, err := r.cat.Labels(ctx)
	if err != nil || labels.Reserved(out.Before) && labels.Reserved(out.After) {
		return err
	}
	out.Before, out.After = out.Before.Clone(), out.After.Clone()
	labels.Reserve(out.Before)
	labels.Reserve(out.After)
	out.After = t.recalled.endsWith(was.end, out.After)
	was.out.Before, was.out.After = out.Before, out.After
	return nil
}

// endsWith returns a state that a run has come to at a node, as it was found before if it is the same, so that it is known how it is written.
func (m *memories) endsWith(at *node, s *aggregate.State) *aggregate.State {
	if end := m.ends[at]; end != nil && end.SameLabels(s) {
		return end
	}
	m.ends[at] = s
	return s
}

// A recording takes down what a run comes to, for the tree.
type recording struct {
	start *node
	steps []remembered
	back  []remembered // of the run from there to the base
	other bool         // another engine ruled on the base
}

// records has a run take down what differs.
func (x *execution) records() {
	if x.likeness == "" || x.grown == nil {
		return
	}
	rec := &recording{start: x.grown.base}
	watch := x.o.Watch
	x.o.Watch = func(s *Step) error {
		rec.add(x, s)
		if watch == nil {
			return nil
		}
		return watch(s)
	}
	x.recording = rec
}

func (rec *recording) add(x *execution, s *Step) {
	if len(rec.steps) >= mostSteps {
		return
	}
	g, change := x.grown, slices.IndexFunc(x.Changes, func(c events.Change) bool { return c.ID == s.Change })
	rec.steps = append(rec.steps, remembered{s.Place, s.Input.ID, change, s.Standing, g.leads(g.here, s.After).outcomes}) // one list in memory for what is the same
	rec.other = rec.other || ruled(s.Before).Engine != x.engine
	if rec.other {
		return
	}
	back := remembered{s.Place, s.Input.ID, -1, history.Recorded, g.leads(g.base, s.Before).outcomes}
	for i := range x.Base.Changes {
		if c := &x.Base.Changes[i]; history.PlaceOf(c) == s.Place {
			if back.change = i; c.What == history.Correct {
				back.standing = history.Corrected
			}
		}
	}
	rec.back = append(rec.back, back)
}

// remember keeps what a run has come to, unless something became due in it, and what the run back comes to.
func (x *execution) remember() {
	rec := x.recording
	if rec == nil || len(x.came) > 0 || x.out.Gone > 0 || len(rec.steps) != x.out.Restated {
		return
	}
	m := &x.tree.recalled
	one := &memory{x.earliest, x.From, rec.start, x.grown.here, x.Number, *x.out, rec.steps}
	m.add(x.likeness, one)
	x.out.After = m.endsWith(one.end, x.out.After)
	one.out.After = x.out.After
	if rec.other || !x.base.SameLaw(x.judge.State()) {
		return
	}
	from := x.plain()
	back := &memory{x.earliest, x.From, rec.start, x.grown.base, x.Base.Number, *x.out, rec.back}
	m.add(x.likenessOf(asks{x.Policy, x.Changes}, from), back)
	back.out.Policy, back.out.Before, back.out.After = from.policy, x.out.After, m.endsWith(back.end, x.base)
}
