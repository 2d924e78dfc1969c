package salvage

import (
	"context"

	"adjudicate/ledger/place"
	"adjudicate/store"
	"adjudicate/store/sqlite"
)

// Recover writes the prefix of what From reads into a new file, and returns both. Judging begins to show how many events have been looked
// at. The error is a *store.UnreachableError if there is a file of that name, a *store.DamagedError around a *NothingError if there is no
// prefix.
func Recover(ctx context.Context, h *place.Host, from, game, to string, read func(path string) (Remains, error),
	judging func() (at func(int64), done func())) (*Source, *Prefix, error) {
	if err := sqlite.Vacant(to); err != nil {
		return nil, nil, err // before all is judged
	}
	source, err := From(ctx, h, from, game, read)
	if err != nil {
		return nil, nil, err
	}
	defer source.Close()
	at, done := judging()
	prefix, err := source.Prefix(h.Engine, func(n int) { at(int64(n)) })
	done()
	if err != nil {
		return nil, nil, &store.DamagedError{Place: source.Place, Found: "no input could be recovered", Err: err}
	}
	return source, prefix, sqlite.Write(ctx, to, prefix.Name, prefix.All())
}
