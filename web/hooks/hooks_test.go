package hooks

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
)

var noon = time.Date(1999, 1, 3, 12, 0, 0, 0, time.UTC)

// TestASignatureIsThatOfTheStandard holds the signature to the example that the specification of Standard Webhooks gives.
func TestASignatureIsThatOfTheStandard(t *testing.T) {
	key, err := base64.StdEncoding.DecodeString("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
	if err != nil {
		t.Fatal(err)
	}
	const want = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="
	if got := Sign(key, "msg_p5jXN8AQM9LWM0D4loKWxJek", time.Unix(1614265330, 0), []byte(`{"test": 2432232314}`)); got != want {
		t.Errorf("signed %s, want %s", got, want)
	}
}

func TestOnlyTheOpenNetIsCalled(t *testing.T) {
	for _, c := range []struct {
		ip   string
		want bool
	}{
		{"9.9.9.9", true}, {"2620:fe::fe", true}, {"172.32.0.1", true}, {"100.128.0.1", true},
		{"127.0.0.1", false}, {"127.1.2.3", false}, {"::1", false}, {"0.0.0.0", false}, {"0.1.2.3", false}, {"::", false}, {"10.0.0.1", false}, {"172.16.0.1", false}, {"172.31.255.255", false},
		{"192.168.1.1", false}, {"169.254.169.254", false}, {"fe80::1", false}, {"fc00::1", false}, {"fd12::1", false}, {"::ffff:127.0.0.1", false}, {"::ffff:10.0.0.1", false},
		{"64:ff9b::7f00:1", false}, {"2002:7f00:1::", false}, {"100.64.0.1", false}, {"224.0.0.1", false}, {"ff02::1", false}, {"255.255.255.255", false}, {"fe80::1%eth0", false},
	} {
		if got := open(netip.MustParseAddr(c.ip)); got != c.want {
			t.Errorf("%s is of the open net: %v", c.ip, got)
		}
	}
}

// TestANameThatLeadsInsideIsRefusedWhenItIsCalled calls a server on this machine by a name, and by a redirection.
func TestANameThatLeadsInsideIsRefusedWhenItIsCalled(t *testing.T) {
	reached := false
	srv := httptest.NewTLSServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer srv.Close()
	_, port, _ := strings.Cut(strings.TrimPrefix(srv.URL, "https://"), ":")
	o := Options{Key: []byte("key"), Now: func() time.Time { return noon }}
	var denied *DeniedError
	if err := o.call(t.Context(), "g", &people.Hook{URL: "https://localhost:" + port}, "1", nil); !errors.As(err, &denied) || reached {
		t.Errorf("called by name: %v", err)
	}
	hop := httptest.NewServer(http.RedirectHandler(srv.URL, http.StatusTemporaryRedirect))
	defer hop.Close()
	var answered *StatusError
	if err := o.call(t.Context(), "g", &people.Hook{URL: hop.URL, Inside: true}, "1", nil); !errors.As(err, &answered) || reached {
		t.Errorf("called by a redirection: %v", err)
	}
	for _, bad := range []string{"", "bot.example", "ftp://bot.example", "http://bot.example", "https://user:pass@bot.example", "https://bot.example/#x", "https://127.0.0.1/", "https://[::1]/"} {
		if CheckURL(bad, false) == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}

// game is the short game with two plays to come.
func game(t *testing.T) *place.Game {
	t.Helper()
	st, err := (&place.Host{Engine: "test"}).OpenOrCreate(t.Context(), filepath.Join(t.TempDir(), "games.ledger"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	if _, err := played.Into(st.Events, "tea", "../../fixtures/season/short.season", ledger.Options{Engine: "test"}); err != nil {
		t.Fatal(err)
	}
	return st.Game("tea")
}

// A heard is what a receiver reads of a message.
type heard struct {
	Type string
	Data struct {
		Game, URL string
		Entry     struct{ Sequence uint64 }
	}
}

// A receiver keeps what it was told, and answers as it is asked to.
type receiver struct {
	t      *testing.T
	secret string
	mu     sync.Mutex
	got    []heard
	ids    []string
	status func(n int) int
	then   func() // before the answer
}

func (x *receiver) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	x.mu.Lock()
	defer x.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	key, err2 := base64.StdEncoding.DecodeString(strings.TrimPrefix(x.secret, "whsec_"))
	seconds, err3 := strconv.ParseInt(r.Header.Get("Webhook-Timestamp"), 10, 64)
	var m heard
	if err := errors.Join(err, err2, err3, json.Unmarshal(body, &m)); err != nil {
		x.t.Error(err)
	}
	if want := Sign(key, r.Header.Get("Webhook-Id"), time.Unix(seconds, 0), body); want != r.Header.Get("Webhook-Signature") {
		x.t.Errorf("signed %s, want %s", r.Header.Get("Webhook-Signature"), want)
	}
	x.got, x.ids = append(x.got, m), append(x.ids, r.Header.Get("Webhook-Id"))
	if x.then != nil {
		x.then()
	}
	if x.status != nil {
		w.WriteHeader(x.status(len(x.got)))
	}
}

func pass(t *testing.T, g *place.Game, o Options) int {
	t.Helper()
	n, err := Pass(t.Context(), g, o)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// told has a hook that is to hear all of a game, and what it is told by.
func told(t *testing.T, g *place.Game) (*receiver, Options) {
	t.Helper()
	x := &receiver{t: t}
	srv := httptest.NewServer(x)
	t.Cleanup(srv.Close)
	o := Options{Key: []byte("key"), URL: "https://play.example", Holder: "a", Now: func() time.Time { return noon }}
	h, err := Add(t.Context(), g, "bot", srv.URL, true)
	if err != nil {
		t.Fatal(err)
	}
	if n := pass(t, g, o); n != 0 {
		t.Errorf("it is told of %d entries from before", n)
	}
	if _, err := change(t.Context(), g, "bot", func(h *people.Hook) { h.UpTo = 0 }); err != nil {
		t.Fatal(err)
	}
	x.secret = Secret(o.Key, g.Name, h.ID)
	return x, o
}

// TestEveryEntryIsToldInOrderAndAgainUntilItIsTaken fails twice amid a game, is killed once before a note, and wants every input of the ledger in its order.
func TestEveryEntryIsToldInOrderAndAgainUntilItIsTaken(t *testing.T) {
	g := game(t)
	var want []uint64
	for act, err := range events.Acts(history.Stream(t.Context(), g.Events, g.Name, 1)) {
		if err != nil {
			t.Fatal(err)
		}
		want = append(want, act.Input.Sequence)
	}
	x, o := told(t, g)
	now := noon
	o.Now = func() time.Time { return now }
	x.status = func(n int) int {
		if n == 3 || n == 4 {
			return http.StatusBadGateway
		}
		return http.StatusNoContent
	}
	if n := pass(t, g, o); n != 2 {
		t.Fatalf("%d entries were taken before the first failure", n)
	}
	if pass(t, g, o); len(x.got) != 3 {
		t.Error("it is tried again at once")
	}
	now = now.Add(Waits[0])
	pass(t, g, o)
	if h, err := change(t.Context(), g, "bot", nil); err != nil || h.Failures != 2 || !h.Next.Equal(now.Add(Waits[1])) || !strings.Contains(h.Last, "502") {
		t.Errorf("after two failures: %+v, %v", h, err)
	}
	now = now.Add(Waits[1])
	ctx, kill := context.WithCancel(t.Context())
	x.then = func() {
		if len(x.got) == 7 {
			kill()
		}
	}
	_, _ = Pass(ctx, g, o)
	x.then = nil
	for pass(t, g, o) == mostCalls {
	}
	var got []uint64
	again := 0
	for i, m := range x.got {
		if i > 0 && x.ids[i] == x.ids[i-1] {
			again++
			continue
		}
		got = append(got, m.Data.Entry.Sequence)
		if m.Type != TypeEntry || m.Data.Game != "tea" || !strings.HasPrefix(m.Data.URL, "https://play.example/games/tea?at=") {
			t.Errorf("%+v", m)
		}
	}
	if len(got) != len(want) || again < 2 || again > 3 {
		t.Fatalf("%d entries were told and %d again, want %d and 2 or 3", len(got), again, len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Errorf("the %dth is #%d, want #%d", i, got[i], want[i])
		}
	}
	if all, err := g.Hooks(t.Context(), nil); err != nil || all.Holder != "" {
		t.Errorf("the game is still held: %+v, %v", all, err)
	}
}

func TestAHookThatFailsForLongOrIsGoneIsOffUntilItAnswersATest(t *testing.T) {
	g := game(t)
	x, o := told(t, g)
	now := noon
	o.Now = func() time.Time { return now }
	for _, c := range []struct{ status, calls int }{{http.StatusGone, 1}, {http.StatusInternalServerError, len(Waits) + 1}} {
		x.got, x.ids = nil, nil
		x.status = func(int) int { return c.status }
		for range 2 * len(Waits) {
			pass(t, g, o)
			now = now.Add(Waits[len(Waits)-1])
		}
		if h, err := change(t.Context(), g, "bot", nil); err != nil || !h.Off || len(x.got) != c.calls {
			t.Errorf("status %d: %d calls, %+v, %v", c.status, len(x.got), h, err)
		}
		if h, err := Test(t.Context(), g, "bot", "test-1", o); err != nil || !h.Off || h.Last == "ok" {
			t.Errorf("a test that fails: %+v, %v", h, err)
		}
		x.status = nil
		if h, err := Test(t.Context(), g, "bot", "test-2", o); err != nil || h.Off || h.Failures != 0 || x.got[len(x.got)-1].Type != TypeTest {
			t.Errorf("a test that succeeds: %+v, %v", h, err)
		}
	}
}

// TestOneProcessAtATimeCallsAHook holds a game as another process does.
func TestOneProcessAtATimeCallsAHook(t *testing.T) {
	g := game(t)
	x, o := told(t, g)
	if _, err := g.Hooks(t.Context(), func(h *people.Hooks) error { h.Holder, h.Until = "b", noon.Add(Lease); return nil }); err != nil {
		t.Fatal(err)
	}
	if pass(t, g, o); len(x.got) != 0 {
		t.Error("it calls what another process has in hand")
	}
	o.Gone = func(holder string) bool { return holder == "b" }
	if pass(t, g, o); len(x.got) == 0 {
		t.Error("it waits for a process that is gone")
	}
	if err := Remove(t.Context(), g, "bot"); err != nil {
		t.Fatal(err)
	}
	var unknown *UnknownError
	if err := Remove(t.Context(), g, "bot"); !errors.As(err, &unknown) {
		t.Error(err)
	}
	if n := pass(t, g, o); n != 0 {
		t.Errorf("%d calls of no hook", n)
	}
}
