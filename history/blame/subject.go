package blame

import (
	"fmt"
	"strings"

	"adjudicate/events"
	"adjudicate/history/condition"
	"adjudicate/rules/names"
)

// Kinds of subjects.
const (
	Square  = "square"
	Piece   = "piece"
	Weight  = "weight"
	Money   = "money"
	List    = "list"
	Turn    = "turn"
	Check   = "check"
	Winner  = "winner"
	Rule    = "rule"
	Reading = "reading"
)

// Mark is the kind of a subject that is one of those by which hands are won.
var Mark = events.Usual().Mark

// Subject is what is asked about.
type Subject struct {
	Kind  string `json:"kind"`
	Name  string `json:"name,omitempty"`  // a square, a piece's id, a side, a player, an account, a rule's number, an entry
	Asset string `json:"asset,omitempty"` // of money: "money" or another asset of accounts
	Also  bool   `json:"also,omitempty"`  // the name is that of a piece as well as of a square
}

// String returns the subject as Parse reads it.
func (s Subject) String() string {
	words := []string{s.Kind}
	for _, w := range []string{s.Name, s.Asset} {
		if w != "" {
			words = append(words, w)
		}
	}
	return strings.Join(words, " ")
}

// kind is a word before a name, and how the name is found.
type kind struct {
	word string
	find func(*condition.Catalogue, string) (string, error) // nil if no name follows
	what string                                             // what follows, for messages
}

var kinds = []kind{
	{Square, (*condition.Catalogue).Square, "a square"},
	{Piece, (*condition.Catalogue).Piece, "a piece's id"},
	{Weight, (*condition.Catalogue).Side, "a side"},
	{Check, (*condition.Catalogue).Side, "a side"},
	{Mark, (*condition.Catalogue).Player, "a player"},
	{Money, (*condition.Catalogue).Account, "an account"},
	{Rule, (*condition.Catalogue).Rule, "a rule's number"},
	{Reading, (*condition.Catalogue).Entry, "an entry of the register"},
	{List, nil, ""},
	{Turn, nil, ""},
	{Winner, nil, ""},
}

// Parse reads a subject: a square or a piece's id alone, or the kind of a subject and its name, as
// "weight Red". A word that is a square and a piece's id as well is the square.
func Parse(words []string, in *condition.Catalogue) (Subject, error) {
	if len(words) == 0 {
		words = []string{""}
	}
	if _, err := in.Piece(words[0]); len(words) == 1 && err != nil {
		words = strings.Fields(words[0]) // a subject in quotes
	}
	if len(words) == 0 {
		return Subject{}, fmt.Errorf("expected a square, a piece's id, or one of %s", known())
	}
	first := words[0]
	if strings.EqualFold(first, events.Usual().Marks) {
		first = Mark
	}
	if word := strings.ToLower(first); word == "debt" || word == "debts" {
		first = Money
	}
	for _, k := range kinds {
		if word := strings.ToLower(first); word == k.word || word == k.word+"s" {
			return k.subject(words[1:], in)
		}
	}
	if len(words) > 1 {
		return Subject{}, names.Unknown("subject", first, kindWords())
	}
	sq, err := in.Square(first)
	id, wrong := in.Piece(first)
	switch {
	case err == nil:
		return Subject{Kind: Square, Name: sq, Also: wrong == nil && id == first}, nil
	case wrong == nil:
		return Subject{Kind: Piece, Name: id}, nil
	}
	if unknown := names.Unknown("subject", first, kindWords()); unknown.Near != "" {
		return Subject{}, unknown
	}
	return Subject{}, fmt.Errorf("invalid subject %q: expected a square, a piece or one of %s", first, known())
}

func (k *kind) subject(words []string, in *condition.Catalogue) (Subject, error) {
	s := Subject{Kind: k.word}
	if k.find == nil {
		if len(words) > 0 {
			return s, fmt.Errorf("unexpected argument after %q: %q", k.word, words[0])
		}
		return s, nil
	}
	if len(words) == 0 {
		return s, fmt.Errorf("missing name: expected %s after %q", k.what, k.word)
	}
	var err error
	if s.Name, err = k.find(in, words[0]); err != nil {
		return s, err
	}
	words = words[1:]
	if k.word == Money {
		s.Asset = Money
		if len(words) > 0 {
			if s.Asset, err = in.Asset(words[0]); err != nil {
				return s, err
			}
			words = words[1:]
		}
	}
	if len(words) > 0 {
		return s, fmt.Errorf("unexpected argument after %q: %q", s, words[0])
	}
	return s, nil
}

func known() string { return strings.Join(kindWords(), ", ") }

func kindWords() []string {
	var list []string
	for _, k := range kinds {
		list = append(list, k.word)
	}
	return list
}
