package proof

import (
	"crypto/ed25519"
	"encoding/base64"
	"fmt"
	"io"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

// Key is a key as a file holds it: one line, private or public, in the form of
// golang.org/x/mod/sumdb/note.
type Key struct {
	Signer   note.Signer   // nil if the file holds the public part only
	Verifier note.Verifier //
	Public   string        // the line to give away: "umpire+0a1b2c3d+AZ…"
}

// Name is what tells the key from others: "umpire+0a1b2c3d".
func (k *Key) Name() string { return keyName(k.Verifier.Name(), k.Verifier.KeyHash()) }

// NewKey makes a key from 32 bytes of entropy and returns its two lines.
func NewKey(entropy io.Reader, name string) (private, public string, err error) {
	if name == "" || strings.ContainsFunc(name, func(c rune) bool { return c <= ' ' || c == '+' || c == 0x7f }) {
		return "", "", &FormError{"key", 0, fmt.Sprintf("invalid key name %q: must not contain spaces or +", name)}
	}
	seed := make([]byte, ed25519.SeedSize)
	if _, err := io.ReadFull(entropy, seed); err != nil {
		return "", "", fmt.Errorf("generate a key: %w", err)
	}
	pub := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	if public, err = note.NewEd25519VerifierKey(name, pub); err != nil {
		return "", "", fmt.Errorf("generate a key: %w", err)
	}
	v, err := note.NewVerifier(public)
	if err != nil {
		return "", "", &FormError{"key", 0, fmt.Sprintf("invalid key name %q", name)}
	}
	private = fmt.Sprintf("PRIVATE+KEY+%s+%08x+%s", name, v.KeyHash(), base64.StdEncoding.EncodeToString(append([]byte{1}, seed...)))
	return private, public, nil
}

// ReadKey reads a key from the text of its file.
func ReadKey(text []byte) (*Key, error) {
	line := strings.TrimSpace(string(text))
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
