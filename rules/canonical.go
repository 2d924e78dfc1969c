package rules

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"iter"
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

// Mentions reports whether one of words stands somewhere in the text of a rule.
func (b *Rulebook) Mentions(words ...string) bool {
	for i := range b.rules {
		for _, word := range words {
			if bytes.Contains(b.text(i), []byte(word)) {
				return true
			}
		}
	}
	return false
}

// Texts yields each rule with its canonical form and a newline, by number. The form is made once for all rulebooks that the rule is in.
func (b *Rulebook) Texts() iter.Seq2[*Rule, []byte] {
	return func(yield func(*Rule, []byte) bool) {
		for i, r := range b.rules {
			if !yield(r, b.text(i)) {
				return
			}
		}
	}
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
