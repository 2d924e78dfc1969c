package rules

import (
	"bytes"
	"encoding/binary"
)

// past is how the canonical text of a rule asks for what led to a position, beyond each side's last play: in formulas, by
// modes that captures in passing follow, and by what a captured piece is.
var past = newAnyOf(".promoted", ".checks", ".checking", "repetitions", "quiet(", `"exposed":true`, `"takes":"passing"`, `"as":"base"`)

// AsksPast reports whether a rule, by its canonical text, asks what pieces were before they were promoted, which squares were
// passed, how many checks were given, how long there was no capture, or how often a position occurred. A game remembers that from
// when the first such rule is in force; what its pieces have been through it always remembers.
func AsksPast(canonical []byte) bool { return past.in(canonical) }

// anyOf finds out whether a text contains one of some words. It goes through the text once, for all of them, and looks at every third
// byte or fewer: wherever a word of n bytes stands, one of its runs of four bytes begins at a multiple of n-3.
type anyOf struct {
	words [][]byte
	step  int           // n-3, where n is the length of the shortest word
	runs  [1 << 12]bool // by the hash of a run that is among the first n bytes of a word
}

// newAnyOf returns the search for words, of four bytes at least.
func newAnyOf(words ...string) *anyOf {
	a := &anyOf{step: len(words[0]) - 3}
	for _, w := range words {
		a.words = append(a.words, []byte(w))
		a.step = min(a.step, len(w)-3)
	}
	for _, w := range a.words {
		for i := range a.step {
			a.runs[runOf(w[i:])] = true
		}
	}
	return a
}

// runOf returns the hash of the four bytes that a text begins with.
func runOf(text []byte) uint32 { return binary.LittleEndian.Uint32(text) * 0x9e3779b1 >> 20 }

func (a *anyOf) in(text []byte) bool {
	for at := 0; at+4 <= len(text); at += a.step {
		if a.runs[runOf(text[at:])] && a.near(text, at) {
			return true
		}
	}
	return false
}

// near reports whether a word stands in a text of which a run begins at a byte.
func (a *anyOf) near(text []byte, at int) bool {
	for from := max(0, at-a.step+1); from <= at; from++ {
		for _, w := range a.words {
			if bytes.HasPrefix(text[from:], w) {
				return true
			}
		}
	}
	return false
}
