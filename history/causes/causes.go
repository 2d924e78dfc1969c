package causes

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
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
	s := search{ctx: ctx, q: q, tried: map[string]*trial{}}
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
	if err := s.run(); err != nil {
		return err
	}
	for _, o := range s.closed {
		state(&o.in.Cause, o.sets, s.list)
	}
	r.Follow()
	r.Search = &compare.Search{Changes: len(s.list), Tried: len(s.tried), Sizes: s.sizes}
	return nil
}

// part is what can be taken out of a plan on its own: a change of its own with what is about the entry
// that it puts in, or a withdrawal of a change of the base.
type part struct {
	id       string // of the change, or of the one that is withdrawn
	changes  []int  // places in the plan
	withdraw string
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
	for size := 1; size < n && len(s.open) > 0; size++ {
		if len(s.tried)+binomial(n, size) > s.most {
			break
		}
		err := choose(n, size, func(set []int) error {
			t, err := s.without(set)
			if err != nil {
				return err
			}
			for _, o := range s.open {
				if t.undoes(o) {
					o.sets = append(o.sets, slices.Clone(set))
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		s.sizes = size
		s.open = slices.DeleteFunc(s.open, func(o *question) bool {
			if len(o.sets) > 0 {
				s.closed = append(s.closed, o)
			}
			return len(o.sets) > 0
		})
	}
	return s.narrow()
}

// narrow finds a minimal set for what is still open: of all parts, without which nothing differs, ever smaller
// groups are put back unless the difference comes back with them.
func (s *search) narrow() error {
	for _, o := range s.open {
		set := make([]int, len(s.list))
		for i := range set {
			set[i] = i
		}
		for group := len(set) / 2; group > 0; group /= 2 {
			for at := 0; at < len(set) && len(set) > 1; {
				fewer := slices.Delete(slices.Clone(set), at, min(at+group, len(set)))
				undone := false
				if len(fewer) > 0 {
					t, err := s.without(fewer)
					if errors.Is(err, errMost) {
						break // what is left is a cause, if not a minimal one
					}
					if err != nil {
						return err
					}
					undone = t.undoes(o)
				}
				if undone {
					set = fewer
				} else {
					at += group
				}
			}
		}
		o.sets = [][]int{set}
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
	t := &trial{}
	s.tried[name] = t
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
	plan := s.q.Plan
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
	run, err := readjudicate.Prepare(s.ctx, s.q.Store, s.q.Catalogue, plan, s.q.Engine)
	if err == nil && run.From != 0 {
		_, err = run.Do(s.ctx, readjudicate.Options{Watch: func(step *readjudicate.Step) error {
			_, after := step.Ruled()
			in := compare.Input{Standing: step.Standing, Recorded: step.Input.Recorded}
			t.differs[s.key(step.Place.Input, step.Place.Address(), &in)] = outcome{readjudicate.Compare(step.Before, step.After), after.Verdict}
			return nil
		}})
	}
	return err
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

// choose calls f with every set of size of 0 … n-1, in order.
func choose(n, size int, f func([]int) error) error {
	set := make([]int, 0, size)
	var from func(int) error
	from = func(i int) error {
		if len(set) == size {
			return f(set)
		}
		for ; i < n; i++ {
			set = append(set, i)
			if err := from(i + 1); err != nil {
				return err
			}
			set = set[:len(set)-1]
		}
		return nil
	}
	return from(0)
}

func binomial(n, k int) int {
	out := 1
	for i := range k {
		if out *= n - i; out > 1<<30 {
			return 1 << 30
		}
		out /= i + 1
	}
	return out
}
