package ledger_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/testrace"
	"adjudicate/ledger"
	"adjudicate/store"
)

// closings are where the adoptions of a ledger say with which state they close, in the order of the editions from 2 on.
func closings(list []store.Recorded) (at []int) {
	for i, r := range list {
		if strings.HasPrefix(r.Type, "state-restated.") {
			at = append(at, i)
		}
	}
	return at
}

// turns is the season with two changes that are made and withdrawn by turns: most of its editions have been there before.
func turns(t *testing.T) []store.Recorded {
	t.Helper()
	st, l := autumn(t)
	one, other := void(1987), void(2003)
	back := readjudicate.Plan{Withdraw: []string{"*"}}
	for n, plan := range []readjudicate.Plan{
		{Changes: []events.Change{one}}, back, {Changes: []events.Change{other}}, back, // 2 to 5
		{Changes: []events.Change{one}}, back, {Changes: []events.Change{other}}, back, // 6 to 9
		{Changes: []events.Change{one}}, {Changes: []events.Change{other}}, back, // 10 to 12
	} {
		if _, _, err := l.Adopt(t.Context(), plan, "", "Odile", l.Last().Add(time.Hour), nil); err != nil {
			t.Fatalf("edition %d: %v", n+2, err)
		}
	}
	return recorded(t, st)
}

func closingWith(t *testing.T, list []store.Recorded, at int, change func(state string) string) []store.Recorded {
	t.Helper()
	list = slices.Clone(list)
	e := decoded(t, list[at])
	p := e.Payload.(events.StateRestated)
	was := string(p.State)
	if p.State = []byte(change(was)); string(p.State) == was {
		t.Fatalf("event %d is not altered: %s", at+1, was)
	}
	e.Payload = p
	list[at].Data = encoded(t, &e)
	return list
}

// Whatever an adoption says of the state that it closes with, whether the edition is new or has been there before, it is found where it is not so.
func TestEachEditionThatClosesWithAnotherStateIsFound(t *testing.T) {
	sound := turns(t)
	at := closings(sound)
	if v := verifiedAnew(t, sound); len(v.Differences) > 0 || len(at) != 11 {
		t.Fatalf("%d editions, before anything is altered: %+v", len(at), v.Differences)
	}
	stateOf := func(i int) string { return string(decoded(t, sound[at[i]]).Payload.(events.StateRestated).State) }
	for i, event := range at[:testrace.Fewer(len(at))] {
		if !aggregate.IsBehind([]byte(stateOf(i))) {
			t.Fatalf("edition %d closes with %s", i+2, stateOf(i))
		}
		lies := map[string]func(string) string{
			"a member is left out": func(s string) string { return regexp.MustCompile(`"same":\["game",`).ReplaceAllString(s, `"same":[`) },
			"other balances":       func(s string) string { return regexp.MustCompile(`"balances",`).ReplaceAllString(s, ``) },
			"a piece as it was": func(s string) string {
				return regexp.MustCompile(`\[(\d+),\d+,(\d+)\]\]`).ReplaceAllString(s, `[$1,0,$2]]`)
			},
			"who is to play": func(s string) string {
				s = regexp.MustCompile(`"to_play":"\w+",`).ReplaceAllString(strings.Replace(s, `"to_play",`, ``, 1), ``)
				return strings.Replace(s, `{"version":4`, `{"version":4,"to_play":"Nobody"`, 1)
			},
			"nothing of what it was": func(string) string { return `{"version":4}` },
			"all as it was": func(s string) string {
				return `{"version":4,` + regexp.MustCompile(`"same":\[[^]]*\]`).FindString(s) + `}`
			},
			"no state": func(string) string { return `{"version":4,"same":["colour"]}` },
			"the same, written otherwise": func(s string) string {
				return strings.Replace(s, `"same":["game","system"`, `"same":["system","game"`, 1)
			},
			"the whole state, of the edition before": func(string) string { return whole(t, sound, i-1) },
		}
		for j := range at {
			if stateOf(j) != stateOf(i) {
				lies[fmt.Sprintf("what edition %d closes with", j+2)] = func(string) string { return stateOf(j) }
			}
		}
		truth, told := whole(t, sound, i), 0
		for name, lie := range lies {
			if text := lie(stateOf(i)); text == stateOf(i) || text == truth {
				continue // it is none here
			}
			told++
			v := verifiedAnew(t, closingWith(t, sound, event, lie))
			if !slices.ContainsFunc(v.Differences, func(d ledger.Difference) bool { return d.Sequence == uint64(event+1) }) {
				t.Errorf("edition %d, %s: found %+v", i+2, name, v.Differences)
			}
		}
		if told < 8 {
			t.Errorf("edition %d: of %d lies %d are such", i+2, len(lies), told)
		}
		// As earlier programs wrote it, whole, it is the same.
		if v := verifiedAnew(t, closingWith(t, sound, event, func(string) string { return whole(t, sound, i) })); len(v.Differences) > 0 {
			t.Errorf("edition %d with its whole state: %+v", i+2, v.Differences)
		}
	}
}

// whole is the state that an adoption closes with as programs wrote it before, that of the first edition for -1. What it refers to is the law alone.
func whole(t *testing.T, list []store.Recorded, closing int) string {
	t.Helper()
	s, before := aggregate.NewState(), aggregate.NewState()
	n := -1
	for i := range list {
		e := decoded(t, list[i])
		_, closes := e.Payload.(events.StateRestated)
		if closes {
			*before = *s.Clone()
		}
		if err := history.Fold(s, &e); err != nil {
			t.Fatal(err)
		}
		if _, adopts := e.Payload.(events.EditionAdopted); adopts && closing < 0 {
			break
		}
		if !closes {
			continue
		}
		if n++; n == closing {
			break
		}
	}
	if closing < 0 {
		before = s
	}
	text, err := s.Snapshot(before)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// An edition that has been there before closes with the labels that editions between have given, so that none is given again: taken for the earlier one it is
// still found sound, and found where it says that the labels go no farther than they did then.
func TestAnEditionThatHasBeenThereBeforeKnowsTheLabelsGivenSince(t *testing.T) {
	st, l := autumn(t)
	back := readjudicate.Plan{Withdraw: []string{"*"}}
	for n, plan := range []readjudicate.Plan{{Changes: []events.Change{void(948)}}, back, {Changes: []events.Change{void(1167)}}, back} { // 2 to 5
		if _, _, err := l.Adopt(t.Context(), plan, "", "Odile", l.Last().Add(time.Hour), nil); err != nil {
			t.Fatalf("edition %d: %v", n+2, err)
		}
	}
	sound := recorded(t, st)
	at := closings(sound)
	labels := func(i int) string { return regexp.MustCompile(`"serials":\[[^]]*\]`).FindString(whole(t, sound, i)) }
	if labels(1) == labels(2) || labels(2) != labels(3) {
		t.Fatalf("editions 3 to 5 know the labels\n%s\n%s\n%s: expected that 4 gives more", labels(1), labels(2), labels(3))
	}
	if v := verifiedAnew(t, sound); len(v.Differences) > 0 {
		t.Errorf("before anything is altered: %+v", v.Differences)
	}
	lie := closingWith(t, sound, at[3], func(string) string { return strings.Replace(whole(t, sound, 3), labels(3), labels(1), 1) })
	if v := verifiedAnew(t, lie); !slices.ContainsFunc(v.Differences, func(d ledger.Difference) bool { return d.Sequence == uint64(at[3]+1) }) {
		t.Errorf("edition 5 that knows the labels of edition 3: found %+v", v.Differences)
	}
}

// What differs from an earlier edition in whatever it rests on is not taken for it: each of these closes with, and restates, what it comes to itself, and one that
// says what its likeness says is found.
func TestAnEditionIsTakenForNoOtherThanItIs(t *testing.T) {
	testrace.Elsewhere(t)
	st, l := autumn(t)
	back := readjudicate.Plan{Withdraw: []string{"*"}}
	rule := func(remedy, clause, reason string) readjudicate.Plan {
		return readjudicate.Plan{Changes: []events.Change{{What: history.Rule, Input: 1987, Remedy: remedy, Clause: clause, Reason: reason}}}
	}
	policy := func(p string) readjudicate.Plan {
		return readjudicate.Plan{Changes: []events.Change{void(1987)}, Policy: p}
	}
	correct := func(text string) readjudicate.Plan {
		wire, payload, err := events.EncodePayload(events.PlaySubmitted{Side: "Stag", Text: text})
		if err != nil {
			t.Fatal(err)
		}
		return readjudicate.Plan{Changes: []events.Change{{What: history.Correct, Input: 1987, Type: wire, Payload: payload}}}
	}
	edition, numbers := 1, map[string]int{}
	adopt := func(name string, plan readjudicate.Plan) {
		t.Helper()
		for _, p := range []readjudicate.Plan{plan, back} {
			if _, _, err := l.Adopt(t.Context(), p, "", "Odile", l.Last().Add(time.Hour), nil); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			edition++
		}
		numbers[name] = edition - 1
	}
	plans := []struct {
		name string
		plan readjudicate.Plan
	}{
		{"void", policy(readjudicate.Void)}, {"default", policy(readjudicate.DefaultPlay)},
		{"illegal", rule(aggregate.RemedyIllegal, "", "")}, {"by a clause", rule(aggregate.RemedyIllegal, "1230.2 §6.C", "")}, {"for a reason", rule(aggregate.RemedyIllegal, "", "it was a slip")},
		{"for another", rule(aggregate.RemedyIllegal, "", "it was none")}, {"pass", correct("+@q11")}, {"another play", correct("pass")},
	}
	for _, p := range plans {
		adopt(p.name, p.plan)
	}
	if _, err := l.Submit(t.Context(), events.PlaySubmitted{Side: l.State().ToPlay(), Text: "pass"}, "Odile", l.Last().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	for _, p := range plans {
		adopt(p.name+" once more", p.plan)
	}
	sound := recorded(t, st)
	if v := verifiedAnew(t, sound); len(v.Differences) > 0 {
		t.Fatalf("before anything is altered: %+v", v.Differences)
	}
	adoptions := map[int]int{}
	for i := range sound {
		if p, ok := decoded(t, sound[i]).Payload.(events.EditionAdopted); ok {
			adoptions[p.Edition] = i
		}
	}
	// The change of one edition is written down as that of another.
	for _, lie := range [][2]string{{"illegal", "by a clause"}, {"for a reason", "for another"}, {"for another", "illegal"}, {"pass", "another play"}, {"another play once more", "pass once more"}, {"for another once more", "for a reason once more"}} {
		list := slices.Clone(sound)
		at, as := adoptions[numbers[lie[0]]], adoptions[numbers[lie[1]]]
		e, other := decoded(t, list[at]), decoded(t, list[as])
		p, q := e.Payload.(events.EditionAdopted), other.Payload.(events.EditionAdopted)
		id := p.Changes[0].ID
		p.Changes, p.Policy = slices.Clone(q.Changes), q.Policy
		p.Changes[0].ID = id
		e.Payload = p
		list[at].Data = encoded(t, &e)
		if v := verifiedAnew(t, list); !slices.ContainsFunc(v.Differences, func(d ledger.Difference) bool { return d.Sequence > uint64(at) && d.Sequence < uint64(at+60) }) {
			t.Errorf("edition %d, %s, says that it is %s: found %+v", numbers[lie[0]], lie[0], lie[1], v.Differences)
		}
	}
	// Each ruling of an edition that has been there before is another one.
	for _, number := range []int{numbers["void once more"], numbers["pass once more"], numbers["pass once more"] + 1, edition} {
		list := slices.Clone(sound)
		at := alteredRuling(t, list, number, 2)
		if v := verifiedAnew(t, list); at == 0 || len(v.Differences) == 0 || v.Differences[0].Sequence > at || v.Differences[0].Sequence < uint64(adoptions[number]) {
			t.Errorf("edition %d: event %d was altered, found %+v", number, at, v.Differences)
		}
	}
}

// Editions that take a play away and put it back by turns are mostly not gone through: whatever one of them says that is not so is found all the same, where it says it, whether the play has
// been taken away before or not.
func TestAnEditionThatPutsAPlayBackAndSaysOtherwiseIsFound(t *testing.T) {
	testrace.Elsewhere(t)
	st, l := autumn(t)
	scattered(t, st, l, 1960, 12)
	sound := recorded(t, st)
	if v := verifiedAnew(t, sound); len(v.Differences) > 0 {
		t.Fatalf("before anything is altered: %+v", v.Differences)
	}
	begun := func(change func(p *events.EditionBegun)) func(events.Payload) events.Payload {
		return func(p events.Payload) events.Payload {
			b, ok := p.(events.EditionBegun)
			if !ok {
				return nil
			}
			change(&b)
			return b
		}
	}
	refers := func(change func(list []events.InputStated) []events.InputStated) func(events.Payload) events.Payload {
		return func(p events.Payload) events.Payload {
			r, ok := p.(events.InputsRestated)
			if !ok {
				return nil
			}
			r.Inputs = change(slices.Clone(r.Inputs))
			return r
		}
	}
	lies := map[string]func(events.Payload) events.Payload{
		"another first input": begun(func(p *events.EditionBegun) { p.From++ }),
		"one input more":      begun(func(p *events.EditionBegun) { p.Restated++ }),
		"one verdict more":    begun(func(p *events.EditionBegun) { p.Flipped++ }),
		"an input left out": refers(func(l []events.InputStated) []events.InputStated {
			if len(l) == 1 {
				return nil
			}
			return l[1:]
		}),
		"an input more": refers(func(l []events.InputStated) []events.InputStated {
			return append(l, events.InputStated{Input: l[len(l)-1].Input + 1, As: 1})
		}),
		"another statement": refers(func(l []events.InputStated) []events.InputStated {
			l[0].As = 3 - min(l[0].As, 2)
			return l
		}),
	}
	told := map[string]int{}
	for at := range sound {
		adopted, ok := decoded(t, sound[at]).Payload.(events.EditionAdopted)
		if !ok {
			continue
		}
		for name, lie := range lies {
			list, altered := slices.Clone(sound), 0
			for i := at + 1; altered == 0 && !strings.HasPrefix(list[i].Type, "state-restated."); i++ {
				e := decoded(t, list[i])
				p := lie(e.Payload)
				if r, refers := p.(events.InputsRestated); p == nil || refers && len(r.Inputs) == 0 {
					continue
				}
				e.Payload, altered = p, i+1
				list[i].Data = encoded(t, &e)
			}
			if altered == 0 {
				continue // it refers to nothing
			}
			redigest(t, list, at)
			told[name]++
			if v := verifiedAnew(t, list); len(v.Differences) == 0 || v.Differences[0].Sequence != uint64(altered) {
				t.Errorf("edition %d, %s: event %d was altered, found %+v", adopted.Edition, name, altered, v.Differences)
			}
		}
	}
	for name := range lies {
		if told[name] == 0 {
			t.Errorf("no edition says %s", name)
		}
	}
}
