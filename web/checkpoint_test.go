package web

import (
	"net/http"
	"strings"
	"testing"

	"adjudicate/ledger/proof"
)

// umpireKey is a key that signs checkpoints.
func umpireKey(t *testing.T) *proof.Key {
	t.Helper()
	private, _, err := proof.NewKey(strings.NewReader(strings.Repeat("u", 32)), "umpire")
	if err != nil {
		t.Fatal(err)
	}
	k, err := proof.ReadKey([]byte(private))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// TestTheCheckpointOfAGameIsGivenWithItsProof asks as somebody who has seen an earlier one, nothing, or too much.
func TestTheCheckpointOfAGameIsGivenWithItsProof(t *testing.T) {
	s, _ := office(t)
	at := "/api/v1/games/" + autumn + "/checkpoint"
	if w := get(s, at); w.Code != http.StatusNotFound || !strings.Contains(w.Body.String(), "no checkpoint of the game is known") {
		t.Errorf("before one is signed: %d %s", w.Code, w.Body)
	}
	umpire := umpireKey(t)
	g := s.store.Game(autumn)
	c, err := g.Sign(t.Context(), umpire)
	if err != nil {
		t.Fatal(err)
	}
	w := get(s, at)
	if w.Code != http.StatusOK || w.Body.String() != string(c.Note) || w.Header().Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("%d %q, want %q", w.Code, w.Body, c.Note)
	}
	if again := get(s, at, "If-None-Match", w.Header().Get("ETag")); again.Code != http.StatusNotModified {
		t.Errorf("asked again: %d", again.Code)
	}
	before := &proof.Tree{}
	for rec, err := range s.store.Events.Read(t.Context(), autumn, 1) {
		if err != nil {
			t.Fatal(err)
		}
		if before.Size() == 1000 {
			break
		}
		before.Add(rec.Data)
	}
	r, err := proof.ReadRequest(get(s, at+"?old=1000").Body.Bytes(), proof.Verifiers([]*proof.Key{umpire}))
	if err != nil || !r.Extends(&proof.Checkpoint{Size: 1000, Root: before.Root()}) {
		t.Errorf("from 1000: %+v, %v", r, err)
	}
	for _, old := range []string{"-1", "x", "99999"} {
		if w := get(s, at+"?old="+old); w.Code != http.StatusBadRequest || !strings.Contains(w.Body.String(), "expected a number of events of at most") {
			t.Errorf("old=%s: %d %s", old, w.Code, w.Body)
		}
	}
	if w := get(s, "/api/v1/games/nowhere/checkpoint"); w.Code != http.StatusNotFound {
		t.Errorf("no game: %d", w.Code)
	}
}
