package web

import (
	"strings"
	"testing"

	"adjudicate/events"
)

// TestWhoIsOnVacationIsToldPublicly sends the players of two sides on vacation, one of whom is to play, and back.
func TestWhoIsOnVacationIsToldPublicly(t *testing.T) {
	s, st := office(t)
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	says := func(path string) int { return strings.Count(get(s, path).Body.String(), "on vacation") }
	game, list := "/games/"+autumn, apiRoot+"/games/"+autumn+"/list"
	if n := says(game); n != 0 {
		t.Errorf("%d are said to be on vacation before anybody is", n)
	}
	for _, c := range []struct {
		player, status string
		pages, listed  int // how often the page and the document say so
	}{{"Igor", "vacation", 1, 1}, {"Pavel", "vacation", 3, 2}, {"Igor", "active", 2, 1}, {"Tamsin", "active", 2, 1}, {"Pavel", "active", 0, 0}} { // Pavel's side is to play, which stands above the board as well
		if _, err := l.Submit(t.Context(), events.PlayerStatusChanged{Player: c.player, Status: c.status}, "Odile", today); err != nil {
			t.Fatal(err)
		}
		if n := says(game); n != c.pages {
			t.Errorf("%s %s: the page says so %d times, want %d", c.player, c.status, n, c.pages)
		}
		if n := strings.Count(get(s, list).Body.String(), `"vacation":true`); n != c.listed {
			t.Errorf("%s %s: the list says so %d times, want %d", c.player, c.status, n, c.listed)
		}
	}
}
