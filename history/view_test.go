package history_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
)

// Whatever event of an input is named, by sequence or id, the same entry is found.
func TestFindNamesTheEntryOfEveryEvent(t *testing.T) {
	g := bishop(t)
	v, err := history.Look(ctx, g.st, name, history.Where{})
	if err != nil {
		t.Fatal(err)
	}
	var input uint64
	group := 0
	for _, e := range g.stream() {
		if group++; events.IsInput(e.Type) {
			input, group = e.Sequence, 0
		}
		if e.Sequence%7 != 0 && group != 2 { // a scan of the ledger each
			continue
		}
		want := fmt.Sprintf("%d of %d, outcome %v", e.Sequence, input, group > 1)
		for _, word := range []string{fmt.Sprint(e.Sequence), fmt.Sprintf("#%d", e.Sequence), e.ID.String()} {
			f, err := v.Find(ctx, word)
			if err != nil {
				t.Fatal(err)
			}
			if got := fmt.Sprintf("%d of %d, outcome %v", f.Event, f.Place.Input, f.Outcome); got != want {
				t.Errorf("%s: %s, want %s", word, got, want)
			}
		}
	}
	head := v.Catalogue.Known()
	if last, err := v.Find(ctx, ""); err != nil || last.Event != head {
		t.Errorf("nothing named: %d, %v, want %d", last.Event, err, head)
	}
	for _, word := range []string{"0", "x", "-1", fmt.Sprint(head + 1), "00000000-0000-4000-8000-000000000000"} {
		var none *history.EventError
		if _, err := v.Find(ctx, word); !errors.As(err, &none) {
			t.Errorf("%q: %v", word, err)
		}
	}
}

// An entry stands between the states that the folds before and after it lead to.
func TestEntryStandsBetweenItsStates(t *testing.T) {
	g := bishop(t)
	v, err := history.Look(ctx, g.st, name, history.Where{})
	if err != nil {
		t.Fatal(err)
	}
	last, err := v.LastAct(ctx)
	if err != nil {
		t.Fatal(err)
	}
	seen, err := v.Entry(ctx, history.Place{Input: last.Outcomes[len(last.Outcomes)-1].Sequence})
	if err != nil || seen == nil {
		t.Fatalf("%v, %v", seen, err)
	}
	if seen.Input.Sequence != last.Input.Sequence || seen.Address != fmt.Sprint(last.Input.Sequence) {
		t.Errorf("found %d (%s), want %d", seen.Input.Sequence, seen.Address, last.Input.Sequence)
	}
	before, err := v.Catalogue.Before(ctx, v.Edition, last.Input.Sequence)
	if err != nil {
		t.Fatal(err)
	}
	for _, pair := range [][2]*aggregate.State{{seen.Before, before}, {seen.After, g.l.State()}} {
		got, err := pair[0].Snapshot(nil)
		want, err2 := pair[1].Snapshot(nil)
		if err != nil || err2 != nil || !bytes.Equal(got, want) {
			t.Errorf("the state is not that of a fold: %v %v", err, err2)
		}
	}
}
