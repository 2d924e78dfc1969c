package ledger_test

import (
	"context"
	"encoding/json"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/ledger"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// asTwo is a state as version 2 wrote it, where no lot has been drawn, nobody has won and no side has left.
func asTwo(t *testing.T, text []byte, more string) []byte {
	t.Helper()
	v := map[string]json.RawMessage{}
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	v["version"] = json.RawMessage("2")
	if more != "" {
		v["lots"] = json.RawMessage(more)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestNotesOfVersionTwoHoldIfTheirStateIsTheOneOfTheEvents(t *testing.T) {
	ctx := context.Background()
	_, _, st, _ := noted(t)
	n, found, err := st.Kept(ctx, name, history.StateNote, store.Any)
	if err != nil || !found {
		t.Fatal(found, err)
	}
	id, text := n.Data[:len(uuid.UUID{})], n.Data[len(uuid.UUID{}):]
	for _, row := range []struct {
		more   string
		differ int
	}{{"", 0}, {`[{"draw":"hand:Red:1","among":["a","b"],"result":["a"],"source":"seed"}]`, 1}} {
		n.Data = slices.Concat(id, asTwo(t, text, row.more))
		if err := st.Keep(ctx, n); err != nil {
			t.Fatal(err)
		}
		if list := verifyNotes(t, st); len(list) != row.differ {
			t.Errorf("with lots %q: %v", row.more, list)
		}
		if s, at := history.KeptState(ctx, st, name, uint64(n.At)); at != uint64(n.At) || s.Drawn("hand:Red:1") != (row.more != "") {
			t.Errorf("with lots %q: the state kept at %d", row.more, at)
		}
	}
}

// TestAnEditionOfVersionTwoThatLeavesALotOut has it refer to the first of two lots that lie before a state that was kept.
func TestAnEditionOfVersionTwoThatLeavesALotOut(t *testing.T) {
	ctx := context.Background()
	st := memory.New()
	lot := func(label string) events.LotDrawn {
		return events.LotDrawn{Draw: label, Among: []string{"a"}, Result: []string{"a"}, Source: aggregate.SeedSource}
	}
	list := []events.Payload{
		events.TimePassed{}, events.LedgerOpened{Game: "Hand 3", System: "partychess", Format: 2}, lot("hand:Blue:1"), lot("hand:Red:1"), events.StartDone{},
		events.TimePassed{}, events.StateRestated{Edition: 2, State: []byte(`{"version":2,"game":"Hand 3","system":"partychess","opened":true,"format":2,"lots_kept":1}`)},
		events.StartDone{},
	}
	state := aggregate.NewState()
	for i, p := range list {
		typ, err := events.Type(p)
		if err != nil {
			t.Fatal(err)
		}
		at := time.Date(1998, 10, 5, 12, 0, 0, 0, time.UTC)
		e := events.Envelope{ID: uuid.UUID{byte(i + 1)}, Ledger: name, Sequence: uint64(i + 1), Effective: uint64(i + 1), Type: typ, Recorded: at, Payload: p}
		data, err := events.Encode(&e)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := st.Append(ctx, name, store.Revision(i), []store.Event{{ID: e.ID, Type: typ, Data: data}}); err != nil {
			t.Fatal(err)
		}
		if state.Apply(p); i == 4 {
			history.KeepState(ctx, st, name, 5, e.ID, state)
		}
	}
	kept, at := history.KeptState(ctx, st, name, 8)
	if at != 5 {
		t.Fatalf("the state is kept at %d", at)
	}
	if err := history.FoldStream(ctx, st, name, kept, at, 8); err != nil {
		t.Error(err)
	}
	l, err := ledger.Open(ctx, st, name, options())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []*aggregate.State{kept, l.State()} {
		if lots := slices.Collect(s.Lots()); !slices.Equal(lots, []string{"hand:Blue:1"}) || !s.Started() {
			t.Errorf("lots %v, started %v: expected the first one alone", lots, s.Started())
		}
	}
}
