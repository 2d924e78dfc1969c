package aggregate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// What answers have come to is decided exactly when each way in which the silent could still answer comes to the same: here
// each of them answers by themselves, one after the other.
func TestAnswersDecideWhenNoFurtherOneCouldChangeThat(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	needs := []string{"yes == asked", "yes > no", "yes > no and 2 * (yes + no) >= asked", "no == 0", "yes >= 2", "silent == 0", "yes - no == 1", "false", "true"}
	for range 400 {
		text := needs[rng.IntN(len(needs))]
		f, err := formula.Compile(text, rules.AnswerVocabulary(), formula.Bool)
		if err != nil {
			t.Fatal(err)
		}
		asked := rng.IntN(6)
		yes := rng.IntN(asked + 1)
		no := rng.IntN(asked - yes + 1)
		some, all := false, true
		var each func(yes, no, left, silent int)
		each = func(yes, no, left, silent int) {
			if left == 0 {
				holds := f.Holds(answers{yes, no, silent, asked})
				some, all = some || holds, all && holds
				return
			}
			each(yes+1, no, left-1, silent)
			each(yes, no+1, left-1, silent)
			each(yes, no, left-1, silent+1)
		}
		each(yes, no, asked-yes-no, 0)
		never, always := possible(text, yes, no, asked, false)
		if never == some || always != all {
			t.Errorf("%s with %d yes, %d no of %d: never %t, always %t; want never %t, always %t", text, yes, no, asked, never, always, !some, all)
		}
		holds := f.Holds(answers{yes, no, asked - yes - no, asked})
		if never, always = possible(text, yes, no, asked, true); never == holds || always != holds {
			t.Errorf("%s with %d yes, %d no of %d, when it is over: %t, want %t", text, yes, no, asked, always, holds)
		}
	}
}

// A law that is kept for judges to come is that of the rules with force and of the game's words alone: a rule that sleeps is none of it.
func TestKeptLawsTellRulesThatSleepFromOthers(t *testing.T) {
	with := func(change func(*State)) lawKey {
		s := NewState()
		s.rules = []RuleInForce{{Number: "1", Rule: []byte(`{"number":"1"}`)}}
		change(s)
		return sumsOf(s, nil).key
	}
	plain := with(func(*State) {})
	if with(func(*State) {}) != plain {
		t.Error("the same rules have two keys")
	}
	if with(func(s *State) { s.rules[0].Dormant = true }) == plain {
		t.Error("a rule without force has the key of one with force")
	}
	if with(func(s *State) { s.words = []events.Word{{Thing: "side", Word: "party"}} }) == plain {
		t.Error("other words have the same key")
	}
}

// What a changed law is kept under is made from what was in force before: it must not matter from what.
func TestALawIsKeptUnderTheSameKeyWhateverWasInForceBefore(t *testing.T) {
	rule := func(number string, revision int) RuleInForce {
		return RuleInForce{Number: number, Revision: revision, Rule: []byte(`{"number":"` + number + `"}`)}
	}
	s := NewState()
	s.rules = []RuleInForce{rule("1", 0), rule("2", 0), rule("3", 1), rule("4", 0)}
	s.register = []events.RegisterEntry{{Entry: "a", Clause: "1", Default: "yes"}}
	before := &law{rules: s.rules, entries: s.register, sums: sumsOf(s, nil)}
	keys := map[lawKey]string{before.sums.key: "nothing"}
	for title, change := range map[string]func(*State){
		"a text":         func(s *State) { s.rules[1].Rule = []byte(`{"number":"2","title":"x"}`) },
		"a revision":     func(s *State) { s.rules[1].Revision++ },
		"force":          func(s *State) { s.rules[3].Dormant = true },
		"a first rule":   func(s *State) { s.rules = slices.Insert(s.rules, 0, rule("0", 0)) },
		"a last rule":    func(s *State) { s.rules = append(s.rules, rule("5", 0)) },
		"two rules less": func(s *State) { s.rules = s.rules[2:] },
		"the order":      func(s *State) { s.rules[0], s.rules[3] = s.rules[3], s.rules[0] },
		"no rule":        func(s *State) { s.rules = nil },
		"a reading":      func(s *State) { s.readings = []events.ReadingInForce{{Entry: "a", Reading: "no"}} },
		"the register":   func(s *State) { s.register = []events.RegisterEntry{{Entry: "a", Clause: "1", Default: "no"}} },
		"the format":     func(s *State) { s.format = 2 },
		"an array":       func(s *State) { s.laid.set = true },
		"the system":     func(s *State) { s.system = "chess" },
	} {
		now := s.Clone()
		now.rules = slices.Clone(s.rules)
		change(now)
		whole, changed := sumsOf(now, nil).key, sumsOf(now, before).key
		if whole != changed {
			t.Errorf("%s: another key than that of the whole", title)
		}
		if other, used := keys[whole]; used {
			t.Errorf("%s has the key of %s", title, other)
		}
		keys[whole] = title
	}
}
