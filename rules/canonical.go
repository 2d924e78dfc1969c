package rules

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"iter"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
)

// Canonical returns the rule as canonical JSON: fields in the order of the structs, map
// keys sorted, no insignificant space, no HTML escapes, no floats, no nulls, no newline.
// Rules that are equal have equal bytes.
func (r *Rule) Canonical() []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		// A Rule holds only texts, numbers, truths, lists and maps of them.
		panic("rules: a rule cannot be encoded: " + err.Error())
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// YAML writes what Canonical wrote as people write it, to be read by Parse: without a value that is not said.
func YAML(canonical []byte) ([]byte, error) {
	return yaml.JSONToYAML(bytes.ReplaceAll(canonical, []byte(`,"value":""`), nil))
}

// FromCanonical reads what Canonical wrote. It is as strict as Parse; the order of fields
// and insignificant space do not matter. Its error is Problems.
func FromCanonical(text []byte) (Rule, error) {
	n, err := readJSON(text)
	if err != nil {
		return Rule{}, err
	}
	var r Rule
	d := &decoder{json: true}
	if d.rule(n, &r); len(d.problems) == 0 {
		return r, nil
	}
	d = &decoder{json: true, places: map[string]place{}} // again, for the places
	d.rule(n, new(Rule))
	return Rule{}, d.problems
}

// text is the canonical form of the i-th rule, and a newline.
func (b *Rulebook) text(i int) []byte {
	t := b.texts[i]
	t.once.Do(func() { t.bytes = append(b.rules[i].Canonical(), '\n') })
	return t.bytes
}

// A Search is for words in the texts of rules. What it finds in a text is kept with the text: it is asked for whenever rules are compiled.
type Search struct{ words [][]byte }

// SearchFor returns a search for any of some words. It is made once, not for each rulebook.
func SearchFor(words ...string) *Search {
	s := new(Search)
	for _, w := range words {
		s.words = append(s.words, []byte(w))
	}
	return s
}

// In reports whether one of the words stands in what is written of some parts of a rule as its canonical form has them.
func (s *Search) In(parts ...any) bool {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(parts); err != nil {
		return true // what cannot be written may ask for anything
	}
	return slices.ContainsFunc(s.words, func(w []byte) bool { return bytes.Contains(b.Bytes(), w) })
}

// Mentions yields the rules in whose canonical form one of the words of a search stands, by number.
func (b *Rulebook) Mentions(s *Search) iter.Seq[*Rule] {
	return func(yield func(*Rule) bool) {
		for i, r := range b.rules {
			if b.texts[i].mentions(s, b.text(i)) && !yield(r) {
				return
			}
		}
	}
}

// Beside returns the rulebook with conditions that are asked although it does not contain their rules: whether those come into force.
func (b *Rulebook) Beside(conditions []string) *Rulebook {
	if slices.Equal(b.aside, conditions) {
		return b
	}
	next := b.clone()
	next.aside = conditions
	return next
}

// Asks reports whether one of the words of a search stands in a rule, be it of prose, or in a condition beside the rulebook.
func (b *Rulebook) Asks(s *Search) bool {
	for range b.Mentions(s) {
		return true
	}
	return slices.ContainsFunc(b.aside, func(text string) bool {
		return slices.ContainsFunc(s.words, func(word []byte) bool { return strings.Contains(text, string(word)) })
	})
}

func (t *canonical) mentions(s *Search, text []byte) bool {
	t.Lock()
	defer t.Unlock()
	found, known := t.found[s]
	if !known {
		found = slices.ContainsFunc(s.words, func(word []byte) bool { return bytes.Contains(text, word) })
		if t.found == nil {
			t.found = map[*Search]bool{}
		}
		t.found[s] = found
	}
	return found
}

// Hash returns "sha256:" and the hexadecimal digest of the rules' canonical JSON in
// numeric order, a newline after each. Equal rulebooks have equal hashes.
func (b *Rulebook) Hash() string {
	h := sha256.New()
	for i := range b.rules {
		h.Write(b.text(i))
	}
	return "sha256:" + hex.EncodeToString(h.Sum(nil))
}
