package web

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"

	"adjudicate/history"
	"adjudicate/report"
)

// A board is also an address of its own, as a picture for other sites, mails and chats; so is a stretch of a game, as an animated one.

// mostStretch is how many events an animated picture shows at most; it has at most draw.MostFrames boards.
const mostStretch = 2000

// moving is what an animated picture may do by itself: its own style sheet is what moves it.
const moving = "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'"

// routePictures adds the pictures to the routes.
func (s *Server) routePictures(mux *http.ServeMux) {
	for ext, as := range map[string]struct {
		kind string
		draw func(*report.Board, io.Writer) error
	}{"svg": {"image/svg+xml", (*report.Board).Picture}, "png": {"image/png", (*report.Board).Pixels}} {
		mux.HandleFunc("GET /games/{game}/board."+ext, s.kept(func(ctx context.Context, l *look, r *http.Request) (string, []byte, error) {
			v, err := l.board(ctx)
			if err != nil {
				return "", nil, err
			}
			if err := v.Show(wayOf(r)); err != nil {
				return "", nil, &requestError{err.Error()}
			}
			if v.Plain = r.URL.Query().Has("plain"); v.Plain {
				v.Drawn.Title = ""
			}
			var b bytes.Buffer
			err = as.draw(v, &b)
			return as.kind, b.Bytes(), err
		}, s.failPage))
	}
	film := s.kept(func(ctx context.Context, l *look, r *http.Request) (string, []byte, error) { return l.film(ctx, r) }, s.failPage)
	mux.HandleFunc("GET /games/{game}/film.svg", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", moving)
		film(w, r)
	})
}

// wayOf is how an address wants a board to be drawn.
func wayOf(r *http.Request) report.Way {
	q := r.URL.Query()
	return report.Way{Flip: q.Has("flip"), Part: q.Get("crop"), Figurines: q.Has("figurines"), Language: languageOf(r)}
}

// film is the animated picture of what happened from an entry on.
func (l *look) film(ctx context.Context, r *http.Request) (string, []byte, error) {
	q := r.URL.Query()
	from, _, err := history.ParseAddress(q.Get("from"))
	switch {
	case err != nil || from == 0:
		return "", nil, &requestError{fmt.Sprintf("invalid from %q: expected the number of the entry to begin with, as in film.svg?from=700", q.Get("from"))}
	case from <= l.view.UpTo && l.view.UpTo-from >= mostStretch:
		return "", nil, &requestError{fmt.Sprintf("%d events from %d on: an animated picture shows at most %d; begin later, or end earlier by at", l.view.UpTo-from+1, from, mostStretch)}
	}
	draw, err := report.Film(ctx, l.view, from, wayOf(r))
	if err != nil {
		return "", nil, &requestError{err.Error()}
	}
	var b bytes.Buffer
	err = draw(&b)
	return "image/svg+xml", b.Bytes(), err
}
