package aggregate

import (
	"fmt"
	"reflect"
	"sync"
	"testing"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// What a law was made from is asked for in full: whatever differs of the rules, the readings and the
// register makes another law, and the same again makes the same.
func TestAKeptLawIsThatOfTheState(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20")
	base := g.j.State()
	rule := base.Rules()[len(base.Rules())-1]
	for _, tt := range []struct {
		name   string
		change []events.Payload
	}{
		{"nothing", nil},
		{"another reading", []events.Payload{events.ReadingInForce{Entry: "gess-adjacent", Reading: "no"}}},
		{"a rule less", []events.Payload{events.RuleOutOfForce{Number: rule.Number}}},
		{"another revision", []events.Payload{events.RulePutInForce{Number: rule.Number, Revision: rule.Revision + 1, Rule: rule.Rule}}},
		{"an entry more", []events.Payload{events.EntryRegistered{Entry: "added", Clause: "1230.1 §1", Question: "?",
			Readings: []events.RegisterReading{{Reading: "yes", Text: "Yes."}, {Reading: "no", Text: "No."}}, Default: "yes", InForce: "no"}}},
	} {
		made := func() *law {
			s := base.Clone()
			outcomes(s, tt.change...)
			j, err := NewJudge(s, "test")
			if err != nil {
				t.Fatal(err)
			}
			l := j.base.rulebook()
			if err := l.compile(); err != nil {
				t.Fatal(err)
			}
			if !l.of(s) {
				t.Errorf("%s: the law is not that of its state", tt.name)
			}
			return l
		}
		kept, read := laws.list, readLaws.list
		laws.list, readLaws.list = nil, nil
		fresh := made()
		laws.list = nil
		if compiled := made(); compiled.book != fresh.book || compiled.ruleset == fresh.ruleset {
			t.Errorf("%s: a law that was read is not compiled by itself", tt.name)
		}
		laws.list, readLaws.list = kept, read
		made()
		again := made()
		if again.ruleset == fresh.ruleset {
			t.Fatalf("%s: the law was not made afresh", tt.name)
		}
		if again.hash != fresh.hash || again.book.Hash() != fresh.book.Hash() {
			t.Errorf("%s: the rulebook is %s, want %s", tt.name, again.hash, fresh.hash)
		}
		if diff := cmp.Diff(fresh.reading, again.reading); diff != "" {
			t.Errorf("%s: the readings (-want +got):\n%s", tt.name, diff)
		}
		if diff := cmp.Diff(entries(fresh), entries(again)); diff != "" {
			t.Errorf("%s: the register (-want +got):\n%s", tt.name, diff)
		}
	}
}

func entries(l *law) []string {
	var list []string
	for _, e := range l.register.Entries() {
		list = append(list, e.ID+": "+e.Question)
	}
	return list
}

// Judges of several goroutines rule by one law without being in each other's way; the race detector looks on.
func TestJudgesShareALaw(t *testing.T) {
	g := newGame(t, "Red: King a1, Rook e5; Blue: King t20, CopyCat j10")
	want := g.j.Decide(Input{ID: "in", At: noon, Payload: playOf("Red", "Re5-e6")})
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			j, err := NewJudge(g.j.State().Clone(), "test")
			if err != nil {
				t.Error(err)
				return
			}
			got := j.Decide(Input{ID: "in", At: noon, Payload: playOf("Red", "Re5-e6")})
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	group.Wait()
}

// A law that is made of the one before a change says what one says that was made of nothing: what a rule of prose changes is
// what cites it, and whatever asks what words the rules use.
func TestALawMadeStepByStepIsThatMadeAtOnce(t *testing.T) {
	rule := func(r rules.Rule) events.Payload {
		return events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()}
	}
	cited := rules.Rule{Number: "1300.1", Title: "Cited", Note: "Prose."}
	citing := rules.Rule{Number: "1300.2", Title: "Citing", Procedure: &rules.Procedure{Consequences: []rules.Consequence{
		{On: "surrenders", Also: []string{"1300.1 §2"}, Do: []rules.Doing{{Asset: "money", To: "1"}}}}}}
	amended := cited
	amended.Revision = 1
	spoken := rules.Rule{Number: "1300.3", Title: "Words", Note: "Whether side.checking is a word."}
	older := rules.Rule{Number: "1300.4", Title: "Words", Note: "Whether it.rested is one."}
	bishop, _ := newGame(t, "Red: King a1; Blue: King t20").j.base.rulebook().book.Rule("1230.5")
	bishop.Revision++
	plays, _ := newGame(t, "Red: King a1; Blue: King t20").j.base.rulebook().book.Rule("1230.2")
	plays.Revision++
	piece := rules.Rule{Number: "1229.1", Title: "Early", Piece: &rules.Piece{Name: "Early", Glyph: "@", Value: "count('Rook') + 1", Modes: []rules.Mode{{Legs: []rules.Leg{{Dir: "orthogonal"}}}},
		OnCapture: []rules.Effect{{Destroy: "self"}}}}
	// What asks for types that are not there yet: a procedure, the effect of a capture, the terms of a purchase and the duties of a type.
	asking := rules.Rule{Number: "1300.5", Title: "Asking", Procedure: &rules.Procedure{
		Consequences: []rules.Consequence{{On: "surrenders", When: "count('Late') > 0", Do: []rules.Doing{{Asset: "money", To: "1"}}}},
		Duties:       []rules.Duty{{Forbid: "capture", When: "self.type == \"Later\""}}}}
	asker := rules.Rule{Number: "1300.6", Title: "Asker", Piece: &rules.Piece{Name: "Asker", Glyph: "¥", Value: "1", Modes: piece.Piece.Modes,
		Counters: []rules.Counter{{Name: "heat"}}, OnCapture: []rules.Effect{{Set: "heat", To: "count('Later') + victim('heat')"}},
		Purchase: &rules.Purchase{When: "count('Latest') == 0"}, Duties: []rules.Duty{{Forbid: "move", When: "count('Latest') > 1"}}}}
	late := func(number, name, glyph string) rules.Rule {
		return rules.Rule{Number: number, Title: name, Piece: &rules.Piece{Name: name, Glyph: glyph, Value: "1", Modes: piece.Piece.Modes,
			Counters: []rules.Counter{{Name: name}}, OnCapture: []rules.Effect{{Set: name, To: rules.Expr("victim('" + name + "') + 1")}}}}
	}
	steps := []struct {
		name   string
		change events.Payload
	}{
		{"a rule of prose", rule(cited)},
		{"a rule that cites it", rule(citing)},
		{"what is cited is amended", rule(amended)},
		{"prose with words of formulas", rule(spoken)},
		{"with others", rule(older)},
		{"it is repealed", events.RuleOutOfForce{Number: spoken.Number}},
		{"a definition before all others", rule(piece)},
		{"a definition amended", rule(bishop)},
		{"a procedure amended", rule(plays)},
		{"another reading", events.ReadingInForce{Entry: "echo-captures", Reading: "as-piece"}},
		{"a definition repealed", events.RuleOutOfForce{Number: piece.Number}},
		{"a reading that a procedure asks for", events.ReadingInForce{Entry: "tied-winners", Reading: "each"}},
		{"a procedure that asks for types", rule(asking)},
		{"a definition that does", rule(asker)},
		{"a definition that nobody has asked for, behind all others", rule(late("1300.7", "Other", "£"))},
		{"one that a procedure has asked for", rule(late("1300.8", "Late", "€"))},
		{"one that an effect has asked for", rule(late("1300.9", "Later", "₣"))},
		{"one that terms and a duty have asked for", rule(late("1300.10", "Latest", "₤"))},
		{"what is cited is repealed", events.RuleOutOfForce{Number: cited.Number}},
	}
	kept, read := laws.list, readLaws.list
	defer func() { laws.list, readLaws.list = kept, read }()
	g := newGame(t, "Red: King a1, Rook e5; Blue: King t20")
	for _, step := range steps {
		g.apply(step.change)
		laws.list, readLaws.list = nil, nil
		if err := g.j.base.compile(); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		made := g.j.base.law
		laws.list, readLaws.list = nil, nil
		fresh := readLaw(g.j.State(), nil, nil)
		if err := fresh.compile(); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if diff := cmp.Diff(saidBy(fresh), saidBy(made), cmp.Exporter(func(reflect.Type) bool { return true }),
			cmp.Transformer("text", textOf), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s (-at once +step by step):\n%s", step.name, diff)
		}
	}
}

// textOf is a formula as it is written, with the ids by which it knows what it names.
func textOf(f *formula.Formula) string {
	if f == nil {
		return ""
	}
	inside := reflect.ValueOf(f).Elem()
	return fmt.Sprint(f, inside.FieldByName("code"), inside.FieldByName("consts"))
}

// saidBy is what a compiled law says, but for the tables of moves and turns.
func saidBy(l *law) []any {
	return []any{l.kinds, l.sections, l.counterNames, l.reactions, l.whole, l.repeats, l.streaks, l.marks, l.states, l.bases, l.ruleset.Remembers(), l.ruleset.Types(), l.turns != nil}
}

// A law that several judges read at once for the first time is compiled by each of them into lists of its own.
func TestJudgesShareLawsThatAreBeingCompiled(t *testing.T) {
	g := newGame(t, "Red: King a1; Blue: King t20")
	base := g.j.State()
	rule := base.Rules()[len(base.Rules())-1]
	for n := range 20 {
		s := base.Clone()
		outcomes(s, events.RulePutInForce{Number: rule.Number, Revision: rule.Revision + 100 + n, Rule: rule.Rule}) // nobody has read it
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				if l := readLaw(s.Clone(), nil, nil); l.compile() != nil || len(l.stages) == 0 {
					t.Error("not compiled, or without stages")
				}
			})
		}
		all.Wait()
	}
}
