package betza

import (
	"fmt"
	"strings"

	"adjudicate/rules"
)

// Error is a fault in a Betza text.
type Error = rules.BetzaError

// Parse returns the modes of a piece. Errors are *Error.
func Parse(text string) ([]rules.Mode, error) { return rules.Betza(text) }

// Set reads a piece set such as "k=K,r=W4,p=mWcF" as one rule a piece. The name and the
// glyph of a type are its letter; the glyph k, or K, is royal.
func Set(text string) ([]rules.Rule, error) {
	var out []rules.Rule
	column := 1
	for i, part := range strings.Split(text, ",") {
		glyph, moves, ok := strings.Cut(strings.TrimSpace(part), "=")
		if !ok || len(glyph) != 1 {
			return nil, &Error{Text: text, Column: column, Reason: "expected glyph=Betza, such as r=W4"}
		}
		modes, err := Parse(moves)
		if err != nil {
			e := err.(*Error)
			return nil, &Error{Text: text, Column: column + len(glyph) + e.Column, Reason: e.Reason}
		}
		royal := strings.EqualFold(glyph, "k")
		p := &rules.Piece{Name: strings.ToLower(glyph), Glyph: glyph, Value: "1", Royal: royal, Modes: modes}
		out = append(out, rules.Rule{Number: fmt.Sprintf("1.%d", i+1), Title: glyph + " = " + moves, Piece: p})
		column += len(part) + 1
	}
	if twice := rules.NewRulebook(out...).Invalid(); len(twice) > 0 {
		return nil, fmt.Errorf("%s: %s", twice[0].Rule.Title, twice[0].Why)
	}
	return out, nil
}
