package history_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	_ "adjudicate/internal/testheap"
)

// told is an entry in a line: where it stands, what concerns it, whose outcomes it has.
func told(e *history.Entry) string {
	line := fmt.Sprintf("%d%s %s by %q, as in %d: %v →", e.Place.Input, e.Place.Change, e.Standing, e.Changed, e.Edition, e.Input.Payload)
	for i := range e.Outcomes {
		line += fmt.Sprintf(" %d", e.Outcomes[i].Sequence)
	}
	return line
}

// naively reads the history of an edition from the stream as its documentation says, with
// nothing in mind but that.
func naively(t *testing.T, stream []events.Envelope, editions []history.Edition, number int, end uint64) []string {
	t.Helper()
	type group struct {
		input    events.Envelope
		outcomes []uint64
	}
	var groups []group
	type place struct {
		input  uint64
		change string
	}
	type restated struct {
		edition  int
		change   string
		outcomes []uint64
	}
	stated := map[int]map[place]*restated{}
	adopting, last := 0, (*restated)(nil)
	for _, e := range stream {
		if events.IsInput(e.Type) {
			groups = append(groups, group{input: e})
			adopting, last = 0, nil
			if p, ok := e.Payload.(events.EditionAdopted); ok {
				adopting = p.Edition
				stated[adopting] = map[place]*restated{}
			}
			continue
		}
		g := &groups[len(groups)-1]
		switch p := e.Payload.(type) {
		case events.InputRestated:
			last = &restated{edition: adopting, change: p.Change}
			at := place{input: p.Input}
			if p.Standing == "inserted" || p.Standing == "withdrawn" {
				at.change = p.Change
			}
			stated[adopting][at] = last
		case events.InputsRestated:
			last = nil
			for _, in := range p.Inputs {
				at := place{input: in.Input}
				r := &restated{edition: adopting}
				if in.As == 1 {
					r.outcomes = groups[slices.IndexFunc(groups, func(g group) bool { return g.input.Sequence == in.Input })].outcomes
				} else {
					r.outcomes = stated[in.As][at].outcomes
				}
				stated[adopting][at] = r
			}
		case events.StateRestated:
			last = nil
		default:
			if last != nil {
				last.outcomes = append(last.outcomes, e.Sequence)
			} else {
				g.outcomes = append(g.outcomes, e.Sequence)
			}
		}
	}
	find := func(at place) *restated {
		for n := number; n != 0; n = editions[n-1].Base {
			if r := stated[n][at]; r != nil {
				return r
			}
		}
		return nil
	}
	var out []string
	line := func(at place, standing, by string, as int, p events.Payload, outcomes []uint64) {
		s := fmt.Sprintf("%d%s %s by %q, as in %d: %v →", at.input, at.change, standing, by, as, p)
		for _, o := range outcomes {
			s += fmt.Sprintf(" %d", o)
		}
		out = append(out, s)
	}
	for _, g := range groups {
		seq := g.input.Sequence
		if seq > end {
			break
		}
		corrected := (*events.Change)(nil)
		for i := range editions[number-1].Changes {
			c := &editions[number-1].Changes[i]
			if c.Input == seq && c.What == "correct" {
				corrected = c
			}
			if c.Input != seq || c.What != "insert" {
				continue
			}
			p, err := events.DecodePayload(c.Type, c.Payload)
			r := find(place{seq, c.ID})
			if err != nil || r == nil {
				t.Fatalf("%s is inserted and stated nowhere (%v)", c.ID, err)
			}
			line(place{seq, c.ID}, "inserted", c.ID, r.edition, p, r.outcomes)
		}
		if _, ok := g.input.Payload.(events.EditionAdopted); ok {
			g.outcomes = g.outcomes[:2] // its ruling and that it begins
		}
		at, standing, by, as, payload := place{input: seq}, "recorded", "", 1, g.input.Payload
		if r := find(at); r != nil {
			by, as, g.outcomes = r.change, r.edition, r.outcomes
		}
		if corrected != nil {
			p, err := events.DecodePayload(corrected.Type, corrected.Payload)
			if err != nil {
				t.Fatal(err)
			}
			standing, by, payload = "corrected", corrected.ID, p
		}
		line(at, standing, by, as, payload, g.outcomes)
	}
	return out
}

func TestAHistoryIsTheInputsOfItsEditionInEffectiveOrder(t *testing.T) {
	g := fiveEditions(t)
	stream := g.stream()
	cat := g.catalogue(0)
	if n := len(cat.Editions()); n != 5 {
		t.Fatalf("%d editions", n)
	}
	standings := map[string]int{}
	for number := 1; number <= 5; number++ {
		e, err := cat.Edition(number)
		if err != nil {
			t.Fatal(err)
		}
		want := naively(t, stream, cat.Editions(), number, cat.End(e))
		var got []string
		for entry, err := range cat.History(ctx, e, history.Range{}) {
			if err != nil {
				t.Fatal(err)
			}
			standings[entry.Standing]++
			got = append(got, told(entry))
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("edition %d (-naive +read):\n%s", number, d)
		}
		if number == 1 && standings[history.Recorded] != len(got) {
			t.Errorf("edition 1 has entries that stand as %v", standings)
		}
	}
	for _, s := range []string{history.Recorded, history.Inserted, history.Corrected} {
		if standings[s] == 0 {
			t.Errorf("nothing stands as %s: it was not tested", s)
		}
	}
}

func TestAPartOfAHistoryIsThatPartOfTheWhole(t *testing.T) {
	g := fiveEditions(t)
	cat := g.catalogue(0)
	for number := 1; number <= 5; number++ {
		e, _ := cat.Edition(number)
		var whole []*history.Entry
		for entry, err := range cat.History(ctx, e, history.Range{}) {
			if err != nil {
				t.Fatal(err)
			}
			whole = append(whole, entry)
		}
		for from := 0; from < len(whole); from += 7 {
			for to := from; to < len(whole); to += 5 {
				r := history.Range{From: whole[from].Place.Input, To: whole[to].Place.Input}
				var want, got []string
				for _, entry := range whole {
					if entry.Place.Input >= r.From && entry.Place.Input <= r.To {
						want = append(want, told(entry))
					}
				}
				for entry, err := range cat.History(ctx, e, r) {
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, told(entry))
				}
				if d := cmp.Diff(want, got); d != "" {
					t.Fatalf("edition %d, %+v (-part of the whole +part read):\n%s", number, r, d)
				}
			}
		}
	}
}

func TestAReaderMayStopAnywhere(t *testing.T) {
	g := fiveEditions(t)
	cat := g.catalogue(0)
	e, _ := cat.Edition(3)
	for most := 1; most < 30; most++ {
		n := 0
		for _, err := range cat.History(ctx, e, history.Range{}) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; n == most {
				break
			}
		}
		if n != most {
			t.Errorf("stopped at %d: %d entries read", most, n)
		}
	}
}

func TestAnEndedHistoryIsExtendedByWhatWasRecordedLater(t *testing.T) {
	g := fiveEditions(t)
	cat := g.catalogue(0)
	e, _ := cat.Edition(2)
	var last, extended uint64
	for entry, err := range cat.History(ctx, e, history.Range{}) {
		if err != nil {
			t.Fatal(err)
		}
		last = entry.Place.Input
	}
	for entry, err := range cat.History(ctx, e, history.Range{Extended: true}) {
		if err != nil {
			t.Fatal(err)
		}
		extended = entry.Place.Input
	}
	if last >= e.Ended || extended != g.find("Pass") {
		t.Errorf("edition 2 ended at %d: its own last input is %d, extended %d", e.Ended, last, extended)
	}
}

func TestTheFirstVerdictIsThatOfTheRecordedRuling(t *testing.T) {
	g := fiveEditions(t)
	cat := g.catalogue(0)
	recorded := map[uint64]string{}
	stream := g.stream()
	for i, e := range stream {
		if events.IsInput(e.Type) && i+1 < len(stream) {
			if r, ok := stream[i+1].Payload.(events.Ruled); ok {
				recorded[e.Sequence] = r.Verdict
			}
		}
	}
	changed := 0
	for number := 1; number <= 5; number++ {
		e, _ := cat.Edition(number)
		for entry, err := range cat.History(ctx, e, history.Range{}) {
			if err != nil {
				t.Fatal(err)
			}
			want := recorded[entry.Place.Input]
			if entry.Standing == history.Inserted {
				want = ""
			}
			if entry.First != want {
				t.Errorf("edition %d, %d%s: first %q, recorded %q", number, entry.Place.Input, entry.Place.Change, entry.First, want)
			}
			if entry.First != entry.Ruled().Verdict {
				changed++
			}
		}
	}
	if changed == 0 {
		t.Error("no verdict is another than the first: nothing was tested")
	}
}

func TestTheBishopOnF1IsIllegalUnderTheStrictReadingOnly(t *testing.T) {
	g := bishop(t)
	at := g.find("B@f1")
	g.adopt(readjudicate.Plan{Changes: []events.Change{strictly(t, at)}})
	cat := g.catalogue(0)
	for number, want := range map[int]string{1: aggregate.Accepted, 2: aggregate.Replaced} {
		e, _ := cat.Edition(number)
		for entry, err := range cat.History(ctx, e, history.Range{From: at, To: at}) {
			if err != nil {
				t.Fatal(err)
			}
			if entry.Place.Change == "" && entry.Ruled().Verdict != want {
				t.Errorf("edition %d: %s", number, entry.Ruled().Verdict)
			}
		}
	}
}

func TestAnInsertedInputHasTheSameNameEverywhere(t *testing.T) {
	one, again := history.InsertedID("a", "2.1"), history.InsertedID("a", "2.1")
	if one != again {
		t.Errorf("%s and %s", one, again)
	}
	if slices.Contains([]any{history.InsertedID("b", "2.1"), history.InsertedID("a", "2.2")}, any(one)) {
		t.Error("two inputs have one name")
	}
}

func TestAnEditionThatDoesNotExistIsRefused(t *testing.T) {
	cat := bishop(t).catalogue(0)
	for asked, want := range map[int]string{
		2:  "no edition 2: the ledger holds one history, edition 1",
		-1: "no edition -1: the ledger holds one history, edition 1",
	} {
		_, err := cat.Edition(asked)
		var unknown *history.UnknownError
		if !errors.As(err, &unknown) || err.Error() != want {
			t.Errorf("edition %d: %v", asked, err)
		}
	}
}
