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
// that of the ledger. Of an input that nobody signs the text is "".
func (l *Ledger) ToSign(ctx context.Context, p events.Payload, after uint64) (string, events.Payload, error) {
	game, err := l.ID(ctx)
	if err != nil {
		return "", nil, err
	}
	if after == 0 {
		after = l.Head()
	}
	p = l.Spelled(p)
	if play, ok := p.(events.PlaySubmitted); ok {
		play.Seen = after
		return signature.Play(game, play), play, nil
	}
	if key, ok := p.(events.KeyRegistered); ok {
		key.Seen = after
		return signature.Registration(game, key), key, nil
	}
	return "", p, nil
}

// Signed returns an input with what sign makes of the text to sign, in the form in which signatures are stored. Where that is "" the input
// is as it was.
func (l *Ledger) Signed(ctx context.Context, p events.Payload, after uint64, sign func(text string) (stored string, err error)) (events.Payload, error) {
	text, said, err := l.ToSign(ctx, p, after)
	if err != nil || text == "" {
		return p, err
	}
	stored, err := sign(text)
	if err != nil || stored == "" {
		return p, err
	}
	if play, ok := said.(events.PlaySubmitted); ok {
		play.Signature = stored
		return play, nil
	}
	key := said.(events.KeyRegistered)
	key.Signature = stored
	return key, nil
}

// CheckSigned checks what is signed, or has to be, in an input that is to be recorded next, as Submit does. A play of a message that was ruled on
// before passes. Its errors are *InputError.
func (l *Ledger) CheckSigned(ctx context.Context, p events.Payload) error {
	if play, ok := p.(events.PlaySubmitted); ok && play.Message != "" {
		if _, ruled, err := l.known(ctx, messageKey(l.Actor(p), play.Message)); err != nil || ruled {
			return err
		}
	}
	return l.checkSigned(ctx, p)
}

func (l *Ledger) checkSigned(ctx context.Context, p events.Payload) error {
	play, isPlay := p.(events.PlaySubmitted)
	_, isKey := p.(events.KeyRegistered)
	if !isKey && !(isPlay && (play.Signature != "" || l.State().SignaturesDemanded())) {
		return nil
	}
	game, err := l.ID(ctx)
	if err != nil {
		return err
	}
	book := signature.Book{Game: game, Keys: map[string]string{}, Demanded: l.State().SignaturesDemanded()}
	for _, player := range l.State().Players() {
		if player.Key != "" {
			book.Keys[player.Name] = player.Key
		}
	}
	if play.Signature != "" {
		// Whatever was signed by one who saw as much stands behind that.
		for e, err := range Events(ctx, l.st, l.name, play.Seen+1) {
			if err != nil {
				return err
			}
			if _, other := e.Payload.(events.PlaySubmitted); other {
				book.Take(e.Payload, e.Sequence, false)
			}
		}
	}
	side, _ := l.State().Side(play.Side)
	err = book.Check(p, side.Player, uint64(l.head)+1)
	if wrong := (*signature.Error)(nil); errors.As(err, &wrong) {
		return &InputError{Field: "signature", Text: wrong.Error(), Err: err}
	}
	return err
}

// Signatures are what Verify found of signatures in a game.
type Signatures struct {
	Signed   int         `json:"signed"`   // plays with the signature of their player
	Unsigned int         `json:"unsigned"` // other plays
	Keys     []KeyPeriod `json:"keys"`     // in the order in which they were registered
	Demanded []Period    `json:"demanded"` // where plays had to be signed
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
	play, isPlay := in.Payload.(events.PlaySubmitted)
	key, isKey := in.Payload.(events.KeyRegistered)
	demand, isDemand := in.Payload.(events.SignaturesDemanded)
	if !isPlay && !isKey && !isDemand {
		return nil
	}
	accepted := act.Ruled().Verdict == aggregate.Accepted
	side, _ := state.Side(play.Side)
	err := s.book.Check(in.Payload, side.Player, in.Sequence)
	s.book.Take(in.Payload, in.Sequence, accepted)
	switch {
	case isPlay && play.Signature != "" && err == nil:
		s.found.Signed++
	case isPlay:
		s.found.Unsigned++
	case isKey && accepted:
		s.registered(key, in)
	case isDemand && accepted && demand.On:
		s.found.Demanded = append(s.found.Demanded, Period{From: in.Sequence})
	case isDemand && accepted && len(s.found.Demanded) > 0:
		s.found.Demanded[len(s.found.Demanded)-1].To = in.Sequence
	}
	if err != nil {
		return fmt.Errorf("signature: %w", err)
	}
	return nil
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
	if s.found.Signed == 0 && len(s.found.Keys) == 0 && len(s.found.Demanded) == 0 {
		return nil
	}
	s.found.Keys, s.found.Demanded = append([]KeyPeriod{}, s.found.Keys...), append([]Period{}, s.found.Demanded...)
	return &s.found
}
