package aggregate_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/generate"
	"adjudicate/rules"
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
