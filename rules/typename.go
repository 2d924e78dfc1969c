package rules

import (
	"strings"

	"adjudicate/rules/names"
)

// TypeNamed returns the name of the piece type that a word means: the number of its rule, or a name or a
// glyph, best as it is written and else in either case. The error is a *names.UnknownError.
func (b *Rulebook) TypeNamed(word string) (string, error) {
	word = names.Composed(word)
	for _, d := range b.Pieces() {
		if d.Rule.Number == word {
			return d.Piece.Name, nil
		}
	}
	exact := func(a, b string) bool { return a == b }
	for _, same := range []func(a, b string) bool{exact, strings.EqualFold} {
		for _, of := range []func(*Piece) string{func(p *Piece) string { return p.Name }, func(p *Piece) string { return p.Glyph }} {
			for _, d := range b.Pieces() {
				if same(of(d.Piece), word) {
					return d.Piece.Name, nil
				}
			}
		}
	}
	return "", names.Unknown("piece type", word, b.TypeNames())
}

// TypeNames lists the names of the piece types.
func (b *Rulebook) TypeNames() []string {
	var list []string
	for _, d := range b.Pieces() {
		list = append(list, d.Piece.Name)
	}
	return list
}
