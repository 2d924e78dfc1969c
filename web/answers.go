package web

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// An answer is what a request was answered with.
type answer struct {
	kind string // its media type
	tag  string // its ETag
	body []byte
}

func newAnswer(kind string, body []byte) *answer {
	sum := sha256.Sum256(body)
	return &answer{kind: kind, body: body, tag: `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`}
}

// A builder works an answer out.
type builder func(ctx context.Context, l *look, r *http.Request) (kind string, body []byte, err error)

// kept answers requests about a point of a game by what was answered before, or else by build. What depends on the language is
// part of the key.
func (s *Server) kept(build builder, fail func(http.ResponseWriter, *http.Request, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		name := r.PathValue("game")
		var err error
		head, known := r.Context().Value(headKey{}).(uint64)
		if !known {
			head, err = s.head(r.Context(), name)
		}
		if err != nil {
			fail(w, r, err)
			return
		}
		at, err := whereOf(r.URL.Query()).plain(r.Context(), s, name, head)
		if err != nil {
			fail(w, r, err)
			return
		}
		key := strings.Join([]string{name, strconv.FormatUint(head, 10), languageOf(r), r.URL.Path, at.query(), besides(r.URL.Query())}, "\x00")
		if v := viewerOf(r.Context()); v != nil {
			key += "\x00" + v.key()
		}
		a, ok := s.answers.GetIfPresent(key)
		s.figures.asked(ok)
		if !ok {
			if a, err = s.flights.share(r.Context(), key, func() (*answer, error) {
				a, err := s.build(r, build, name, at, head)
				if err == nil && len(a.body) <= keptAnswer && len(key) <= mostQuery {
					s.answers.Set(key, a)
				}
				return a, err
			}); err != nil {
				fail(w, r, err)
				return
			}
		}
		a.write(w, r, at.Known != "" && at == whereOf(r.URL.Query()))
	}
}

// besides is what a query asks for besides a point.
func besides(q url.Values) string {
	for _, point := range []string{"at", "edition", "known"} {
		q.Del(point)
	}
	return q.Encode()
}

// slot waits until there is room to work something out, and returns what makes room again.
func (s *Server) slot(ctx context.Context) (done func(), err error) {
	if s.waiting.Add(1) > mostWaiting {
		s.waiting.Add(-1)
		return nil, &busyError{tooMany}
	}
	defer s.waiting.Add(-1)
	select {
	case s.builds <- struct{}{}:
		return func() { <-s.builds }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// build works out an answer once there is room for it.
func (s *Server) build(r *http.Request, build builder, name string, at where, head uint64) (*answer, error) {
	done, err := s.slot(r.Context())
	if err != nil {
		return nil, err
	}
	defer done()
	began := s.opts.Now()
	l, err := s.look(r.Context(), name, at, head)
	if err != nil {
		return nil, err
	}
	l.lang = languageOf(r)
	kind, body, err := build(r.Context(), l, r)
	if err != nil {
		return nil, err
	}
	s.figures.took(s.opts.Now().Sub(began))
	return newAnswer(kind, body), nil
}

// write sends an answer, or says that whoever asks has it. A settled one can only ever be what it is.
func (a *answer) write(w http.ResponseWriter, r *http.Request, settled bool) {
	h := w.Header()
	h.Set("ETag", a.tag)
	if settled && r.Context().Value(unsharedKey{}) != nil {
		h.Set("Cache-Control", "private, max-age=3600")
	} else if settled { // until another version of the program sets it otherwise
		h.Set("Cache-Control", "public, max-age=3600")
	} else {
		h.Set("Cache-Control", "no-cache")
	}
	if matches(r.Header.Get("If-None-Match"), a.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", a.kind)
	h.Set("Content-Length", strconv.Itoa(len(a.body)))
	if r.Method != http.MethodHead {
		_, _ = bytes.NewReader(a.body).WriteTo(w)
	}
}

type unsharedKey struct{}

// unshared marks a request whose answer is for one person.
func unshared(ctx context.Context) context.Context {
	return context.WithValue(ctx, unsharedKey{}, true)
}

// matches reports whether a list of tags holds one.
func matches(list, tag string) bool {
	for t := range strings.SplitSeq(list, ",") {
		if t = strings.TrimPrefix(strings.TrimSpace(t), "W/"); t == tag || t == "*" {
			return true
		}
	}
	return false
}
