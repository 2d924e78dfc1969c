package web

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"adjudicate/ledger/proof"
)

// checkpoint answers with the largest known checkpoint of a game, for whoever keeps one to hold against the next: a signed note; with ?old=N the
// hashes that show that the ledger begins with the N events of an earlier one stand before it, as a witness is asked
// ([proof.Request]). It changes when one is signed, whatever the game does, and is kept by nobody.
func (s *Server) checkpoint(w http.ResponseWriter, r *http.Request) {
	text, err := func() ([]byte, error) {
		name := r.PathValue("game")
		if _, err := s.head(r.Context(), name); err != nil {
			return nil, err
		}
		g := s.store.Game(name)
		c, err := g.Largest(r.Context(), nil)
		switch {
		case err != nil:
			return nil, err
		case c == nil:
			return nil, errNoCheckpoint
		case !r.URL.Query().Has("old"):
			return c.Note, nil
		}
		old, err := strconv.ParseInt(r.URL.Query().Get("old"), 10, 64)
		if err != nil || old < 0 || old > c.Size {
			return nil, &requestError{fmt.Sprintf("invalid old %q: expected a number of events of at most %d", r.URL.Query().Get("old"), c.Size)}
		}
		ask, err := g.Log(r.Context()).Request(r.Context(), old, c)
		if err != nil {
			return nil, err
		}
		return ask.Bytes(), nil
	}()
	var other *proof.MismatchError
	switch {
	case errors.Is(err, errNoCheckpoint):
		problemDocument(w, http.StatusNotFound, err.Error(), err)
	case errors.As(err, &other):
		problemDocument(w, http.StatusConflict, err.Error(), err)
	case err != nil:
		s.failProblem(w, r, err)
	default:
		sum := sha256.Sum256(text)
		w.Header().Set("ETag", `"`+hex.EncodeToString(sum[:8])+`"`)
		w.Header().Set("Cache-Control", "private, no-cache")
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		if r.Header.Get("If-None-Match") == w.Header().Get("ETag") {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = w.Write(text)
	}
}

var errNoCheckpoint = errors.New("no checkpoint of the game is known: the umpire signs one with \"adjudicate proof checkpoint --key FILE\"")
