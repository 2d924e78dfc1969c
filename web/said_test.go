package web

import (
	"regexp"
	"strings"
	"testing"
)

// TestPhrasesOfTemplatesAreSaidWhenTheyAreRead looks for a phrase without values that a page would ask for by reflection, and for one that is set in the wrong language.
func TestPhrasesOfTemplatesAreSaidWhenTheyAreRead(t *testing.T) {
	phrase := regexp.MustCompile(`\.T "[^"]*" ?-?\}\}`)
	files, err := pageFiles.ReadDir("page")
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, f := range files {
		text, err := pageFiles.ReadFile("page/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		found += len(said.FindAllString(string(text), -1))
		for _, left := range phrase.FindAllString(said.ReplaceAllString(string(text), ""), -1) {
			t.Errorf("%s: %s is asked for on every page", f.Name(), left)
		}
	}
	if found < 100 {
		t.Errorf("%d phrases are said, which is not all", found)
	}
	s, _ := office(t)
	for lang, want := range map[string]string{"de": ">Zum Inhalt<", "en": "Skip to the content", "fr": "Skip to the content"} {
		if text := get(s, "/games/"+autumn+"?lang="+lang).Body.String(); !strings.Contains(text, want) {
			t.Errorf("%s: %q is not said", lang, want)
		}
	}
	for _, lang := range []string{"", "xx"} {
		if text, err := s.render("failure", &page{Lang: lang}); err != nil || !strings.Contains(string(text), "Skip to the content") {
			t.Errorf("%q: %v, %s", lang, err, text)
		}
	}
}
