package aggregate

import (
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
)

// A rule that has no force for the time being stands in the book and counts for nothing.
func TestARuleWithoutForceIsInTheWholeRulebookAlone(t *testing.T) {
	list, err := rules.Parse("book.yaml", []byte("number: \"7.1\"\nrevision: 0\ntitle: A\n---\nnumber: \"7.2\"\nrevision: 0\ntitle: B\n"))
	if err != nil {
		t.Fatal(err)
	}
	s := NewState()
	for i := range list {
		s.Apply(events.RulePutInForce{Number: list[i].Number, Rule: list[i].Canonical()})
	}
	s.Apply(events.RuleDormant{Number: "7.2", Dormant: true})
	for _, c := range []struct {
		title string
		read  func() (*rules.Rulebook, error)
		want  int
	}{{"with force", s.Rulebook, 1}, {"in the book", s.WholeRulebook, 2}} {
		book, err := c.read()
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := book.Rule("7.1"); !ok || len(book.Rules()) != c.want {
			t.Errorf("%d rules %s, want %d", len(book.Rules()), c.title, c.want)
		}
	}
	s.Apply(events.RulePutInForce{Number: "7.3", Rule: []byte("{")})
	if _, err := s.Rulebook(); err == nil {
		t.Error("a rule that cannot be read was read")
	}
}
