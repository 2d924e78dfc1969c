package signature

import (
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"adjudicate/events"
)

// A Book is what a game knows of signatures at one point: by which key each player signs, what has to be signed, and
// what was signed last. The zero Book, with the id of a game, is that of its beginning.
type Book struct {
	Game     uuid.UUID            // the id of its first event
	Keys     map[string]string    // of each player who has one
	Demanded events.SignaturesSet // what has to be signed

	last map[author]signed // what was signed by one who saw most
}

// An author is whose signed entries have an order: a side's plays, a player's other entries.
type author struct{ side, player string }

// signed are the entries that one author signed having seen the same.
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

// Check checks what is signed, or has to be, in an input as it is recorded. Player is whose will it is: who holds the side of a play, "" of
// an input that is the umpire's or nobody's. Its error is an *Error.
func (b *Book) Check(in *events.Envelope, player string) error {
	_, isPlay := in.Payload.(events.PlaySubmitted)
	_, isKey := in.Payload.(events.KeyRegistered)
	switch {
	case (isPlay || isKey) && in.Signature != nil:
		return &Error{Text: "of the event: expected one in the payload"}
	case in.Signature != nil && in.Signature.Value == "":
		return &Error{Text: ErrSignature.Error(), Err: ErrSignature}
	case isKey:
		return b.checkKey(in)
	case isPlay:
		return b.check(in, player, player, b.Demanded.On, "plays")
	}
	return b.check(in, in.Actor, player, b.Demanded.Entries && player != "", "entries")
}

// check checks an input that is signed by one player, and is the will of another one if it has to be signed.
func (b *Book) check(in *events.Envelope, by, player string, demanded bool, what string) error {
	seen, stored := Of(in)
	key := b.Keys[by]
	switch {
	case stored == "" && !demanded:
		return nil
	case stored == "" && b.Keys[player] == "":
		return &Error{Text: fmt.Sprintf("missing: the game demands signed %s, and %s has registered no key", what, player)}
	case stored == "":
		want := *in
		if what != "plays" { // a play says itself what was seen
			want.Actor = player
			Put(&want, in.Sequence-1, "")
		}
		return &Error{Text: "missing: the game demands signed " + what, Signed: b.text(&want)}
	case demanded && by != player:
		return &Error{Text: fmt.Sprintf("it is that of %s: expected that of %s", by, player)}
	case key == "":
		return &Error{Text: fmt.Sprintf("%s has registered no key to check it with", by)}
	}
	if side := events.MadeBy(in.Payload); what == "plays" && strings.ContainsAny(side, ":\r\n") {
		return &Error{Text: fmt.Sprintf("no signature says which part of a text is the name of the side %q", side)}
	} else if what != "plays" && strings.ContainsAny(by, ":\r\n") {
		return &Error{Text: fmt.Sprintf("no signature says which part of a text is the name of the player %q", by)}
	}
	if err := b.checkText(in, key, fmt.Sprintf("the key of %s is", by)); err != nil {
		return err
	}
	last := b.last[authorOf(in)]
	if seen < last.seen {
		return &Error{Text: fmt.Sprintf("signed after event %d, but %s has signed a later %s, after event %d", seen, authorOf(in), one(what), last.seen)}
	}
	if i := slices.Index(last.texts, b.text(in)); i >= 0 && seen == last.seen {
		return &Error{Text: fmt.Sprintf("used before: it is that of the %s of event %d", one(what), last.at[i])}
	}
	return nil
}

func one(what string) string {
	if what == "plays" {
		return "play"
	}
	return "entry"
}

func (b *Book) checkKey(in *events.Envelope) error {
	p := in.Payload.(events.KeyRegistered)
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
		return &Error{Text: "missing: a key is registered with the signature of " + Fingerprint(with), Signed: b.text(in)}
	}
	return b.checkText(in, with, "expected the key")
}

// checkText checks that a signature is that of an input's text by a key.
func (b *Book) checkText(in *events.Envelope, key, expected string) error {
	seen, stored := Of(in)
	if seen == 0 || seen >= in.Sequence {
		return &Error{Text: fmt.Sprintf("it names event %d as the last one that was seen: expected one from 1 to %d", seen, in.Sequence-1)}
	}
	if _, err := Text(b.Game, in); err != nil {
		return &Error{Text: err.Error(), Err: err}
	}
	if err := Check(key, b.text(in), stored); err != nil {
		return &Error{Text: fmt.Sprintf("%v (%s %s)", err, expected, Fingerprint(key)), Signed: b.text(in), Err: err}
	}
	return nil
}

// text is what is signed of an input; "" of one that cannot be written, which no signature is of.
func (b *Book) text(in *events.Envelope) string {
	text, err := Text(b.Game, in)
	if err != nil {
		return ""
	}
	return text
}

// authorOf is whose order an input keeps.
func authorOf(in *events.Envelope) author {
	if play, ok := in.Payload.(events.PlaySubmitted); ok {
		return author{side: play.Side}
	}
	return author{player: in.Actor}
}

func (a author) String() string { return a.side + a.player }

// Signed notes an input that was signed, as it was recorded.
func (b *Book) Signed(in *events.Envelope) {
	seen, stored := Of(in)
	if _, isKey := in.Payload.(events.KeyRegistered); isKey || stored == "" {
		return
	}
	if b.last == nil {
		b.last = map[author]signed{}
	}
	last := b.last[authorOf(in)]
	if seen > last.seen {
		last = signed{seen: seen}
	}
	if seen == last.seen {
		last.texts, last.at = append(last.texts, b.text(in)), append(last.at, in.Sequence)
		b.last[authorOf(in)] = last
	}
}

// Take notes an input as it was recorded, and accepted or not.
func (b *Book) Take(in *events.Envelope, accepted bool) {
	b.Signed(in)
	if key, ok := in.Payload.(events.KeyRegistered); ok && accepted {
		if b.Keys == nil {
			b.Keys = map[string]string{}
		}
		if b.Keys[key.Player] = key.Key; key.Key == "" {
			delete(b.Keys, key.Player)
		}
	}
	if demand, ok := in.Payload.(events.SignaturesDemanded); ok && accepted {
		b.Demanded = events.SignaturesSet(demand)
	}
}

// plain is a play with one space wherever it has white space.
func plain(text string) string { return strings.Join(strings.Fields(text), " ") }
