package signature

import (
	"fmt"
	"strings"

	"github.com/google/uuid"

	"adjudicate/events"
)

// A Book is what a game knows of signatures at one point: by which key each player signs, whether plays have to be signed, and
// what was signed last. The zero Book, with the id of a game, is that of its beginning.
type Book struct {
	Game     uuid.UUID         // the id of its first event
	Keys     map[string]string // of each player who has one
	Demanded bool              // plays have to be signed

	last map[string]signed // of each side, what was signed by one who saw most
}

// signed are the plays that one side signed having seen the same.
type signed struct {
	seen  uint64
	texts []string
	at    []uint64
}

// Error says why a signature does not count.
type Error struct {
	Text   string
	Signed string // what was to be signed, "" if that is not the question
	Err    error
}

func (e *Error) Error() string {
	if e.Signed == "" {
		return e.Text
	}
	return e.Text + "; the text to sign is " + fmt.Sprintf("%q", e.Signed)
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Check checks what is signed, or has to be, in an input to be recorded at a sequence. Player is who holds the side of a play. Inputs that
// nobody signs pass. Its error is an *Error.
func (b *Book) Check(p events.Payload, player string, at uint64) error {
	if play, ok := p.(events.PlaySubmitted); ok {
		return b.checkPlay(play, player, at)
	}
	if key, ok := p.(events.KeyRegistered); ok {
		return b.checkKey(key, at)
	}
	return nil
}

func (b *Book) checkPlay(p events.PlaySubmitted, player string, at uint64) error {
	key := b.Keys[player]
	switch {
	case p.Signature == "" && !b.Demanded:
		return nil
	case p.Signature == "" && key == "":
		return &Error{Text: fmt.Sprintf("missing: the game demands signed plays, and %s has registered no key", player)}
	case p.Signature == "":
		return &Error{Text: "missing: the game demands signed plays", Signed: Play(b.Game, p)}
	case key == "":
		return &Error{Text: fmt.Sprintf("%s has registered no key to check it with", player)}
	case strings.ContainsAny(p.Side, ":\r\n"):
		return &Error{Text: fmt.Sprintf("no signature says which part of a text is the name of the side %q", p.Side)}
	case p.Seen == 0 || p.Seen >= at:
		return &Error{Text: fmt.Sprintf("it names event %d as the last one that was seen: expected one from 1 to %d", p.Seen, at-1)}
	}
	if err := Check(key, Play(b.Game, p), p.Signature); err != nil {
		return &Error{Text: fmt.Sprintf("%v (the key of %s is %s)", err, player, Fingerprint(key)), Signed: Play(b.Game, p), Err: err}
	}
	last := b.last[p.Side]
	if p.Seen < last.seen {
		return &Error{Text: fmt.Sprintf("signed after event %d, but %s has signed a later play, after event %d", p.Seen, p.Side, last.seen)}
	}
	for i, text := range last.texts {
		if p.Seen == last.seen && text == plain(p.Text) {
			return &Error{Text: fmt.Sprintf("used before: it is that of the play of event %d", last.at[i])}
		}
	}
	return nil
}

func (b *Book) checkKey(p events.KeyRegistered, at uint64) error {
	with := b.Keys[p.Player]
	switch {
	case p.Signature == "" && p.Key == "":
		return nil // withdrawn by somebody else, in public
	case p.Key != "":
		if key, err := Key(p.Key); err != nil || key != p.Key {
			return &Error{Text: "key of " + p.Player + ": " + ErrKey.Error(), Err: ErrKey}
		}
	}
	if with == "" {
		with = p.Key
	}
	if p.Signature == "" {
		return &Error{Text: "missing: a key is registered with the signature of " + Fingerprint(with), Signed: Registration(b.Game, p)}
	}
	if p.Seen == 0 || p.Seen >= at {
		return &Error{Text: fmt.Sprintf("it names event %d as the last one that was seen: expected one from 1 to %d", p.Seen, at-1)}
	}
	if err := Check(with, Registration(b.Game, p), p.Signature); err != nil {
		return &Error{Text: fmt.Sprintf("%v (expected the key %s)", err, Fingerprint(with)), Signed: Registration(b.Game, p), Err: err}
	}
	return nil
}

// Take notes an input that was recorded at a sequence, and accepted or not.
func (b *Book) Take(p events.Payload, at uint64, accepted bool) {
	if play, ok := p.(events.PlaySubmitted); ok && play.Signature != "" {
		if b.last == nil {
			b.last = map[string]signed{}
		}
		last := b.last[play.Side]
		if play.Seen > last.seen {
			last = signed{seen: play.Seen}
		}
		if play.Seen == last.seen {
			last.texts, last.at = append(last.texts, plain(play.Text)), append(last.at, at)
			b.last[play.Side] = last
		}
	}
	if key, ok := p.(events.KeyRegistered); ok && accepted {
		if b.Keys == nil {
			b.Keys = map[string]string{}
		}
		if b.Keys[key.Player] = key.Key; key.Key == "" {
			delete(b.Keys, key.Player)
		}
	}
	if demand, ok := p.(events.SignaturesDemanded); ok && accepted {
		b.Demanded = demand.On
	}
}

// plain is a play with one space wherever it has white space.
func plain(text string) string { return strings.Join(strings.Fields(text), " ") }
