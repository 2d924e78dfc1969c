package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"
)

// Programs are told what is wrong by problem documents (RFC 9457), with a member of their own for what was expected: a program that asked for a person can show
// it beside the field that was filled in.

const (
	problemType    = "application/problem+json"
	noSuchDocument = "there is no such document: " + apiRoot + "/openapi.json describes all"
)

// Problem is a problem document.
type Problem struct {
	huma.ErrorModel
	Expected string `json:"expected,omitempty" example:"one of White, Black" doc:"What would have been accepted in place of what was found, for people to read. It is absent where nothing else would have been."`
}

// wordProblems makes the library word what it refuses itself, such as a number that is none, as problems as well.
var wordProblems = sync.OnceFunc(func() {
	huma.NewError = func(status int, text string, errs ...error) huma.StatusError {
		var fault huma.ErrorDetailer
		if len(errs) > 0 && errors.As(errs[0], &fault) {
			if d := fault.ErrorDetail(); d.Location != "" {
				text = strings.TrimPrefix(d.Location, "query.") + ": " + d.Message
			}
		}
		p := newProblem(status, text, nil)
		for _, err := range errs {
			p.Add(err)
		}
		return p
	}
})

// newProblem words a problem; err is behind it, nil if the text says all.
func newProblem(status int, text string, err error) *Problem {
	return &Problem{huma.ErrorModel{Title: http.StatusText(status), Status: status, Detail: strings.TrimSpace(text)}, expected(text, err)}
}

// expected is what was expected: as an error says that knows it, else what the text of an error says behind that word, as all texts do that say it.
func expected(text string, err error) string {
	var knows interface{ Expects() string }
	if errors.As(err, &knows) && knows.Expects() != "" {
		return knows.Expects()
	}
	if kind, ok := strings.CutPrefix(text[strings.LastIndex(text, ": ")+1:], " invalid "); ok && err == nil && !strings.Contains(kind, " ") {
		return "a value of type " + kind // "invalid integer", as the library says it
	}
	const word = "expected "
	at := strings.LastIndex(text, word)
	if at < 0 {
		return ""
	}
	before, what := text[:at], text[at+len(word):]
	if before = strings.TrimRight(before, " "); before != "" && !strings.ContainsRune(":;,(", rune(before[len(before)-1])) {
		return "" // "it is not expected here"
	}
	for _, end := range []string{", found ", "; ", "\n"} {
		what, _, _ = strings.Cut(what, end)
	}
	return strings.TrimSpace(what)
}

// undecoded says that a body is not the document that is expected; err is what is wrong with it as JSON, nil if nothing is.
func undecoded(err error, such string) error {
	text := "expected a document such as " + such
	switch {
	case errors.Is(err, io.EOF):
		text = "the body is empty: " + text
	case err != nil:
		text = strings.TrimPrefix(err.Error(), "json: ") + ": " + text
	}
	return &requestError{text}
}

// An answeredProblem is an answer that says no, as it was worded already.
type answeredProblem struct {
	status int
	kind   string
	body   []byte
}

func (p *answeredProblem) Error() string {
	return fmt.Sprintf("status %d: %s", p.status, bytes.TrimSpace(p.body))
}

// problemOf words an error as a problem document. What is wrong with the server itself is for its log.
func problemOf(err error) error {
	status := statusOf(err)
	if status == http.StatusInternalServerError {
		return &serverError{err}
	}
	return newProblem(status, err.Error(), err)
}

// A serverError is one that is not the asker's.
type serverError struct{ error }

func (e *serverError) GetStatus() int { return http.StatusInternalServerError }

func (e *serverError) Unwrap() error { return e.error }

// failProblem answers a program with an error.
func (s *Server) failProblem(w http.ResponseWriter, r *http.Request, err error) {
	var said *answeredProblem
	if errors.As(err, &said) && said.status < 500 {
		w.Header().Set("Content-Type", said.kind)
		w.WriteHeader(said.status)
		_, _ = w.Write(said.body)
		return
	}
	if redirected(w, r, err) {
		return
	}
	status := s.noteError(r, err)
	text := err.Error()
	if status == http.StatusInternalServerError {
		text, err = "the server cannot compute the answer: its log has the cause", nil
	}
	problemDocument(w, status, text, err)
}

// problemDocument tells a program what is wrong; err is behind it, nil if the text says all.
func problemDocument(w http.ResponseWriter, status int, text string, err error) {
	w.Header().Set("Content-Type", problemType)
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(newProblem(status, text, err))
}
