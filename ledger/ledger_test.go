package ledger_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	_ "adjudicate/internal/testheap"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
	"adjudicate/systems"
)

var noon = time.Date(1998, 10, 5, 12, 0, 0, 0, time.UTC)

const name = "hand-3"

func options() ledger.Options {
	return ledger.Options{Engine: "test 1", Entropy: rand.NewChaCha8([32]byte{1})}
}

// opened is a ledger of two sides that are ready to play, Blue first.
func opened(t testing.TB, st store.Store) *ledger.Ledger {
	t.Helper()
	l, err := ledger.Create(context.Background(), st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range preparations(t) {
		submit(t, l, p)
	}
	return l
}

func preparations(t testing.TB) []events.Payload {
	t.Helper()
	book, _, err := systems.Load("partychess")
	if err != nil {
		t.Fatal(err)
	}
	opening, err := systems.Opening("Hand 3", "partychess", strings.Repeat("5e", 32), "")
	if err != nil {
		t.Fatal(err)
	}
	list := []events.Payload{opening}
	for _, r := range book.Rules() {
		list = append(list, events.RuleEnacted{Number: r.Number, Rule: r.Canonical()})
	}
	return append(list,
		events.PlayerRegistered{Player: "Ann"}, events.PlayerRegistered{Player: "Bob"},
		events.OfficeFilled{Office: "umpire", Player: "Ann"},
		events.SideCreated{Side: "Red", Player: "Ann"}, events.SideCreated{Side: "Blue", Player: "Bob", Attributes: []string{"nap"}},
		events.GameStarted{})
}

func submit(t testing.TB, l *ledger.Ledger, p events.Payload) ledger.Result {
	t.Helper()
	res, err := l.Submit(context.Background(), p, "Ann", noon)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func head(t *testing.T, st store.Store) uint64 {
	t.Helper()
	h, err := st.Head(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	return uint64(h)
}

func TestAnInputStandsBeforeItsRulingAndItsOutcomes(t *testing.T) {
	st := memory.New()
	l := opened(t, st)
	before := l.Head()
	res := submit(t, l, events.PlaySubmitted{Side: "Blue", Text: "K@j1"})
	if res.Input.Sequence != before+1 || l.Head() != before+uint64(len(res.Events())) || head(t, st) != l.Head() {
		t.Errorf("the input is number %d after %d, the ledger stands at %d, the store at %d", res.Input.Sequence, before, l.Head(), head(t, st))
	}
	if res.Ruled().Verdict != aggregate.Accepted || res.Ruled().Engine != "test 1" {
		t.Errorf("ruling %+v", res.Ruled())
	}
	var read []events.Envelope
	for e, err := range ledger.Events(context.Background(), st, name, before+1) {
		if err != nil {
			t.Fatal(err)
		}
		read = append(read, e)
	}
	if diff := cmp.Diff(res.Events(), read); diff != "" {
		t.Errorf("what is returned is not what was written (-returned +written):\n%s", diff)
	}
	if _, ok := read[1].Payload.(events.Ruled); !ok {
		t.Errorf("behind the input stands %s, not its ruling", read[1].Type)
	}
	for i, e := range read {
		caused := i > 0
		if e.Correlation != read[0].ID || caused && e.Causation != read[0].ID || e.Recorded != noon || e.Sequence != before+1+uint64(i) {
			t.Errorf("event %d: %+v", i, e)
		}
	}
}

func TestARejectedInputIsRecordedAndChangesNothing(t *testing.T) {
	st := memory.New()
	l := opened(t, st)
	res := submit(t, l, events.PlaySubmitted{Side: "Red", Text: "K@j1"}) // it is Blue's turn
	if res.Ruled().Verdict != aggregate.Rejected || len(res.Events()) != 2 || len(res.Ruled().Faults) == 0 {
		t.Errorf("verdict %s with %d events", res.Ruled().Verdict, len(res.Events()))
	}
	if l.State().ToPlay() != "Blue" {
		t.Errorf("%q is to play", l.State().ToPlay())
	}
}

func TestAMessageIsRuledOnOnce(t *testing.T) {
	st := memory.New()
	l := opened(t, st)
	play := events.PlaySubmitted{Side: "Blue", Text: "K@j1", Message: "1@example.org"}
	first := submit(t, l, play)
	at := head(t, st)
	again := submit(t, l, play)
	if !again.Repeated || head(t, st) != at {
		t.Errorf("repeated %v, the store went from %d to %d", again.Repeated, at, head(t, st))
	}
	if diff := cmp.Diff(first.Events(), again.Events()); diff != "" {
		t.Errorf("the repeat is answered otherwise (-first +again):\n%s", diff)
	}
	reopened, err := ledger.Open(context.Background(), st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	if res := submit(t, reopened, play); !res.Repeated {
		t.Error("after opening anew the message is not known")
	}
}

func TestTimeDoesNotRunBackwards(t *testing.T) {
	st := memory.New()
	l := opened(t, st)
	at := head(t, st)
	var late *ledger.TimeError
	if _, err := l.Submit(context.Background(), events.TimePassed{}, "", noon.Add(-time.Second)); !errors.As(err, &late) || !late.Last.Equal(noon) {
		t.Errorf("error %v", err)
	}
	if head(t, st) != at {
		t.Error("something was written")
	}
}

func TestAWriterThatIsBehindIsToldSoAndWritesNothing(t *testing.T) {
	st := memory.New()
	one := opened(t, st)
	two, err := ledger.Open(context.Background(), st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	seen := two.Head()
	submit(t, one, events.PlayerRegistered{Player: "Cleo"})
	at := head(t, st)
	var conflict *store.ConflictError
	_, err = two.Submit(context.Background(), events.PlayerRegistered{Player: "Dora"}, "", noon)
	if !errors.As(err, &conflict) || uint64(conflict.Wanted) != seen || uint64(conflict.Found) != at {
		t.Errorf("error %v", err)
	}
	if head(t, st) != at {
		t.Error("something was written")
	}
	if _, ok := two.State().Player("Dora"); ok {
		t.Error("the state has gone ahead of the store")
	}
}

func TestAnEarlierStateIsThatOfThen(t *testing.T) {
	st := memory.New()
	l := opened(t, st)
	then := l.Head()
	submit(t, l, events.PlaySubmitted{Side: "Blue", Text: "K@j1"})
	past, err := ledger.OpenAt(context.Background(), st, name, then, options())
	if err != nil {
		t.Fatal(err)
	}
	if past.Head() != then || past.State().ToPlay() != "Blue" || l.State().ToPlay() != "Red" {
		t.Errorf("at %d: %s to play", past.Head(), past.State().ToPlay())
	}
	if _, err := ledger.OpenAt(context.Background(), st, name, l.Head()+1, options()); err == nil {
		t.Error("a state beyond the end was found")
	}
}

func TestABatchIsTheSameLedger(t *testing.T) {
	plain, batched := memory.New(), memory.New()
	opened(t, plain)
	l, err := ledger.Create(context.Background(), batched, name, options())
	if err != nil {
		t.Fatal(err)
	}
	err = l.Batch(context.Background(), func() error {
		for _, p := range preparations(t) {
			submit(t, l, p)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(bytesOf(t, plain), bytesOf(t, batched)); diff != "" {
		t.Errorf("a batch writes something else (-plain +batched):\n%s", diff)
	}
}

func bytesOf(t *testing.T, st store.Store) []string {
	t.Helper()
	var out []string
	for rec, err := range st.Read(context.Background(), name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(rec.Data))
	}
	return out
}

func TestALedgerBeginsOnceAndIsReadOnlyIfThereIsOne(t *testing.T) {
	st := memory.New()
	if _, err := ledger.Open(context.Background(), st, name, options()); !errors.Is(err, ledger.ErrNoGame) {
		t.Errorf("an empty stream: %v", err)
	}
	opened(t, st)
	if _, err := ledger.Create(context.Background(), st, name, options()); !errors.Is(err, ledger.ErrGame) {
		t.Errorf("a second beginning: %v", err)
	}
}

func TestAnEventInAnotherPlaceThanItsOwnIsFound(t *testing.T) {
	st := memory.New()
	l := opened(t, st)
	e := submit(t, l, events.TimePassed{}).Input
	e.ID[15]++
	data, err := events.Encode(&e)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := st.Append(context.Background(), name, store.Any, []store.Event{{ID: e.ID, Type: e.Type, Data: data}}); err != nil {
		t.Fatal(err)
	}
	var gap *history.GapError
	if _, err := ledger.Open(context.Background(), st, name, options()); !errors.As(err, &gap) || gap.Claims != e.Sequence || gap.At != l.Head()+1 {
		t.Errorf("error %v", err)
	}
}

// TestAStreamThatBeginsWithAnOutcomeIsFound opens what an enemy may write: no input is there whose outcome it could be.
func TestAStreamThatBeginsWithAnOutcomeIsFound(t *testing.T) {
	st := memory.New()
	l := opened(t, memory.New())
	ruled := submit(t, l, events.TimePassed{}).Outcomes[0]
	ruled.Sequence = 1
	input := submit(t, l, events.TimePassed{}).Input
	input.Sequence = 2
	for _, e := range []events.Envelope{ruled, input} {
		data, err := events.Encode(&e)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := st.Append(context.Background(), name, store.Any, []store.Event{{ID: e.ID, Type: e.Type, Data: data}}); err != nil {
			t.Fatal(err)
		}
	}
	var orphan *history.OrphanError
	if _, err := ledger.Open(context.Background(), st, name, options()); !errors.As(err, &orphan) || orphan.At != 1 {
		t.Errorf("error %v", err)
	}
}

func TestNamesThatNothingHasAreRefused(t *testing.T) {
	l := opened(t, memory.New())
	for _, c := range []struct {
		title string
		p     events.Payload
		want  string // of the error; "" if there is none
	}{
		{"a play that may be ruled on", events.PlaySubmitted{Side: "Red", Text: "Ra1-a20"}, ""},
		{"an unknown side", events.PlaySubmitted{Side: "Rde", Text: "pass"}, `no such side: "Rde"; did you mean "Red"?`},
		{"no play", events.PlaySubmitted{Side: "Red", Text: "Ra1-7a"}, "play: column 5"},
		{"a file off the board", events.PlaySubmitted{Side: "Red", Text: "pass; Ra1-u1"}, `play: column 7: expected squares of the board, a1 to t20, found "u1"`},
		{"a rank off the board", events.PlaySubmitted{Side: "Red", Text: "Ra21xa2"}, "a1 to t20"},
		{"an unknown player", events.OfficeFilled{Office: "umpire", Player: "Anne"}, `no such player: "Anne"; did you mean "Ann"?`},
		{"a side that is there", events.SideCreated{Side: "Red", Player: "Ann"}, `side "Red" already exists`},
		{"a nameless player", events.PlayerRegistered{Player: " "}, "player:"},
		{"no days", events.LimitExtended{Length: 0}, "expected at least 1 day"},
		{"an unknown piece", events.DestructionRequested{Side: "Red", Piece: "Q9"}, `no such piece: "Q9"`},
		{"an unknown rule", events.RuleRepealed{Number: "1230.55"}, `did you mean "1230.5"?`},
		{"an unknown entry", events.InterpretationAdopted{Entry: "gess-adjacnt", Reading: "no"}, `did you mean "gess-adjacent"?`},
		{"an unknown reading", events.InterpretationAdopted{Entry: "gess-adjacent", Reading: "maybe"}, "expected one of yes, no"},
	} {
		t.Run(c.title, func(t *testing.T) {
			err := l.Check(c.p)
			var input *ledger.InputError
			switch {
			case c.want == "" && err != nil:
				t.Errorf("refused: %v", err)
			case c.want != "" && (!errors.As(err, &input) || !strings.Contains(err.Error(), c.want)):
				t.Errorf("error %v, want %q", err, c.want)
			}
		})
	}
}
