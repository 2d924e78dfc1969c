package rules_test

import (
	"testing"

	"adjudicate/rules"
)

// A type may be called as a formula is written. Once it has been repealed its name is still a name: a rule that has it is a rule that can be applied.
func TestANameOfATypeThatIsGoneIsNoFormula(t *testing.T) {
	v := rules.ConsequenceVocabulary(nil, rules.Resolver{})
	none := func(string) bool { return false }
	for word, formula := range map[string]bool{
		"Tower(old)": false, "Rook": false, "knight.two": false, "from.square": false, "actor.side": false,
		"actor.type": true, "victim": true, "first(pieces, it.rank > 2).type": true,
	} {
		if got := rules.TypeAsked(word, none, v) != nil; got != formula {
			t.Errorf("%s: a formula: %v, want %v", word, got, formula)
		}
	}
	if rules.TypeAsked("victim", func(string) bool { return true }, v) != nil {
		t.Error("the name of a type in force is a formula")
	}
}
