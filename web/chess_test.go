package web

import (
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adjudicate/ledger/intake"
	"adjudicate/systems"
	"adjudicate/systems/array"
)

// beginChess is beginGame with chess.
func beginChess(t *testing.T, path, name string, players ...string) {
	t.Helper()
	beginGame(t, "chess", path, name, players...)
}

// beginGame adds a game of a system with an array to the store in a file, which is made if it is not there.
func beginGame(t *testing.T, system, path, name string, players ...string) {
	t.Helper()
	sys, err := systems.Called(system)
	if err != nil {
		t.Fatal(err)
	}
	then, err := array.Opening(sys, "", players)
	if err != nil {
		t.Fatal(err)
	}
	draft, _, err := intake.Open(t.Context(), host(), sys.Opening(name, strings.Repeat("5", 64), ""), sys.Book.Rules(), "", today, then...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := draft.Put(t.Context(), host(), path, true); err != nil {
		t.Fatal(err)
	}
}

// TestAGameOfChessIsPlayedOnThePage picks the pawn on e2 up, sees both squares that it can go to, and plays e2-e4.
func TestAGameOfChessIsPlayedOnThePage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "club.ledger")
	beginChess(t, path, "club", "White=Ann", "Black=Bob")
	st, err := host().Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	s, err := New(st, Options{Version: "test", Key: []byte("of the test"), Now: func() time.Time { return today.Add(time.Hour) }})
	if err != nil {
		t.Fatal(err)
	}
	names, _, err := st.Games(t.Context())
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	game := "/games/" + names[0]
	token, err := Invite(t.Context(), st.Game(names[0]), s.opts.Key, "Ann", "", today.Add(48*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	c := postTo(s, game+"/in", url.Values{"with": {token}}, nil).Result().Cookies()[0]
	text := getAs(s, game+"/play", c).Body.String()
	_, link, found := strings.Cut(text, `aria-label="Pawn P13 on e2" data-square="e2"`)
	if !found || link == "" {
		t.Fatalf("the pawn on e2 cannot be picked up: %s", text)
	}
	text = getAs(s, game+"/play?from=P13&side=White", c).Body.String()
	for _, want := range []string{`>Pe2-e3</span>`, `>Pe2-e4</span>`, `data-square="e4"`} {
		if !strings.Contains(text, want) {
			t.Errorf("with the pawn picked up there is no %s", want)
		}
	}
	if strings.Contains(text, `>Pe2-e5</span>`) {
		t.Error("the pawn is offered e5")
	}
	w := postTo(s, game+"/play", url.Values{"side": {"White"}, "play": {"Pe2-e4"}, "name": {"1"}, "do": {"submit"}}, c)
	if w.Code != http.StatusSeeOther {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	if text := get(s, game).Body.String(); !strings.Contains(text, "Black to play") {
		t.Error("it is not Black's turn")
	}
	if text := get(s, "/").Body.String(); !strings.Contains(text, `Last play: White: <span class="play">e4</span>`) {
		t.Errorf("the list of games does not write the last play as the game does:\n%s", text)
	}
}
