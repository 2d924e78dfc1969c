package place

import (
	"context"
	"fmt"
	"slices"

	"adjudicate/ledger"
	"adjudicate/ledger/proof"
	"adjudicate/ledger/summary"
	"adjudicate/store"
)

// A State is what is the matter with a store, as far as that is not about reading one game.
type State struct {
	Troubles []ledger.Examined `json:"troubles,omitempty"` // damage and what stands in the way
	Unseen   string            `json:"unseen,omitempty"`   // why it is not known whether there is more
	Err      error             `json:"-"`                  // of the first trouble
}

// LeftOut is a game that could not be read, and why.
type LeftOut struct {
	Name  string `json:"name"`
	Error string `json:"error"`
}

// Survey returns the games of a store by name, those that it should list and does not among them,
// and what is the matter with it.
func (s *Store) Survey(ctx context.Context) ([]string, State, error) {
	var state State
	names, listed, err := s.Games(ctx)
	switch {
	case err == nil && !listed:
		return nil, state, &ChoiceError{Place: s.Place}
	case err != nil && !store.Alone(err):
		return nil, state, err
	}
	state.Err = err
	m, ok := s.Events.(store.Mender)
	if !ok {
		return names, state, err
	}
	troubles, failed := m.Troubles(ctx)
	if ctx.Err() != nil {
		return nil, state, ctx.Err()
	}
	if failed != nil {
		state.Unseen = failed.Error()
	}
	for _, t := range troubles {
		if t.Harmless {
			continue
		}
		f := store.Finding{Trouble: t}
		state.Troubles = append(state.Troubles, ledger.Found(&f))
		if state.Err == nil {
			state.Err = &store.DamagedError{Place: s.Place, Found: t.Found, Kind: t.Kind}
		}
		if t.Stream != "" && !slices.Contains(names, t.Stream) {
			names = append(names, t.Stream)
		}
	}
	if state.Err != nil && len(state.Troubles) == 0 {
		state.Troubles = []ledger.Examined{{Kind: store.Damage, Found: state.Err.Error()}}
	}
	slices.Sort(names)
	return names, state, nil
}

// Verified is what verifying every game of a store found.
type Verified struct {
	Store   string                 `json:"store"`
	Games   []*ledger.Verification `json:"games"`
	LeftOut []LeftOut              `json:"left_out,omitempty"`
	State
}

// VerifyAll verifies every game of the store against what is given of it and the checkpoints on the
// desk. It goes on behind what it finds.
func (s *Store) VerifyAll(ctx context.Context, against ledger.Evidence, keys []*proof.Key, told func(game string) (func(done int64), func())) (*Verified, error) {
	names, state, err := s.Survey(ctx)
	if err != nil {
		return nil, err
	}
	v := &Verified{Store: s.Place, Games: []*ledger.Verification{}, State: state}
	for _, w := range against.Checkpoints {
		if game, ok := w.Game(); ok && !slices.Contains(names, game) {
			names = append(names, game)
		}
	}
	ground := s.ground(ctx, against.Quick)
	if ground != nil {
		defer ground()
	}
	for _, name := range names {
		at, done := told(name)
		found, err := s.Game(name).verify(ctx, ground, of(against, name), keys, at)
		done()
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err == nil:
			v.Games = append(v.Games, found)
		case store.Unreachable(err):
			return nil, err
		default:
			v.LeftOut = append(v.LeftOut, LeftOut{name, err.Error()})
			if v.Err == nil {
				v.Err = fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return v, nil
}

// of is the evidence that is about one game.
func of(against ledger.Evidence, name string) ledger.Evidence {
	all := against.Checkpoints
	against.Checkpoints = nil
	for _, w := range all {
		if w.Checkpoint != nil && w.Checkpoint.Origin == proof.Origin(name) {
			against.Checkpoints = append(against.Checkpoints, w)
		}
	}
	return against
}

// derived are the notes that packages above package ledger keep.
var derived = map[string]func(store.Note) ledger.Deriving{summary.Kind: summary.Derive}
