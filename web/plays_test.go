package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"adjudicate/report"
)

// invited signs a player in, and returns the cookie.
func invited(t *testing.T, s *Server, player string) *http.Cookie { return invitedAs(t, s, player, "") }

// invitedAs signs somebody in in a role.
func invitedAs(t *testing.T, s *Server, player, role string) *http.Cookie {
	t.Helper()
	token, err := Invite(t.Context(), s.store.Game(autumn), s.opts.Key, player, role, today.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	if w := get(s, "/games/"+autumn+"/in?with="+token); w.Code != 200 || len(w.Result().Cookies()) > 0 {
		t.Fatalf("opening the invitation: status %d, %d cookies: expected a page with a button and no more", w.Code, len(w.Result().Cookies()))
	}
	w := postTo(s, "/games/"+autumn+"/in", url.Values{"with": {token}}, nil)
	cookies := w.Result().Cookies()
	if w.Code != http.StatusSeeOther || len(cookies) != 1 || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteLaxMode {
		t.Fatalf("pressing it: status %d, cookies %v", w.Code, cookies)
	}
	return cookies[0]
}

func postTo(s http.Handler, path string, form url.Values, c *http.Cookie, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	if c != nil {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

func getAs(s http.Handler, path string, c *http.Cookie) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, nil)
	if c != nil {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// TestAPlayerPlaysOnThePage previews a pass of the side to play, submits it, and submits it again.
func TestAPlayerPlaysOnThePage(t *testing.T) {
	s, st := office(t)
	path := "/games/" + autumn + "/play"
	c := invited(t, s, "Pavel") // of Masque, which is to play
	page := getAs(s, path, c).Body.String()
	if !strings.Contains(page, "You are Pavel.") || !strings.Contains(page, `value="Masque"`) {
		t.Fatalf("the page does not know the player:\n%s", page)
	}
	form := url.Values{"side": {"Masque"}, "play": {"pass"}, "name": {"n1"}, "do": {"preview"}}
	w := postTo(s, path, form, c)
	if w.Code != 200 || !strings.Contains(w.Body.String(), "The ruling would be:") || w.Header().Get("Cache-Control") != "no-store" {
		t.Errorf("a preview: status %d:\n%s", w.Code, w.Body)
	}
	if head, _ := s.head(t.Context(), autumn); head != 2095 {
		t.Errorf("a preview has written: the head is %d", head)
	}
	foreseen := strings.Contains(w.Body.String(), `<span class="accepted">`)
	form.Set("do", "submit")
	w = postTo(s, path, form, c)
	if w.Code != http.StatusSeeOther {
		t.Fatalf("submitting: status %d:\n%s", w.Code, w.Body)
	}
	to := w.Header().Get("Location")
	ruled := get(s, to).Body.String()
	if !strings.Contains(ruled, "Masque: pass") || strings.Contains(ruled, `</span> <span class="accepted">accepted`) != foreseen {
		t.Errorf("%s: not the ruling that was foreseen (accepted: %v)", to, foreseen)
	}
	head, _ := s.head(t.Context(), autumn)
	if again := postTo(s, path, form, c); again.Header().Get("Location") != to {
		t.Errorf("submitted again: %s, expected %s", again.Header().Get("Location"), to)
	}
	if now, _ := s.head(t.Context(), autumn); now != head {
		t.Errorf("submitted again, it was written again: %d events after %d", now, head)
	}
	if l, err := st.Game(autumn).Ledger(t.Context(), 0, nil); err != nil || l.Head() != head {
		t.Errorf("the ledger stands at %d (%v), expected %d", l.Head(), err, head)
	}
}

// TestNobodyPlaysForAnother tries what must not be taken, and wants nothing to be written.
func TestNobodyPlaysForAnother(t *testing.T) {
	s, _ := office(t)
	path, api := "/games/"+autumn+"/play", "/api/v1/games/"+autumn+"/plays"
	pavel := invited(t, s, "Pavel")
	good, _ := Invite(t.Context(), s.store.Game(autumn), s.opts.Key, "Pavel", "", today.Add(time.Hour))
	form := url.Values{"side": {"Masque"}, "play": {"pass"}, "name": {"n2"}, "do": {"submit"}}
	with := func(key, value string) url.Values {
		f := url.Values{}
		for k, v := range form {
			f[k] = v
		}
		f.Set(key, value)
		return f
	}
	for what, w := range map[string]*httptest.ResponseRecorder{
		"without a session":          postTo(s, path, form, nil),
		"another's side":             postTo(s, path, with("side", "Lantern"), pavel),
		"from another site":          postTo(s, path, form, pavel, "Origin", "https://elsewhere.example", "Sec-Fetch-Site", "cross-site"),
		"a session made up":          postTo(s, path, form, &http.Cookie{Name: pavel.Name, Value: pavel.Value[:len(pavel.Value)-3] + "AAA"}),
		"an invitation as session":   postTo(s, path, form, &http.Cookie{Name: pavel.Name, Value: good}),
		"a program without a token":  postTo(s, api, nil, nil),
		"a play that is too long":    postTo(s, path, with("play", strings.Repeat("a1-", 2000)), pavel),
		"a body that is too long":    postTo(s, path, with("play", strings.Repeat("a1-", 20000)), pavel),
		"no play at all":             postTo(s, path, with("play", ""), pavel),
		"what does not read as play": postTo(s, path, with("play", "please resign for me"), pavel),
	} {
		if w.Code == http.StatusSeeOther || strings.Contains(w.Body.String(), "Would be ruled") {
			t.Errorf("%s: status %d: it was taken", what, w.Code)
		}
		if what == "another's side" && (w.Code != http.StatusForbidden || !strings.Contains(w.Body.String(), "does not hold the side")) {
			t.Errorf("%s: status %d, want 403 and the reason:\n%s", what, w.Code, w.Body)
		}
	}
	for what, token := range map[string]string{
		"not whole": good[:len(good)-2],
		"nothing":   "",
		"markup":    `"><script>alert(1)</script>.AA`,
		"expired": func() string {
			t1, _ := Invite(t.Context(), s.store.Game(autumn), s.opts.Key, "Pavel", "", today.Add(-time.Second))
			return t1
		}(),
		"of another office": func() string {
			t1, _ := Invite(t.Context(), s.store.Game(autumn), []byte("another key"), "Pavel", "", today.Add(time.Hour))
			return t1
		}(),
	} {
		w := postTo(s, "/games/"+autumn+"/in", url.Values{"with": {token}}, nil)
		if w.Code != http.StatusUnauthorized || len(w.Result().Cookies()) > 0 || strings.Contains(w.Body.String(), "<script>alert") {
			t.Errorf("an invitation, %s: status %d", what, w.Code)
		}
	}
	if head, _ := s.head(t.Context(), autumn); head != 2095 {
		t.Errorf("something was written: the head is %d", head)
	}
}

// TestProgramsPlay plays through the API, many at once under one key.
func TestProgramsPlay(t *testing.T) {
	s, _ := office(t)
	session := invited(t, s, "Pavel").Value
	answers := make([]report.Ruling, 6)
	var wg sync.WaitGroup
	for i := range answers {
		wg.Go(func() {
			r := httptest.NewRequest(http.MethodPost, "/api/v1/games/"+autumn+"/plays", strings.NewReader(`{"side":"Masque","play":"pass"}`))
			r.Header.Set("Authorization", "Bearer "+session)
			r.Header.Set("Idempotency-Key", "one play")
			w := httptest.NewRecorder()
			s.ServeHTTP(w, r)
			var v struct{ Sequence uint64 }
			if err := json.Unmarshal(w.Body.Bytes(), &v); err != nil || w.Code != 200 {
				t.Errorf("status %d: %s", w.Code, w.Body)
			}
			answers[i].Sequence = v.Sequence
		})
	}
	wg.Wait()
	for i := range answers {
		if answers[i].Sequence != answers[0].Sequence || answers[i].Sequence == 0 {
			t.Errorf("answer %d is about #%d, the first about #%d", i, answers[i].Sequence, answers[0].Sequence)
		}
	}
	r := httptest.NewRequest(http.MethodPost, "/api/v1/games/"+autumn+"/plays", strings.NewReader(`{"side":"Masque","play":"pass","by":"me"}`))
	r.Header.Set("Authorization", "Bearer "+session)
	r.Header.Set("Idempotency-Key", "x")
	w := httptest.NewRecorder()
	if s.ServeHTTP(w, r); w.Code != http.StatusBadRequest {
		t.Errorf("an unknown field: status %d", w.Code)
	}
}

// TestAPreviewNeedsNoKey asks what would be ruled, as nothing is written then, and for another's side.
func TestAPreviewNeedsNoKey(t *testing.T) {
	s, _ := office(t)
	session := invited(t, s, "Pavel").Value
	ask := func(query, body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodPost, "/api/v1/games/"+autumn+"/plays"+query, strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+session)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	head, err := s.head(t.Context(), autumn)
	if err != nil {
		t.Fatal(err)
	}
	if w := ask("?preview=1", `{"side":"Masque","play":"pass"}`); w.Code != 200 || !strings.Contains(w.Body.String(), `"verdict":"accepted"`) {
		t.Errorf("a preview: %d, %s", w.Code, w.Body)
	}
	if w := ask("", `{"side":"Masque","play":"pass"}`); w.Code != 400 || !strings.Contains(w.Body.String(), "expected the header Idempotency-Key") {
		t.Errorf("a play without a key: %d, %s", w.Code, w.Body)
	}
	if w := ask("?preview=1", `{"side":"Lantern","play":"pass"}`); w.Code != 403 || !strings.Contains(w.Body.String(), `"expected":"Masque"`) {
		t.Errorf("another's side: %d, %s", w.Code, w.Body)
	}
	if now, err := s.head(t.Context(), autumn); err != nil || now != head {
		t.Errorf("event %d was written", now)
	}
}

// TestAKeyIsForOnePlay sends a key again with another play: draft-ietf-httpapi-idempotency-key-header, section 2.7, asks for 422.
func TestAKeyIsForOnePlay(t *testing.T) {
	s, _ := office(t)
	cookie := invited(t, s, "Pavel")
	send := func(body string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodPost, "/api/v1/games/"+autumn+"/plays", strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+cookie.Value)
		r.Header.Set("Idempotency-Key", "once")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	if w := send(`{"side":"Masque","play":"pass"}`); w.Code != http.StatusOK {
		t.Fatalf("status %d: %s", w.Code, w.Body)
	}
	head, _ := s.head(t.Context(), autumn)
	if w := send(`{"side":"Masque","play":" pass "}`); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `"repeated":true`) {
		t.Errorf("the same play: status %d: %s", w.Code, w.Body)
	}
	w := send(`{"side":"Masque","play":"surrender"}`)
	if w.Code != http.StatusUnprocessableEntity || w.Header().Get("Content-Type") != problemType || !strings.Contains(w.Body.String(), "Masque: pass") {
		t.Errorf("another play: status %d, %s: %s", w.Code, w.Header().Get("Content-Type"), w.Body)
	}
	form := url.Values{"do": {"submit"}, "side": {"Masque"}, "play": {"pass"}, "name": {"a form"}}
	if w := postTo(s, "/games/"+autumn+"/play", form, cookie); w.Code != http.StatusSeeOther {
		t.Fatalf("the form: status %d: %s", w.Code, w.Body)
	}
	form.Set("play", "surrender")
	page := postTo(s, "/games/"+autumn+"/play", form, cookie).Body.String()
	if !strings.Contains(page, "this form has entered") || strings.Contains(page, `value="a form"`) {
		t.Error("the form that has been changed: no word of that, or its old name")
	}
	if now, _ := s.head(t.Context(), autumn); now <= head {
		t.Errorf("the head went from %d to %d", head, now)
	}
}

// TestWritingIsBounded writes more than an address may.
func TestWritingIsBounded(t *testing.T) {
	s, _ := office(t)
	refused := 0
	for i := range writeAtOnce + 5 {
		if w := postTo(s, "/games/"+autumn+"/out", url.Values{"n": {fmt.Sprint(i)}}, nil); w.Code == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused != 5 {
		t.Errorf("%d of %d requests were refused, expected 5", refused, writeAtOnce+5)
	}
}

// TestAddressesBehindAProxyAreCountedApart writes by way of a proxy on this machine, and by way of others who only say that they are one.
func TestAddressesBehindAProxyAreCountedApart(t *testing.T) {
	s, _ := office(t)
	refused := func(from string, forwarded func(i int) string) (n int) {
		for i := range writeAtOnce + 5 {
			r := httptest.NewRequest(http.MethodPost, "/games/"+autumn+"/out", nil)
			r.RemoteAddr = from
			r.Header.Set("X-Forwarded-For", forwarded(i))
			w := httptest.NewRecorder()
			if s.ServeHTTP(w, r); w.Code == http.StatusTooManyRequests {
				n++
			}
		}
		return n
	}
	if n := refused("127.0.0.1:1", func(i int) string { return fmt.Sprintf("192.0.2.%d", i) }); n != 0 {
		t.Errorf("%d of different visitors were refused", n)
	}
	if n := refused("127.0.0.1:1", func(i int) string { return fmt.Sprintf("192.0.2.%d, 198.51.100.7", i) }); n != 5 {
		t.Errorf("%d of one visitor who makes up others were refused, want 5", n)
	}
	if n := refused("203.0.113.9:1", func(i int) string { return fmt.Sprintf("192.0.2.%d", i+50) }); n != 5 {
		t.Errorf("%d of a visitor who pretends to be a proxy were refused, want 5", n)
	}
}

// TestAPlayerIsBoundedFromWhereverTheyCome enters more than somebody may, from many addresses.
func TestAPlayerIsBoundedFromWhereverTheyCome(t *testing.T) {
	s, _ := office(t)
	session, refused := invited(t, s, "Pavel").Value, 0
	for i := range enterAtOnce + 3 {
		r := httptest.NewRequest(http.MethodPost, "/api/v1/games/"+autumn+"/plays", strings.NewReader(`{"side":"Masque","play":"pass"}`))
		r.RemoteAddr = fmt.Sprintf("192.0.2.%d:1", i)
		r.Header.Set("Authorization", "Bearer "+session)
		r.Header.Set("Idempotency-Key", "one play")
		w := httptest.NewRecorder()
		if s.ServeHTTP(w, r); w.Code == http.StatusTooManyRequests {
			refused++
		}
	}
	if refused != 3 {
		t.Errorf("%d were refused, want 3", refused)
	}
}

func TestAnInvitationLeadsToAnOffice(t *testing.T) {
	for base, good := range map[string]bool{"https://play.example": true, "http://127.0.0.1:8080/": true, "https://play.example/games": true,
		"": false, "play.example": false, "javascript:alert(1)": false, "ftp://play.example": false, "https://": false, "https://play.example/?a=b": false, "https://a b": false} {
		if err := CheckAddress(base); (err == nil) != good {
			t.Errorf("%q: %v", base, err)
		}
	}
}
