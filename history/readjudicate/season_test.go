package readjudicate_test

import (
	"context"
	"crypto/rand"
	"os"
	"path/filepath"
	"regexp"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/rules"
	"adjudicate/store/memory"
	"adjudicate/systems"
)

const (
	name   = "autumn"
	engine = "test 1"
)

func options() ledger.Options { return ledger.Options{Engine: engine, Entropy: rand.Reader} }

// autumn is the sample season, filled once and read by all.
var autumn = sync.OnceValue(func() *memory.Store {
	st := memory.New()
	if _, err := played.Into(st, name, "../../fixtures/season/autumn.season", options()); err != nil {
		panic(err)
	}
	return st
})

// become runs a plan over the season.
func become(t testing.TB, plan readjudicate.Plan, o readjudicate.Options) (*readjudicate.Candidate, error) {
	t.Helper()
	cat, err := history.Load(context.Background(), autumn(), name, 0)
	if err != nil {
		t.Fatal(err)
	}
	run, err := readjudicate.Prepare(context.Background(), autumn(), cat, plan, engine)
	if err != nil {
		return nil, err
	}
	return run.Do(context.Background(), o)
}

func insert(t testing.TB, at uint64, p events.Payload) events.Change {
	t.Helper()
	wire, data, err := events.EncodePayload(p)
	if err != nil {
		t.Fatal(err)
	}
	return events.Change{What: history.Insert, Input: at, Type: wire, Payload: data}
}

// unlabelled leaves out of a written state which labels have been given: they are those of all
// editions, and no history alone says them.
func unlabelled(state string) string { return serials.ReplaceAllString(state, "") }

var serials = regexp.MustCompile(`"serials":\[[^]]*\],`)

func written(t testing.TB, s *aggregate.State) string {
	t.Helper()
	text, err := s.Snapshot(nil)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// outcome is what a run came to, for comparison.
type outcome struct {
	Inputs []uint64
	How    []string
	State  string
	Err    string
}

func comesTo(t testing.TB, plan readjudicate.Plan) (outcome, *readjudicate.Candidate) {
	t.Helper()
	var out outcome
	c, err := become(t, plan, readjudicate.Options{Watch: func(s *readjudicate.Step) error {
		out.Inputs = append(out.Inputs, s.Place.Input)
		out.How = append(out.How, readjudicate.Compare(s.Before, s.After).String())
		return nil
	}})
	if err != nil {
		return outcome{Err: err.Error()}, nil
	}
	out.State = written(t, c.After)
	return out, c
}

// Whatever is not judged anew because nothing that it rests on has changed must come to what
// judging it anew comes to.
func TestJudgingOnlyWhatIsConcernedComesToTheSameAsJudgingAll(t *testing.T) {
	_, register, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	spared, runs := 0, 0
	check := func(t *testing.T, changes ...events.Change) {
		t.Helper()
		quick, c := comesTo(t, readjudicate.Plan{Changes: changes})
		all, full := comesTo(t, readjudicate.Plan{Changes: changes, Thorough: true})
		if d := cmp.Diff(all, quick); d != "" {
			t.Errorf("-all +concerned:\n%s", d)
		}
		if c != nil && full != nil {
			spared += full.Judged - c.Judged
		}
		runs++
	}
	for _, e := range register.Entries() {
		for _, r := range e.Readings {
			if r.Name == e.Default {
				continue
			}
			t.Run(e.ID+"="+r.Name, func(t *testing.T) {
				at := []uint64{200, 743}[runs%2] // from the first plays on, and from amid the season
				check(t, insert(t, at, events.InterpretationAdopted{Entry: e.ID, Reading: r.Name}))
			})
		}
	}
	files, err := filepath.Glob("../../systems/partychess/amendments/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	if os.Getenv("ADJUDICATE_REPLAYS") == "" { // make random tries them all
		for i := range len(files) / 4 {
			files[i] = files[4*i]
		}
		files = files[:len(files)/4]
	}
	for _, f := range files {
		t.Run(filepath.Base(f), func(t *testing.T) {
			check(t, amendment(t, f, 400)...)
		})
	}
	t.Logf("%d plans; %d inputs were not judged", runs, spared)
	if spared == 0 {
		t.Error("every input was judged in every run: nothing was compared")
	}
}

// amendment is the rules of a file put in force before an input: enacted or, where a rule of
// the number is in force then, amended to a later revision.
func amendment(t testing.TB, path string, at uint64) []events.Change {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	list, err := rules.Parse(path, text)
	if err != nil {
		t.Fatal(err)
	}
	cat, err := history.Load(context.Background(), autumn(), name, 0)
	if err != nil {
		t.Fatal(err)
	}
	state, err := cat.Before(context.Background(), cat.Current(), at)
	if err != nil {
		t.Fatal(err)
	}
	var out []events.Change
	for i := range list {
		r := list[i]
		have, there := state.Rule(r.Number)
		if !there {
			out = append(out, insert(t, at, events.RuleEnacted{Number: r.Number, Rule: r.Canonical()}))
			continue
		}
		r.Revision = max(r.Revision, have.Revision+1)
		out = append(out, insert(t, at, events.RuleAmended{Number: r.Number, Rule: r.Canonical()}))
	}
	return out
}

func TestTwoStepsComeToWhatOneStepComesTo(t *testing.T) {
	a := insert(t, 500, events.InterpretationAdopted{Entry: "placement-check", Reading: "any"})
	b := events.Change{What: history.Void, Input: 745}
	one, err := become(t, readjudicate.Plan{Changes: []events.Change{a, b}}, readjudicate.Options{})
	if err != nil {
		t.Fatal(err)
	}
	st := memory.New()
	if err := copyTo(st, autumn()); err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(context.Background(), st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []events.Change{a, b} {
		if _, _, err := l.Adopt(context.Background(), readjudicate.Plan{Changes: []events.Change{c}}, "", "Ursula", l.Last(), nil); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(written(t, one.After), written(t, l.State())); d != "" {
		t.Errorf("-one step +two steps:\n%s", d)
	}
}
