package simulate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/ledger/post"
	"adjudicate/store"
	"adjudicate/store/replica"
	"adjudicate/store/sqlite"
	"adjudicate/web/inbox"
	"adjudicate/web/outbox"
)

// settle lets everything work again until nothing is left to do, and checks what has come of the world.
func (w *world) settle() {
	w.healed, w.full = true, 0
	for w.cluster != nil && len(w.cluster.late) > 0 {
		w.deliverLate()
	}
	if w.lied || w.failure != "" {
		w.abandon()
		if w.failure == "" && w.ends["lied"] == 0 {
			w.cutPower()
			w.afterLies()
		}
		return
	}
	quiet := func() bool {
		for _, p := range w.players {
			if p.busy || p.wish != nil {
				return false
			}
		}
		return len(w.boxed) == 0
	}
	for most := w.steps + 400_000; !quiet() && w.failure == ""; w.steps++ {
		if w.steps > most {
			w.fail("everything works, and it does not come to an end: %d mails, %d requests", len(w.boxed), len(w.requests))
		}
		w.populate()
		if len(w.list) > 0 {
			w.step()
		}
	}
	w.abandon()
	w.start("the last office", (*process).finish)
	for len(w.list) > 0 && w.failure == "" {
		w.steps++
		w.step()
	}
	w.abandon()
	if w.failure != "" {
		return
	}
	w.content()
	w.copied()
	w.dealtWith()
	w.posted()
	for range 3 {
		w.flip()
	}
}

// abandon ends all processes.
func (w *world) abandon() {
	for len(w.list) > 0 {
		w.kill(w.list[0])
	}
}

// finish does what is left to do: nobody else is there.
func (p *process) finish() {
	w := p.w
	st, err := p.open()
	if err != nil {
		w.fail("at the end: %v", err)
		return
	}
	defer st.Close()
	p.take(inbox.New(st, inbox.Options{Now: w.now, Tray: w.tray(), Key: w.key, Own: []string{office}, URL: url}))
	s := &sender{p: p}
	_, err = outbox.Once(w.ctx, st.Game(game), outbox.Options{From: office, URL: url, Holder: p.name, Now: w.now, Sender: s, Key: w.key, Gone: w.gone})
	to, failed := sqlite.Open(w.copy, sqlite.Options{})
	if err = errors.Join(err, failed); err == nil {
		defer to.Close()
		_, err = (&replica.Replica{From: st.Events, To: to, Stream: game, Keeper: to, Source: w.ledger, Begins: events.IsInput}).Update(w.ctx, true)
	}
	if err != nil {
		w.fail("at the end: %v", err)
	}
}

// copied wants the copy to be the ledger.
func (w *world) copied() {
	to, err := sqlite.Open(w.copy, sqlite.Options{})
	if err != nil {
		w.fail("the copy: %v", err)
		return
	}
	defer to.Close()
	n := store.NoStream
	for r, err := range to.Read(w.ctx, game, 1) {
		was, ok := w.promises.known[r.Revision]
		if err != nil || !ok || was.event.ID != r.ID || !bytes.Equal(was.event.Data, r.Data) {
			w.fail("event %d of the copy: %v", r.Revision, err)
			return
		}
		n = r.Revision
	}
	if n != w.promises.most {
		w.fail("the copy ends at %d, the ledger at %d", n, w.promises.most)
	}
}

// dealtWith wants each mail that the office has taken to have become what the desk says of it.
func (w *world) dealtWith() {
	st, err := w.host(nil).Open(w.ctx, w.ledger)
	if err != nil {
		w.fail("the ledger: %v", err)
		return
	}
	defer st.Close()
	mails, err := st.Mails(w.ctx, nil)
	if err != nil {
		w.fail("the mails: %v", err)
		return
	}
	for _, m := range w.promises.mails {
		if !m.gone {
			continue
		}
		x := mails.Find(post.Peek(post.Letter{Raw: m.raw}).Identity())
		switch {
		case x == nil:
			w.fail("the office has taken mail %s and knows nothing of it", m.id)
		case x.Made == people.MailBegun:
			w.fail("the office has taken mail %s and has only begun", m.id)
		case m.talk && x.Made != people.MailTray:
			w.fail("mail %s holds no play, and the office has made of it: %s", m.id, x.Made)
		case m.talk && x.Answer != nil:
			w.fail("mail %s holds no play, and its answer was never sent", m.id)
		case x.Made == people.MailRuled:
			for _, key := range x.Plays {
				if _, ok := w.promises.entered[m.from+" "+key]; !ok {
					w.fail("mail %s was ruled on, and its play stands nowhere", m.id)
				}
			}
		}
		if x != nil {
			w.ends["mails: "+x.Made]++
		}
	}
}

// posted wants every letter that follows from the ledger to have been sent, none besides, and none twice without need.
func (w *world) posted() {
	st, err := w.host(nil).Open(w.ctx, w.ledger)
	if err != nil {
		w.fail("the ledger: %v", err)
		return
	}
	defer st.Close()
	due := w.due(st.Game(game))
	times, refused := map[string]int{}, map[string]bool{}
	for _, l := range w.server.letters {
		id, no := strings.CutPrefix(l.id, "refused ")
		times[id] += 0
		if no {
			refused[id] = true
		} else {
			times[id]++
		}
		if to, ok := due[id]; !ok && !strings.HasPrefix(id, "answer.") && !strings.HasPrefix(id, "limit-") {
			w.fail("letter %s to %s, which nothing in the ledger asks for", id, l.to)
		} else if ok && to != l.to {
			w.fail("letter %s went to %s, and is for %s", id, l.to, to)
		}
		if times[id] > 1+w.server.excused[id] {
			w.fail("letter %s was sent %d times; a process ended %d times before it could note it", id, times[id], w.server.excused[id])
		}
	}
	for id, to := range due {
		if times[id] == 0 && !refused[id] {
			w.fail("letter %s to %s was never sent", id, to)
		}
	}
	for _, n := range times {
		w.ends["letters"]++
		w.ends["letters again"] += max(n-1, 0)
	}
}

// due are the letters that a pass over the whole ledger sends, by Message-ID, and whom they are for.
func (w *world) due(g *place.Game) map[string]string {
	all := collector{}
	_, err := g.Posted(w.ctx, func(p *people.Posted) error { *p = people.Posted{UpTo: w.origin}; return nil })
	if err == nil {
		_, err = outbox.Pass(w.ctx, g, outbox.Options{From: office, URL: url, Holder: "the world", Now: w.now, Sender: all, Key: w.key})
	}
	if err != nil {
		w.fail("the letters that are due: %v", err)
	}
	return all
}

// A collector notes letters and whom they are for.
type collector map[string]string

func (c collector) Send(_ context.Context, l *outbox.Letter) error { c[l.ID] = l.To; return nil }
func (c collector) Close() error                                   { return nil }

// afterLies looks at a ledger whose disk has told of syncs that it had not done: it is told to be damaged, or is the game as it stood at some
// moment.
func (w *world) afterLies() {
	w.ends["lied"]++
	st, err := w.host(nil).Open(w.ctx, w.ledger)
	if err != nil {
		w.told(err)
		return
	}
	defer st.Close()
	found, err := st.Game(game).Verify(w.ctx, ledger.Evidence{}, nil, nil)
	switch {
	case err != nil:
		w.told(err)
		return
	case len(found.Differences) > 0:
		w.fail("a disk that lied, and another game: %+v", found.Differences[0])
	}
	last := store.NoStream
	for r, err := range st.Events.Read(w.ctx, game, 1) {
		if err != nil {
			w.told(err)
			return
		}
		w.promises.observe(w, "the world", &r)
		last = r.Revision
	}
	if last < w.promises.most {
		w.ends["a disk that lied: an earlier moment"]++
	} else {
		w.ends["a disk that lied: everything is there"]++
	}
}

// told wants an error that says what is wrong.
func (w *world) told(err error) {
	var damaged *store.DamagedError
	var unreachable *store.UnreachableError
	var none *store.NotALedgerError
	if !errors.As(err, &damaged) && !errors.As(err, &unreachable) && !errors.As(err, &none) && !errors.Is(err, ledger.ErrNoGame) {
		w.fail("%T: %v", err, err)
	}
	w.ends["damage that was told"]++
}

// flip changes one bit of the ledger's file. The ledger is told to be damaged, or its events are what they were.
func (w *world) flip() {
	if w.cluster != nil {
		return
	}
	text, err := os.ReadFile(w.ledger)
	if err != nil || len(text) == 0 {
		w.fail("the ledger's file: %v", err)
		return
	}
	defer func() {
		_ = os.Remove(w.ledger + "-wal")
		_ = os.Remove(w.ledger + "-shm")
		if err := os.WriteFile(w.ledger, text, 0o600); err != nil {
			w.fail("the world: %v", err)
		}
	}()
	at, bit := w.random.IntN(len(text)), w.random.IntN(8)
	w.count("a flipped bit")
	changed := bytes.Clone(text)
	changed[at] ^= 1 << bit
	if err := os.WriteFile(w.ledger, changed, 0o600); err != nil {
		w.fail("the world: %v", err)
		return
	}
	st, err := w.host(nil).Open(w.ctx, w.ledger)
	if err != nil {
		w.told(err)
		return
	}
	defer st.Close()
	last := store.NoStream
	for r, err := range st.Events.Read(w.ctx, game, 1) {
		if err != nil {
			w.told(err)
			return
		}
		w.promises.observe(w, fmt.Sprintf("the world, with bit %d of byte %d flipped", bit, at), &r)
		last = r.Revision
	}
	if last == w.promises.most {
		w.ends["a flipped bit that changes nothing"]++
		return
	}
	// An end that is missing shows when the file is checked.
	if c, ok := st.Events.(store.Checker); ok {
		if err := c.CheckStream(w.ctx, game); err != nil {
			w.told(err)
			return
		}
	}
	w.fail("with bit %d of byte %d flipped the ledger ends at %d, not %d, and nothing tells it", bit, at, last, w.promises.most)
}
