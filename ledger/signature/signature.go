// Package signature answers: did a player write this?
//
// A player signs plays with an SSH key of their own, as
//
//	ssh-keygen -Y sign -n adjudicate -f ~/.ssh/id_ed25519 play.txt
//
// does: an SSHSIG signature in the namespace "adjudicate". The text that is signed has two lines, each ended by a line feed:
//
//	adjudicate play 0190b5b6-7c00-7000-8000-000000000001 after 742
//	Red: Ra1-a5
//
// The id is that of the game's first event, so that a signature holds in one game and its copies only. The number is
// the last event that the author had seen (`seen` of the play): of two signed plays of a side none that saw less counts after
// the other, and none counts twice. The side is spelled as in the game, the play as it is recorded, with one space wherever it has
// white space. A key is registered with the same text about the key, signed with the key in force, else with the new one:
//
//	adjudicate key 0190b5b6-7c00-7000-8000-000000000001 after 12
//	Ann: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI…
//
// or with "none" in place of the key, which withdraws it. Any other input is signed by its actor, who need not be the only one it names:
//
//	adjudicate purchase-requested.v1 0190b5b6-7c00-7000-8000-000000000001 after 742
//	Ann: {"side":"Red","type":"Queen","buyer":"Ann"}
//
// What stands behind the colon is the payload as it is recorded, byte by byte; the signature is that of the event
// ([events.Signature]). Keys are of the types ssh-ed25519 and
// sk-ssh-ed25519@openssh.com, without their comments, which name people and machines. A signature is stored as the base64 of its blob,
// the lines between those of the armour joined.
package signature

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"
	"github.com/hiddeco/sshsig"
	"golang.org/x/crypto/ssh"

	"adjudicate/events"
)

// Namespace is the namespace of the signatures, -n of ssh-keygen.
const Namespace = "adjudicate"

// Errors.
var (
	ErrKey       = errors.New("expected a public key as ssh-keygen -t ed25519 writes it, ssh-ed25519 AAAA…")
	ErrSignature = errors.New("expected a signature as ssh-keygen -Y sign -n " + Namespace + " writes it")
	ErrFalse     = errors.New("the signature is not of this text by this key")
)

// most is how many bytes a signature may have, far more than any of these keys has.
const most = 4 << 10

// types of keys that sign: of each there is one way to sign, without choices that weaken it.
var types = []string{ssh.KeyAlgoED25519, ssh.KeyAlgoSKED25519}

// Key returns a public key as it is stored: without comment. Its error is ErrKey.
func Key(line string) (string, error) {
	key, err := parse(strings.TrimSpace(line))
	if err != nil {
		return "", err
	}
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key))), nil
}

func parse(line string) (ssh.PublicKey, error) {
	key, _, options, rest, err := ssh.ParseAuthorizedKey([]byte(line))
	if err != nil || len(rest) > 0 || len(options) > 0 || !slices.Contains(types, key.Type()) {
		return nil, ErrKey
	}
	return key, nil
}

// Fingerprint is how ssh-keygen -l shows a key, "SHA256:…"; of what is no key it is the text itself.
func Fingerprint(line string) string {
	key, err := parse(line)
	if err != nil {
		return line
	}
	return ssh.FingerprintSHA256(key)
}

// Text is what is signed of an input: its payload, its actor and the event that it names as the last one seen. Game is the id of the
// game's first event.
func Text(game uuid.UUID, in *events.Envelope) (string, error) {
	if play, ok := in.Payload.(events.PlaySubmitted); ok {
		return Play(game, play), nil
	}
	if key, ok := in.Payload.(events.KeyRegistered); ok {
		return Registration(game, key), nil
	}
	wire, payload, err := events.EncodePayload(in.Payload)
	said := string(payload)
	if err != nil {
		return "", err
	}
	if in.Signature != nil && in.Signature.Former != "" {
		wire, said, _ = strings.Cut(in.Signature.Former, " ")
	}
	seen, _ := Of(in)
	return head(wire, game, seen) + in.Actor + ": " + said + "\n", nil
}

// Of returns the signature of an input, "" if it has none, and the event that this names as the last one seen.
func Of(in *events.Envelope) (seen uint64, stored string) {
	if play, ok := in.Payload.(events.PlaySubmitted); ok {
		return play.Seen, play.Signature
	}
	if key, ok := in.Payload.(events.KeyRegistered); ok {
		return key.Seen, key.Signature
	}
	if in.Signature == nil {
		return 0, ""
	}
	return in.Signature.Seen, in.Signature.Value
}

// Put gives an input a signature, or with "" only the event that is to be named.
func Put(in *events.Envelope, seen uint64, stored string) {
	if play, ok := in.Payload.(events.PlaySubmitted); ok {
		play.Seen, play.Signature = seen, stored
		in.Payload = play
	} else if key, ok := in.Payload.(events.KeyRegistered); ok {
		key.Seen, key.Signature = seen, stored
		in.Payload = key
	} else {
		in.Signature = &events.Signature{Seen: seen, Value: stored}
	}
}

// Play is what a player signs of a play. Game is the id of the game's first event.
func Play(game uuid.UUID, p events.PlaySubmitted) string {
	return text("play", game, p.Seen, p.Side, p.Text)
}

// Registration is what a player signs of a key.
func Registration(game uuid.UUID, p events.KeyRegistered) string {
	key := p.Key
	if key == "" {
		key = "none"
	}
	return text("key", game, p.Seen, p.Player, key)
}

func text(what string, game uuid.UUID, seen uint64, who, says string) string {
	return head(what, game, seen) + who + ": " + plain(says) + "\n"
}

func head(what string, game uuid.UUID, seen uint64) string {
	return fmt.Sprintf("adjudicate %s %s after %d\n", what, game, seen)
}

// Stored returns a signature as it is stored, of one with or without armour. Its error is ErrSignature.
func Stored(given string) (string, error) {
	given = strings.TrimSpace(given)
	if len(given) > most {
		return "", ErrSignature
	}
	if !strings.HasPrefix(given, "-----BEGIN") {
		given = "-----BEGIN " + sshsig.PEMType + "-----\n" + given + "\n-----END " + sshsig.PEMType + "-----"
	}
	sig, err := sshsig.Unarmor([]byte(given))
	if err != nil {
		return "", ErrSignature
	}
	return base64.StdEncoding.EncodeToString(sig.Marshal()), nil
}

// Check checks that a stored signature is that of a text by a stored key. Its errors are ErrKey, ErrSignature and ErrFalse.
func Check(key, text, stored string) error {
	public, err := parse(key)
	if err != nil {
		return err
	}
	again, err := Stored(stored)
	if err != nil || again != stored {
		return ErrSignature
	}
	blob, err := base64.StdEncoding.DecodeString(stored)
	if err != nil {
		return ErrSignature
	}
	sig, err := sshsig.ParseSignature(blob)
	if err != nil {
		return ErrSignature
	}
	if sshsig.Verify(strings.NewReader(text), sig, public, sig.HashAlgorithm, Namespace) != nil {
		return ErrFalse
	}
	return nil
}

// Sign signs a text with the private key in a file of ssh-keygen, and returns the signature as it is stored and the public key. The
// error is ErrLocked if the file has a passphrase.
func Sign(text string, private []byte) (stored, key string, err error) {
	signer, err := ssh.ParsePrivateKey(private)
	if locked := (*ssh.PassphraseMissingError)(nil); errors.As(err, &locked) {
		return "", "", ErrLocked
	}
	if err != nil || !slices.Contains(types, signer.PublicKey().Type()) {
		return "", "", ErrPrivate
	}
	sig, err := sshsig.Sign(strings.NewReader(text), signer, sshsig.HashSHA512, Namespace)
	if err != nil {
		return "", "", fmt.Errorf("sign: %w", err)
	}
	return base64.StdEncoding.EncodeToString(sig.Marshal()), strings.TrimSpace(string(ssh.MarshalAuthorizedKey(signer.PublicKey()))), nil
}

// Errors of Sign.
var (
	ErrPrivate = errors.New("expected a private key as ssh-keygen -t ed25519 writes it")
	ErrLocked  = errors.New("the key has a passphrase")
)

// Armoured is a stored signature as ssh-keygen writes and reads it.
func Armoured(stored string) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "-----BEGIN %s-----\n", sshsig.PEMType)
	for part := range slices.Chunk([]byte(stored), 70) {
		b.Write(part)
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "-----END %s-----\n", sshsig.PEMType)
	return b.String()
}
