package web

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"adjudicate/ledger/people"
)

// TestALinkInAMailEndsTheMailsByItsButtonAlone opens the link as scanners do, posts what mail programs post (RFC 8058), and takes it back on the page.
func TestALinkInAMailEndsTheMailsByItsButtonAlone(t *testing.T) {
	s, st := office(t)
	origin, err := originOf(t.Context(), st.Game(autumn))
	if err != nil {
		t.Fatal(err)
	}
	link := LettersLink(s.opts.Key, "https://play.example", autumn, origin, "Pavel", today)
	path, ok := strings.CutPrefix(link, "https://play.example")
	if !ok {
		t.Fatalf("the link is %s", link)
	}
	wish := func() people.Wish {
		t.Helper()
		all, err := st.Game(autumn).Wishes(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		return all["Pavel"]
	}
	if w := get(s, path); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "<button") || w.Header().Get("Cache-Control") != "no-store" || wish().Off {
		t.Fatalf("opening it: status %d, %+v\n%s", w.Code, wish(), w.Body)
	}
	const unknown = "No mail address of yours is known in this game"
	if text := get(s, path).Body.String(); strings.Contains(text, unknown) {
		t.Errorf("with an address: %s", text)
	}
	stranger, _ := strings.CutPrefix(LettersLink(s.opts.Key, "https://play.example", autumn, origin, "Zed", today), "https://play.example")
	if text := get(s, stranger).Body.String(); !strings.Contains(text, unknown) {
		t.Errorf("without an address: %s", text)
	}
	if w := postTo(s, path, url.Values{"List-Unsubscribe": {"One-Click"}}, nil); w.Code != http.StatusOK || len(w.Result().Cookies()) > 0 || !wish().Off {
		t.Errorf("one click: status %d, %+v", w.Code, wish())
	}
	form := url.Values{"do": {"save"}, "language": {"de"}, "zone": {"Europe/Berlin"}, "quiet": {"22:00-07:00"}, "digest": {""}}
	if w := postTo(s, path, form, nil); w.Code != http.StatusOK || wish() != (people.Wish{Language: "de", Zone: "Europe/Berlin", Quiet: "22:00-07:00"}) {
		t.Errorf("saving: status %d, %+v", w.Code, wish())
	}
	form.Set("quiet", `22"><b>`)
	if w := postTo(s, path, form, nil); w.Code != http.StatusUnprocessableEntity || wish().Quiet != "22:00-07:00" || strings.Contains(w.Body.String(), "<b>") {
		t.Errorf("hours that are none: status %d, %+v", w.Code, wish())
	}
	if w := postTo(s, "/games/"+autumn+"/letters", form, invited(t, s, "Pavel")); w.Code != http.StatusUnprocessableEntity {
		t.Errorf("in a session: status %d", w.Code)
	}
	for what, w := range map[string]*httptest.ResponseRecorder{
		"nobody":                     postTo(s, "/games/"+autumn+"/letters", form, nil),
		"another's token, altered":   postTo(s, path[:len(path)-4]+"AAAA", form, nil),
		"the link to sign in by":     postTo(s, "/games/"+autumn+"/in", url.Values{"with": {path[strings.Index(path, "=")+1:]}}, nil),
		"the token as a session":     postTo(s, "/games/"+autumn+"/play", url.Values{"side": {"Masque"}, "play": {"pass"}, "do": {"submit"}}, nil, "Authorization", "Bearer "+path[strings.Index(path, "=")+1:]),
		"from another site, to save": postTo(s, path, form, nil, "Origin", "https://elsewhere.example", "Sec-Fetch-Site", "cross-site"),
	} {
		if w.Code < 400 {
			t.Errorf("%s: status %d", what, w.Code)
		}
	}
}
