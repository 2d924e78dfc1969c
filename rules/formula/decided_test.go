package formula_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"adjudicate/rules/formula"
)

// game is a vocabulary of variables whose ranges it says, and of a few things.
func game() *formula.Vocabulary {
	v := &formula.Vocabulary{
		Vars: []formula.Var{
			{Name: "weekday", Span: formula.Between(1, 7)}, {Name: "turns", Span: formula.Between(0, formula.Bound)}, {Name: "held"},
			{Name: "piece", Kind: formula.Thing}, {Name: "other", Kind: formula.Thing}, {Name: "odd", Kind: formula.Bool},
		},
		Attrs: []formula.Attr{
			{Name: "type", Result: formula.Thing, Sort: 1}, {Name: "rank", Span: formula.Between(1, 8)}, {Name: "next", Result: formula.Thing},
		},
		Sets: []formula.Set{{Name: "pieces", Most: 64}},
	}
	v.Names = &formula.Names{Sorts: []string{"a piece", "a type"}, Resolve: func(formula.Sort, string, formula.Call) (formula.Naming, error) { return formula.Naming{}, nil }}
	return v
}

func TestWhatIsDecidedBeforeItIsAsked(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"weekday == 0", "1 this never holds: weekday is a whole number from 1 to 7"},
		{"turns > 3 and weekday > 7", "15 this never holds: weekday is a whole number from 1 to 7"},
		{"turns >= 0", "1 this always holds: turns is a whole number of at least 0"},
		{"0 <= turns", "1 this always holds: turns is a whole number of at least 0"},
		{"turns + weekday < 1", "1 this never holds: turns + weekday is a whole number of at least 1"},
		{"piece.rank > 8", "1 this never holds: piece.rank is a whole number from 1 to 8, or 0 where there is none"},
		{"piece.rank == 0", ""},
		{"any(pieces, it.rank == 0)", "13 this never holds: it.rank is a whole number from 1 to 8"},
		{"count(pieces, it.rank == 1) < 0", "1 this never holds: the left side is a whole number from 0 to 64"},
		{"mod(turns, 2) == 2", "1 this never holds: the left side is a whole number from 0 to 1"},
		{"turns > 5 and turns < 3", "15 this never holds together with turns > 5"},
		{"turns > 5 and (odd or turns < 3)", "23 this never holds together with turns > 5"},
		{"turns > 5 and turns < 6", "15 this never holds together with turns > 5"},
		{"held > 5 and held < 6", ""},
		{"held > 5 and held < 5", "14 this never holds together with held > 5"},
		{"held > 5 and held <= 5", "14 this never holds together with held > 5"},
		{"held != 5 and held == 5", "15 this never holds together with held != 5"},
		{"weekday > 3 and turns > 1 and weekday < 5 and weekday != 4", "47 this never holds together with what stands before it"},
		{"turns > weekday and turns < weekday", "21 this never holds together with turns > weekday"},
		{"turns > 5 and not (turns > 3)", "15 this never holds together with turns > 5"},
		{"odd and not odd", "9 this never holds together with odd"},
		{`piece.type == "King" and piece.type == "Queen"`, `26 this never holds together with piece.type == "King" (did you mean or?)`},
		{`piece.type == "King" and piece.type == "King"`, ""},
		{`piece.type == "King" and other.type == "Queen"`, ""},
		{`piece.type != "King" or piece.type != "Queen"`, `25 either this or piece.type != "King" always holds (did you mean and?)`},
		{`piece.type == "King" and piece.type == none`, `26 this never holds together with piece.type == "King" (did you mean or?)`},
		{`piece.type == other.type and piece.type != other.type`, "30 this never holds together with piece.type == other.type"},
		{"turns < 5 or turns > 3", "14 either this or turns < 5 always holds"},
		{"turns < 5 or turns >= 5", "14 either this or turns < 5 always holds"},
		{"turns < 5 or turns > 5", ""},
		{"turns > 5 or turns > 7", ""},
		{"turns > 5 and turns > 3", ""},
		{"turns > 5 ? weekday > 3 : turns > 7", "27 this never holds where turns > 5 does not"},
		{"turns > 5 ? weekday > 3 : turns > 2", ""},
		{"any(pieces, p, p.rank > 3 and p.rank < 2)", "31 this never holds together with p.rank > 3"},
		{"any(pieces, p, p.rank > 3) and any(pieces, p, p.rank < 2)", ""},
		{"any(pieces, it.rank > 3) and not any(pieces, it.rank > 3)", "30 this never holds together with what stands before it"},
		{"3 < turns < 2", "5 this never holds together with 3 < turns"},
		{"1 < turns < 9", ""},
		{"turns == 1 or turns == 2 or turns == 3", ""},
	} {
		f, err := formula.Compile(c.src, game(), formula.Bool)
		if err != nil {
			t.Fatalf("%s: %v", c.src, err)
		}
		var got []string
		for _, d := range f.Decisions(nil) {
			line := fmt.Sprintf("%d %s", d.Column, d.Message)
			if d.Hint != "" {
				line += " (" + d.Hint + ")"
			}
			got = append(got, line)
		}
		if g := strings.Join(got, "; "); g != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.src, g, c.want)
		}
	}
}

// TestDecisionsAreRight holds what is said of random conditions on a number or two against all their values.
func TestDecisionsAreRight(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	v := &formula.Vocabulary{Vars: []formula.Var{{Name: "a", Span: formula.Between(0, 5)}, {Name: "b", Span: formula.Between(-2, 3)}}}
	found := 0
	for range 20000 {
		one := func() string {
			right := fmt.Sprint(r.IntN(9) - 2)
			if r.IntN(4) == 0 {
				right = "b"
			}
			s := fmt.Sprintf("a %s %s", []string{"<", "<=", ">", ">=", "==", "!="}[r.IntN(6)], right)
			if r.IntN(4) == 0 {
				s = "not (" + s + ")"
			}
			return s
		}
		join := []string{" and ", " or "}[r.IntN(2)]
		src := one() + join + one() + join + one()
		f, err := formula.Compile(src, v, formula.Bool)
		if err != nil {
			t.Fatal(err)
		}
		always, never := true, true
		for a := 0.0; a <= 5; a++ {
			for b := -2.0; b <= 3; b++ {
				if f.Holds(figures{a, b}) {
					never = false
				} else {
					always = false
				}
			}
		}
		decided := f.Decisions(nil)
		told := len(decided) > 0
		for _, d := range decided {
			found++
			joined := !strings.Contains(d.Message, ": ")
			if joined && join == " and " && !never || joined && join == " or " && !always {
				t.Fatalf("%s: %s", src, d.Message)
			}
		}
		if (always || never) && !told && !strings.Contains(src, "b") {
			t.Fatalf("%s: nothing is said", src)
		}
	}
	if found < 1000 {
		t.Errorf("only %d decisions", found)
	}
}

type figures []float64

func (v figures) Var(i int) float64           { return v[i] }
func (v figures) Call(int, []float64) float64 { return 0 }
