package aggregate_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/generate"
	"adjudicate/rules"
	"adjudicate/systems"
	"adjudicate/systems/array"
)

// takebackRule lets everybody take plays back as they please.
func takebackRule(t testing.TB) events.RulePutInForce {
	t.Helper()
	list, err := rules.Parse("takeback.yaml", []byte(`number: "1230.999"
revision: 1
title: Taking back
procedure:
  powers: [{name: take-back, by: side, amount: 8, do: [{takeback: amount}], cite: §1}]
`))
	if err != nil {
		t.Fatal(err)
	}
	r := list[0]
	return events.RulePutInForce{Number: r.Number, Revision: r.Revision, Rule: r.Canonical()}
}

// comparable is a written state without what plays leave behind and nothing takes back: labels, moments, what time has come. Destroyed pieces and
// empty accounts are left out.
func comparable(t testing.TB, s *aggregate.State) string {
	t.Helper()
	var v map[string]any
	if err := json.Unmarshal(snapshot(t, s, nil), &v); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"moments", "serials", "drawn", "clock", "calendar", "limit", "supplied", "entered", "matters", "refusals", "seals"} {
		delete(v, name)
	}
	if tables, several := v["tables"].([]any); several { // each has what the state has of the one that is looked at
		for _, name := range []string{"table", "order", "to_play", "skipped", "promised", "spurred", "lapsed"} {
			delete(v, name)
		}
		if laid, ok := v["laid"].(map[string]any); ok {
			delete(laid, "passer")
			delete(laid, "passed")
		}
		for _, x := range tables {
			delete(x.(map[string]any), "limit")
		}
	}
	without := func(name string, out func(m map[string]any) bool) {
		list, _ := v[name].([]any)
		v[name] = slices.DeleteFunc(list, func(x any) bool { return out(x.(map[string]any)) })
	}
	sides := v["sides"].([]any)
	for _, x := range v["pieces"].([]any) {
		pc := x.(map[string]any)
		pc["side"] = sides[int(pc["side"].(float64))].(map[string]any)["name"]
	}
	without("sides", func(m map[string]any) bool { return m["gone"] == true })
	without("pieces", func(m map[string]any) bool { return m["gone"] == true })
	without("balances", func(m map[string]any) bool { return fmt.Sprint(m["amount"]) == "0" })
	text, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What is taken back in the middle of random games leaves them as they were, in the judge's state, in one folded from the outcomes and in one read back.
func TestAGameIsAsItWasWhenPlaysAreTakenBack(t *testing.T) {
	took := 0
	for seed := uint64(1); seed <= 4; seed++ {
		cold := aggregate.NewState()
		var s, before *aggregate.State // with the rule in force, and as it stood before the last plays
		var j *aggregate.Judge
		var plays int
		for in, d := range generate.Game(seed, generate.Options{}, 200) {
			p, isPlay := in.Payload.(events.PlaySubmitted)
			if isPlay && j == nil && cold.Started() {
				s = cold.Clone()
				s.Apply(takebackRule(t))
				before, plays = s.Clone(), 0
				var err error
				if j, err = aggregate.NewJudge(s, generate.Engine); err != nil {
					t.Fatal(err)
				}
			}
			if j != nil {
				e := j.Decide(in)
				j.Commit(e)
				if isPlay && e.Ruling.Verdict == aggregate.Accepted {
					plays++
				} else if e.Ruling.Verdict == aggregate.Accepted {
					j = nil
				}
				if j != nil && plays == 1+int(seed)%3 {
					if takenBack(t, j, before, p.Side, plays) {
						took++
					}
					j = nil
				}
			}
			fold(cold, d.Outcomes)
		}
	}
	if took < 20 {
		t.Errorf("taken back %d times", took)
	}
}

// The same at several tables: what is taken back are the last plays of all of them.
func TestPlaysAreTakenBackAtSeveralTables(t *testing.T) {
	found, err := systems.Find("fourplay")
	if err != nil {
		t.Fatal(err)
	}
	sys := *found
	sys.Array = map[string]string{"Uri": "Ka1 Ra5 Rc2 Ba3", "Dan": "Kg15 Rg9 Rc9 Bd12", "Mark": "Ki1 Ri5 Rn3 Bl3", "Ben": "Ko15 Ro9 Rk12 Bm12"}
	set, err := array.Set(&sys, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := rules.Parse("partners.yaml", []byte(`number: "940"
title: Partners
procedure:
  quantities: [{name: team, of: side, is: 'self == "Uri" or self == "Ben" ? 1 : 2'}]
  consequences: [{on: captured, when: not victim.royal, do: [{create: victim, side: 'first(sides, s, s != mover and s.team == mover.team)'}, {mark: fought, on: at}], cite: §1}]
`))
	if err != nil {
		t.Fatal(err)
	}
	took, tables := 0, 0
	for seed := range uint64(4) {
		at := time.Date(2001, 3, 1, 12, 0, 0, 0, time.UTC)
		j, err := aggregate.NewJudge(aggregate.NewState(), generate.Engine)
		if err != nil {
			t.Fatal(err)
		}
		do := func(p events.Payload) {
			e := j.Decide(aggregate.Input{ID: "set up", Payload: p, At: at})
			if e.Ruling.Verdict != aggregate.Accepted {
				t.Fatal(e.Ruling)
			}
			j.Commit(e)
		}
		do(sys.Opening("tables", strings.Repeat("5e", 32), ""))
		for _, r := range sys.Book.Rules() {
			if r.Number == "2" {
				r.Procedure.Order.Tables = [][]string{{"Uri", "Dan"}, {"Mark", "Ben"}}
			}
			do(events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
		}
		do(events.RuleEnacted{Number: list[0].Number, Rule: list[0].Canonical()})
		back := takebackRule(t)
		do(events.RuleEnacted{Number: back.Number, Rule: back.Rule})
		do(set)
		w := generate.Wander(seed, at)
		before, plays, most, last := j.State().Clone(), 0, 1+int(seed)%4, 0
		for range 150 {
			in, ok := w.Next(j)
			if !ok {
				break
			}
			e := j.Decide(in)
			j.Commit(e)
			p, isPlay := in.Payload.(events.PlaySubmitted)
			switch accepted := e.Ruling.Verdict == aggregate.Accepted; {
			case isPlay && accepted:
				plays++
			case accepted:
				before, plays = j.State().Clone(), 0
			}
			if plays == most {
				if k := j.State().TableOf(p.Side); k != last {
					tables, last = tables+1, k
				}
				if takenBack(t, j, before, p.Side, plays) {
					took++
				}
				before, plays = j.State().Clone(), 0
			}
		}
	}
	if took < 60 || tables < 20 {
		t.Errorf("taken back %d times, %d times at another table than the time before", took, tables)
	}
}

func takenBack(t *testing.T, j *aggregate.Judge, before *aggregate.State, side string, plays int) bool {
	t.Helper()
	sd, ok := j.State().Side(side)
	if !ok || !j.State().Started() || j.State().Over() {
		return false
	}
	text := snapshot(t, j.State(), nil)
	back := aggregate.NewState()
	if err := back.Restore(text); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(text), string(snapshot(t, back, nil))); d != "" {
		t.Fatalf("-written +written again:\n%s", d)
	}
	folded := j.State().Clone()
	d := j.Decide(aggregate.Input{ID: "back", Payload: events.PowerUsed{Power: "take-back", Player: sd.Player, Side: side, Amount: plays}, At: j.State().Clock()})
	if d.Ruling.Verdict != aggregate.Accepted {
		return false // the game is suspended
	}
	for _, f := range d.Ruling.Facts {
		if f.Code == aggregate.FactNoTakeback {
			return false // a hand has been won, or a stage has come
		}
	}
	if len(j.State().Rules()) != len(before.Rules()) {
		return false
	}
	j.Commit(d)
	fold(folded, d.Outcomes)
	fold(back, d.Outcomes)
	want := comparable(t, before)
	for name, s := range map[string]*aggregate.State{"the judge's": j.State(), "folded": folded, "read back": back} {
		if d := cmp.Diff(want, comparable(t, s)); d != "" {
			t.Errorf("%d plays are taken back (-before +%s):\n%s", plays, name, d)
		}
	}
	return true
}

// What moved is zealous for it: its counter, which was 0, is 1. Once the move is taken back the outcomes say that it is 0 again, as they would say of any other number.
func TestATakebackTellsACounterThatIsZeroAgain(t *testing.T) {
	sys, err := systems.Find("chess")
	if err != nil {
		t.Fatal(err)
	}
	set, err := array.Set(sys, "k7/8/8/8/8/8/8/K6R w - - 0 1", nil)
	if err != nil {
		t.Fatal(err)
	}
	list, err := rules.Parse("zeal.yaml", []byte(`number: "1230.998"
title: Zeal
procedure:
  counters: [{name: zeal}]
  consequences: [{on: moved, do: [{set: zeal, to: 1, where: it == self}], cite: §1}]
`))
	if err != nil {
		t.Fatal(err)
	}
	j, err := aggregate.NewJudge(aggregate.NewState(), generate.Engine)
	if err != nil {
		t.Fatal(err)
	}
	do := func(p events.Payload) []events.Outcome {
		t.Helper()
		e := j.Decide(aggregate.Input{ID: "x", Payload: p, At: time.Date(2026, 1, 5, 10, 0, 0, 0, time.UTC)})
		if e.Ruling.Verdict != aggregate.Accepted {
			t.Fatal(e.Ruling.Faults)
		}
		j.Commit(e)
		return e.Outcomes
	}
	do(sys.Opening("zeal", strings.Repeat("5e", 32), ""))
	for _, r := range append(sys.Book.Rules(), list[0]) {
		do(events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
	}
	back := takebackRule(t)
	do(events.RuleEnacted{Number: back.Number, Rule: back.Rule})
	do(set)
	told := func(list []events.Outcome) (values []int) {
		for _, o := range list {
			if p, ok := o.Payload.(events.CounterChanged); ok && p.Name == "zeal" {
				values = append(values, p.Value)
			}
		}
		return values
	}
	before := comparable(t, j.State())
	if got := told(do(events.PlaySubmitted{Side: "White", Text: "Rh1-h4"})); !slices.Equal(got, []int{1}) {
		t.Fatalf("the move tells %v", got)
	}
	sd, _ := j.State().Side("White")
	if got := told(do(events.PowerUsed{Power: "take-back", Player: sd.Player, Side: "White", Amount: 1})); !slices.Equal(got, []int{0}) {
		t.Errorf("the takeback tells %v, want 0", got)
	}
	if d := cmp.Diff(before, comparable(t, j.State())); d != "" {
		t.Errorf("-before +after:\n%s", d)
	}
}
