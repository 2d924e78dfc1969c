package pgn

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// windows1252 is what the bytes from 0x80 to 0x9f mean on Windows; U+FFFD: nothing. Latin-1 has control characters there, which no file of games holds.
var windows1252 = []rune("€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ")

// decode returns a text in UTF-8 with line feeds alone, whatever its encoding.
func decode(text []byte) string {
	var s string
	switch {
	case bytes.HasPrefix(text, []byte{0xff, 0xfe}):
		s = wide(text[2:], 1)
	case bytes.HasPrefix(text, []byte{0xfe, 0xff}):
		s = wide(text[2:], 0)
	case utf8.Valid(text):
		s = strings.TrimPrefix(string(text), "\ufeff")
	default:
		s = narrow(text)
	}
	return strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
}

// wide decodes UTF-16; of two bytes the one at high is the higher.
func wide(text []byte, high int) string {
	units := make([]uint16, len(text)/2)
	for i := range units {
		units[i] = uint16(text[2*i+high])<<8 | uint16(text[2*i+1-high])
	}
	return string(utf16.Decode(units))
}

// narrow decodes Windows-1252, and UTF-8 where a file holds both.
func narrow(text []byte) string {
	var b strings.Builder
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		switch c := text[0]; {
		case r != utf8.RuneError:
		case c >= 0x80 && c < 0xa0:
			r = windows1252[c-0x80]
		default:
			r = rune(c)
		}
		b.WriteRune(r)
		text = text[n:]
	}
	return b.String()
}
