package names_test

import (
	"errors"
	"testing"

	"adjudicate/rules/names"
)

func TestFind(t *testing.T) {
	list := []string{"Red", "blue", "Blue", "NAP", "R1"}
	for _, test := range []struct{ word, want, near string }{
		{"Red", "Red", ""}, {"rED", "Red", ""}, {"nap", "NAP", ""}, {"r1", "R1", ""},
		{"blue", "blue", ""}, {"Blue", "Blue", ""},
		{"BLUE", "", "blue"}, // two differ from it in case alone
		{"Rod", "", "Red"}, {"Zinnober", "", ""}, {"", "", ""},
	} {
		got, err := names.Find("side", test.word, list)
		var unknown *names.UnknownError
		switch {
		case got != test.want:
			t.Errorf("Find(%q) = %q, want %q", test.word, got, test.want)
		case test.want == "" && (!errors.As(err, &unknown) || unknown.Near != test.near):
			t.Errorf("Find(%q): %v, near %q, want %q", test.word, err, unknown.Near, test.near)
		}
	}
}

func TestANewNameMayResembleAKnownOne(t *testing.T) {
	known := []string{"Anton", "Bob", "Treasury"}
	for _, c := range []struct{ name, want string }{
		{"Anton", ""}, {"anton", "Anton"}, {"Antn", "Anton"}, {"Tresury", "Treasury"}, {"BOB", "Bob"}, {"Rob", ""}, {"Zinnober", ""},
	} {
		if got := names.Resembles(c.name, known); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}
