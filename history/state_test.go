package history_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/store/memory"
)

// at is the state that an edition has just before and after an input, folded entry by entry.
type at struct {
	input         uint64
	before, after string
}

// brief is a state written down without the texts of its rules and the lots drawn, which are
// long; that they are the same the ends of histories show.
func brief(t *testing.T, s *aggregate.State) string {
	t.Helper()
	text, err := s.Snapshot(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func folded(t *testing.T, cat *history.Catalogue, e *history.Edition) []at {
	t.Helper()
	s := aggregate.NewState()
	var out []at
	for entry, err := range cat.History(ctx, e, history.Range{}) {
		if err != nil {
			t.Fatal(err)
		}
		if n := len(out); n == 0 || out[n-1].input != entry.Place.Input {
			out = append(out, at{input: entry.Place.Input, before: brief(t, s)})
		}
		if entry.Judged {
			for i := range entry.Outcomes {
				s.Apply(entry.Outcomes[i].Payload)
			}
		}
		out[len(out)-1].after = brief(t, s)
	}
	return out
}

// whole is the state at an edition's end, folded entry by entry.
func whole(t *testing.T, cat *history.Catalogue, e *history.Edition) string {
	t.Helper()
	s := aggregate.NewState()
	for entry, err := range cat.History(ctx, e, history.Range{}) {
		if err != nil {
			t.Fatal(err)
		}
		for i := range entry.Outcomes {
			if entry.Judged {
				s.Apply(entry.Outcomes[i].Payload)
			}
		}
	}
	return written(t, s)
}

// everyState compares the state at every event of every edition with the fold.
func everyState(t *testing.T, g *game) {
	t.Helper()
	cat := g.catalogue(0)
	for number := range cat.Editions() {
		e, _ := cat.Edition(number + 1)
		end, err := cat.StateAt(ctx, e, 0)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(whole(t, cat, e), written(t, end)); d != "" {
			t.Errorf("edition %d at its end (-folded +got):\n%s", e.Number, d)
		}
		list := folded(t, cat, e)
		for i, want := range list {
			got, err := cat.Before(ctx, e, want.input)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(want.before, brief(t, got)); d != "" {
				t.Errorf("edition %d before %d (-folded +got):\n%s", e.Number, want.input, d)
			}
			next := cat.End(e) + 1
			if i+1 < len(list) {
				next = list[i+1].input
			}
			for point := want.input; point < next; point += max(1, (next-want.input)/2) {
				if got, err = cat.StateAt(ctx, e, point); err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(want.after, brief(t, got)); d != "" {
					t.Errorf("edition %d at %d, of input %d (-folded +got):\n%s", e.Number, point, want.input, d)
				}
			}
		}
	}
}

func TestTheStateAtEveryPointIsTheFoldOfTheEntriesBeforeIt(t *testing.T) {
	everyState(t, fiveEditions(t))
}

// groupEnds are the events after which a state may be kept, with their ids.
func (g *game) groupEnds() map[uint64]uuid.UUID {
	ends := map[uint64]uuid.UUID{}
	stream := g.stream()
	for i, e := range stream {
		if i+1 == len(stream) || events.IsInput(stream[i+1].Type) {
			ends[e.Sequence] = e.ID
		}
	}
	return ends
}

func TestWithStatesPutAsideTheStatesAreTheSame(t *testing.T) {
	g := fiveEditions(t)
	s, n := aggregate.NewState(), 0
	ends := g.groupEnds()
	for _, e := range g.stream() {
		if err := history.Fold(s, &e); err != nil {
			t.Fatal(err)
		}
		if id, ok := ends[e.Sequence]; ok {
			if n++; n%2 == 0 {
				history.KeepState(ctx, g.st, name, e.Sequence, id, s)
			}
		}
	}
	if _, at := history.KeptState(ctx, g.st, name, g.l.Head()); at == 0 {
		t.Fatal("no state was kept")
	}
	everyState(t, g)
}

// lie puts a state aside after an event that is not the state after it, so that it can be
// seen whether it is used.
func (g *game) lie(sequence uint64, id uuid.UUID) {
	s := aggregate.NewState()
	s.Apply(events.LedgerOpened{Game: "a lie", System: "partychess"})
	history.KeepState(ctx, g.st, name, sequence, id, s)
}

func (g *game) gameAt(number int, point uint64) string {
	g.t.Helper()
	cat := g.catalogue(0)
	e, err := cat.Edition(number)
	if err != nil {
		g.t.Fatal(err)
	}
	s, err := cat.StateAt(ctx, e, point)
	if err != nil {
		g.t.Fatal(err)
	}
	return s.Game()
}

func TestAStatePutAsideIsUsedByTheEditionsThatItBelongsTo(t *testing.T) {
	g := fiveEditions(t)
	cat := g.catalogue(0)
	ends := g.groupEnds()
	// The last event before edition 4 was adopted was recorded while edition 3 held: only
	// edition 3 has that state, for 5 differs from it earlier.
	at := cat.Editions()[3].Adopted - 1
	g.lie(at, ends[at])
	for number, used := range map[int]bool{1: false, 2: false, 3: true, 4: false, 5: false} {
		if got := g.gameAt(number, min(at, cat.End(&cat.Editions()[number-1]))) == "a lie"; got != used {
			t.Errorf("edition %d at %d uses the state kept there: %t", number, at, got)
		}
	}
	// Before anything differs all of them have it.
	at = g.find("K@t19") - 1
	g = fiveEditions(t)
	g.lie(at, g.groupEnds()[at])
	for number := range 5 {
		if g.gameAt(number+1, at+2) != "a lie" {
			t.Errorf("edition %d does not use the state kept at %d", number+1, at)
		}
	}
}

func TestAStatePutAsideAfterAnotherEventIsNotUsed(t *testing.T) {
	g := fiveEditions(t)
	at := g.find("K@t19") - 1
	g.lie(at, uuid.NameSpaceOID) // of a stream that has since been replaced
	if got := g.gameAt(1, at); got == "a lie" {
		t.Errorf("the game is %q", got)
	}
	if _, ok := history.KeptStateAt(ctx, g.st, name, at); ok {
		t.Error("it is found")
	}
}

func TestANoteThatIsNoStateIsNotUsed(t *testing.T) {
	g := fiveEditions(t)
	at := g.find("K@t19") - 1
	id := g.groupEnds()[at]
	for _, data := range []string{"", "short", string(id[:]), string(id[:]) + "{", string(id[:]) + `{"version":99}`} {
		g.note(history.StateNote, at, data)
		if got := g.gameAt(1, at); got != "The Bishop on f1" {
			t.Errorf("note %q: the game is %q", data, got)
		}
	}
}

func TestAPointBeyondTheEndIsRefused(t *testing.T) {
	g := fiveEditions(t)
	cat := g.catalogue(0)
	e, _ := cat.Edition(2)
	_, err := cat.StateAt(ctx, e, e.Ended)
	var point *history.PointError
	if !errors.As(err, &point) || point.Last != e.Ended-1 {
		t.Errorf("after its end: %v", err)
	}
	if s, err := cat.StateAt(ctx, e, 0); err != nil || s.Game() == "" {
		t.Errorf("at its end: %v", err)
	}
}

func TestAnEmptyLedgerHasAnEmptyState(t *testing.T) {
	cat, err := history.Load(ctx, memory.New(), "nothing", 0)
	if err != nil {
		t.Fatal(err)
	}
	s, err := cat.StateAt(ctx, cat.Current(), 0)
	if err != nil || s.Game() != "" || cat.Known() != 0 {
		t.Errorf("%q, %v", s.Game(), err)
	}
	for e, err := range cat.History(ctx, cat.Current(), history.Range{}) {
		t.Errorf("it has %v, %v", e, err)
	}
}

func TestAStretchIsToldOfIfItsEventStillStands(t *testing.T) {
	g := bishop(t)
	stream := g.stream()
	for _, row := range []struct {
		sentence string
		from, to uint64
		last     uuid.UUID
		asked    uint64
		want     int
	}{
		{"it begins where it is asked from", 101, 199, stream[198].ID, 101, 1},
		{"it begins earlier", 101, 199, stream[198].ID, 102, 0},
		{"its stream has been replaced", 101, 199, uuid.NameSpaceOID, 101, 0},
		{"it says that it ends elsewhere", 101, 198, stream[198].ID, 101, 0},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			data, err := json.Marshal(history.Stretch{From: row.from, To: row.to, Last: row.last})
			if err != nil {
				t.Fatal(err)
			}
			g.note(history.StretchNote, 199, string(data))
			if n := len(history.Stretches(ctx, g.st, name, row.asked)); n != row.want {
				t.Errorf("%d stretches", n)
			}
		})
	}
}

// What the recorder puts aside must not depend on where it began.
func TestARecorderNotesWhatRulingsRestedOn(t *testing.T) {
	g := bishop(t)
	s := aggregate.NewState()
	r := history.NewRecorder(ctx, g.st, name, 0, s)
	var act events.Act
	stream := g.stream()
	for i, e := range stream {
		if err := history.Fold(s, &e); err != nil {
			t.Fatal(err)
		}
		act.Add(e)
		if i+1 == len(stream) || events.IsInput(stream[i+1].Type) {
			r.Add(&act, aggregate.Input{}, s)
			act.Clear()
		}
	}
	if r.Due() {
		t.Errorf("%d events are enough for a note", len(stream))
	}
	var rested history.Rested
	for _, text := range []string{"B@f1", "Rh7-h8"} {
		rested.Add(aggregate.Input{Payload: events.PlaySubmitted{Side: "Red", Text: text}}, nil)
	}
	if want := (history.Rested{Words: history.Names{"b", "r"}}); !cmp.Equal(want, rested) {
		t.Error(cmp.Diff(want, rested))
	}
	rested = history.Rested{}
	rested.Add(aggregate.Input{Payload: events.PlaySubmitted{Side: "Red", Text: "what?!"}}, nil)
	if !rested.Unnamed {
		t.Error("a text that cannot be read may rest on every name")
	}
	if names := (history.Names{"a", "c"}); names.Has("b") || !slices.Contains(names, "c") || !names.Has("c") {
		t.Error("b is in a, c")
	}
}
