package ledger_test

import (
	"slices"
	"testing"

	"adjudicate/ledger"
)

func TestAStreamIsNamedAfterItsGame(t *testing.T) {
	for _, c := range []struct{ game, want string }{
		{"Hand 3", "hand-3"},
		{"  --Hand -- 3!", "hand-3"},
		{"Café", "café"},
		{"Cafe\u0301", "café"},
		{"é", "é"},
		{"Läufer gegen Türme", "läufer-gegen-türme"},
		{"将棋 2", "将棋-2"},
		{"a%b", "a-b"},
		{"😀", "u1f600"},
		{"/ /", "u2f-u2f"},
		{"", "game"},
	} {
		if got := ledger.StreamName(c.game); got != c.want {
			t.Errorf("%q: %q, want %q", c.game, got, c.want)
		}
	}
}

func TestGamesOfEarlierVersionsAreFoundByTheirNames(t *testing.T) {
	for game, old := range map[string]string{"Café 3": "caf-3", "Jörg & Söhne": "j-rg-s-hne"} {
		if got := ledger.StreamNames(game); !slices.Contains(got, old) {
			t.Errorf("%q: %q, want %q among them", game, got, old)
		}
	}
}
