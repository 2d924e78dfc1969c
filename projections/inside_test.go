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

func TestPagesAreAListThatIsNeverCopied(t *testing.T) {
	var p pages[int]
	if p.len() != 0 || p.part(0, 0) != nil {
		t.Errorf("an empty list has %d values", p.len())
	}
	const n = 3*pageLength + 5
	p.add(0)
	for i := 1; i < n; i++ {
		p.add(i)
		if p.len() != i+1 || *p.at(i) != i {
			t.Fatalf("value %d of %d is %d", i, p.len(), *p.at(i))
		}
	}
	for _, test := range []struct{ from, to int }{{0, 1}, {0, pageLength}, {pageLength - 1, pageLength + 1},
		{pageLength, 2 * pageLength}, {5, n}, {n - 1, n}, {7, 7}} {
		part := p.part(test.from, test.to)
		if len(part) != test.to-test.from {
			t.Fatalf("from %d to %d there are %d values", test.from, test.to, len(part))
		}
		for i, v := range part {
			if v != test.from+i {
				t.Fatalf("value %d from %d on is %d", i, test.from, v)
			}
		}
		part = append(part, -1)
		if test.to < n && *p.at(test.to) == -1 {
			t.Errorf("appending to the part from %d to %d writes into the list", test.from, test.to)
		}
		if len(part) == 0 {
			t.Error("nothing was appended")
		}
	}
	next := 0
	for v := range p.all() {
		if v != next {
			t.Fatalf("the list gives %d, want %d", v, next)
		}
		next++
	}
	if got := p.count(func(v *int) bool { return *v > pageLength }); next != n || got != pageLength+1 {
		t.Errorf("%d values, %d up to %d; want %d and %d", next, got, pageLength, n, pageLength+1)
	}
}
