package web

import (
	"context"
	"crypto/ed25519"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"

	"adjudicate/events"
	"adjudicate/ledger/place"
	"adjudicate/ledger/signature"
	"adjudicate/store"
)

// signingOffice is an office whose game demands signatures, and what signs as Pavel does.
func signingOffice(t *testing.T) (*Server, *place.Store, func(text string) (string, error)) {
	t.Helper()
	s, st := office(t)
	_, private, err := ed25519.GenerateKey(strings.NewReader(strings.Repeat("pavel", 20)))
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		t.Fatal(err)
	}
	sign := func(text string) (string, error) {
		stored, _, err := signature.Sign(text, pem.EncodeToMemory(block))
		return stored, err
	}
	_, key, err := signature.Sign("", pem.EncodeToMemory(block))
	if err != nil {
		t.Fatal(err)
	}
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	registration, err := l.Signed(context.Background(), events.KeyRegistered{Player: "Pavel", Key: key}, "", 0, sign)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []events.Payload{registration.Payload, events.SignaturesDemanded{On: true}} {
		if _, err := l.Submit(t.Context(), p, "Pavel", l.Last()); err != nil {
			t.Fatal(err)
		}
	}
	return s, st, sign
}

// TestASignedPlayIsTakenAsItsPlayerSignedIt plays by page and by API in a game that demands signatures.
func TestASignedPlayIsTakenAsItsPlayerSignedIt(t *testing.T) {
	s, st, sign := signingOffice(t)
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	head := l.Head()
	path := "/games/" + autumn + "/play"
	c := invited(t, s, "Pavel")
	form := url.Values{"side": {"Masque"}, "play": {"pass"}, "name": {"s1"}, "do": {"submit"}}
	w := postTo(s, path, form, c)
	if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "the game demands signed plays") {
		t.Errorf("without signature: status %d:\n%s", w.Code, w.Body)
	}
	found := regexp.MustCompile(`(?s)<pre id="tosign">(.*?)</pre><input type="hidden" name="after" value="(\d+)">`).FindStringSubmatch(w.Body.String())
	if found == nil {
		t.Fatalf("no text to sign:\n%s", w.Body)
	}
	text := html.UnescapeString(found[1])
	if text != signatureText(t, s, found[2]) {
		t.Errorf("to sign is %q", text)
	}
	stored, err := sign(text)
	if err != nil {
		t.Fatal(err)
	}
	form.Set("after", found[2])
	form.Set("signature", signature.Armoured(stored))
	form.Set("play", "K@a1")
	if w := postTo(s, path, form, c); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "not of this text") {
		t.Errorf("another play under the signature: status %d:\n%s", w.Code, w.Body)
	}
	form.Set("play", "pass")
	if now, _ := s.head(t.Context(), autumn); now != head {
		t.Fatalf("something was written: %d events after %d", now, head)
	}
	if w := postTo(s, path, form, c); w.Code != http.StatusSeeOther {
		t.Fatalf("signed: status %d:\n%s", w.Code, w.Body)
	}
	if w := postTo(s, path, form, c); w.Code != http.StatusSeeOther {
		t.Errorf("the same again: status %d:\n%s", w.Code, w.Body)
	}

	// A program learns what to sign from the refusal.
	token, err := Invite(t.Context(), s.store.Game(autumn), s.opts.Key, "Pavel", "", today.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	session := postTo(s, "/games/"+autumn+"/in", url.Values{"with": {token}}, nil).Result().Cookies()[0].Value
	post := func(body map[string]any) *httptest.ResponseRecorder {
		data, _ := json.Marshal(body)
		r := httptest.NewRequest(http.MethodPost, apiRoot+"/games/"+autumn+"/plays", strings.NewReader(string(data)))
		r.Header.Set("Authorization", "Bearer "+session)
		r.Header.Set("Idempotency-Key", "k1")
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	w = post(map[string]any{"side": "Masque", "play": "pass"})
	var problem struct{ Detail string }
	if err := json.Unmarshal(w.Body.Bytes(), &problem); err != nil || w.Code != http.StatusUnprocessableEntity || !strings.Contains(problem.Detail, `adjudicate play `) {
		t.Errorf("without signature: status %d:\n%s", w.Code, w.Body)
	}
	if w := post(map[string]any{"side": "Masque", "play": "pass", "after": head, "signature": "nonsense"}); w.Code != http.StatusUnprocessableEntity && w.Code != http.StatusBadRequest {
		t.Errorf("with nonsense for a signature: status %d:\n%s", w.Code, w.Body)
	}
	now, _ := s.head(t.Context(), autumn)
	l, err = st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	p, err := l.Signed(t.Context(), events.PlaySubmitted{Side: "Masque", Text: "pass"}, "", now, sign)
	if err != nil {
		t.Fatal(err)
	}
	body := map[string]any{"side": "Masque", "play": "pass", "after": now, "signature": p.Payload.(events.PlaySubmitted).Signature}
	for range 2 {
		if w := post(body); w.Code != http.StatusOK {
			t.Fatalf("signed: status %d:\n%s", w.Code, w.Body)
		}
	}
}

// TestAnEntryIsSignedOnItsPage goes on vacation in a game that demands signatures of everything.
func TestAnEntryIsSignedOnItsPage(t *testing.T) {
	s, st, sign := signingOffice(t)
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Submit(t.Context(), events.SignaturesDemanded{On: true, Entries: true}, "Pavel", l.Last()); err != nil {
		t.Fatal(err)
	}
	head := l.Head()
	path := "/games/" + autumn + "/deeds"
	c := invited(t, s, "Pavel")
	form := url.Values{"kind": {"status"}, "status": {"vacation"}, "head": {fmt.Sprint(head)}, "do": {"preview"}}
	w := postTo(s, path, form, c)
	wellFormed(t, path, w.Body.String())
	id, err := l.ID(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	text := fmt.Sprintf("adjudicate player-status-changed.v1 %s after %d\nPavel: {\"player\":\"Pavel\",\"status\":\"vacation\"}\n", id, head)
	if !strings.Contains(w.Body.String(), `<pre id="tosign">`+html.EscapeString(text)+`</pre>`) {
		t.Fatalf("no text to sign:\n%s", w.Body)
	}
	form.Set("do", "submit")
	refused := func(why string) {
		t.Helper()
		w := postTo(s, path, form, c)
		wellFormed(t, path, w.Body.String())
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), why) || !strings.Contains(w.Body.String(), `value="submit"`) {
			t.Errorf("status %d, want %q and the form again:\n%s", w.Code, why, w.Body)
		}
	}
	refused("the game demands signed entries")
	stored, err := sign(strings.Replace(text, "vacation", "active", 1))
	if err != nil {
		t.Fatal(err)
	}
	form.Set("after", fmt.Sprint(head))
	form.Set("signature", signature.Armoured(stored))
	refused("not of this text")
	if stored, err = sign(text); err != nil {
		t.Fatal(err)
	}
	form.Set("signature", signature.Armoured(stored))
	for range 2 {
		if w := postTo(s, path, form, c); w.Code != http.StatusSeeOther {
			t.Fatalf("signed: status %d:\n%s", w.Code, w.Body)
		}
	}
	made, there, err := store.EventAt(t.Context(), st.Events, autumn, store.Revision(head+1))
	if now, _ := s.head(t.Context(), autumn); err != nil || !there || now < head+2 || !strings.Contains(string(made.Data), stored) {
		t.Errorf("not entered with its signature: %s %v", made.Data, err)
	}
}

// TestAPlayAheadIsSignedOnItsPage keeps a signed play before Masque's turn; a draft and what is not signed are told apart.
func TestAPlayAheadIsSignedOnItsPage(t *testing.T) {
	s, st, sign := signingOffice(t)
	st.Host.Cache = t.TempDir()
	path := "/games/" + autumn + "/ahead"
	c := invited(t, s, "Pavel")
	form := url.Values{"id": {"one"}, "side": {"Masque"}, "play": {"pass"}, "do": {"keep"}}
	w := postTo(s, path, form, c)
	wellFormed(t, path, w.Body.String())
	found := regexp.MustCompile(`(?s)<pre id="tosign">(.*?)</pre><input type="hidden" name="after" value="(\d+)">`).FindStringSubmatch(w.Body.String())
	if w.Code != http.StatusOK || found == nil || !strings.Contains(w.Body.String(), "the game demands signed plays") {
		t.Fatalf("without signature: status %d:\n%s", w.Code, w.Body)
	}
	text := html.UnescapeString(found[1])
	if text != signatureText(t, s, found[2]) {
		t.Errorf("to sign is %q", text)
	}
	stored, err := sign(text)
	if err != nil {
		t.Fatal(err)
	}
	form.Set("after", found[2])
	form.Set("signature", signature.Armoured(stored))
	form.Set("play", "K@a1")
	if w := postTo(s, path, form, c); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "not of this text") {
		t.Errorf("another play under the signature: status %d:\n%s", w.Code, w.Body)
	}
	form.Set("play", "pass")
	if w := postTo(s, path, form, c); w.Code != http.StatusSeeOther {
		t.Fatalf("signed: status %d:\n%s", w.Code, w.Body)
	}
	head, err := s.head(t.Context(), autumn)
	if err != nil {
		t.Fatal(err)
	}
	if err := playAhead(t.Context(), aheadGames(st, s.opts.Now)); err != nil {
		t.Fatal(err)
	}
	l, err := st.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	made, there, err := store.EventAt(t.Context(), st.Events, autumn, store.Revision(head+1))
	if err != nil || !there || l.Head() == head || !strings.Contains(string(made.Data), stored) {
		t.Errorf("the play was not made with its signature: %s %v", made.Data, err)
	}
	form = url.Values{"id": {"two"}, "side": {"Masque"}, "play": {"pass"}, "do": {"draft"}}
	if w := postTo(s, path, form, c); w.Code != http.StatusSeeOther {
		t.Errorf("a draft, which needs no signature: status %d:\n%s", w.Code, w.Body)
	}
}

// signatureText is what Pavel signs of his pass, written here as docs/security.md has it.
func signatureText(t *testing.T, s *Server, after string) string {
	t.Helper()
	l, err := s.store.Game(autumn).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	id, err := l.ID(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return "adjudicate play " + id.String() + " after " + after + "\nMasque: pass\n"
}
