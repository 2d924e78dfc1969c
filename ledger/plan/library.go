package plan

import (
	"adjudicate/rules"
	"adjudicate/systems"
)

// A Library holds the built-in rulebooks, and the rule files that it reads by their names. It is a season.Library.
type Library func(name string) ([]byte, error)

// Suite returns the rules of a built-in rulebook.
func (Library) Suite(name string) ([]rules.Rule, error) {
	book, _, err := systems.Load(name)
	if err != nil {
		return nil, err
	}
	return book.Rules(), nil
}

// File reads a rule file.
func (l Library) File(name string) ([]byte, error) { return l(name) }
