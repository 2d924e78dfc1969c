package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"adjudicate/report"
)

// TestTheListOfGamesHasPages asks for the list of more games than a page has, while games are begun and go on, in this process and
// in another one.
func TestTheListOfGamesHasPages(t *testing.T) {
	s, st := office(t)
	const more = pageGames + 30
	for i := range more {
		fill(t, st, fmt.Sprintf("game-%03d", i), 1)
	}
	link := regexp.MustCompile(`<h2><a href="/games/([^"]+)">`)
	names := func(path string) (list []string) {
		for _, m := range link.FindAllStringSubmatch(get(s, path).Body.String(), -1) {
			list = append(list, m[1])
		}
		return list
	}
	seen := map[string]bool{}
	first, second := names("/"), names("/?page=2")
	for _, name := range append(first, second...) {
		if seen[name] {
			t.Errorf("%s is listed twice", name)
		}
		seen[name] = true
	}
	if len(first) != pageGames || len(second) != more+1-pageGames || !seen[autumn] {
		t.Errorf("pages of %d and %d games, the sample among them: %v", len(first), len(second), seen[autumn])
	}
	for path, want := range map[string]int{"/?page=3": len(second), "/?page=-1": pageGames, "/?page=x": pageGames} {
		if got := names(path); len(got) != want {
			t.Errorf("%s lists %d games, want %d", path, len(got), want)
		}
	}
	page := get(s, "/?page=2").Body.String()
	if !strings.Contains(page, `<a rel="prev" href="/">`) || strings.Contains(page, `rel="next"`) {
		t.Error("the last page does not lead to the first alone")
	}

	// What is begun is listed, whichever process writes it.
	beside, err := host().Open(t.Context(), st.Place)
	if err != nil {
		t.Fatal(err)
	}
	defer beside.Close()
	fill(t, beside, "another", 1)
	if !slices.Contains(append(names("/"), names("/?page=2")...), "another") {
		t.Error("what another process has begun is not listed")
	}

	// Whoever is signed in is told to which games, and as whom.
	for _, c := range []struct {
		cookie *http.Cookie
		want   int
	}{{nil, 0}, {invited(t, s, "Pavel"), 1}} {
		told := 0
		for _, path := range []string{"/", "/?page=2"} {
			r, w := httptest.NewRequest("GET", path, nil), httptest.NewRecorder()
			if c.cookie != nil {
				r.AddCookie(c.cookie)
			}
			s.ServeHTTP(w, r)
			told += strings.Count(w.Body.String(), "You are Pavel.")
			if !strings.Contains(w.Header().Get("Vary"), "Cookie") {
				t.Errorf("%s: kept answers are told apart by %q", path, w.Header().Get("Vary"))
			}
		}
		if told != c.want {
			t.Errorf("signed in: %t; the list says so %d times", c.cookie != nil, told)
		}
	}

	// Programs have pages of the size that they ask for.
	read := func(path string) []report.LedgerLine {
		w := get(s, apiRoot+path)
		if w.Code != http.StatusOK {
			t.Fatalf("%s: status %d: %s", path, w.Code, w.Body)
		}
		var v report.Ledgers
		if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil {
			t.Fatal(err)
		}
		return v.Ledgers
	}
	if n := len(read("/games")); n != more+2 {
		t.Errorf("%d games, want %d", n, more+2)
	}
	if a, b, c := read("/games?limit=100"), read("/games?limit=100&page=2"), read("/games?limit=100&page=3"); len(a) != 100 || len(b) != more+2-100 || len(c) != 0 {
		t.Errorf("pages of %d, %d and %d games", len(a), len(b), len(c))
	}
	for _, path := range []string{"/games?limit=0", "/games?limit=1001", "/games?page=0", "/games?page=x"} {
		if w := get(s, apiRoot+path); w.Code != http.StatusUnprocessableEntity {
			t.Errorf("%s: status %d", path, w.Code)
		}
	}
}

// TestTheListOfGamesDoesNotTellWhereTheyAreKept looks for the folder of the store on the pages that are about no game.
func TestTheListOfGamesDoesNotTellWhereTheyAreKept(t *testing.T) {
	s, st := office(t)
	for _, path := range []string{"/", "/in", "/nowhere", apiRoot + "/games", "/metrics"} {
		if text := get(s, path).Body.String(); strings.Contains(text, filepath.Dir(st.Place)) {
			t.Errorf("%s tells of %s", path, st.Place)
		}
	}
}
