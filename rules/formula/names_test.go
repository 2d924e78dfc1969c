package formula_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/rules/formula"
	"adjudicate/rules/names"
)

// Two sorts of names: colours, which are red and dark blue, and people, who are Ann and whoever likes
// a colour.
const (
	colour formula.Sort = iota
	person
)

var named = &formula.Vocabulary{
	Vars: []formula.Var{{Name: "sky", Kind: formula.Thing, Sort: colour}, {Name: "host", Kind: formula.Thing, Sort: person}, {Name: "n"}},
	Funcs: []formula.Func{
		{Name: "likes", Args: []formula.Kind{formula.Thing}, Sorts: []formula.Sort{person}, Result: formula.Thing, Sort: colour},
		{Name: "shade", Args: []formula.Kind{formula.Thing, formula.Number}, Sorts: []formula.Sort{colour, 0}},
		{Name: "friend", Args: []formula.Kind{formula.Thing}, Sorts: []formula.Sort{colour}, Result: formula.Thing, Sort: person},
	},
	Names: &formula.Names{
		Sorts: []string{"a colour", "a person"},
		Resolve: func(sort formula.Sort, text string, beside formula.Call) (formula.Naming, error) {
			colours := map[string]int{"red": 1, "dark blue": 2, "grün": 3}
			id, ok := colours[text]
			switch {
			case sort == colour && ok:
				return formula.Naming{ID: id}, nil
			case sort == person && text == "Ann":
				return formula.Naming{ID: 7}, nil
			case sort == person && ok:
				return formula.Naming{ID: id, Via: 3}, nil // the friend of that colour
			case text == "asked":
				return formula.Naming{}, fmt.Errorf("beside %s%v", beside.Name, beside.Texts)
			}
			return formula.Naming{}, names.Unknown("name", text, []string{"red", "dark blue", "Ann"})
		},
	},
}

// world is the sky that is red, a host who is Ann; everybody likes colour 2, shades are what they
// are called by, and the friend of colour c is person 5 + c.
type world struct{}

func (world) Var(i int) float64 { return []float64{1, 7, 3}[i] }

func (world) Call(f int, args []float64) float64 {
	switch f {
	case 0:
		return 2
	case 1:
		return args[0]*10 + args[1]
	}
	return 5 + args[0]
}

func TestConditionsSpeakOfNames(t *testing.T) {
	for _, test := range []struct {
		src  string
		want bool
	}{
		{`sky = red`, true},
		{`sky == "red"`, true},
		{`sky != 'dark blue'`, true},
		{`red = sky`, true},
		{`sky = "grün"`, false},
		{`likes(Ann) = "dark blue" and n = 3`, true},
		{`likes(host) = sky`, false},
		{`shade(sky, n) = 13`, true},
		{`shade("dark blue", 4) >= 24`, true},
		{`host = "dark blue"`, true}, // the friend of colour 2 is 7, who is Ann
		{`host = red`, false},
		{`n<=3 and n>=3 and n!=4 and not (n=4)`, true},
	} {
		f, err := formula.CompileCondition(test.src, named)
		if err != nil {
			t.Errorf("%s: %v", test.src, err)
			continue
		}
		if got := f.Holds(world{}); got != test.want || f.String() != test.src {
			t.Errorf("%s holds: %v, want %v (it is called %s)", test.src, got, test.want, f)
		}
	}
}

func TestWhatNamesRefuse(t *testing.T) {
	for _, test := range []struct {
		src    string
		column int
		want   string
	}{
		{`sky = rde`, 7, `no such name: "rde"`},
		{`"grün" = sky and sky = rde`, 24, `no such name: "rde"`},
		{`sky = host`, 7, `expected a colour after ==, found a person`},
		{`sky = 3`, 7, `expected a colour after ==, found a number`},
		{`sky < red`, 1, `expected a number before <, found a colour`},
		{`likes(sky) = red`, 7, `expected a person as argument of likes, found a colour`},
		{`likes(4) = red`, 7, `expected a person as argument of likes`},
		{`likes(Ann-Sophie) = red`, 7, `expected a person as argument of likes`},
		{`sky`, 1, `expected a condition here, found a colour`},
		{`sik = sky`, 1, `no such name: "sik": expected one of red, dark blue, Ann`},
		{`m = 3`, 1, `no such variable or function: "m"`},
		{`likes = red`, 1, `"likes" is a function`},
		{`likes(Ann) = asked`, 14, `beside likes[Ann]`},
		{`likes(asked) = red`, 7, `beside []`},
		{`sky = grün`, 9, `'ü' is allowed only in a quoted name`},
		{`sky = "red`, 7, `missing closing quotation mark`},
		{"sky = \"\xff\"", 8, `invalid UTF-8`},
		{`sky = = red`, 7, `expected a number, a name or a bracket before ==`},
	} {
		_, err := formula.CompileCondition(test.src, named)
		var bad *formula.Error
		if !errors.As(err, &bad) {
			t.Errorf("%s: error %v, want a *formula.Error", test.src, err)
			continue
		}
		if bad.Column != test.column || bad.Message != test.want {
			t.Errorf("%s: column %d: %s\nwant column %d: %s", test.src, bad.Column, bad.Message, test.column, test.want)
		}
	}
}

func TestNamesAreAskedForByWhatTheyAreCalled(t *testing.T) {
	f, err := formula.CompileCondition(`shade("dark blue", n) > 3 or likes(host) = red`, named)
	if err != nil {
		t.Fatal(err)
	}
	want := []formula.Call{{Name: "shade", Texts: []string{"dark blue"}}, {Name: "likes"}}
	if diff := cmp.Diff(want, f.Calls()); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
}

func TestRulesKnowNoNames(t *testing.T) {
	v := &formula.Vocabulary{Vars: []formula.Var{{Name: "n"}}}
	for _, src := range []string{`n = 3`, `n == three`, `three`} {
		if _, err := formula.Compile(src, v, formula.Bool); err == nil {
			t.Errorf("%s is taken", src)
		}
	}
}
