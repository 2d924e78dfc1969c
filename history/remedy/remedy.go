package remedy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/store"
)

// DefaultMost is how many histories are tried if nobody says otherwise.
const DefaultMost = 64

// Question is what is asked about a verdict.
type Question struct {
	Store     store.Store
	Catalogue *history.Catalogue
	Plan      readjudicate.Plan // the verdict; its policy is not looked at
	Engine    string
	Spare     []string // sides of which no play is to fall but those that the verdict is about, and that are not to be worse off in anything
	Most      int      // how many histories may be tried; 0 is DefaultMost
	Progress  func(tried int)
}

// Holding is what a side has at the end of a history.
type Holding struct {
	Pieces int         `json:"pieces"`
	Weight events.Half `json:"weight"`
	Assets []Amount    `json:"assets"` // of its player, by name
	Place  int         `json:"place"`  // in the order of play, from 1; 0 if it is not in it
}

// Amount is how much somebody has of an asset.
type Amount struct {
	Asset  string      `json:"asset"`
	Amount events.Half `json:"amount"`
}

// Of is how much of an asset a side's player has.
func (h *Holding) Of(asset string) events.Half {
	for _, a := range h.Assets {
		if a.Asset == asset {
			return a.Amount
		}
	}
	return 0
}

// Assets are the names of what either history has of a side's player.
func (s *Share) Assets() (list []string) {
	for _, a := range slices.Concat(s.Before.Assets, s.After.Assets) {
		if !slices.Contains(list, a.Asset) {
			list = append(list, a.Asset)
		}
	}
	slices.Sort(list)
	return list
}

// Share is what a side has at the end of the current edition and of the other history.
type Share struct {
	Side   string  `json:"side"`
	Player string  `json:"player,omitempty"`
	Before Holding `json:"before"`
	After  Holding `json:"after"`
	Fares  string  `json:"fares"` // "better", "worse", "same", or "mixed"
}

// Fallen is an entry that had effect and has none of its own any more.
type Fallen struct {
	Address string `json:"address"`
	Side    string `json:"side,omitempty"`
	Verdict string `json:"verdict"` // now
	Play    bool   `json:"play"`
	place   history.Place
}

// Ruling is one on a single play, beside the verdict.
type Ruling struct {
	Address string `json:"address"`
	Side    string `json:"side,omitempty"`
	Remedy  string `json:"remedy"`
	place   history.Place
}

// Way is what can be done about a verdict, and what comes of it.
type Way struct {
	Policy  string   `json:"policy"`
	Rulings []Ruling `json:"rulings"`
	Flipped int      `json:"flipped"` // inputs with another verdict
	Lost    int      `json:"lost"`    // plays that had effect and have none of their own
	Fallen  []Fallen `json:"fallen"`
	Shares  []Share  `json:"shares"`
	Spares  bool     `json:"spares"`           // the sides that were to be
	Cannot  string   `json:"cannot,omitempty"` // why it cannot be done
}

// Answer is what was found.
type Answer struct {
	Table []Way `json:"table"`           // one a policy
	Least *Way  `json:"least,omitempty"` // nothing if no way can be gone, or none that spares the sides
	Tried int   `json:"tried"`           // histories
	Exact bool  `json:"exact"`           // every way with fewer rulings was tried
}

// Table rules on the history again under every policy.
func Table(ctx context.Context, q Question) ([]Way, error) {
	s := &search{ctx: ctx, q: q}
	for _, policy := range readjudicate.Policies {
		w, err := s.way(policy, nil)
		if err != nil {
			return nil, err
		}
		s.table = append(s.table, *w)
	}
	return s.table, nil
}

// Least seeks the least that satisfies a verdict.
func Least(ctx context.Context, q Question) (*Answer, error) {
	table, err := Table(ctx, q)
	if err != nil {
		return nil, err
	}
	s := &search{ctx: ctx, q: q, tried: len(table), seen: map[string]bool{}}
	s.most = cmp.Or(q.Most, DefaultMost)
	out := &Answer{Table: table, Exact: true}
	var level []*Way
	for i := range table {
		if table[i].Cannot == "" && table[i].Policy != readjudicate.Halt {
			level = append(level, &table[i])
		}
	}
	// Of ways with equally few rulings the one is taken under which least falls; more rulings are only worth while if the
	// sides are not spared without them.
	for len(level) > 0 {
		out.Least = best(level)
		if out.Least.Spares {
			break
		}
		var next []*Way
		for _, w := range level {
			more, err := s.further(w)
			next = append(next, more...)
			if errors.Is(err, errMost) {
				out.Exact = false
				break
			}
			if err != nil {
				return nil, err
			}
		}
		level = next
	}
	if out.Least != nil && !out.Least.Spares {
		out.Least = nil
	}
	out.Tried = s.tried
	return out, nil
}

// best is the way under which least falls, one that spares the sides before one that does not.
func best(list []*Way) *Way {
	return slices.MinFunc(list, func(a, b *Way) int {
		if a.Spares != b.Spares {
			if a.Spares {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(a.Flipped, b.Flipped), cmp.Compare(a.Lost, b.Lost))
	})
}

var errMost = errors.New("search limit reached")

type search struct {
	ctx   context.Context
	q     Question
	table []Way
	tried int
	most  int
	seen  map[string]bool
}

// further are the ways with one ruling more on a play that falls.
func (s *search) further(w *Way) (list []*Way, err error) {
	for _, f := range w.Fallen {
		if !f.Play || slices.ContainsFunc(w.Rulings, func(r Ruling) bool { return r.place == f.place }) || s.decided(f.place) {
			continue
		}
		for _, remedy := range []string{aggregate.RemedyStands, aggregate.RemedyDefault, aggregate.RemedyVoid} {
			rulings := append(slices.Clone(w.Rulings), Ruling{f.Address, f.Side, remedy, f.place})
			slices.SortFunc(rulings, func(a, b Ruling) int {
				return cmp.Or(cmp.Compare(a.place.Input, b.place.Input), cmp.Compare(a.Address, b.Address))
			})
			name := fmt.Sprint(w.Policy, rulings)
			if s.seen[name] {
				continue
			}
			s.seen[name] = true
			if s.tried >= s.most {
				return list, errMost
			}
			s.tried++
			if s.q.Progress != nil {
				s.q.Progress(s.tried)
			}
			next, err := s.way(w.Policy, rulings)
			if err != nil {
				return list, err
			}
			if next.Cannot == "" {
				list = append(list, next)
			}
		}
	}
	return list, nil
}

// decided reports whether the verdict itself is about an entry.
func (s *search) decided(at history.Place) bool {
	return slices.ContainsFunc(s.q.Plan.Changes, func(c events.Change) bool {
		return c.What != history.Insert && c.Input == at.Input && c.Address == at.Change
	})
}

// way rules on the history again in one way.
func (s *search) way(policy string, rulings []Ruling) (*Way, error) {
	w := &Way{Policy: policy, Rulings: append([]Ruling{}, rulings...), Fallen: []Fallen{}, Shares: []Share{}}
	plan := s.q.Plan
	plan.Policy = policy
	plan.Changes = slices.Clone(plan.Changes)
	for _, r := range rulings {
		c := events.Change{What: history.Rule, Input: r.place.Input, Address: r.place.Change, Remedy: r.Remedy}
		if r.Remedy == aggregate.RemedyVoid {
			c.What, c.Remedy = history.Void, ""
		}
		plan.Changes = append(plan.Changes, c)
	}
	run, err := readjudicate.Prepare(s.ctx, s.q.Store, s.q.Catalogue, plan, s.q.Engine)
	var c *readjudicate.Candidate
	if err == nil {
		c, err = run.Do(s.ctx, readjudicate.Options{Watch: func(step *readjudicate.Step) error {
			w.take(step)
			return nil
		}})
	}
	var halt *readjudicate.HaltError
	var change *readjudicate.ChangeError
	switch {
	case errors.As(err, &halt), errors.As(err, &change):
		w.Cannot = err.Error()
		return w, nil
	case err != nil:
		return nil, err
	}
	w.Spares = !slices.ContainsFunc(w.Fallen, func(f Fallen) bool { return slices.Contains(s.q.Spare, f.Side) && !s.decided(f.place) })
	for side := range c.After.Sides() {
		w.Shares = append(w.Shares, shareOf(side.Name, c.Before, c.After))
	}
	for side := range c.Before.Sides() {
		if _, still := c.After.Side(side.Name); !still {
			w.Shares = append(w.Shares, shareOf(side.Name, c.Before, c.After))
		}
	}
	for _, sh := range w.Shares {
		if slices.Contains(s.q.Spare, sh.Side) && (sh.Fares == "worse" || sh.Fares == "mixed") {
			w.Spares = false
		}
	}
	return w, nil
}

// take counts an input that differs.
func (w *Way) take(s *readjudicate.Step) {
	if readjudicate.Compare(s.Before, s.After) != readjudicate.Verdict || s.Standing == history.Inserted {
		return
	}
	w.Flipped++
	before, after := s.Ruled()
	took := func(v string) bool { return v == aggregate.Accepted || v == aggregate.Stands }
	if !took(before.Verdict) || took(after.Verdict) {
		return
	}
	play, ok := s.Input.Payload.(events.PlaySubmitted)
	side := events.MadeBy(s.Input.Payload)
	if ok {
		w.Lost++
		side = play.Side
	}
	w.Fallen = append(w.Fallen, Fallen{Address: s.Place.Address(), Side: side, Verdict: after.Verdict, Play: ok, place: s.Place})
}

// shareOf is what a side has in two states.
func shareOf(name string, before, after *aggregate.State) Share {
	sh := Share{Side: name, Before: holdingOf(name, before), After: holdingOf(name, after)}
	for _, s := range []*aggregate.State{before, after} {
		if side, ok := s.Side(name); ok {
			sh.Player = side.Player
		}
	}
	better, worse := 0, 0
	by := []int{cmp.Compare(sh.After.Pieces, sh.Before.Pieces), cmp.Compare(sh.After.Weight, sh.Before.Weight)}
	for _, asset := range sh.Assets() {
		by = append(by, cmp.Compare(sh.After.Of(asset), sh.Before.Of(asset)))
	}
	for _, by := range by {
		better, worse = better+max(by, 0), worse+max(-by, 0)
	}
	switch {
	case better > 0 && worse > 0:
		sh.Fares = "mixed"
	case better > 0:
		sh.Fares = "better"
	case worse > 0:
		sh.Fares = "worse"
	default:
		sh.Fares = "same"
	}
	return sh
}

func holdingOf(name string, s *aggregate.State) Holding {
	side, ok := s.Side(name)
	if !ok {
		return Holding{}
	}
	h := Holding{Weight: s.Weight(name), Place: slices.Index(s.Order(), name) + 1, Assets: []Amount{}}
	for of, amount := range s.Balances() {
		if of.Account == side.Player && amount != 0 {
			h.Assets = append(h.Assets, Amount{of.Asset, amount})
		}
	}
	slices.SortFunc(h.Assets, func(a, b Amount) int { return cmp.Compare(a.Asset, b.Asset) })
	for range s.PiecesOf(name) {
		h.Pieces++
	}
	return h
}
