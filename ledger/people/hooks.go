package people

import (
	"context"
	"time"
)

// Hooks are the addresses that are called when something happens in a game.
type Hooks struct {
	List   []Hook    `json:"list"`
	Holder string    `json:"holder,omitempty"` // who is calling
	Until  time.Time `json:"until,omitzero"`   // how long the others leave it to the holder
}

// A Hook is one address, and how far it has been told. Nothing secret is in it: what it is signed with follows from a key of the user's.
type Hook struct {
	ID       string    `json:"id"` // its name
	URL      string    `json:"url"`
	Inside   bool      `json:"inside,omitempty"`   // it may be on this machine or a private network
	UpTo     uint64    `json:"up_to"`              // it was told of every entry up to this event
	Failures int       `json:"failures,omitempty"` // in a row
	Next     time.Time `json:"next,omitzero"`      // when it is tried again after a failure
	Off      bool      `json:"off,omitempty"`      // it has failed for so long, or says that it is gone, that it is tried no more
	Last     string    `json:"last,omitempty"`     // what came of the last call
}

// HookSheet is the word under which the hooks of a game lie on the desk.
const HookSheet = "hooks"

// HooksOf returns the hooks of a ledger; change, if there is one, changes them in the same step, or refuses to by an error.
func HooksOf(ctx context.Context, d Desk, ledger string, change func(*Hooks) error) (Hooks, error) {
	return sheetOf(ctx, d, ledger, HookSheet, "the webhooks cannot be read", func() Hooks { return Hooks{List: []Hook{}} }, change)
}
