package web

import (
	"context"
	"log/slog"
	"net/http"
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
	mux.HandleFunc("GET /metrics", s.metrics)
	mux.HandleFunc("GET /healthz", s.health)
	return s.guarded(http.NewCrossOriginProtection().Handler(mux)), nil
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
				http.Error(w, "the server could not work the answer out", http.StatusInternalServerError)
			}
			s.note(slog.LevelDebug, "answered", "method", r.Method, "path", r.URL.Path, "took", s.opts.Now().Sub(began))
		}()
		switch {
		case len(r.URL.RawQuery) > mostQuery || len(r.URL.Path) > mostQuery:
			http.Error(w, "the address is too long", http.StatusRequestURITooLong)
		case r.Method != http.MethodGet && r.Method != http.MethodHead:
			h.Set("Allow", "GET, HEAD")
			http.Error(w, "expected GET or HEAD", http.StatusMethodNotAllowed)
		default:
			next.ServeHTTP(w, r)
		}
	})
}

func (s *Server) note(level slog.Level, what string, args ...any) {
	if s.opts.Log != nil {
		s.opts.Log.Log(context.Background(), level, what, args...)
	}
}
