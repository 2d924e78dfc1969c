package web

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"adjudicate/ledger"
)

// Whoever is signed in is so in a role. A player plays the sides that they hold; an umpire has the desk as well; a judge enters verdicts
// and what players enter besides plays; a watcher sees a private game. Everybody sees a game that is not private.
const (
	rolePlayer  = ""
	roleUmpire  = "umpire"
	roleJudge   = "judge"
	roleWatcher = "watcher"
)

// Roles lists the roles in which somebody can be invited.
var Roles = []string{"player", roleUmpire, roleJudge, roleWatcher}

// roleOf is a role as tickets have it.
func roleOf(word string) string {
	if word == "player" {
		return rolePlayer
	}
	return word
}

// homes are the parts of the game that people come to when they have signed in.
var homes = map[string][]string{rolePlayer: {"play"}, roleUmpire: {"desk"}, roleJudge: {"deeds"}, roleWatcher: nil}

// private reports whether a game is shown to the invited alone.
func (s *Server) private(game string) bool {
	return slices.ContainsFunc(s.opts.Private, func(named string) bool {
		return named == "*" || slices.Contains(ledger.StreamNames(named), game) // as people call it, too
	})
}

// admitting answers nobody about a private game who is not signed in to it, but for signing in.
func (s *Server) admitting(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path, api := strings.CutPrefix(r.URL.EscapedPath(), apiRoot)
		parts := strings.Split(path, "/")
		if len(s.opts.Private) == 0 || len(parts) < 3 || parts[1] != "games" || len(parts) == 4 && (parts[3] == "in" || parts[3] == "out" || parts[3] == "letters") {
			next.ServeHTTP(w, r)
			return
		}
		game, err := url.PathUnescape(parts[2])
		if err != nil || !s.private(game) {
			next.ServeHTTP(w, r)
			return
		}
		r.SetPathValue("game", game)
		if s.signedIn(r) != nil {
			w.Header().Set("Vary", "Cookie, Authorization, Accept-Language")
			next.ServeHTTP(w, r.WithContext(unshared(r.Context())))
			return
		}
		// Whether there is such a game is not told either.
		if api {
			s.failProblem(w, r, &unknownGameError{game})
			return
		}
		s.failPage(w, r, &unknownGameError{game})
	})
}
