package remedy_test

import (
	"context"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/history/remedy"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/store/memory"
)

const (
	name   = "bishop"
	engine = "test 1"
)

var bishop = sync.OnceValue(func() *memory.Store {
	st := memory.New()
	if _, err := played.Into(st, name, "../../fixtures/season/bishop.season", ledger.Options{Engine: engine}); err != nil {
		panic(err)
	}
	return st
})

func question(t *testing.T, changes ...events.Change) remedy.Question {
	t.Helper()
	cat, err := history.Load(context.Background(), bishop(), name, 0)
	if err != nil {
		t.Fatal(err)
	}
	return remedy.Question{Store: bishop(), Catalogue: cat, Engine: engine, Plan: readjudicate.Plan{Changes: changes}}
}

var overturned = events.Change{What: history.Rule, Input: 163, Remedy: "illegal", Clause: "1230.2 §6.C"}

// With the Bishop's Placement held illegal, a default play loses Red three plays and gives Blue its Pawn back. Where the
// turn stays Red's, all six plays fall, and Blue has its Pawn again and is without its Rook.
func TestWhatAVerdictComesToUnderEachPolicy(t *testing.T) {
	table, err := remedy.Table(context.Background(), question(t, overturned))
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		Policy        string
		Flipped, Lost int
		Red, Blue     string
	}
	var got []row
	for _, w := range table {
		one := row{Policy: w.Policy, Flipped: w.Flipped, Lost: w.Lost}
		for _, sh := range w.Shares {
			if sh.Side == "Red" {
				one.Red = sh.Fares
			} else {
				one.Blue = sh.Fares
			}
		}
		if (w.Cannot != "") != (w.Policy == readjudicate.Halt) {
			t.Errorf("%s cannot be done: %s", w.Policy, w.Cannot)
		}
		got = append(got, one)
	}
	want := []row{{"default-play", 3, 3, "worse", "better"}, {"void", 6, 6, "worse", "mixed"}, {"reopen", 6, 6, "worse", "mixed"}, {"rewind", 6, 6, "worse", "mixed"},
		{"stands", 6, 3, "worse", "better"}, {Policy: "halt"}}
	got[5].Flipped, got[5].Lost, got[5].Red, got[5].Blue = 0, 0, "", ""
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// The least: a default play, which spares Blue as well. Nothing spares Red, whose Bishop goes back into its holding whatever
// becomes of the rest: its two further plays begin with that Bishop.
func TestTheLeastThatSatisfiesAVerdict(t *testing.T) {
	q := question(t, overturned)
	for _, spare := range [][]string{nil, {"Blue"}} {
		q.Spare = spare
		found, err := remedy.Least(context.Background(), q)
		if err != nil {
			t.Fatal(err)
		}
		if w := found.Least; w == nil || w.Policy != readjudicate.DefaultPlay || len(w.Rulings) != 0 || !found.Exact || found.Tried != len(readjudicate.Policies) {
			t.Errorf("sparing %v: %+v", spare, found)
		}
	}
	q.Spare, q.Most = []string{"Red"}, 20
	found, err := remedy.Least(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	if found.Least != nil || found.Exact || found.Tried > q.Most {
		t.Errorf("sparing Red with at most 20 histories: %+v", found)
	}
}

// Where no policy spares a side, a ruling on a single play may: Red's capture on #179 is held illegal, and its move on from
// there falls with it, unless somebody rules that it stands.
func TestARulingOnOnePlaySparesASide(t *testing.T) {
	q := question(t, events.Change{What: history.Void, Input: 171})
	q.Spare = []string{"Red"}
	found, err := remedy.Least(context.Background(), q)
	if err != nil {
		t.Fatal(err)
	}
	if found.Least == nil || !found.Exact {
		t.Fatalf("%+v", found)
	}
	for _, f := range found.Least.Fallen {
		if f.Side == "Red" {
			t.Errorf("%s of Red falls under %+v", f.Address, found.Least)
		}
	}
}
