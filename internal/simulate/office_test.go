package simulate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"
	"net/http/httptest"
	neturl "net/url"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/place"
	"adjudicate/ledger/post"
	"adjudicate/store"
	"adjudicate/store/replica"
	"adjudicate/store/sqlite"
	"adjudicate/web"
	"adjudicate/web/inbox"
	"adjudicate/web/outbox"
)

// A program is one that the world keeps running.
type program struct {
	name string
	run  func(*process)
}

// programs are what runs on the machine. All of them share the ledger.
func (w *world) programs() []program {
	return []program{{"office", (*process).office}, {"second office", (*process).office}, {"player's program", (*process).client}, {"another's program", (*process).client}, {"follower", (*process).follow}}
}

// A seen store tells the world what its process reads and writes. It is a Keeper, a Lister and so on, as the file is.
type seen struct {
	*sqlite.Store
	p *process
}

func (s seen) Append(ctx context.Context, stream string, expected store.Revision, list []store.Event) (store.Revision, error) {
	s.p.pause("append")
	s.p.w.promises.tried(list)
	if s.p.w.plan.mistake == appendsAnywhere {
		expected = store.Any
	}
	last, err := s.Store.Append(ctx, stream, expected, list)
	if s.p.dead {
		s.p.pause("dead")
	}
	s.p.w.promises.answered(s.p.w, s.p.name, list, last, err)
	s.p.pause("appended")
	return last, err
}

func (s seen) Read(ctx context.Context, stream string, from store.Revision) iter.Seq2[store.Recorded, error] {
	return func(yield func(store.Recorded, error) bool) {
		last := store.NoStream
		for r, err := range s.Store.Read(ctx, stream, from) {
			if err != nil {
				last = store.NoStream
			} else if !s.p.dead {
				s.p.w.promises.observe(s.p.w, s.p.name, &r)
				last = r.Revision
			}
			if !yield(r, err) {
				return
			}
		}
		if !s.p.dead {
			s.p.w.promises.whole(last) // no append ends within an entry
		}
	}
}

// open opens the ledger, as each of the program's processes does.
func (p *process) open() (*place.Store, error) {
	st, err := p.w.host(p).Open(p.w.ctx, p.w.ledger)
	if err != nil {
		p.w.concern(p, "opening the ledger", err)
		return nil, err
	}
	if file, ok := st.Events.(*sqlite.Store); ok {
		st.Events = seen{file, p}
	}
	return st, nil
}

// gone reports whether a process that a desk names is known to have ended.
func (w *world) gone(holder string) bool {
	return !slices.ContainsFunc(w.list, func(p *process) bool { return p.name == holder && !p.dead })
}

// office is "adjudicate serve": it takes mails, sends letters and answers requests, until something fails.
func (p *process) office() {
	w := p.w
	st, err := p.open()
	if err != nil {
		return
	}
	defer st.Close()
	srv, err := web.New(st, web.Options{Version: "test", Now: w.now, Key: w.key, URL: url, Tray: func(string) string { return w.tray() }})
	if err != nil {
		w.fail("%s: %v", p.name, err)
		return
	}
	desk := inbox.New(st, inbox.Options{Now: w.now, Tray: w.tray(), Key: w.key, Own: []string{office}, URL: url})
	letters := outbox.Options{From: office, URL: url, Holder: p.name, Now: w.now, Sender: &sender{p: p}, Key: w.key, Gone: w.gone}
	for {
		p.pause("office")
		for s := letters.Sender.(*sender); len(s.queue) > 0; s.queue = s.queue[1:] {
			w.server.take(s.queue[0])
			p.pause("letter taken")
		}
		switch w.random.IntN(4) {
		case 0:
			p.take(desk)
		case 1:
			s := letters.Sender.(*sender)
			s.begin()
			_, err := outbox.Once(w.ctx, st.Game(game), letters)
			s.end(err)
			if busy := (*outbox.BusyError)(nil); err != nil && !errors.As(err, &busy) {
				w.concern(p, "sending letters", err)
			}
		default:
			p.answer(srv)
		}
		if !w.healed && w.random.IntN(60) == 0 {
			return // somebody ends it
		}
	}
}

// tray is where mails lie that are no plays.
func (w *world) tray() string { return filepath.Join(w.dir, "tray") }

// take takes the mails that are in the mailbox, as far as a server names them.
func (p *process) take(desk *inbox.Desk) {
	w := p.w
	var list []post.Letter
	raw := map[string]*posted{}
	for _, m := range w.boxed {
		if len(list) < 4 {
			list = append(list, post.Letter{Label: m.label, Raw: m.raw})
			raw[m.label] = m
		}
	}
	if len(list) == 0 {
		return
	}
	if w.plan.mistake == emptiesBeforeTaking {
		for _, l := range list {
			w.taken(raw[l.Label])
		}
	}
	_, err := desk.TakeAll(w.ctx, list, func(l post.Letter) error {
		p.pause("mail taken")
		if w.chance(w.often.network) {
			w.count("a mailbox that does not answer")
			return errors.New("the mailbox does not answer")
		}
		w.taken(raw[l.Label])
		return nil
	})
	w.concern(p, "taking mails", err)
}

// answer answers the request that came first.
func (p *process) answer(srv *web.Server) {
	w := p.w
	if len(w.requests) == 0 {
		return
	}
	q := w.requests[0]
	w.requests = w.requests[1:]
	r := httptest.NewRequestWithContext(w.ctx, q.method, q.path, bytes.NewReader(q.body))
	for k, v := range q.header {
		r.Header.Set(k, v)
	}
	rec := httptest.NewRecorder()
	srv.ServeHTTP(rec, r)
	p.pause("request answered")
	if w.chance(w.often.network) {
		w.count("an answer that is lost")
		return
	}
	q.answer = rec.Result()
	q.text = rec.Body.Bytes()
}

// A request is one that an office is to answer.
type request struct {
	method, path string
	header       map[string]string
	body         []byte
	answer       *http.Response // nil until it has come
	text         []byte
}

// ask sends a request and waits a while for the answer; nil if none comes.
func (p *process) ask(q *request) *request {
	w := p.w
	switch {
	case w.chance(w.often.network):
		w.count("a request that is lost")
	case w.chance(w.often.network):
		w.count("a request that comes twice")
		again := *q
		w.requests = append(w.requests, q, &again)
	default:
		w.requests = append(w.requests, q)
	}
	for range 200 + w.random.IntN(4000) {
		p.pause("waits for an answer")
		if q.answer != nil {
			return q
		}
	}
	if w.random.IntN(4) > 0 { // else it still comes to the office
		w.requests = slices.DeleteFunc(w.requests, func(r *request) bool { return r == q })
	}
	return nil
}

// signIn gets a session for a player.
func (p *process) signIn(st *place.Store, player string) string {
	w := p.w
	v, err := web.Invitation(w.ctx, st.Game(game), w.key, url, player, "player", w.clock.AddDate(1, 0, 0))
	if err != nil {
		w.concern(p, "inviting", err)
		return ""
	}
	link, err := neturl.Parse(v.Link)
	if err != nil {
		w.fail("a link that is none: %v", err)
		return ""
	}
	q := p.ask(&request{method: http.MethodPost, path: link.Path, header: map[string]string{"Content-Type": "application/x-www-form-urlencoded"},
		body: []byte(neturl.Values{"with": {link.Query().Get("with")}}.Encode())})
	if q == nil || q.answer.StatusCode != http.StatusSeeOther {
		return ""
	}
	cookie, _, _ := strings.Cut(q.answer.Header.Get("Set-Cookie"), ";")
	_, token, _ := strings.Cut(cookie, "=")
	return token
}

// follow is "adjudicate follow": it keeps the copy up to date.
func (p *process) follow() {
	w := p.w
	st, err := p.open()
	if err != nil {
		return
	}
	defer st.Close()
	to, err := sqlite.Open(w.copy, sqlite.Options{})
	if err != nil {
		w.concern(p, "opening the copy", err)
		return
	}
	defer to.Close()
	r := &replica.Replica{From: st.Events, To: to, Stream: game, Keeper: to, Source: w.ledger, Begins: events.IsInput}
	for range 1 + w.random.IntN(6) {
		p.pause("follower")
		_, err := r.Update(w.ctx, w.random.IntN(4) == 0)
		var differs *replica.DifferenceError
		if errors.As(err, &differs) {
			w.fail("the copy is not a beginning of the ledger: %v", err)
		}
		w.concern(p, "copying", err)
	}
}

// concern looks at an error that a process meets. What a broken world explains is no fault of the program's.
func (w *world) concern(p *process, doing string, err error) {
	if err == nil || p.dead {
		return
	}
	var unreachable *store.UnreachableError
	var conflict *store.ConflictError
	var damaged *store.DamagedError
	var late *ledger.TimeError
	switch {
	case errors.As(err, &damaged):
		w.fail("%s: %s: a ledger that nobody damaged is said to be damaged: %v", p.name, doing, err)
	case errors.As(err, &unreachable), errors.As(err, &conflict), errors.As(err, &late):
		w.ends["failed: "+doing]++
	default:
		if !strings.Contains(err.Error(), "mailbox") {
			w.ends["failed otherwise: "+doing+": "+fmt.Sprintf("%T", err)]++
		}
	}
	w.trace(p.name, doing+": "+strings.ReplaceAll(err.Error(), w.dir, ""))
}

// aMoment is a time as mails have it.
func aMoment(t time.Time) string { return t.UTC().Format(time.RFC1123Z) }
