package proof

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
)

// The algorithms of keys, their first byte (c2sp.org/signed-note).
const (
	ed25519Note   = 1 // signs the text of a note
	ed25519Cosign = 4 // a witness's: signs a time and the text (c2sp.org/tlog-cosignature)
)

// Cosignature is what a witness says of a checkpoint: that at a time it was of the largest ledger of its origin
// that the witness had seen, and that ledger began with every one that it had seen before.
type Cosignature struct {
	By string    // the witness's key, "w1.example+0a1b2c3d"
	At time.Time // to the second
}

// cosigned is what a witness signs.
func cosigned(at uint64, text []byte) []byte {
	return fmt.Appendf(nil, "cosignature/v1\ntime %d\n%s", at, text)
}

// cosignature is a signature of a witness behind the number of its key: eight bytes of time, and the signature.
const cosignatureSize = 8 + ed25519.SignatureSize

// witnessVerifier checks cosignatures as a note.Verifier does.
type witnessVerifier struct {
	name string
	hash uint32
	key  ed25519.PublicKey
}

func (v *witnessVerifier) Name() string    { return v.name }
func (v *witnessVerifier) KeyHash() uint32 { return v.hash }

func (v *witnessVerifier) Verify(text, sig []byte) bool {
	if len(sig) != cosignatureSize || sig[0]&0x80 != 0 { // a time is at most 2^63 - 1
		return false
	}
	return ed25519.Verify(v.key, cosigned(binary.BigEndian.Uint64(sig), text), sig[8:])
}

// witnessSigner cosigns as a note.Signer does, at a time.
type witnessSigner struct {
	witnessVerifier
	seed []byte
	at   uint64
}

func (s *witnessSigner) Sign(text []byte) ([]byte, error) {
	sig := binary.BigEndian.AppendUint64(nil, s.at)
	return append(sig, ed25519.Sign(ed25519.NewKeyFromSeed(s.seed), cosigned(s.at, text))...), nil
}

// keyHash is the number of a key: of its name, its algorithm and its public part.
func keyHash(name string, key []byte) uint32 {
	h := sha256.Sum256(append([]byte(name+"\n"), key...))
	return binary.BigEndian.Uint32(h[:])
}

// witnessKey is a witness's key of 32 bytes: the public ones, or the seed.
func witnessKey(name string, public ed25519.PublicKey, seed []byte) *Key {
	encoded := append([]byte{ed25519Cosign}, public...)
	v := witnessVerifier{name, keyHash(name, encoded), public}
	k := &Key{Verifier: &v, Public: fmt.Sprintf("%s+%08x+%s", name, v.hash, base64.StdEncoding.EncodeToString(encoded)), seed: seed}
	return k
}

// readWitnessKey reads the line of a witness's key; ok is false if it is none.
func readWitnessKey(line string) (k *Key, ok bool) {
	rest, private := strings.CutPrefix(line, "PRIVATE+KEY+")
	part := strings.SplitN(rest, "+", 3) // base64 has + among its signs, names and numbers have not
	if len(part) != 3 || !validName(part[0]) {
		return nil, false
	}
	data, err := base64.StdEncoding.DecodeString(part[2])
	if err != nil || len(data) != 1+ed25519.PublicKeySize || data[0] != ed25519Cosign {
		return nil, false
	}
	if private {
		k = witnessKey(part[0], ed25519.NewKeyFromSeed(data[1:]).Public().(ed25519.PublicKey), data[1:])
	} else {
		k = witnessKey(part[0], data[1:], nil)
	}
	return k, part[1] == fmt.Sprintf("%08x", k.Verifier.KeyHash())
}

// Cosigns reports whether the key is a witness's, which cosigns checkpoints and signs none.
func (k *Key) Cosigns() bool { _, ok := k.Verifier.(*witnessVerifier); return ok }

// Private reports whether the key can sign.
func (k *Key) Private() bool { return k.Signer != nil || k.seed != nil }

// Cosign returns the line by which a witness vouches for a checkpoint at a time: "— w1.example jWbPPwAA…". What it
// says must be so; that is the caller's to see.
func (k *Key) Cosign(c *Signed, at time.Time) (line string, err error) {
	v, ok := k.Verifier.(*witnessVerifier)
	if !ok || k.seed == nil || at.Unix() < 0 {
		return "", errors.New("cosign the checkpoint: not the private key of a witness, or a time before 1970")
	}
	text, _, _ := strings.Cut(string(c.Note), "\n\n")
	signed, err := note.Sign(&note.Note{Text: text + "\n"}, &witnessSigner{*v, k.seed, uint64(at.Unix())})
	if err != nil {
		return "", fmt.Errorf("cosign the checkpoint: %w", err)
	}
	return string(signed[len(text)+2:]), nil
}

// WithCosignatures returns a checkpoint with the signatures of known keys that some lines hold, each in the place of an
// earlier one by the same key. Lines of others are left out; the error is ErrNoSignature if none is left, ErrSignature if a known key's does not fit.
func (s *Signed) WithCosignatures(lines []byte, known note.Verifiers) (*Signed, error) {
	text, _, _ := strings.Cut(string(s.Note), "\n\n")
	n, err := note.Open([]byte(text+"\n\n"+string(lines)), known)
	var unverified *note.UnverifiedNoteError
	var invalid *note.InvalidSignatureError
	switch {
	case errors.As(err, &unverified):
		return nil, ErrNoSignature
	case errors.As(err, &invalid):
		return nil, fmt.Errorf("%s: %w", keyName(invalid.Name, invalid.Hash), ErrSignature)
	case err != nil:
		return nil, &FormError{"cosignature", 0, "expected lines such as \"— w1.example jWbPPwAA…\""}
	}
	body, signatures, _ := strings.Cut(string(s.Note), "\n\n")
	var out strings.Builder
	out.WriteString(body + "\n\n")
	for line := range strings.Lines(signatures) {
		if !slices.ContainsFunc(n.Sigs, func(sig note.Signature) bool { return sameKey(line, sig) }) {
			out.WriteString(line)
		}
	}
	for _, sig := range n.Sigs {
		fmt.Fprintf(&out, "— %s %s\n", sig.Name, sig.Base64)
	}
	return Read([]byte(out.String()), known)
}

// sameKey reports whether a line of a note is a signature by the key of another signature.
func sameKey(line string, by note.Signature) bool {
	b64, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "— "+by.Name+" ")
	data, err := base64.StdEncoding.DecodeString(b64)
	return ok && err == nil && len(data) > 4 && binary.BigEndian.Uint32(data) == by.Hash
}

// cosignatures are those among the signatures of a note that known witnesses made.
func cosignatures(n *note.Note, known note.Verifiers) (list []Cosignature) {
	for _, sig := range n.Sigs {
		v, err := known.Verifier(sig.Name, sig.Hash)
		if err != nil {
			continue
		}
		if _, ok := v.(*witnessVerifier); !ok {
			continue
		}
		data, err := base64.StdEncoding.DecodeString(sig.Base64)
		if err == nil && len(data) == 4+cosignatureSize {
			list = append(list, Cosignature{keyName(sig.Name, sig.Hash), time.Unix(int64(binary.BigEndian.Uint64(data[4:])), 0).UTC()})
		}
	}
	return list
}
