package condition

import "testing"

// Files beyond z have two letters.
func TestASquareOfAWideBoardIsOne(t *testing.T) {
	for _, c := range []struct {
		text         string
		files, ranks int
		want         bool
	}{
		{"a1", 8, 8, true}, {"h8", 8, 8, true}, {"i1", 8, 8, false}, {"a9", 8, 8, false}, {"a0", 8, 8, false}, {"a01", 8, 8, false}, {"a", 8, 8, false}, {"", 8, 8, false},
		{"aa5", 64, 64, true}, {"bl64", 64, 64, true}, {"bm1", 64, 64, false}, {"aa5", 26, 64, false},
	} {
		if got := isSquare(c.text, c.files, c.ranks); got != c.want {
			t.Errorf("%q on %d×%d: %t, want %t", c.text, c.files, c.ranks, got, c.want)
		}
	}
}
