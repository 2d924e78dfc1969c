package outbox

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	client "github.com/EventStore/EventStore-Client-Go/v4/esdb"

	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/store/esdb/esdbtest"
	"adjudicate/web/rounds"
)

// onServer are two offices' views of the short season on one server, each with a desk of its own on which everybody's address is.
func onServer(t *testing.T) (c *esdbtest.Cluster, games [2]*place.Game) {
	t.Helper()
	c = esdbtest.New(t, esdbtest.Options{})
	dir := t.TempDir()
	for i, name := range []string{"a", "b"} {
		h := &place.Host{Engine: "adjudicate test", Desk: filepath.Join(dir, name+".desk"), Cache: filepath.Join(dir, name)}
		st, err := h.Open(t.Context(), c.URL())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { st.Close() })
		if i == 0 {
			if _, err := played.Into(st.Events, "two-for-tea", "../../fixtures/season/short.season", ledger.Options{Engine: "adjudicate test"}); err != nil {
				t.Fatal(err)
			}
		}
		games[i] = st.Game("two-for-tea")
		for _, p := range []string{"Ann", "Bob"} {
			if err := games[i].Put(t.Context(), people.Person{Player: p, Addresses: []string{strings.ToLower(p) + "@example.org"}}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return c, games
}

// Two offices send for one game on a server, though nothing else than the server is common to them. Of passes at the same time one sends; a pass in which nothing is due writes nothing.
func TestOfficesOnOneServerKnowWhatTheOtherHasSent(t *testing.T) {
	c, games := onServer(t)
	fromTheStart(t, games[0])
	if known, err := games[1].Posted(t.Context(), nil); err != nil || known.UpTo != 1 {
		t.Fatalf("the other office knows %+v, error %v", known, err)
	}
	s := &mailServer{}
	address := s.listen(t)
	var both sync.WaitGroup
	for i, g := range games {
		o := options(t, address)
		o.Holder = []string{"a", "b"}[i]
		both.Go(func() {
			if _, err := Pass(t.Context(), g, o); err != nil && !isBusy(err) {
				t.Errorf("office %s: %v", o.Holder, err)
			}
		})
	}
	both.Wait()
	total := len(s.ids(t))
	if once := slices.Compact(slices.Sorted(slices.Values(s.ids(t)))); total == 0 || len(once) != total {
		t.Errorf("%d mails were sent, %d different ones", total, len(once))
	}
	known, err := games[1].Posted(t.Context(), nil)
	if err != nil || known.Holder != "" {
		t.Errorf("the game is held by %q, error %v", known.Holder, err)
	}
	events := c.Events()
	for i, g := range games {
		o := options(t, address)
		o.Holder = []string{"c", "d"}[i]
		if v, err := Pass(t.Context(), g, o); err != nil || v.Sent != 0 {
			t.Errorf("office %s sends %d mails that were sent before, error %v", o.Holder, v.Sent, err)
		}
	}
	if now := c.Events(); now != events {
		t.Errorf("passes in which nothing is due wrote %d events", now-events)
	}
}

// What a version that knew nothing of other offices noted on the desk counts until something is noted on the server.
func TestWhatADeskSaysOfAGameOnAServerCountsUntilTheServerDoes(t *testing.T) {
	_, games := onServer(t)
	g := games[0]
	d, err := g.Desk()
	if err != nil {
		t.Fatal(err)
	}
	shelves, err := d.(*people.File).Shelves(t.Context())
	if err != nil || len(shelves) != 1 {
		t.Fatal(shelves, err)
	}
	if _, err := d.Posted(t.Context(), shelves[0], func(p *people.Posted) error { p.UpTo, p.Demand = 40, people.DemandToken; return nil }); err != nil {
		t.Fatal(err)
	}
	if p, err := g.Posted(t.Context(), nil); err != nil || p.UpTo != 40 || p.Demand != people.DemandToken {
		t.Errorf("%+v, error %v, want what the desk says", p, err)
	}
	if _, err := g.Posted(t.Context(), func(p *people.Posted) error { p.UpTo = 50; return nil }); err != nil {
		t.Fatal(err)
	}
	for i, g := range games {
		if p, err := g.Posted(t.Context(), nil); err != nil || p.UpTo != 50 || p.Demand != people.DemandToken {
			t.Errorf("office %d: %+v, error %v", i, p, err)
		}
	}
	refused := errors.New("no")
	if _, err := g.Posted(t.Context(), func(p *people.Posted) error { p.UpTo = 60; return refused }); err != refused {
		t.Errorf("error %v, want that of the change", err)
	}
	if p, err := g.Posted(t.Context(), nil); err != nil || p.UpTo != 50 {
		t.Errorf("%+v, error %v: a change that was refused is noted", p, err)
	}
}

// Changes of several offices at once are all made, each on what the one before has left.
func TestChangesOfOfficesAtOnceAreAllMade(t *testing.T) {
	_, games := onServer(t)
	const each = 5
	var all sync.WaitGroup
	for _, g := range games {
		all.Go(func() {
			for range each {
				if _, err := g.Posted(t.Context(), func(p *people.Posted) error { p.UpTo++; return nil }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	if p, err := games[0].Posted(t.Context(), nil); err != nil || p.UpTo != 2*each {
		t.Errorf("up to %d, error %v, want %d", p.UpTo, err, 2*each)
	}
}

// A game that another process holds is looked at again as soon as that is over, not when games are that have not gone on.
func TestAGameThatAnotherHeldIsSentForAsSoonAsItIsFree(t *testing.T) {
	g := season(t)
	fromTheStart(t, g)
	const left = passEvery / 2
	if _, err := g.Posted(t.Context(), func(p *people.Posted) error { p.Holder, p.Until = "killed", noon.Add(left); return nil }); err != nil {
		t.Fatal(err)
	}
	s, now := &mailServer{}, noon
	o := options(t, s.listen(t))
	o.Now = func() time.Time { return now }
	k := &keeper{o: o, games: &rounds.Games{Store: g.Store, Now: o.Now, Again: passEvery}}
	for _, c := range []struct {
		after time.Duration
		sends bool
	}{{0, false}, {left - time.Second, false}, {left, true}} {
		now = noon.Add(c.after)
		if err := k.round(t.Context()); err != nil {
			t.Fatal(err)
		}
		if sent := len(s.ids(t)); sent > 0 != c.sends {
			t.Errorf("after %v: %d mails", c.after, sent)
		}
	}
	// One that was killed when all was sent leaves its name, which the next pass takes away though it has nothing to send.
	if _, err := g.Posted(t.Context(), func(p *people.Posted) error { p.Holder, p.Until = "killed too", now; return nil }); err != nil {
		t.Fatal(err)
	}
	if _, err := Pass(t.Context(), g, o); err != nil {
		t.Fatal(err)
	}
	if p, err := g.Posted(t.Context(), nil); err != nil || p.Holder != "" || !p.Until.IsZero() {
		t.Errorf("the game is held by %q until %v, error %v", p.Holder, p.Until, err)
	}
}

// TestWhatIsNotedOnAServerStaysShort has two offices note some hundred mails in turn: each knows what the other noted last, and the server is told to drop what was before.
func TestWhatIsNotedOnAServerStaysShort(t *testing.T) {
	c, games := onServer(t)
	const notes = 300
	for n := range uint64(notes) {
		if _, err := games[n%2].Posted(t.Context(), func(p *people.Posted) error {
			if p.UpTo != n {
				t.Errorf("note %d follows %d", n, p.UpTo)
			}
			p.UpTo++
			return nil
		}); err != nil {
			t.Fatal(err)
		}
	}
	for i, g := range games {
		if p, err := g.Posted(t.Context(), nil); err != nil || p.UpTo != notes {
			t.Errorf("office %d: %+v, %v", i, p, err)
		}
	}
	conf, err := client.ParseConnectionString(c.URL())
	if err != nil {
		t.Fatal(err)
	}
	db, err := client.NewClient(conf)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	origin, err := games[0].Origin(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	about, err := db.GetStreamMetadata(t.Context(), "ledger_office-two-for-tea%40"+origin.String(), client.ReadStreamOptions{})
	if err != nil || about.MaxCount() == nil || *about.MaxCount() != 1024 {
		t.Errorf("metadata %+v, %v", about, err)
	}
}
