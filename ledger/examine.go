package ledger

import (
	"context"
	"errors"
	"slices"

	"adjudicate/rules/names"
	"adjudicate/store"
)

// Examination is the result of Examine: the problems of a store, and which were repaired.
type Examination struct {
	Store    string     `json:"store"`
	Findings []Examined `json:"findings"`
	Err      error      `json:"-"` // of the first that is damage and was not put right, and why not all was looked at
}

// Examined is one thing that is the matter.
type Examined struct {
	Kind   string `json:"kind"`
	Game   string `json:"game,omitempty"`
	Found  string `json:"found"`
	Cure   string `json:"cure,omitempty"` // what "--mend KIND" does
	Mended bool   `json:"mended"`
	Error  string `json:"error,omitempty"` // why it could not be mended
}

// canMend reports, with a *names.UnknownError, the first of kinds that Examine cannot repair.
func canMend(kinds []string) error {
	for _, kind := range kinds {
		if !slices.Contains(store.Mendable, kind) {
			return names.Unknown("kind of damage that can be repaired", kind, store.Mendable)
		}
	}
	return nil
}

// Examine checks the whole store at a place, or one game of it, for problems, and repairs those of the kinds in
// mend. See store.Examine.
func Examine(ctx context.Context, st store.Store, place, game string, mend []string) (*Examination, error) {
	if err := canMend(mend); err != nil {
		return nil, err
	}
	found, err := store.Examine(ctx, st, game, mend)
	v := &Examination{Store: place, Findings: []Examined{}}
	for _, f := range found {
		v.Findings = append(v.Findings, Found(&f))
		if f.Mended || f.Harmless || v.Err != nil {
			continue
		}
		if v.Err = f.Err; v.Err == nil {
			v.Err = &store.DamagedError{Place: place, Found: f.Found, Kind: f.Kind}
		}
	}
	v.Err = errors.Join(err, v.Err)
	return v, nil
}

// Found returns the view of a store's finding.
func Found(f *store.Finding) Examined {
	x := Examined{Kind: f.Kind, Game: f.Stream, Found: f.Found, Cure: f.Cure, Mended: f.Mended}
	if f.Err != nil && f.Kind != store.Damage {
		x.Error = f.Err.Error()
	}
	return x
}
