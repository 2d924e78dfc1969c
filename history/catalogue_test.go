package history_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/store"
	"adjudicate/store/memory"
)

func TestWhatIsKnownGrowsWithEveryAdoption(t *testing.T) {
	g := fiveEditions(t)
	all := g.catalogue(0).Editions()
	for _, e := range all[1:] {
		for known, want := range map[uint64]int{e.Adopted - 1: e.Number - 1, e.Adopted: e.Number, e.Adopted + 1: e.Number} {
			cat := g.catalogue(known)
			if n := len(cat.Editions()); n != want || cat.Known() != known || cat.Current().Number != want || cat.Current().Ended != 0 {
				t.Errorf("known at %d (adoption at %d): %d editions, current %+v", known, e.Adopted, n, cat.Current())
			}
			if cat.End(cat.Current()) != known {
				t.Errorf("known at %d: the current edition ends at %d", known, cat.End(cat.Current()))
			}
		}
		before := &all[e.Number-2]
		if before.Ended != e.Adopted {
			t.Errorf("edition %d ended at %d, the next was adopted at %d", before.Number, before.Ended, e.Adopted)
		}
	}
}

// What was believed does not change with what is recorded later.
func TestAnEditionKnownThenIsTheSameNow(t *testing.T) {
	g := fiveEditions(t)
	now := g.catalogue(0)
	for i := range now.Editions() {
		e := &now.Editions()[i]
		then := g.catalogue(now.End(e))
		if e.Ended == 0 {
			continue
		}
		was, err := then.Edition(e.Number)
		if err != nil {
			t.Fatal(err)
		}
		var a, b []string
		for entry, err := range then.History(ctx, was, history.Range{}) {
			if err != nil {
				t.Fatal(err)
			}
			a = append(a, told(entry))
		}
		for entry, err := range now.History(ctx, e, history.Range{}) {
			if err != nil {
				t.Fatal(err)
			}
			b = append(b, told(entry))
		}
		if d := cmp.Diff(a, b); d != "" {
			t.Errorf("edition %d (-known then +known now):\n%s", e.Number, d)
		}
	}
}

func TestOutcomesThatWereNotKnownYetAreNotTold(t *testing.T) {
	g := fiveEditions(t)
	at := g.find("Pass")
	for known := at; known <= g.l.Head(); known++ {
		cat := g.catalogue(known)
		for entry, err := range cat.History(ctx, cat.Current(), history.Range{From: at}) {
			if err != nil {
				t.Fatal(err)
			}
			if n := uint64(len(entry.Outcomes)); entry.Place.Input != at || n != known-at {
				t.Errorf("known at %d: input %d with %d outcomes", known, entry.Place.Input, n)
			}
		}
	}
}

func TestALedgerIsNotKnownBeyondItsEnd(t *testing.T) {
	g := bishop(t)
	_, err := history.Load(ctx, g.st, name, g.l.Head()+1)
	var point *history.PointError
	if !errors.As(err, &point) || point.Asked != g.l.Head()+1 || point.Last != g.l.Head() {
		t.Errorf("%v", err)
	}
	if want := "no event"; err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("%v: expected %q", err, want)
	}
}

func TestALineageLeadsToTheFirstEdition(t *testing.T) {
	cat := fiveEditions(t).catalogue(0)
	got := map[int][]int{}
	for i := range cat.Editions() {
		e := &cat.Editions()[i]
		for _, one := range cat.Lineage(e) {
			got[e.Number] = append(got[e.Number], one.Number)
		}
	}
	want := map[int][]int{1: {1}, 2: {2, 1}, 3: {3, 2, 1}, 4: {4, 1}, 5: {5, 3, 2, 1}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s", d)
	}
}

// raw is a ledger written event by event, whether or not anybody would.
type raw struct {
	t    *testing.T
	st   *memory.Store
	list []events.Envelope
}

func (r *raw) add(effective uint64, list ...events.Payload) {
	r.t.Helper()
	for _, p := range list {
		wire, err := events.Type(p)
		if err != nil {
			r.t.Fatal(err)
		}
		seq := uint64(len(r.list)) + 1
		e := events.Envelope{ID: uuid.NewSHA1(uuid.NameSpaceOID, []byte{byte(seq)}), Ledger: name, Sequence: seq, Type: wire, Payload: p,
			Recorded: time.Date(1996, 9, 2, 9, 0, 0, 0, time.UTC), Effective: max(effective, 1)}
		if effective == 0 {
			e.Effective = seq
		}
		e.Correlation = e.ID
		data, err := events.Encode(&e)
		if err != nil {
			r.t.Fatal(err)
		}
		if _, err := r.st.Append(ctx, name, store.Any, []store.Event{{ID: e.ID, Type: wire, Data: data}}); err != nil {
			r.t.Fatal(err)
		}
		r.list = append(r.list, e)
	}
}

var accepted = events.Ruled{Verdict: aggregate.Accepted, Subject: "x", Rulebook: "sha256:0", Engine: "test 1"}

// opened is a ledger with a game and one entry.
func opened(t *testing.T) *raw {
	r := &raw{t: t, st: memory.New()}
	r.add(0, events.GameOpened{Game: "g", System: "partychess", Seed: strings.Repeat("0", 64)}, accepted)
	r.add(0, events.OfficeVacated{Office: "umpire"}, accepted)
	return r
}

func adopted(number, base int, changes ...events.Change) events.EditionAdopted {
	return events.EditionAdopted{Edition: number, Base: base, Policy: "void", Digest: "sha256:0", Head: 4, Changes: changes}
}

func TestABrokenAdoptionIsRefusedWithItsPlace(t *testing.T) {
	table := []struct {
		sentence string
		add      func(*raw)
		want     history.BrokenError
	}{
		{"the number is not the next", func(r *raw) { r.add(0, adopted(3, 1), accepted) },
			history.BrokenError{Sequence: 5, Text: "adopts edition 3 made from edition 1: expected number 2"}},
		{"the base is none", func(r *raw) { r.add(0, adopted(2, 0), accepted) },
			history.BrokenError{Sequence: 5, Text: "adopts edition 2 made from edition 0: expected number 2"}},
		{"the base is itself", func(r *raw) { r.add(0, adopted(2, 2), accepted) },
			history.BrokenError{Sequence: 5, Text: "adopts edition 2 made from edition 2: expected number 2"}},
		{"the second adoption repeats the first", func(r *raw) { r.add(0, adopted(2, 1), accepted, adopted(2, 1), accepted) },
			history.BrokenError{Sequence: 7, Text: "adopts edition 2 made from edition 1: expected number 3"}},
	}
	for _, row := range table {
		t.Run(row.sentence, func(t *testing.T) {
			r := opened(t)
			row.add(r)
			_, err := history.Load(ctx, r.st, name, 0)
			var broken *history.BrokenError
			if !errors.As(err, &broken) {
				t.Fatalf("%v", err)
			}
			if d := cmp.Diff(row.want, *broken); d != "" {
				t.Errorf("-want +got:\n%s", d)
			}
		})
	}
}

func TestAnInsertionWithoutOutcomesIsRefused(t *testing.T) {
	r := opened(t)
	r.add(0, adopted(2, 1, change(t, history.Insert, 3, events.PlaySubmitted{Side: "Red", Text: "Pass"})), accepted)
	cat, err := history.Load(ctx, r.st, name, 0)
	if err != nil {
		t.Fatal(err)
	}
	var last error
	for _, err := range cat.History(ctx, cat.Current(), history.Range{}) {
		last = err
	}
	var broken *history.BrokenError
	if !errors.As(last, &broken) || broken.Sequence != 5 {
		t.Errorf("%v", last)
	}
}

func TestARefusedAdoptionHasNoEffect(t *testing.T) {
	r := opened(t)
	refused := accepted
	refused.Verdict = aggregate.Rejected
	r.add(0, adopted(2, 1), refused)
	cat, err := history.Load(ctx, r.st, name, 0)
	if err != nil || len(cat.Editions()) != 1 {
		t.Errorf("%+v, %v", cat, err)
	}
}

func TestAnUnreadableAdoptionIsRefusedWithItsPlace(t *testing.T) {
	r := opened(t)
	id := uuid.NewSHA1(uuid.NameSpaceOID, []byte("unreadable"))
	if _, err := r.st.Append(ctx, name, store.Any, []store.Event{{ID: id, Type: "edition-adopted.v1", Data: []byte(`{"torn`)}}); err != nil {
		t.Fatal(err)
	}
	if _, err := history.Load(ctx, r.st, name, 0); err == nil || !strings.HasPrefix(err.Error(), "event 5: ") {
		t.Errorf("%v", err)
	}
}

// keptNote is how the note on adoptions is written.
type keptNote struct {
	Last uuid.UUID `json:"last"`
	At   []uint64  `json:"at"`
}

func TestTheNoteOnAdoptionsIsUsedIfItsEventStillStands(t *testing.T) {
	g := fiveEditions(t)
	stream := g.stream()
	last := g.catalogue(0).Editions()[2].Adopted + 1
	for _, row := range []struct {
		sentence string
		note     keptNote
		want     int
	}{
		{"two adoptions are noted of three", keptNote{stream[last-1].ID, []uint64{g.catalogue(0).Editions()[1].Adopted}}, 0}, // the third is then out of turn
		{"the note is of another stream", keptNote{uuid.NameSpaceOID, nil}, 5},
		{"all are noted", keptNote{stream[last-1].ID, []uint64{g.catalogue(0).Editions()[1].Adopted, g.catalogue(0).Editions()[2].Adopted}}, 5},
	} {
		t.Run(row.sentence, func(t *testing.T) {
			data, err := json.Marshal(row.note)
			if err != nil {
				t.Fatal(err)
			}
			g.note("editions", last, string(data))
			cat, err := history.Load(ctx, g.st, name, 0)
			switch {
			case row.want == 0 && err == nil:
				t.Error("the note was not used")
			case row.want != 0 && (err != nil || len(cat.Editions()) != row.want):
				t.Errorf("%+v, %v", cat, err)
			}
		})
	}
}
