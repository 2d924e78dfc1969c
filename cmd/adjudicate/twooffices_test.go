package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// TestTwoOfficesShareAServer has players send plays to two offices of one server at the same moments while either is killed again and again. Whoever has no
// answer asks the other office, under the same key. In the end each play that was answered stands in the ledger, once.
func TestTwoOfficesShareAServer(t *testing.T) {
	if testing.Short() {
		t.Skip("it kills offices for some seconds")
	}
	const players, each = 4, 6
	sh := withServer(t)
	sh.want(statusDone, "copy", "adjudicate.ledger", "URL")
	var listed struct {
		Ledgers []struct{ Name string }
	}
	if err := json.Unmarshal([]byte(sh.want(statusDone, "ledgers", "--store", "URL", "--json")), &listed); err != nil || len(listed.Ledgers) != 1 {
		t.Fatalf("%v, %v", listed, err)
	}
	name := listed.Ledgers[0].Name

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	offices := []*sharedOffice{{t: t, url: sh.url}, {t: t, url: sh.url}}
	var kept sync.WaitGroup
	for i, o := range offices {
		o.listen, o.random = free(t), rand.New(rand.NewPCG(7, uint64(i)))
		kept.Go(func() { o.keep(ctx) })
	}

	type answer struct {
		Sequence uint64
		Verdict  string
	}
	answers := make([][each]answer, players)
	var playing sync.WaitGroup
	for i := range players {
		playing.Go(func() {
			p := &sharedPlayer{t: t, offices: offices, game: name, from: i, who: []string{"Ann", "Bob"}[i%2]}
			p.signIn(sh)
			for k := range each {
				body := p.ask("/plays", fmt.Sprintf("player %d, play %d", i, k), `{"play":"pass"}`)
				if err := json.Unmarshal(body, &answers[i][k]); err != nil || answers[i][k].Sequence == 0 {
					t.Errorf("%s: %v", body, err)
				}
			}
		})
	}
	playing.Wait()
	cancel()
	kept.Wait()

	seen := map[uint64]bool{}
	for i := range answers {
		for _, a := range answers[i] {
			if seen[a.Sequence] {
				t.Errorf("#%d is the answer to two plays", a.Sequence)
			}
			seen[a.Sequence] = true
		}
	}
	var log struct {
		Entries []struct {
			Sequence uint64
			Text     string
		}
	}
	if err := json.Unmarshal([]byte(sh.want(statusDone, "log", "--store", "URL", "--plays", "--json")), &log); err != nil {
		t.Fatal(err)
	}
	after := 0
	for _, e := range log.Entries {
		if seen[e.Sequence] {
			after++
		}
	}
	if after != players*each {
		t.Errorf("%d of %d plays that were answered are in the ledger", after, players*each)
	}
	var first uint64
	for s := range seen {
		if first == 0 || s < first {
			first = s
		}
	}
	for _, e := range log.Entries {
		if e.Sequence >= first && !seen[e.Sequence] {
			t.Errorf("#%d, %s, is a play that nobody was told of", e.Sequence, e.Text)
		}
	}
	sh.want(statusDone, "verify", "--store", "URL")
	t.Logf("%d plays, %d kills", len(seen), offices[0].kills+offices[1].kills)
	if offices[0].kills == 0 || offices[1].kills == 0 {
		t.Error("an office was never killed")
	}
}

// free is an address on which nobody listens.
func free(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// A sharedOffice is one of several of one server.
type sharedOffice struct {
	t           *testing.T
	url, listen string
	random      *rand.Rand
	kills       int
}

// keep starts the office again whenever it was killed, and kills it at random moments, until ctx is done.
func (o *sharedOffice) keep(ctx context.Context) {
	for ctx.Err() == nil {
		cmd := program(o.t, ".", "serve", "--store", o.url, "--listen", o.listen, "--url", "http://"+o.listen)
		var said bytes.Buffer
		cmd.Stderr = &said
		if err := cmd.Start(); err != nil {
			o.t.Error(err)
			return
		}
		over := make(chan error, 1)
		go func() { over <- cmd.Wait() }()
		select {
		case <-ctx.Done():
		case <-time.After(time.Duration(1000+o.random.IntN(1500)) * time.Millisecond):
			o.kills++
		case err := <-over:
			o.t.Errorf("the office ended by itself: %v\n%s", err, &said)
			return
		}
		_ = cmd.Process.Kill()
		<-over
	}
}

// A sharedPlayer sends plays to whichever office answers.
type sharedPlayer struct {
	t       *testing.T
	offices []*sharedOffice
	game    string
	from    int
	who     string
	session string
}

// client asks from an address of its own, as each may write only so often.
func (p *sharedPlayer) client() *http.Client {
	d := &net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(10+p.from))}, Timeout: 5 * time.Second}
	return &http.Client{Transport: &http.Transport{DialContext: d.DialContext, DisableKeepAlives: true}, Timeout: 10 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

func (p *sharedPlayer) signIn(sh *shell) {
	out, err := program(p.t, ".", "player", "invite", p.who, "--store", sh.url, "--url", "http://office.example").Output()
	if err != nil {
		p.t.Error(err)
		return
	}
	_, with, _ := strings.Cut(strings.Fields(string(out))[0], "with=")
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(50 * time.Millisecond) {
		w, err := p.client().PostForm("http://"+p.offices[p.from%2].listen+"/games/"+url.PathEscape(p.game)+"/in", url.Values{"with": {with}})
		if err != nil {
			continue
		}
		w.Body.Close()
		if len(w.Cookies()) > 0 {
			p.session = w.Cookies()[0].Value
			return
		}
	}
	p.t.Errorf("%s is not let in", p.who)
}

// ask sends a request under a key until some office answers it.
func (p *sharedPlayer) ask(path, key, body string) []byte {
	for try, began := 0, time.Now(); time.Since(began) < 2*time.Minute; try++ {
		r, _ := http.NewRequest(http.MethodPost, "http://"+p.offices[(p.from+try)%2].listen+"/api/v1/games/"+url.PathEscape(p.game)+path, strings.NewReader(body))
		r.Header.Set("Authorization", "Bearer "+p.session)
		r.Header.Set("Idempotency-Key", key)
		if w, err := p.client().Do(r); err == nil {
			answer, err := io.ReadAll(w.Body)
			w.Body.Close()
			if err == nil && w.StatusCode == http.StatusOK {
				return answer
			}
			if w.StatusCode < 500 && w.StatusCode != http.StatusTooManyRequests && err == nil {
				return answer
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	return []byte("no office answered " + filepath.Base(path))
}
