package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"
	"github.com/emersion/go-smtp"
	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/internal/tray"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/store"
	"adjudicate/web/outbox"
)

const sixGame, officeFrom = "six-kings", "umpire@example.org"

// A sixOffice is the game of six on a store, the servers around it, and a process that serves it and is killed.
type sixOffice struct {
	t       *testing.T
	dir     string
	ledger  string
	listen  string // where the office answers
	imap    string // the address of the mailbox
	smtp    string // the address of the mail server
	box     *imapclient.Client
	began   store.Revision
	store   *place.Store // the test's own view of the ledger
	session map[string]string

	mu     sync.Mutex
	random *rand.Rand
	serve  *exec.Cmd
	said   *bytes.Buffer // what the office of the moment has said
	kills  int           // of the office
	killed int           // of processes that take mails
	posted []sixMail     // that the mail server has taken
	called []sixCall     // that a program elsewhere was told
}

// quiet keeps servers from telling of connections that were killed.
var quiet = log.New(io.Discard, "", 0)

// A sixMail is one that the mail server has taken.
type sixMail struct{ ID, To, Text string }

// A sixCall is one call of the webhook.
type sixCall struct {
	ID       string
	Sequence uint64
}

// ServeHTTP is the program elsewhere. Now and then it kills the office before it answers.
func (o *sixOffice) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var m struct {
		Data struct{ Entry struct{ Sequence uint64 } }
	}
	if err := json.NewDecoder(r.Body).Decode(&m); err != nil {
		return
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.called = append(o.called, sixCall{r.Header.Get("Webhook-Id"), m.Data.Entry.Sequence})
	if o.serve != nil && o.random.IntN(20) == 0 {
		_ = o.serve.Process.Kill()
	}
}

// newSixOffice sets the game up and the servers.
func newSixOffice(t *testing.T, seed uint64) *sixOffice {
	o := &sixOffice{t: t, dir: t.TempDir(), random: rand.New(rand.NewPCG(seed, 13)), session: map[string]string{}}
	if _, err := install(); err != nil { // with the cache of whoever builds
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", filepath.Join(o.dir, "cache"))
	t.Setenv("ADJUDICATE_IMAP_PASSWORD", "s3cret")
	o.ledger = filepath.Join(o.dir, "adjudicate.ledger")
	if out, err := program(t, o.dir, "import", filepath.Join(here, "testdata/six.season")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	st, err := (&place.Host{Engine: "test", Cache: filepath.Join(o.dir, "cache", "test")}).Open(t.Context(), o.ledger)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { st.Close() })
	o.store = st
	if _, err := st.Game(sixGame).Posted(t.Context(), func(p *people.Posted) error { p.UpTo = 1; return nil }); err != nil {
		t.Fatal(err)
	}
	elsewhere := httptest.NewServer(o)
	t.Cleanup(elsewhere.Close)
	if out, err := program(t, o.dir, "webhook", "add", "elsewhere", elsewhere.URL, "--inside").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if o.began, err = st.Events.Head(t.Context(), sixGame); err != nil {
		t.Fatal(err)
	}
	o.listen = freeAddress(t)
	o.mailServer()
	o.mailbox()
	t.Cleanup(o.kill)
	return o
}

// freeAddress is one of this machine that nobody listens on.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// mailServer starts the server that takes the office's mails.
func (o *sixOffice) mailServer() { o.smtp = mailServer(o.t, o.take) }

// take takes a mail. Now and then the office is killed just when it is told so.
func (o *sixOffice) take(to string, r io.Reader) error {
	text, err := io.ReadAll(r)
	if err != nil {
		return err // not taken
	}
	m, err := mail.ReadMessage(bytes.NewReader(text))
	if err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.posted = append(o.posted, sixMail{m.Header.Get("Message-ID"), to, string(text)})
	if o.serve != nil && o.random.IntN(12) == 0 {
		wait, victim := time.Duration(o.random.IntN(3000))*time.Microsecond, o.serve
		time.AfterFunc(wait, func() { _ = victim.Process.Kill() })
	}
	return nil
}

// mailbox starts the server whose mailbox the office reads.
func (o *sixOffice) mailbox() {
	mem := imapmemserver.New()
	u := imapmemserver.NewUser("office", "s3cret")
	if err := u.Create("INBOX", nil); err != nil {
		o.t.Fatal(err)
	}
	mem.AddUser(u)
	srv := imapserver.New(&imapserver.Options{InsecureAuth: true, Logger: quiet, Caps: imap.CapSet{imap.CapIMAP4rev1: {}, imap.CapIdle: {}},
		NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
			return mem.NewSession(), nil, nil
		}})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		o.t.Fatal(err)
	}
	go func() { _ = srv.Serve(l) }()
	o.t.Cleanup(func() { srv.Close() })
	o.imap = "imap://office@" + l.Addr().String() + "/INBOX"
	if o.box, err = imapclient.DialInsecure(l.Addr().String(), nil); err == nil {
		err = o.box.Login("office", "s3cret").Wait()
	}
	if err != nil {
		o.t.Fatal(err)
	}
	o.t.Cleanup(func() { o.box.Close() })
}

// start starts the office and waits until it answers.
func (o *sixOffice) start() {
	cmd := program(o.t, o.dir, "serve", "--listen", o.listen, "--url", "http://"+o.listen, "--smtp", o.smtp, "--from", officeFrom, "--imap", o.imap)
	said := &bytes.Buffer{}
	cmd.Stderr = said
	if err := cmd.Start(); err != nil {
		o.t.Error(err)
		return
	}
	o.mu.Lock()
	o.serve, o.said = cmd, said
	o.mu.Unlock()
}

// kill kills the office at once.
func (o *sixOffice) kill() {
	o.mu.Lock()
	cmd := o.serve
	o.mu.Unlock()
	if cmd != nil {
		_ = cmd.Process.Kill()
	}
}

// keep starts the office again whenever it was killed, and kills it at random moments, until ctx is done.
func (o *sixOffice) keep(ctx context.Context) {
	for ctx.Err() == nil {
		o.start()
		o.mu.Lock()
		lives := time.Duration(300+o.random.IntN(1500)) * time.Millisecond
		cmd := o.serve
		o.mu.Unlock()
		kill := time.AfterFunc(lives, func() {
			if ctx.Err() == nil { // else it is to live on
				_ = cmd.Process.Kill()
			}
		})
		err := cmd.Wait()
		kill.Stop()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != -1 {
			o.t.Errorf("the office ended by itself: %v\n%s", err, o.said)
			return
		}
		o.mu.Lock()
		o.kills++
		o.mu.Unlock()
	}
}

// until waits until something is so.
func (o *sixOffice) until(what string, so func() bool) {
	o.t.Helper()
	for began := time.Now(); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > time.Minute {
			o.t.Fatalf("after a minute still not: %s\nthe office says:\n%s", what, o.said)
		}
		if o.t.Failed() {
			o.t.FailNow()
		}
	}
}

// a play that is recorded.
type sixEntry struct {
	sixTurn
	Sequence uint64
}

// recorded are the plays in the ledger.
func (o *sixOffice) recorded() (list []sixEntry) {
	o.t.Helper()
	for act, err := range events.Acts(history.Stream(o.t.Context(), o.store.Events, sixGame, 1)) {
		if err != nil {
			o.t.Fatal(err)
		}
		if p, ok := act.Input.Payload.(events.PlaySubmitted); ok {
			ruled, _, _ := act.Ruling()
			list = append(list, sixEntry{sixTurn{act.Input.Actor, p.Side, p.Text, ruled.Verdict}, act.Input.Sequence})
		}
	}
	return list
}

// letter is a mail of a player's.
func letter(player, id, subject, body string) string {
	return fmt.Sprintf("From: %[1]s <%[2]s@example.org>\r\nTo: %[3]s\r\nDate: %[4]s\r\nMessage-ID: <%[5]s@example.org>\r\nSubject: %[6]s\r\n\r\n%[7]s\r\n",
		player, strings.ToLower(player), officeFrom, time.Now().Format(time.RFC1123Z), id, subject, body)
}

// byPipe hands a mail to the program as a mail server does: again until that has said that it has taken it. The process is killed now and then.
func (o *sixOffice) byPipe(text string) {
	for try := 0; ; try++ {
		cmd := program(o.t, o.dir, "mail", "take", "--from", officeFrom)
		cmd.Stdin = strings.NewReader(text)
		var said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &said, &said
		if err := cmd.Start(); err != nil {
			o.t.Fatal(err)
		}
		o.mu.Lock()
		fatal, wait := o.random.IntN(3) == 0, time.Duration(20+o.random.IntN(150))*time.Millisecond
		o.mu.Unlock()
		if fatal {
			time.AfterFunc(wait, func() { _ = cmd.Process.Kill() })
		}
		err := cmd.Wait()
		var exit *exec.ExitError
		switch {
		case err == nil:
			return
		case errors.As(err, &exit) && exit.ExitCode() == -1:
			o.killed++
		case try > 50:
			o.t.Fatalf("%v\n%s", err, &said)
		}
	}
}

// byMailbox puts a mail into the mailbox, where the office finds it.
func (o *sixOffice) byMailbox(text string) {
	c := o.box.Append("INBOX", int64(len(text)), nil)
	_, err := c.Write([]byte(text))
	err = errors.Join(err, c.Close())
	if err == nil {
		_, err = c.Wait()
	}
	if err != nil {
		o.t.Fatal(err)
	}
}

// signIn has the player's program sign in by an invitation.
func (o *sixOffice) signIn(player string) {
	out, err := program(o.t, o.dir, "player", "invite", player, "--url", "http://"+o.listen, "--json").Output()
	var v struct{ Link string }
	if err == nil {
		err = json.Unmarshal(out, &v)
	}
	if err != nil {
		o.t.Fatalf("%v\n%s", err, out)
	}
	link, err := url.Parse(v.Link)
	if err != nil {
		o.t.Fatal(err)
	}
	o.until(player+" has signed in", func() bool {
		req, _ := http.NewRequest(http.MethodPost, "http://"+o.listen+link.Path, strings.NewReader(url.Values{"with": {link.Query().Get("with")}}.Encode()))
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		res, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			return false
		}
		defer res.Body.Close()
		if res.StatusCode == http.StatusSeeOther {
			o.session[player] = res.Header.Get("Set-Cookie")
		}
		return res.StatusCode == http.StatusSeeOther
	})
}

// ask posts until there is an answer, and returns it. Each request is the same as the one before, whose answer may have been lost.
func (o *sixOffice) ask(player, path, kind, key, body string) (res *http.Response, text []byte) {
	cookie, _, _ := strings.Cut(o.session[player], ";")
	_, token, _ := strings.Cut(cookie, "=")
	o.until("an answer to "+body, func() bool {
		req, _ := http.NewRequest(http.MethodPost, "http://"+o.listen+path, strings.NewReader(body))
		req.Header.Set("Content-Type", kind)
		req.Header.Set("Cookie", cookie)
		if key != "" {
			req.Header.Set("Authorization", "Bearer "+token)
			req.Header.Set("Idempotency-Key", key)
		}
		var err error
		if res, err = http.DefaultTransport.RoundTrip(req); err != nil {
			return false
		}
		text, err = io.ReadAll(res.Body)
		res.Body.Close()
		return err == nil && res.StatusCode < 500 && res.StatusCode != http.StatusTooManyRequests
	})
	return res, text
}

var addressIn = regexp.MustCompile(`[?&]at=(\d+)`)

// byPage submits the form of the page, and returns the number of the entry that the page leads to.
func (o *sixOffice) byPage(turn sixTurn, key string) uint64 {
	form := url.Values{"side": {turn.Side}, "play": {turn.Text}, "name": {key}, "do": {"submit"}}
	res, text := o.ask(turn.Player, "/games/"+sixGame+"/play", "application/x-www-form-urlencoded", "", form.Encode())
	found := addressIn.FindStringSubmatch(res.Header.Get("Location"))
	if res.StatusCode != http.StatusSeeOther || found == nil {
		o.t.Fatalf("%v: %s\n%s", turn, res.Status, text)
	}
	n, _ := strconv.ParseUint(found[1], 10, 64)
	return n
}

// byAPI submits a play as a program, and returns the number of the entry.
func (o *sixOffice) byAPI(turn sixTurn, key string) uint64 {
	body, _ := json.Marshal(map[string]string{"side": turn.Side, "play": turn.Text})
	res, text := o.ask(turn.Player, "/api/v1/games/"+sixGame+"/plays", "application/json", key, string(body))
	var v struct{ Address, Verdict string }
	if err := json.Unmarshal(text, &v); err != nil || res.StatusCode != http.StatusOK || v.Verdict != turn.Verdict {
		o.t.Fatalf("%v: %s\n%s", turn, res.Status, text)
	}
	n, _ := strconv.ParseUint(v.Address, 10, 64)
	return n
}

// ahead writes a play ahead, for the side's turn.
func (o *sixOffice) ahead(turn sixTurn, key string) {
	body, _ := json.Marshal(map[string]string{"side": turn.Side, "play": turn.Text})
	if res, text := o.ask(turn.Player, "/api/v1/games/"+sixGame+"/ahead", "application/json", key, string(body)); res.StatusCode != http.StatusOK {
		o.t.Fatalf("%v: %s\n%s", turn, res.Status, text)
	}
}

// TestSixPlayToTheEndByMailAndPageThroughKills plays a game of six to its end through one office: Ann and Bob by mails that a mail server hands over, Cy and
// Dee by mails in a mailbox, Eve on the page, Fay by the API and ahead. The office is killed at random moments, and just when the mail server says yes; so are the
// processes that take mails. The same game was played in memory before. Of it nothing may be missing in the ledger, nothing be there twice or in another order;
// whatever was answered is there; each letter that follows from the ledger was sent, under the name that follows from it, and no other; a webhook was told every entry in its order.
func TestSixPlayToTheEndByMailAndPageThroughKills(t *testing.T) {
	games := uint64(1)
	if n, err := strconv.ParseUint(os.Getenv("ADJUDICATE_OFFICES"), 10, 64); err == nil {
		games = n
	}
	kills := 0
	for seed := range games {
		t.Run(fmt.Sprint("seed ", seed), func(t *testing.T) { kills += playSix(t, seed+7) })
	}
	if kills < 4 {
		t.Errorf("%d kills show little", kills)
	}
}

// playSix plays one game, and returns how often the office was killed.
func playSix(t *testing.T, seed uint64) int {
	turns, winner := sixPlayed(t, seed)
	o := newSixOffice(t, seed)
	ctx, stop := context.WithCancel(t.Context())
	var office sync.WaitGroup
	office.Go(func() { o.keep(ctx) })
	o.signIn("Eve")
	o.signIn("Fay")
	answered := map[int]uint64{} // the entries that were told, by place
	talks, ahead := 0, map[int]bool{}
	for i, turn := range turns {
		key := fmt.Sprintf("%d.%d", seed, i)
		if next := i + 1; next < len(turns) && turns[next].Player == "Fay" && turn.Player != "Fay" && turns[next].Verdict == "accepted" && o.random.IntN(2) == 0 {
			o.ahead(turns[next], key+".ahead")
			ahead[next] = true
		}
		if o.random.IntN(10) == 0 {
			text := letter(turn.Player, key+".talk", "[Six Kings] when?", "Dear umpire, what is this game about?")
			o.byPipe(text)
			talks++
		}
		switch player := turn.Player; {
		case ahead[i]:
		case player == "Ann", player == "Bob":
			text := letter(player, key, "[Six Kings] my play", turn.Text)
			o.byPipe(text)
			if i%5 == 0 {
				o.byPipe(text) // mail servers do
			}
		case player == "Cy", player == "Dee":
			text := letter(player, key, "[Six Kings] my play", turn.Text)
			o.byMailbox(text)
			if i%5 == 0 {
				o.byPipe(text)
			}
		case player == "Eve":
			answered[i] = o.byPage(turn, key)
		default:
			answered[i] = o.byAPI(turn, key)
		}
		o.until(fmt.Sprintf("play %d in the ledger: %v", i, turn), func() bool { return len(o.recorded()) > i })
	}
	stop() // it is killed no more, but for when it sends
	var left string
	defer func() {
		if t.Failed() {
			t.Log(left)
		}
	}()
	o.until("all mails sent", func() bool {
		head, err := o.store.Events.Head(t.Context(), sixGame)
		posted, err2 := o.store.Game(sixGame).Posted(t.Context(), nil)
		mails, err3 := o.store.Mails(t.Context(), nil)
		hooks, err4 := o.store.Game(sixGame).Hooks(t.Context(), nil)
		if err := errors.Join(err, err2, err3, err4); err != nil {
			t.Fatal(err)
		}
		left = fmt.Sprintf("the ledger has %d events; mails: up to %d, sent %q, held by %q until %v; answers held by %q until %v; hooks: %+v",
			head, posted.UpTo, posted.Sent, posted.Holder, posted.Until, mails.Holder, mails.Until, hooks)
		o.mu.Lock()
		dead := o.serve.ProcessState != nil
		o.mu.Unlock()
		if dead {
			office.Wait()
			o.start()
			cmd := o.serve
			office.Go(func() { _ = cmd.Wait() })
		}
		return hooks.List[0].UpTo >= uint64(head) && posted.UpTo >= uint64(head) && posted.Holder == "" && mails.Holder == "" && !slices.ContainsFunc(mails.List, func(m people.Mail) bool { return m.Answer != nil })
	})
	o.kill()
	office.Wait()
	o.check(turns, winner, answered, talks)
	t.Logf("%d plays, %s wins; the office was killed %d times, processes that take mails %d times; %d mails were sent, %d of them again",
		len(turns), winner, o.kills, o.killed, len(o.posted), len(o.posted)-len(o.names()))
	return o.kills
}

// names are the Message-IDs of what was sent, each with how often.
func (o *sixOffice) names() map[string]int {
	names := map[string]int{}
	for _, m := range o.posted {
		names[m.ID]++
	}
	return names
}

// check holds what has come of the game to what was to come of it.
func (o *sixOffice) check(turns []sixTurn, winner string, answered map[int]uint64, talks int) {
	t := o.t
	t.Helper()
	var got []sixTurn
	for i, e := range o.recorded() {
		got = append(got, e.sixTurn)
		if n, told := answered[i]; told && n != e.Sequence {
			t.Errorf("play %d was answered with #%d and is #%d", i, n, e.Sequence)
		}
	}
	if diff := cmp.Diff(turns, got); diff != "" {
		t.Errorf("plays in the ledger (-want +got):\n%s", diff)
	}
	verified(t, o.dir)
	l, err := o.store.Game(sixGame).Ledger(t.Context(), 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	won := ""
	for e, err := range history.Stream(t.Context(), o.store.Events, sixGame, 1) {
		if err != nil {
			t.Fatal(err)
		}
		if end, ok := e.Payload.(events.EndDeclared); ok {
			won += end.Player
		}
	}
	if !l.State().Over() || won != winner || winner == "" {
		t.Errorf("the game is over: %v, won by %q, want %q", l.State().Over(), won, winner)
	}
	laid, err := tray.List(place.Tray(o.ledger))
	if err != nil || len(laid) != talks {
		t.Errorf("%d mails lie in the tray, want %d: %v", len(laid), talks, err)
	}
	o.checkMails(talks)
	o.checkCalls()
}

// checkCalls wants every entry of the game told in its order, and again only under the same name and at once.
func (o *sixOffice) checkCalls() {
	o.t.Helper()
	var want, got []uint64
	for act, err := range events.Acts(history.Stream(o.t.Context(), o.store.Events, sixGame, uint64(o.began)+1)) {
		if err != nil {
			o.t.Fatal(err)
		}
		want = append(want, act.Input.Sequence)
	}
	last := sixCall{}
	for _, c := range o.called {
		if c != last {
			got = append(got, c.Sequence)
		}
		last = c
	}
	if diff := cmp.Diff(want, got); diff != "" {
		o.t.Errorf("entries that the webhook was told (-want +got):\n%s", diff)
	}
}

// checkMails holds what was sent to what a pass over the whole ledger would send that nobody interrupts.
func (o *sixOffice) checkMails(talks int) {
	t := o.t
	game := o.store.Game(sixGame)
	if _, err := game.Posted(t.Context(), func(p *people.Posted) error { *p = people.Posted{UpTo: 1}; return nil }); err != nil {
		t.Fatal(err)
	}
	due := &sixSender{ids: map[string]string{}}
	if _, err := outbox.Pass(t.Context(), game, outbox.Options{From: officeFrom, URL: "http://" + o.listen, Holder: "whole", Now: time.Now, Sender: due}); err != nil {
		t.Fatal(err)
	}
	answers := map[string]bool{}
	first := map[string]sixMail{}
	for _, m := range o.posted {
		if strings.HasPrefix(m.ID, "<answer.") {
			answers[m.ID] = true
		} else if to := due.ids[m.ID]; to == "" {
			t.Errorf("a letter that nothing in the ledger asks for: %s to %s", m.ID, m.To)
		} else if to != m.To {
			t.Errorf("%s went to %s, want %s", m.ID, m.To, to)
		}
		if was, again := first[m.ID]; again && was.To != m.To {
			t.Errorf("%s went to %s, and again to %s", m.ID, was.To, m.To)
		}
		first[m.ID] = m
	}
	if len(answers) != talks {
		t.Errorf("%d mails that are no plays were answered, want %d", len(answers), talks)
	}
	for _, id := range slices.Sorted(maps.Keys(due.ids)) {
		if _, sent := first[id]; !sent {
			t.Errorf("never sent: %s to %s", id, due.ids[id])
		}
	}
	if again := len(o.posted) - len(first); again > o.kills {
		t.Errorf("%d mails came again after %d kills", again, o.kills)
	}
	if len(due.ids) < len(o.recorded()) {
		t.Errorf("%d letters about %d plays show little", len(due.ids), len(o.recorded()))
	}
}

// A sixSender notes the names of letters and whom they are for.
type sixSender struct{ ids map[string]string }

func (s *sixSender) Send(_ context.Context, l *outbox.Letter) error {
	s.ids["<"+l.ID+">"] = l.To
	return nil
}

func (s *sixSender) Close() error { return nil }

// mailServer starts a server that hands each mail to take, and returns its address. What take refuses was not taken.
func mailServer(t *testing.T, take func(to string, r io.Reader) error) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	srv := smtp.NewServer(smtp.BackendFunc(func(*smtp.Conn) (smtp.Session, error) { return &mailSession{take: take}, nil }))
	srv.Domain, srv.ErrorLog = "localhost", quiet
	go func() { _ = srv.Serve(l) }()
	t.Cleanup(func() { srv.Close() })
	return "smtp://" + l.Addr().String()
}

type mailSession struct {
	take func(to string, r io.Reader) error
	to   string
}

func (c *mailSession) Mail(string, *smtp.MailOptions) error      { return nil }
func (c *mailSession) Rcpt(to string, _ *smtp.RcptOptions) error { c.to = to; return nil }
func (c *mailSession) Reset()                                    {}
func (c *mailSession) Logout() error                             { return nil }
func (c *mailSession) Data(r io.Reader) error                    { return c.take(c.to, r) }
