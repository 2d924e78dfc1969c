package bisect

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/condition"
	"adjudicate/history/readjudicate"
	"adjudicate/history/subsets"
	"adjudicate/store"
)

// Question is what Least is asked.
type Question struct {
	Store     store.Store
	Catalogue *history.Catalogue
	Edition   *history.Edition
	UpTo      uint64 // the effective point at which the condition is asked
	Condition *condition.Condition
	Engine    string
	Policy    string // what becomes of plays that lose their legality; "" is readjudication.DefaultPlay
	Most      int    // how many histories may be tried; 0 is DefaultMost

	// Likely are the inputs of changes that are tried first; the others follow, the latest first.
	Likely []uint64
	// Enough ends the search with the first set of the least size.
	Enough bool

	// Progress, if set, is told before every history that is tried how many have been, and how many
	// there may be.
	Progress func(tried, most int)
}

// DefaultMost is how many histories are tried if nobody says otherwise.
const DefaultMost = 500

// Set is changes of the rules without which the condition stands otherwise. None of its parts alone
// does that, as far as they were tried.
type Set struct {
	Changes []RuleChange      `json:"changes"`
	Holds   bool              `json:"holds"`  // without them
	Values  []condition.Value `json:"values"` // what the condition asks for, without them
}

// Refusal is a change that a history cannot be had without.
type Refusal struct {
	Change RuleChange `json:"change"`
	Why    string     `json:"why"`
}

// Answer is what Least found.
type Answer struct {
	Holds    bool              `json:"holds"`    // the condition, in the history as it is
	Values   []condition.Value `json:"values"`   // what it asks for there
	Changes  []RuleChange      `json:"changes"`  // all that were looked at
	Size     int               `json:"size"`     // of the sets found; 0 if there are none
	Sets     []Set             `json:"sets"`     // all of that size that were tried
	Together bool              `json:"together"` // without all changes at once the condition stands otherwise
	Tried    int               `json:"tried"`    // histories
	Sizes    int               `json:"sizes"`    // every set of up to so many changes was tried
	Complete bool              `json:"complete"` // every set was tried that could be as small; with no sets, every set
	Refused  []Refusal         `json:"refused"`
}

// Least finds the smallest sets of changes of the rules without which the condition would stand
// otherwise at the point asked about.
func Least(ctx context.Context, q Question) (*Answer, error) {
	changes, err := Changes(ctx, q.Catalogue, q.Edition, q.UpTo)
	if err != nil {
		return nil, err
	}
	if q.Most == 0 {
		q.Most = DefaultMost
	}
	s := &search{ctx: ctx, q: q, tried: map[string]*trial{}, answer: &Answer{Changes: changes, Sets: []Set{}, Refused: []Refusal{}}}
	s.rank()
	base, err := s.history(nil)
	if err != nil {
		return nil, err
	}
	s.answer.Holds, s.answer.Values = base.holds, base.values
	if err := s.run(); err != nil && !errors.Is(err, errMost) && !errors.Is(err, errEnough) {
		return nil, err
	}
	return s.answer, nil
}

// errMost ends a search that has tried as many histories as it may.
var errMost = errors.New("search limit reached")

// errEnough ends a search that has found a set.
var errEnough = errors.New("one set is enough")

type search struct {
	order  []int // the changes as they are tried
	ctx    context.Context
	q      Question
	tried  map[string]*trial // by set; never iterated
	answer *Answer
	expect int // how many histories there may be to try
}

// rank orders the changes as they are tried.
func (s *search) rank() {
	for i := range s.answer.Changes {
		s.order = append(s.order, i)
	}
	likely := func(i int) int {
		if slices.Contains(s.q.Likely, s.answer.Changes[i].Sequence) {
			return 0
		}
		return 1
	}
	slices.SortFunc(s.order, func(a, b int) int { return cmp.Or(likely(a)-likely(b), b-a) })
}

// trial is a history without some changes.
type trial struct {
	holds  bool
	values []condition.Value
	why    error // it cannot be had
}

// run tries the changes one by one, then all together; if that turns the condition it narrows them
// down, and tries every smaller set. If it does not, larger sets are tried only while they are few:
// that some turn the condition and all together do not takes changes that undo each other.
func (s *search) run() error {
	n := len(s.answer.Changes)
	s.expect = n
	found, err := s.size(1)
	s.refusals()
	if err != nil || found || n <= 1 {
		s.answer.Complete = err == nil
		return err
	}
	all := s.possible()
	s.expect = n + 1
	together, err := s.turns(all)
	if err != nil {
		return err
	}
	s.answer.Together = together
	bound := len(all)
	if together {
		s.expect += len(all) * len(all)
		narrow, err := subsets.Narrow(all, s.turns)
		if err != nil {
			return err
		}
		bound = len(narrow)
		s.found([][]int{slices.Sorted(slices.Values(narrow))})
	}
	for size := 2; size <= bound; size++ {
		more := subsets.Count(len(all), size)
		if !together && size > 2 && more > fewSets {
			return nil
		}
		s.expect = s.answer.Tried + more
		if found, err := s.size(size); err != nil || found {
			s.answer.Complete = err == nil
			return err
		}
	}
	s.answer.Complete = true
	return nil
}

// fewSets is how many sets of a size are tried without a reason to hope.
const fewSets = 64

// size tries every set of a size and keeps those that turn the condition.
func (s *search) size(size int) (bool, error) {
	var sets [][]int
	err := subsets.Choose(s.possible(), size, func(set []int) error {
		turns, err := s.turns(set)
		if err == nil && turns {
			sets = append(sets, slices.Sorted(slices.Values(set)))
			if s.q.Enough {
				return errEnough
			}
		}
		return err
	})
	if len(sets) > 0 {
		slices.SortFunc(sets, slices.Compare)
		s.found(sets)
	}
	if err == nil {
		s.answer.Sizes = size
	}
	return len(sets) > 0, err
}

// found makes the sets the answer.
func (s *search) found(sets [][]int) {
	s.answer.Size, s.answer.Sets = len(sets[0]), nil
	for _, set := range sets {
		t := s.tried[key(set)]
		out := Set{Holds: t.holds, Values: t.values}
		for _, i := range set {
			out.Changes = append(out.Changes, s.answer.Changes[i])
		}
		s.answer.Sets = append(s.answer.Sets, out)
	}
}

// possible returns the changes that a history can be had without, as far as is known.
func (s *search) possible() []int {
	var list []int
	for _, i := range s.order {
		if t := s.tried[key([]int{i})]; t == nil || t.why == nil {
			list = append(list, i)
		}
	}
	return list
}

func (s *search) refusals() {
	for i, c := range s.answer.Changes {
		if t := s.tried[key([]int{i})]; t != nil && t.why != nil {
			s.answer.Refused = append(s.answer.Refused, Refusal{Change: c, Why: t.why.Error()})
		}
	}
}

// turns reports whether the condition stands otherwise without a set.
func (s *search) turns(set []int) (bool, error) {
	k := key(set)
	t := s.tried[k]
	if t == nil {
		if s.answer.Tried >= s.q.Most {
			return false, errMost
		}
		if s.q.Progress != nil {
			s.q.Progress(s.answer.Tried, min(s.q.Most, max(s.expect, s.answer.Tried+1)))
		}
		s.answer.Tried++
		var err error
		if t, err = s.history(set); err != nil {
			return false, err
		}
		s.tried[k] = t
	}
	return t.why == nil && t.holds != s.answer.Holds, nil
}

// history asks the condition of the history without a set.
func (s *search) history(set []int) (*trial, error) {
	plan := readjudicate.Plan{Base: s.q.Edition.Number, Policy: s.q.Policy}
	for _, i := range slices.Sorted(slices.Values(set)) {
		c := &s.answer.Changes[i]
		if c.Change != "" {
			plan.Withdraw = append(plan.Withdraw, c.Change)
		} else {
			plan.Changes = append(plan.Changes, events.Change{What: history.Void, Input: c.Sequence, Reason: "what if"})
		}
	}
	other := map[history.Place][]events.Outcome{}
	if len(set) > 0 {
		c, err := s.rerun(plan, other)
		var refused *readjudicate.ChangeError
		var halted *readjudicate.HaltError
		if errors.As(err, &refused) || errors.As(err, &halted) {
			return &trial{why: err}, nil
		}
		if err != nil {
			return nil, err
		}
		if c != nil && !s.q.Condition.Remembers() && s.q.Edition.Ended == 0 && s.q.UpTo == s.q.Catalogue.End(s.q.Edition) {
			holds, values := s.q.Condition.In(c.After)
			return &trial{holds: holds, values: values}, nil
		}
	}
	w := s.q.Condition.Watch()
	for e, err := range s.q.Catalogue.History(s.ctx, s.q.Edition, history.Range{To: s.q.UpTo}) {
		if err != nil {
			return nil, fmt.Errorf("read the history: %w", err)
		}
		if !e.Judged {
			continue
		}
		if outcomes, changed := other[e.Place]; changed {
			for i := range outcomes {
				w.Fold(outcomes[i].Payload)
			}
			continue
		}
		for i := range e.Outcomes {
			w.Fold(e.Outcomes[i].Payload)
		}
	}
	return &trial{holds: w.Holds(), values: w.Values()}, nil
}

// errBeyond ends a run behind the point asked about.
var errBeyond = errors.New("beyond the point asked about")

// rerun rules on the history again and notes the outcomes of every input that differs.
func (s *search) rerun(plan readjudicate.Plan, other map[history.Place][]events.Outcome) (*readjudicate.Candidate, error) {
	run, err := readjudicate.Prepare(s.ctx, s.q.Store, s.q.Catalogue, plan, s.q.Engine)
	if err != nil {
		return nil, err
	}
	keep := s.q.Condition.Remembers() || s.q.Edition.Ended != 0 || s.q.UpTo != s.q.Catalogue.End(s.q.Edition)
	c, err := run.Do(s.ctx, readjudicate.Options{Watch: func(step *readjudicate.Step) error {
		if step.Place.Input > s.q.UpTo {
			return errBeyond
		}
		if keep {
			other[step.Place] = step.After
		}
		return nil
	}})
	if errors.Is(err, errBeyond) {
		return nil, nil
	}
	return c, err
}

// key names a set.
func key(set []int) string { return fmt.Sprint(slices.Sorted(slices.Values(set))) }
