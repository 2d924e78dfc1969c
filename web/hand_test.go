package web

import (
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adjudicate/ledger/intake"
	"adjudicate/rules"
	"adjudicate/systems"
	"adjudicate/systems/array"
)

// cards hides what is off the board, and what players have: whoever captures gets 4099 opals.
const cards = `number: 90.1
title: Cards
procedure:
  assets: [{name: opals}]
  consequences: [{on: captures, do: [{pay: 64 * 64 + 3, asset: opals, payee: mover}]}]
  sight:
    - {see: holdings, when: "false"}
    - {see: assets, when: "false"}
`

// veiledOffice is an office with a game of a system in which one rule more is in force.
func veiledOffice(t *testing.T, system, rule string) *nightly {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cards.ledger")
	sys, err := systems.Called(system)
	if err != nil {
		t.Fatal(err)
	}
	then, err := array.Opening(sys, "", []string{"White=Ann", "Black=Bob"})
	if err != nil {
		t.Fatal(err)
	}
	more, err := rules.Parse("cards.yaml", []byte(rule))
	if err != nil {
		t.Fatal(err)
	}
	draft, _, err := intake.Open(t.Context(), host(), sys.Opening("cards", strings.Repeat("5", 64), ""), append(sys.Book.Rules(), more...), "", today, then...)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := draft.Put(t.Context(), host(), path, true); err != nil {
		t.Fatal(err)
	}
	st, err := host().Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	s, err := New(st, Options{Version: "test", Key: []byte("of the test"), Now: func() time.Time { return today.Add(time.Hour) }})
	if err != nil {
		t.Fatal(err)
	}
	n := &nightly{s: s, name: "cards", game: "/games/cards"}
	as := func(player, role string) *http.Cookie {
		token, err := Invite(t.Context(), st.Game(n.name), s.opts.Key, player, role, today.Add(48*time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		return postTo(s, n.game+"/in", url.Values{"with": {token}}, nil).Result().Cookies()[0]
	}
	n.ann, n.bob, n.gil = as("Ann", ""), as("Bob", ""), as("Gil", "umpire")
	return n
}

// TestHandsAndAccountsAreTheirOwners asks for every page and document of a game of Crazyhouse in which holdings and accounts are hidden. White has taken a pawn,
// which is in its hand.
func TestHandsAndAccountsAreTheirOwners(t *testing.T) {
	n := veiledOffice(t, "crazyhouse", cards)
	n.play(t, n.ann, "White", "Pe2-e4")
	n.play(t, n.bob, "Black", "Pd7-d5")
	n.play(t, n.ann, "White", "Pe4xd5")
	umpires := 0
	for _, path := range n.addresses() {
		for who, c := range map[string]*http.Cookie{"Bob": n.bob, "a stranger": nil} {
			if w := getAs(n.s, path, c); strings.Contains(w.Body.String(), "4099") {
				t.Errorf("%s sees the opals of White at %s (status %d)", who, path, w.Code)
			}
		}
		if w := getAs(n.s, path, n.gil); strings.Contains(w.Body.String(), "4099") {
			umpires++
		}
	}
	if umpires < 3 {
		t.Errorf("the umpire sees the opals at %d addresses: are they looked for in the right way?", umpires)
	}
	for _, c := range []struct {
		path string
		who  *http.Cookie
		want string
		no   string
	}{
		{"", n.ann, `<td>Ann</td><td>Pawn `, `<td>Bob</td><td>Pawn`},
		{"", n.ann, `<td>Bob</td><td>░</td>`, "-"},
		{"", n.ann, `opals 4099`, "-"},
		{"", n.bob, `<td>Ann</td><td>░</td>`, "opals"},
		{"", nil, `<td>Ann</td><td>░</td>`, "opals"},
		{"/api/v1", n.ann, `"asset":"opals","amount":4099`, "-"},
		{"/api/v1", n.bob, `"accounts":[]`, `"type":"Pawn"`},
		{"/api/v1", n.bob, `"as":["Black"]`, "opals"},
		{"/api/v1", nil, `"as":[]`, `"type":"Pawn"`},
	} {
		if text := getAs(n.s, c.path+n.game+"/holdings", c.who).Body.String(); !strings.Contains(text, c.want) || strings.Contains(text, c.no) && c.no != "-" {
			t.Errorf("%s%s/holdings: want %s and no %s:\n%s", c.path, n.game, c.want, c.no, text)
		}
	}
	if text := getAs(n.s, n.game, n.bob).Body.String(); !strings.Contains(text, `/holdings"`) || strings.Contains(text, `/log"`) {
		t.Error("the page of the board leads Bob not to holdings, or to the log")
	}
}

// TestChecksOfOthersAreNoPartOfTheOrder asks who plays next where White is in check.
func TestChecksOfOthersAreNoPartOfTheOrder(t *testing.T) {
	n := veiledOffice(t, "chess", `{number: 90.1, title: Night, procedure: {sight: [{see: squares, when: "false"}]}}`)
	n.play(t, n.ann, "White", "Pf2-f4")
	n.play(t, n.bob, "Black", "Pe7-e5")
	n.play(t, n.ann, "White", "Pa2-a3")
	n.play(t, n.bob, "Black", "Qd8-h4")
	for _, c := range []struct {
		name string
		who  *http.Cookie
		told bool
	}{{"Black", n.bob, false}, {"nobody", nil, false}, {"White", n.ann, true}, {"the umpire", n.gil, true}} {
		text := getAs(n.s, apiRoot+n.game+"/list", c.who).Body.String()
		if strings.Contains(text, "in_check") != c.told || !strings.Contains(text, `"side":"White"`) {
			t.Errorf("the order of play as %s sees it: %s", c.name, text)
		}
	}
}
