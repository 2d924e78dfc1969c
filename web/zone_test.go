package web

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/ledger"
)

// Two games in one office, in two zones: each page writes moments as they are in the zone of its game, 21:00 in Lisbon and 10:00 of the next day in
// Auckland, and the list of games each in its own.
func TestEachGameHasItsOwnTimeZone(t *testing.T) {
	s, st := office(t)
	for name, zone := range map[string]string{"lisbon": "Europe/Lisbon", "auckland": "Pacific/Auckland"} {
		l, err := ledger.Create(t.Context(), st.Events, name, ledger.Options{Engine: "adjudicate test"})
		if err != nil {
			t.Fatal(err)
		}
		opened := events.GameOpened{Game: name, System: "partychess", Seed: strings.Repeat("5e", 32), Format: 2, Zone: zone}
		if _, err := l.Submit(t.Context(), opened, "Ursula", today.Add(-3*time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	want := map[string]string{"lisbon": "1999-01-02 21:00 WET", "auckland": "1999-01-03 10:00 NZDT"}
	for _, path := range []string{"/games/lisbon/log", "/games/auckland/log", "/"} {
		w := get(s, path)
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
		for name, moment := range want {
			if there := strings.Contains(w.Body.String(), moment); there != (path == "/" || strings.Contains(path, name)) {
				t.Errorf("%s says %s: %t", path, moment, there)
			}
		}
	}
}
