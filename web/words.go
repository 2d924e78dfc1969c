package web

import (
	"embed"
	"net/http"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"

	"adjudicate/internal/catalogue"
)

// The pages' own words are English in the templates; a catalogue has them in another language. What the
// ledger's games say (names, rulings, notes) stands as it was written.

//go:embed messages
var catalogueFiles embed.FS

var phrases = catalogue.In(catalogueFiles)

// tongues lists the languages of pages; the first one is that of the templates.
var tongues = sync.OnceValue(func() []language.Tag {
	list := []language.Tag{language.English}
	for _, l := range phrases.Languages() {
		list = append(list, language.MustParse(l))
	}
	return list
})

var matcher = sync.OnceValue(func() language.Matcher { return language.NewMatcher(tongues()) })

// languageOf is the language that a request is best answered in: that of the query, else what the browser prefers.
func languageOf(r *http.Request) string {
	_, i := language.MatchStrings(matcher(), r.URL.Query().Get("lang"), r.Header.Get("Accept-Language"))
	return tongues()[i].String()
}

// say is a phrase of the templates in a language, English where the catalogue lacks it.
func say(lang, phrase string, args ...any) string { return phrases.Say(lang, phrase, args...) }

// What a page that fails says most often; a catalogue has it as a sentence.
const (
	noSuchPage = "page not found"
	notMade    = "this page cannot be shown: the server's log has the cause"
	tooOften   = "too many entries of yours: try again in a minute"
	tooMuch    = "too many requests from your address: try again in half a minute"
	tooMany    = "too many requests at once: try again in a moment"
)

// sentence begins what an error says as a sentence does.
func sentence(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if text = string(unicode.ToUpper(first)) + text[size:]; !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "?") {
		text += "."
	}
	return text
}
