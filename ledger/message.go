package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
)

const digestMark = "sha256:"

// MessageDigest is the form in which a ledger holds the id of a mail: a Message-ID names the
// machine of who wrote it, and is no part of the game. With or without its angle brackets an id is
// the same; a digest is its own.
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
