package ledger

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger/signature"
	"adjudicate/store"
)

// ID returns the id of the game's first event, which names the game wherever it stands.
func (l *Ledger) ID(ctx context.Context) (uuid.UUID, error) {
	if err := l.flush(ctx, l.head); err != nil {
		return uuid.Nil, err
	}
	rec, found, err := store.EventAt(ctx, l.st, l.name, 1)
	if err == nil && !found {
		err = &history.GapError{At: 1}
	}
	return rec.ID, err
}

// ToSign returns what a player is to sign of an input, and the input as it is signed: after is the last event that they have seen, 0 for
// that of the ledger. Actor is who signs and makes the entry, "" for whose will it is.
func (l *Ledger) ToSign(ctx context.Context, p events.Payload, actor string, after uint64) (string, events.Envelope, error) {
	in := events.Envelope{Payload: l.Spelled(p), Actor: actor}
	game, err := l.ID(ctx)
	if err != nil {
		return "", in, err
	}
	if in.Actor == "" {
		in.Actor = l.Author(in.Payload)
	}
	if after == 0 {
		after = l.Head()
	}
	signature.Put(&in, after, "")
	text, err := signature.Text(game, &in)
	return text, in, err
}

// Signed returns an input with what sign makes of the text to sign, in the form in which signatures are stored. Where that is "" the input
// is as it was.
func (l *Ledger) Signed(ctx context.Context, p events.Payload, actor string, after uint64, sign func(text string) (stored string, err error)) (events.Envelope, error) {
	plain := events.Envelope{Payload: p, Actor: actor}
	text, in, err := l.ToSign(ctx, p, actor, after)
	if err != nil {
		return plain, err
	}
	stored, err := sign(text)
	if err != nil || stored == "" {
		return plain, err
	}
	seen, _ := signature.Of(&in)
	signature.Put(&in, seen, stored)
	return in, nil
}

// Author returns the player whose will an input is, or, of one that is the umpire's or nobody's, the umpire.
func (l *Ledger) Author(p events.Payload) string {
	if player := authorOf(l.State(), p); player != "" {
		return player
	}
	return l.Actor(p)
}

// authorOf is the player whose will an input is; "" of one that is the umpire's or nobody's. What an account pays that no player has, such as a
// purchase, is the will of the player whose side it is for.
func authorOf(state *aggregate.State, p events.Payload) string {
	n := events.Author(p)
	if _, known := state.Player(n.Value); known && n.Role != events.RoleSide {
		return n.Value
	}
	side, _ := state.Side(events.MadeBy(p))
	return side.Player
}

// CheckSigned checks what is signed, or has to be, in an input that is to be recorded next, as Submit does. A play of a message that was ruled on
// before passes. Its errors are *InputError.
func (l *Ledger) CheckSigned(ctx context.Context, p events.Payload) error {
	if play, ok := p.(events.PlaySubmitted); ok && play.Message != "" {
		if _, ruled, err := l.known(ctx, messageKey(l.Actor(p), play.Message)); err != nil || ruled {
			return err
		}
	}
	return l.checkSigned(ctx, &events.Envelope{Payload: p, Actor: l.Actor(p)})
}

func (l *Ledger) checkSigned(ctx context.Context, in *events.Envelope) error {
	_, isKey := in.Payload.(events.KeyRegistered)
	seen, stored := signature.Of(in)
	if !isKey && stored == "" && in.Signature == nil && !l.State().Signatures().On {
		return nil
	}
	game, err := l.ID(ctx)
	if err != nil {
		return err
	}
	book := signature.Book{Game: game, Keys: map[string]string{}, Demanded: l.State().Signatures()}
	for _, player := range l.State().Players() {
		if player.Key != "" {
			book.Keys[player.Name] = player.Key
		}
	}
	if stored != "" && !isKey {
		// Whatever was signed by one who saw as much stands behind that.
		for e, err := range Events(ctx, l.st, l.name, seen+1) {
			if err != nil {
				return err
			}
			book.Signed(&e)
		}
	}
	in.Sequence = uint64(l.head) + 1
	err = book.Check(in, authorOf(l.State(), in.Payload))
	if wrong := (*signature.Error)(nil); errors.As(err, &wrong) {
		return &InputError{Field: "signature", Text: wrong.Error(), Err: err}
	}
	return err
}

// Signatures are what Verify found of signatures in a game.
type Signatures struct {
	Signed   int         `json:"signed"`   // plays with the signature of their player
	Unsigned int         `json:"unsigned"` // other plays
	Entries  int         `json:"entries"`  // other entries with the signature of their actor
	Others   int         `json:"others"`   // other entries that are a player's will
	Keys     []KeyPeriod `json:"keys"`     // in the order in which they were registered
	Demanded []Demand    `json:"demanded"` // where plays, or all that players enter, had to be signed
}

// KeyPeriod says where in a game a player signed by a key.
type KeyPeriod struct {
	Player      string `json:"player"`
	Key         string `json:"key"`
	Fingerprint string `json:"fingerprint"` // "SHA256:…", as ssh-keygen -l shows it
	Period
	By string `json:"by,omitempty"` // who withdrew it without the player's signature
}

// Period is a stretch of a game's events.
type Period struct {
	From uint64 `json:"from"`
	To   uint64 `json:"to,omitempty"` // 0 if it lasts
}

// Demand is a stretch of a game where signatures were demanded.
type Demand struct {
	Period
	Entries bool `json:"entries,omitempty"` // of all that players enter, not of plays alone
}

// signing follows the signatures of a game that is verified. It trusts no state: keys are those that were registered,
// whatever an edition makes of the history.
type signing struct {
	book  signature.Book
	found Signatures
}

// take checks an input as it was recorded, and reports what is wrong with its signature. State is the game's before it.
func (s *signing) take(act *events.Act, state *aggregate.State) error {
	in := &act.Input
	if s.book.Game == uuid.Nil {
		s.book.Game = in.ID
	}
	_, isPlay := in.Payload.(events.PlaySubmitted)
	key, isKey := in.Payload.(events.KeyRegistered)
	demand, isDemand := in.Payload.(events.SignaturesDemanded)
	accepted := act.Ruled().Verdict == aggregate.Accepted
	player := authorOf(state, in.Payload)
	err := s.book.Check(in, player)
	s.book.Take(in, accepted)
	_, stored := signature.Of(in)
	switch {
	case isPlay && stored != "" && err == nil:
		s.found.Signed++
	case isPlay:
		s.found.Unsigned++
	case isKey && accepted:
		s.registered(key, in)
	case isKey:
	case stored != "" && err == nil:
		s.found.Entries++
	case player != "":
		s.found.Others++
	case isDemand && accepted:
		s.demanded(demand, in.Sequence)
	}
	if err != nil {
		return fmt.Errorf("signature: %w", err)
	}
	return nil
}

func (s *signing) demanded(demand events.SignaturesDemanded, at uint64) {
	if n := len(s.found.Demanded); n > 0 && s.found.Demanded[n-1].To == 0 {
		s.found.Demanded[n-1].To = at
	}
	if demand.On {
		s.found.Demanded = append(s.found.Demanded, Demand{Period{From: at}, demand.Entries})
	}
}

func (s *signing) registered(key events.KeyRegistered, in *events.Envelope) {
	for i := range s.found.Keys {
		if k := &s.found.Keys[i]; k.Player == key.Player && k.To == 0 {
			if k.To = in.Sequence; key.Signature == "" {
				k.By = in.Actor
			}
		}
	}
	if key.Key != "" {
		s.found.Keys = append(s.found.Keys, KeyPeriod{Player: key.Player, Key: key.Key, Fingerprint: signature.Fingerprint(key.Key), Period: Period{From: in.Sequence}})
	}
}

// all is what was found; nil if nobody signs.
func (s *signing) all() *Signatures {
	if s.found.Signed+s.found.Entries == 0 && len(s.found.Keys) == 0 && len(s.found.Demanded) == 0 {
		return nil
	}
	s.found.Keys, s.found.Demanded = append([]KeyPeriod{}, s.found.Keys...), append([]Demand{}, s.found.Demanded...)
	return &s.found
}
