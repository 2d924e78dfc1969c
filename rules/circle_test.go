package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"adjudicate/rules"
	"adjudicate/systems"
)

func TestTheSuiteHasNoCircleUnderAnyReading(t *testing.T) {
	// A Guard protects its neighbours while it is not attacked. Nothing that it protects
	// from can attack it, whichever way the register's question about Echoes is answered.
	book, register, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range book.Rules() {
		if got := rules.Check(&r, book, register); len(got) > 0 {
			t.Errorf("rule %s: %v", r.Number, got)
		}
	}
}

func TestSoundConditionsAboutAttacksAreAccepted(t *testing.T) {
	for _, c := range []struct{ name, body string }{
		{"a move that asks who attacks it", "  modes: [{for: [move], when: attacked(), legs: [{dir: all}]}]\n"},
		{"a mode that asks what it defends", "  modes: [{when: defends(), legs: [{dir: all}]}]\n"},
		{"a protection by what cannot be attacked", "  modes: [{legs: [{dir: all}]}]\n  immune: [{who: self}, {who: friend, when: not attacked()}]\n"},
		{"a protection from types that cannot attack its giver", "  modes: [{legs: [{dir: all}]}]\n  immune: [{who: self, from: [Rook, Archer, Kamikaze], acting: true}, {who: friend, from: [Rook], when: not attacked()}]\n"},
		{"a denial of moves that asks who attacks its giver", "  modes: [{legs: [{dir: all}]}]\n  denies: [{to: enemy, deny: [move, special], when: not attacked()}]\n"},
		{"a promotion that asks who attacks it", "  modes: [{legs: [{dir: all}]}]\n  promotion: [{on: own-play, to: any, timing: at-once, when: attacked()}]\n"},
	} {
		if got := problems(t, head+"  value: 1\n"+c.body, rules.Game{}).Faults(); len(got) > 0 {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}

func TestACircleIsBlamedOnTheRuleThatClosesIt(t *testing.T) {
	// The protection is sound as long as the Fool is immune from what can attack it.
	guard := rules.Rule{Number: "7", Piece: &rules.Piece{Name: "Shield", Glyph: "s", Value: "1",
		Modes: []rules.Mode{{Legs: []rules.Leg{{Dir: "all"}}}},
		Immune: []rules.Immunity{{Who: "self", From: []string{"Fool"}},
			{Who: "friend", From: []string{"Fool"}, Acting: true, When: "not attacked()"}}}}
	copier := rules.Rule{Number: "9", Piece: &rules.Piece{Name: "Parrot", Glyph: "p", Value: "1",
		Modes: []rules.Mode{{As: &rules.As{Who: "last"}}}}}
	fool := stepper("8", "Fool", "f")
	book := rules.NewRulebook(guard, fool)
	if got := rules.Check(&guard, book, nil); len(got) > 0 {
		t.Errorf("the protection alone: %v", got)
	}
	got := rules.Check(&copier, book, nil)
	if len(got) != 1 || got[0].Field != "piece" || !strings.Contains(got[0].Message, "attack of Parrot as Fool ← immunity by Shield ← attacked(Shield) ← attack of Parrot as Fool") {
		t.Errorf("what acts as a Fool without being one: %v", got)
	}
}

func TestOverfullRulebooks(t *testing.T) {
	var many []rules.Rule
	for i := range rules.MostTypes {
		r := stepper(fmt.Sprint(100+i), fmt.Sprintf("Type%d", i), string(rune('!'+i%90)))
		many = append(many, r)
	}
	crowded := rules.NewRulebook(many...)
	if n := len(crowded.Pieces()); n >= rules.MostTypes {
		t.Errorf("%d types with %d glyphs", n, 68)
	}

	lender := stepper("9", "Lender", "l")
	for range rules.MostGrants {
		lender.Piece.Grants = append(lender.Piece.Grants, rules.Grant{To: "friend", Within: 1, Modes: []rules.Mode{{Legs: []rules.Leg{{Dir: "all"}}}}})
	}
	second := stepper("10", "Second", "n")
	second.Piece.Grants = lender.Piece.Grants[:1]
	expectFault(t, second, rules.NewRulebook(lender), "piece.grants", "too many grants: expected at most 16 in all rules together, found 17")

	// Each of these protects from one type while it is not attacked, and is immune itself
	// from that type and those before it, so that the questions go on to the next one.
	var chain []rules.Rule
	var before []string
	for i := range rules.MostAttacked + 2 {
		chain = append(chain, stepper(fmt.Sprint(20+i), fmt.Sprintf("Foe%d", i), string(rune('0'+i))))
	}
	for i := range rules.MostAttacked + 1 {
		before = append(before, fmt.Sprintf("Foe%d", i))
		r := stepper(fmt.Sprint(40+i), fmt.Sprintf("Ward%d", i), string(rune('a'+i)))
		r.Piece.Immune = []rules.Immunity{{Who: "self", From: append([]string(nil), before...)},
			{Who: "friend", From: []string{before[i]}, When: "not attacked()"}}
		if i <= rules.MostAttacked-1 {
			if got := rules.Check(&r, rules.NewRulebook(chain...), nil); len(got) > 0 {
				t.Errorf("%d protections: %v", i+1, got)
			}
		} else {
			expectFault(t, r, rules.NewRulebook(chain...), "piece.immune[1].when", "more than 4 questions attacked() nested: ")
		}
		chain = append(chain, r)
	}
}

func expectFault(t *testing.T, r rules.Rule, book *rules.Rulebook, field, message string) {
	t.Helper()
	got := rules.Check(&r, book, nil)
	if len(got) != 1 || got[0].Field != field || !strings.HasPrefix(got[0].Message, message) {
		t.Errorf("got %v, want %s: %s", got, field, message)
	}
}
