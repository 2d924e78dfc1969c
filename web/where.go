package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"adjudicate/history"
	"adjudicate/ledger"
	"adjudicate/ledger/advice"
	"adjudicate/ledger/ahead"
	"adjudicate/ledger/place"
	"adjudicate/report"
)

// where is the point of a game's history that a request is about, as its query says. Empty is the end.
type where struct {
	At      string `query:"at" maxLength:"64" doc:"up to this entry of the history: an input's number, the address of an entry put in later such as 2.1, or a moment"`
	Edition string `query:"edition" maxLength:"64" doc:"the number of an edition, or a moment at which it was the current one; else the current one"`
	Known   string `query:"known" maxLength:"64" doc:"the ledger as it was known after this event, or at a moment"`
}

// whereOf reads the point of a request.
func whereOf(q url.Values) where {
	return where{At: q.Get("at"), Edition: q.Get("edition"), Known: q.Get("known")}
}

// ended reports whether the point is the end of the current history, as it is known now.
func (w where) ended() bool { return w == where{} }

// query is the point as it stands in an address, "" for the end.
func (w where) query() string {
	var text string
	for _, f := range [...][2]string{{"at", w.At}, {"edition", w.Edition}, {"known", w.Known}} {
		if f[1] != "" {
			text = also(text, f[0], f[1])
		}
	}
	return text
}

// also adds to a query what else is asked for.
func also(query, name, value string) string {
	mark := "&"
	if query == "" {
		mark = "?"
	}
	return query + mark + name + "=" + url.QueryEscape(value)
}

// Query is the point as it stands in an address, for templates.
func (w where) Query() string { return w.query() }

// to is the same history at another entry, or at its end.
func (w where) to(at string) where { w.At = at; return w }

// plain is the point with its words read as numbers, so that it means the same at every time.
func (w where) plain(ctx context.Context, s *Server, name string, head uint64) (where, error) {
	for _, f := range []struct {
		flag string
		text *string
	}{{"edition", &w.Edition}, {"known-at", &w.Known}, {"as-of", &w.At}} {
		if *f.text == "" || !history.InWords(*f.text) {
			continue
		}
		number, err := history.PointNamed(ctx, s.store.Events, name, f.flag, *f.text, s.opts.Now(), w.to("").in(0))
		if err != nil {
			return w, err
		}
		*f.text = number
	}
	if n, err := number("known", w.Known, 64); err != nil || n > head {
		return w, cmp.Or(err, error(&history.PointError{Asked: n, Last: head, What: "event"}))
	}
	_, err := number("edition", w.Edition, 31)
	return w, err
}

// number reads a number of a query, 0 for none.
func number(what, text string, bits int) (uint64, error) {
	if text == "" {
		return 0, nil
	}
	n, err := strconv.ParseUint(text, 10, bits)
	if err != nil {
		err = &requestError{fmt.Sprintf("invalid %s %q: expected a number or a moment such as 1998-10-05", what, text)}
	}
	return n, err
}

// in is a plain point as histories are asked for it. The ledger is known up to head if nothing else is said.
func (w where) in(head uint64) history.Where {
	known, _ := number("known", w.Known, 64)
	edition, _ := number("edition", w.Edition, 31)
	return history.Where{Known: cmp.Or(known, head), Edition: int(edition), AsOf: w.At}
}

// A requestError says what about a request cannot be read.
type requestError struct{ text string }

func (e *requestError) Error() string { return e.text }

// An unknownGameError says that there is no game of a name.
type unknownGameError struct{ name string }

func (e *unknownGameError) Error() string { return fmt.Sprintf("no such game %q", e.name) }

// mostCalled is the longest name of a game that is looked for as people call it, in bytes of its address.
const mostCalled = 120

// redirected sends who asks for a game as people call it to its address, "Hand 3" to hand-3. Whether there is such a game is not told: it may be private.
func redirected(w http.ResponseWriter, r *http.Request, err error) bool {
	var unknown *unknownGameError
	if !errors.As(err, &unknown) || r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	called := "/games/" + url.PathEscape(unknown.name)
	before, after, found := strings.Cut(r.URL.EscapedPath(), called)
	name := ledger.StreamName(unknown.name)
	if len(name) > mostCalled || !found || before != "" && before != apiRoot || name == unknown.name || after != "" && after[0] != '/' {
		return false
	}
	to := url.URL{Path: before + "/games/" + name, RawQuery: r.URL.RawQuery}
	http.Redirect(w, r, to.EscapedPath()+after+strings.TrimSuffix("?"+to.RawQuery, "?"), http.StatusTemporaryRedirect)
	return true
}

// Expects says where the names of games are.
func (e *unknownGameError) Expects() string {
	return "the name of a game that " + apiRoot + "/games lists"
}

// statusOf is the status of HTTP for an error.
func statusOf(err error) int {
	switch {
	case err == nil:
		return http.StatusOK
	case isA[*unknownGameError](err), isA[*history.UnknownError](err), isA[*history.PointError](err), isA[*history.EventError](err),
		isA[*history.AddressError](err), isA[*missingError](err):
		return http.StatusNotFound
	case isA[*requestError](err), isA[*history.PointWordError](err), isA[*report.SpanError](err), advice.Misspelled(err):
		return http.StatusBadRequest
	case isA[*ledger.InputError](err), isA[*ahead.RefusedError](err), isA[*anotherPlayError](err):
		return http.StatusUnprocessableEntity
	case isA[*ticketError](err):
		return http.StatusUnauthorized
	case isA[*forbiddenError](err):
		return http.StatusForbidden
	case isA[*place.BehindError](err):
		return http.StatusConflict
	case isA[*busyError](err):
		return http.StatusServiceUnavailable
	case isA[*tooManyError](err):
		return http.StatusTooManyRequests
	}
	return http.StatusInternalServerError
}
