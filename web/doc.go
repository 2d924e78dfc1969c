// Package web serves the games of a store by HTTP: pages for people, an API for programs. Signed-in players play on
// it, and the umpire works at its desk.
//
// # Idea
//
// What commands print is a view (package report). A page is that view as HTML, an API document the same view as JSON,
// and a stream of server-sent events announces a newer one. No handler knows a rule: a request names a game and a point
// of its history, and the answer is a function of that point alone. Writing goes through package ledger, as it does at
// the command line; a form on a page is previewed before it is submitted.
//
// # Data
//
//	GET /games/NAME/…?at=742&edition=2
//	      │ the game's head: one query to the store
//	      ▼
//	  (path, query, head) ──► cached answers ──► bytes, with their hash as ETag
//	      │ not cached
//	      ▼
//	  history.View ──► look: a state, a ruling, a log ──► report view ──► template or JSON
//
//	store ──► room: polls the head of a watched game ──► server-sent events
//
// The cache key includes the head, so a cached answer is never stale and is evicted only for space. All caches are bounded
// in bytes or number (limits.go).
//
// # Refuses
//
// Methods other than GET, HEAD and POST; writing without an invitation or in the wrong role; unknown games and points
// outside a history: each with its HTTP status and the message that the command line would print. Requests that are too
// long, too many at once or too slow are ended. No answer contains the password of a store's address, or personal data that
// is kept beside a ledger. Pages work without script and carry no inline script or style; their Content-Security-Policy
// says so.
package web
