// Package web shows the games of a store to whoever asks by HTTP: pages for people, documents for programs.
//
// # Idea
//
// What the commands answer is a view (package report). A page is such a view set in HTML, a document of the API
// the same view in JSON, a stream tells when there is a newer one. So there is nothing here that knows a rule: a
// request names a game and a point of its history, and what is shown of it is a function of that point alone.
//
// # Data
//
//	GET /games/NAME/…?at=742&edition=2
//	      │ the game's head: one question to the store
//	      ▼
//	  (path, query, head) ──► answers kept ──► bytes, with their hash as ETag
//	      │ none yet
//	      ▼
//	  history.View ──► look: a state, a ruling, a log ──► report view ──► template or JSON
//
//	store ──► room: polls the head of a game that is watched ──► server-sent events
//
// An answer to a question is kept by the question and the head, so it is never out of date and never dropped but for
// room. All that is kept is bounded in bytes or number (limits.go).
//
// # Refuses
//
// Requests other than reading ones, names that mean no game, points that do not lie in a history: each with the
// status that HTTP has for it and the words that the command line would have. Requests that are too long, too many at
// once or too slow are ended. No answer holds the password of a store's address or what is kept beside a
// ledger about people. Pages work without script, carry no inline script or style, and say so in their policy.
package web
