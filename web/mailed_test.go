package web

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"adjudicate/ledger/people"
)

// linkIn finds the links to sign in with in a text.
var linkIn = regexp.MustCompile(`https://play\.example(/games/[^ ]+/in\?with=\S+)`)

// TestAPlayerIsSentALinkToSignInWith asks for links with addresses of players, of nobody, and of games that are private or not there: whoever asks is told the same each time.
func TestAPlayerIsSentALinkToSignInWith(t *testing.T) {
	now := today
	s, st := office(t, func(o *Options) {
		o.Mails, o.URL, o.Private = true, "https://play.example", []string{"hidden"}
		o.Now = func() time.Time { return now }
	})
	fill(t, st, "hidden", 1)
	owed := func() (list []people.Mail) {
		t.Helper()
		if _, err := st.Mails(t.Context(), func(m *people.Mails) error {
			for i := range m.List {
				if m.List[i].Answer != nil {
					list = append(list, m.List[i])
					m.List[i].Answer = nil
				}
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return list
	}
	if w := get(s, "/games/"+autumn+"/play"); w.Code != http.StatusUnauthorized || !strings.Contains(w.Body.String(), `name="address"`) {
		t.Errorf("who is not signed in is offered no link: status %d", w.Code)
	}
	for _, game := range []string{autumn, "hidden", "none"} {
		if w := get(s, "/games/"+game+"/in"); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `name="address"`) {
			t.Errorf("%s: status %d", game, w.Code)
		}
	}
	if list := owed(); len(list) > 0 {
		t.Errorf("opening pages sends %d mails", len(list))
	}
	said := ""
	for _, c := range []struct {
		game, address string
		want          int
	}{
		{autumn, "pavel@harbour.example", 1}, {autumn, " Pavel@Harbour.example ", 1}, {autumn, "nobody@harbour.example", 0}, {autumn, "", 0}, {autumn, "Pavel", 0},
		{"hidden", "pavel@harbour.example", 0}, {"none", "pavel@harbour.example", 0},
	} {
		w := postTo(s, "/games/"+c.game+"/in", url.Values{"address": {c.address}}, nil)
		body := strings.ReplaceAll(w.Body.String(), c.game, "GAME")
		if said == "" {
			said = body
		}
		if w.Code != http.StatusOK || body != said || strings.Contains(body, "harbour.example") || len(w.Result().Cookies()) > 0 {
			t.Errorf("%s, %q: status %d:\n%s", c.game, c.address, w.Code, body)
		}
		list := owed()
		if len(list) != c.want {
			t.Fatalf("%s, %q: %d mails are due, want %d", c.game, c.address, len(list), c.want)
		}
		for _, m := range list {
			found := linkIn.FindAllStringSubmatch(m.Answer.Text, -1)
			if m.Answer.To != "pavel@harbour.example" || m.Player != "Pavel" || len(found) != 1 {
				t.Fatalf("%+v", m)
			}
			if w := get(s, found[0][1]); w.Code != http.StatusOK || len(w.Result().Cookies()) > 0 {
				t.Errorf("opening the link: status %d, %d cookies", w.Code, len(w.Result().Cookies()))
			}
			path, token, _ := strings.Cut(found[0][1], "?with=")
			in := postTo(s, path, url.Values{"with": {token}}, nil)
			if cookies := in.Result().Cookies(); len(cookies) != 1 || !strings.Contains(getAs(s, "/games/"+autumn+"/play", cookies[0]).Body.String(), "You are Pavel.") {
				t.Errorf("the button of the link: status %d", in.Code)
			}
		}
	}

	// The umpire is sent a link to the desk as well, in the language of the page.
	w := postTo(s, "/games/"+autumn+"/in?lang=de", url.Values{"address": {"odile@garden.example"}}, nil)
	list := owed()
	if w.Code != http.StatusOK || len(list) != 1 || !strings.Contains(list[0].Answer.Text, "Als Schiedsrichter:") {
		t.Fatalf("status %d, %+v", w.Code, list)
	}
	links := linkIn.FindAllStringSubmatch(list[0].Answer.Text, -1)
	if len(links) != 2 {
		t.Fatalf("%d links for the umpire:\n%s", len(links), list[0].Answer.Text)
	}
	path, token, _ := strings.Cut(links[1][1], "?with=")
	if in := postTo(s, path, url.Values{"with": {token}}, nil); in.Header().Get("Location") != "/games/"+autumn+"/desk" {
		t.Errorf("the umpire's link leads to %q", in.Header().Get("Location"))
	}

	// It is valid for a day, and nobody is sent more than so many of them a day.
	now = today.Add(24 * time.Hour)
	if in := postTo(s, path, url.Values{"with": {token}}, nil); len(in.Result().Cookies()) > 0 {
		t.Error("a link signs in a day later")
	}
	sent := 0
	for range mostLinks + 3 {
		now = now.Add(time.Minute)
		postTo(s, "/games/"+autumn+"/in", url.Values{"address": {"igor@stag.example"}}, nil)
		sent += len(owed())
	}
	if sent != mostLinks {
		t.Errorf("%d mails with links in some minutes, want %d", sent, mostLinks)
	}
	now = now.Add(24 * time.Hour)
	postTo(s, "/games/"+autumn+"/in", url.Values{"address": {"igor@stag.example"}}, nil)
	if n := len(owed()); n != 1 {
		t.Errorf("%d mails with links the next day", n)
	}
}

// TestAnOfficeThatSendsNoMailOffersNoLinks looks at the pages of an office without a mail server.
func TestAnOfficeThatSendsNoMailOffersNoLinks(t *testing.T) {
	s, st := office(t)
	if w := get(s, "/games/"+autumn+"/play"); strings.Contains(w.Body.String(), `name="address"`) {
		t.Error("a link is offered")
	}
	w := postTo(s, "/games/"+autumn+"/in", url.Values{"address": {"pavel@harbour.example"}}, nil)
	if m, err := st.Mails(t.Context(), nil); w.Code != http.StatusUnauthorized && w.Code != http.StatusForbidden && w.Code != http.StatusBadRequest || err != nil || len(m.List) > 0 {
		t.Errorf("status %d, %+v, %v", w.Code, m, err)
	}
}
