package ahead

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/place"
	"adjudicate/store"
)

// Word is under which the book of a game lies on its desk. A book begins with the nonce of its seal, so each that is kept begins otherwise.
const Word = "ahead"

const purpose = "plays written ahead" // what the key is for

// ErrSealed says that the plays of a game were sealed with another user's secret.
var ErrSealed = errors.New("the plays written ahead were sealed by another user, or on another machine")

// A Keeper keeps the plays of one game. Make one with Of.
type Keeper struct {
	g    *place.Game
	seal cipher.AEAD
	rand io.Reader
}

// Of returns the keeper of a game. Rand is what seals draw their nonces from.
func Of(g *place.Game, rand io.Reader) (*Keeper, error) {
	key, err := g.Host.Key(purpose)
	if err != nil {
		return nil, fmt.Errorf("cannot keep plays ahead: %w", err)
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	seal, err := cipher.NewGCM(block)
	return &Keeper{g, seal, rand}, err
}

// read opens a book. It belongs to its game: that of another is no book.
func (k *Keeper) read(sealed []byte) (*book, error) {
	b := &book{Version: 1}
	if len(sealed) == 0 {
		return b, nil
	}
	n := k.seal.NonceSize()
	damaged := func(err error) error {
		return &store.DamagedError{Place: "the desk of " + k.g.Name, Found: "cannot read the plays ahead", Err: err}
	}
	if len(sealed) < n {
		return nil, damaged(io.ErrUnexpectedEOF)
	}
	text, err := k.seal.Open(nil, sealed[:n], sealed[n:], []byte(k.g.Name))
	if err != nil {
		return nil, damaged(ErrSealed)
	}
	if err := json.Unmarshal(text, b); err != nil || b.Version != 1 {
		return nil, damaged(fmt.Errorf("version %d: %w", b.Version, err))
	}
	return b, nil
}

// change changes the book in one step.
func (k *Keeper) change(ctx context.Context, f func(*book) error) error {
	_, err := k.g.Sheet(ctx, Word, func(sealed []byte) ([]byte, error) {
		b, err := k.read(sealed)
		if err != nil {
			return nil, err
		}
		if err := f(b); err != nil {
			return nil, err
		}
		text, err := json.Marshal(b)
		if err != nil {
			return nil, err
		}
		nonce := make([]byte, k.seal.NonceSize())
		if _, err := io.ReadFull(k.rand, nonce); err != nil {
			return nil, err
		}
		return k.seal.Seal(nonce, nonce, text, []byte(k.g.Name)), nil
	})
	return err
}

// List returns the plays of a player, the newest last; of all players for "".
func (k *Keeper) List(ctx context.Context, player string) ([]Play, error) {
	sealed, err := k.g.Sheet(ctx, Word, nil)
	if err != nil {
		return nil, err
	}
	b, err := k.read(sealed)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(b.Plays, func(p Play) bool { return player != "" && p.Player != player }), nil
}

// Add keeps a play that a player has written at a moment of a game as it stands, or changes the one of its id. It refuses a side that
// is not their own, texts that are no plays, sides that there are not, and expectations of their own side. What the rules make of the
// play is for when its time comes.
func (k *Keeper) Add(ctx context.Context, l *ledger.Ledger, p Play, at time.Time) (Play, error) {
	p.Side, p.Text = strings.TrimSpace(p.Side), strings.TrimSpace(p.Text)
	if p.Status == "" {
		p.Status = Waiting
	}
	switch {
	case p.ID == "" || len(p.ID) > 200:
		return p, &RefusedError{"expected a name of 1 to 200 bytes for the play"}
	case len(p.Text) > mostText || len(p.Expects) > mostExpects:
		return p, &RefusedError{fmt.Sprintf("expected a play of at most %d bytes that waits for at most %d others", mostText, mostExpects)}
	case p.Status != Waiting && p.Status != Draft:
		return p, &RefusedError{fmt.Sprintf("invalid status %q: expected %s or %s", p.Status, Waiting, Draft)}
	case l.State().Over():
		return p, &RefusedError{"the game is over"}
	}
	list, err := l.Admit(p.Player, p.payload())
	if err == nil && p.Status == Waiting {
		err = l.CheckSigned(ctx, list[0])
	}
	if err != nil {
		return p, err
	}
	p.Side = list[0].(events.PlaySubmitted).Side
	if side, ok := l.State().Side(p.Side); !ok || side.Player != p.Player {
		return p, &RefusedError{fmt.Sprintf("%s does not hold the side %q", p.Player, p.Side)}
	}
	for i, e := range p.Expects {
		other := l.Spelled(events.PlaySubmitted{Side: e.Side, Text: e.Play}).(events.PlaySubmitted)
		if e.Play == "" {
			other.Text = "pass"
		}
		if err := l.Check(other); err != nil {
			return p, err
		}
		if other.Side == p.Side {
			return p, &RefusedError{fmt.Sprintf("a play of %s cannot wait for another play of %s: expected another side", p.Side, p.Side)}
		}
		p.Expects[i].Side = other.Side
	}
	p.Written, p.Seen, p.Why, p.Sequence, p.Verdict = at.UTC(), l.Head(), "", 0, ""
	if p.Expects == nil {
		p.Expects = []Expect{}
	}
	return p, k.change(ctx, func(b *book) error { return b.put(p) })
}

// Withdraw takes back a play that has not been made.
func (k *Keeper) Withdraw(ctx context.Context, player, id string) (was Play, err error) {
	err = k.change(ctx, func(b *book) error {
		p := b.find(id)
		switch {
		case p == nil || p.Player != player:
			return &RefusedError{fmt.Sprintf("no such play ahead: %q", id)}
		case p.Status == Withdrawn:
		case !p.open():
			return &RefusedError{fmt.Sprintf("the play %q is %s: it can no longer be withdrawn", p.Text, p.Status)}
		}
		p.Status = Withdrawn
		was = *p
		return nil
	})
	return was, err
}
