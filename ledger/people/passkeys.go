package people

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"
)

// A Passkey is one by which somebody signs in to a game of an office. What is kept is public: the private half stays on a device.
type Passkey struct {
	ID     []byte `json:"id"`               // as its device knows it
	Handle []byte `json:"handle"`           // of its owner, drawn at random: what devices keep of a person besides the name
	Key    []byte `json:"key"`              // the public key, in COSE
	Count  uint32 `json:"count,omitempty"`  // of what it has signed; 0 where it does not count
	Synced bool   `json:"synced,omitempty"` // it may be on several devices

	Name   string `json:"name"` // by which its owner knows it
	Game   string `json:"game"`
	Origin string `json:"origin"` // the id of the game's first event
	Player string `json:"player"`
	Role   string `json:"role,omitempty"` // "" for a player

	Added time.Time `json:"added"`
	Used  time.Time `json:"used,omitzero"`
	Asked time.Time `json:"asked"` // when the last question was asked that it has answered
}

// Of reports whether a passkey is somebody's in a role of a game, which its first event tells from others of its name.
func (k *Passkey) Of(origin, player, role string) bool {
	return k.Origin == origin && k.Player == player && k.Role == role
}

// mostPasskeys is how many passkeys one person may have in one role of a game.
const mostPasskeys = 10

// A PasskeyError says why a passkey is not taken.
type PasskeyError struct{ Text string }

func (e *PasskeyError) Error() string { return e.Text }

// Passkeys are those of an office.
type Passkeys struct {
	List []Passkey `json:"list"`
}

// Find returns the passkey of an id, nil if there is none.
func (p *Passkeys) Find(id []byte) *Passkey {
	if i := slices.IndexFunc(p.List, func(k Passkey) bool { return bytes.Equal(k.ID, id) }); i >= 0 {
		return &p.List[i]
	}
	return nil
}

// Add registers a passkey. One that is there already stays its owner's.
func (p *Passkeys) Add(k Passkey) error {
	if p.Find(k.ID) != nil {
		return &PasskeyError{"this passkey is registered already"}
	}
	mine := 0
	for i := range p.List {
		if p.List[i].Of(k.Origin, k.Player, k.Role) {
			mine++
		}
	}
	if mine >= mostPasskeys {
		return &PasskeyError{fmt.Sprintf("there are %d passkeys already: remove one first", mine)}
	}
	p.List = append(p.List, k)
	return nil
}

// Use notes that a passkey has answered a question, with its count of signatures. A question is answered once: none that was asked before the
// last one answered, nor that one again. A count that does not grow is that of a copy (WebAuthn Level 2, 7.2, step 21).
func (p *Passkeys) Use(id []byte, asked, now time.Time, count uint32) (*Passkey, error) {
	k := p.Find(id)
	switch {
	case k == nil:
		return nil, &PasskeyError{"this passkey is not registered here: sign in with the link that the umpire has sent, and register it"}
	case !asked.After(k.Asked):
		return nil, &PasskeyError{"this answer was given before: try again"}
	case count <= k.Count && (count != 0 || k.Count != 0):
		return nil, &PasskeyError{"this passkey seems to have been copied, because its count of signatures did not grow: remove it, and register another"}
	}
	k.Asked, k.Used, k.Count = asked, now, count
	return k, nil
}

// PasskeysOf returns the passkeys of an office; change, if there is one, changes them in the same step, or refuses to by an error, which is
// returned as it is. They are a sheet under a name that no game has, for names of games have no spaces.
func PasskeysOf(ctx context.Context, d Desk, office string, change func(*Passkeys) error) (Passkeys, error) {
	return sheetOf(ctx, d, "mails "+office, "passkeys", "cannot read the passkeys", func() Passkeys { return Passkeys{} }, change)
}

// ForgetPasskeys takes those of a player of a game off the desk.
func ForgetPasskeys(ctx context.Context, d Desk, office, game, player string) error {
	theirs := func(k Passkey) bool { return k.Game == game && k.Player == player }
	p, err := PasskeysOf(ctx, d, office, nil)
	if err != nil || !slices.ContainsFunc(p.List, theirs) {
		return err
	}
	_, err = PasskeysOf(ctx, d, office, func(p *Passkeys) error { p.List = slices.DeleteFunc(p.List, theirs); return nil })
	return err
}
