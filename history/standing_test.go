package history_test

import (
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
)

// ends lists the last events of all inputs of a stream, from the first adoption on.
func ends(stream []events.Envelope) []uint64 {
	var list []uint64
	adopted := false
	for i := range stream {
		if _, ok := stream[i].Payload.(events.EditionAdopted); ok {
			adopted = true
		}
		if adopted && (i+1 == len(stream) || events.IsInput(stream[i+1].Type)) {
			list = append(list, stream[i].Sequence)
		}
	}
	return list
}

func entriesOf(t *testing.T, c *history.Catalogue, e *history.Edition, r history.Range) []history.Entry {
	t.Helper()
	var list []history.Entry
	for entry, err := range c.History(ctx, e, r) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, *entry)
	}
	return list
}

func TestACatalogueThatGrowsShowsWhatOneReadAnewShows(t *testing.T) {
	g := fiveEditions(t)
	known := ends(g.stream())
	grown := g.catalogue(known[0])
	compared := 0
	for _, at := range known {
		if err := grown.Advance(ctx, at); err != nil {
			t.Fatal(err)
		}
		anew := g.catalogue(at)
		for i := range anew.Editions() {
			is, was := &grown.Editions()[i], &anew.Editions()[i]
			for point := anew.End(was); point > 100; point -= min(point, 17) {
				got, err := grown.StateAt(ctx, is, point)
				if err != nil {
					t.Fatal(err)
				}
				want, err := anew.StateAt(ctx, was, point)
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(written(t, want), written(t, got)); d != "" {
					t.Fatalf("edition %d at %d, known at %d (-anew +grown):\n%s", is.Number, point, at, d)
				}
				compared++
			}
			want, got := entriesOf(t, anew, was, history.Range{}), entriesOf(t, grown, is, history.Range{})
			if reflect.DeepEqual(want, got) {
				continue // which takes cmp far longer to see
			}
			if d := cmp.Diff(want, got); d != "" {
				t.Fatalf("edition %d, known at %d (-anew +grown):\n%s", is.Number, at, d)
			}
		}
	}
	if compared < 500 {
		t.Errorf("%d states have been compared", compared)
	}
}

func TestABriefHistoryLeavesOutOnlyWhatAdoptionsSay(t *testing.T) {
	g := fiveEditions(t)
	cat := g.catalogue(0)
	for i := range cat.Editions() {
		e := &cat.Editions()[i]
		whole := entriesOf(t, cat, e, history.Range{From: 150, Extended: true})
		brief := entriesOf(t, cat, e, history.Range{From: 150, Extended: true, Brief: true})
		if len(whole) != len(brief) {
			t.Fatalf("edition %d: %d entries, in brief %d", e.Number, len(whole), len(brief))
		}
		for k := range whole {
			a, b := whole[k], brief[k]
			if _, adopts := a.Input.Payload.(events.EditionAdopted); adopts {
				if a.Place != b.Place || a.Judged != b.Judged || !a.Input.Recorded.Equal(b.Input.Recorded) || a.Input.Actor != b.Input.Actor {
					t.Errorf("edition %d: adoption at %v, in brief %v", e.Number, a.Place, b.Place)
				}
				continue
			}
			if d := cmp.Diff(a, b); d != "" {
				t.Errorf("edition %d (-whole +brief):\n%s", e.Number, d)
			}
		}
	}
}

func TestLabelsFromAPointAreThoseOfWhatFollowsIt(t *testing.T) {
	history.LabelsNear(t)
	for _, g := range []*game{fiveEditions(t), bishop(t)} {
		sameLabels(t, g)
	}
}

func sameLabels(t *testing.T, g *game) {
	t.Helper()
	created := 0
	for _, e := range g.stream() {
		if _, ok := e.Payload.(events.PlaySubmitted); !ok {
			continue
		}
		var came [2][]events.Outcome
		for i := range came {
			cat := g.catalogue(0)
			if i == 1 {
				if _, err := cat.Labels(ctx); err != nil {
					t.Fatal(err)
				}
			}
			plan := readjudicate.Plan{Policy: readjudicate.Void, Changes: []events.Change{
				change(t, history.Insert, e.Sequence, events.TransactionRecorded{Account: "Rhoda", Asset: "money", Amount: events.Whole(500)}),
				change(t, history.Insert, e.Sequence, events.PurchaseRequested{Side: "Red", Type: "Pawn", Buyer: "Rhoda"})}}
			run, err := readjudicate.Prepare(ctx, g.st, cat, plan, "test 1")
			if err != nil {
				t.Fatal(err)
			}
			if _, err := run.Do(ctx, readjudicate.Options{All: true, Watch: func(s *readjudicate.Step) error {
				for _, o := range s.After {
					if _, ok := o.Payload.(events.PieceCreated); ok {
						created++
					}
				}
				came[i] = append(came[i], s.After...)
				return nil
			}}); err != nil {
				t.Fatal(err)
			}
		}
		if d := cmp.Diff(came[1], came[0]); d != "" {
			t.Fatalf("from %d (-all labels +those from there):\n%s", e.Sequence, d)
		}
	}
	if created == 0 {
		t.Error("nothing was created")
	}
}
