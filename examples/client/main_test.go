package main

import (
	"io"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adjudicate/ledger/intake"
	"adjudicate/ledger/place"
	"adjudicate/ledger/proof"
	"adjudicate/systems"
	"adjudicate/systems/array"
	"adjudicate/web"
)

// TestAWholeGameIsPlayedThroughTheAPI plays a game of chess to its mate, with a play that is rejected on the way.
func TestAWholeGameIsPlayedThroughTheAPI(t *testing.T) {
	host := &place.Host{Engine: "adjudicate test", Cache: t.TempDir()}
	sys, err := systems.Called("chess")
	if err != nil {
		t.Fatal(err)
	}
	then, err := array.Opening(sys, "", []string{"White=Ann", "Black=Bob"})
	if err != nil {
		t.Fatal(err)
	}
	at := time.Now().UTC().Truncate(time.Second)
	draft, _, err := intake.Open(t.Context(), host, sys.Opening("club", strings.Repeat("5", 64), ""), sys.Book.Rules(), "", at, then...)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "club.ledger")
	if _, err := draft.Put(t.Context(), host, path, false); err != nil {
		t.Fatal(err)
	}
	st, err := host.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	key := []byte("of the test")
	s, err := web.New(st, web.Options{Version: "test", Key: key, Now: time.Now})
	if err != nil {
		t.Fatal(err)
	}
	srv := httptest.NewServer(s)
	defer srv.Close()
	var links []string
	for _, player := range []string{"Ann", "Bob"} {
		v, err := web.Invitation(t.Context(), st.Game("club"), key, srv.URL, player, "player", at.Add(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		links = append(links, v.Link)
	}
	var out strings.Builder
	err = run(t.Context(), "", links, strings.NewReader("White: f3\nBlack: e5\nWhite: g4\nvacation Bob\nactive Bob\nBlack: Qd8-h5\nWhite: a3\nBlack: Qd8-h4\n"), &out)
	text := out.String()
	if err == nil || !strings.Contains(text, "White: Pg2-g4 accepted") || !strings.Contains(text, "vacation Bob accepted") || strings.Count(text, "accepted") != 6 || strings.Count(text, "rejected") != 2 {
		t.Errorf("%v\n%s", err, text)
	}
	if !strings.HasSuffix(text, "nobody is to play\n") {
		t.Errorf("after the mate: %s", text)
	}
	holds(t, st, links, path)
	// The same lines again are the same plays: nothing is added.
	head, err := st.Events.Head(t.Context(), "club")
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range links[:1] {
		c, err := SignIn(t.Context(), link)
		if err != nil {
			t.Fatal(err)
		}
		if r, err := c.Enter(t.Context(), "White: f3", "line-1"); err != nil || r.Play != "Pf2-f3" || r.Verdict != "accepted" {
			t.Errorf("submitted again: %+v, %v", r, err)
		}
		if _, err := c.Enter(t.Context(), "Black: a6", "other"); err == nil || !strings.Contains(err.Error(), "does not hold") {
			t.Errorf("for another: %v", err)
		}
	}
	if now, err := st.Events.Head(t.Context(), "club"); err != nil || now != head {
		t.Errorf("the game has %d events, %d before (%v)", now, head, err)
	}
}

// holds signs the game, has the client keep the checkpoint, and changes what it has kept.
func holds(t *testing.T, st *place.Store, links []string, path string) {
	t.Helper()
	kept := path + ".kept"
	if err := run(t.Context(), kept, links[:1], strings.NewReader(""), io.Discard); err != nil {
		t.Fatalf("before anything was signed: %v", err)
	}
	c, err := SignIn(t.Context(), links[0])
	if err != nil {
		t.Fatal(err)
	}
	hold := func() error { return c.Hold(t.Context(), kept) }
	private, _, err := proof.NewKey(strings.NewReader(strings.Repeat("u", 32)), "umpire")
	if err != nil {
		t.Fatal(err)
	}
	umpire, err := proof.ReadKey([]byte(private))
	if err != nil {
		t.Fatal(err)
	}
	signed, err := st.Game("club").Sign(t.Context(), umpire)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := hold(); err != nil {
			t.Fatal(err)
		}
		if text, err := os.ReadFile(kept); err != nil || string(text) != string(signed.Note) {
			t.Errorf("kept: %q (%v), want %q", text, err, signed.Note)
		}
	}
	for what, other := range map[string]proof.Checkpoint{"another beginning": {Origin: signed.Origin, Size: 3, Root: signed.Root}, "more than there is": {Origin: signed.Origin, Size: signed.Size + 1, Root: signed.Root}} {
		c, err := proof.Sign(other, umpire.Signer)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(kept, c.Note, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := hold(); err == nil || !strings.Contains(err.Error(), "does not begin with the") {
			t.Errorf("%s: %v", what, err)
		}
		if text, err := os.ReadFile(kept); err != nil || string(text) != string(c.Note) {
			t.Errorf("%s: the file is now %q (%v)", what, text, err)
		}
	}
}

// TestWhoeverMayEnterALineIsToldOf tries a line by players of whom one may enter it.
func TestWhoeverMayEnterALineIsToldOf(t *testing.T) {
	other, own := &Problem{403, "Bob does not hold the side"}, &Problem{400, "expected a play"}
	for _, tried := range [][]error{{other, own, other}, {own, other}, {other, own}} {
		var failed error
		for _, err := range tried {
			failed = worse(failed, err)
		}
		if failed != error(own) {
			t.Errorf("of %v it is told %v", tried, failed)
		}
	}
}
