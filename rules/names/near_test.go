package names_test

import (
	"strings"
	"testing"

	"adjudicate/rules/names"
)

func TestNearSuggestsOnlyWhatIsNear(t *testing.T) {
	list := []string{"King", "Kamikaze", "Bouncy!Ball", "il-Nabi", "count()", "Läufer", "Ладья", "White"}
	for word, want := range map[string]string{
		"Kign": "King", "king": "King", "BouncyBall": "Bouncy!Ball", "Il-Nabi": "il-Nabi", "KAMIKAZE": "Kamikaze", "Wite": "White",
		"cuont": "count()", "Laufer": "Läufer", "Ладя": "Ладья", "La\u0308ufer": "Läufer", "Rook": "", "": "", strings.Repeat("King", 20): "",
	} {
		if got := names.Near(word, list); got != want {
			t.Errorf("Near(%q) = %q, want %q", word, got, want)
		}
	}
}

func TestAnUnknownNameSuggestsTheNearOneOrListsAFew(t *testing.T) {
	many := strings.Fields("a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 e2")
	for _, c := range []struct {
		word  string
		known []string
		want  string
	}{
		{"Wite", []string{"White", "Black"}, `no such side: "Wite"; did you mean "White"?`},
		{"Red", []string{"White", "Black"}, `no such side: "Red": expected one of White, Black`},
		{"Red", []string{"White"}, `no such side: "Red": expected White`},
		{"Red", nil, `no such side: "Red"`},
		{"Red", many, `no such side: "Red"`},
	} {
		if _, err := names.Find("side", c.word, c.known); err == nil || err.Error() != c.want {
			t.Errorf("of %q: %v, want %s", c.known, err, c.want)
		}
	}
}
