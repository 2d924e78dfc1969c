package mail

import (
	"slices"
	"testing"
)

func TestTheNearestReadingIsWhatAPersonWouldRead(t *testing.T) {
	for text, want := range map[string]string{
		"I move Rook A1 to A5, hope that is fine": "", // the type in words behind talk: the squares tell it
		"J20 to I19":                            "j20-i19",
		"The king goes, I think: J20 to I19":    "j20-i19",
		"Ra1 takes b2!":                         "Ra1xb2",
		"K on C3":                               "K@c3",
		"Ich ziehe: a1 nach a5":                 "a1-a5",
		"> Ra1-a5":                              "",
		"see you on Sunday":                     "",
		"Ra1-a5 and then I wait what Blue does": "Ra1-a5",
	} {
		got := Nearest(text)
		if want != "" && !slices.Contains(got, want) || text[0] == '>' && len(got) > 0 || text == "see you on Sunday" && len(got) > 0 {
			t.Errorf("%q reads as %q, expected %q", text, got, want)
		}
	}
}

func TestTheTextOfAMailIsWithoutQuotes(t *testing.T) {
	if got := TextOf([]byte("From: a@b\r\n\r\nhello\r\n> old\r\nthere\r\n")); got != "hello\nthere" {
		t.Errorf("%q", got)
	}
	if got := TextOf([]byte("\x00")); got != "" {
		t.Errorf("%q", got)
	}
}
