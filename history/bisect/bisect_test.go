package bisect_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/bisect"
	"adjudicate/history/condition"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/played"
	_ "adjudicate/internal/testheap"
	"adjudicate/store"
)

func compile(t testing.TB, list []events.Envelope, src string) *condition.Condition {
	t.Helper()
	names, err := condition.Collect(played.All(list))
	if err != nil {
		t.Fatal(err)
	}
	c, err := condition.Compile(src, names)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// turns scans a history to its end and writes every turn: "#12 holds of #11".
func turns(t testing.TB, list []events.Envelope, src string, o bisect.Options) []string {
	t.Helper()
	var out []string
	_, err := bisect.Scan(played.All(list), compile(t, list, src), o, func(turn *bisect.Turn) bool {
		text := fmt.Sprintf("#%d ends", turn.Event.Sequence)
		if turn.Holds {
			text = fmt.Sprintf("#%d holds", turn.Event.Sequence)
		}
		if turn.Input.Payload != nil {
			text += fmt.Sprintf(" of #%d", turn.Input.Sequence)
		}
		out = append(out, text)
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// ledger numbers payloads from 1.
func ledger(list ...events.Payload) []events.Envelope {
	var out []events.Envelope
	for i, p := range list {
		out = append(out, events.Envelope{Sequence: uint64(i + 1), Payload: p})
	}
	return out
}

var capture = ledger(
	events.GameOpened{},
	events.LedgerOpened{System: "partychess", Files: 20, Ranks: 20},
	events.SideEntered{Side: "Red", Player: "Ann"},
	events.SideEntered{Side: "Blue", Player: "Bob"},
	events.PieceCreated{Piece: "R1", Type: "Rook", Side: "Red"},
	events.PieceCreated{Piece: "C1", Type: "Camel", Side: "Blue"},
	events.PiecePlaced{Piece: "R1", At: "a1"},
	events.PiecePlaced{Piece: "C1", At: "a5"},
	events.PlaySubmitted{Side: "Red"}, // 9
	events.PieceCaptured{Piece: "C1", At: "a5", By: "R1", Side: "Red"},
	events.PieceMoved{Piece: "R1", From: "a1", To: "a5"},
	events.PlaySubmitted{Side: "Blue"}, // 12
	events.PiecePlaced{Piece: "C1", At: "a9"},
	events.PlaySubmitted{Side: "Red"}, // 14
	events.PieceMoved{Piece: "R1", From: "a5", To: "a1"},
)

func TestEveryTurnIsToldAtTheOutcomeThatMadeIt(t *testing.T) {
	for _, test := range []struct {
		src  string
		want []string
	}{
		{`at(a5) = Rook`, []string{"#11 holds of #9", "#15 ends of #14"}},
		{`at(a5) != none`, []string{"#8 holds of #1", "#15 ends of #14"}}, // empty between 10 and 11 only
		{`at(a5) = none`, []string{"#0 holds", "#8 ends of #1", "#15 holds of #14"}},
		{`captured(C1)`, []string{"#10 holds of #9", "#13 ends of #12"}},
		{`captures(R1) = 2`, nil},
	} {
		t.Run(test.src, func(t *testing.T) {
			if diff := cmp.Diff(test.want, turns(t, capture, test.src, bisect.Options{})); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestWithEveryEventWhatHoldsInTheMidstCounts(t *testing.T) {
	want := []string{"#0 holds", "#8 ends of #1", "#10 holds of #9", "#11 ends of #9", "#15 holds of #14"}
	if diff := cmp.Diff(want, turns(t, capture, `at(a5) = none`, bisect.Options{Every: true})); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestAScanEndsWithTheTurnThatIsWanted(t *testing.T) {
	read := 0
	history := func(yield func(events.Envelope, error) bool) {
		for _, e := range capture {
			if read++; !yield(e, nil) {
				return
			}
		}
	}
	var turn *bisect.Turn
	_, err := bisect.Scan(history, compile(t, capture, `at(a5) = Rook`), bisect.Options{}, func(t *bisect.Turn) bool {
		turn = t
		return false
	})
	if err != nil {
		t.Fatal(err)
	}
	// The entry of #9 ends where the next input comes, #12; one more event is taken to stop.
	if turn == nil || turn.Event.Sequence != 11 || read > 13 {
		t.Errorf("the turn is %v after %d events, want #11 after at most 13", turn, read)
	}
	want := []condition.Value{{Of: "at(a5)", Is: "Camel"}}
	if diff := cmp.Diff(want, turn.Was); diff != "" {
		t.Errorf("what was asked for, before (-want +got):\n%s", diff)
	}
	want = []condition.Value{{Of: "at(a5)", Is: "Rook"}}
	if diff := cmp.Diff(want, turn.Is); diff != "" {
		t.Errorf("what was asked for, after (-want +got):\n%s", diff)
	}
}

// TestScansOfASeasonAgreeWithAskingAfterEveryInput asks a fresh watch after every input.
func TestScansOfASeasonAgreeWithAskingAfterEveryInput(t *testing.T) {
	list := played.Autumn(t)
	for _, src := range []string{`turn = Garden`, `in_check(Garden) or in_check(Teacup)`, `weight(Stag) > 60`, `knives(Bruno) >= 2`,
		`at(q4) = Rook`, `money(Odile) < 200`, `reading("gess-adjacent") = no`, `plays >= 100`, `not started`} {
		c := compile(t, list, src)
		var want []string
		w := c.Watch()
		was, input := w.Holds(), uint64(0)
		if was {
			want = append(want, "holds before #1")
		}
		for i, e := range list {
			if events.IsInput(e.Payload.Kind()) {
				input = e.Sequence
			} else {
				w.Fold(e.Payload)
			}
			if i+1 < len(list) && !events.IsInput(list[i+1].Payload.Kind()) {
				continue
			}
			if holds := w.Holds(); holds != was {
				was = holds
				want = append(want, fmt.Sprintf("%v of #%d", holds, input))
			}
		}
		var got []string
		res, err := bisect.Scan(played.All(list), c, bisect.Options{}, func(turn *bisect.Turn) bool {
			if turn.Input.Payload == nil {
				got = append(got, "holds before #1")
			} else {
				got = append(got, fmt.Sprintf("%v of #%d", turn.Holds, turn.Input.Sequence))
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 || res.Holds != was || res.Events != len(list) {
			t.Errorf("%s: %d events, holds %v (-want +got):\n%s", src, res.Events, res.Holds, diff)
		}
	}
}

// least asks which changes of the rules a condition rests on in a ledger, known up to a sequence.
func least(t *testing.T, st store.Store, list []events.Envelope, known uint64, src string) *bisect.Answer {
	t.Helper()
	cat, err := history.Load(context.Background(), st, played.Name, known)
	if err != nil {
		t.Fatal(err)
	}
	e := cat.Current()
	a, err := bisect.Least(context.Background(), bisect.Question{Store: st, Catalogue: cat, Edition: e, UpTo: cat.End(e),
		Condition: compile(t, list, src), Engine: "test"})
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func sets(a *bisect.Answer) [][]string {
	var out [][]string
	for _, s := range a.Sets {
		var set []string
		for _, c := range s.Changes {
			set = append(set, c.What+" "+c.Of)
		}
		out = append(out, set)
	}
	return out
}

func find(t *testing.T, list []events.Envelope, text string) uint64 {
	t.Helper()
	for _, e := range list {
		if p, ok := e.Payload.(events.PlaySubmitted); ok && p.Text == text {
			return e.Sequence
		}
	}
	t.Fatalf("nobody plays %s", text)
	return 0
}

func TestAnEntryAddedToTheRegisterIsAChange(t *testing.T) {
	st, list := played.Ledger(t, "testdata/register.season")
	cat, err := history.Load(context.Background(), st, played.Name, 0)
	if err != nil {
		t.Fatal(err)
	}
	changes, err := bisect.Changes(context.Background(), cat, cat.Current(), cat.Known())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for i := range changes {
		got = append(got, changes[i].What+" "+changes[i].Of)
	}
	if d := cmp.Diff([]string{"added frog-leap=no", "adopted frog-leap=yes"}, got); d != "" {
		t.Errorf("%d events (-want +got):\n%s", len(list), d)
	}
}

func TestTheLeastSetsOfChangesAreFound(t *testing.T) {
	st, list := played.Ledger(t, "testdata/camel.season")
	before6 := uint64(0)
	for _, e := range list {
		if p, ok := e.Payload.(events.RuleAmended); ok && p.Number == "1230.6" {
			before6 = e.Sequence - 1 // of the second
		}
	}
	for _, test := range []struct {
		name, src string
		known     uint64
		holds     bool
		want      [][]string
	}{
		// Either revision allows the Camel's step, so that only without both it stays on s18.
		{"two amendments together", `square(C1) = t17`, 0, true, [][]string{{"amended 1230.6/5", "amended 1230.6/6"}}},
		{"what is not so is turned likewise", `square(C1) = s18`, 0, false, [][]string{{"amended 1230.6/5", "amended 1230.6/6"}}},
		{"the last revision alone", `rule("1230.6") = 6`, 0, true, [][]string{{"amended 1230.6/6"}}},
		{"a reading alone", `reading("gess-adjacent") = no`, 0, true, [][]string{{"adopted gess-adjacent=no"}}},
		{"either of two", `rule("1230.6") = 6 and reading("gess-adjacent") = no`, 0, true,
			[][]string{{"adopted gess-adjacent=no"}, {"amended 1230.6/6"}}},
		{"the first revision, before the second", `rule("1230.6") = 5`, before6, true, [][]string{{"amended 1230.6/5"}}},
		{"what rests on no change", `at(j1) = King`, 0, true, nil},
		// A condition that counts plays follows the whole history: a play replaced is a play.
		{"plays are counted", `plays = 8 and square(C1) = t17`, 0, true, [][]string{{"amended 1230.6/5", "amended 1230.6/6"}}},
		{"captures are remembered", `captured(C1)`, 0, false, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := least(t, st, list, test.known, test.src)
			if a.Holds != test.holds {
				t.Errorf("it holds: %v, want %v", a.Holds, test.holds)
			}
			if diff := cmp.Diff(test.want, sets(a)); diff != "" {
				t.Errorf("sets (-want +got):\n%s", diff)
			}
			for _, s := range a.Sets {
				if s.Holds == a.Holds {
					t.Error("the set turns nothing")
				}
			}
			if !a.Complete {
				t.Error("not every set was tried")
			}
		})
	}
	if find(t, list, "Cs18-r16") < before6 {
		t.Error("the story is told in another order")
	}
}

// TestAPointOfAHistoryAnswersAsTheLedgerKnownThen compares a search at an effective point with one in the
// ledger as it was known then.
func TestAPointOfAHistoryAnswersAsTheLedgerKnownThen(t *testing.T) {
	st, list := played.Ledger(t, "testdata/camel.season")
	cat, err := history.Load(context.Background(), st, played.Name, 0)
	if err != nil {
		t.Fatal(err)
	}
	turned := 0
	for i, e := range list {
		if i+1 < len(list) && !events.IsInput(list[i+1].Payload.Kind()) || e.Sequence < 130 {
			continue // not the end of an entry, or before there is a game
		}
		for _, src := range []string{`square(C1) = r16`, `rule("1230.6") >= 5`, `turn = Red`} {
			c := compile(t, list, src)
			known := least(t, st, list, e.Sequence, src)
			at, err := bisect.Least(context.Background(), bisect.Question{Store: st, Catalogue: cat, Edition: cat.Current(), UpTo: e.Sequence,
				Condition: c, Engine: "test"})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(known, at); diff != "" {
				t.Errorf("%s at #%d (-known then +at that point):\n%s", src, e.Sequence, diff)
			}
			turned += len(at.Sets)
		}
	}
	if turned == 0 {
		t.Error("nothing rests on a change of the rules")
	}
}

// TestACandidatesLastStateAnswersAsItsWholeHistory compares two ways to ask: of the state that
// re-adjudication ends with, and of its history followed from the first event, which a condition that
// counts plays needs.
func TestACandidatesLastStateAnswersAsItsWholeHistory(t *testing.T) {
	for _, test := range []struct {
		file string
		srcs []string
	}{
		{"testdata/camel.season", []string{`square(C1) = t17`, `turn = Red`, `weight(Red) > 25`, `on_board(Red) > 1`, `place(Red) = 1`, `balance(Red, money) > 0`}},
		{"../../fixtures/season/autumn.season", []string{`weight(Stag) > 25`, `exists(F1)`, `money(Niko) < 80`}},
	} {
		st, list := played.Ledger(t, test.file)
		last := list[len(list)-1].Sequence
		turned := 0
		for _, src := range test.srcs {
			of := least(t, st, list, last, src)
			whole := least(t, st, list, last, "("+src+") and plays >= 0")
			if diff := cmp.Diff(sets(of), sets(whole)); diff != "" || of.Holds != whole.Holds {
				t.Errorf("%s: %s holds: %v by its state, %v by its history (-state +history):\n%s", test.file, src, of.Holds, whole.Holds, diff)
			}
			turned += len(of.Sets)
		}
		if turned == 0 {
			t.Errorf("%s: nothing rests on a change of the rules", test.file)
		}
	}
}

// TestLeastSetsOfGeneratedGamesStandUp judges every input again without each set that was found, and
// without each of its parts. Which rules a game changes depends on which amendments there are, so that games are played until a condition rests
// on a change.
func TestLeastSetsOfGeneratedGamesStandUp(t *testing.T) {
	for seed := uint64(3); seed < 13; seed++ {
		if leastSetsStandUp(t, seed) > 0 {
			return
		}
	}
	t.Error("no condition rests on a change of the rules")
}

// leastSetsStandUp returns how many sets were found in a game.
func leastSetsStandUp(t *testing.T, seed uint64) (found int) {
	st, list := played.Game(t, seed, 60, 12)
	cat, err := history.Load(context.Background(), st, played.Name, 0)
	if err != nil {
		t.Fatal(err)
	}
	names, err := condition.Collect(played.All(list))
	if err != nil {
		t.Fatal(err)
	}
	without := func(c *condition.Condition, changes []bisect.RuleChange) bool {
		plan := readjudicate.Plan{Thorough: true}
		for _, x := range changes {
			plan.Changes = append(plan.Changes, events.Change{What: history.Void, Input: x.Sequence})
		}
		run, err := readjudicate.Prepare(context.Background(), st, cat, plan, "test")
		if err != nil {
			t.Fatal(err)
		}
		candidate, err := run.Do(context.Background(), readjudicate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		holds, _ := c.In(candidate.After)
		return holds
	}
	for _, src := range []string{`turn = Amber`, `weight(Amber) > 20`, `weight(Brick) > 20`, `on_board(Coral) > 2`, `place(Coral) < 4`} {
		c, err := condition.Compile(src, names)
		if err != nil {
			t.Fatal(err)
		}
		e := cat.Current()
		a, err := bisect.Least(context.Background(), bisect.Question{Store: st, Catalogue: cat, Edition: e, UpTo: cat.End(e), Condition: c, Engine: "test", Most: 12})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d changes, %d tried, %d sets", src, len(a.Changes), a.Tried, len(a.Sets))
		for _, s := range a.Sets {
			found++
			if without(c, s.Changes) == a.Holds {
				t.Errorf("%s: without %v it is no different", src, s.Changes)
			}
			for i := range s.Changes {
				part := append(slices.Clone(s.Changes[:i]), s.Changes[i+1:]...)
				if len(part) > 0 && without(c, part) != a.Holds {
					t.Errorf("%s: without %v alone it is different already", src, part)
				}
			}
		}
	}
	return found
}

func TestWhatIsLikelyIsTriedFirstAndMayBeEnough(t *testing.T) {
	st, list := played.Ledger(t, "testdata/camel.season")
	cat, err := history.Load(context.Background(), st, played.Name, 0)
	if err != nil {
		t.Fatal(err)
	}
	e := cat.Current()
	ask := func(likely ...uint64) *bisect.Answer {
		a, err := bisect.Least(context.Background(), bisect.Question{Store: st, Catalogue: cat, Edition: e, UpTo: cat.End(e), Engine: "test",
			Condition: compile(t, list, `rule("1230.6") = 6 and reading("gess-adjacent") = no`), Enough: true, Likely: likely})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	if diff := cmp.Diff([][]string{{"amended 1230.6/6"}}, sets(ask())); diff != "" {
		t.Errorf("the latest is tried first (-want +got):\n%s", diff)
	}
	reading := uint64(0)
	for _, x := range list {
		if _, ok := x.Payload.(events.InterpretationAdopted); ok {
			reading = x.Sequence
		}
	}
	a := ask(reading)
	if diff := cmp.Diff([][]string{{"adopted gess-adjacent=no"}}, sets(a)); diff != "" {
		t.Errorf("what is likely is tried first (-want +got):\n%s", diff)
	}
	if a.Tried != 1 || a.Complete {
		t.Errorf("%d histories tried, complete: %v", a.Tried, a.Complete)
	}
}

func TestASearchEndsWhereItMay(t *testing.T) {
	st, list := played.Ledger(t, "testdata/camel.season")
	cat, err := history.Load(context.Background(), st, played.Name, 0)
	if err != nil {
		t.Fatal(err)
	}
	e := cat.Current()
	told := 0
	a, err := bisect.Least(context.Background(), bisect.Question{Store: st, Catalogue: cat, Edition: e, UpTo: cat.End(e),
		Condition: compile(t, list, `square(C1) = t17`), Engine: "test", Most: 4, Progress: func(int, int) { told++ }})
	if err != nil {
		t.Fatal(err)
	}
	// Three changes one by one, all together, and no more.
	if a.Tried != 4 || told != 4 || a.Complete || len(a.Sets) != 0 || !a.Together {
		t.Errorf("%d tried, %d told, complete %v, %d sets, together %v", a.Tried, told, a.Complete, len(a.Sets), a.Together)
	}
}
