package formula_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/rules/formula"
	"adjudicate/rules/names"
)

// A small world of things: five people of whom some have children, live in towns and earn money.
//
//	id  name  town       earns  parent
//	0   Ann   Oslo (1)   10     -
//	1   Bob   Oslo (1)   4      Ann
//	2   Cem   Rome (2)   7.5    Ann
//	3   Dag   -          4      Bob
//	4   Eva   Rome (2)   0      -
const (
	aPerson formula.Sort = iota
	aTown
)

var people = []struct {
	town, parent int
	earns        float64
}{{1, -1, 10}, {1, 0, 4}, {2, 0, 7.5}, {-1, 1, 4}, {2, -1, 0}}

var thingWords = &formula.Vocabulary{
	Vars: []formula.Var{{Name: "self", Kind: formula.Thing, Sort: aPerson}, {Name: "nobody", Kind: formula.Thing, Sort: aPerson}, {Name: "tax"}},
	Funcs: []formula.Func{
		{Name: "apart", Args: []formula.Kind{formula.Thing, formula.Thing}, Sorts: []formula.Sort{aTown, aTown}},
		{Name: "count", Args: []formula.Kind{formula.Text}, Resolve: func(_ int, s string) (int, error) { return len(s), nil }},
	},
	Attrs: []formula.Attr{
		{Of: aPerson, Name: "town", Result: formula.Thing, Sort: aTown, Implied: true},
		{Of: aPerson, Name: "parent", Result: formula.Thing, Sort: aPerson},
		{Of: aPerson, Name: "earns", Span: formula.Range{Low: 0, High: 100, Num: 1, Den: 2}},
		{Of: aPerson, Name: "times", Args: []formula.Kind{formula.Number}},
		{Of: aPerson, Name: "likes", Args: []formula.Kind{formula.Thing}, Sorts: []formula.Sort{aPerson}, Result: formula.Bool, Cost: 10},
		{Of: aTown, Name: "north", Result: formula.Bool},
		{Of: aTown, Name: "size", Span: formula.Between(1, 9)},
	},
	Sets: []formula.Set{
		{Name: "people", Member: aPerson, Most: 5},
		{Name: "children", Owned: true, Of: aPerson, Member: aPerson, Most: 4},
		{Name: "people", Owned: true, Of: aTown, Member: aPerson, Most: 5},
		{Name: "below", Owned: true, Of: aPerson, Arg: true, Member: aPerson, Most: 5},
		{Name: "line", Owned: true, Of: aPerson, Reach: true, Member: aPerson, Most: 5}, // of children, and theirs
	},
	Names: &formula.Names{Sorts: []string{"a person", "a town"}, Resolve: func(sort formula.Sort, text string, _ formula.Call) (formula.Naming, error) {
		list := []string{"Ann", "Bob", "Cem", "Dag", "Eva"}
		if sort == aTown {
			list = []string{"", "Oslo", "Rome"}
		}
		if i := slices.Index(list, text); i >= 0 && text != "" {
			return formula.Naming{ID: i}, nil
		}
		return formula.Naming{}, names.Unknown("name", text, list)
	}},
	Elsewhere: map[string]string{"boss": "it is known at work"},
}

// life answers for the people; self is Ann unless said.
type life struct{ self float64 }

func (l life) Var(i int) float64 { return []float64{l.self, formula.Absent, 2}[i] }

func (life) Call(f int, args []float64) float64 {
	if f == 1 {
		return args[0]
	}
	return math.Abs(args[0] - args[1])
}

func (life) Attr(i int, of float64, args []float64) float64 {
	switch i {
	case 0:
		return float64(people[int(of)].town)
	case 1:
		return float64(people[int(of)].parent)
	case 2:
		return people[int(of)].earns
	case 3:
		return of * args[0]
	case 4:
		return truth(args[0] == of+1) // each likes the next
	case 5:
		return truth(of == 1)
	default:
		return of * 3
	}
}

func (life) Next(set int, of, arg, after float64) float64 {
	for i := int(after) + 1; i < len(people); i++ {
		switch p := people[i]; {
		case set == 0, (set == 1 || set == 4) && p.parent == int(of), set == 2 && p.town == int(of), set == 3 && p.earns < arg && i != int(of):
			return float64(i)
		}
	}
	return formula.Absent
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func TestQuantifiersRangeOverThings(t *testing.T) {
	for _, c := range []struct {
		src  string
		kind formula.Kind
		want float64
	}{
		{"count(people)", formula.Number, 5},
		{"count(people, it.earns > 4)", formula.Number, 2},
		{"count(people, p, p.earns == 4)", formula.Number, 2},
		{`count("Rook")`, formula.Number, 4},
		{"sum(people, it.earns)", formula.Number, 25.5},
		{"sum(people, it.earns * tax, it.town == 'Rome')", formula.Number, 15},
		{"sum(people, p, p.earns, p.town == none)", formula.Number, 4},
		{"least(people, it.earns)", formula.Number, 0},
		{"least(people, it.earns, it.earns > 0)", formula.Number, 4},
		{"least(people, -it.earns)", formula.Number, -10},
		{"greatest(people, it.earns)", formula.Number, 10},
		{"greatest(people, it.earns, it.earns > 99)", formula.Number, 0},
		{"greatest(people, -it.earns, it.earns > 5)", formula.Number, -7.5},
		{"any(people, it.parent == self)", formula.Bool, 1},
		{"all(people, it.earns >= 0)", formula.Bool, 1},
		{"all(people, it.earns > 0)", formula.Bool, 0},
		{"all(nobody.children, false)", formula.Bool, 1},
		{"any(nobody.children, true)", formula.Bool, 0},
		{"first(people, it.town == 'Rome') == 'Cem'", formula.Bool, 1},
		{"first(people, it != self, -it.earns) == 'Cem'", formula.Bool, 1},
		{"first(people, it.earns == 4, it.earns) == 'Bob'", formula.Bool, 1}, // the first of equals
		{"first(people, it.earns > 10) == none", formula.Bool, 1},
		{"first(people, true, it.earns).parent.parent == none", formula.Bool, 1},
		{"count(self.children)", formula.Number, 2},
		{"count(self.children, any(it.children, it.earns == 4))", formula.Number, 1},
		{"any(people, p, any(people, q, p != q and p.earns == q.earns))", formula.Bool, 1},
		{"count(people, p, all(people, q, p == q or p.earns > q.earns))", formula.Number, 1},
		{"sum(people, p, count(people, q, q.parent == p) * p.earns)", formula.Number, 24},
		{"count(self.town.people)", formula.Number, 2},
		{"(tax > 0 ? self : nobody).earns", formula.Number, 10}, // self is Ann
		{"(tax > 99 ? self : first(people, it.earns == 7.5)).town == 'Rome'", formula.Bool, 1},
		{"(tax > 99 ? self : none).earns", formula.Number, 0},
		{"(tax > 99 ? none : self) == 'Ann'", formula.Bool, 1},
		{"(tax > 99 ? self : 'Cem').earns", formula.Number, 7.5},
		{"sum(people, p, (p.earns > 4 ? p : p.parent).earns)", formula.Number, 10 + 10 + 7.5 + 4 + 0},
		{"count(self.people)", formula.Number, 2}, // it stands for its town
		{"count(self.below(5))", formula.Number, 3},
		{"count(people, count(it.below(it.earns)) == 3)", formula.Number, 1},
		{"count(self.line(true))", formula.Number, 4},
		{"count(self.line(it.earns == 4))", formula.Number, 3},
		{"count(self.line(it == 'Dag'))", formula.Number, 1}, // a child of Bob, who is not
		{"any(nobody.line(true), true)", formula.Bool, 0},
		{"sum(people, p, count(p.line(it.town == p.town)))", formula.Number, 6},
		{"count(self.line(any(it.line(true), it == 'Dag')))", formula.Number, 3},
		{"count(self.line(true), any(it.line(it.earns == 4), it == 'Dag'))", formula.Number, 3},
		{"first(self.line(true), it.town == none) == 'Dag'", formula.Bool, 1},
		{"self.earns + nobody.earns", formula.Number, 10},
		{"nobody.parent == none and not nobody.likes(self)", formula.Bool, 1},
		{"self.times(tax + 1)", formula.Number, 0},
		{"first(people, it.times(3) == 6) == 'Cem'", formula.Bool, 1},
		{"self.likes('Bob')", formula.Bool, 1},
		{"self.north and self.size == 3", formula.Bool, 1},
		{"apart(self, 'Rome')", formula.Number, 1},
		{"self.town == 'Oslo' and self != 'Bob'", formula.Bool, 1},
		{"not any(people, it.earns > 10) and count(people) == 5 ? 1 : 2", formula.Number, 1},
		{"max(1, count(people), sum(people, 2))", formula.Number, 10},
	} {
		f, err := formula.Compile(c.src, thingWords, c.kind)
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		if got := f.Eval(life{}); got != c.want {
			t.Errorf("%s = %v, want %v", c.src, got, c.want)
		}
		if n := testing.AllocsPerRun(50, func() { f.Eval(ann) }); n > 0 {
			t.Errorf("%s allocates %v times an evaluation", c.src, n)
		}
	}
}

// ann is the life of Ann, in an interface already.
var ann formula.Env = life{}

func TestRefusalsAboutThings(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"self.earsn > 1", `column 6: a person has no attribute "earsn" (did you mean .earns?)`},
		{"self.earns.town == none", `column 1: only things have attributes: found a number`},
		{"self.earns() > 1", `column 6: .earns takes no arguments (write .earns without brackets)`},
		{"self.times > 1", `column 6: .times takes 1 argument, not 0`},
		{"self.children == none", `column 6: .children is a set, allowed only in a quantifier (write count(….children), any(….children, …))`},
		{"people > 3", `column 1: "people" is a set, allowed only in a quantifier (write count(people), any(people, …))`},
		{"any(peopel, true)", `column 5: expected a set (did you mean people?)`},
		{"any(self, true)", `column 5: expected a set (sets are people, .children, .people, .below, .line)`},
		{"any(people)", `column 1: any takes a set and a condition: found 1 argument`},
		{"any(people, it.earns)", `column 13: expected a condition as argument of any, found a number (compare it with something, such as > 0)`},
		{"any(people, it)", `column 13: expected a condition as argument of any, found a person (compare it, as in x == …)`},
		{"any(people, p, it.earns > 1)", `column 16: "it" cannot be used here (it is the member of a quantifier's set)`},
		{"sum(people, eanrs, it.earns > 1) > 2", `column 20: "it" cannot be used here (it is the member of a quantifier's set)`},
		{"sum(people, txa, true) > 2", `column 18: expected a number as argument of sum, found a condition (write (…) ? 1 : 0)`},
		{"sum(people, txa, 3) > 2", `column 13: no such variable or function: "txa" (did you mean "tax"?)`},
		{"any(people, p, tax > 1)", `column 13: p names the members, but is not used`},
		{"it.earns > 3", `column 1: "it" cannot be used here (it is the member of a quantifier's set)`},
		{"self == self.town", `column 9: expected a person after ==, found a town`},
		{"self.town == self", `column 14: expected a town after ==, found a person (use its town: x.town)`},
		{"self == 3", `column 9: expected a person after ==, found a number`},
		{"self == greatest(people, it.earns)", `column 9: expected a person after ==, found a number (greatest yields the number; the member that has it is first(SET, CONDITION, -NUMBER))`},
		{"self == 'Anne'", `column 9: no such name: "Anne" (did you mean "Ann"?)`},
		{"none.earns > 1", `column 1: nothing has no attributes`},
		{"boss == none", `column 1: "boss" cannot be used here (it is known at work)`},
		{"earns(self) > 1", `column 1: "earns" is an attribute of a person (write it after a dot: x.earns)`},
		{"count(people, it.earns) > 1", `column 15: expected a condition as argument of count, found a number (compare it with something, such as > 0)`},
		{"self[1]", `column 5: [ is not part of the formula language (write a dot and the name of an attribute: it.side)`},
		{"self?.earns > 1", `column 5: ?. is not part of the formula language (write a single dot: the attributes of nothing are 0)`},
		{"self.(earns)", `column 6: expected the name of an attribute before (`},
		{"any(people, it.earns = 4)", `column 22: = is not part of the formula language (write == to compare)`},
		{"any(self.line, true)", `column 10: line takes 1 argument, not 0 (write .line(CONDITION), the condition being about each thing that it leads to)`},
		{"any(self.line(it.earns), true)", `column 15: expected a condition as argument of line, found a number (compare it with something, such as > 0)`},
		{"any(self.line(any(it.line(any(it.line(any(it.line(any(it.line(true), true)), true)), true)), true)), true)",
			`column 1: formula too complex: more than 4 sets of connected things inside each other`},
		{"(tax > 1 ? self : self.town) == self", `column 19: expected a person after :, found a town`},
		{"(tax > 1 ? 'Ann' : 'Bob') == self", `column 12: found a text both after ? and after : (only one of the two may be a name; of the other say what it is, such as first(squares, it == "c3"))`},
		{"self and true", `column 1: expected a condition before and, found a person (compare it, as in x == …)`},
	} {
		_, err := formula.Compile(c.src, thingWords, formula.Bool)
		var bad *formula.Error
		if !errors.As(err, &bad) {
			t.Errorf("%s: got %v, want an *Error", c.src, err)
			continue
		}
		if err.Error() != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.src, err, c.want)
		}
	}
}

func TestCostIsBoundedAndKnown(t *testing.T) {
	for src, want := range map[string]int64{
		"tax > 1":                                            1,
		"self.earns > 1":                                     2,            // self, and what it earns
		"any(people, it.earns > 1)":                          5 * 2,        // each found, and asked
		"any(people, it.likes(self))":                        5 * (1 + 11), // found, self, likes
		"any(self.children, tax == 1)":                       1 + 4*2,
		"any(self.line(it.earns > 1), tax == 1)":             1 + 5*(1+9) + 5*2, // self; each tested, with the step to it; each found, and asked
		"any(people, p, any(people, q, p.earns == q.earns))": 5 * (1 + 5*(1+2)),
	} {
		f, err := formula.Compile(src, thingWords, formula.Bool)
		if err != nil {
			t.Fatal(err)
		}
		if f.Cost() != want {
			t.Errorf("%s costs %d, want %d", src, f.Cost(), want)
		}
	}
	wide := *thingWords
	wide.Sets = slices.Clone(wide.Sets)
	wide.Sets[0].Most = 4096
	_, err := formula.Compile("any(people, p, any(people, q, any(people, r, p == q and q == r)))", &wide, formula.Bool)
	want := "column 1: formula too costly: up to 68736258048 steps, at most 20000000 are allowed (nested quantifiers multiply their sets)"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestAQuantityIsKnownBeforehandWithinBounds(t *testing.T) {
	none := func(string, []string) formula.Range { return formula.Anything() }
	half := func(low, high float64) formula.Range { return formula.Range{Low: low, High: high, Num: 1, Den: 2} }
	for src, want := range map[string]formula.Range{
		"count(people)":                      formula.Between(0, 5),
		"sum(people, it.earns)":              half(0, 500),
		"least(people, it.earns + 1)":        half(0, 101),
		"greatest(people, -it.earns)":        half(-100, 0),
		"floor(sum(people, it.earns) / 2)":   formula.Between(0, 250),
		"count(people, it.earns < 0)":        formula.Exactly(0),
		"self.earns":                         half(0, 100),
		"self.size":                          formula.Between(0, 9), // 0 of a town that is absent
		"sum(people, it.earns, it.size > 9)": formula.Exactly(0),
	} {
		f, err := formula.Compile(src, thingWords, formula.Number)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, f.Range(none)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", src, diff)
		}
	}
}

func TestTheMemberThatDecidesIsNamed(t *testing.T) {
	for _, c := range []struct {
		src    string
		member int // -1: no member decides
	}{
		{"any(people, it.earns > 5)", 0},
		{"any(people, it.earns < 5)", 1},
		{"not any(people, it.town == 'Rome')", 2},
		{"any(people, it.earns > 50)", -1},
		{"all(people, it.town != none)", 3},
		{"all(people, it.earns >= 0)", -1},
		{"tax == 2 and all(people, it.earns > 0)", 4},
		{"tax == 3 and all(people, it.earns > 0)", -1}, // it rests on the tax
		{"tax == 3 or any(people, it.town == none)", 3},
		{"count(people, it.town == 'Rome') >= 2", 2},
		{"sum(people, it.earns) > 20", 0},
		{"greatest(people, it.earns, it != self) < 5", 2},
		{"least(people, p, p.earns) < 5", 4},
		{"first(people, it.parent == 'Bob') == none", 3},
		{"any(people, p, any(people, q, q.parent == p and p.parent == self))", 1},
		{"any(self.line(it.earns == 4), s, s.earns < 5)", 1},
		{"all(self.line(it.earns == 4), s, s.town != none)", 3},
		{"tax == 2", -1},
	} {
		f, err := formula.Compile(c.src, thingWords, formula.Bool)
		if err != nil {
			t.Fatal(err)
		}
		m, ok := f.Witness(life{})
		if !ok {
			m.ID = -1
		}
		if m.ID != c.member {
			t.Errorf("%s rests on %d, want %d", c.src, m.ID, c.member)
		}
	}
}

func TestWhatIsAskedOfThingsIsListed(t *testing.T) {
	f, err := formula.Compile("any(self.below(3), it.earns > 1 and it.likes('Bob')) or any(people, it.town == 'Rome')", thingWords, formula.Bool)
	if err != nil {
		t.Fatal(err)
	}
	want := []formula.Call{{Name: ".below"}, {Name: ".earns"}, {Name: ".likes"}, {Name: "people"}, {Name: ".town"}}
	if diff := cmp.Diff(want, f.Calls()); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
	if !f.Quantified() || !f.Uses(".likes") || f.Uses(".parent") {
		t.Error("what is asked of things is not told")
	}
}

func BenchmarkQuantifier(b *testing.B) {
	for _, src := range []string{"any(people, it.earns > 50)", "any(people, p, any(people, q, p != q and p.town == q.parent.town and p.earns == 99))"} {
		f, err := formula.Compile(src, thingWords, formula.Bool)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(src, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f.Eval(ann)
			}
		})
	}
}

func FuzzThings(f *testing.F) {
	for _, src := range []string{"any(people, it.earns > 1)", "count(people, p, p.town == 'Rome')", "first(people, true, it.earns).parent == none",
		"sum(self.below(3), it.times(tax)) > 1", "all(people, p, any(p.children, q, q != p))", "none == none", "any(self.line(any(it.line(true), it == 'Dag')), s, s.earns > 1)", "it.it(it)", "count(count(people))", "a.b.c(1, 'x').d"} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		for _, kind := range []formula.Kind{formula.Number, formula.Bool, formula.Thing} {
			compiled, err := formula.Compile(src, thingWords, kind)
			if err != nil {
				var bad *formula.Error
				if !errors.As(err, &bad) || bad.Column < 1 || bad.Column > len(src)+2 {
					t.Fatalf("%q: a bad refusal: %v", src, err)
				}
				continue
			}
			one, two := compiled.Eval(ann), compiled.Eval(ann)
			if one != two || one > formula.Bound || one < -formula.Bound {
				t.Fatalf("%q gives %v and %v", src, one, two)
			}
			if r := compiled.Range(func(string, []string) formula.Range { return formula.Anything() }); kind != formula.Thing && (one < r.Low || one > r.High) {
				t.Fatalf("%q gives %v, outside its bounds %v to %v", src, one, r.Low, r.High)
			}
			if compiled.Cost() > formula.MostCost {
				t.Fatalf("%q costs %d", src, compiled.Cost())
			}
			if kind == formula.Bool {
				compiled.Witness(ann)
			}
		}
	})
}

func TestWhatIsKnownOfAttributesBoundsWhatAsksThem(t *testing.T) {
	loveless := func(name string, _ []string) formula.Range {
		if name == ".likes" {
			return formula.Exactly(0)
		}
		return formula.Anything()
	}
	for src, never := range map[string]bool{
		"any(people, it != self and it.likes(self))": true,
		"any(people, it != self or it.likes(self))":  false,
		"not any(people, it.likes(self))":            false,
	} {
		f, err := formula.Compile(src, thingWords, formula.Bool)
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Range(loveless).Never(); got != never {
			t.Errorf("%s where nobody likes anybody: never true is %t, want %t", src, got, never)
		}
	}
}
