package web

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/place"
	"adjudicate/report"
)

// sessionIn is a session of somebody in a game, as a cookie.
func sessionIn(t testing.TB, s *Server, game string) *http.Cookie {
	t.Helper()
	origin, err := originOf(t.Context(), s.store.Game(game))
	if err != nil {
		t.Fatal(err)
	}
	return &http.Cookie{Name: cookieOf(game), Value: seal(s.opts.Key, ticket{session, origin, "Ann", roleWatcher, today.Add(time.Hour), game})}
}

// begun begins the games of some numbers, each with a player and no more.
func begun(t testing.TB, st *place.Store, from, to int) (names []string) {
	t.Helper()
	for n := from; n < to; n++ {
		name := fmt.Sprintf("game-%05d", n)
		var seed [32]byte
		copy(seed[:], name)
		l, err := ledger.Create(t.Context(), st.Events, name, ledger.Options{Engine: "adjudicate test", Entropy: rand.NewChaCha8(seed)})
		if err == nil {
			_, err = l.Submit(t.Context(), events.PlayerRegistered{Player: "Ann"}, "Ann", today.Add(time.Duration(n%7)*time.Second))
		}
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, name)
	}
	return names
}

// listed is the list of games as the API has it.
func listed(t testing.TB, s *Server, path string, cookies []*http.Cookie, bearer string) (names []string) {
	t.Helper()
	r, w := httptest.NewRequest("GET", apiRoot+path, nil), httptest.NewRecorder()
	for _, c := range cookies {
		r.AddCookie(c)
	}
	if bearer != "" {
		r.Header.Set("Authorization", "Bearer "+bearer)
	}
	s.ServeHTTP(w, r)
	var v report.Ledgers
	if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil || w.Code != http.StatusOK {
		t.Fatalf("%s: status %d, %v: %s", path, w.Code, err, w.Body)
	}
	for _, l := range v.Ledgers {
		names = append(names, l.Name)
	}
	return names
}

// TestWhoIsInvitedIsListedTheirGames holds the list, page by page, against all games of which some are private, for people who are signed in to some of them.
func TestWhoIsInvitedIsListedTheirGames(t *testing.T) {
	open, st := office(t)
	all := append(begun(t, st, 0, 40), autumn)
	order := listed(t, open, "/games", nil, "")
	if len(order) != len(all) {
		t.Fatalf("%d games are listed of %d", len(order), len(all))
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, private := range [][]string{{"*"}, {}, {all[3]}, all[:20], {all[0], all[7], "The Autumn Hand", all[39]}, all} {
		s, err := New(st, Options{Version: "test", Key: open.opts.Key, Now: open.opts.Now, Private: private})
		if err != nil {
			t.Fatal(err)
		}
		for _, sessions := range []int{0, 1, 2, 5, 41} {
			in, cookies := map[string]bool{}, []*http.Cookie(nil)
			for _, i := range random.Perm(len(all))[:sessions] {
				in[all[i]], cookies = true, append(cookies, sessionIn(t, s, all[i]))
			}
			cookies = append(cookies, &http.Cookie{Name: cookieOf(all[random.IntN(len(all))]), Value: "forged.seal"}, &http.Cookie{Name: "other", Value: "x"})
			random.Shuffle(len(cookies), func(i, j int) { cookies[i], cookies[j] = cookies[j], cookies[i] })
			var want []string
			for _, name := range order {
				// Of several cookies of one name, the first one counts.
				if !s.private(name) || in[name] && cookieIn(cookies, name).Value != "forged.seal" {
					want = append(want, name)
				}
			}
			var got []string
			for page := 1; page <= 1+len(order)/7; page++ {
				got = append(got, listed(t, s, fmt.Sprintf("/games?limit=7&page=%d", page), cookies, "")...)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("private %v, %d sessions: want -, got +:\n%s", private, sessions, diff)
			}
		}
		// A program brings one session, as it is today or without the name of its game.
		for _, named := range []string{all[3], ""} {
			var want []string
			for _, name := range order {
				if !s.private(name) || name == all[3] {
					want = append(want, name)
				}
			}
			origin, err := originOf(t.Context(), st.Game(all[3]))
			if err != nil {
				t.Fatal(err)
			}
			token := seal(s.opts.Key, ticket{session, origin, "Ann", roleWatcher, today.Add(time.Hour), named})
			if diff := cmp.Diff(want, listed(t, s, "/games", nil, token)); diff != "" {
				t.Errorf("private %v, a token for %q: want -, got +:\n%s", private, named, diff)
			}
		}
	}
}

// cookieIn is the first cookie of a game.
func cookieIn(cookies []*http.Cookie, game string) *http.Cookie {
	for _, c := range cookies {
		if c.Name == cookieOf(game) {
			return c
		}
	}
	return &http.Cookie{}
}

// TestTheListOfPrivateGamesCostsWhatAPageOfItCosts compares what is allocated for the list of somebody who is signed in to three of 20 games, and of 2,000.
func TestTheListOfPrivateGamesCostsWhatAPageOfItCosts(t *testing.T) {
	open, st := office(t)
	costs := func(games int, private []string, bearer bool) float64 {
		s, err := New(st, Options{Version: "test", Key: open.opts.Key, Now: open.opts.Now, Private: private})
		if err != nil {
			t.Fatal(err)
		}
		r := httptest.NewRequest("GET", "/", nil)
		for _, name := range []string{"game-00001", "game-00007", "game-00013"} {
			if c := sessionIn(t, s, name); bearer {
				r.Header.Set("Authorization", "Bearer "+c.Value)
			} else {
				r.AddCookie(c)
			}
		}
		look := func() {
			v, err := s.lobby(r, 1, 3)
			if err != nil || len(v.Ledgers.Ledgers) == 0 || private[0] == "*" && v.Games > 3 {
				t.Fatalf("%d games: %+v, %v", games, v, err)
			}
		}
		look()
		return testing.AllocsPerRun(20, look)
	}
	kinds := []struct {
		name    string
		private []string
		bearer  bool
	}{{"all are private, a browser", []string{"*"}, false}, {"all are private, a program", []string{"*"}, true}, {"a few are", []string{"game-00001", "game-00002"}, false}}
	few := map[string]float64{}
	begun(t, st, 0, 20)
	for _, k := range kinds {
		few[k.name] = costs(20, k.private, k.bearer)
	}
	begun(t, st, 20, 2000)
	for _, k := range kinds {
		if got := costs(2000, k.private, k.bearer); got > few[k.name]+20 {
			t.Errorf("%s: %.0f allocations for a page of 2,000 games, %.0f for one of 20", k.name, got, few[k.name])
		}
	}
}
