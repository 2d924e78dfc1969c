package systems

import (
	"fmt"
	"io/fs"
	"path"
	"slices"

	"adjudicate/rules"
)

// entries finds what inherited rules ask of the register that the folder's own entries no longer answer: an entry that replaces one of the system
// which the folder extends may leave out a reading that a rule of that system names.
func (s *System) entries(dir fs.FS, name string) (found rules.Problems) {
	if s.inherited == nil {
		return nil
	}
	text, err := ReadText(dir, registerFile)
	if err != nil {
		return nil // it has none of its own, or that has been said
	}
	var own struct {
		Entries []rules.Entry   `json:"entries"`
		Settled []rules.Settled `json:"settled"`
	}
	doc, wrong := rules.ReadDocument(path.Join(name, registerFile), text, &own)
	if len(wrong) > 0 {
		return nil // likewise
	}
	for i, e := range own.Entries {
		have, ok := s.inherited.Entry(e.ID)
		if !ok || !slices.ContainsFunc(have.Readings, func(r rules.Reading) bool { return !reads(e, r.Name) }) {
			continue
		}
		for _, number := range s.Book.Numbers() {
			if s.ownRule(number) {
				continue // Check has held it against the register
			}
			r, _ := s.Book.Rule(number)
			for _, message := range newFaults(&r, s.Book, s.inherited, s.Register) {
				found = append(found, doc.Problem(fmt.Sprintf("entries[%d].readings", i), "keep the readings that inherited rules name, or replace those rules",
					fmt.Sprintf("inherited rule %s asks this entry: %s", number, message)))
			}
		}
	}
	return found
}

func reads(e rules.Entry, reading string) bool {
	return slices.ContainsFunc(e.Readings, func(r rules.Reading) bool { return r.Name == reading })
}

// ownRule reports whether a file of the folder has the rule.
func (s *System) ownRule(number string) bool {
	return slices.ContainsFunc(s.Files, func(f *rules.File) bool { return slices.Contains(f.Numbers(), number) })
}

// newFaults are those that a rule has under one register and not under another.
func newFaults(r *rules.Rule, book *rules.Rulebook, before, after *rules.Register) (messages []string) {
	had := rules.Problems(rules.Check(r, book, before)).Faults()
	for _, p := range rules.Problems(rules.Check(r, book, after)).Faults() {
		if !slices.ContainsFunc(had, func(q rules.Problem) bool { return q.Field == p.Field && q.Message == p.Message }) {
			messages = append(messages, p.Field+": "+p.Message)
		}
	}
	return messages
}
