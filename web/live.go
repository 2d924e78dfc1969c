package web

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"
)

// rooms are the games that somebody watches. All are polled in one question, however many watch and however many games there are.
type rooms struct {
	server *Server
	mu     sync.Mutex
	open   map[string]*room
	stop   context.CancelFunc // ends the polling, which goes on while a room is open
	people int
}

// A room is a game that is watched: its head, and who is to be told of the next.
type room struct {
	head    uint64
	changed chan struct{} // closed once the head has moved
	people  int
}

// enter returns the room of a game, which somebody leaves again by leave.
func (h *rooms) enter(name string, head uint64) (*room, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.people >= mostWatched {
		return nil, &busyError{"too many viewers: reload the page to see what is new"}
	}
	h.people++
	r := h.open[name]
	if r == nil {
		r = &room{head: head, changed: make(chan struct{})}
		if len(h.open) == 0 {
			var ctx context.Context
			ctx, h.stop = context.WithCancel(context.Background())
			h.open = map[string]*room{}
			go h.poll(ctx)
		}
		h.open[name] = r
	}
	r.people++
	return r, nil
}

func (h *rooms) leave(name string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.people--
	if r := h.open[name]; r != nil {
		if r.people--; r.people == 0 {
			if delete(h.open, name); len(h.open) == 0 {
				h.stop()
			}
		}
	}
}

// news is the head of a room and what is closed when it moves.
func (h *rooms) news(r *room) (uint64, <-chan struct{}) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return r.head, r.changed
}

// move tells a room of a head. One that does not lie ahead is no news.
func (h *rooms) move(r *room, head uint64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if head > r.head {
		r.head = head
		close(r.changed)
		r.changed = make(chan struct{})
	}
}

// tell tells the room of a game, if somebody watches it, of a head.
func (h *rooms) tell(name string, head uint64) {
	h.mu.Lock()
	r := h.open[name]
	h.mu.Unlock()
	if r != nil {
		h.move(r, head)
	}
}

// poll asks for the heads of the games that are watched until nobody watches any. What cannot be asked is asked again.
func (h *rooms) poll(ctx context.Context) {
	tick := time.NewTicker(pollEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		h.mu.Lock()
		names := slices.Collect(maps.Keys(h.open))
		h.mu.Unlock()
		list, err := h.server.store.Heads(ctx, names)
		if err != nil {
			continue
		}
		for _, at := range list {
			if at.Err == nil {
				h.tell(at.Stream, uint64(at.Head))
			}
		}
	}
}

// stream tells of each new head of a game as a server-sent event, whose id is the head.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("game")
	head, err := s.head(r.Context(), name)
	if err != nil {
		s.failProblem(w, r, err)
		return
	}
	room, err := s.rooms.enter(name, head)
	if err != nil {
		s.failProblem(w, r, err)
		return
	}
	defer s.rooms.leave(name)
	out := http.NewResponseController(w)
	if err := out.SetWriteDeadline(time.Time{}); err != nil {
		s.failProblem(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no")
	told := r.Header.Get("Last-Event-ID")
	for {
		head, changed := s.rooms.news(room)
		if id := fmt.Sprint(head); id != told {
			told = id
			_, err = fmt.Fprintf(w, "event: head\nid: %s\ndata: {\"head\":%s}\n\n", id, id)
		} else {
			_, err = fmt.Fprint(w, ": still here\n\n")
		}
		if err != nil || out.Flush() != nil {
			return
		}
		select {
		case <-changed:
		case <-time.After(beatEvery):
		case <-r.Context().Done():
			return
		}
	}
}
