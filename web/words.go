package web

import (
	"embed"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"golang.org/x/text/language"
)

// The pages' own words are English in the templates; a catalogue has them in another language. What the
// ledger's games say (names, rulings, notes) stands as it was written.

//go:embed messages
var catalogueFiles embed.FS

// tongues lists the languages that there is a catalogue for; the first one is that of the templates.
var tongues = []language.Tag{language.English, language.German}

// catalogues have the words of each language. They are read when the first is wanted, as templates are.
var catalogues = sync.OnceValue(func() map[string]map[string]string {
	out := map[string]map[string]string{}
	for _, t := range tongues[1:] {
		text, err := catalogueFiles.ReadFile("messages/" + t.String() + ".yaml")
		if err != nil {
			panic(err)
		}
		words := map[string]string{}
		if err := yaml.Unmarshal(text, &words); err != nil {
			panic(fmt.Errorf("messages/%s.yaml: %w", t, err))
		}
		out[t.String()] = words
	}
	return out
})

var matcher = language.NewMatcher(tongues)

// languageOf is the language that a request is best answered in: that of the query, else what the browser prefers.
func languageOf(r *http.Request) string {
	_, i := language.MatchStrings(matcher, r.URL.Query().Get("lang"), r.Header.Get("Accept-Language"))
	return tongues[i].String()
}

// say is a phrase of the templates in a language, English where the catalogue lacks it.
func say(lang, phrase string, args ...any) string {
	if in := catalogues()[lang][phrase]; in != "" {
		phrase = in
	}
	if len(args) == 0 {
		return phrase
	}
	return fmt.Sprintf(phrase, args...)
}

// What a page that fails says most often; a catalogue has it as a sentence.
const (
	noSuchPage = "page not found"
	notMade    = "this page cannot be shown: the server's log has the cause"
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
