package proof

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/mod/sumdb/note"
)

// Key is a key as a file holds it: one line, private or public, in the form of
// golang.org/x/mod/sumdb/note.
type Key struct {
	Signer   note.Signer   // nil if the file holds the public part only
	Verifier note.Verifier //
	Public   string        // the line to give away: "umpire+0a1b2c3d+AZ…"

	seed []byte // of a witness's private key, whose Signer is nil: it signs no ledger
}

// Name is what tells the key from others: "umpire+0a1b2c3d".
func (k *Key) Name() string { return keyName(k.Verifier.Name(), k.Verifier.KeyHash()) }

// NewKey makes a key from 32 bytes of entropy and returns its two lines.
func NewKey(entropy io.Reader, name string) (private, public string, err error) {
	return newKey(entropy, name, ed25519Note)
}

// NewWitnessKey is NewKey for a witness, whose key cosigns checkpoints ([Key.Cosign]) and signs none.
func NewWitnessKey(entropy io.Reader, name string) (private, public string, err error) {
	return newKey(entropy, name, ed25519Cosign)
}

func newKey(entropy io.Reader, name string, algorithm byte) (private, public string, err error) {
	if !validName(name) {
		return "", "", &FormError{"key", 0, fmt.Sprintf("invalid key name %q: must not contain spaces or +", name)}
	}
	seed := make([]byte, ed25519.SeedSize)
	if _, err := io.ReadFull(entropy, seed); err != nil {
		return "", "", fmt.Errorf("generate a key: %w", err)
	}
	pub := append([]byte{algorithm}, ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)...)
	line := func(key []byte) string {
		return fmt.Sprintf("%s+%08x+%s", name, keyHash(name, pub), base64.StdEncoding.EncodeToString(key))
	}
	return "PRIVATE+KEY+" + line(append([]byte{algorithm}, seed...)), line(pub), nil
}

// validName reports whether a key may have a name: as golang.org/x/mod/sumdb/note has it, and without signs that no
// terminal shows.
func validName(name string) bool {
	return name != "" && utf8.ValidString(name) && !strings.ContainsFunc(name, func(c rune) bool { return unicode.IsSpace(c) || c < ' ' || c == '+' || c == 0x7f })
}

// ReadKey reads a key from the text of its file.
func ReadKey(text []byte) (*Key, error) {
	line := strings.TrimSpace(string(text))
	if k, ok := readWitnessKey(line); ok {
		return k, nil
	}
	if !strings.HasPrefix(line, "PRIVATE+KEY+") {
		v, err := note.NewVerifier(line)
		if err != nil {
			return nil, &FormError{"key", 0, "expected one line such as umpire+0a1b2c3d+AZ…, or a private key"}
		}
		return &Key{Verifier: v, Public: line}, nil
	}
	bad := &FormError{"key", 0, "expected one line such as PRIVATE+KEY+umpire+0a1b2c3d+AZ…"}
	s, err := note.NewSigner(line)
	if err != nil {
		return nil, bad
	}
	// Base64 has + among its signs, names and numbers have not.
	data, err := base64.StdEncoding.DecodeString(strings.SplitN(line, "+", 5)[4])
	if err != nil || len(data) != 1+ed25519.SeedSize {
		return nil, bad
	}
	public, err := note.NewEd25519VerifierKey(s.Name(), ed25519.NewKeyFromSeed(data[1:]).Public().(ed25519.PublicKey))
	if err != nil {
		return nil, bad
	}
	v, err := note.NewVerifier(public)
	if err != nil {
		return nil, bad
	}
	return &Key{Signer: s, Verifier: v, Public: public}, nil
}
