package readjudicate_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
)

var ctx = context.Background()

// recorded returns every event of the sample season.
func recorded(t testing.TB, st store.Store) []events.Envelope {
	t.Helper()
	var list []events.Envelope
	for e, err := range ledger.Events(ctx, st, name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, e)
	}
	return list
}

// first returns the first input of a kind that a sequence does not lie behind.
func first(t testing.TB, st store.Store, kind string, from uint64) events.Envelope {
	t.Helper()
	for _, e := range recorded(t, st) {
		if e.Sequence >= from && e.Payload.Kind() == kind {
			return e
		}
	}
	t.Fatalf("there is no %s from %d on", kind, from)
	return events.Envelope{}
}

func change(t testing.TB, what string, at uint64, p events.Payload) events.Change {
	t.Helper()
	c := insert(t, at, p)
	c.What = what
	return c
}

func TestAPlanThatCannotBeMeantIsRefused(t *testing.T) {
	st := autumn()
	all := recorded(t, st)
	end := all[len(all)-1].Sequence
	var lastInput uint64
	for _, e := range all {
		if events.IsInput(e.Type) {
			lastInput = e.Sequence
		}
	}
	play := first(t, st, events.PlaySubmitted{}.Kind(), 300)
	bought := first(t, st, events.PurchaseRequested{}.Kind(), 100)
	pass := events.PlaySubmitted{Side: "Red", Text: "pass"}
	reading := events.InterpretationAdopted{Entry: "gess-adjacent", Reading: "no"}
	early, late := time.Date(1990, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2040, 1, 1, 0, 0, 0, 0, time.UTC)
	dated := func(at time.Time) events.Change {
		c := insert(t, play.Sequence, pass)
		c.At = &at
		return c
	}
	one := func(c events.Change) readjudicate.Plan { return readjudicate.Plan{Changes: []events.Change{c}} }
	for _, row := range []struct {
		sentence string
		plan     readjudicate.Plan
		want     string
	}{
		{"no kind of change", one(events.Change{What: "undo", Input: 300}), `change 1: unknown kind of change "undo": expected insert, correct, void or rule`},
		{"a policy that is none", readjudicate.Plan{Policy: "shrug", Changes: []events.Change{{What: history.Void, Input: 300}}},
			`the policy: no such policy: "shrug": expected one of default-play, void, reopen, rewind, stands, halt`},
		{"the future", one(events.Change{What: history.Void, Input: end + 1}), "change 1: point 2096 is in the future: the last event is 2095"},
		{"a huge number", one(events.Change{What: history.Void, Input: 1<<64 - 1}), "change 1: point 18446744073709551615 is in the future: the last event is 2095"},
		{"before the game", one(events.Change{What: history.Void, Input: 1}), "change 1: point 1 is before the game: the ledger begins at 1"},
		{"the opening, by one of its outcomes", one(events.Change{What: history.Void, Input: 2}), "change 1: event 1 opens the game: it cannot be changed"},
		{"nowhere", one(events.Change{What: history.Void}), "change 1: point 0 is before the game: the ledger begins at 1"},
		{"behind the last input", one(insert(t, lastInput+1, pass)), "change 1: no input at or after point "},
		{"an entry that is none", one(change(t, history.Insert, 300, events.PieceMoved{Piece: "R1", From: "a1", To: "a2"})), "change 1: piece-moved is not an input that can be ruled on"},
		{"an adoption put in", one(change(t, history.Insert, 300, events.EditionAdopted{Edition: 2, Base: 1, Policy: "void"})), "change 1: edition-adopted is not an input that can be ruled on"},
		{"a second opening", one(insert(t, 300, events.GameOpened{Game: "x", System: "partychess", Seed: strings.Repeat("0", 64)})), "change 1: a game can be opened only once"},
		{"a payload of no type", one(events.Change{What: history.Insert, Input: 300, Type: "piece-sung.v1"}), "change 1: "},
		{"a payload that does not read", one(events.Change{What: history.Insert, Input: 300, Type: "play-submitted.v1", Payload: []byte(`{"side":1}`)}), "change 1: "},
		{"a play corrected to a reading", one(change(t, history.Correct, play.Sequence, reading)),
			"from play-submitted to interpretation-adopted: void it and insert the other"},
		{"a remedy that is none", one(events.Change{What: history.Rule, Input: play.Sequence, Remedy: "shrug"}),
			`change 1: no such remedy: "shrug": expected one of illegal, stands, default-play, void`},
		{"a default play in the place of a purchase", one(events.Change{What: history.Rule, Input: bought.Sequence, Remedy: aggregate.RemedyDefault}),
			"is purchase-requested: only a play can be replaced by a default play"},
		{"two changes of one input", readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: play.Sequence}, {What: history.Rule, Input: play.Sequence, Remedy: "illegal"}}},
			`change 1 already says "void" for that input, but this one says "rule"`},
		{"two changes of one input, by its outcome", readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: play.Sequence}, {What: history.Void, Input: play.Sequence + 1}}},
			`change 1 already says "void" for that input, but this one says "void"`},
		{"the same twice", readjudicate.Plan{Changes: []events.Change{insert(t, play.Sequence, pass), insert(t, play.Sequence, pass)}},
			"inserts the same as change 1 inserts"},
		{"two readings from one point", readjudicate.Plan{Changes: []events.Change{insert(t, play.Sequence, reading),
			insert(t, play.Sequence, events.InterpretationAdopted{Entry: "gess-adjacent", Reading: "yes"})}},
			"changes the same rule or reading from the same point as change 1"},
		{"two changes of one name", readjudicate.Plan{Changes: []events.Change{{ID: "x", What: history.Void, Input: 300}, {ID: "x", What: history.Void, Input: 500}}},
			"change 2: repeated change x"},
		{"an insertion before the input before it", one(dated(early)), "change 1: dated 1990-01-01T00:00:00Z: expected a moment from "},
		{"an insertion after the input that it precedes", one(dated(late)), "change 1: dated 2040-01-01T00:00:00Z: expected a moment from "},
		{"withdrawing what is not", readjudicate.Plan{Withdraw: []string{"2.1"}}, "withdrawing 2.1: edition 1 has no such change"},
		{"a base that does not exist", readjudicate.Plan{Base: 2}, "no edition 2: the ledger holds one history, edition 1"},
		{"a rule that does not exist is repealed", one(insert(t, play.Sequence, events.RuleRepealed{Number: "9999.9"})), "it is refused there"},
		{"an entry of the register that does not exist", one(insert(t, play.Sequence, events.InterpretationAdopted{Entry: "colour", Reading: "red"})), "it is refused there"},
		{"a purchase that cannot be paid", one(insert(t, play.Sequence, events.PurchaseRequested{Side: "Nobodies", Type: "Rook", Buyer: "Nobody"})), "it is refused there"},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			c, err := become(t, row.plan, readjudicate.Options{})
			if err == nil {
				t.Fatalf("it becomes %+v", c)
			}
			if !strings.Contains(err.Error(), row.want) {
				t.Errorf("error %q\nexpected %q", err, row.want)
			}
			var refused *readjudicate.ChangeError
			var unknown *history.UnknownError
			if !errors.As(err, &refused) && !errors.As(err, &unknown) {
				t.Errorf("it is a %T", err)
			}
		})
	}
	if head, err := st.Head(ctx, name); err != nil || uint64(head) != end {
		t.Errorf("the ledger has %d events, it had %d (%v)", head, end, err)
	}
}

func TestNothingIsWithdrawnFromTheFirstEdition(t *testing.T) {
	c, err := become(t, readjudicate.Plan{Withdraw: []string{"*"}}, readjudicate.Options{})
	if err != nil || c.Restated != 0 || c.From != 0 || written(t, c.Before) != written(t, c.After) {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestAPlanForAnEmptyLedgerIsRefused(t *testing.T) {
	st := memory.New()
	cat, err := history.Load(ctx, st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = readjudicate.Prepare(ctx, st, cat, readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: 2}}}, engine)
	if want := "change 1: point 2 is in the future: the last event is 0"; err == nil || err.Error() != want {
		t.Errorf("%v: expected %q", err, want)
	}
	run, err := readjudicate.Prepare(ctx, st, cat, readjudicate.Plan{}, engine)
	if err != nil {
		t.Fatal(err)
	}
	if c, err := run.Do(ctx, readjudicate.Options{}); err != nil || c.Restated != 0 {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestAnOutcomeMeansItsInput(t *testing.T) {
	play := first(t, autumn(), events.PlaySubmitted{}.Kind(), 700)
	var want outcome
	for _, at := range []uint64{play.Sequence, play.Sequence + 1, play.Sequence + 2} {
		got, c := comesTo(t, readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: at}}})
		if c == nil || c.Changes[0].Input != play.Sequence {
			t.Fatalf("at %d: %+v, %s", at, c, got.Err)
		}
		if want.State == "" {
			want = got
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("at %d (-at the input +here):\n%s", at, d)
		}
	}
}

// copied is the sample season in a store and ledger of its own.
func copied(t testing.TB) (*memory.Store, *ledger.Ledger) {
	t.Helper()
	st := memory.New()
	if err := copyTo(st, autumn()); err != nil {
		t.Fatal(err)
	}
	l, err := ledger.Open(ctx, st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	return st, l
}

func adopt(t testing.TB, l *ledger.Ledger, plan readjudicate.Plan) *readjudicate.Candidate {
	t.Helper()
	_, c, err := l.Adopt(ctx, plan, "", "Ursula", l.Last(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestWhatAnAdoptionRestatesMeansTheInputThatItAnswers(t *testing.T) {
	st, l := copied(t)
	play := first(t, st, events.PlaySubmitted{}.Kind(), 1500)
	adoption := l.Head() + 1
	adopt(t, l, readjudicate.Plan{Changes: []events.Change{
		insert(t, play.Sequence, events.TransactionRecorded{Account: "Odile", Asset: "money", Amount: 2, Note: "found"}),
		{What: history.Void, Input: play.Sequence},
	}})
	var inserted, restated uint64
	for _, e := range recorded(t, st)[adoption-1:] {
		switch p := e.Payload.(type) {
		case events.InputRestated:
			if p.Standing == history.Inserted {
				inserted = e.Sequence
			} else if p.Input == play.Sequence {
				restated = e.Sequence
			}
		}
	}
	prepare := func(at uint64) (*readjudicate.Run, error) {
		cat, err := history.Load(ctx, st, name, 0)
		if err != nil {
			t.Fatal(err)
		}
		return readjudicate.Prepare(ctx, st, cat, readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: at}}}, engine)
	}
	for _, at := range []uint64{inserted, inserted + 1} {
		run, err := prepare(at)
		if err != nil {
			t.Fatal(err)
		}
		if c := run.Changes[len(run.Changes)-1]; c.Address != "2.1" || c.Input != play.Sequence {
			t.Errorf("voiding %d is about %+v, expected the entry that was put in", at, c)
		}
	}
	for at, want := range map[uint64]string{
		restated:     `change 1 at`, // it is void already
		restated + 1: `change 1 at`,
		adoption:     "is edition-adopted, which the rules of the game do not decide: it cannot be changed",
		adoption + 1: "is edition-adopted, which the rules of the game do not decide: it cannot be changed",
	} {
		if _, err := prepare(at); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("voiding %d: %v\nexpected %q", at, err, want)
		}
	}
}

func TestTheFirstAndTheLastInputCanBeChanged(t *testing.T) {
	all := recorded(t, autumn())
	var second, last uint64
	for _, e := range all {
		if events.IsInput(e.Type) {
			if second == 0 && e.Sequence > 1 {
				second = e.Sequence
			}
			last = e.Sequence
		}
	}
	c, err := become(t, readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: last}}}, readjudicate.Options{})
	if err != nil || c.From != last || c.Restated != 1 {
		t.Errorf("the last: %+v, %v", c, err)
	}
	// Without its rulebook nothing after it can be ruled on.
	_, err = become(t, readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: second}}}, readjudicate.Options{})
	var refused *readjudicate.ChangeError
	if err != nil && !errors.As(err, &refused) {
		t.Errorf("the first after the opening: %v", err)
	}
}

func TestUnderThePolicyHaltTheFirstPlayThatLosesItsLegalityEndsTheRun(t *testing.T) {
	plan := readjudicate.Plan{Policy: readjudicate.Halt, Changes: []events.Change{{What: history.Void, Input: 745}}}
	_, err := become(t, plan, readjudicate.Options{})
	var halt *readjudicate.HaltError
	if !errors.As(err, &halt) {
		t.Fatalf("%v", err)
	}
	// The same run under the policy void rejects that play and none before it.
	var lost uint64
	plan.Policy = readjudicate.Void
	if _, err := become(t, plan, readjudicate.Options{Watch: func(s *readjudicate.Step) error {
		before, after := s.Ruled()
		if lost == 0 && s.Place.Input != 745 && before.Verdict == aggregate.Accepted && after.Verdict == aggregate.Rejected {
			lost = s.Place.Input
		}
		return nil
	}}); err != nil {
		t.Fatal(err)
	}
	if halt.Input != lost || len(halt.Faults) == 0 {
		t.Errorf("halted at %d with %v; the first that is lost is %d", halt.Input, halt.Faults, lost)
	}
	if want := "the play at "; !strings.HasPrefix(halt.Error(), want) || !strings.Contains(halt.Error(), halt.Faults[0].Message) {
		t.Errorf("it says %q", halt)
	}
	st, l := copied(t)
	head := l.Head()
	plan.Policy = readjudicate.Halt
	if _, _, err := l.Adopt(ctx, plan, "", "Ursula", l.Last(), nil); !errors.As(err, &halt) {
		t.Errorf("adopting it: %v", err)
	}
	if now, _ := st.Head(ctx, name); uint64(now) != head {
		t.Errorf("%d events were written", uint64(now)-head)
	}
}

func TestNothingIsWrittenOfAPlanThatIsRefused(t *testing.T) {
	st, l := copied(t)
	head := l.Head()
	for _, plan := range []readjudicate.Plan{
		{},
		{Withdraw: []string{"*"}},
		{Changes: []events.Change{{What: "undo", Input: 300}}},
		{Changes: []events.Change{insert(t, 500, events.RuleRepealed{Number: "9999.9"})}},
	} {
		if _, _, err := l.Adopt(ctx, plan, "", "Ursula", l.Last(), nil); err == nil {
			t.Errorf("%+v is adopted", plan)
		}
	}
	if now, _ := st.Head(ctx, name); uint64(now) != head {
		t.Errorf("%d events were written", uint64(now)-head)
	}
	if _, _, err := l.Adopt(ctx, readjudicate.Plan{}, "", "Ursula", l.Last(), nil); !errors.Is(err, readjudicate.ErrNothing) {
		t.Errorf("an empty plan: %v", err)
	}
}

func TestARunEndsWithItsContext(t *testing.T) {
	cat, err := history.Load(ctx, autumn(), name, 0)
	if err != nil {
		t.Fatal(err)
	}
	run, err := readjudicate.Prepare(ctx, autumn(), cat, readjudicate.Plan{Thorough: true, Changes: []events.Change{{What: history.Void, Input: 300}}}, engine)
	if err != nil {
		t.Fatal(err)
	}
	stop, cancel := context.WithCancel(ctx)
	steps := 0
	_, err = run.Do(stop, readjudicate.Options{All: true, Watch: func(*readjudicate.Step) error {
		steps++
		cancel()
		return nil
	}})
	if !errors.Is(err, context.Canceled) || steps != 1 {
		t.Errorf("after %d steps: %v", steps, err)
	}
}

func TestAnErrorOfTheWatcherEndsTheRun(t *testing.T) {
	enough := errors.New("enough")
	if _, err := become(t, readjudicate.Plan{Changes: []events.Change{{What: history.Void, Input: 745}}},
		readjudicate.Options{Watch: func(*readjudicate.Step) error { return enough }}); !errors.Is(err, enough) {
		t.Errorf("%v", err)
	}
}
