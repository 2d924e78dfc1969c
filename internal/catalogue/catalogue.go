// Package catalogue says phrases in other languages than English.
//
// A package that speaks to people writes its phrases in English, with the verbs of package fmt, and embeds a folder messages with a file for each other
// language, named by its tag: messages/de.yaml. The file maps each English phrase to the phrase in that language, whose verbs stand in the same order. What a
// game holds (names, rulings, texts of plays) is in no catalogue: it stands as it was written.
package catalogue

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml"
)

// A Catalogue has the phrases of one package. It is safe for concurrent use.
type Catalogue struct {
	words func() map[string]map[string]string // by the language
}

// In returns the catalogue whose files are in the folder messages of files. They are read when the first phrase is wanted, for most commands want none. The
// files are part of the program, so the first call of a method panics if one cannot be read.
func In(files fs.FS) *Catalogue {
	return &Catalogue{sync.OnceValue(func() map[string]map[string]string {
		words, err := read(files)
		if err != nil {
			panic(err)
		}
		return words
	})}
}

func read(files fs.FS) (map[string]map[string]string, error) {
	names, err := fs.Glob(files, "messages/*.yaml")
	if err != nil {
		return nil, err
	}
	words := map[string]map[string]string{}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		in := map[string]string{}
		if err := yaml.Unmarshal(text, &in); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		words[strings.TrimSuffix(path.Base(name), ".yaml")] = in
	}
	return words, nil
}

// Languages returns the tags of the languages other than English, in alphabetical order.
func (c *Catalogue) Languages() []string { return slices.Sorted(maps.Keys(c.words())) }

// Phrases returns the English phrases that there are in a language, in alphabetical order.
func (c *Catalogue) Phrases(language string) []string {
	return slices.Sorted(maps.Keys(c.words()[language]))
}

// Phrase returns an English phrase in a language, "" if the catalogue lacks it.
func (c *Catalogue) Phrase(language, english string) string { return c.words()[language][english] }

// Say formats a phrase in a language, in English if the catalogue lacks it. Without args it stands as it is, whatever verbs it seems to have.
func (c *Catalogue) Say(language, english string, args ...any) string {
	phrase := english
	if in := c.Phrase(language, english); in != "" {
		phrase = in
	}
	if len(args) == 0 {
		return phrase
	}
	return fmt.Sprintf(phrase, args...)
}
