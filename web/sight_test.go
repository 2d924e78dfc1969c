package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// A nightly is an office with a game of dark chess in which a2-a4 and g7-g6 were played, neither of which the other side sees.
type nightly struct {
	s          *Server
	name, game string
	ann        *http.Cookie // White
	bob        *http.Cookie // Black
	gil        *http.Cookie // the umpire
}

func darkOffice(t *testing.T) *nightly {
	t.Helper()
	path := filepath.Join(t.TempDir(), "night.ledger")
	beginGame(t, "dark", path, "night", "White=Ann", "Black=Bob")
	st, err := host().Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	s, err := New(st, Options{Version: "test", Key: []byte("of the test"), Now: func() time.Time { return today.Add(time.Hour) }})
	if err != nil {
		t.Fatal(err)
	}
	names, _, err := st.Games(t.Context())
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	n := &nightly{s: s, name: names[0], game: "/games/" + names[0]}
	as := func(player, role string) *http.Cookie {
		token, err := Invite(t.Context(), st.Game(n.name), s.opts.Key, player, role, today.Add(48*time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		return postTo(s, n.game+"/in", url.Values{"with": {token}}, nil).Result().Cookies()[0]
	}
	n.ann, n.bob, n.gil = as("Ann", ""), as("Bob", ""), as("Gil", "umpire")
	n.play(t, n.ann, "White", "Pa2-a4")
	n.play(t, n.bob, "Black", "Pg7-g6")
	return n
}

func (n *nightly) play(t *testing.T, who *http.Cookie, side, text string) *httptest.ResponseRecorder {
	t.Helper()
	w := postTo(n.s, n.game+"/play", url.Values{"side": {side}, "play": {text}, "name": {text}, "do": {"submit"}}, who)
	if w.Code != http.StatusSeeOther {
		t.Fatalf("%s: status %d: %s", text, w.Code, w.Body)
	}
	return getAs(n.s, w.Header().Get("Location"), who)
}

// addresses are all that can be read of a game.
func (n *nightly) addresses() (list []string) {
	for i := range parts {
		list = append(list, strings.TrimSuffix(n.game+"/"+strings.ReplaceAll(parts[i].path, "{name}", "g6"), "/"))
	}
	api, _ := n.s.api()
	for path, item := range api.OpenAPI().Paths {
		if item.Get != nil && strings.Contains(path, "{game}") {
			list = append(list, strings.NewReplacer("{game}", n.name, "{name}", "g6").Replace(path))
		}
	}
	for _, p := range []string{"/feed.atom", "/deadlines.ics", "/board.svg", "/board.png", "/film.svg?from=1", "/play", "/deeds", "/ahead", "/moves/g6", "/rules/1", "?at=2", "?edition=1", "?known=1", "/log?all=1"} {
		list = append(list, n.game+p)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// betrays reports whether an answer tells of the pawn on g6: by the play, by its square in a table, a document or a picture.
func betrays(body string) bool {
	for _, sign := range []string{"g7-g6", "Pawn on g6", "Pawn g6", `"at":"g6"`, `"at": "g6"`, "<td>g6</td>", "on g6", ">g6<"} {
		if strings.Contains(body, sign) {
			return true
		}
	}
	return false
}

// TestNobodySeesWhatTheRulesHide asks for every page and document of a game of dark chess, as White's player, as nobody, and as the umpire, who sees all.
func TestNobodySeesWhatTheRulesHide(t *testing.T) {
	n := darkOffice(t)
	umpires := 0
	for _, path := range n.addresses() {
		for who, c := range map[string]*http.Cookie{"Ann": n.ann, "a stranger": nil} {
			if w := getAs(n.s, path, c); betrays(w.Body.String()) || w.Code == http.StatusOK && strings.Contains(path, "film") {
				t.Errorf("%s sees the pawn on g6 at %s (status %d)", who, path, w.Code)
			}
		}
		if w := getAs(n.s, path, n.gil); w.Code == http.StatusOK && betrays(w.Body.String()) {
			umpires++
		}
	}
	if umpires < 8 {
		t.Errorf("the umpire sees the pawn at %d addresses: is it looked for in the right way?", umpires)
	}
	if text := get(n.s, "/").Body.String() + get(n.s, "/api/v1/games").Body.String(); betrays(text) {
		t.Error("the list of games tells of the last play")
	}
	for path, status := range map[string]int{"/log": 403, "/weights": 403, "/editions": 403, "/feed.atom": 403, "": 200, "/rules": 200, "/play": 200, "?edition=1": 403} {
		if w := getAs(n.s, n.game+path, n.ann); w.Code != status {
			t.Errorf("%s: status %d, want %d", path, w.Code, status)
		}
	}
}

// TestASideSeesItsOwn shows both players their own pawns, and nobody any piece.
func TestASideSeesItsOwn(t *testing.T) {
	n := darkOffice(t)
	for _, c := range []struct {
		who    *http.Cookie
		sees   []string
		hidden []string
	}{
		{n.ann, []string{"<td>a4</td><td>Pawn</td>"}, []string{"<td>g6</td>", "<td>e8</td>"}},
		{n.bob, []string{"<td>g6</td><td>Pawn</td>"}, []string{"<td>a4</td>", "<td>e1</td>"}},
		{nil, nil, []string{"<td>a4</td>", "<td>g6</td>", "<td>Pawn</td>"}},
	} {
		text := getAs(n.s, n.game, c.who).Body.String()
		for _, want := range c.sees {
			if !strings.Contains(text, want) {
				t.Errorf("the page lacks %s", want)
			}
		}
		for _, no := range c.hidden {
			if strings.Contains(text, no) {
				t.Errorf("the page has %s", no)
			}
		}
	}
	text := n.play(t, n.ann, "White", "Pa4-a6").Body.String()
	if !strings.Contains(text, "rejected") || !strings.Contains(text, "Pa4-a6") {
		t.Errorf("White is not told that the play was rejected: %s", text)
	}
	if text := getAs(n.s, n.game, n.bob).Body.String(); strings.Contains(text, "a4-a6") {
		t.Error("Black hears of what White tried")
	}
}

// TestNothingHiddenIsPreviewed refuses previews, by which a player could feel about in the dark for nothing.
func TestNothingHiddenIsPreviewed(t *testing.T) {
	n := darkOffice(t)
	if text := getAs(n.s, n.game+"/play?side=White&play=Pa4-a5", n.ann).Body.String(); strings.Contains(text, "The ruling would be") || !strings.Contains(text, "not previewed") || !strings.Contains(text, `value="submit"`) {
		t.Errorf("the page of plays: %s", text)
	}
	r := httptest.NewRequest("POST", apiRoot+n.game+"/plays?preview=1", strings.NewReader(`{"side":"White","play":"Pa4-a5"}`))
	r.AddCookie(n.ann)
	r.Header.Set("Idempotency-Key", "1")
	w := httptest.NewRecorder()
	if n.s.ServeHTTP(w, r); w.Code != http.StatusForbidden {
		t.Errorf("a preview by a program: status %d: %s", w.Code, w.Body)
	}
	r = httptest.NewRequest("POST", apiRoot+n.game+"/plays", strings.NewReader(`{"side":"White","play":"Pa4-a5"}`))
	r.AddCookie(n.ann)
	r.Header.Set("Idempotency-Key", "1")
	w = httptest.NewRecorder()
	if n.s.ServeHTTP(w, r); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"verdict":"accepted"`) || strings.Contains(w.Body.String(), "facts\":[{") {
		t.Errorf("a play by a program: status %d: %s", w.Code, w.Body)
	}
}

// TestAllIsSeenWhenTheGameIsOver plays on until White takes the king.
func TestAllIsSeenWhenTheGameIsOver(t *testing.T) {
	n := darkOffice(t)
	for i, text := range []string{"Pe2-e4", "Pf7-f6", "Qd1-h5", "Pg6xh5", "Pa4-a5", "Pa7-a6", "Bf1-e2", "Pb7-b6", "Be2xh5", "Pc7-c6", "Bh5xe8"} {
		side, who := "White", n.ann
		if i%2 == 1 {
			side, who = "Black", n.bob
		}
		n.play(t, who, side, text)
	}
	if w := get(n.s, n.game+"/log"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "xe8") {
		t.Errorf("the log is not shown to everybody: status %d", w.Code)
	}
	if text := get(n.s, n.game).Body.String(); !strings.Contains(text, "<td>h7</td>") {
		t.Error("the board is not shown to everybody")
	}
}
