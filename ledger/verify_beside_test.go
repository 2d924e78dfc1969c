package ledger_test

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"testing"

	"adjudicate/events"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// An edition whose rulings somebody has altered, with a digest to match, is found wherever it stands among others that are ruled on
// beside the rest, and what is found stands in the order of the ledger.
func TestEachAlteredEditionOfManyIsFound(t *testing.T) {
	st := memory.New()
	again(t, bishop(t, st), 12)
	sound := recorded(t, st)
	if v := verifiedAnew(t, sound); len(v.Differences) > 0 {
		t.Fatalf("before anything is altered: %+v", v.Differences)
	}
	for _, editions := range [][]int{{2}, {13}, {3, 4}, {2, 7, 12}, {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}} {
		list := slices.Clone(sound)
		var want []uint64
		for _, number := range editions {
			want = append(want, alteredEdition(t, list, number))
		}
		var found []uint64
		v := verifiedAnew(t, list)
		for _, d := range v.Differences {
			if d.What != ledger.DiffersOutcomes {
				t.Errorf("editions %v: found %+v", editions, d)
			}
			found = append(found, d.Sequence)
		}
		for _, at := range want {
			from := at // an edition made from one that was altered may differ sooner
			for len(editions) > 1 && !strings.HasPrefix(list[from-1].Type, "edition-adopted.") {
				from--
			}
			if !slices.ContainsFunc(found, func(f uint64) bool { return f >= from && f <= at }) {
				t.Errorf("editions %v: event %d was altered, found %v", editions, at, found)
			}
		}
		if !slices.IsSorted(found) {
			t.Errorf("editions %v: found out of order: %v", editions, found)
		}
	}
}

// The state that an edition closes with is what the rest of the ledger goes on from. Altered, it is found even though everything after it
// follows from it.
func TestAnEditionThatClosesWithAnotherStateIsFound(t *testing.T) {
	st := memory.New()
	again(t, bishop(t, st), 3)
	list := recorded(t, st)
	at := slices.IndexFunc(list, func(r store.Recorded) bool { return strings.HasPrefix(r.Type, "state-restated.") })
	list = swapped(list, at, `"version":4`, `"version":4,"to_play":"Blue"`)
	list = swapped(list, at, `"to_play",`, ``)
	v := verifiedAnew(t, list)
	if len(v.Differences) == 0 || v.Differences[0].Sequence != uint64(at+1) || v.Differences[0].What != ledger.DiffersOutcomes {
		t.Errorf("event %d was altered, found %+v", at+1, v.Differences)
	}
}

// An edition is ruled on again to its end: a ruling is found that is altered behind many others which the edition shares with the one before,
// in the last of many editions.
func TestTheLastRulingOfALateEditionIsRuledOnAgain(t *testing.T) {
	st := memory.New()
	l, err := played.Into(st, name, "../fixtures/season/autumn.season", options())
	if err != nil {
		t.Fatal(err)
	}
	scattered(t, st, l, 1700, 7)
	list := recorded(t, st)
	if v := verifiedAnew(t, list); len(v.Differences) > 0 {
		t.Fatalf("before anything is altered: %+v", v.Differences)
	}
	adoption := len(list) - 1
	for !strings.HasPrefix(list[adoption].Type, "edition-adopted.") {
		adoption--
	}
	rulings := 0
	for _, r := range list[adoption+2:] {
		if strings.HasPrefix(r.Type, "ruled.") {
			rulings++
		}
	}
	if rulings < 3 {
		t.Fatalf("the last edition restates %d rulings: its last one is no different from its first", rulings)
	}
	at := alteredRuling(t, list, 8, rulings)
	v := verifiedAnew(t, list)
	if len(v.Differences) != 1 || v.Differences[0].Sequence != at || v.Differences[0].What != ledger.DiffersOutcomes {
		t.Errorf("event %d was altered, found %+v", at, v.Differences)
	}
}

// verifiedAnew verifies events in a store of their own.
func verifiedAnew(t *testing.T, list []store.Recorded) *ledger.Verification {
	t.Helper()
	st := memory.New()
	var all []store.Event
	for _, rec := range list {
		all = append(all, rec.Event)
	}
	if _, err := st.Append(t.Context(), name, store.NoStream, all); err != nil {
		t.Fatal(err)
	}
	v, err := ledger.Verify(t.Context(), st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func recorded(t *testing.T, st store.Store) (list []store.Recorded) {
	t.Helper()
	for rec, err := range st.Read(t.Context(), name, 1) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, rec)
	}
	return list
}

func alteredEdition(t *testing.T, list []store.Recorded, number int) (sequence uint64) {
	t.Helper()
	return alteredRuling(t, list, number, 1)
}

// alteredRuling makes one of the rulings that an edition restates another one, counted from 1, or of an edition that only refers to rulings, another one of what it
// refers to; and gives the edition the digest that goes with it.
// It returns the event altered.
func alteredRuling(t *testing.T, list []store.Recorded, number, ruling int) (sequence uint64) {
	t.Helper()
	adoption := slices.IndexFunc(list, func(r store.Recorded) bool {
		return strings.HasPrefix(r.Type, "edition-adopted.") && strings.Contains(string(r.Data), fmt.Sprintf(`"edition":%d,`, number))
	})
	if adoption < 0 {
		t.Fatalf("no edition %d", number)
	}
	rules := false
	for i := adoption + 3; !strings.HasPrefix(list[i].Type, "state-restated."); i++ {
		rules = rules || strings.HasPrefix(list[i].Type, "ruled.")
	}
	h := sha256.New()
	for i := adoption + 3; !strings.HasPrefix(list[i].Type, "state-restated."); i++ {
		e := decoded(t, list[i])
		r, ok := e.Payload.(events.Ruled)
		if ok {
			ruling--
		}
		if ok && ruling == 0 {
			sequence = e.Sequence
			r.Verdict = "void"
			e.Payload = r
			list[i].Data = encoded(t, &e)
		}
		if p, ok := e.Payload.(events.InputsRestated); ok && !rules && sequence == 0 {
			sequence = e.Sequence
			p.Inputs = slices.Clone(p.Inputs)
			p.Inputs[0].As = 3 - p.Inputs[0].As // the first edition and the second one take turns
			e.Payload = p
			list[i].Data = encoded(t, &e)
		}
		wire, payload, err := events.EncodePayload(e.Payload)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(h, "%d %s %q %q %s\n", e.Effective, wire, e.Basis.Clauses, e.Basis.Readings, payload)
	}
	e := decoded(t, list[adoption])
	p := e.Payload.(events.EditionAdopted)
	p.Digest = fmt.Sprintf("sha256:%x", h.Sum(nil))
	e.Payload = p
	list[adoption].Data = encoded(t, &e)
	return sequence
}

func decoded(t *testing.T, r store.Recorded) events.Envelope {
	t.Helper()
	e, err := events.Decode(r.Data)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func encoded(t *testing.T, e *events.Envelope) []byte {
	t.Helper()
	data, err := events.Encode(e)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
