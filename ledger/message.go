package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

const digestMark = "sha256:"

// MessageDigest returns the digest that a ledger stores in place of a Message-ID, which names the sender's
// machine and is not part of the game. Angle brackets around the id make no difference. The digest of a digest
// is itself.
func MessageDigest(id string) string {
	id = strings.TrimSpace(id)
	if id == "" || strings.HasPrefix(id, digestMark) {
		return id
	}
	if inner, ok := strings.CutPrefix(id, "<"); ok {
		id = strings.TrimSuffix(inner, ">")
	}
	sum := sha256.Sum256([]byte(id))
	return digestMark + hex.EncodeToString(sum[:16])
}

// messageKey tells one message from others: by who sent it and its id, for an id is whatever its
// sender wrote.
func messageKey(actor, id string) string { return actor + "\x00" + MessageDigest(id) }
