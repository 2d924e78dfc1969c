package causes

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
	"adjudicate/history/subsets"
	"adjudicate/store"
)

// DefaultMost is how many histories are tried if nobody says otherwise.
const DefaultMost = 64

// Question is what is asked of a plan.
type Question struct {
	Store     store.Store
	Catalogue *history.Catalogue
	Plan      readjudicate.Plan
	Engine    string
	Most      int // how many histories may be tried; 0 is DefaultMost

	// Progress, if set, is told before every history that is tried how many have been.
	Progress func(tried int)
}

// Find finds the causes of every input that differs under a plan, and writes them into the report on it.
func Find(ctx context.Context, q Question, r *compare.Report) error {
	s := search{ctx: ctx, q: q, tried: map[string]*trial{}, course: r.Course}
	s.most = q.Most
	if s.most == 0 {
		s.most = DefaultMost
	}
	s.parts()
	if len(s.list) == 0 || len(r.Inputs) == 0 {
		return nil
	}
	for _, in := range r.Inputs {
		o := &question{in: in, key: s.key(in.Point, in.Address, in)}
		if i := s.own(in); i >= 0 {
			o.sets = [][]int{{i}}
			s.closed = append(s.closed, o)
			continue
		}
		s.open = append(s.open, o)
	}
	if len(s.list) > 1 {
		if _, err := q.Catalogue.Labels(ctx); err != nil { // read once, for all who rule again
			return err
		}
		if err := q.Catalogue.ReadEditions(ctx); err != nil {
			return err
		}
		q.Catalogue.Share()
	}
	if err := s.run(); err != nil {
		return err
	}
	var last *question
	for _, o := range s.closed {
		if last != nil && slices.EqualFunc(last.sets, o.sets, slices.Equal) { // thousands may rest on one change
			o.in.Cause.Sets, o.in.Cause.Changes = last.in.Cause.Sets, last.in.Cause.Changes
			continue
		}
		state(&o.in.Cause, o.sets, s.list)
		last = o
	}
	if len(s.list) > 1 {
		r.Follow()
	}
	r.Search = &compare.Search{Changes: len(s.list), Tried: len(s.tried), Sizes: s.sizes}
	return nil
}

// part is what can be taken out of a plan on its own: a change of its own with what is about the entry
// that it puts in, a withdrawal of a change of the base, or another policy than the base has.
type part struct {
	id       string // of the change, or of the one that is withdrawn; compare.Policy
	changes  []int  // places in the plan
	withdraw string
	policy   bool
}

type question struct {
	in   *compare.Input
	key  string
	sets [][]int
}

// trial is a history without some parts: how much each input differs from the base, and with what verdict.
type trial struct {
	differs map[string]outcome
	refused bool
}

type outcome struct {
	how     readjudicate.Difference
	verdict string
}

type search struct {
	ctx     context.Context
	q       Question
	most    int
	list    []part
	tried   map[string]*trial // by parts left out; never iterated
	open    []*question
	closed  []*question
	sizes   int
	planned map[string]bool // addresses of what the plan puts in
	course  *readjudicate.Course
	policy  string // of the base, where the plan has another
}

// parts takes the plan apart.
func (s *search) parts() {
	s.q.Plan = s.q.Plan.Named(len(s.q.Catalogue.Editions()) + 1)
	plan := &s.q.Plan
	s.planned = map[string]bool{}
	of := map[string]int{} // change that puts an entry in → its part
	for i, c := range plan.Changes {
		if c.Due {
			continue
		}
		if c.What == history.Insert {
			s.planned[c.ID] = true
		}
		if at, ok := of[c.Address]; ok && c.Address != "" && c.What != history.Insert {
			s.list[at].changes = append(s.list[at].changes, i)
			of[c.ID] = at
			continue
		}
		of[c.ID] = len(s.list)
		s.list = append(s.list, part{id: c.ID, changes: []int{i}})
	}
	for _, id := range s.withdrawn() {
		s.list = append(s.list, part{id: id, withdraw: id})
	}
	if base, err := s.q.Catalogue.Edition(plan.Base); err == nil && base.Policy != "" && plan.Policy != "" && plan.Policy != base.Policy {
		s.list, s.policy = append(s.list, part{id: compare.Policy, policy: true}), base.Policy
	}
}

// own is the part that puts an input in or takes it away itself, -1 if none does.
func (s *search) own(in *compare.Input) int {
	if in.Standing != history.Inserted && in.Standing != history.Withdrawn {
		return -1
	}
	return slices.IndexFunc(s.list, func(p part) bool { return p.id == in.Address })
}

// withdrawn lists the changes of the base that the plan withdraws.
func (s *search) withdrawn() []string {
	plan := &s.q.Plan
	if !slices.Contains(plan.Withdraw, "*") {
		return plan.Withdraw
	}
	base, err := s.q.Catalogue.Edition(plan.Base)
	if err != nil {
		return nil // preparing the plan has said so
	}
	var ids []string
	for _, c := range base.Changes {
		if !c.Due {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// key names an input alike in every history: what time has made due has no address of its own.
func (s *search) key(point uint64, address string, in *compare.Input) string {
	if in.Standing == history.Inserted && !s.planned[address] {
		return fmt.Sprintf("%d at %s", point, in.Recorded.UTC())
	}
	return address
}

var errMost = errors.New("search limit reached")

// run tries the parts one by one, then all smaller sets that may matter.
func (s *search) run() error {
	n := len(s.list)
	if n == 1 {
		for _, o := range s.open {
			o.sets = [][]int{{0}}
		}
		s.closed, s.open, s.sizes = s.open, nil, 1
		return nil
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	for size := 1; size < n && len(s.open) > 0; size++ {
		if len(s.tried)+subsets.Count(n, size) > s.most {
			break
		}
		var sets [][]int
		_ = subsets.Choose(all, size, func(set []int) error { sets = append(sets, slices.Clone(set)); return nil })
		if err := s.rival(sets); err != nil {
			return err
		}
		for _, set := range sets {
			for _, o := range s.open {
				if s.tried[fmt.Sprint(set)].undoes(o) {
					o.sets = append(o.sets, set)
				}
			}
		}
		s.sizes = size
		s.open = slices.DeleteFunc(s.open, func(o *question) bool {
			if len(o.sets) > 0 {
				s.closed = append(s.closed, o)
			}
			return len(o.sets) > 0
		})
	}
	return s.narrow(all)
}

// rival rules on the histories without each of some sets, as many at a time as there are processors.
func (s *search) rival(sets [][]int) error {
	trials := make([]*trial, len(sets))
	progress := func(done, _ int) {
		if s.q.Progress != nil {
			s.q.Progress(len(s.tried) + done - 1)
		}
	}
	err := subsets.Each(s.ctx, len(sets), runtime.GOMAXPROCS(0), progress, func(_ context.Context, i int) (err error) {
		trials[i], err = s.try(sets[i])
		return err
	})
	for i, set := range sets {
		s.tried[fmt.Sprint(set)] = trials[i]
	}
	return err
}

// narrow finds a minimal set for what is still open: nothing differs without all parts.
func (s *search) narrow(all []int) error {
	for _, o := range s.open {
		set, err := subsets.Narrow(all, func(set []int) (bool, error) {
			t, err := s.without(slices.Sorted(slices.Values(set)))
			return err == nil && t.undoes(o), err
		})
		if err != nil && !errors.Is(err, errMost) { // what is left is a cause, if not a minimal one
			return err
		}
		o.sets = [][]int{slices.Sorted(slices.Values(set))}
		s.closed = append(s.closed, o)
	}
	s.open = nil
	return nil
}

// undoes reports whether an input no longer differs as it does under the whole plan.
func (t *trial) undoes(o *question) bool {
	if t.refused {
		return false
	}
	is, ok := t.differs[o.key]
	if !ok {
		return true
	}
	switch o.in.Differs {
	case readjudicate.Verdict.String():
		return is.verdict == o.in.Before.Verdict
	case readjudicate.Effects.String():
		return is.how < readjudicate.Effects
	}
	return false
}

// without is the history of the plan without some parts.
func (s *search) without(set []int) (*trial, error) {
	name := fmt.Sprint(set)
	if t := s.tried[name]; t != nil {
		return t, nil
	}
	if len(s.tried) >= s.most {
		return nil, errMost
	}
	if s.q.Progress != nil {
		s.q.Progress(len(s.tried))
	}
	t, err := s.try(set)
	s.tried[name] = t
	return t, err
}

// try rules on the history without some parts, and without what cannot be had without them.
func (s *search) try(set []int) (*trial, error) {
	t := &trial{}
	var refused *readjudicate.ChangeError
	for gone := slices.Clone(set); ; {
		err := s.rule(gone, t)
		if !errors.As(err, &refused) || refused.ID == "" {
			var halt *readjudicate.HaltError
			if t.refused = refused != nil || errors.As(err, &halt); t.refused {
				err = nil
			}
			return t, err
		}
		// What cannot be done without what is left out goes with it.
		next := slices.IndexFunc(s.list, func(p part) bool { return p.id == refused.ID })
		if next < 0 || slices.Contains(gone, next) {
			t.refused = true
			return t, nil
		}
		gone, refused = append(gone, next), nil
	}
}

// rule rules on the history again without some parts.
func (s *search) rule(set []int, t *trial) error {
	t.differs = map[string]outcome{}
	plan, beside := s.q.Plan, s.course
	plan.Changes = nil
	left := func(i int) bool {
		return slices.ContainsFunc(set, func(p int) bool { return slices.Contains(s.list[p].changes, i) })
	}
	for i, c := range s.q.Plan.Changes {
		if !left(i) {
			plan.Changes = append(plan.Changes, c)
		}
	}
	plan.Withdraw = slices.DeleteFunc(slices.Clone(s.withdrawn()), func(id string) bool {
		return slices.ContainsFunc(set, func(p int) bool { return s.list[p].withdraw == id })
	})
	if slices.ContainsFunc(set, func(p int) bool { return s.list[p].policy }) {
		plan.Policy, beside = s.policy, nil
	}
	run, err := readjudicate.Prepare(s.ctx, s.q.Store, s.q.Catalogue, plan, s.q.Engine)
	if err == nil && run.From != 0 {
		_, err = run.Do(s.ctx, readjudicate.Options{Until: s.until(run), Beside: beside, Watch: func(step *readjudicate.Step) error {
			_, after := step.Ruled()
			in := compare.Input{Standing: step.Standing, Recorded: step.Input.Recorded}
			t.differs[s.key(step.Place.Input, step.Place.Address(), &in)] = outcome{readjudicate.Compare(step.Before, step.After), after.Verdict}
			return nil
		}})
	}
	return err
}

// until is the last input that has to be looked at: the last one that is asked about, and whatever might show that the history
// cannot be had. Where a law differs or an illegal play is to end the work that is any.
func (s *search) until(run *readjudicate.Run) uint64 {
	if run.Policy == readjudicate.Halt {
		return 0
	}
	var last uint64
	for _, o := range s.open {
		last = max(last, o.in.Point)
	}
	for _, c := range s.q.Plan.Changes {
		if c.What != history.Insert && c.What != history.Correct {
			continue
		}
		p, err := events.DecodePayload(c.Type, c.Payload)
		if _, law := events.Law(p); err != nil || law {
			return 0
		}
		last = max(last, c.Input)
	}
	return last
}

// state writes the sets of changes into a cause.
func state(c *compare.Cause, sets [][]int, list []part) {
	c.Sets, c.Changes = nil, nil
	for _, set := range sets {
		var ids []string
		for _, p := range set {
			ids = append(ids, list[p].id)
		}
		c.Sets = append(c.Sets, ids)
		for _, id := range ids {
			if !slices.Contains(c.Changes, id) {
				c.Changes = append(c.Changes, id)
			}
		}
	}
}

// Differing returns the changes of one edition that another has not, and those that it lacks, as the plan that makes the
// one of the other.
func Differing(a, b *history.Edition) readjudicate.Plan {
	plan := readjudicate.Plan{Base: a.Number, Policy: b.Policy}
	has := func(list []events.Change, id string) bool {
		return slices.ContainsFunc(list, func(c events.Change) bool { return c.ID == id })
	}
	for _, c := range b.Changes {
		if !c.Due && !has(a.Changes, c.ID) {
			plan.Changes = append(plan.Changes, c)
		}
	}
	for _, c := range a.Changes {
		if !c.Due && !has(b.Changes, c.ID) {
			plan.Withdraw = append(plan.Withdraw, c.ID)
		}
	}
	return plan
}
