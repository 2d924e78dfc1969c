package compare

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// States compares two states. Lists hold only what differs, in the order of the second
// state and then of what only the first has.
func States(a, b *aggregate.State) (*Compare, error) {
	x, err := a.Snapshot(nil)
	if err != nil {
		return nil, err
	}
	y, err := b.Snapshot(nil)
	if err != nil {
		return nil, err
	}
	c := &Compare{Same: bytes.Equal(x, y), Pieces: Pieces(a, b), Weights: []Pair[events.Half]{}, Marks: []Pair[int]{}, Balances: []Pair[events.Half]{},
		Order:  Pair[[]string]{Before: list(a.Order()), After: list(b.Order())},
		ToPlay: Pair[string]{Before: strings.Join(a.AllToPlay(), ", "), After: strings.Join(b.AllToPlay(), ", ")},
		Titles: Pair[[]string]{Before: titles(a), After: titles(b)},
		Checks: Pair[[]string]{Before: checks(a), After: checks(b)},
		Hand:   Pair[int]{Before: a.HandsWon() + 1, After: b.HandsWon() + 1}, Law: Law(a, b), Status: statuses(a, b)}
	for _, name := range sides(a, b) {
		if p := (Pair[events.Half]{name, a.Weight(name), b.Weight(name)}); p.Before != p.After {
			c.Weights = append(c.Weights, p)
		}
	}
	for _, p := range players(a, b) {
		if k := (Pair[int]{p, a.Held(p, events.Usual().Marks), b.Held(p, events.Usual().Marks)}); k.Before != k.After {
			c.Marks = append(c.Marks, k)
		}
	}
	var seen []aggregate.AccountAsset
	for _, s := range []*aggregate.State{b, a} {
		for account := range s.Balances() {
			if slices.Contains(seen, account) || account.Asset == events.Usual().Marks {
				continue
			}
			seen = append(seen, account)
			if p := (Pair[events.Half]{account.Account + " " + account.Asset, a.Balance(account.Account, account.Asset), b.Balance(account.Account, account.Asset)}); p.Before != p.After {
				c.Balances = append(c.Balances, p)
			}
		}
	}
	return c, nil
}

func list(names []string) []string { return append([]string{}, names...) }

func sides(states ...*aggregate.State) []string {
	var names []string
	for _, s := range slices.Backward(states) {
		for side := range s.Sides() {
			if !slices.Contains(names, side.Name) {
				names = append(names, side.Name)
			}
		}
	}
	return names
}

func players(states ...*aggregate.State) []string {
	var names []string
	for _, s := range slices.Backward(states) {
		for _, p := range s.Players() {
			if !slices.Contains(names, p.Name) {
				names = append(names, p.Name)
			}
		}
	}
	return names
}

func titles(s *aggregate.State) []string {
	out := []string{}
	for _, t := range s.Titles() {
		out = append(out, fmt.Sprintf("%s: %s, hand %d", t.Player, t.Title, t.Hand))
	}
	return out
}

func checks(s *aggregate.State) []string {
	out := []string{}
	for _, c := range s.Checks() {
		out = append(out, c.Side+" by "+strings.Join(c.By, ", "))
	}
	return out
}

func stand(s *aggregate.State, id string) Stand {
	p, ok := s.Piece(id)
	if !ok {
		return Stand{}
	}
	return standOf(&p)
}

func standOf(p *aggregate.Piece) Stand { return Stand{p.Type, p.Side, p.At, counted(p.Counters)} }

// Pieces lists the pieces that stand otherwise.
func Pieces(a, b *aggregate.State) []PieceDiff {
	out := []PieceDiff{}
	for id := range a.PiecesUnlike(b) {
		out = append(out, PieceDiff{id, stand(a, id), stand(b, id)})
	}
	return out
}

// Law lists how the rules and readings in force differ.
func Law(a, b *aggregate.State) []string {
	out := []string{}
	for _, r := range b.Rules() {
		was, ok := a.Rule(r.Number)
		switch {
		case !ok:
			out = append(out, fmt.Sprintf("%s/%d enacted", r.Number, r.Revision))
		case was.Revision != r.Revision || !bytes.Equal(was.Rule, r.Rule):
			out = append(out, fmt.Sprintf("%s/%d → %s/%d", r.Number, was.Revision, r.Number, r.Revision))
		}
	}
	for _, r := range a.Rules() {
		if _, ok := b.Rule(r.Number); !ok {
			out = append(out, fmt.Sprintf("%s/%d repealed", r.Number, r.Revision))
		}
	}
	was, is := readings(a), readings(b)
	for _, entry := range append(entries(b), entries(a)...) {
		if was[entry] == is[entry] {
			continue
		}
		line := fmt.Sprintf("%s: %s → %s", entry, orDefault(was[entry]), orDefault(is[entry]))
		if !slices.Contains(out, line) {
			out = append(out, line)
		}
	}
	return out
}

func readings(s *aggregate.State) map[string]string {
	out := map[string]string{}
	for _, r := range s.Readings() {
		out[r.Entry] = r.Reading
	}
	return out
}

func entries(s *aggregate.State) []string {
	var out []string
	for _, r := range s.Readings() {
		out = append(out, r.Entry)
	}
	return out
}

func orDefault(reading string) string {
	if reading == "" {
		return "default"
	}
	return reading
}
