package aggregate

import (
	"slices"
	"testing"
	"time"
)

// Games that are played by the same rules share what is read of these; a rule that differs in anything is read anew.
func TestListsThatSayTheSameAreReadOnce(t *testing.T) {
	list := []RuleInForce{{Number: "1", Rule: []byte(`{"a":1}`)}, {Number: "2", Revision: 3, Rule: []byte(`{"b":2}`)}}
	copied := func() []RuleInForce {
		all := slices.Clone(list)
		for i := range all {
			all[i].Rule = slices.Clone(all[i].Rule)
		}
		return all
	}
	one := readingOf(list)
	if readingOf(copied()) != one {
		t.Error("a list that says the same is read anew")
	}
	for what, change := range map[string]func(*RuleInForce){
		"number":   func(r *RuleInForce) { r.Number = "3" },
		"revision": func(r *RuleInForce) { r.Revision = 4 },
		"text":     func(r *RuleInForce) { r.Rule[1] = 'x' },
		"force":    func(r *RuleInForce) { r.Dormant = true },
		"lapse":    func(r *RuleInForce) { r.Until = time.Unix(1, 0) },
		"before":   func(r *RuleInForce) { r.Before = "x" },
	} {
		other := copied()
		change(&other[1])
		if readingOf(other) == one {
			t.Errorf("a list with another %s is taken for the same", what)
		}
	}
}
