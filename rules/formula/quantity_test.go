package formula

import (
	"strings"
	"testing"
)

// farm is a vocabulary of one sort of things: animals, each with a weight.
func farm(list ...Quantity) *Vocabulary {
	return &Vocabulary{
		Vars:       []Var{{Name: "me", Kind: Thing}, {Name: "day"}},
		Attrs:      []Attr{{Name: "weight"}, {Name: "mother", Result: Thing}},
		Sets:       []Set{{Name: "animals", Most: 4}, {Name: "children", Owned: true, Most: 4}},
		Names:      &Names{Sorts: []string{"an animal"}},
		Quantities: list,
	}
}

// animals are numbered from 0; the mother of n is n-1, that of 0 is none. n weighs 10*(n+1).
type animals struct{ me float64 }

func (a animals) Var(i int) float64         { return []float64{a.me, 7}[i] }
func (animals) Call(int, []float64) float64 { return 0 }
func (animals) Attr(i int, of float64, _ []float64) float64 {
	if i == 0 {
		return 10 * (of + 1)
	}
	return of - 1
}

func (animals) Next(set int, of, _, after float64) float64 {
	next := after + 1
	if set == 1 {
		next = max(next, of+1)
		if next > of+1 {
			return Absent
		}
	}
	if next > 3 {
		return Absent
	}
	return next
}

func TestAQuantityIsWhatItsFormulaSays(t *testing.T) {
	v := farm(
		Quantity{Name: "family", Owned: true, Src: "self.weight + sum(self.children, it.weight)"},
		Quantity{Name: "heavy", Owned: true, Src: "self.family > average and any(animals, it.weight < self.weight)"},
		Quantity{Name: "average", Src: "sum(animals, it.family) / count(animals)"},
		Quantity{Name: "constant", Owned: true, Src: "3"},
		Quantity{Name: "today", Src: "day + 1"},
	)
	for _, c := range []struct {
		src  string
		me   float64
		want float64
	}{
		{"me.family", 0, 30}, // 10 and 20
		{"me.family", 3, 40}, // without children
		{"average", 0, 47.5}, // 30, 50, 70 and 40 by 4
		{"me.heavy ? 1 : 0", 1, 1},
		{"me.heavy ? 1 : 0", 0, 0},
		{"me.heavy ? 1 : 0", 3, 0},
		{"me.mother.family", 0, 0}, // nobody's
		{"me.mother.mother.family", 3, 50},
		{"count(animals, it.heavy)", 0, 2},
		{"sum(animals, a, sum(animals, b, a.family - b.family))", 0, 0},
		{"first(animals, it.heavy, -it.family).family", 0, 70},
		{"me.constant + today", 0, 11},
	} {
		f, err := Compile(c.src, v, Number)
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		if got := f.Eval(animals{c.me}); got != c.want {
			t.Errorf("%s of %v is %v, want %v", c.src, c.me, got, c.want)
		}
	}
}

func TestACircleOfQuantitiesIsSpelledOut(t *testing.T) {
	v := farm(
		Quantity{Name: "a", Owned: true, Src: "self.b + 1"},
		Quantity{Name: "b", Owned: true, Src: "sum(animals, it.c)"},
		Quantity{Name: "c", Owned: true, Src: "self.mother.b"},
	)
	for _, src := range []string{"me.a", "me.b"} {
		if _, err := Compile(src, v, Number); err == nil || err.Error() != "column 4: circular quantity: b ← c ← b" {
			t.Errorf("%s: %v, which is to be said once and of the word that stands there", src, err)
		}
	}
	if _, err := CheckQuantity(v.Quantities[2], v); err == nil || !strings.Contains(err.Error(), "c ← b ← c") {
		t.Error(err)
	}
}
