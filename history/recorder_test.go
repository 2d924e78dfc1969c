package history_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/internal/played"
	"adjudicate/store"
)

// A reader that begins at the head goes on with what the one before it followed: the notes are those of one that has read everything.
func TestWhatRulingsRestedOnIsFollowedAcrossReaders(t *testing.T) {
	const until, head = 1500, 700
	st, stream := played.Game(t, 7, 200, 40)
	name := stream[0].Ledger
	if len(stream) < until+100 {
		t.Fatalf("%d events are too few", len(stream))
	}
	follow := func(r *history.Recorder, s *aggregate.State, from, to int) int {
		t.Helper()
		var act events.Act
		for i := from; i < len(stream); i++ {
			if err := history.Fold(s, &stream[i]); err != nil {
				t.Fatal(err)
			}
			act.Add(stream[i])
			if i+1 == len(stream) || events.IsInput(stream[i+1].Type) {
				r.Add(&act, aggregate.Input{}, s)
				r.Keep(ctx, s)
				act.Clear()
				if i >= to {
					return i + 1
				}
			}
		}
		return len(stream)
	}
	s := aggregate.NewState()
	follow(history.NewRecorder(ctx, st, name, 0, s).Every(until), s, 0, len(stream))
	want := history.Stretches(ctx, st, name, 1)
	if err := st.(store.Keeper).Drop(ctx, name, "", 0); err != nil || len(want) == 0 {
		t.Fatal(err, len(want))
	}

	s = aggregate.NewState()
	first := history.NewRecorder(ctx, st, name, 0, s).Every(until)
	at := follow(first, s, 0, head)
	first.KeepHead(ctx, s)
	s, kept := history.KeptState(ctx, st, name, uint64(len(stream)))
	if kept != uint64(at) {
		t.Fatalf("a state is kept at %d, want %d", kept, at)
	}
	follow(history.NewRecorder(ctx, st, name, kept, s).Every(until), s, at, len(stream))
	if diff := cmp.Diff(want, history.Stretches(ctx, st, name, 1)); diff != "" {
		t.Error(diff)
	}
}
