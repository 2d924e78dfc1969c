package names_test

import (
	"testing"

	"adjudicate/rules/names"
)

func TestNamesThatPeopleConfuseAreAlike(t *testing.T) {
	for _, pair := range [][2]string{
		{"Соре", "Cope"},   // Cyrillic throughout
		{"ΡΟΤΑ", "POTA"},   // Greek but for the last letter
		{"André", "André"}, // composed, and with a mark of its own
		{"Ａｎｎ", "Ann"},
		{"Ann", "ANN"},
		{"Paul", "PauI"},
		{"Bob01", "BobOl"},
		{"Barney", "Bamey"},
	} {
		if !names.Alike(pair[0], pair[1]) || !names.Alike(pair[1], pair[0]) {
			t.Errorf("%+q and %+q look alike", pair[0], pair[1])
		}
	}
	for _, pair := range [][2]string{{"Ann", "Anne"}, {"Red", "Rad"}, {"I", "l"}, {"1", "I"}, {"Läufer", "Laufer"}, {"李", "季"}, {"Аня", "Ann"}} {
		if names.Alike(pair[0], pair[1]) {
			t.Errorf("%+q and %+q do not look alike", pair[0], pair[1])
		}
	}
	if got := names.Taken("Red", []string{"Blue", "Red"}); got != "" {
		t.Errorf("Red is taken for %q", got)
	}
	if got := names.Taken("RED", []string{"Blue", "Red"}); got != "Red" {
		t.Errorf("RED is taken for %q, want Red", got)
	}
}

func TestWidthsAreThoseOfATerminal(t *testing.T) {
	for text, want := range map[string]int{"": 0, "R": 1, "Läufer": 6, "La\u0308ufer": 6, "将": 2, "王将 a1": 7, "ｶ": 1, "Ｒ": 2, "♔": 1, "·": 1, "🐎": 2, "क्ष": 2, "x\u0302": 1, "👩\u200d🌾": 2} {
		if got := names.Width(text); got != want {
			t.Errorf("%q takes %d columns, want %d", text, got, want)
		}
	}
}
