package condition_test

import (
	"errors"
	"testing"
	"unicode/utf8"

	"adjudicate/history/condition"
	"adjudicate/rules/formula"
)

func FuzzCompile(f *testing.F) {
	for _, src := range []string{
		`winner = Red`, `winner == "Bob the Elder" and hand >= 2`, `weight(turn) > 30 or at(e9) = Rook`,
		`reading("gess-adjacent") = no`, `square("*1") = none`, `"\"" = winner`, `winner = "ü\\"`, `hand = 3 = 4`, `a=b`, `'`, `(`, `= =`,
		`holder(turn) = its holder`, `min(hand, plays) <= 2 ? started : not started`,
	} {
		f.Add(src)
	}
	names, _ := told(story)
	f.Fuzz(func(t *testing.T, src string) {
		c, err := condition.Compile(src, names)
		if err != nil {
			var bad *formula.Error
			if !errors.As(err, &bad) {
				t.Fatalf("%q: %v is no error of a formula", src, err)
			}
			if bad.Column < 1 || bad.Column > utf8.RuneCountInString(src)+formula.MostBytes {
				t.Fatalf("%q: column %d", src, bad.Column)
			}
			return
		}
		if c.String() != src {
			t.Fatalf("%q is said to be %q", src, c)
		}
		w := c.Watch()
		for _, p := range story {
			w.Fold(p)
			w.Holds()
		}
		if again := c.Watch(); len(again.Values()) != len(w.Values()) {
			t.Fatalf("%q: values come and go", src)
		}
	})
}
