package outbox

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/mail"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-message"
	"github.com/emersion/go-smtp"
	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/ledger/notice"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
)

var noon = time.Date(1999, 1, 3, 12, 0, 0, 0, time.UTC)

// A mailServer is an SMTP server that keeps what it has taken.
type mailServer struct {
	mu     sync.Mutex
	taken  []string          // mails as they came
	to     []string          // whom each is for
	refuse map[string]int    // by recipient
	took   func(n int) error // runs when a mail is kept, before the server says yes
}

func (s *mailServer) NewSession(*smtp.Conn) (smtp.Session, error) { return &conversation{s: s}, nil }

type conversation struct {
	s  *mailServer
	to string
}

func (c *conversation) Mail(string, *smtp.MailOptions) error { return nil }
func (c *conversation) Reset()                               {}
func (c *conversation) Logout() error                        { return nil }

func (c *conversation) Rcpt(to string, _ *smtp.RcptOptions) error {
	if code := c.s.refuse[to]; code != 0 {
		return &smtp.SMTPError{Code: code, EnhancedCode: smtp.EnhancedCode{code / 100, 1, 1}, Message: "not here"}
	}
	c.to = to
	return nil
}

func (c *conversation) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	c.s.mu.Lock()
	defer c.s.mu.Unlock()
	c.s.taken, c.s.to = append(c.s.taken, string(text)), append(c.s.to, c.to)
	if c.s.took != nil {
		return c.s.took(len(c.s.taken))
	}
	return nil
}

// listen starts the server on a free port.
func (s *mailServer) listen(t *testing.T) (address string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := smtp.NewServer(s)
	srv.Domain = "localhost"
	go srv.Serve(l)
	t.Cleanup(func() { srv.Close() })
	return "smtp://" + l.Addr().String()
}

// ids are the Message-IDs that the server has taken.
func (s *mailServer) ids(t *testing.T) (ids []string) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, text := range s.taken {
		m, err := mail.ReadMessage(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, m.Header.Get("Message-ID"))
	}
	return ids
}

// season is the game of the short season, with everybody's address.
func season(t *testing.T) *place.Game {
	t.Helper()
	h := &place.Host{Engine: "adjudicate test"}
	st, err := h.OpenOrCreate(t.Context(), filepath.Join(t.TempDir(), "games.ledger"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	if _, err := played.Into(st.Events, "two-for-tea", "../../fixtures/season/short.season", ledger.Options{Engine: "adjudicate test"}); err != nil {
		t.Fatal(err)
	}
	g := st.Game("two-for-tea")
	for _, p := range []string{"Ann", "Bob"} {
		if err := g.Put(t.Context(), people.Person{Player: p, Addresses: []string{strings.ToLower(p) + "@example.org"}}); err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// fromTheStart has letters begin with the first entry.
func fromTheStart(t *testing.T, g *place.Game) {
	t.Helper()
	_, err := g.Posted(t.Context(), func(p *people.Posted) error { p.UpTo = 1; return nil })
	if err != nil {
		t.Fatal(err)
	}
}

func options(t *testing.T, address string) Options {
	t.Helper()
	s, err := dial(address, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return Options{From: "Umpire <umpire@example.org>", Holder: "a", Now: func() time.Time { return noon }, Sender: s, URL: "https://play.example"}
}

// pass makes a pass that must succeed.
func pass1(t *testing.T, g *place.Game, o Options) int {
	t.Helper()
	v, err := Pass(t.Context(), g, o)
	if err != nil {
		t.Fatal(err)
	}
	return v.Sent
}

func TestTheFirstPassBeginsWithTheRunningTurnAndTheNextHasNothingToSend(t *testing.T) {
	g, s := season(t), &mailServer{}
	o := options(t, s.listen(t))
	first := pass1(t, g, o)
	if first == 0 || first > 4 {
		t.Errorf("%d mails about one entry", first)
	}
	if n := pass1(t, g, o); n != 0 || len(s.taken) != first {
		t.Errorf("a second pass sent %d mails", n)
	}
}

func TestALetterIsAMailThatProgramsThreadAndPeopleRead(t *testing.T) {
	g, s := season(t), &mailServer{}
	pass1(t, g, options(t, s.listen(t)))
	for i, text := range s.taken {
		if !strings.Contains(text, "It is your turn as Red.") {
			continue
		}
		m, err := message.Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		player := strings.SplitN(s.to[i], "@", 2)[0]
		for _, c := range []struct{ header, has string }{
			{"Subject", "[Two for Tea] your turn: Red (#"}, {"From", "umpire@example.org"}, {"To", player + "@example.org"}, {"In-Reply-To", "@example.org>"}, {"References", "@example.org>"},
			{"List-Unsubscribe", "<mailto:umpire@example.org?subject=unsubscribe%20two-for-tea>"}, {"Auto-Submitted", "auto-generated"}, {"Message-Id", "@example.org>"},
		} {
			if got, _ := m.Header.Text(c.header); !strings.Contains(got, c.has) {
				t.Errorf("header %s is %q, want %q in it", c.header, got, c.has)
			}
		}
		var parts []string
		cid := "board." + strings.Trim(m.Header.Get("Message-Id"), "<>")
		err = m.Walk(func(_ []int, e *message.Entity, err error) error {
			if err != nil {
				return err
			}
			kind, _, _ := e.Header.ContentType()
			if strings.HasPrefix(kind, "multipart/") {
				return nil
			}
			body, err := io.ReadAll(e.Body)
			parts = append(parts, kind)
			want := map[string]string{"text/plain": "a  b  c  d", "text/html": `src="cid:` + cid + `"`, "image/png": "\x89PNG"}[kind]
			if want == "" || !bytes.Contains(body, []byte(want)) {
				t.Errorf("part %s has no %q:\n%s", kind, want, body)
			}
			if id := e.Header.Get("Content-Id"); kind == "image/png" && id != "<"+cid+">" {
				t.Errorf("the picture is %s, which the HTML calls %s", id, cid)
			}
			return err
		})
		if diff := cmp.Diff([]string{"text/plain", "text/html", "image/png"}, parts); diff != "" || err != nil {
			t.Errorf("parts (-want +got), error %v:\n%s", err, diff)
		}
		return
	}
	t.Fatalf("nobody was told that it is their turn: %d mails to %v", len(s.taken), s.to)
}

// TestAKilledPassLosesNothingAndRepeatsOnlyWhatWasNotNoted kills the pass at each letter between the server's yes and the note, and
// wants the letters of a pass that was left alone, each once by its Message-ID.
func TestAKilledPassLosesNothingAndRepeatsOnlyWhatWasNotNoted(t *testing.T) {
	whole := &mailServer{}
	g := season(t)
	fromTheStart(t, g)
	total := pass1(t, g, options(t, whole.listen(t)))
	want := whole.ids(t)
	if total < 10 {
		t.Fatalf("%d mails are too few to show anything", total)
	}
	if _, err := g.Posted(t.Context(), func(p *people.Posted) error { *p = people.Posted{UpTo: 1}; return nil }); err != nil {
		t.Fatal(err)
	}
	s := &mailServer{}
	o := options(t, s.listen(t))
	type killed struct{}
	now, kills := noon, 0
	o.Now = func() time.Time { return now }
	o.Sender = &after{Sender: o.Sender, do: func() { kills++; panic(killed{}) }}
	for run := 0; ; run++ {
		if run > 4*total {
			t.Fatal("the passes do not end")
		}
		o.Holder = fmt.Sprint("run ", run)
		dead := func() (dead bool) {
			defer func() {
				if p := recover(); p != nil {
					if p != (killed{}) {
						panic(p)
					}
					dead = true
				}
			}()
			pass1(t, g, o)
			return false
		}()
		if !dead {
			break
		}
		if _, err := Pass(t.Context(), g, Options{From: o.From, Holder: "early", Now: o.Now, Sender: o.Sender}); !isBusy(err) {
			t.Fatalf("a game that another pass holds is taken: %v", err)
		}
		now = now.Add(Lease)
		if run%2 == 0 { // the one that repeats it lives
			o.Holder = "b"
			o.Sender.(*after).spare = 1
		}
	}
	if kills < total/3 {
		t.Errorf("%d kills at %d mails", kills, total)
	}
	var once []string
	seen := map[string]int{}
	for _, id := range s.ids(t) {
		if seen[id]++; seen[id] == 1 {
			once = append(once, id)
		}
	}
	if diff := cmp.Diff(want, once); diff != "" {
		t.Errorf("mails (-want +got):\n%s", diff)
	}
	if extra := len(s.taken) - total; extra != kills {
		t.Errorf("%d mails came again after %d kills", extra, kills)
	}
}

func isBusy(err error) bool { var b *BusyError; return errors.As(err, &b) }

// after sends and then does something, before it is said that it has sent. It spares as many letters as are asked for.
type after struct {
	Sender
	do    func()
	spare int
}

func (a *after) Send(ctx context.Context, l *Letter) error {
	err := a.Sender.Send(ctx, l)
	if a.spare > 0 {
		a.spare--
	} else {
		a.do()
	}
	return err
}

func TestWhatAServerRefusesForGoodHoldsUpNobodyAndIsTriedAgainWhenAsked(t *testing.T) {
	g, s := season(t), &mailServer{refuse: map[string]int{}}
	for _, p := range []string{"bob"} {
		s.refuse[p+"@example.org"] = 550
	}
	fromTheStart(t, g)
	o := options(t, s.listen(t))
	v, err := Pass(t.Context(), g, o)
	if err != nil || v.Sent == 0 || len(v.Returned) == 0 || v.Returned[0].Code != 550 {
		t.Fatalf("%+v, %v", v, err)
	}
	if again, err := Pass(t.Context(), g, o); err != nil || again.Sent+len(again.Returned) != 0 {
		t.Errorf("they are tried without being asked for: %+v, %v", again, err)
	}
	clear(s.refuse)
	o.Again = true
	if again, err := Pass(t.Context(), g, o); err != nil || again.Sent != len(v.Returned) {
		t.Errorf("%d were refused, and then: %+v, %v", len(v.Returned), again, err)
	}
	if again := pass1(t, g, o); again != 0 {
		t.Errorf("%d are tried a third time", again)
	}
}

func TestAServerThatCannotNowEndsThePassAndLosesNothing(t *testing.T) {
	g, s := season(t), &mailServer{}
	fail := true
	s.took = func(n int) error {
		if n == 5 && fail {
			fail = false
			s.taken, s.to = s.taken[:4], s.to[:4]
			return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "later"}
		}
		return nil
	}
	fromTheStart(t, g)
	o := options(t, s.listen(t))
	v, err := Pass(t.Context(), g, o)
	if err == nil || v.Sent != 4 {
		t.Fatalf("%+v, %v", v, err)
	}
	pass1(t, g, o)
	seen := map[string]bool{}
	for _, id := range s.ids(t) {
		if seen[id] {
			t.Errorf("%s came twice", id)
		}
		seen[id] = true
	}
	if len(seen) < 10 {
		t.Errorf("only %d mails came", len(seen))
	}
}

func TestAListGetsOneMailAboutAnEntry(t *testing.T) {
	g, s := season(t), &mailServer{}
	o := options(t, s.listen(t))
	o.List = "game@lists.example.org"
	if n := pass1(t, g, o); n != 1 || s.to[0] != "game@lists.example.org" {
		t.Fatalf("%d mails to %v", n, s.to)
	}
	if !strings.Contains(s.taken[0], "Ann: It is your turn as Red.") {
		t.Errorf("nobody is named:\n%s", s.taken[0])
	}
}

func TestAReminderIsSentOnceADayBeforeTheLimit(t *testing.T) {
	g, s := season(t), &mailServer{}
	l, err := g.Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Submit(t.Context(), events.StateAnnounced{}, "Ann", l.Last().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	limit, ok := l.State().Limit()
	if !ok || limit.Expires.Sub(limit.From) <= notice.Ahead {
		t.Fatalf("the season ends without a limit of more than a day: %+v", limit)
	}
	o := options(t, s.listen(t))
	for _, c := range []struct {
		name string
		at   time.Time
		want int
	}{
		{"early", limit.Expires.Add(-notice.Ahead - time.Second), -1}, // what the last entry brings
		{"a day before", limit.Expires.Add(-notice.Ahead), 1},
		{"again", limit.Expires.Add(-time.Hour), 0},
		{"too late", limit.Expires, 0},
	} {
		o.Now = func() time.Time { return c.at }
		if got := pass1(t, g, o); c.want >= 0 && got != c.want {
			t.Errorf("%s: %d mails, want %d", c.name, got, c.want)
		}
	}
	if text := s.taken[len(s.taken)-1]; !strings.Contains(text, "time runs out: ") {
		t.Errorf("the last mail is no reminder:\n%s", text)
	}
	if p, err := g.Posted(t.Context(), nil); err != nil || len(p.Sent) != 0 {
		t.Errorf("a reminder that is over is remembered: %+v, %v", p, err)
	}
}

func TestAddressesOfServers(t *testing.T) {
	for _, bad := range []string{"", "mail.example.org", "http://mail.example.org", "smtp://", "smtp://mail.example.org/inbox"} {
		if _, err := dial(bad, "", nil); err == nil {
			t.Errorf("%q is taken for a mail server", bad)
		}
	}
	s := &mailServer{}
	plain := strings.Replace(s.listen(t), "127.0.0.1", "mail.invalid", 1)
	if s, err := dial(plain, "", nil); err != nil || s.client.TLSPolicy() != "TLSMandatory" {
		t.Errorf("another machine is spoken to as %v, %v", s, err)
	}
}
