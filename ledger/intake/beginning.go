package intake

import (
	"context"
	"strings"
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
	opened, list, then, err := b.inputs(seed)
	if err != nil {
		return nil, nil, 0, err
	}
	d, st, err := Open(ctx, h, opened, list, b.Actor, b.At, then...)
	return d, st, len(list), err
}

// Try rules on what a game of a system begins with, as Draft does, and keeps nothing. What the judge rejects is a *RejectedError.
func Try(sys *systems.System) error {
	b := Beginning{Game: sys.Name, System: sys, At: time.Date(2000, time.January, 1, 12, 0, 0, 0, time.UTC)}
	for _, r := range sys.Book.Rules() {
		if until := r.Lapses(); !until.IsZero() && !b.At.Before(until) { // whichever day it is: each rule is in force
			b.At = until.Add(-time.Hour)
		}
	}
	opened, list, then, err := b.inputs(strings.Repeat("0", 64))
	if err != nil {
		return err
	}
	j, err := aggregate.NewJudge(aggregate.NewState(), "")
	if err != nil {
		return err
	}
	for _, p := range inputsOf(opened, list, then) {
		d := j.Decide(aggregate.Input{ID: "beginning", Payload: p, At: b.At})
		if d.Ruling.Verdict != aggregate.Accepted {
			return &RejectedError{p, d.Ruling.Faults[0]}
		}
		j.Commit(d)
	}
	return nil
}

// inputs are those that the game begins with.
func (b *Beginning) inputs(seed string) (opened events.GameOpened, list []rules.Rule, then []events.Payload, err error) {
	opened = b.System.Opening(b.Game, seed, b.Note)
	opened.Zone = b.Zone
	if list = b.Rules; list == nil {
		list = b.System.Book.Rules()
		then, err = array.Opening(b.System, b.FEN, b.Players)
	}
	return opened, list, then, err
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
