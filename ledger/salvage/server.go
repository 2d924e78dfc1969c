package salvage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"adjudicate/ledger/place"
	"adjudicate/store"
)

// From reads what is left at a place: what Open does of a path, what At does of an address.
func From(ctx context.Context, h *place.Host, from, game string, read func(path string) (Remains, error)) (*Source, error) {
	if place.IsAddress(from) {
		return At(ctx, h, from, game)
	}
	s, err := Open(from, read)
	var failed *fs.PathError
	switch {
	case errors.As(err, &failed):
		return nil, fmt.Errorf("cannot read %s: %w", from, failed.Err)
	case err != nil:
		return nil, fmt.Errorf("cannot read %s: %w", from, err)
	}
	s.Place = from
	return s, nil
}

// At reads what a server still gives of a game: the one of a name, or the only one.
func At(ctx context.Context, h *place.Host, address, game string) (*Source, error) {
	st, err := h.Open(ctx, address)
	if err != nil {
		return nil, err
	}
	defer st.Close()
	if game == "" {
		names, listed, err := st.Games(ctx)
		switch {
		case err != nil:
			return nil, err
		case len(names) != 1:
			return nil, &place.ChoiceError{Place: st.Place, Names: names, Listed: listed}
		}
		game = names[0]
	}
	s, err := fromStore(ctx, st.Events, game)
	if err == nil {
		s.Place = st.Place
	}
	return s, err
}

// fromStore reads a stream as far as its store gives it. Damage ends it there; a store that cannot be
// reached is an error.
func fromStore(ctx context.Context, st store.Store, stream string) (*Source, error) {
	var list []store.Event
	s := &Source{Form: "server", event: func(n int) (store.Event, error) { return list[n-1], nil }}
	for rec, err := range st.Read(ctx, stream, 1) {
		switch {
		case err != nil && store.Alone(err):
			s.end = fmt.Sprintf("event %d: %v", s.count+1, err)
		case err != nil:
			return nil, err
		default:
			list = append(list, rec.Event)
			s.count++
		}
	}
	return s, nil
}
