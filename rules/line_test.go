package rules

import (
	"strings"
	"testing"
)

func TestSquaresOfALine(t *testing.T) {
	for line, want := range map[string]string{
		"a1 c1": "a1 b1 c1", "c3 a1": "c3 b2 a1", "z5 ab5": "z5 aa5 ab5", "b2 b1": "b2 b1",
		"a1 b3": "a1..b3 is not a line", "a1 a1": "a1..a1 is not a line", "a1 x": "a1..x is not a line",
	} {
		from, to, _ := strings.Cut(line, " ")
		list, err := SquaresBetween(from, to)
		got := strings.Join(list, " ")
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}
