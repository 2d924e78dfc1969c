package web

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

// policy is what pages may load and do: their own style sheet, script, pictures and questions, and nothing inline.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// routes returns what answers requests.
func (s *Server) routes() (http.Handler, error) {
	mux := http.NewServeMux()
	if err := s.routeAPI(mux); err != nil {
		return nil, err
	}
	if err := s.routePages(mux); err != nil {
		return nil, err
	}
	mux.HandleFunc("GET /games/{game}/in", s.signIn)
	mux.HandleFunc("POST /games/{game}/in", s.signIn)
	mux.HandleFunc("POST /games/{game}/out", s.signOut)
	mux.HandleFunc("GET /games/{game}/letters", s.letters)
	mux.HandleFunc("POST /games/{game}/letters", s.letters)
	for _, own := range []struct {
		path, title string
		may         func(role string) bool
		serve       func(http.ResponseWriter, *http.Request, *visit)
	}{
		{"play", "Play", plays, s.playForm},
		{"deeds", "Other actions", plays, s.deedsForm},
		{"ahead", "Plays ahead", plays, s.aheadForm},
		{"desk", "Desk", umpires, s.desk},
		{"keys", "Passkeys", anybody, s.keysForm},
	} {
		for _, method := range []string{"GET", "POST"} {
			mux.HandleFunc(method+" /games/{game}/"+own.path, s.visited(own.title, own.may, own.serve))
		}
	}
	mux.HandleFunc("GET /games/{game}/checkpoints", s.signed)
	mux.HandleFunc("GET /games/{game}/receipt", s.receipt)
	mux.HandleFunc("GET /in", s.enterPage)
	mux.HandleFunc("POST /in/question", s.whoQuestion)
	mux.HandleFunc("POST /in/answer", s.whoAnswer)
	mux.HandleFunc("POST /games/{game}/keys/question", s.visited("Passkeys", anybody, s.keysQuestion))
	mux.HandleFunc("POST /games/{game}/keys/answer", s.visited("Passkeys", anybody, s.keysAnswer))
	mux.HandleFunc("GET "+apiRoot+"/games/{game}/checkpoint", s.checkpoint)
	mux.HandleFunc("POST "+apiRoot+"/games/{game}/plays", s.playDocument)
	mux.HandleFunc("POST "+apiRoot+"/games/{game}/entries", s.entryDocument)
	mux.HandleFunc("GET "+apiRoot+"/games/{game}/ahead", s.aheadDocument)
	mux.HandleFunc("POST "+apiRoot+"/games/{game}/ahead", s.aheadDocument)
	mux.HandleFunc("GET /metrics", s.metrics)
	mux.HandleFunc("GET /healthz", s.health)
	return s.guarded(http.NewCrossOriginProtection().Handler(s.admitting(s.sighted(mux)))), nil
}

// guarded answers no request that is too long, sets what holds for every answer, and keeps a panic from ending more than its
// own request.
func (s *Server) guarded(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Add("Vary", "Accept-Language")
		began := s.opts.Now()
		defer func() {
			if p := recover(); p != nil && p != http.ErrAbortHandler {
				s.figures.failed.Add(1)
				s.note(slog.LevelError, "panic", "path", r.URL.Path, "panic", p)
				http.Error(w, "the server cannot compute the answer: its log has the cause", http.StatusInternalServerError)
			}
			s.note(slog.LevelDebug, "answered", "method", r.Method, "path", r.URL.Path, "took", s.opts.Now().Sub(began))
		}()
		switch {
		case len(r.URL.RawQuery) > mostQuery || len(r.URL.Path) > mostQuery:
			s.refuse(w, r, http.StatusRequestURITooLong, "the address is too long")
		case r.Method == http.MethodGet || r.Method == http.MethodHead:
			next.ServeHTTP(w, r)
		case r.Method != http.MethodPost:
			h.Set("Allow", "GET, HEAD, POST")
			s.refuse(w, r, http.StatusMethodNotAllowed, "expected GET, HEAD or POST")
		case !s.mayWrite(r):
			h.Set("Retry-After", "30")
			s.refuse(w, r, http.StatusTooManyRequests, tooMuch)
		default:
			r.Body = http.MaxBytesReader(w, r.Body, s.mostOf(r))
			next.ServeHTTP(w, r)
		}
	})
}

// refuse answers without looking further: a program by a problem document, a person by a page.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, status int, text string) {
	if strings.HasPrefix(r.URL.Path, apiRoot+"/") {
		problemDocument(w, status, text, nil)
		return
	}
	s.failureOf(w, r, status, text)
}

// mostOf is how long the body of a request may be: rules that are amended are longer than what players write.
func (s *Server) mostOf(r *http.Request) int64 {
	if strings.HasSuffix(r.URL.Path, "/desk") || strings.HasSuffix(r.URL.Path, "/entries") {
		return mostRules
	}
	return mostBody
}

// mayWrite counts what an address writes.
func (s *Server) mayWrite(r *http.Request) bool {
	return s.rate(visitorOf(r), writeEvery, writeAtOnce)
}

// visitorOf is where a request comes from. A proxy on this machine, and nobody else, is believed where it says that it has the request from; it appends
// that to what its own client may have said.
func visitorOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return host
	}
	list := r.Header.Values("X-Forwarded-For")
	if len(list) == 0 {
		return host
	}
	last := list[len(list)-1]
	if from := net.ParseIP(strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])); from != nil {
		return from.String()
	}
	return host
}

// rate counts what somebody writes, and reports whether it is not too much.
func (s *Server) rate(who string, every time.Duration, atOnce int) bool {
	l, _ := s.rates.ComputeIfAbsent(who, func() (*rate.Limiter, bool) { return rate.NewLimiter(rate.Every(every), atOnce), false })
	return l.AllowN(s.opts.Now(), 1)
}

func (s *Server) note(level slog.Level, what string, args ...any) {
	if s.opts.Log != nil {
		s.opts.Log.Log(context.Background(), level, what, args...)
	}
}
