package notation

import (
	"strings"
	"unicode"
)

// Signs reach the program as keyboards, mail programs and copied text have them: "Ra1–a5" for "Ra1-a5", with characters between that nobody sees, or in
// letters of double width. The parser reads the text in plain characters. Names stay as they were written, for a game may call a piece anything that prints.

// Plain returns a text with its signs as this package writes them, without characters that nobody sees.
func Plain(text string) string { return strings.Map(plain, seen(text)) }

// Bare returns a text without spaces around it, and without the brackets or quotes in which all of it stands.
func Bare(text string) string {
	text = strings.TrimSpace(text)
	if r := []rune(text); enclosed(r) {
		return strings.TrimSpace(string(r[1 : len(r)-1]))
	}
	return text
}

// seen leaves out of a text the characters that nobody sees and that change nothing of what is seen: those that turn text around stay, for a play that
// contains one reads otherwise than it looks.
func seen(text string) string {
	return strings.Map(func(r rune) rune {
		const leftToRight, rightToLeft = '\u200e', '\u200f' // marks, which turn only spaces and signs at the edges
		if unicode.Is(unicode.Cf, r) && (!unicode.Is(unicode.Bidi_Control, r) || r == leftToRight || r == rightToLeft) {
			return -1
		}
		return r
	}, text)
}

// plain is the character of the notation that one stands for.
func plain(r rune) rune {
	const wide, lastWide = '！', '～' // of "!" to "~"
	switch {
	case r < unicode.MaxASCII:
		return r
	case r >= wide && r <= lastWide:
		return r - wide + '!'
	}
	for _, p := range typed {
		if strings.ContainsRune(p.as, r) {
			return p.sign
		}
	}
	return r
}

// typed lists the characters of the notation with those that people type for them.
var typed = []struct {
	sign rune
	as   string
}{
	{'-', "‐‑‒–—―−⁃﹣→➔➜➝➞⟶"},
	{'x', "×✕✖⨯╳х"},
	{'X', "Х"},
	{'"', "“”„‟"},
	// Letters of squares that look the same on Cyrillic keyboards.
	{'a', "а"}, {'c', "с"}, {'e', "е"}, {'i', "і"}, {'j', "ј"}, {'o', "о"}, {'p', "р"}, {'s', "ѕ"}, {'y', "у"},
}
