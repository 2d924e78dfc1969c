package projections

import (
	"testing"

	"adjudicate/events"
	"adjudicate/season"
)

func TestInputsAreToldFromOutcomesAsTheEventsPackageTellsThem(t *testing.T) {
	for _, kind := range events.Kinds() {
		p, err := events.New(kind)
		if err != nil {
			t.Fatal(err)
		}
		if _, ok := p.(events.Ruled); ok {
			p = events.Ruled{Verdict: "accepted"}
		}
		if isInput(p) != events.IsInput(kind) {
			t.Errorf("%s: an input is %t, want %t", kind, isInput(p), events.IsInput(kind))
		}
		if events.IsOutcome(kind) != (Short(p) != "") {
			t.Errorf("%s: in short it is %q", kind, Short(p))
		}
	}
}

func TestClausesAreFoundByRuleRevisionAndSection(t *testing.T) {
	for _, test := range []struct {
		name, wanted, cited string
		want                bool
	}{
		{"a rule holds all its sections", "1230.2", "1230.2/49 §6.C", true},
		{"a section holds what is within it", "1230.2 §6", "1230.2/49 §6.C", true},
		{"a section is itself", "1230.2/49 §6.C", "1230.2/49 §6.C", true},
		{"another revision", "1230.2/48 §6", "1230.2/49 §6.C", false},
		{"a rule whose number goes on", "1230.2", "1230.20/3 §1", false},
		{"a section whose number goes on", "1230.2 §1", "1230.2/49 §10", false},
		{"a section is not held by one within it", "1230.2 §6.C", "1230.2/49 §6", false},
		{"a whole revision", "1230.2/49", "1230.2/49 §4.B.iii", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := covers(test.wanted, test.cited); got != test.want {
				t.Errorf("%q covers %q: %t, want %t", test.wanted, test.cited, got, test.want)
			}
			if got := season.Covers(test.wanted, test.cited); got != test.want {
				t.Errorf("a season says otherwise: %t, want %t", got, test.want)
			}
		})
	}
}
