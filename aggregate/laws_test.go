package aggregate

import (
	"sync"
	"testing"

	"adjudicate/events"

	"github.com/google/go-cmp/cmp"
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
