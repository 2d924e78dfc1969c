package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/mail"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/store/esdb"
	"adjudicate/store/esdb/esdbtest"
	"adjudicate/web/outbox"
)

// A twinOffice is one of two offices on a server: a process with a desk of its own, as it would have on another machine, that is killed and started
// again.
type twinOffice struct {
	all    *twins
	listen string // where it answers
	smtp   string // where it hands over its mails
	desk   string
	cmd    *exec.Cmd // nil while none runs
	said   *bytes.Buffer
}

// The twins are two offices of the game of six on one server, and the mail servers around them.
type twins struct {
	t       *testing.T
	dir     string
	url     string // of the server
	offices [2]*twinOffice
	store   *place.Store      // the test's own view
	session map[string]string // tokens, by player
	began   uint64            // how many events there were before the plays

	mu      sync.Mutex
	over    bool
	kills   int
	amid    int   // of them just when the mail server had said yes
	fatal   []int // how many mails come before each of those
	posted  []sixMail
	entered int // plays that were acknowledged
}

func newTwins(t *testing.T) *twins {
	x := &twins{t: t, dir: t.TempDir(), session: map[string]string{}, fatal: []int{8, 20, 40}}
	if _, err := install(); err != nil { // with the cache of whoever builds
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", filepath.Join(x.dir, "cache"))
	desks := []string{filepath.Join(x.dir, "a.desk"), filepath.Join(x.dir, "b.desk")}
	t.Setenv("ADJUDICATE_DESK", desks[0])
	x.url = esdbtest.New(t, esdbtest.Options{}).URL()
	if out, err := program(t, x.dir, "import", filepath.Join(here, "testdata/six.season"), "--store", x.url).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	addresses, err := os.ReadFile(desks[0]) // who moves an office takes them along
	if err == nil {
		err = os.WriteFile(desks[1], addresses, 0o600)
	}
	if err == nil {
		x.store, err = (&place.Host{Engine: "test", Cache: filepath.Join(x.dir, "cache", "test"), Desk: desks[0]}).Open(t.Context(), x.url)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { x.store.Close() })
	head, err := x.store.Events.Head(t.Context(), sixGame)
	if err == nil {
		x.began = uint64(head)
		_, err = x.store.Game(sixGame).Posted(t.Context(), func(p *people.Posted) error { p.UpTo = x.began; return nil })
	}
	if err != nil {
		t.Fatal(err)
	}
	for i := range x.offices {
		o := &twinOffice{all: x, listen: freeAddress(t), desk: desks[i], said: &bytes.Buffer{}}
		o.mailServer()
		x.offices[i] = o
	}
	return x
}

// mailServer starts the server that the office hands its mails to, so that the test knows whose they are.
func (o *twinOffice) mailServer() { o.smtp = mailServer(o.all.t, o.take) }

// take takes a mail. At some of them the office that sends is killed, just when it is told that the mail was taken.
func (o *twinOffice) take(to string, r io.Reader) error {
	m, err := mail.ReadMessage(r)
	if err != nil {
		return err // not taken
	}
	x := o.all
	x.mu.Lock()
	defer x.mu.Unlock()
	x.posted = append(x.posted, sixMail{ID: m.Header.Get("Message-ID"), To: to})
	if len(x.fatal) > 0 && len(x.posted) >= x.fatal[0] && o.cmd != nil {
		x.amid++
		x.fatal = x.fatal[1:]
		_ = o.cmd.Process.Kill()
	}
	return nil
}

// keep starts the office again whenever it was killed, until the game is over.
func (o *twinOffice) keep() {
	x := o.all
	for {
		cmd := program(x.t, x.dir, "serve", "--store", x.url, "--listen", o.listen, "--url", "http://office.example", "--smtp", o.smtp, "--from", officeFrom)
		cmd.Env = append(os.Environ(), "ADJUDICATE_DESK="+o.desk)
		x.mu.Lock()
		o.said.Reset()
		cmd.Stderr = o.said
		err := cmd.Start()
		if o.cmd = cmd; err != nil || x.over {
			x.mu.Unlock()
			if err != nil {
				x.t.Error(err)
			} else {
				_ = cmd.Process.Kill()
				_ = cmd.Wait()
			}
			return
		}
		x.mu.Unlock()
		err = cmd.Wait()
		var exit *exec.ExitError
		x.mu.Lock()
		over, said := x.over, o.said.String()
		if o.cmd = nil; !over {
			x.kills++
		}
		x.mu.Unlock()
		if over {
			return
		}
		if !errors.As(err, &exit) || exit.ExitCode() != -1 {
			x.t.Errorf("an office ended by itself: %v\n%s", err, said)
			return
		}
	}
}

func (o *twinOffice) kill() {
	o.all.mu.Lock()
	defer o.all.mu.Unlock()
	if o.cmd != nil {
		_ = o.cmd.Process.Kill()
	}
}

// until waits until something is so.
func (x *twins) until(what string, so func() bool) {
	x.t.Helper()
	for began := time.Now(); !so(); time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > time.Minute || x.t.Failed() {
			x.mu.Lock()
			defer x.mu.Unlock()
			x.t.Fatalf("still not: %s\nthe offices say:\n%s\n%s", what, x.offices[0].said, x.offices[1].said)
		}
	}
}

// signIn has a player's program sign in at the first office. The session is good at the other too, since both have the secret of one user.
func (x *twins) signIn(player string) {
	out, err := program(x.t, x.dir, "player", "invite", player, "--store", x.url, "--url", "http://office.example", "--json").Output()
	var v struct{ Link string }
	if err == nil {
		err = json.Unmarshal(out, &v)
	}
	if err != nil {
		x.t.Fatalf("%v\n%s", err, out)
	}
	link, err := url.Parse(v.Link)
	if err != nil {
		x.t.Fatal(err)
	}
	x.until(player+" has signed in", func() bool {
		res, err := x.post(x.offices[0], player, link.Path, "application/x-www-form-urlencoded", "", url.Values{"with": {link.Query().Get("with")}}.Encode())
		if err != nil || res.status != http.StatusSeeOther {
			return false
		}
		cookie, _, _ := strings.Cut(res.cookie, ";")
		_, x.session[player], _ = strings.Cut(cookie, "=")
		return true
	})
}

type twinAnswer struct {
	status int
	cookie string
	text   []byte
}

func (x *twins) post(o *twinOffice, player, path, kind, key, body string) (a twinAnswer, err error) {
	req, err := http.NewRequest(http.MethodPost, "http://"+o.listen+path, strings.NewReader(body))
	if err != nil {
		return a, err
	}
	req.Header.Set("Content-Type", kind)
	req.Header.Set("X-Forwarded-For", fmt.Sprintf("192.0.2.%d", 1+player[0]%100)) // each at home
	if key != "" {
		req.Header.Set("Authorization", "Bearer "+x.session[player])
		req.Header.Set("Idempotency-Key", key)
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return a, err
	}
	defer res.Body.Close()
	a.status, a.cookie = res.StatusCode, res.Header.Get("Set-Cookie")
	a.text, err = io.ReadAll(res.Body)
	return a, err
}

// A twinPlay is a play that was acknowledged.
type twinPlay struct {
	Player, Side, Text, Verdict string
	Sequence                    uint64
}

// play has a player's program make a play at whichever office it meets. Where the answer is lost, or the office says that it is busy, the same is asked of the
// other one.
func (x *twins) play(player, side string, i int, random *rand.Rand) (p twinPlay) {
	p = twinPlay{Player: player, Side: side, Text: []string{"pass", "R@a1xa2"}[random.IntN(2)]}
	body, _ := json.Marshal(map[string]string{"side": side, "play": p.Text})
	which := random.IntN(2)
	for began := time.Now(); time.Since(began) < time.Minute; which++ {
		a, err := x.post(x.offices[which%2], player, "/api/v1/games/"+sixGame+"/plays", "application/json", fmt.Sprintf("%s.%d", player, i), string(body))
		switch {
		case err != nil, a.status == http.StatusServiceUnavailable, a.status == http.StatusTooManyRequests:
			time.Sleep(time.Duration(5+random.IntN(20)) * time.Millisecond)
			continue
		case a.status != http.StatusOK:
			x.t.Errorf("%s: status %d: %s", body, a.status, a.text)
			return p
		}
		var v struct{ Address, Verdict string }
		if err := json.Unmarshal(a.text, &v); err != nil {
			x.t.Errorf("%s: %v", a.text, err)
		}
		p.Verdict = v.Verdict
		p.Sequence, _ = strconv.ParseUint(v.Address, 10, 64)
		x.mu.Lock()
		x.entered++
		x.mu.Unlock()
		return p
	}
	x.t.Errorf("%s: no answer for a minute", body)
	return p
}

// TestTwoOfficesOnOneServerShareAGame has six programs play at once into two offices on one server, each with a desk of its own. One office is killed amid the plays,
// and whichever sends is killed just when the mail server says yes. In the end each play that was acknowledged is in the ledger once, and nothing else; each mail that follows
// from the ledger was sent once, or again under the same Message-ID after a kill; and of those who noted what was sent only one did at a time.
func TestTwoOfficesOnOneServerShareAGame(t *testing.T) {
	if testing.Short() {
		t.Skip("two processes are started several times")
	}
	const each = 10
	x := newTwins(t)
	var running, clients sync.WaitGroup
	stop := func() {
		x.mu.Lock()
		x.over = true
		x.mu.Unlock()
		for _, o := range x.offices {
			o.kill()
		}
		running.Wait()
	}
	defer stop()
	for _, o := range x.offices {
		running.Go(o.keep)
	}
	players := map[string]string{"Ann": "Red", "Bob": "Blue", "Cy": "Green", "Dee": "Black", "Eve": "White", "Fay": "Pink"}
	for player := range players {
		x.signIn(player)
	}
	var mu sync.Mutex
	var made []twinPlay
	for player, side := range players {
		clients.Go(func() {
			random := rand.New(rand.NewPCG(uint64(player[0]), 13))
			for i := range each {
				p := x.play(player, side, i, random)
				mu.Lock()
				made = append(made, p)
				mu.Unlock()
			}
		})
	}
	for i, at := range []int{each, 3 * each} { // of 6 times as many
		x.until(fmt.Sprint(at, " plays are acknowledged"), func() bool {
			x.mu.Lock()
			defer x.mu.Unlock()
			return x.entered >= at
		})
		x.offices[i].kill()
	}
	clients.Wait()
	game := x.store.Game(sixGame)
	var left people.Posted
	x.until("all mails are sent", func() bool {
		head, err := x.store.Events.Head(t.Context(), sixGame)
		if err == nil {
			left, err = game.Posted(t.Context(), nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		return left.UpTo >= uint64(head) && left.Holder == ""
	})
	stop()

	recorded := map[uint64]twinPlay{}
	for act, err := range events.Acts(history.Stream(t.Context(), x.store.Events, sixGame, x.began+1)) {
		if err != nil {
			t.Fatal(err)
		}
		p, ok := act.Input.Payload.(events.PlaySubmitted)
		if !ok {
			t.Errorf("#%d is no play: %T", act.Input.Sequence, act.Input.Payload)
			continue
		}
		ruled, _, _ := act.Ruling()
		recorded[act.Input.Sequence] = twinPlay{act.Input.Actor, p.Side, p.Text, ruled.Verdict, act.Input.Sequence}
	}
	answered := map[uint64]bool{}
	for _, p := range made {
		if answered[p.Sequence] || recorded[p.Sequence] != p {
			t.Errorf("%+v was acknowledged, and before it another at that place: %t; there is %+v", p, answered[p.Sequence], recorded[p.Sequence])
		}
		answered[p.Sequence] = true
	}
	if len(recorded) != 6*each {
		t.Errorf("%d plays are in the ledger, want %d", len(recorded), 6*each)
	}
	if out, err := program(t, x.dir, "verify", "--store", x.url).CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	x.checkMails(game)
	holders := x.checkHolders(game)
	if len(x.fatal) > 0 {
		t.Errorf("%d offices were killed as they sent: that shows little", x.amid)
	}
	t.Logf("%d plays; %d kills, %d of them as mails were taken; %d mails, %d of them again; %d processes sent", len(made), x.kills, x.amid, len(x.posted), x.again(), holders)
}

// again is how many mails came once more.
func (x *twins) again() int {
	ids := map[string]bool{}
	for _, m := range x.posted {
		ids[m.ID] = true
	}
	return len(x.posted) - len(ids)
}

// checkMails holds what was sent to what a pass over the whole ledger would send that nobody interrupts.
func (x *twins) checkMails(game *place.Game) {
	t := x.t
	t.Helper()
	due := &sixSender{ids: map[string]string{}}
	_, err := game.Posted(t.Context(), func(p *people.Posted) error { *p = people.Posted{UpTo: x.began}; return nil })
	if err == nil {
		_, err = outbox.Pass(context.Background(), game, outbox.Options{From: officeFrom, URL: "http://office.example", Holder: "whole", Now: time.Now, Sender: due})
	}
	if err != nil {
		t.Fatal(err)
	}
	first := map[string]string{}
	for _, m := range x.posted {
		if want, asked := due.ids[m.ID]; !asked || want != m.To {
			t.Errorf("%s went to %s, want %q", m.ID, m.To, want)
		}
		first[m.ID] = m.To
	}
	for id, to := range due.ids {
		if first[id] == "" {
			t.Errorf("never sent: %s to %s", id, to)
		}
	}
	if len(due.ids) < x.entered {
		t.Errorf("%d mails about %d plays show little", len(due.ids), x.entered)
	}
	if again := x.again(); again > x.amid {
		t.Errorf("%d mails came again, and %d offices were killed as they sent", again, x.amid)
	}
}

// checkHolders reads what was noted of the mails on the server: whoever has the game keeps it until that process lets go of it or was killed, and one that was
// killed notes nothing more. It returns how many processes noted something.
func (x *twins) checkHolders(game *place.Game) int {
	t := x.t
	t.Helper()
	beside, err := esdb.Open(x.url, esdb.Options{Category: "ledger_office"})
	if err != nil {
		t.Fatal(err)
	}
	defer beside.Close()
	id, err := game.Origin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	holder, gone, all, notes := "", map[string]bool{}, map[string]bool{}, 0
	for e, err := range beside.Read(t.Context(), sixGame+"@"+id.String(), 1) {
		if err != nil {
			t.Fatal(err)
		}
		var p people.Posted
		if err := json.Unmarshal(e.Data, &p); err != nil {
			t.Fatal(err)
		}
		notes++
		if p.Holder == "whole" {
			break // the test's own
		}
		if gone[p.Holder] {
			t.Errorf("note %d is by %s, from whom the game was taken", notes, p.Holder)
		}
		if holder != "" && p.Holder != "" && p.Holder != holder {
			gone[holder] = true
		}
		if holder = p.Holder; holder != "" {
			all[holder] = true
		}
	}
	if len(gone) > x.kills {
		t.Errorf("the game was taken from %d processes, and %d were killed", len(gone), x.kills)
	}
	if len(all) < 2 {
		t.Errorf("%d processes noted what was sent: that shows little", len(all))
	}
	return len(all)
}
