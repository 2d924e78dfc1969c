package notation

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"
)

// Plays that nobody sees before they are opened. A seal is the SHA-256 of what opens it, so that whoever keeps the ledger can
// neither read the play nor change it:
//
//	opened pepper-and-42: Ka1-a2      the play, with a salt that nobody guesses
//	sealed 9a0f…                      sha256("pepper-and-42: Ka1-a2"), 64 hex digits, sent first
const (
	sealedWord = "sealed"
	openedWord = "opened"

	leastSalt = 8 // characters; a short one could be guessed, with the few plays that there are
)

// Seal returns a play as it is written sealed under a salt, and the text that opens it.
func Seal(salt, play string) (sealed, opening string) {
	opening = openedWord + " " + salt + ": " + strings.TrimSpace(play)
	return sealedWord + " " + SealOf(opening), opening
}

// SealOf returns the seal that a text opens, "" if it opens none.
func SealOf(opening string) string {
	text := []rune(strings.TrimSpace(opening))
	at := wordEnd(text, openedWord)
	if at < 0 {
		return ""
	}
	sum := sha256.Sum256([]byte(strings.TrimSpace(string(text[at:]))))
	return hex.EncodeToString(sum[:])
}

// wordEnd returns the index after a word and a space with which a text begins, -1 if it begins otherwise.
func wordEnd(src []rune, word string) int {
	n := len(word)
	if len(src) <= n || !strings.EqualFold(string(src[:n]), word) || !unicode.IsSpace(src[n]) {
		return -1
	}
	return n + 1
}

// sealed reads a sealed play whole, or the salt of one that is opened; start is where the rest begins.
func sealed(text string, src []rune) (p Play, start int, err error) {
	trimmed := 0
	for trimmed < len(src) && unicode.IsSpace(src[trimmed]) {
		trimmed++
	}
	if at := wordEnd(src[trimmed:], sealedWord); at >= 0 {
		at += trimmed
		seal := strings.ToLower(strings.TrimSpace(string(src[at:])))
		if sum, err := hex.DecodeString(seal); err != nil || len(sum) != sha256.Size {
			return Play{}, 0, &SyntaxError{Text: text, Column: at + 1, Expected: "a seal of 64 hexadecimal digits", Found: fmt.Sprintf("%q", seal)}
		}
		return Play{Seal: seal}, 0, nil
	}
	at := wordEnd(src[trimmed:], openedWord)
	if at < 0 {
		return Play{}, 0, nil
	}
	at += trimmed
	colon := strings.IndexRune(string(src[at:]), ':')
	salt := ""
	if colon >= 0 {
		salt = strings.TrimSpace(string(src[at:])[:colon])
	}
	if len([]rune(salt)) < leastSalt || strings.ContainsFunc(salt, func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }) {
		return Play{}, 0, &SyntaxError{Text: text, Column: at + 1, Expected: `a salt of at least 8 characters and ":", then the play`, Found: fmt.Sprintf("%q", salt)}
	}
	return Play{Salt: salt}, at + len([]rune(string(src[at:])[:colon])) + 1, nil
}
