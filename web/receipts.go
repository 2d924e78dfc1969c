package web

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger/place"
	"adjudicate/report"
)

// mostSigned is how many checkpoints a page lists, the largest.
const mostSigned = 50

// A signedPage lists the checkpoints of a game.
type signedPage struct {
	List []signedLine
	More int // smaller ones
}

// A signedLine is one of them.
type signedLine struct {
	Size int64
	By   []string // the keys that it names, whose signatures nobody has checked here
	Note string
}

// signed shows which checkpoints of a game are known, and where a receipt is had.
func (s *Server) signed(w http.ResponseWriter, r *http.Request) {
	game := r.PathValue("game")
	v, title, err := func() (v signedPage, title string, err error) {
		head, err := s.head(r.Context(), game)
		if err != nil {
			return v, "", err
		}
		done, err := s.slot(r.Context())
		if err != nil {
			return v, "", err
		}
		defer done()
		l, err := s.look(r.Context(), game, where{}, head)
		if err != nil {
			return v, "", err
		}
		list, err := s.store.Game(game).Checkpoints(r.Context(), nil)
		v.More = max(0, len(list)-mostSigned)
		for _, c := range list[:len(list)-v.More] {
			v.List = append(v.List, signedLine{c.Size, signers(string(c.Note)), string(c.Note)})
		}
		return v, l.state.Game(), err
	}()
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	s.personal(w, r, "checkpoints", &page{Title: title, Game: game, Section: "Checkpoints", Body: &v})
}

// signers are the names of the keys on the lines of a note's signatures.
func signers(note string) (names []string) {
	_, lines, _ := strings.Cut(note, "\n\n")
	for line := range strings.Lines(lines) {
		if words := strings.Fields(line); len(words) == 3 && words[0] == "—" {
			names = append(names, words[1])
		}
	}
	return names
}

// receipt answers with proof of an entry and the ruling on it, under the largest checkpoint.
func (s *Server) receipt(w http.ResponseWriter, r *http.Request) {
	game := r.PathValue("game")
	text, of, err := func() ([]byte, uint64, error) {
		if _, err := s.head(r.Context(), game); err != nil {
			return nil, 0, err
		}
		of, err := strconv.ParseUint(strings.TrimPrefix(strings.TrimSpace(r.URL.Query().Get("of")), "#"), 10, 63)
		if err != nil || of == 0 {
			return nil, 0, &requestError{fmt.Sprintf("invalid entry %q: expected its number, such as 743", r.URL.Query().Get("of"))}
		}
		done, err := s.slot(r.Context())
		if err != nil {
			return nil, 0, err
		}
		defer done()
		g := s.store.Game(game)
		var in events.Envelope
		for e, err := range history.Stream(r.Context(), g.Events, game, of) {
			if err != nil {
				return nil, 0, err
			}
			in = e
			break
		}
		if in.Sequence != of || !events.IsInput(in.Type) {
			return nil, 0, &missingError{text: fmt.Sprintf("no such entry: #%d", of)}
		}
		if p, ok := in.Payload.(events.PlayerRegistered); ok && len(p.Addresses) > 0 {
			return nil, 0, &forbiddenError{text: fmt.Sprintf("entry #%d holds mail addresses", of)}
		}
		c, err := g.Largest(r.Context(), nil)
		if err == nil && (c == nil || c.Size <= int64(of)) {
			err = &place.NoCheckpointError{Sequence: of + 1}
		}
		if err != nil {
			return nil, 0, err
		}
		v, err := g.Receipt(r.Context(), of, c, report.EventWords)
		if err != nil {
			return nil, 0, err
		}
		v.About = append(v.About, report.ReceiptHint)
		return v.Bytes(), of, nil
	}()
	var none *place.NoCheckpointError
	if errors.As(err, &none) {
		err = &missingError{text: err.Error()}
	}
	if err != nil {
		s.failPage(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%s-%d.receipt"`, plainName(game), of))
	_, _ = w.Write(text)
}

// plainName is a name with nothing in it that a field of a header or the name of a file cannot hold.
func plainName(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, name)
}
