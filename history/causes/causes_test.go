package causes_test

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	mrand "math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/causes"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/played"
	_ "adjudicate/internal/testheap"
	"adjudicate/ledger"
	"adjudicate/rules"
	"adjudicate/store"
	"adjudicate/store/memory"
)

const (
	name   = "autumn"
	engine = "test 1"
)

// autumn is the sample season, filled once and read by all.
var autumn = sync.OnceValue(func() *memory.Store {
	st := memory.New()
	if _, err := played.Into(st, name, "../../fixtures/season/autumn.season", ledger.Options{Engine: engine, Entropy: rand.Reader}); err != nil {
		panic(err)
	}
	return st
})

func catalogue(t testing.TB) *history.Catalogue {
	t.Helper()
	return catalogueOf(t, autumn())
}

func catalogueOf(t testing.TB, st store.Store) *history.Catalogue {
	t.Helper()
	cat, err := history.Load(context.Background(), st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	return cat
}

// found runs a plan and finds the causes of what differs; nil if the plan cannot be made.
func found(t testing.TB, plan readjudicate.Plan) *compare.Report {
	t.Helper()
	return foundIn(t, autumn(), plan)
}

// adopting copies the season into a store and adopts a plan there.
func adopting(t testing.TB, st *memory.Store, plan readjudicate.Plan) {
	t.Helper()
	ctx := context.Background()
	var list []store.Event
	for rec, err := range autumn().Read(ctx, name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, rec.Event)
	}
	_, err := st.Append(ctx, name, store.NoStream, list)
	if err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(ctx, st, name, ledger.Options{Engine: engine, Entropy: rand.Reader})
	if err == nil {
		_, _, err = l.Adopt(ctx, plan, "for the test", "", l.Last(), nil)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func foundIn(t testing.TB, st store.Store, plan readjudicate.Plan) *compare.Report {
	t.Helper()
	cat := catalogueOf(t, st)
	run, err := readjudicate.Prepare(context.Background(), st, cat, plan, engine)
	if err != nil {
		return nil
	}
	collect := compare.NewCollector(run.Changes)
	c, err := run.Do(context.Background(), readjudicate.Options{Watch: collect.Watch})
	if refused := (*readjudicate.ChangeError)(nil); errors.As(err, &refused) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	r, err := collect.Report(c.Before, c.After)
	if err != nil {
		t.Fatal(err)
	}
	if err := causes.Find(context.Background(), causes.Question{Store: st, Catalogue: cat, Plan: plan, Engine: engine}, r); err != nil {
		t.Fatal(err)
	}
	return r
}

func about(what string, at uint64) events.Change {
	c := events.Change{What: what, Input: at}
	if what == history.Rule {
		c.Remedy = aggregate.RemedyIllegal
	}
	return c
}

func causeOf(t *testing.T, r *compare.Report, point uint64) compare.Cause {
	t.Helper()
	for _, in := range r.Inputs {
		if in.Point == point && in.Standing != history.Inserted {
			return in.Cause
		}
	}
	t.Fatalf("#%d does not differ", point)
	return compare.Cause{}
}

// Garden's King comes to q4 at #428. The play came to that only with the pieces of the draft at #193. Without the draft there is
// no King to be captured on q4 at #745, and so it is, too, if #745 never happened.
func TestEitherOfTwoChangesMayBeEnough(t *testing.T) {
	r := found(t, readjudicate.Plan{Changes: []events.Change{about(history.Void, 193), about(history.Void, 743), about(history.Void, 745)}})
	if diff := cmp.Diff([][]string{{"2.1", "2.3"}}, causeOf(t, r, 745).Sets); diff != "" {
		t.Errorf("#745, sets of changes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([][]string{{"2.2"}}, causeOf(t, r, 743).Sets); diff != "" {
		t.Errorf("#743, sets of changes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([][]string{{"2.1"}}, causeOf(t, r, 336).Sets); diff != "" {
		t.Errorf("#336, sets of changes (-want +got):\n%s", diff)
	}
}

// A single change needs no search.
func TestOneChangeIsTheCauseOfAll(t *testing.T) {
	r := found(t, readjudicate.Plan{Changes: []events.Change{about(history.Void, 745)}})
	if r.Search.Tried != 0 {
		t.Errorf("%d histories were tried, want none", r.Search.Tried)
	}
	for _, in := range r.Inputs {
		if !cmp.Equal(in.Cause.Sets, [][]string{{"2.1"}}) {
			t.Errorf("#%s rests on %v", in.Address, in.Cause.Sets)
		}
	}
}

// Every cause that is stated for random plans is held against the history without it, every ruling of which is made again: there the input does
// not differ, and with any part of the set put back it does. No difference in a verdict has no cause.
// Each plan is drawn from the seed and its own number, so that a long trial can be taken up where it ended.
// ADJUDICATE_CAUSES=N tries N plans from number ADJUDICATE_FROM on, ADJUDICATE_SEED others.
func TestStatedCausesAreTrue(t *testing.T) {
	plans, from, seed := 6, 0, uint64(0)
	if n, err := strconv.Atoi(os.Getenv("ADJUDICATE_CAUSES")); err == nil {
		plans = n
		from, _ = strconv.Atoi(os.Getenv("ADJUDICATE_FROM"))
		seed, _ = strconv.ParseUint(os.Getenv("ADJUDICATE_SEED"), 10, 64)
	}
	flips, together, either := 0, 0, 0
	for i := from; i < from+plans; i++ {
		if i > from && i%100 == 0 {
			t.Logf("plans %d to %d: %d other verdicts", from, i-1, flips)
		}
		plan := drawn(t, mrand.New(mrand.NewPCG(1996+seed, 1230+uint64(i))))
		r := found(t, plan)
		if r == nil {
			continue
		}
		v := &verifier{t: t, plan: plan.Named(2), seen: map[string]map[string]string{}}
		for _, in := range r.Inputs {
			if in.Differs != readjudicate.Verdict.String() || in.Standing == history.Inserted || in.Standing == history.Withdrawn {
				continue
			}
			flips++
			if len(in.Cause.Sets) == 0 {
				t.Errorf("plan %d %s: #%s has no cause", i, words(plan), in.Address)
			}
			if len(in.Cause.Sets) > 1 && len(in.Cause.Sets[0]) == 1 {
				together++
			}
			for _, set := range in.Cause.Sets {
				if len(set) > 1 {
					either++
				}
				if was := v.verdict(set, in); was != in.Before.Verdict {
					t.Errorf("plan %d %s: without %v #%s is %q, want %q as it was", i, words(plan), set, in.Address, was, in.Before.Verdict)
				}
				for k := range set {
					fewer := slices.Delete(slices.Clone(set), k, k+1)
					if len(fewer) > 0 && v.verdict(fewer, in) == in.Before.Verdict {
						t.Errorf("plan %d %s: %v would be enough for #%s, and %v is stated", i, words(plan), fewer, in.Address, set)
					}
				}
			}
		}
	}
	t.Logf("%d plans of seed %d from %d on: %d other verdicts, of which %d need several changes together and %d would have come of either", plans, seed, from, flips, together, either)
	if flips == 0 {
		t.Error("nothing was tried")
	}
}

// courseOf is what a plan makes of no more than so many inputs that differ.
func courseOf(t *testing.T, plan readjudicate.Plan, most int) *readjudicate.Course {
	t.Helper()
	run, err := readjudicate.Prepare(context.Background(), autumn(), catalogue(t), plan, engine)
	if err != nil {
		t.Fatal(err)
	}
	c := readjudicate.NewCourse(run.Changes)
	c.Most = most
	if _, err := run.Do(context.Background(), readjudicate.Options{Watch: func(s *readjudicate.Step) error { c.Watch(s); return nil }}); err != nil {
		t.Fatal(err)
	}
	return c
}

// A history without some changes is the same, whether it is ruled on beside that with all of them, beside its beginning, or alone.
func TestARunBesideAnotherComesToTheSame(t *testing.T) {
	draw := mrand.New(mrand.NewPCG(1998, 1230))
	saved, less, runs := 0, 0, 0 // rulings that are saved, and those that the beginning saves
	for range 12 {
		plan := drawn(t, draw).Named(2)
		r := found(t, plan)
		if r == nil {
			continue
		}
		beginning := courseOf(t, plan, 3)
		for i := range plan.Changes {
			rest := plan
			rest.Changes = slices.Delete(slices.Clone(plan.Changes), i, i+1)
			var judged [3]int
			var told [3][]string
			for k, course := range []*readjudicate.Course{nil, r.Course, beginning} {
				run, err := readjudicate.Prepare(context.Background(), autumn(), catalogue(t), rest, engine)
				if err != nil {
					t.Fatal(err)
				}
				c, err := run.Do(context.Background(), readjudicate.Options{Beside: course, Watch: func(s *readjudicate.Step) error {
					text := fmt.Sprint(s.Place, s.Standing)
					for _, o := range s.After {
						_, data, err := events.EncodePayload(o.Payload)
						if err != nil {
							t.Fatal(err)
						}
						text += fmt.Sprintf(" %s %v", data, o.Basis)
					}
					told[k] = append(told[k], text)
					return nil
				}})
				if refused := (*readjudicate.ChangeError)(nil); errors.As(err, &refused) {
					told[k] = append(told[k], err.Error())
					continue
				} else if err != nil {
					t.Fatal(err)
				}
				after, err := c.After.Snapshot(nil)
				if err != nil {
					t.Fatal(err)
				}
				told[k], judged[k] = append(told[k], string(after)), c.Judged
			}
			if diff := cmp.Diff(told[0], told[1]); diff != "" {
				t.Errorf("%s without change %d, alone and beside (-alone +beside):\n%s", words(plan), i+1, diff)
			}
			if diff := cmp.Diff(told[0], told[2]); diff != "" {
				t.Errorf("%s without change %d, alone and beside the beginning (-alone +beside):\n%s", words(plan), i+1, diff)
			}
			saved, less, runs = saved+judged[0]-judged[1], less+judged[0]-judged[2], runs+1
		}
	}
	if t.Logf("%d runs, %d rulings saved, %d by the beginning", runs, saved, less); saved <= 0 || less >= saved {
		t.Error("nothing was saved, or as much by the beginning as by the whole")
	}
}

// refusedWithout stands for the verdict in a history that cannot be had.
const refusedWithout = "refused"

type verifier struct {
	t    *testing.T
	plan readjudicate.Plan
	seen map[string]map[string]string
}

// verdict is what becomes of an input without a set of changes.
func (v *verifier) verdict(without []string, in *compare.Input) string {
	v.t.Helper()
	key := fmt.Sprint(without)
	if v.seen[key] == nil {
		plan := v.plan
		plan.Thorough, plan.Changes = true, nil
		for _, c := range v.plan.Changes {
			if !slices.Contains(without, c.ID) {
				plan.Changes = append(plan.Changes, c)
			}
		}
		run, err := readjudicate.Prepare(context.Background(), autumn(), catalogue(v.t), plan, engine)
		if err != nil {
			v.t.Fatal(err)
		}
		seen := map[string]string{}
		if run.From != 0 {
			_, err := run.Do(context.Background(), readjudicate.Options{Watch: func(s *readjudicate.Step) error {
				_, after := s.Ruled()
				seen[s.Place.Address()] = after.Verdict
				return nil
			}})
			if refused := (*readjudicate.ChangeError)(nil); errors.As(err, &refused) {
				seen = map[string]string{"": refusedWithout}
			} else if err != nil {
				v.t.Fatal(err)
			}
		}
		v.seen[key] = seen
	}
	if v.seen[key][""] != "" {
		return refusedWithout
	}
	if verdict, ok := v.seen[key][in.Address]; ok {
		return verdict
	}
	return in.Before.Verdict
}

func words(plan readjudicate.Plan) string {
	text := ""
	for _, c := range plan.Changes {
		text += fmt.Sprintf("[%s %d %s]", c.What, c.Input, c.Type)
	}
	return text
}

// drawn is a plan of two or three changes.
func drawn(t *testing.T, draw *mrand.Rand) readjudicate.Plan {
	t.Helper()
	var plan readjudicate.Plan
	if draw.IntN(2) == 0 {
		policies := []string{readjudicate.Void, readjudicate.Reopen, readjudicate.Rewind, readjudicate.Stands}
		plan.Policy = policies[draw.IntN(len(policies))]
	}
	for len(plan.Changes) < 2+draw.IntN(2) {
		var c events.Change
		switch draw.IntN(6) {
		case 0:
			c = amendment(t, draw)
		case 1:
			at := uint64(200 + draw.IntN(1800))
			p := events.InterpretationAdopted{Entry: "gess-adjacent", Reading: "no"}
			if draw.IntN(2) == 0 {
				p = events.InterpretationAdopted{Entry: "echo-captures", Reading: "as-piece"}
			}
			c = insert(t, at, p)
		case 2:
			c = about(history.Rule, play(t, draw))
		case 3:
			c = insert(t, play(t, draw), events.PlaySubmitted{Side: side(t, draw), Text: "pass"})
		case 4:
			c = about(history.Rule, play(t, draw))
			c.Remedy = aggregate.RemedyStands
		default:
			c = about(history.Void, play(t, draw))
		}
		plan.Changes = append(plan.Changes, c)
	}
	return plan
}

func insert(t testing.TB, at uint64, p events.Payload) events.Change {
	t.Helper()
	wire, data, err := events.EncodePayload(p)
	if err != nil {
		t.Fatal(err)
	}
	return events.Change{What: history.Insert, Input: at, Type: wire, Payload: data}
}

var amendments = []string{"price-doubled", "cap-by-type", "king-as-queen", "free-for-all-kings", "pawn-inward", "no-skipping", "two-knives-a-king", "four-days-pass"}

// amendment is one of the sample amendments from some point on.
func amendment(t testing.TB, draw *mrand.Rand) events.Change {
	t.Helper()
	file := filepath.Join("..", "..", "systems", "partychess", "amendments", amendments[draw.IntN(len(amendments))]+".yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	list, err := rules.Parse(file, text)
	if err != nil {
		t.Fatal(err)
	}
	return insert(t, uint64(200+draw.IntN(1800)), events.RuleAmended{Number: list[0].Number, Rule: list[0].Canonical()})
}

var plays = sync.OnceValues(func() ([]uint64, error) {
	cat, err := history.Load(context.Background(), autumn(), name, 0)
	if err != nil {
		return nil, err
	}
	e, err := cat.Edition(1)
	if err != nil {
		return nil, err
	}
	var list []uint64
	for entry, err := range cat.History(context.Background(), e, history.Range{}) {
		if err != nil {
			return nil, err
		}
		if _, ok := entry.Input.Payload.(events.PlaySubmitted); ok && entry.First == aggregate.Accepted {
			list = append(list, entry.Place.Input)
		}
	}
	return list, nil
})

func play(t testing.TB, draw *mrand.Rand) uint64 {
	t.Helper()
	list, err := plays()
	if err != nil {
		t.Fatal(err)
	}
	return list[draw.IntN(len(list))]
}

var sides = sync.OnceValue(func() (names []string) {
	cat, err := history.Load(context.Background(), autumn(), name, 0)
	if err != nil {
		panic(err)
	}
	s, err := cat.StateAt(context.Background(), cat.Current(), 0)
	if err != nil {
		panic(err)
	}
	for side := range s.Sides() {
		names = append(names, side.Name)
	}
	return names
})

func side(t testing.TB, draw *mrand.Rand) string {
	t.Helper()
	return sides()[draw.IntN(len(sides()))]
}

// Bob has 76 and pays 64 for a Rook. Of three transactions put in before that, -12 and +1 leave him enough and -15 does not, whatever
// becomes of the others: the one behind which two stand at the same point is the cause, by its own name.
func TestTheCauseAmongEntriesAtOnePointIsTheOneThatTurned(t *testing.T) {
	file := filepath.Join(t.TempDir(), "books.season")
	if err := os.WriteFile(file, []byte(`season 1
on 1998-10-02
09:00 game "Books" system partychess seed 5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e5e
09:00 rulebook partychess
09:00 player Ursula
09:00 player Ann
09:00 player Bob
09:00 umpire Ursula
09:00 swingership Red swinger Ann nap
09:00 swingership Blue swinger Bob party
09:00 start
10:00 account Bob money +76
10:01 player Zoe
10:02 buy Rook for Blue paid by Bob
`), 0o600); err != nil {
		t.Fatal(err)
	}
	st := memory.New()
	_, err := played.Into(st, name, file, ledger.Options{Engine: engine, Entropy: rand.Reader})
	if err != nil {
		t.Fatal(err)
	}
	var zoe, rook uint64
	for e, err := range ledger.Events(t.Context(), st, name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		switch e.Payload.(type) {
		case events.PlayerRegistered:
			zoe = e.Sequence
		case events.PurchaseRequested:
			rook = e.Sequence
		}
	}
	pays := func(before uint64, amount int) events.Change {
		return insert(t, before, events.TransactionRecorded{Account: "Bob", Asset: "money", Amount: events.Whole(amount)})
	}
	r := foundIn(t, st, readjudicate.Plan{Changes: []events.Change{pays(zoe, -12), pays(rook, -15), pays(rook, +1)}})
	got := causeOf(t, r, rook)
	want := compare.Cause{Kind: compare.ByBoard, Changes: []string{"2.2"}, Sets: [][]string{{"2.2"}}, Inputs: []uint64{rook}, Chain: []uint64{rook}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the purchase (-want +got):\n%s", diff)
	}
	for _, in := range r.Inputs {
		if in.Point == rook && in.Standing == history.Recorded && (in.From == nil || in.From.Address != "2.2") {
			t.Errorf("the purchase follows from %+v", in.From)
		}
	}
}
