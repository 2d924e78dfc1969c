package web

import (
	"encoding/json"
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"adjudicate/ledger"
)

// TestProblemsSayWhatWasExpected asks as programs do that make mistakes.
func TestProblemsSayWhatWasExpected(t *testing.T) {
	s, _ := office(t)
	game := apiRoot + "/games/" + autumn
	for _, c := range []struct {
		method, path string
		status       int
		detail       string
		expected     string
	}{
		{"GET", apiRoot + "/games/nowhere", 404, `no such game "nowhere"`, "the name of a game that /api/v1/games lists"},
		{"GET", game + "?edition=9", 404, "no edition 9", "edition 1"},
		{"GET", game + "?known=99999999", 404, "no event 99999999", "a number from 1 to"},
		{"GET", game + "?at=zz", 400, "zz: expected", "a number, a moment such as 1998-10-06T12:00:00Z"},
		{"GET", game + "/log?last=abc", 422, "last: invalid integer", "a value of type integer"},
		{"GET", game + "/log?last=-1", 422, "last: expected number >= 1", "number >= 1"},
		{"GET", game + "/log?side=Lantren", 400, "no such side", "Lantern"},
		{"GET", game + "/log?before=x", 400, "invalid before", "the address of an entry that the same question lists"},
		{"GET", game + "/moves/Q99", 404, "no such square, piece or side", "a square from a1 to t20, or the id of a piece"},
		{"POST", game + "/plays", 401, "expected the header", "the header Authorization: Bearer"},
		{"DELETE", game + "/plays", 405, "expected GET", "GET, HEAD or POST"},
	} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(c.method, c.path, nil))
		var p Problem
		if err := json.Unmarshal(w.Body.Bytes(), &p); err != nil {
			t.Errorf("%s %s: %s: %v", c.method, c.path, w.Body, err)
			continue
		}
		if w.Code != c.status || p.Status != c.status || !strings.Contains(p.Detail, c.detail) || !strings.Contains(p.Expected, c.expected) {
			t.Errorf("%s %s: %d, %q, expected %q", c.method, c.path, w.Code, p.Detail, p.Expected)
		}
	}
	if text := get(s, apiRoot+"/openapi.json").Body.String(); !strings.Contains(text, "in place of what was found") || strings.Contains(text, "ErrorModel") {
		t.Error("the description of the API does not describe problems")
	}
}

// TestAGameIsFoundAsPeopleCallIt follows addresses that were typed, also of a game that only the invited are told of.
func TestAGameIsFoundAsPeopleCallIt(t *testing.T) {
	s, _ := office(t)
	s.opts.Private = []string{"hidden"}
	for from, to := range map[string]string{
		"/games/The%20Autumn%20Hand":             "/games/the-autumn-hand",
		"/games/The-Autumn-Hand/log?side=Masque": "/games/the-autumn-hand/log?side=Masque",
		apiRoot + "/games/The-Autumn-Hand":       apiRoot + "/games/the-autumn-hand",
		"/games/Hidden":                          "/games/hidden",
		"/games/Nowhere":                         "/games/nowhere",
		"/games/nowhere":                         "",
		"/games/hidden":                          "",
	} {
		w := get(s, from)
		if got := w.Header().Get("Location"); got != to || (to == "") != (w.Code == 404) {
			t.Errorf("%s: %d to %q, want %q", from, w.Code, got, to)
		}
	}
}

// TestWhatWasExpectedIsReadOffTheTextOfAnError goes by how all errors are worded.
func TestWhatWasExpectedIsReadOffTheTextOfAnError(t *testing.T) {
	for text, want := range map[string]string{
		`invalid salt: expected at least 8 characters`:            "at least 8 characters",
		`column 4: expected "-" and a square, found the end`:      `"-" and a square`,
		`no such piece: "X"; expected one of A, B; see the board`: "one of A, B",
		"unexpected end":          "",
		"the game is over":        "",
		"it is not expected here": "",
	} {
		if got := expected(text, errors.New(text)); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := expected("play: no", &ledger.InputError{Field: "side", Text: "no such side"}); got != "" {
		t.Errorf("an error that does not know reads %q", got)
	}
}
