package movement_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// TestASequenceOfAmendmentsCompilesAsItsResult enacts, amends and repeals definitions at random, some of prose among them, compiles each
// rulebook of what was compiled of the one before it, and holds it against the same rulebook compiled of nothing: every act that pieces
// of all its types can make, what comes of each, and the Weights. The definitions name types that are defined, that are not, that are
// defined later and that have been repealed.
func TestASequenceOfAmendmentsCompilesAsItsResult(t *testing.T) {
	base, err := rules.Parse("kings", []byte(kings))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(7, 14))
	a := amending{random: random, book: rules.NewRulebook(base...), numbers: map[int]string{}}
	var before *movement.Ruleset
	for step := range 200 {
		what := a.amend()
		part, err := movement.Recompile(before, a.book, nil)
		if err != nil {
			t.Fatalf("step %d, %s: %v", step, what, err)
		}
		whole, err := movement.Compile(a.book, nil)
		if err != nil {
			t.Fatal(err)
		}
		seed := random.Uint64()
		if diff := cmp.Diff(played(whole, seed), played(part, seed)); diff != "" {
			t.Fatalf("step %d, %s (-whole +part):\n%s", step, what, diff)
		}
		if before != nil && part.Extends(before) {
			for i := range before.Types() {
				if a, b := before.TypeName(movement.TypeID(i)), part.TypeName(movement.TypeID(i)); a != b {
					t.Fatalf("step %d, %s: type %d was %s and is %s", step, what, i, a, b)
				}
			}
		}
		before = part
	}
}

// Of two rulesets that were made of one, neither extends the other.
func TestARulesetExtendsWhatItWasMadeOf(t *testing.T) {
	base, err := rules.Parse("kings", []byte(kings))
	if err != nil {
		t.Fatal(err)
	}
	rb := rules.NewRulebook(base...)
	made := func(before *movement.Ruleset, number, name string) *movement.Ruleset {
		rs, err := movement.Recompile(before, rb.With(rules.Rule{Number: number, Title: name, Piece: &rules.Piece{Name: name, Glyph: name[:1], Value: "1", Modes: []rules.Mode{{Legs: []rules.Leg{{Dir: "all"}}}}}}), nil)
		if err != nil {
			t.Fatal(err)
		}
		return rs
	}
	plain, err := movement.Compile(rb, nil)
	if err != nil {
		t.Fatal(err)
	}
	bomb, dog, early := made(plain, "8", "Bomb"), made(plain, "8", "Dog"), made(plain, "1.5", "Early")
	for _, c := range []struct {
		name       string
		rs, before *movement.Ruleset
		want       bool
	}{
		{"itself", plain, plain, true}, {"a type more", bomb, plain, true}, {"another type more", dog, plain, true},
		{"a type less", plain, bomb, false}, {"another type", bomb, dog, false}, {"a type in front", early, plain, false},
	} {
		if got := c.rs.Extends(c.before); got != c.want {
			t.Errorf("%s: extends is %v, want %v", c.name, got, c.want)
		}
	}
}

// amending is a rulebook that is amended at random.
type amending struct {
	random  *rand.Rand
	book    *rules.Rulebook
	numbers map[int]string // of the rules that define types
	enacted int
}

// amend changes one rule, and says which. A new one comes after all others, mostly.
func (a *amending) amend() string {
	n := a.random.IntN(kinds)
	number, there := a.numbers[n]
	if there && a.random.IntN(3) == 0 {
		a.book = a.book.Without(number)
		delete(a.numbers, n)
		return "repeal of " + number
	}
	if !there {
		a.enacted++
		number = fmt.Sprintf("%d.%d", 8-a.random.IntN(6)/5, a.enacted)
		a.numbers[n] = number
	}
	have, _ := a.book.Rule(number)
	r := rules.Rule{Number: number, Revision: have.Revision + 1, Title: "Invention"}
	if a.random.IntN(10) == 0 {
		r.Note = "Prose."
	} else {
		r.Piece = inventedAtRandom(a.random, n)
	}
	a.book = a.book.With(r)
	return string(r.Canonical())
}

// kinds is how many types are invented: some of them are always missing.
const kinds = 6

// inventedAtRandom is the definition of the n-th type, with parts that name others.
func inventedAtRandom(random *rand.Rand, n int) *rules.Piece {
	name := func() string { return fmt.Sprintf("Type %d", random.IntN(kinds)) }
	formula := func(format string) rules.Expr { return rules.Expr(fmt.Sprintf(format, name())) }
	walk := []rules.Leg{{Dir: "all", N: "1..3"}}
	p := &rules.Piece{Name: fmt.Sprintf("Type %d", n), Glyph: string(rune('a' + n)), Value: "3", Modes: []rules.Mode{{Legs: []rules.Leg{{Dir: "orthogonal"}}}}}
	mode := &p.Modes[0]
	for range 2 + random.IntN(4) {
		switch random.IntN(22) {
		case 0:
			mode.Victim = []string{name(), name()}
		case 1:
			mode.Spares = []string{name()}
		case 2:
			mode.When = formula(`count("%s") > 0`)
		case 3:
			mode.When = formula(`near("%s", 3)`)
		case 4:
			p.Value = formula(`3 + 2 * count("%s")`)
		case 5:
			p.Modes = append(p.Modes, rules.Mode{Legs: []rules.Leg{{Dir: "all", N: "2..5", Hop: "over", Over: []string{name()}}}})
		case 6:
			p.Modes = append(p.Modes, rules.Mode{Legs: []rules.Leg{{Dir: "all", N: "2..5", Hop: "over", NotOver: []string{name()}}}})
		case 7:
			p.Modes = append(p.Modes, rules.Mode{For: []string{"move"}, As: &rules.As{Type: name()}})
		case 8:
			p.Modes = append(p.Modes, rules.Mode{For: []string{"capture"}, As: &rules.As{Who: "victim"}})
		case 9, 18, 19:
			p.Modes = append(p.Modes, rules.Mode{For: []string{"move"}, Legs: []rules.Leg{{Toward: name(), Within: 4}}})
		case 10:
			p.Modes = append(p.Modes, rules.Mode{Becomes: []string{name()}, Legs: walk})
		case 11:
			p.Immune = []rules.Immunity{{Who: "friend", Beside: "all", From: []string{name()}}}
		case 12:
			p.Denies = []rules.Denial{{To: "enemy", Within: 2, Types: []string{name()}, Deny: []string{"capture"}}}
		case 13:
			p.Grants = []rules.Grant{{To: "friend", Within: 1, Modes: []rules.Mode{{For: []string{"move"}, Legs: []rules.Leg{{Leap: []int{2, 1}}}}}}}
		case 14:
			p.Promotion = []rules.Promotion{{On: "reach", In: []string{"edge"}, To: "any", Timing: "at-once"}}
		case 15, 20, 21:
			p.Promotion = []rules.Promotion{{On: "reach", In: []string{"edge"}, To: "any", Types: []string{name(), name()}, Timing: []string{"at-once", "on-the-way"}[random.IntN(2)]}}
		case 16:
			p.Consequences = []rules.Consequence{{On: "moved", When: formula(`count("%s") > 1`), Do: []rules.Doing{{Become: "self", Type: name()}}}}
		case 17:
			p.Modes = append(p.Modes, rules.Mode{Legs: []rules.Leg{{Dir: "all", N: "1..2", Takes: true, Spares: []string{name()}}, {Dir: "all"}}})
		}
	}
	return p
}

// report is what a ruleset says of a position.
type report struct {
	Acts, Made []string
	Weights    []events.Half
}

// played stands two pieces of each type of each side on the board, somewhere, and reports on the position.
func played(rs *movement.Ruleset, seed uint64) (out report) {
	random := rand.New(rand.NewPCG(seed, 0))
	p := rs.NewPosition()
	free := slices.Clone(rs.Squares())
	random.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	for _, name := range []string{"Red", "Blue"} {
		s := p.AddSide(name)
		for i := range 2 * rs.Types() {
			if t := movement.TypeID(i / 2); i%2 == 0 || !rs.Royal(t) {
				p.Put(p.AddPiece(t, s), free[0])
				free = free[1:]
			}
		}
	}
	var a movement.Analysis
	a.Run(p)
	for s := range movement.SideID(p.Sides()) {
		out.Weights = append(out.Weights, a.Weight(s))
		for _, ply := range p.Plies(s, nil) {
			out.Acts = append(out.Acts, fmt.Sprint(ply))
			var told movement.Told
			p.Tell(&ply, &told).Back()
			out.Made = append(out.Made, fmt.Sprint(told))
		}
	}
	return out
}
