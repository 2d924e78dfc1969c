package web

import (
	"fmt"
	"net/http"
	"sync/atomic"
	"time"
)

// figures count what the server does, for whoever watches over it.
type figures struct {
	hits, misses, built, failed atomic.Int64
	building                    atomic.Int64 // nanoseconds
}

func (f *figures) asked(hit bool) {
	if hit {
		f.hits.Add(1)
	} else {
		f.misses.Add(1)
	}
}

func (f *figures) took(d time.Duration) { f.built.Add(1); f.building.Add(int64(d)) }

// metrics writes the figures as Prometheus reads them.
func (s *Server) metrics(w http.ResponseWriter, _ *http.Request) {
	s.rooms.mu.Lock()
	people, rooms := s.rooms.people, len(s.rooms.open)
	s.rooms.mu.Unlock()
	w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
	for _, m := range []struct {
		name, kind, help string
		value            any
	}{
		{"adjudicate_answers_kept_total", "counter", "Requests answered from the cache.", s.figures.hits.Load()},
		{"adjudicate_answers_built_total", "counter", "Answers computed.", s.figures.built.Load()},
		{"adjudicate_answers_building_seconds_total", "counter", "Time spent computing answers.", time.Duration(s.figures.building.Load()).Seconds()},
		{"adjudicate_answers_failed_total", "counter", "Requests answered with a server error.", s.figures.failed.Load()},
		{"adjudicate_answers_bytes", "gauge", "Bytes of cached answers.", s.answers.WeightedSize()},
		{"adjudicate_open_games_bytes", "gauge", "About how many bytes games take that are left open to be written to again.", s.open.WeightedSize()},
		{"adjudicate_watchers", "gauge", "Open event streams.", people},
		{"adjudicate_games_watched", "gauge", "Games being watched.", rooms},
	} {
		fmt.Fprintf(w, "# HELP %s %s\n# TYPE %s %s\n%s %v\n", m.name, m.help, m.name, m.kind, m.name, m.value)
	}
}

// health says that the store can be asked.
func (s *Server) health(w http.ResponseWriter, r *http.Request) {
	if _, _, err := s.store.Games(r.Context()); err != nil {
		s.failProblem(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintln(w, "ok")
}
