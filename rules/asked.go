package rules

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"maps"
	"slices"
)

// asked lists the entries of the register that the engine itself asks, whatever the rules
// say, each with the reading that describes how the engine ruled before there was such an entry.
// A ledger whose register lacks the entry is ruled on so. Every other entry is asked by rules
// that name it, and by nothing else.
var asked = embedded[map[string]string]("asked.json", askedText)

//go:embed asked.json
var askedText []byte

// embedded reads a table that is a part of the program.
func embedded[T any](name string, text []byte) (table T) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&table); err != nil {
		panic("rules: " + name + ": " + err.Error())
	}
	return table
}

func unlisted(entry string) bool {
	_, ok := asked[entry]
	return ok
}

// Holds reports whether a reading holds for an entry that the engine asks, where readings are
// those of a register, complete.
func Holds(readings map[string]string, entry, reading string) bool {
	r, ok := readings[entry]
	if !ok {
		r = asked[entry]
	}
	return r == reading
}

// Asked returns the entries that the engine itself asks, sorted, so that any ruling may rest on
// them.
func Asked() []string { return slices.Sorted(maps.Keys(asked)) }

// Unlisted returns the reading by which the engine rules where a register lacks an entry that
// it asks.
func Unlisted(entry string) (reading string, ok bool) {
	reading, ok = asked[entry]
	return reading, ok
}
