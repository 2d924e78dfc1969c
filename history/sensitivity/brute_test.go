package sensitivity_test

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/history/sensitivity"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/systems"
)

// way is something that may be otherwise, with the changes that say so.
type way struct {
	point   string
	changes []events.Change
}

func insert(t *testing.T, at uint64, p events.Payload) events.Change {
	t.Helper()
	wire, data, err := events.EncodePayload(p)
	if err != nil {
		t.Fatal(err)
	}
	return events.Change{What: history.Insert, Input: at, Type: wire, Payload: data}
}

func read(t *testing.T, entry, reading string, void ...uint64) way {
	t.Helper()
	list := []events.Change{insert(t, 85, events.InterpretationAdopted{Entry: entry, Reading: reading})} // #85 is the first entry after the opening
	for _, at := range void {
		list = append(list, events.Change{What: history.Void, Input: at})
	}
	return way{entry, list}
}

// what says what is so in a state, without the help of the package under test.
func what(s *aggregate.State) map[string]string {
	out := map[string]string{}
	for p := range s.Pieces() {
		out["piece "+p.ID] = p.Side
	}
	for of, amount := range s.Balances() {
		if amount != 0 {
			out["account "+of.Account+" "+of.Asset] = amount.String()
		}
	}
	out["weight Red and Blue"] = []string{"less", "as much", "more"}[cmp.Compare(s.Weight("Red"), s.Weight("Blue"))+1]
	return out
}

// comes is what is so if some of the ways hold, nil if they cannot hold together.
func comes(t *testing.T, st store.Store, ways []way) map[string]string {
	t.Helper()
	ctx := context.Background()
	cat, err := history.Load(ctx, st, "bishop", 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(ways) == 0 {
		s, err := cat.StateAt(ctx, cat.Current(), 0)
		if err != nil {
			t.Fatal(err)
		}
		return what(s)
	}
	var plan readjudicate.Plan
	for _, w := range ways {
		plan.Changes = append(plan.Changes, w.changes...)
	}
	run, err := readjudicate.Prepare(ctx, st, cat, plan, "test 1")
	if err != nil {
		return nil
	}
	c, err := run.Do(ctx, readjudicate.Options{})
	if err != nil {
		return nil
	}
	return what(c.After)
}

// A reading, a dispute that makes of the history what the reading makes of it, money, and what can be bought with that money alone: each of the
// combinations is ruled on, and what is said of every fact is held against all of them.
func TestWhatIsCertainIsWhatEveryCombinationHas(t *testing.T) {
	ctx := context.Background()
	st := memory.New()
	if _, err := played.Into(st, "bishop", "../../fixtures/season/bishop.season", ledger.Options{Engine: "test 1"}); err != nil {
		t.Fatal(err)
	}
	_, register, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	ways := []way{
		read(t, "section-6-piece", "counts", 100),
		{"D1", []events.Change{{What: history.Rule, Input: 163, Remedy: aggregate.RemedyIllegal}}},
		{"D2", []events.Change{insert(t, 212, events.TransactionRecorded{Account: "Rhoda", Asset: "money", Amount: events.Whole(500)})}},
		{"D3", []events.Change{insert(t, 212, events.PurchaseRequested{Side: "Red", Type: "Pawn", Buyer: "Rhoda"})}},
	}
	var pending []sensitivity.Choice
	for _, w := range ways[1:] {
		pending = append(pending, sensitivity.Choice{Point: w.point, As: "upheld", Plan: readjudicate.Plan{Changes: w.changes}})
	}
	stable := func(most int) *sensitivity.Stability {
		t.Helper()
		s, err := sensitivity.Stable(ctx, "bishop", 0, register, sensitivity.Uncertain{Store: st, Entries: []string{"section-6-piece"}, Pending: pending, Most: most, Workers: 2, Engine: "test 1"})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := stable(0)
	if !s.Exact || s.Tried != 1<<len(ways)-1 || s.Combinations != 1<<len(ways) || len(s.Points) != len(ways) || s.Impossible != 4 { // whatever has D3 and not D2
		t.Fatalf("%+v", s)
	}

	now := comes(t, st, nil)
	turns := map[string]map[string]map[string]bool{} // fact → what it becomes → the points of the least combinations, joined
	least, hangs := map[string]int{}, map[string]map[string]bool{}
	for mask := 1; mask < 1<<len(ways); mask++ {
		var under []way
		var points []string
		for i, w := range ways {
			if mask>>i&1 == 1 {
				under, points = append(under, w), append(points, w.point)
			}
		}
		is := comes(t, st, under)
		if is == nil {
			continue
		}
		for fact := range maps.Keys(maps.Collect(func(yield func(string, bool) bool) {
			for _, m := range []map[string]string{now, is} {
				for k := range m {
					if !yield(k, true) {
						return
					}
				}
			}
		})) {
			if now[fact] == is[fact] {
				continue
			}
			if n := least[fact]; n == 0 || len(under) < n {
				least[fact], turns[fact], hangs[fact] = len(under), map[string]map[string]bool{}, map[string]bool{}
			}
			if len(under) > least[fact] {
				continue
			}
			if turns[fact][is[fact]] == nil {
				turns[fact][is[fact]] = map[string]bool{}
			}
			turns[fact][is[fact]][fmt.Sprint(points)] = true
			for _, p := range points {
				hangs[fact][p] = true
			}
		}
	}
	if len(turns) < 4 || !slices.Contains(slices.Collect(maps.Values(least)), 2) {
		t.Errorf("only %v can turn, with %v", slices.Sorted(maps.Keys(turns)), least)
	}
	// Of four points there are 4, 6, 4 and 1 combinations: of fewer tries some sizes are whole.
	for most, whole := range map[int]int{1: 0, 4: 1, 9: 1, 10: 2, 14: 3, 15: 4} {
		s := stable(most)
		if s.Tried != most || s.Exact != (most == 15) || s.Departures != whole {
			t.Errorf("at most %d: %d tried, all of up to %d, exact: %t; want all of up to %d", most, s.Tried, s.Departures, s.Exact, whole)
		}
		for _, f := range s.Facts {
			switch n := least[f.Kind+" "+f.Name]; {
			case f.Turns && (n == 0 || len(f.Witness) < n):
				t.Errorf("at most %d: %s %s turns under %v; by all combinations with %d at least", most, f.Kind, f.Name, f.Witness, n)
			case !f.Turns && n > 0 && n <= s.Departures:
				t.Errorf("at most %d: %s %s does not turn; by all combinations it does with %d", most, f.Kind, f.Name, n)
			}
		}
	}
	for _, f := range s.Facts {
		name := f.Kind + " " + f.Name
		if f.Turns != (least[name] > 0) {
			t.Errorf("%s turns: %v, by all combinations %v", name, f.Turns, turns[name])
			continue
		}
		if !f.Turns {
			delete(turns, name)
			continue
		}
		var points []string
		for _, c := range f.Witness {
			points = append(points, c.Point)
		}
		becomes := f.Becomes
		if f.Kind == "account" && becomes == "0" || f.Kind == "piece" && becomes == "none" {
			becomes = ""
		}
		if !turns[name][becomes][fmt.Sprint(points)] {
			t.Errorf("%s becomes %q under %v; by all combinations %v", name, f.Becomes, points, turns[name])
		}
		if got := slices.Sorted(slices.Values(f.HangsOn)); !slices.Equal(got, slices.Sorted(maps.Keys(hangs[name]))) {
			t.Errorf("%s hangs on %v, by all combinations on %v", name, got, slices.Sorted(maps.Keys(hangs[name])))
		}
		delete(turns, name)
	}
	for name := range turns {
		t.Errorf("%s can turn and is not told", name)
	}
}
