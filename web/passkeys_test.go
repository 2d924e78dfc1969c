package web

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"adjudicate/ledger/people"
)

// passing is a clock that goes on by a second whenever it is looked at.
func passing(o *Options) {
	var seconds atomic.Int64
	o.Now = func() time.Time { return today.Add(time.Duration(seconds.Add(1)) * time.Second) }
}

const playExample = "https://play.example"

// keyed is an office that is reached at playExample, with its clock going.
func keyed(t *testing.T) *Server {
	t.Helper()
	s, _ := office(t, passing, func(o *Options) { o.URL, o.Secure = playExample, true })
	return s
}

// A device holds a private key and answers questions as the standard says (WebAuthn Level 2, 7.2), or otherwise: each test changes one thing.
type device struct {
	key    *ecdsa.PrivateKey
	id     []byte
	handle []byte
	count  uint32
}

// newDevice makes one whose passkey is registered for somebody.
func newDevice(t *testing.T, s *Server, player, role string) *device {
	t.Helper()
	d := &device{id: []byte("of " + player + role), handle: []byte("handle of " + player + role)}
	var err error
	if d.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader); err != nil {
		t.Fatal(err)
	}
	public, err := d.key.PublicKey.ECDH()
	if err != nil {
		t.Fatal(err)
	}
	xy := public.Bytes()[1:] // after the byte that says that both stand here
	// A map of COSE (RFC 9053, 7.1.1): 1: 2 (two coordinates), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y.
	cose := slices.Concat([]byte{0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20}, xy[:32], []byte{0x22, 0x58, 0x20}, xy[32:])
	origin, err := originOf(t.Context(), s.store.Game(autumn))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.store.Passkeys(t.Context(), func(all *people.Passkeys) error {
		return all.Add(people.Passkey{ID: d.id, Handle: d.handle, Key: cose, Name: "a device", Game: autumn, Origin: origin, Player: player, Role: role, Added: today, Asked: today})
	}); err != nil {
		t.Fatal(err)
	}
	return d
}

// An assertion is what a device puts together before it signs.
type assertion struct {
	origin, name string // of the page, and the name that the passkey is bound to
	challenge    string
	flags        byte
	handle       []byte
	key          *ecdsa.PrivateKey
	state        string
}

// asked asks the office a question, by its script.
func asked(t *testing.T, s *Server, path string, cookies ...*http.Cookie) (state, challenge string) {
	t.Helper()
	var q struct {
		State     string
		PublicKey struct{ Challenge string }
	}
	w := postJSON(s, path, map[string]any{}, cookies...)
	if err := json.Unmarshal(w.Body.Bytes(), &q); err != nil || w.Code != http.StatusOK || len(q.PublicKey.Challenge) < 22 {
		t.Fatalf("%s: %d %s %v", path, w.Code, w.Body, err)
	}
	return q.State, q.PublicKey.Challenge
}

func postJSON(s http.Handler, path string, body any, cookies ...*http.Cookie) *httptest.ResponseRecorder {
	text, _ := json.Marshal(body)
	r := httptest.NewRequest(http.MethodPost, path, strings.NewReader(string(text)))
	r.Header.Set("Content-Type", "application/json")
	for _, c := range cookies {
		r.AddCookie(c)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w
}

// signs answers a question, and returns what the browser sends.
func (d *device) signs(t *testing.T, state, challenge string, change func(*assertion)) map[string]any {
	t.Helper()
	a := &assertion{playExample, "play.example", challenge, 0x05, d.handle, d.key, state} // somebody is there (1) and was verified (4)
	if change != nil {
		change(a)
	}
	b64 := base64.RawURLEncoding.EncodeToString
	client, err := json.Marshal(map[string]any{"type": "webauthn.get", "challenge": a.challenge, "origin": a.origin, "crossOrigin": false})
	if err != nil {
		t.Fatal(err)
	}
	name, hash := sha256.Sum256([]byte(a.name)), sha256.Sum256(client)
	auth := binary.BigEndian.AppendUint32(append(name[:], a.flags), d.count)
	signed := sha256.Sum256(append(slices.Clone(auth), hash[:]...))
	sig, err := ecdsa.SignASN1(rand.Reader, a.key, signed[:])
	if err != nil {
		t.Fatal(err)
	}
	return map[string]any{"state": a.state, "credential": map[string]any{"id": b64(d.id), "rawId": b64(d.id), "type": "public-key", "clientExtensionResults": map[string]any{},
		"response": map[string]any{"clientDataJSON": b64(client), "authenticatorData": b64(auth), "signature": b64(sig), "userHandle": b64(a.handle)}}}
}

// letIn sends an answer, and wants a session, or a refusal that says something.
func letIn(t *testing.T, s *Server, what string, answer map[string]any, refused string) *http.Cookie {
	t.Helper()
	w := postJSON(s, "/in/answer", answer)
	cookies := w.Result().Cookies()
	if refused == "" {
		if w.Code != http.StatusOK || len(cookies) != 1 || !cookies[0].HttpOnly || !cookies[0].Secure {
			t.Fatalf("%s: %d %s, cookies %v, expected a session", what, w.Code, w.Body, cookies)
		}
		return cookies[0]
	}
	if w.Code != http.StatusForbidden || len(cookies) > 0 || !strings.Contains(w.Body.String(), refused) {
		t.Errorf("%s: %d %s, %d cookies, expected a refusal with %q", what, w.Code, w.Body, len(cookies), refused)
	}
	return nil
}

// TestAPasskeySignsInOnceAQuestion answers as the standard says, and then in each way that it forbids.
func TestAPasskeySignsInOnceAQuestion(t *testing.T) {
	s := keyed(t)
	d := newDevice(t, s, "Pavel", "")
	state, _ := asked(t, s, "/in/question")
	earlier, before := asked(t, s, "/in/question")
	later, after := asked(t, s, "/in/question")
	answer := d.signs(t, later, after, nil)
	c := letIn(t, s, "a right answer", answer, "")
	if w := getAs(s, "/games/"+autumn+"/play", c); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), "Pavel") {
		t.Errorf("with the session: %d", w.Code)
	}
	letIn(t, s, "the same answer again", answer, "given before")
	letIn(t, s, "an answer to a question before the last one", d.signs(t, earlier, before, nil), "given before")
	letIn(t, s, "an answer to another question than the state's", d.signs(t, state, after, nil), "not accepted")

	stranger, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	me := invited(t, s, "Pavel")
	for what, c := range map[string]struct {
		change  func(*assertion)
		refused string
	}{
		"another site's page":         {func(a *assertion) { a.origin = "https://evil.example" }, "not accepted"},
		"the same name without TLS":   {func(a *assertion) { a.origin = "http://play.example" }, "not accepted"},
		"a passkey of another site":   {func(a *assertion) { a.name = "evil.example" }, "not accepted"},
		"nobody there":                {func(a *assertion) { a.flags = 0x04 }, "not accepted"},
		"nobody verified":             {func(a *assertion) { a.flags = 0x01 }, "not accepted"},
		"a passkey that was no copy":  {func(a *assertion) { a.flags |= 0x08 }, "not accepted"},
		"another's handle":            {func(a *assertion) { a.handle = []byte("handle of Odile") }, "not accepted"},
		"another key":                 {func(a *assertion) { a.key = stranger }, "not accepted"},
		"a challenge of one's own":    {func(a *assertion) { a.challenge = base64.RawURLEncoding.EncodeToString(make([]byte, 32)) }, "not accepted"},
		"a state of one's own":        {func(a *assertion) { a.state = seal([]byte("of nobody"), question{Kind: passkeyAsked, Asked: today}) }, "too long"},
		"a session in place of state": {func(a *assertion) { a.state = me.Value }, "too long"},
		"an invitation in its place": {func(a *assertion) {
			a.state, _ = Invite(t.Context(), s.store.Game(autumn), s.opts.Key, "Pavel", "", today.Add(time.Hour))
		}, "too long"},
	} {
		state, challenge := asked(t, s, "/in/question")
		letIn(t, s, what, d.signs(t, state, challenge, c.change), c.refused)
	}
	state, challenge := asked(t, s, "/games/"+autumn+"/keys/question", me)
	letIn(t, s, "an answer to the question for a new passkey", d.signs(t, state, challenge, nil), "not accepted")
	state, challenge = asked(t, s, "/in/question")
	now := s.opts.Now()
	s.opts.Now = func() time.Time { return now.Add(questionLasts + time.Minute) }
	letIn(t, s, "an answer that comes late", d.signs(t, state, challenge, nil), "too long")
}

// TestAPasskeyThatWasCopiedIsRefused lets the count of signatures grow, stand still and go back.
func TestAPasskeyThatWasCopiedIsRefused(t *testing.T) {
	s := keyed(t)
	d := newDevice(t, s, "Pavel", "")
	for _, c := range []struct {
		count   uint32
		refused string
	}{{0, ""}, {0, ""}, {7, ""}, {7, "copied"}, {3, "copied"}, {0, "copied"}, {8, ""}} {
		d.count = c.count
		state, challenge := asked(t, s, "/in/question")
		letIn(t, s, "a count", d.signs(t, state, challenge, nil), c.refused)
	}
}

// TestAPasskeyEndsWithWhatItIsFor removes one, lets another become umpire, forgets a player, and tries those of others.
func TestAPasskeyEndsWithWhatItIsFor(t *testing.T) {
	s := keyed(t)
	try := func(what string, d *device, refused string) {
		t.Helper()
		state, challenge := asked(t, s, "/in/question")
		letIn(t, s, what, d.signs(t, state, challenge, nil), refused)
	}
	pavel, odile, ines := newDevice(t, s, "Pavel", ""), newDevice(t, s, "Odile", roleUmpire), newDevice(t, s, "Pavel", roleUmpire)
	try("the umpire's", odile, "")
	try("one of an umpire whom another has followed", ines, "no longer the umpire")

	page := "/games/" + autumn + "/keys"
	remove := func(d *device) url.Values { return url.Values{"remove": {(&keysPage{}).ID(people.Passkey{ID: d.id})}} }
	player, umpire := invited(t, s, "Pavel"), invitedAs(t, s, "Odile", roleUmpire)
	if text := getAs(s, page, player).Body.String(); strings.Count(text, "a device") != 1 || strings.Contains(text, "Odile") {
		t.Errorf("a player does not see the own passkey alone: %s", text)
	}
	if text := getAs(s, page, umpire).Body.String(); strings.Count(text, "a device") != 3 {
		t.Errorf("the umpire does not see all passkeys: %s", text)
	}
	if w := postTo(s, page, remove(odile), player); w.Code != http.StatusSeeOther {
		t.Errorf("removing another's: %d", w.Code)
	}
	try("one that another player tried to remove", odile, "")
	if w := postTo(s, page, remove(pavel), nil); w.Code != http.StatusUnauthorized {
		t.Errorf("removing one without a session: %d", w.Code)
	}
	try("before it is removed", pavel, "")
	postTo(s, page, remove(pavel), umpire)
	try("after the umpire removed it", pavel, "not registered")

	again := newDevice(t, s, "Pavel", "")
	try("another one", again, "")
	if _, err := s.store.Game(autumn).Forget(t.Context(), "Pavel"); err != nil {
		t.Fatal(err)
	}
	try("after its player was forgotten", again, "not registered")
	try("another's, after that", odile, "")
}

// TestPasskeysNeedANameAndTLS asks offices that cannot have any.
func TestPasskeysNeedANameAndTLS(t *testing.T) {
	for address, can := range map[string]bool{"": false, "http://127.0.0.1:8080": false, "https://192.0.2.1": false, "http://play.example": false, "http://localhost:8080": true, playExample: true} {
		s, _ := office(t, func(o *Options) { o.URL = address })
		if w := postJSON(s, "/in/question", nil); (w.Code == http.StatusOK) != can {
			t.Errorf("%q: %d %s", address, w.Code, w.Body)
		}
		if shown := strings.Contains(get(s, "/games/"+autumn+"/play").Body.String(), "data-passkey"); shown != can {
			t.Errorf("%q: the button is shown: %v", address, shown)
		}
	}
}
