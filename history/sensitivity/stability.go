package sensitivity

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/history/subsets"
	"adjudicate/rules"
	"adjudicate/store"
)

// What is certain: whatever reading is adopted of the entries that are open, and however the pending disputes are
// ruled on, some facts of the present stay as they are. Every combination is tried, those with the fewest departures from
// what holds first, so that the witness of a fact that can turn is a least one. Where there are more
// combinations than may be tried, a fact that did not turn is only known not to turn with so few departures.

// DefaultMost is how many combinations are tried if nobody says otherwise.
const DefaultMost = 256

// Choice is one way in which the history may turn out otherwise: a reading, or a dispute upheld. Of those of one point
// at most one holds.
type Choice struct {
	Point string            `json:"point"` // "echo-captures", "D1"
	As    string            `json:"as"`    // "as-piece", "upheld"
	Plan  readjudicate.Plan `json:"-"`
}

// Uncertain is what is asked.
type Uncertain struct {
	Store   store.Store
	Edition int      // 0: the current one
	Entries []string // of the register that are open, with every reading that does not hold at the end; none: those of which a reading makes a difference by itself
	Pending []Choice // disputes
	Most    int      // combinations; 0 is DefaultMost
	Single  bool     // only try each reading by itself: of the answer there are the findings alone
	Workers int
	Engine  string

	// Progress, if not nil, is told after each reading or combination how many have been tried; calls do not overlap.
	Progress func(done, all int)
}

// Fact is a fact about the present state of the game.
type Fact struct {
	Kind    string   `json:"kind"` // "winner", "account", "weight" or "piece"
	Name    string   `json:"name"` // an account and its asset, two sides, a piece's id
	Value   string   `json:"value"`
	Turns   bool     `json:"turns"`              // it does not hold under some combination
	Becomes string   `json:"becomes,omitempty"`  // what is so there instead
	Witness []Choice `json:"witness,omitempty"`  // a least combination under which it turns
	HangsOn []string `json:"hangs_on,omitempty"` // the points of all combinations of that size under which it turns
}

// Stability is which facts are certain.
type Stability struct {
	Points       []string `json:"points"`       // what is open
	Combinations int      `json:"combinations"` // of all points
	Tried        int      `json:"tried"`
	Impossible   int      `json:"impossible"` // of those: the changes cannot be made together
	Departures   int      `json:"departures"` // every combination of up to so many was tried
	Exact        bool     `json:"exact"`      // all were
	Facts        []Fact   `json:"facts"`

	Findings []Finding `json:"findings"` // what each reading makes of the game by itself
}

// Stable tries every reading of a register by itself and then, unless that is all that is wanted, finds out which facts hold under every
// combination. It reads the ledger as it is known at a sequence, 0 for its end. The error is one of the store, or a context's.
func Stable(ctx context.Context, name string, known uint64, register *rules.Register, q Uncertain) (*Stability, error) {
	cat, err := history.Load(ctx, q.Store, name, known)
	if err != nil {
		return nil, err
	}
	e, err := cat.Edition(q.Edition)
	if err != nil {
		return nil, err
	}
	x := &attempt{st: q.Store, name: name, known: cat.Known(), edition: e.Number, engine: q.Engine, ends: map[string]*aggregate.State{}}
	now, err := cat.StateAt(ctx, e, 0)
	if err != nil {
		return nil, err
	}
	choices, found, err := x.singles(ctx, cat, e, register, now, &q)
	if err != nil || q.Single {
		return &Stability{Findings: found}, err
	}
	s := &Stability{Points: []string{}, Facts: facts(now), Combinations: 1, Findings: append([]Finding{}, found...)}
	var points [][]Choice
	for _, c := range slices.Concat(choices, q.Pending) {
		if n := len(points); n > 0 && points[n-1][0].Point == c.Point {
			points[n-1] = append(points[n-1], c)
			continue
		}
		points = append(points, []Choice{c})
		s.Points = append(s.Points, c.Point)
	}
	for _, p := range points {
		if s.Combinations *= len(p) + 1; s.Combinations > 1<<30 {
			s.Combinations = 1 << 30
		}
	}
	return s, s.tryAll(ctx, x, points, &q)
}

// singles tries every reading by itself. Choices are those that may be adopted: of entries that were named, or of which some
// reading makes a difference.
func (x *attempt) singles(ctx context.Context, cat *history.Catalogue, e *history.Edition, register *rules.Register, now *aggregate.State, q *Uncertain) (choices []Choice, found []Finding, err error) {
	origins, opening, err := originsOf(ctx, cat, e)
	if err != nil || opening == 0 {
		return nil, nil, err
	}
	all, err := readings(register, q.Entries, e.Number, origins, opening)
	if err != nil {
		return nil, nil, err
	}
	found = make([]Finding, len(all))
	ends := make([]*aggregate.State, len(all))
	err = subsets.Each(ctx, len(all), q.Workers, q.Progress, func(ctx context.Context, i int) (err error) {
		entry, _ := register.Entry(all[i].Point)
		found[i] = Finding{Entry: entry.ID, Clause: entry.Clause, Reading: all[i].As, Held: readingIn(now, &entry)}
		ends[i], err = x.alone(ctx, &all[i], &found[i])
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	for i, c := range all {
		x.ends[all[i].name()] = ends[i]
		matters := len(q.Entries) > 0 || slices.ContainsFunc(found, func(f Finding) bool { return f.Entry == c.Point && f.Matters })
		if matters && found[i].Held != c.As {
			choices = append(choices, c)
		}
	}
	return choices, found, nil
}

// readingIn is how an entry is read in a state.
func readingIn(s *aggregate.State, entry *rules.Entry) string {
	for _, r := range s.Readings() {
		if r.Entry == entry.ID {
			return r.Reading
		}
	}
	return entry.Default
}

// tryAll tries combinations, those with the fewest departures first, as long as there may be more.
func (s *Stability) tryAll(ctx context.Context, x *attempt, points [][]Choice, q *Uncertain) error {
	most := cmp.Or(q.Most, DefaultMost)
	left := most
	s.Exact = true
	for size := 1; size <= len(points); size++ {
		list, all := combinations(points, size, left)
		ends := make([]*aggregate.State, len(list))
		err := subsets.Each(ctx, len(list), q.Workers, q.Progress, func(ctx context.Context, i int) error {
			known := false
			if ends[i], known = x.ends[list[i][0].name()]; known && size == 1 {
				return nil
			}
			c, why, err := x.end(ctx, list[i], nil)
			if ends[i] = nil; err == nil && why == nil {
				ends[i] = c.After
			}
			return err
		})
		if err != nil {
			return err
		}
		for i, state := range ends {
			s.Tried++
			if state == nil {
				s.Impossible++
				continue
			}
			s.compare(state, list[i], size)
		}
		if left -= len(list); !all {
			s.Exact = false
			return nil
		}
		s.Departures = size
	}
	return nil
}

// compare finds the facts that have turned under a combination.
func (s *Stability) compare(state *aggregate.State, under []Choice, size int) {
	is := map[string]string{}
	for _, f := range facts(state) {
		is[f.Kind+" "+f.Name] = f.Value
		if !slices.ContainsFunc(s.Facts, func(o Fact) bool { return o.Kind == f.Kind && o.Name == f.Name }) {
			s.Facts = append(s.Facts, Fact{Kind: f.Kind, Name: f.Name, Value: absent(f.Kind)})
		}
	}
	for i := range s.Facts {
		f := &s.Facts[i]
		value, there := is[f.Kind+" "+f.Name]
		if !there {
			value = absent(f.Kind)
		}
		if value == f.Value || f.Turns && len(f.Witness) < size {
			continue
		}
		if !f.Turns {
			f.Turns, f.Witness, f.Becomes = true, under, value
		}
		for _, c := range under {
			if !slices.Contains(f.HangsOn, c.Point) {
				f.HangsOn = append(f.HangsOn, c.Point)
			}
		}
	}
}

// absent is what is so of something that a state does not speak of.
func absent(kind string) string {
	if kind == "account" {
		return "0"
	}
	return "none"
}

// combinations are the ways to depart at so many points, at most so many of them; all reports whether there are no more.
func combinations(points [][]Choice, size, most int) (list [][]Choice, all bool) {
	all = true
	var from func(i int, have []Choice)
	from = func(i int, have []Choice) {
		if len(have) == size {
			if len(list) >= most {
				all = false
				return
			}
			list = append(list, slices.Clone(have))
			return
		}
		for ; i < len(points) && all; i++ {
			for _, c := range points[i] {
				from(i+1, append(have, c))
			}
		}
	}
	from(0, nil)
	return list, all
}

// attempt rules on the history again under one combination or another.
type attempt struct {
	st      store.Store
	name    string
	known   uint64
	edition int
	engine  string
	ends    map[string]*aggregate.State // to which one reading by itself comes, by the choice; nil: it cannot be adopted
}

// name tells a choice from others.
func (c *Choice) name() string { return c.Point + "=" + c.As }

// end finds out what a combination comes to; why is set if its changes cannot be made together.
func (x *attempt) end(ctx context.Context, under []Choice, watch readjudicate.Watch) (c *readjudicate.Candidate, why, err error) {
	cat, err := history.Load(ctx, x.st, x.name, x.known)
	if err != nil {
		return nil, nil, err
	}
	plan := readjudicate.Plan{Base: x.edition}
	for _, c := range under {
		plan.Changes = append(plan.Changes, c.Plan.Changes...)
		for _, id := range c.Plan.Withdraw {
			if !slices.Contains(plan.Withdraw, id) {
				plan.Withdraw = append(plan.Withdraw, id)
			}
		}
		plan.Policy = cmp.Or(plan.Policy, c.Plan.Policy)
	}
	run, err := readjudicate.Prepare(ctx, x.st, cat, plan, x.engine)
	if err == nil {
		c, err = run.Do(ctx, readjudicate.Options{Watch: watch})
	}
	var change *readjudicate.ChangeError
	var halt *readjudicate.HaltError
	if errors.As(err, &change) || errors.As(err, &halt) {
		return nil, err, nil
	}
	return c, nil, err
}

// facts are what is so in a state.
func facts(s *aggregate.State) []Fact {
	var titles []string
	for _, t := range s.Titles() {
		titles = append(titles, t.Player)
	}
	list := []Fact{{Kind: "winner", Name: "hands", Value: cmp.Or(strings.Join(titles, ", "), "nobody")}}
	for of, amount := range s.Balances() {
		list = append(list, Fact{Kind: "account", Name: of.Account + " " + of.Asset, Value: amount.String()})
	}
	names := s.SideNames()
	for i, a := range names {
		for _, b := range names[i+1:] {
			value := map[int]string{-1: "less", 0: "as much", 1: "more"}[cmp.Compare(s.Weight(a), s.Weight(b))]
			list = append(list, Fact{Kind: "weight", Name: a + " and " + b, Value: value})
		}
	}
	for p := range s.Pieces() {
		list = append(list, Fact{Kind: "piece", Name: p.ID, Value: p.Side})
	}
	return list
}
