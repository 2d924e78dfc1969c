package post

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"
)

// A token stands in the subject of what a game sends to a player, where it demands one of their mails: an answer has it again, and who
// does not read the player's mails does not know it. It is good for its month and the next, and nothing is kept about it.

// tokenIn finds what could be a token in a subject.
var tokenIn = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\{([A-Za-z2-7]{4}-[A-Za-z2-7]{4}-[A-Za-z2-7]{4}-[A-Za-z2-7]{4})\}`)
})

// Token is that of a player in a game, which is named by its first event, at a moment, as it stands in subjects.
func Token(key []byte, origin, player string, at time.Time) string {
	return "{" + token(key, origin, player, month(at)) + "}"
}

func month(at time.Time) int { return at.UTC().Year()*12 + int(at.UTC().Month()) }

func token(key []byte, origin, player string, month int) string {
	h := hmac.New(sha256.New, key)
	fmt.Fprintf(h, "mail\x00%s\x00%s\x00%d", origin, player, month)
	text := strings.ToLower(base32.StdEncoding.EncodeToString(h.Sum(nil)[:10]))
	return text[:4] + "-" + text[4:8] + "-" + text[8:12] + "-" + text[12:]
}

// HasToken reports whether a subject has the token of a player, of this month or of the one before.
func HasToken(key []byte, origin, player, subject string, at time.Time) bool {
	if len(key) == 0 {
		return false
	}
	for _, found := range tokenIn().FindAllStringSubmatch(subject, 4) {
		given := []byte(strings.ToLower(found[1]))
		for back := range 2 {
			if hmac.Equal(given, []byte(token(key, origin, player, month(at)-back))) {
				return true
			}
		}
	}
	return false
}
