package main

import (
	"go/format"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestEveryDecisionIsPlanted lists the mutants of a function, each with the file that it makes.
func TestEveryDecisionIsPlanted(t *testing.T) {
	const before, after = "package p\n\nfunc f(a, b int) bool {\n\t", "\n}\n"
	for _, c := range []struct {
		body string
		want []string
	}{
		{"return a == b", []string{"return a != b"}},
		{"return a < b && true", []string{"return a < b || true", "return a <= b && true", "return a < b && false"}},
		{"if a > 1 {\n\t\tb++\n\t}\n\treturn b >= a", []string{
			"if !(a > 1) {\n\t\tb++\n\t}\n\treturn b >= a",
			"if a >= 1 {\n\t\tb++\n\t}\n\treturn b >= a",
			"if a > 2 {\n\t\tb++\n\t}\n\treturn b >= a",
			"if a > 1 {\n\t\tb--\n\t}\n\treturn b >= a",
			"if a > 1 {\n\t\tb++\n\t}\n\treturn b > a",
		}},
		{"a += b\n\tg()\n\treturn h(a)", []string{
			"a -= b\n\tg()\n\treturn h(a)",
			"\n\tg()\n\treturn h(a)",
			"a += b\n\t\n\treturn h(a)",
		}},
	} {
		source := []byte(before + c.body + after)
		list, err := plant("p.go", source)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for i := range list {
			text := list[i].apply(source)
			if _, err := format.Source(text); err != nil {
				t.Errorf("%s: %v", &list[i], err)
			}
			got = append(got, string(text[len(before):len(text)-len(after)]))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.body, diff)
		}
	}
}

// TestASeedDrawsOneOrder wants the same mutants from the same seed.
func TestASeedDrawsOneOrder(t *testing.T) {
	list, err := plantAll(".")
	if err != nil || len(list) < 20 {
		t.Fatalf("%d mutants of this package: %v", len(list), err)
	}
	orders := map[uint64][]string{}
	for _, seed := range []uint64{1, 1, 2} {
		var names []string
		for _, m := range drawn(list, seed) {
			names = append(names, m.String())
		}
		if before, again := orders[seed]; again && !cmp.Equal(before, names) {
			t.Errorf("seed %d draws another order the second time", seed)
		}
		orders[seed] = names
	}
	if cmp.Equal(orders[1], orders[2]) {
		t.Error("two seeds draw the same order")
	}
}
