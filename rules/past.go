package rules

import "bytes"

// past is how the canonical text of a rule asks for what led to a position, beyond each side's last play: in formulas, by
// modes that captures in passing follow, and by what a captured piece is.
var past = [][]byte{
	[]byte(".promoted"), []byte(".checks"), []byte(".checking"), []byte("repetitions"), []byte("quiet("), []byte(".steps"), []byte("unchanged"),
	[]byte(`"exposed":true`), []byte(`"takes":"passing"`), []byte(`"as":"base"`),
}

// AsksPast reports whether a rule, by its canonical text, asks what pieces were before they were promoted, which squares were
// passed, how many checks were given, how long there was no capture, or how often a position occurred. A game remembers that from
// when the first such rule is in force; what its pieces have been through it always remembers.
func AsksPast(canonical []byte) bool {
	for _, word := range past {
		if bytes.Contains(canonical, word) {
			return true
		}
	}
	return false
}
