package rules

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"adjudicate/rules/names"
)

// Reading is one way to read a rule.
type Reading struct {
	Name string `json:"name"` // "as-moves"
	Text string `json:"text"` // what it means
}

// Entry is a point where the rules can be read in more than one way.
type Entry struct {
	ID       string    `json:"id"`     // "echo-captures"
	Clause   string    `json:"clause"` // "12.10 §2"
	Question string    `json:"question"`
	Readings []Reading `json:"readings,omitempty"`
	Default  string    `json:"default"` // the name of a reading
}

// Settled is a point that has been settled without an entry, because one reading is
// plainly better.
type Settled struct {
	Clause string `json:"clause"`
	Text   string `json:"text"`
}

// Register is an interpretation register. It is immutable.
type Register struct {
	entries []Entry
	settled []Settled
	index   map[string]int
}

// document is a register file.
type document struct {
	Entries []Entry   `json:"entries"`
	Settled []Settled `json:"settled"`
}

// ParseRegister reads a register from YAML: entries, and what is settled without one. It
// is as strict as Parse. An entry needs an id of its own, a question, at least two
// readings with names of their own, and a default among them.
func ParseRegister(file string, text []byte) (*Register, error) {
	docs, err := readYAML(file, text)
	if err != nil {
		return nil, err
	}
	if len(docs) != 1 {
		return nil, malformed(file, 1, 1, "expected one document with entries")
	}
	var doc document
	d := &decoder{file: file, places: map[string]place{}}
	d.decode(docs[0], reflect.ValueOf(&doc).Elem(), "")
	g := &Register{entries: doc.Entries, settled: doc.Settled, index: map[string]int{}}
	for i := range g.entries {
		d.entry(g, i)
	}
	if len(d.problems) > 0 {
		return nil, d.problems
	}
	return g, nil
}

// NewRegister makes a register of entries that come from elsewhere than a file. Its errors are
// those of ParseRegister, without a place.
func NewRegister(entries []Entry) (*Register, error) {
	d := &decoder{file: "the register", places: map[string]place{}}
	g := &Register{entries: slices.Clone(entries), index: make(map[string]int, len(entries))}
	for i := range g.entries {
		d.entry(g, i)
	}
	if len(d.problems) > 0 {
		return nil, d.problems
	}
	return g, nil
}

// With returns the register with entries added behind its own.
func (g *Register) With(entries ...Entry) (*Register, error) {
	if len(entries) == 0 {
		return g, nil
	}
	n, err := NewRegister(append(g.Entries(), entries...))
	if err == nil {
		n.settled = g.settled
	}
	return n, err
}

// Over returns the register with other entries, and points settled, before its own.
func (g *Register) Over(entries []Entry, settled []Settled) (*Register, error) {
	n, err := NewRegister(append(slices.Clone(entries), g.entries...))
	if err == nil {
		n.settled = append(slices.Clone(settled), g.settled...)
	}
	return n, err
}

// entry holds the i-th entry to what every entry has.
func (d *decoder) entry(g *Register, i int) {
	e := &g.entries[i]
	field := fmt.Sprintf("entries[%d]", i)
	fault := func(part, hint, format string, args ...any) {
		at, ok := d.places[field+part]
		if !ok {
			at = d.places[field]
		}
		d.fail(&node{line: at.line, column: at.column}, field+part, hint, format, args...)
	}
	if e.ID == "" {
		fault("", "", "missing id of the entry")
	}
	if _, taken := g.index[e.ID]; taken {
		fault(".id", "", "duplicate entry %q", e.ID)
	}
	g.index[e.ID] = i
	if e.Question == "" || e.Clause == "" {
		fault("", "", "missing clause or question")
	}
	if len(e.Readings) < 2 {
		fault(".readings", "", "expected at least two readings")
	}
	list := e.names()
	for j, name := range list {
		part := fmt.Sprintf(".readings[%d]", j)
		switch {
		case name == "" || e.Readings[j].Text == "":
			fault(part, "", "missing name or text of the reading")
		case slices.Index(list, name) < j:
			fault(part, "", "duplicate reading %q", name)
		}
	}
	if !slices.Contains(list, e.Default) {
		u := names.Unknown("reading of "+e.ID, e.Default, list)
		fault(".default", "", "%s", u.Error())
	}
}

func (e *Entry) names() []string {
	names := make([]string, len(e.Readings))
	for i, r := range e.Readings {
		names[i] = r.Name
	}
	return names
}

// Entries returns the entries in the order of the register.
func (g *Register) Entries() []Entry { return slices.Clone(g.entries) }

// Settled returns the points that are settled without an entry.
func (g *Register) Settled() []Settled { return slices.Clone(g.settled) }

// Entry returns the entry of an id.
func (g *Register) Entry(id string) (Entry, bool) {
	i, ok := g.index[id]
	if !ok {
		return Entry{}, false
	}
	return g.entries[i], true
}

// IDs returns the ids of the entries in the order of the register.
func (g *Register) IDs() []string {
	ids := make([]string, len(g.entries))
	for i, e := range g.entries {
		ids[i] = e.ID
	}
	return ids
}

// Validate reports whether an entry and its reading exist. Its error suggests the near
// name; it is a *names.UnknownError.
func (g *Register) Validate(entry, reading string) error {
	e, ok := g.Entry(entry)
	if !ok {
		return names.Unknown("entry of the interpretation register", entry, g.IDs())
	}
	if list := e.names(); !slices.Contains(list, reading) {
		return names.Unknown("reading of "+entry, reading, list)
	}
	return nil
}

// Complete returns the reading of every entry: the adopted one or the default. Adopted
// readings that do not exist are an error, as of Validate.
func (g *Register) Complete(adopted map[string]string) (map[string]string, error) {
	for _, id := range slices.Sorted(maps.Keys(adopted)) {
		if err := g.Validate(id, adopted[id]); err != nil {
			return nil, err
		}
	}
	all := make(map[string]string, len(g.entries))
	for _, e := range g.entries {
		all[e.ID] = e.Default
		if r, ok := adopted[e.ID]; ok {
			all[e.ID] = r
		}
	}
	return all, nil
}
