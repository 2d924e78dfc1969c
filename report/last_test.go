package report_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/played"
	"adjudicate/ledger"
	"adjudicate/report"
	"adjudicate/store/memory"
)

// The last entries, which are read from the end, are the last of all entries; and the Weights now are those posted last.
func TestTheLastEntriesAreTheLastOfAll(t *testing.T) {
	ctx := context.Background()
	st := memory.New()
	l, err := played.Into(st, "bishop", "../fixtures/season/bishop.season", ledger.Options{Engine: "test"})
	if err != nil {
		t.Fatal(err)
	}
	wire, data, err := events.EncodePayload(events.PlaySubmitted{Side: "Blue", Text: "pass"})
	if err != nil {
		t.Fatal(err)
	}
	late := events.Change{What: history.Insert, Input: 179, Type: wire, Payload: data, Actor: "Basil"}
	for edition := 1; edition <= 3; edition++ {
		view, err := history.Look(ctx, st, "bishop", history.Where{Edition: edition})
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range []report.LogQuery{{}, {Plays: true}, {Rejected: true}, {Until: "180"}, {Since: "150"}, {Since: "170", Until: "200", All: true},
			{Side: "Red"}, {Player: "Basil"}, {Piece: "B1"}, {Piece: "p1", Until: "200"}, {Clause: "1230.2 §6"}, {Reading: "section-6-piece"}, {Side: "Blue", Plays: true, Since: "160"}} {
			q.Last = -1
			all, err := report.LogOf(ctx, view, view.Events(ctx, 1), q)
			if err != nil {
				t.Fatal(err)
			}
			if q.Since != "" {
				if got, err := report.LogOf(ctx, view, nil, q); err != nil || cmp.Diff(all, got, cmpopts.IgnoreUnexported(report.Entry{}), cmpopts.EquateEmpty()) != "" {
					t.Errorf("edition %d, %+v: error %v (-of all +since):\n%s", edition, q, err, cmp.Diff(all, got, cmpopts.IgnoreUnexported(report.Entry{})))
				}
			}
			for _, last := range []int{1, 2, 4, max(1, len(all.Entries)), 400} {
				q.Last = last
				got, err := report.LogOf(ctx, view, nil, q) // so that all events cannot be read
				if err != nil {
					t.Fatal(err)
				}
				want := all.Entries[max(0, len(all.Entries)-last):]
				if d := cmp.Diff(want, got.Entries, cmpopts.IgnoreUnexported(report.Entry{}), cmpopts.EquateEmpty()); d != "" {
					t.Errorf("edition %d, %+v (-of all +last):\n%s", edition, q, d)
				}
				if whole := last >= len(all.Entries); whole && got.Omitted != all.Omitted || !whole && got.Omitted != 0 {
					t.Errorf("edition %d, %+v: %d rules omitted of %d", edition, q, got.Omitted, all.Omitted)
				}
			}
		}
		var span *report.SpanError
		if _, err := report.LogOf(ctx, view, nil, report.LogQuery{Since: "200", Until: "150", Last: -1}); !errors.As(err, &span) {
			t.Errorf("edition %d, from 200 to 150: error %v", edition, err)
		}
		posted, err := report.ReadWeights(view.Events(ctx, 1))
		if err != nil {
			t.Fatal(err)
		}
		now, err := report.WeightsNow(ctx, view)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(posted.Weights, now.Weights); d != "" || len(now.Weights) == 0 {
			t.Errorf("edition %d, Weights (-posted +now):\n%s", edition, d)
		}
		if edition == 3 {
			break
		}
		plan := []readjudicate.Plan{{Changes: []events.Change{{What: history.Void, Input: 163}}}, {Changes: []events.Change{late}, Policy: readjudicate.Void}}[edition-1]
		if _, _, err := l.Adopt(ctx, plan, "", "Judith", l.Last().Add(time.Hour), nil); err != nil {
			t.Fatal(err)
		}
	}
}
