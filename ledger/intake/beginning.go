package intake

import (
	"context"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger/place"
	"adjudicate/rules"
	"adjudicate/systems"
	"adjudicate/systems/array"
)

// A Beginning is how a game is to begin.
type Beginning struct {
	Game, Note, Zone string
	Seed             string // of all lots; empty: one is drawn
	System           *systems.System
	Rules            []rules.Rule // instead of the system's, and of its array; nil for those
	FEN              string       // the position, empty for the system's array
	Players          []string     // of its sides, as SIDE=PLAYER
	Actor            string
	At               time.Time
}

// Draft drafts the game, and returns the state that it begins with and how many rules it has.
func (b *Beginning) Draft(ctx context.Context, h *place.Host) (*Draft, *aggregate.State, int, error) {
	seed, err := Seed(b.Seed, h.Entropy)
	if err != nil {
		return nil, nil, 0, err
	}
	opened := b.System.Opening(b.Game, seed, b.Note)
	opened.Zone = b.Zone
	list, then := b.Rules, []events.Payload(nil)
	if list == nil {
		list = b.System.Book.Rules()
		if then, err = array.Opening(b.System, b.FEN, b.Players); err != nil {
			return nil, nil, 0, err
		}
	}
	d, st, err := Open(ctx, h, opened, list, b.Actor, b.At, then...)
	return d, st, len(list), err
}

// CheckSeed reports whether a text is a seed, or empty.
func CheckSeed(text string) error {
	if text != "" && !seedForm().MatchString(text) {
		return ErrSeed
	}
	return nil
}

// CheckZone reports whether there is a time zone of a name.
func CheckZone(name string) error {
	_, err := events.LoadZone(name)
	return err
}
