package compare_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/rules"
	"adjudicate/store"
	"adjudicate/store/memory"
)

const (
	name   = "autumn"
	engine = "test 1"
)

func options() ledger.Options { return ledger.Options{Engine: engine, Entropy: rand.Reader} }

// autumn is the sample season, read by all and written by nobody.
var autumn = sync.OnceValue(func() *memory.Store {
	st := memory.New()
	if _, err := played.Into(st, name, "../../fixtures/season/autumn.season", options()); err != nil {
		panic(err)
	}
	return st
})

// another is a store with the season in it that may be written to.
func another(t testing.TB) *memory.Store {
	t.Helper()
	st := memory.New()
	var list []store.Event
	for rec, err := range autumn().Read(context.Background(), name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, rec.Event)
	}
	if _, err := st.Append(context.Background(), name, store.NoStream, list); err != nil {
		t.Fatal(err)
	}
	return st
}

func catalogue(t testing.TB, st store.Store) *history.Catalogue {
	t.Helper()
	cat, err := history.Load(context.Background(), st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	return cat
}

// candidate tells how the season differs from what it becomes under a plan.
func candidate(t testing.TB, st store.Store, plan readjudicate.Plan) *compare.Report {
	t.Helper()
	run, err := readjudicate.Prepare(context.Background(), st, catalogue(t, st), plan, engine)
	if err != nil {
		t.Fatal(err)
	}
	c := compare.NewCollector(run.Changes)
	out, err := run.Do(context.Background(), readjudicate.Options{Watch: c.Watch})
	if err != nil {
		t.Fatal(err)
	}
	r, err := c.Report(out.Before, out.After)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func insert(t testing.TB, at uint64, p events.Payload) events.Change {
	t.Helper()
	wire, data, err := events.EncodePayload(p)
	if err != nil {
		t.Fatal(err)
	}
	return events.Change{What: history.Insert, Input: at, Type: wire, Payload: data, Actor: "Ursula"}
}

// amended is a rule of a file put in force before an input.
func amended(t testing.TB, at uint64, path string) events.Change {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	list, err := rules.Parse(path, text)
	if err != nil {
		t.Fatal(err)
	}
	return insert(t, at, events.RuleAmended{Number: list[0].Number, Rule: list[0].Canonical()})
}

func input(t testing.TB, r *compare.Report, at uint64) *compare.Input {
	t.Helper()
	for _, in := range r.Inputs {
		if in.Point == at && in.Standing != history.Inserted {
			return in
		}
	}
	t.Fatalf("#%d does not differ", at)
	return nil
}

func TestEveryCauseLeadsBackToAChange(t *testing.T) {
	slip := events.Change{What: history.Void, Input: 745, Reason: "a slip"}
	home := events.Change{What: history.Rule, Input: 1645, Remedy: aggregate.RemedyIllegal}
	archer := amended(t, 1885, "../../fixtures/retroactive/archer-before-1998.yaml")
	dear := amended(t, 1885, "../../systems/partychess/amendments/dear-specials.yaml")
	gess := insert(t, 124, events.InterpretationAdopted{Entry: "gess-adjacent", Reading: "no"})
	for _, c := range []struct {
		about  string
		change events.Change
		at     uint64
		want   compare.Cause
	}{
		{"the capture that never happened differs because of the change itself", slip, 745,
			compare.Cause{Kind: compare.ByChange, Changes: []string{"2.1"}, Chain: []uint64{745}}},
		// Lantern, in check, is still to play, and the limit makes it surrender at 775; then the other
		// side in check is to play, and not Nobodies.
		{"a play is out of turn since a limit found another side at its turn", slip, 784,
			compare.Cause{Kind: compare.ByBoard, Inputs: []uint64{775}, Turn: true, Changes: []string{"2.1"}, Chain: []uint64{745, 775, 784}}},
		// D1 on p8 checks Lantern still, and *1 on q14 Garden: in the season the one was lifted, the other went to q4.
		{"a limit ends in another default play since checks were left standing", slip, 775,
			compare.Cause{Kind: compare.ByBoard, Inputs: []uint64{745}, Pieces: []string{"D1", "*1"}, Changes: []string{"2.1"}, Chain: []uint64{745, 775}}},
		{"a piece is not where its Move begins since the play that brought it there", home, 1858,
			compare.Cause{Kind: compare.ByBoard, Inputs: []uint64{1645}, Pieces: []string{"G1"}, Changes: []string{"2.1"}, Chain: []uint64{1645, 1858}}},
		{"a Placement attacks under an amended rule, which is the only one that differs", archer, 1903,
			compare.Cause{Kind: compare.ByLaw, Law: []string{"1230.15/2 → 1230.15/3"}, Changes: []string{"2.1"}, Chain: []uint64{1903}}},
		{"a reading is adopted a second time because of the reading", gess, 1799,
			compare.Cause{Kind: compare.ByLaw, Law: []string{"gess-adjacent: default → no"}, Changes: []string{"2.1"}, Chain: []uint64{1799}}},
		{"a capture has nothing to begin with since the special move that was too dear", dear, 1952,
			compare.Cause{Kind: compare.ByBoard, Inputs: []uint64{1894}, Pieces: []string{"R1"}, Changes: []string{"2.1"}, Chain: []uint64{1894, 1952}}},
	} {
		t.Run(c.about, func(t *testing.T) {
			got := input(t, candidate(t, autumn(), readjudicate.Plan{Changes: []events.Change{c.change}}), c.at).Cause
			got.Clauses = nil // another test
			c.want.Steps = len(c.want.Chain) - 1
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

// A special move is dear by section 6.D of the amended rule, and was paid by that of the one
// before.
func TestALawCauseNamesTheClausesThatTheRulingsCite(t *testing.T) {
	r := candidate(t, autumn(), readjudicate.Plan{Changes: []events.Change{amended(t, 1885, "../../systems/partychess/amendments/dear-specials.yaml")}})
	c := input(t, r, 1894).Cause
	if c.Kind != compare.ByLaw || !cmp.Equal(c.Law, []string{"1230.2/49 → 1230.2/50"}) {
		t.Fatalf("the cause is %+v", c)
	}
	for _, want := range []string{"1230.2/50 §6.D", "1230.2/49 §6.D"} {
		if !slices.Contains(c.Clauses, want) {
			t.Errorf("%s is not among the clauses %q", want, c.Clauses)
		}
	}
}

func TestAnAdoptedEditionDiffersAsItsCandidateDid(t *testing.T) {
	for _, c := range []struct {
		about string
		plan  readjudicate.Plan
	}{
		{"an input that never happened", readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: 745}}}},
		{"a correction", readjudicate.Plan{Changes: []events.Change{correction(t, 2019, events.PlaySubmitted{Side: "Nobodies", Text: "Kd3-d4"})}}},
		{"a rule from an earlier point", readjudicate.Plan{Changes: []events.Change{amended(t, 1885, "../../fixtures/retroactive/archer-before-1998.yaml")}}},
		{"the same, where plays that fall never happened", readjudicate.Plan{Policy: readjudicate.Void,
			Changes: []events.Change{amended(t, 1885, "../../fixtures/retroactive/archer-before-1998.yaml")}}},
		{"two changes", readjudicate.Plan{Changes: []events.Change{
			insert(t, 124, events.InterpretationAdopted{Entry: "gess-adjacent", Reading: "no"}), {What: history.Rule, Input: 1812, Remedy: aggregate.RemedyStands}}}},
		{"an entry put in", readjudicate.Plan{Changes: []events.Change{insert(t, 2085, events.PlaySubmitted{Side: "Lantern", Text: "Kr14-r15"})}}},
	} {
		t.Run(c.about, func(t *testing.T) {
			st := another(t)
			before := candidate(t, st, c.plan)
			l, err := ledger.Open(context.Background(), st, name, options())
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := l.Adopt(context.Background(), c.plan, "", "Ursula", l.Last(), nil); err != nil {
				t.Fatal(err)
			}
			cat := catalogue(t, st)
			first, err := cat.Edition(1)
			if err != nil {
				t.Fatal(err)
			}
			after, err := compare.Editions(context.Background(), cat, first, cat.Current(), 0, compare.NewCollector(cat.Current().Changes))
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(told(t, before), told(t, after)); d != "" {
				t.Errorf("-candidate +editions:\n%s", d)
			}
			if len(after.Inputs) == 0 {
				t.Error("nothing differs: nothing was compared")
			}
		})
	}
}

func correction(t testing.TB, at uint64, p events.Payload) events.Change {
	c := insert(t, at, p)
	c.What, c.Actor = history.Correct, ""
	return c
}

// told is a report as it is written.
func told(t testing.TB, r *compare.Report) any {
	t.Helper()
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var out any
	if err := json.Unmarshal(text, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// Walking two editions backwards tells the same with the sides changed.
func TestTheOtherWayRoundTheSidesChange(t *testing.T) {
	st := another(t)
	l, err := ledger.Open(context.Background(), st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	plan := readjudicate.Plan{Changes: []events.Change{insert(t, 2085, events.PlaySubmitted{Side: "Lantern", Text: "Kr14-r15"})}}
	if _, _, err := l.Adopt(context.Background(), plan, "", "Ursula", l.Last(), nil); err != nil {
		t.Fatal(err)
	}
	cat := catalogue(t, st)
	first, err := cat.Edition(1)
	if err != nil {
		t.Fatal(err)
	}
	r, err := compare.Editions(context.Background(), cat, cat.Current(), first, 0, compare.NewCollector(nil))
	if err != nil {
		t.Fatal(err)
	}
	if r.Withdrawn != 1 || r.Inserted != 0 || r.Flipped != 1 {
		t.Errorf("%d withdrawn, %d put in, %d with another verdict: expected 1, 0 and 1", r.Withdrawn, r.Inserted, r.Flipped)
	}
	if in := r.Inputs[0]; in.Standing != history.Withdrawn || in.Before.Verdict != aggregate.Accepted || in.After.Verdict != "" {
		t.Errorf("the first input that differs is %s, %q before and %q after", in.Standing, in.Before.Verdict, in.After.Verdict)
	}
	if w := r.End.Weights; len(w) != 1 || w[0].Name != "Lantern" || w[0].Before.String() != "44" || w[0].After != 0 {
		t.Errorf("Weights at the end: %+v", w)
	}
}

func TestTwoStatesAreComparedPieceByPiece(t *testing.T) {
	cat := catalogue(t, autumn())
	states := [2]*aggregate.State{}
	for i, at := range []uint64{2018, 2026} { // before and after the King of Nobodies goes from d3 to d2
		s, err := cat.StateAt(context.Background(), cat.Current(), at)
		if err != nil {
			t.Fatal(err)
		}
		states[i] = s
	}
	c, err := compare.States(states[0], states[1])
	if err != nil {
		t.Fatal(err)
	}
	want := []compare.PieceDiff{{Piece: "K1", Before: compare.Stand{Type: "King", Side: "Nobodies", At: "d3"}, After: compare.Stand{Type: "King", Side: "Nobodies", At: "d2"}}}
	if d := cmp.Diff(want, c.Pieces); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
	if d := cmp.Diff(compare.Pair[string]{Before: "Nobodies", After: "Harbour"}, c.ToPlay); d != "" {
		t.Errorf("to play, -want +got:\n%s", d)
	}
	same, err := compare.States(states[0], states[0].Clone())
	if err != nil {
		t.Fatal(err)
	}
	if !same.Same || len(same.Pieces) != 0 {
		t.Errorf("a state differs from its copy: %+v", same)
	}
}
