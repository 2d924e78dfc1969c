package history_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/uuid"

	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// What was recorded last by a moment is found in long ledgers as well, and where adoptions set the time back.
func TestTheLastEventByAMomentIsFound(t *testing.T) {
	ctx, opened := context.Background(), time.Date(1998, 10, 2, 12, 0, 0, 0, time.UTC)
	draw := rand.New(rand.NewPCG(1, 2))
	for _, tt := range []struct{ length, adoptions int }{{1, 0}, {300, 0}, {513, 0}, {514, 0}, {4000, 0}, {4000, 1}, {4000, 7}, {1500, 40}} {
		var list []store.Event
		var times []time.Time
		at := opened
		for n := 1; n <= tt.length; n++ {
			var p events.Payload = events.PlayerRegistered{Player: "P"}
			at = at.Add(time.Duration(draw.IntN(3)) * time.Minute)
			if draw.IntN(tt.length) < tt.adoptions {
				p, at = events.EditionAdopted{}, opened.Add(time.Duration(draw.Int64N(int64(at.Sub(opened)+time.Minute))))
			}
			e := events.Envelope{ID: uuid.Must(uuid.NewV7()), Ledger: "long", Sequence: uint64(n), Recorded: at, Payload: p}
			data, err := events.Encode(&e)
			if err != nil {
				t.Fatal(err)
			}
			list, times = append(list, store.Event{ID: e.ID, Type: events.WireType(data), Data: data}), append(times, at)
		}
		st := memory.New()
		if _, err := st.Append(ctx, "long", store.NoStream, list); err != nil {
			t.Fatal(err)
		}
		for range 200 {
			moment := opened.Add(-time.Minute).Add(time.Duration(draw.Int64N(int64(at.Sub(opened) + 3*time.Minute))))
			want := 0
			for i := range times {
				if !times[i].After(moment) {
					want = i + 1
				}
			}
			if got, err := history.RecordedBy(ctx, st, "long", moment); err != nil || got != uint64(want) {
				t.Fatalf("of %d events with %d adoptions or so, by %s: %d, want %d (%v)", tt.length, tt.adoptions, moment, got, want, err)
			}
		}
	}
}
