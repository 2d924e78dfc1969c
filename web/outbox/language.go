package outbox

import (
	"embed"
	"time"

	"adjudicate/internal/catalogue"
	"adjudicate/ledger/notice"
	"adjudicate/ledger/people"
)

// Letters are in the language that their reader chose, with times in the reader's zone. What the ledger holds (names, rulings, texts of plays) stands as
// it was written.

//go:embed messages
var catalogueFiles embed.FS

var phrases = catalogue.In(catalogueFiles)

// A reader is how one recipient's letters are worded.
type reader struct {
	language string // "" is English
	zone     *time.Location
}

var _ notice.Language = reader{}

// readerOf is the reader with a wish.
func readerOf(w people.Wish) reader {
	if w.Language == "en" {
		w.Language = ""
	}
	return reader{w.Language, w.Location()}
}

// Phrase implements notice.Language.
func (r reader) Phrase(english string) string { return phrases.Phrase(r.language, english) }

// momentForm is how moments are written.
const momentForm = "2 January 2006 at 15:04 MST"

// Moment implements notice.Language.
func (r reader) Moment(t time.Time) string {
	form := momentForm
	if other := r.Phrase(form); other != "" {
		form = other
	}
	return t.In(r.zone).Format(form)
}

// say says a phrase of the letters' own.
func (r reader) say(english string, args ...any) string {
	return notice.Phrase{English: english, Args: args}.In(r)
}

// lang is the language as HTML names it.
func (r reader) lang() string {
	if r.language == "" {
		return "en"
	}
	return r.language
}
